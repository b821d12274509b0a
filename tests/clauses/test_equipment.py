"""The table and what stands on it: boxes, layout, signs, devices, the card reader, the discard rack."""

from typing import Any

import pytest
from books import MARYLANDS, approved, assert_demanded, in_books, marked, proves, submitted

from scenes import DEALER, FLOORPERSON, MARYLAND_BOOKS, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.office_approvals import training_text
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table
from spanish21.errors import BadRules, Refused
from spanish21.game import commands as cmd
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.chapters.floor.opening import what_checklist_lacks
from spanish21.game.events import EquipmentChecked, GamingDayBegun, ReaderAnswered, ReaderInspected
from spanish21.game.moves.bounds import Bounds
from spanish21.game.rules import WORDS, settings_of, what_if
from spanish21.game.view import view
from spanish21.server.table.felt import layout_of


def refusal(book: str, **submission: Any) -> str:
    """The one line that refuses a submission."""
    with pytest.raises(BadRules) as caught:
        rules_of(book, submitted(book, **submission))
    return str(caught.value)


# -- boxes -----------------------------------------------------------------------------------------


@proves("2.A")
def test_a_table_has_up_to_seven_boxes(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, boxes=7)
    assert scene.refused(cmd.PlaceWager(by="ann", box=8, amount=10_00)) == "no_such_box"
    assert scene.refused(cmd.Join(by="bob", chips=0, seat=8)) == "no_such_box"
    scene.do(cmd.Join(by="bob", chips=1000_00, seat=7))
    scene.bet("bob", 10_00, box=7)
    assert load_book(book).cite("no_such_box") == ("2.A",)
    assert refusal(book, boxes=8) == f"test.toml: boxes is 8; it must be from 1 to 7 ({book} 2.A)"
    assert refusal(book, boxes=0) == f"test.toml: boxes is 0; it must be from 1 to 7 ({book} 2.A)"


@proves("2.A")
def test_a_smaller_table_has_only_its_own_boxes(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, boxes=1, adjacent_boxes=3)
    assert scene.refused(cmd.PlaceWager(by="ann", box=2, amount=10_00)) == "no_such_box"
    scene.bet("ann", 10_00, box=1).deal("9h 2c 9d 3c")
    assert [box.number for box in view(scene.table, "ann").boxes] == [1]


@proves("2.B(2)")
def test_every_player_has_a_betting_area_that_nobody_else_uses(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00, "bob": 1000_00})
    assert scene.refused(cmd.PlaceWager(by="bob", box=1, amount=10_00)) == "box_is_taken"
    scene.bet("ann", 10_00, box=1)
    assert scene.refused(cmd.PlaceWager(by="bob", box=1, amount=10_00)) == "box_is_taken"
    assert scene.refused(cmd.Consent(by="ann", person="bob")) == "box_is_full"
    scene.bet("bob", 10_00, box=2)


@pytest.mark.clause("players-edge 2.B(2)")
def test_players_edge_has_one_person_on_a_box_by_its_own_clause() -> None:
    book = load_book("players-edge")
    assert book.cite("box_is_taken") == ("2.B(2)",)
    assert book.cite("box_is_full") == ("2.B(2)",)
    assert refusal("players-edge", people_on_box=2) == (
        "test.toml: people_on_box is 2; the book sets it to 1 (players-edge 2.B(2))"
    )


# -- the opening checklist -------------------------------------------------------------------------

ALWAYS = [
    *[(book, "2.B", "layout") for book in MARYLAND_BOOKS],
    *[(book, "2.B(1)", "operator_name_or_logo") for book in MARYLAND_BOOKS],
    *[(book, "2.B(2)", "betting_areas") for book in MARYLANDS],
    ("players-edge", "2.B(2)", "wager_areas"),
    *[(book, "2.B(3)", "inscriptions") for book in MARYLAND_BOOKS],
    *[(book, "2.B(3)(a)", "inscriptions") for book in MARYLAND_BOOKS],
    *[(book, "2.B(3)(b)", "inscriptions") for book in MARYLAND_BOOKS],
    *[(book, "2.B(5)", "doubled_hands_sign") for book in MARYLANDS],
    *[(book, "2.B(6)", "payouts_shown") for book in MARYLANDS],
    ("players-edge", "2.B(5)", "payouts_shown"),
    ("players-edge", "2.B(5)(b)", "payouts_shown"),
    *[(book, "2.C", "drop_box") for book in MARYLANDS],
    *[(book, "2.C", "tip_box") for book in MARYLANDS],
    ("players-edge", "2.D", "drop_box"),
    ("players-edge", "2.D", "tip_box"),
    *[(book, "2.E", "card_reader") for book in MARYLANDS],
    ("players-edge", "2.F", "card_reader_device"),
    *[(book, "2.G", "discard_rack") for book in MARYLANDS],
    ("players-edge", "2.H", "discard_rack"),
    *[(book, "3.A", "cover_card") for book in MARYLAND_BOOKS],
    *[(book, "3.A", "decks") for book in MARYLANDS],
    ("massachusetts", "2(a)", "cover_card"),
    ("uk-casino", "G24", "limits_sign"),
]
"""What every table of a book has: book, clause, item."""

WHERE_OFFERED = [
    ("maryland", "2.B(4)", "side_wager_areas", [["match"], ["spin"]], [[], ["xtreme"]]),
    ("maryland", "2.B(4)(a)", "match_areas", [["match"]], [["spin", "xtreme"]]),
    ("maryland", "2.B(4)(b)", "spin_areas", [["spin"]], [["match", "xtreme"]]),
    ("maryland", "2.B(7)", "progressive_system", [["spin"], ["xtreme"]], [["match"]]),
    ("maryland", "2.B(7)(a)", "wager_acceptors", [["spin"], ["xtreme"]], [["match"]]),
    ("maryland", "2.B(7)(b)", "progressive_lock_out", [["spin"], ["xtreme"]], [["match"]]),
    ("maryland-v1", "2.B(4)", "side_wager_areas", [["match"]], [[]]),
    ("maryland-v1", "2.B(4)(a)", "match_areas", [["match"]], [[]]),
    ("players-edge", "2.B(4)", "side_wager_areas", [["match"], ["match_down"], ["monster"]], [[]]),
    ("players-edge", "2.B(4)(a)", "match_up_areas", [["match"]], [["match_down", "monster"]]),
    ("players-edge", "2.B(4)(b)", "match_down_areas", [["match_down"]], [["match", "monster"]]),
    ("players-edge", "2.B(4)(c)", "monster_match_areas", [["monster"]], [["match", "match_down"]]),
    ("players-edge", "2.C", "progressive_system", [["monster"]], [["match", "match_down"]]),
    ("players-edge", "2.C(1)", "progressive_system", [["monster"]], [["match", "match_down"]]),
    ("players-edge", "2.C(2)", "progressive_wager_devices", [["monster"]], [["match", "match_down"]]),
    ("players-edge", "2.C(3)", "progressive_wager_devices", [["monster"]], [["match", "match_down"]]),
    ("players-edge", "2.C(4)", "progressive_lock_out", [["monster"]], [["match", "match_down"]]),
]
"""What a table has where a wager is offered: book, clause, item, offers with it, offers without it."""


ALTERNATIVES = [
    *[(book, "2.B(6)(a)", "payouts_on_layout", "payouts_posted", "layout") for book in MARYLANDS],
    *[(book, "2.B(6)(b)", "payouts_sign", "payouts_posted", "sign") for book in MARYLANDS],
    ("players-edge", "2.B(5)(a)", "payouts_on_layout", "payouts_posted", "layout"),
    ("players-edge", "2.B(6)", "payouts_sign", "payouts_posted", "sign"),
    *[(book, "2.G(1)", "discard_rack_height", "rack_height", "exact") for book in MARYLANDS],
    *[(book, "2.G(2)", "discard_rack_mark", "rack_height", "marked") for book in MARYLANDS],
    ("players-edge", "2.H(1)", "discard_rack_height", "rack_height", "exact"),
    ("players-edge", "2.H(2)", "discard_rack_mark", "rack_height", "marked"),
]
"""What a table has by the alternative that its operator chose: book, clause, item, setting, word."""


def check_that_the_table_needs(item: str, scene: Scene) -> None:
    """The item stands once on the checklist, and the table does not open while it is missing."""
    items = scene.rules.equipment
    assert items.count(item) == 1
    decks = cmd.ReceiveDecks(by=FLOORPERSON, cards=SPANISH_DECK * scene.rules.decks)
    without = tuple(one for one in items if one != item)
    with pytest.raises(Refused) as caught:
        scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=without))
    assert (caught.value.reason, caught.value.bounds) == (
        "checklist_incomplete",
        Bounds("missing", names=(item,)),
    )
    assert scene.refused(cmd.CheckEquipment(by=DEALER, items=items)) == "not_your_office"
    assert scene.refused(decks) == "checklist_incomplete"
    scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=items))
    assert scene.refused(cmd.CheckEquipment(by=FLOORPERSON, items=items)) == "not_now"  # once is enough
    assert scene.names()[-1] == "EquipmentChecked"
    scene.do(decks)


@pytest.mark.parametrize(
    ("book", "clause", "item"), [pytest.param(*one, marks=marked(one[0], one[1])) for one in ALWAYS]
)
def test_no_table_opens_without_what_it_must_have(book: str, clause: str, item: str) -> None:
    for offers in ({}, {"offers": []}):
        check_that_the_table_needs(item, Scene(book, people={}, opened=False, **offers))
    assert clause in load_book(book).cite(item)


@pytest.mark.parametrize(
    ("book", "clause", "item", "setting", "word"),
    [pytest.param(*one, marks=marked(one[0], one[1])) for one in ALTERNATIVES],
)
def test_the_checklist_and_the_rules_say_which_alternative_holds(
    book: str, clause: str, item: str, setting: str, word: str
) -> None:
    scene = Scene(book, people={}, opened=False, **{setting: word})
    check_that_the_table_needs(item, scene)
    assert settings_of(scene.table.rules)[setting] == word
    others = [one for one in WORDS[setting] if one != word]
    assert all(item not in rules_of(book, **{setting: other}).equipment for other in others)
    assert clause in load_book(book).cite(item)
    assert clause in load_book(book).cite(setting)
    line = refusal(book, **{setting: "neither"})
    assert line.startswith(
        f'test.toml: {setting} is "neither"; it must be one of {", ".join(WORDS[setting])}'
    )


@pytest.mark.parametrize(
    ("book", "clause", "item", "with_it", "without_it"),
    [pytest.param(*one, marks=marked(one[0], one[1])) for one in WHERE_OFFERED],
)
def test_a_wager_brings_its_own_equipment_with_it(
    book: str, clause: str, item: str, with_it: list[list[str]], without_it: list[list[str]]
) -> None:
    for offers in with_it:
        check_that_the_table_needs(item, Scene(book, people={}, opened=False, offers=offers))
    for offers in without_it:
        assert item not in rules_of(book, offers=offers).equipment
    assert clause in load_book(book).cite(item)


@pytest.mark.clause("maryland 2.B", "maryland-v1 2.B")
@pytest.mark.clause("maryland 2.B", "maryland-v1 2.B")
@pytest.mark.parametrize("book", ["maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino"])
def test_a_complete_checklist_is_complete_in_any_order(book: str) -> None:
    scene = Scene(book, opened=False)
    items = scene.rules.equipment[::-1]
    if len(items) > 2:
        with pytest.raises(Refused) as caught:
            scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=items[2:]))
        assert caught.value.bounds == Bounds("missing", names=scene.rules.equipment[-2:])
    assert what_checklist_lacks(items, items[::-1]) is None
    others = Bounds("not_on_list", names=("dice",))
    for wrong, bounds in (
        ((*items, "dice"), others),
        (items * 2, Bounds("more_than_once", names=items[::-1])),
    ):
        if items:
            with pytest.raises(Refused) as caught:
                scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=wrong))
            assert caught.value.bounds == bounds
    assert scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=items)) == [EquipmentChecked(items)]


def test_the_refusal_of_an_incomplete_checklist_names_the_layout_clause() -> None:
    assert load_book("maryland").cite("checklist_incomplete") == ("2.B",)
    assert load_book("maryland-v1").cite("checklist_incomplete") == ("2.B",)


@proves("2.B(3)", "2.B(3)(a)", "2.B(3)(b)")
def test_blackjack_and_insurance_odds_are_written_on_the_layout_and_paid_so(book: str) -> None:
    insurance = "Insurance pays 2 to 1"
    if book == "players-edge":
        insurance = "Insurance pays 2 to 1 (unsuited Blackjack) or 5 to 1 (suited Blackjack)"
    assert rules_of(book).inscriptions == ("Blackjack pays 3 to 2", insurance)
    scene = Scene(book).bet("ann", 10_00).deal("Kd Ac Ah Kh")
    scene.says("ann", "insures 500")
    assert scene.settled("insurance")[0].paid == 10_00
    assert scene.settled("main")[0].paid == 15_00


@pytest.mark.clause("players-edge 2.B(3)(b)")
def test_players_edge_pays_insurance_against_a_suited_blackjack_as_inscribed() -> None:
    scene = Scene("players-edge").bet("ann", 10_00).deal("Kd Ac Ah Kc")
    scene.says("ann", "insures 500")
    assert scene.settled("insurance")[0].paid == 25_00


# -- the most that a hand is paid ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param(book, clause, marks=marked(book, clause), id=book)
        for book, clause in (
            ("maryland", "2.B(6)(b)"),
            ("maryland-v1", "2.B(6)(b)"),
            ("players-edge", "2.B(5)(b)"),
        )
    ],
)
def test_the_posted_limit_is_the_most_that_a_hand_is_paid(book: str, clause: str) -> None:
    for limit, paid in ((0, 15_00), (14_50, 14_50), (15_00, 15_00)):
        scene = Scene(book, payout_limit=limit).bet("ann", 10_00).deal("Ah 2c Kh 9d")
        assert scene.gained() == paid
    refused = refusal(book, payout_limit=-1)
    assert refused == f"test.toml: payout_limit is -0.01; it must be at least 0.00 ({book} {clause})"


@pytest.mark.parametrize("book", in_books("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)")))
def test_layout_and_sign_show_the_payouts_and_the_limit_in_play(book: str) -> None:
    limit = "Payout limit $100.00 a hand, doubles included; fixed payouts come on top"
    rules = rules_of(book, payouts_posted="sign", payout_limit=100_00)
    for shown in (rules, what_if(rules_of(book), payout_limit=100_00)):
        assert layout_of(shown)["inscriptions"][-1] == limit
        assert limit in layout_of(shown)["signs"]
        assert "A Blackjack pays 3 to 2" in layout_of(shown)["signs"]
    other = what_if(rules, payout_limit=50_00)
    assert [line for line in layout_of(other)["inscriptions"] if "limit" in line] == [
        limit.replace("100", "50")
    ]
    assert not any("limit" in line for line in layout_of(what_if(rules, payout_limit=0))["signs"])


# -- approvals -------------------------------------------------------------------------------------

APPROVALS = [
    *[(book, "2.B", "layout", {}) for book in MARYLAND_BOOKS],
    *[(book, "2.B(5)", "doubled_hands_sign", {}) for book in MARYLANDS],
    ("maryland", "2.B(7)", "progressive_system", {"offers": ["spin"]}),
    ("maryland", "2.B(7)", "progressive_system", {"offers": ["xtreme"]}),
    *[(book, "2.C", "drop_box_and_tip_box", {}) for book in MARYLANDS],
    ("players-edge", "2.C(1)", "progressive_system", {"offers": ["monster"]}),
    ("players-edge", "2.D", "drop_box_and_tip_box", {}),
    ("players-edge", "7.O(1)(c)", "internal_controls", {"offers": ["monster"]}),
    ("massachusetts", "2(a)", "cutting_card", {}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"shuffling": "continuous"}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"cut_from_ends": 20}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"cover_from_back": [1, 8]}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"burns_first_card": False}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"burn_disclosed": False}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"shuffling": "device", "cut_after_device": True}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"cut_cards": 0}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"cut_cards": 2}),
    ("massachusetts", "4(h)", "shuffling_procedure", {"shuffled_by": "floorperson"}),
]


@pytest.mark.parametrize(
    ("book", "clause", "office", "choose"),
    [pytest.param(*one, marks=marked(one[0], one[1])) for one in APPROVALS],
)
def test_a_table_without_the_approval_is_for_training_only(
    book: str, clause: str, office: str, choose: dict[str, Any]
) -> None:
    assert_demanded(book, clause, office, **choose)


@pytest.mark.parametrize(
    ("book", "offers"),
    [
        pytest.param("maryland", ["match"], marks=marked("maryland", "2.B(7)")),
        pytest.param("players-edge", ["match", "match_down"], marks=marked("players-edge", "2.C(1)")),
    ],
)
def test_a_table_without_progressive_wagers_needs_no_progressive_system(book: str, offers: list[str]) -> None:
    rules = rules_of(book, submitted(book, without="progressive_system", offers=offers))
    assert not any(approval.startswith("progressive_system") for approval in rules.approvals)


OPTIONAL = [
    ("maryland", "2.D", "tip_box_place"),
    ("maryland-v1", "2.D", "tip_box_place"),
    ("players-edge", "2.E", "tip_box_location"),
    ("massachusetts", "4(h)", "shuffling_procedure"),
    ("massachusetts", "13(g)", "shared_boxes"),
]


@pytest.mark.parametrize(
    ("book", "clause", "office"), [pytest.param(*one, marks=marked(one[0], one[1])) for one in OPTIONAL]
)
def test_what_the_commission_may_approve_goes_into_the_rules_with_its_number(
    book: str, clause: str, office: str
) -> None:
    rules = rules_of(book, submitted(book, approvals={office: "C-17"}))
    assert f"{office}: C-17" in rules.approvals
    rules = rules_of(book, submitted(book, without=office))
    assert not any(approval.startswith(office) for approval in rules.approvals)
    line = refusal(book, approvals={office: " "})
    assert line.startswith(
        f'test.toml: approvals.{office} is " "; it must be the approval\'s number ({book} {clause}'
    )
    others = [one for one in MARYLAND_BOOKS if office not in load_book(one).citations]
    line = refusal(others[0], approvals={office: "C-17"})
    assert line.startswith(f"test.toml: approvals.{office} is not an approval")


@pytest.mark.clause("massachusetts 4(h)")
def test_the_books_own_shuffle_cut_and_burn_need_no_approval() -> None:
    own: dict[str, Any] = {"cut_from_ends": 48, "cover_from_back": [1, 4], "burns_first_card": True}
    for choose in ({}, own, {"shuffling": "hand"}):
        rules = rules_of("massachusetts", submitted("massachusetts", "shuffling_procedure", **choose))
        assert rules.approvals_missing == ()
    line = refusal("massachusetts", cut_from_ends=0)
    assert line == "test.toml: cut_from_ends is 0; it must be from 1 to 144 (massachusetts 4(e), 4(h))"


def test_the_numbers_of_a_sample_are_not_approvals_for_money() -> None:
    for book in MARYLAND_BOOKS:
        rules = rules_of(book)
        assert rules.approvals_missing == ()
        with pytest.raises(BadRules, match="a sample's numbers are not approvals"):
            new_table(rules, for_money=True)


def test_rules_outside_the_book_are_for_training_only() -> None:
    rules = what_if(rules_of("maryland", approved("maryland")), pays_blackjack=(6, 5))
    assert training_text(rules) == "training only, approvals missing: rules outside the book"
    with pytest.raises(BadRules, match="training only"):
        new_table(rules, for_money=True)


# -- progressive wagers are locked out -------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "clause", "kind", "amount"),
    [
        pytest.param("maryland", "2.B(7)(b)", "spin", 1_00, marks=marked("maryland", "2.B(7)(b)")),
        pytest.param("maryland", "2.B(7)(b)", "xtreme", 5_00, marks=marked("maryland", "2.B(7)(b)")),
        pytest.param("players-edge", "2.C(4)", "monster", 1_00, marks=marked("players-edge", "2.C(4)")),
    ],
)
def test_a_progressive_wager_after_the_deal_has_begun_is_locked_out(
    book: str, clause: str, kind: str, amount: int
) -> None:
    scene = Scene(book, people={"ann": 1000_00, "bob": 1000_00})
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("bob", amount, kind)
    scene.deal("9h 9c 2c 9d 9s 3c", steps=0)
    late = cmd.PlaceWager(by="ann", box=1, amount=amount, kind=kind)
    assert scene.refused(late) == "wagers_are_closed"
    scene.do(cmd.Deal(by=DEALER, count=1))
    assert scene.refused(late) == "wagers_are_closed"
    assert clause in load_book(book).cite("wagers_are_closed")


# -- the card reader device ------------------------------------------------------------------------


@proves("2.E", players_edge="2.F")
def test_a_card_reader_is_part_of_the_table_and_used_under_a_king(book: str) -> None:
    clause = "2.F" if book == "players-edge" else "2.E"
    line = refusal(book, card_reader=False)
    assert line == f"test.toml: card_reader is false; the book sets it to true ({book} {clause})"
    scene = Scene(book).bet("ann", 10_00).deal("9h Kc 8h 9d")
    assert scene.happened(ReaderAnswered) == [ReaderAnswered(False)]


READER = in_books("2.F", players_edge="2.G")


@pytest.mark.parametrize("book", READER)
def test_the_floorperson_inspects_the_reader_before_the_first_round_of_a_gaming_day(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    assert len(scene.happened(ReaderInspected, since_deal=False)) == 1
    assert scene.refused(cmd.InspectReader(by=FLOORPERSON)) == "not_now"
    scene.do(cmd.BeginGamingDay(by=FLOORPERSON))
    assert scene.happened(GamingDayBegun, since_deal=False)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "reader_not_inspected"
    assert scene.refused(cmd.InspectReader(by=DEALER)) == "not_your_office"
    scene.do(cmd.InspectReader(by=FLOORPERSON))
    scene.do(cmd.CloseWagers(by=DEALER))
    assert load_book(book).cite("reader_not_inspected") == ("2.G" if book == "players-edge" else "2.F",)


@pytest.mark.parametrize("book", READER)
def test_a_table_whose_reader_was_never_inspected_begins_no_round(book: str) -> None:
    scene = Scene(book, opened=False)
    for _ in range(40):
        if scene.table.phase == "wagers":
            break
        command = next_but_inspection(scene)
        scene.do(command)
    scene.bet("ann", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "reader_not_inspected"
    line = refusal(book, reader_inspected_daily=False)
    clause = "2.G" if book == "players-edge" else "2.F"
    assert line == f"test.toml: reader_inspected_daily is false; the book sets it to true ({book} {clause})"


def next_but_inspection(scene: Scene) -> cmd.Command:
    """What is due at the opening of the table, the inspection of the reader left out."""
    opening, table = scene.table.opening, scene.table
    if table.phase == "closed":
        if not opening.equipment_checked:
            return cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment)
        if not opening.decks_received:
            return cmd.ReceiveDecks(by=FLOORPERSON, cards=SPANISH_DECK * scene.rules.decks)
        if not opening.inspected:
            return cmd.InspectDecks(by=DEALER)
        return cmd.SpreadCards(by=DEALER) if opening.verified else cmd.VerifyInspection(by=FLOORPERSON)
    return {
        "spread": cmd.WashCards(by=DEALER),
        "stack": cmd.Shuffle(by=DEALER, cards=table.pool),
        "cut": cmd.OfferCut(by=DEALER) if table.cutting.offered is None else cmd.Cut(by="ann", at=100),
        "cover": cmd.PlaceCoverCard(by=DEALER, behind=100),
        "load": cmd.LoadShoe(by=DEALER),
        "burn": cmd.BurnCard(by=DEALER),
    }[table.phase]
