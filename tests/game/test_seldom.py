"""What seldom happens at a table: asked for directly, because random walks hardly come there."""

import random
from fractions import Fraction
from math import comb

import pytest
from msgspec.structs import replace

from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.dealer import play_round, run_house, with_chance
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK, UNSEEN, card, cards
from spanish21.game.chapters.payment.progressives import SideDue
from spanish21.game.decide import carry_out, decide, legal
from spanish21.game.due import due
from spanish21.game.events import BonusPaid, InsertionReported, ShoeLoaded, TenFound
from spanish21.game.fast_paths.first_cards import begin_plain_round
from spanish21.game.fast_paths.last_cards import finish_round
from spanish21.game.moves.act import Act
from spanish21.game.moves.choices import Amounts, CardsFrom, OneOf, ShuffleOf, one_by_one
from spanish21.game.side_wagers.match import edge_in_hundredths
from spanish21.game.side_wagers.registry import meter_names, side_wager
from spanish21.game.table import CashOffer, Slip, Table


def offered(scene: Scene, who: str, name: str) -> list[dict[str, object]]:
    """What `legal` says of the fields of a command."""
    mays = (may for may in legal(scene.table, who) if may.command == name)
    return [dict(one.fields) for may in mays for one in one_by_one(may, "box", "instrument")]


# -- what legal lists ------------------------------------------------------------------------------


def test_choices_hold_what_they_list_and_nothing_else() -> None:
    assert [OneOf((0, "x")).holds(value) for value in (0, "x", False, 1)] == [True, True, False, False]
    ten = Amounts(10, 30, 10)
    assert [ten.holds(value) for value in (0, 10, 15, 30, 40)] == [False, True, False, True, False]
    assert ShuffleOf((1, 2, 2)).holds((2, 1, 2))
    assert not ShuffleOf((1, 2, 2)).holds((1, 2))
    some = CardsFrom((1, 2, 2), 1, 2)
    found = [some.holds(value) for value in ((), (1,), (2, 2), (1, 1), (1, 2, 2), (3,))]
    assert found == [False, True, True, False, False, False]


def test_decide_gives_the_events_and_leaves_the_table_alone() -> None:
    scene = Scene("maryland")
    before = scene.table
    events = decide(scene.table, cmd.PlaceWager(by="ann", box=1, amount=10_00))
    assert events == (ev.WagerPlaced("ann", 1, "main", 10_00, 0),)
    assert scene.table == before


def test_the_dealer_is_offered_the_stops_of_the_wheel() -> None:
    scene = Scene("maryland", {"ann": 1_000_00, "bob": 1_000_00}).bet("ann", 10_00).bet("bob", 10_00)
    scene.bet("bob", 1_00, "spin").deal("9h Ah 9c 9d Kh 9s")
    scene.do(cmd.Stand(by="ann"))
    while not isinstance(due(scene.table), cmd.Spin):
        scene.house(1)
    wheel = scene.rules.sides["spin"].tables[0].wheel
    assert offered(scene, DEALER, "Spin") == [
        {
            "box": OneOf((2,)),
            "person": OneOf(("bob",)),
            "kind": OneOf(("spin",)),
            "stop": Amounts(0, len(wheel) - 1, 1),
        }
    ]
    assert offered(scene, FLOORPERSON, "ValidatePayout") == []
    for stop in (-1, len(wheel)):
        spin = cmd.Spin(by=DEALER, box=2, person="bob", kind="spin", stop=stop)
        assert scene.refused(spin) == "wheel_stop"
    scene.do(cmd.Spin(by=DEALER, box=2, person="bob", kind="spin", stop=len(wheel) - 1))
    assert offered(scene, FLOORPERSON, "ValidatePayout") == [
        {"box": OneOf((2,)), "person": OneOf(("bob",)), "kind": OneOf(("spin",))}
    ]
    assert offered(scene, DEALER, "Spin") == []


# -- doubles by others where the full amount is asked ----------------------------------------------


def test_where_a_double_is_for_the_full_amount_others_double_in_full_or_not_at_all() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 25_00}, outside={"double_for_less": False})
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("ann", 10_00).bet("bob", 10_00, box=1).deal("5h 9c 6d Kd 8c")
    assert offered(scene, "ann", "Double") == [{"amount": Amounts(10_00, 10_00, 1)}]
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert offered(scene, "bob", "FollowDouble") == [{"amount": Amounts(0, 10_00, 10_00)}]
    assert scene.refused(cmd.FollowDouble(by="bob", amount=5_00)) == "double_amount"
    scene.do(cmd.FollowDouble(by="bob", amount=10_00))
    poor = Scene("massachusetts", {"ann": 1_000_00, "bob": 15_00}, outside={"double_for_less": False})
    poor.do(cmd.Consent(by="ann", person="bob"))
    poor.bet("ann", 10_00).bet("bob", 10_00, box=1).deal("5h 9c 6d Kd 8c")
    poor.do(cmd.Double(by="ann", amount=10_00))
    assert poor.refused(cmd.FollowDouble(by="bob", amount=10_00)) == "not_enough_chips"
    poor.do(cmd.FollowDouble(by="bob", amount=0))


@pytest.mark.parametrize(("left", "enough"), [(10_00, True), (9_50, False)])
def test_whoever_has_just_enough_chips_may_double_and_split_and_follow(left: int, enough: bool) -> None:
    people = {"ann": 10_00 + left, "bob": 10_00 + left}
    for hands, command in (("5h 9c 6d Kd 8c", "Double"), ("8h 9c 8d Kd 8c", "Split")):
        scene = Scene("massachusetts", people, outside={"double_for_less": False})
        scene.do(cmd.Consent(by="ann", person="bob"))
        scene.bet("ann", 10_00).bet("bob", 10_00, box=1).deal(hands)
        assert bool(offered(scene, "ann", command)) == enough
        scene.do(cmd.BuyChips(by="ann", amount=10_00))
        scene.do(cmd.Double(by="ann", amount=10_00) if command == "Double" else cmd.Split(by="ann"))
        if command == "Double":
            most = 10_00 if enough else 0
            assert offered(scene, "bob", "FollowDouble") == [{"amount": Amounts(0, most, 10_00)}]
        else:
            assert (
                {"covers": OneOf((True,)), "hand": OneOf((0,))} in offered(scene, "bob", "FollowSplit")
            ) == enough


@pytest.mark.parametrize(("wager", "most"), [(60_00, 40_00), (50_00, 50_00), (20_00, 20_00)])
def test_a_maximum_for_a_hand_limits_every_double(wager: int, most: int) -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 1_000_00}, outside={"hand_maximum": 100_00})
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("ann", wager).bet("bob", wager, box=1).deal("5h 9c 6d Kd 8c")
    assert offered(scene, "ann", "Double") == [{"amount": Amounts(50, most, 50)}]
    scene.do(cmd.Double(by="ann", amount=most))
    assert offered(scene, "bob", "FollowDouble") == [{"amount": Amounts(0, most, 50)}]


# -- the wagers of a round at once -----------------------------------------------------------------


def test_wagers_are_taken_at_once_only_where_a_round_can_begin() -> None:
    ann = cmd.PlaceWager(by="ann", box=1, amount=5_00)
    scene = Scene("maryland", {"ann": 100_00})
    nobody = cmd.PlaceWager(by="eve", box=1, amount=5_00)
    uninspected = replace(scene.table, opening=replace(scene.table.opening, reader_inspected=False))
    for table, wager in (
        (scene.table, nobody),
        (uninspected, ann),
        (replace(scene.table, phase="stack"), ann),
        (Scene("maryland", {"ann": 100_00}).bet("ann", 5_00).table, ann),
    ):
        assert not took(table, wager)
    for other in (
        replace(ann, instrument="cash"),
        replace(ann, kind="match"),
        replace(ann, amount=4_50),
        replace(ann, amount=5_25),
        replace(ann, box=2),
    ):
        assert not took(scene.table, other)
    assert took(scene.table, ann)


def test_wagers_are_taken_at_once_from_box_to_box_and_while_nothing_is_in_trouble() -> None:
    scene = Scene("maryland", {"ann": 100_00, "bob": 100_00})
    ann, bob = (cmd.PlaceWager(by=name, box=box, amount=5_00) for box, name in ((1, "ann"), (2, "bob")))
    assert took(scene.table, ann, bob)
    for wagers in ((), (bob, ann), (ann, ann)):
        assert not took(scene.table, *wagers)
    table = scene.table
    for other in (
        replace(table, offers=(CashOffer("bob", 2, "main", 5_00, ()),)),
        replace(table, trouble=replace(table.trouble, reader_broken=True)),
        replace(table, slip=Slip("fill", 5_00, 0, 0)),
    ):
        assert not took(other, ann)


def took(table: Table, *wagers: cmd.PlaceWager) -> bool:
    act = Act(table)
    taken = begin_plain_round(act, wagers)
    assert (act.table is table) != taken == bool(act.events)
    return taken


# -- the first cards at once -----------------------------------------------------------------------


@pytest.mark.parametrize(("book", "needed"), [("maryland", 4), ("uk-casino", 3)])
def test_the_first_cards_are_dealt_at_once_only_where_nothing_interrupts_them(book: str, needed: int) -> None:
    table = Scene(book).table
    end = table.dealt + needed
    for undisturbed in (
        table,
        replace(table, cover=end),
        replace(table, cover=table.dealt, cover_seen=True),
        replace(table, cover=None),
        replace(table, shoe=table.shoe[:end]),
        replace(table, shoe=(*table.shoe[:end], card("Td"))),
    ):
        assert dealt_at_once(undisturbed)
    for disturbed in (
        replace(table, phase="deal"),
        replace(table, is_real_shoe=True),
        replace(table, trouble=replace(table.trouble, loose_card=card("9s"))),
        replace(table, cover=end - 1),
        replace(table, cover=0),
        replace(table, shoe=table.shoe[: end - 1]),
        replace(table, shoe=(*table.shoe[: end - 1], card("Td"))),
    ):
        assert not dealt_at_once(disturbed)


def dealt_at_once(table: Table) -> bool:
    act = Act(table)
    done = begin_plain_round(act, [cmd.PlaceWager(by="ann", box=1, amount=10_00)])
    assert (act.table is not table) == done == bool(act.events)
    return done


# -- the end of a round at once --------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_fixed_payout_is_paid_also_when_the_round_ends_in_one_go(book: str) -> None:
    scene = Scene(book, {"ann": 10_000_00, "bob": 10_000_00}).bet("ann", 25_00).bet("bob", 5_00)
    draws = "9s 7h" if scene.rules.hole_card else "7h 9s"
    scene.deal(f"7h 9c 7c 7h 9d {draws}")
    while scene.table.phase == "play":
        at_ann = scene.table.turn_box == 0 and len(scene.hand().cards) == 2
        name = "ann" if scene.table.turn_box == 0 else "bob"
        scene.do(cmd.Draw(by="ann") if at_ann else cmd.Stand(by=name))
        while scene.table.phase == "play" and due(scene.table) is not None:
            scene.house(1)
    before = scene.table
    after, events = run_house(before, random.Random(1))
    bonuses = [(event.person, event.kind, event.paid) for event in events if isinstance(event, BonusPaid)]
    assert bonuses == [("ann", "super_bonus", 5_000_00), ("bob", "envy", 50_00)]
    chips = {person.name: person.chips for person in after.people}
    assert chips == {"ann": 10_000_00 + 50_00 + 5_000_00, "bob": 10_000_00 + 5_00 + 50_00}
    assert after.inventory == before.inventory - (50_00 + 5_000_00 + 5_00 + 50_00)


@pytest.mark.parametrize("book", BOOKS)
def test_a_10_among_the_dealers_cards_is_taken_out_when_a_round_is_played_in_one_go(book: str) -> None:
    scene = Scene(book)
    scene.stack("Kh 6c 9s 5h 7s")
    table, ten = scene.table, card("Td")
    at = table.dealt + 4
    table = replace(
        table, pool=tuple(sorted((*table.pool, ten))), shoe=(*table.shoe[:at], ten, *table.shoe[at:])
    )
    wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
    after, events = play_round(table, [wager], lambda _: cmd.Stand(by="ann"), random.Random(1))
    assert [event.card for event in events if isinstance(event, TenFound)] == [ten]
    assert [event.card for event in events if isinstance(event, ev.TenTakenOut)] == [ten]
    assert ten not in after.pool
    dealers = [event.card for event in events if isinstance(event, ev.CardDealt) and event.box == 0]
    assert dealers == list(cards("6c 5h 7s"))


def at_hole_card() -> Table:
    """Ann stands on 19 against a 6, the hole card is a king, and a 5 lies next in the shoe."""
    scene = Scene("maryland").bet("ann", 10_00).deal("Kh 6c 9s Kd 5h")
    scene.do(cmd.Stand(by="ann"))
    assert scene.table.phase == "dealer"
    return scene.table


def ended(table: Table) -> bool:
    """Whether the round ends in one go; nothing is touched where it does not."""
    act = Act(table)
    done = finish_round(act)
    assert (act.table is not table) == done == bool(act.events)
    return done


def with_first_hand(table: Table, **changes: object) -> Table:
    box = table.boxes[0]
    return replace(table, boxes=(replace(box, hands=(replace(box.hands[0], **changes),)),))


def test_a_round_ends_in_one_go_only_where_nothing_can_come_between() -> None:
    table = at_hole_card()
    assert ended(table)
    insured = replace(table.boxes[0], stakes=(replace(table.boxes[0].stakes[0], insurance=5_00),))
    dealt = table.dealt
    offer = CashOffer("ann", 0, "chips", 5_00, ())
    for other in (
        replace(table, phase="play"),
        replace(table, hole_down=False),
        replace(table, has_side_wagers=True),
        replace(table, is_real_shoe=True),
        replace(table, trouble=replace(table.trouble, tens_found=1)),
        replace(table, slip=Slip("fill", 5_00, 0, 0)),
        replace(table, offers=(offer,)),
        replace(table, rules=replace(table.rules, mid_shoe_entry=False)),
        replace(table, boxes=(insured,)),
        with_first_hand(table, state="surrendered"),
        replace(table, shoe=table.shoe[:dealt]),
        replace(table, shoe=(*table.shoe[:dealt], card("Td"), *table.shoe[dealt:])),
        replace(table, cover=dealt),
    ):
        assert not ended(other)
    for other in (
        replace(table, cover=dealt + 1),
        replace(table, cover=dealt, cover_seen=True),
        replace(table, cover=None),
        replace(table, shoe=table.shoe[: dealt + 1]),
        with_first_hand(table, state="busted", cards=cards("Kh 9s 5d"), hard=24),
    ):
        assert ended(other)


@pytest.mark.parametrize(
    ("hole", "drawn", "totals"),
    [("2d", "Ah", [19]), ("2d", "3c Ah 9d", [11, 12, 21]), ("5d", "As Kd", [12, 22])],
)
def test_an_ace_that_the_dealer_draws_counts_11_or_1_also_when_the_round_ends_in_one_go(
    hole: str, drawn: str, totals: list[int]
) -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal(f"Kh 6c 9s {hole} {drawn}")
    scene.do(cmd.Stand(by="ann"))
    act = Act(scene.table)
    assert finish_round(act)
    dealt = [event for event in act.events if isinstance(event, ev.CardDealt)]
    assert [event.card for event in dealt] == list(cards(drawn))
    assert [event.announced for event in dealt] == totals


def test_a_round_ends_in_one_go_only_where_the_inventory_covers_what_is_paid() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("Kh 6c 9s Kd 7h")
    scene.do(cmd.Stand(by="ann"))
    assert ended(replace(scene.table, inventory=10_00))
    assert not ended(replace(scene.table, inventory=9_99))


@pytest.mark.parametrize(("takes", "second"), [("original", ["8c"]), ("all", [])])
def test_after_a_double_that_is_bust_a_second_card_is_dealt_only_where_a_blackjack_gives_the_double_back(
    takes: str, second: list[str]
) -> None:
    scene = Scene("uk-casino", outside={"dealer_blackjack_takes": takes}).bet("ann", 10_00)
    scene.deal("9h Kc 3d Kd 8c").says("ann", "doubles")
    dealers = [event.card for event in scene.happened(ev.CardDealt) if event.box == 0]
    assert dealers == [card("Kc"), *(card(one) for one in second)]
    assert scene.gained() == -20_00


# -- cards, readers, shoes -------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_face_up_10_is_a_10(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    table, ten = scene.table, card("Td")
    at = table.dealt
    scene.table = replace(
        table, pool=tuple(sorted((*table.pool, ten))), shoe=(*table.shoe[:at], ten, *table.shoe[at:])
    )
    scene.do(cmd.CloseWagers(by=DEALER))
    assert scene.do(cmd.FindFaceUp(by=DEALER)) == [TenFound(ten)]
    assert scene.table.trouble.face_up_found == 0


def test_only_a_10_that_is_in_the_decks_can_be_missed() -> None:
    scene = Scene("maryland", opened=False)
    while not isinstance(due(scene.table), cmd.RemoveTens):
        command = due(scene.table)
        assert command is not None
        if isinstance(command, cmd.ReceiveDecks):
            command = replace(command, cards=FULL_DECK * scene.rules.decks)
        scene.do(command)
    for wrong in ("9s", "Ts Ts Ts Ts Ts Ts Ts", "Ts 9s"):
        assert scene.refused(cmd.RemoveTens(by=DEALER, missed=cards(wrong))) == "wrong_decks"
    scene.do(cmd.RemoveTens(by=DEALER, missed=cards("Ts Ts")))
    assert sum(one >> 2 == 10 for one in scene.table.pool) == 2


def test_the_answer_of_the_reader_is_given_for_a_real_shoe_alone() -> None:
    known = Scene("maryland").bet("ann", 10_00)
    known.deal("9s Kc 9h 8d", steps=1)
    for answer in (False, True):
        assert known.refused(cmd.InsertHoleCard(by=DEALER, answer=answer)) == "card_comes_from_the_shoe"
    assert known.refused(cmd.InsertHoleCard(by=FLOORPERSON)) == "not_your_office"
    real = Scene("maryland", real=True).bet("ann", 10_00)
    real.do(cmd.CloseWagers(by=DEALER))
    real.do(cmd.Deal(by=DEALER, cards=cards("9s Kc 9h")))
    real.do(cmd.Deal(by=DEALER, cards=(UNSEEN,)))
    assert real.refused(cmd.InsertHoleCard(by=DEALER)) == "card_must_be_read"
    assert offered(real, DEALER, "InsertHoleCard") == [{"answer": OneOf((False, True))}]
    real.do(cmd.InsertHoleCard(by=DEALER, answer=False))
    assert not real.table.dealer_has_blackjack


@pytest.mark.parametrize(("hole", "blackjack"), [("Ah", True), ("9d", False)])
def test_a_hole_card_that_was_seen_before_leaves_the_reader_one_answer(hole: str, blackjack: bool) -> None:
    real = Scene("maryland", real=True).bet("ann", 10_00)
    real.do(cmd.CloseWagers(by=DEALER))
    real.do(cmd.Deal(by=DEALER, cards=cards("9s Kc 9h")))
    real.do(cmd.DrawInError(by=DEALER, exposed=True, card=card(hole)))
    real.do(cmd.Deal(by=DEALER, cards=cards(hole)))
    assert real.table.phase == "reader"
    assert offered(real, DEALER, "InsertHoleCard") == [{"answer": OneOf((blackjack,))}]
    wrong = cmd.InsertHoleCard(by=DEALER, answer=not blackjack)
    assert real.refused(wrong) == "card_not_in_shoe"
    real.do(cmd.InsertHoleCard(by=DEALER, answer=blackjack))
    if not blackjack:
        real.do(cmd.Stand(by="ann"))
    assert offered(real, DEALER, "TurnHoleCard") == [{"card": OneOf((card(hole),))}]
    assert real.refused(cmd.TurnHoleCard(by=DEALER, card=card("8c"))) == "card_not_in_shoe"


def test_where_no_card_is_burned_wagers_open_when_the_shoe_is_loaded() -> None:
    scene = Scene("maryland", opened=False, outside={"burns_first_card": False}).until("cut")
    scene.house().do(cmd.RefuseCut(by="ann"))
    scene.until("load")
    assert scene.do(cmd.LoadShoe(by=DEALER)) == [ShoeLoaded()]
    assert scene.table.phase == "wagers"
    assert scene.table.rack == ()


def test_a_hole_card_inserted_in_error_that_nobody_saw_changes_nothing() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("9s 6c 9h 8d")
    before = scene.table
    events = scene.do(cmd.ReportInsertion(by=FLOORPERSON, shows_value=False))
    assert events == [InsertionReported(False)]
    assert scene.table == before


def test_a_side_wager_is_ready_when_it_waits_for_nothing() -> None:
    table = Scene("players-edge").bet("ann", 10_00).bet("ann", 1_00, "monster").table
    box = table.boxes[0]
    stake = box.stakes[0]
    waiting = [("", False, False), ("spin", False, False), ("", True, False), ("", False, True)]
    ready = [SideDue(box, stake, stake.sides[0], True, *waits).is_ready for waits in waiting]
    assert ready == [True, False, False, False]


def test_a_side_wager_sees_the_players_cards_in_order() -> None:
    low, high = card("2c"), card("9s")
    for first, second in ((low, high), (high, low)):
        assert side_wager("match").cards_seen(first, second, card("6d"), card("7d")) == (
            low,
            high,
            card("6d"),
            0,
        )


def test_a_match_that_pays_nothing_costs_what_is_lost_without_a_match() -> None:
    lost = Fraction(comb(44 * 6, 2), comb(48 * 6 - 1, 2))
    assert edge_in_hundredths([0, 0, 0, 0, 0], 6) == round(10_000 * lost)


def test_meters_have_their_own_order() -> None:
    assert meter_names()[:4] == ("spin", "monster", "xtreme", "xtreme_secondary")


def test_a_table_prints_eight_people_and_how_many_more() -> None:
    scene = Scene("maryland", {f"p{number}": 100_00 for number in range(1, 8)})
    scene.do(cmd.Join(by="p8", chips=100_00, seat=0))
    assert "p8 100.00\n" in repr(scene.table)
    scene.do(cmd.Join(by="p9", chips=100_00, seat=0))
    assert "p8 100.00 and 1 more\n" in repr(scene.table)


def test_without_a_hole_card_no_insertion_is_reported() -> None:
    scene = Scene("maryland", outside={"hole_card": False}).bet("ann", 10_00).deal("9s 6c 9h")
    assert (scene.table.phase, scene.rules.card_reader) == ("play", True)
    assert scene.refused(cmd.ReportInsertion(by=FLOORPERSON, shows_value=False)) == "not_now"


@pytest.mark.clause("massachusetts 15(i)", "massachusetts 11(c)")
def test_insurance_on_a_hand_that_is_dead_is_still_paid_by_the_dealers_blackjack() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00).deal("5s Ac 6s Kd")
    scene.says("ann", "insures")
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.MissRequest(by=DEALER))
    scene.do(cmd.AnswerLateCard(by="ann", takes=False))
    scene.house()
    assert [(event.result, event.paid) for event in scene.settled("insurance")] == [("won", 10_00)]
    assert scene.gained() == 10_00


@pytest.mark.parametrize("book", BOOKS)
def test_a_command_of_somebody_unknown_is_refused(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    for command in (cmd.Stand(by="eve"), cmd.Leave(by="eve"), cmd.Rescue(by="eve"), cmd.Surrender(by="eve")):
        assert scene.refused(command) == "not_at_the_table"
    act = carry_out(scene.table, cmd.Join(by="eve", chips=5_00))
    assert [(person.name, person.seat) for person in act.table.people] == [("ann", 1), ("eve", 0)]


@pytest.mark.parametrize(("chips", "most"), [(12_25, 12_00), (12_50, 12_50), (5_49, 5_00)])
def test_a_wager_is_offered_up_to_what_its_chips_can_make(chips: int, most: int) -> None:
    scene = Scene("maryland", {"ann": chips})
    amounts = [
        fields["amount"]
        for fields in offered(scene, "ann", "PlaceWager")
        if fields["box"] == OneOf((1,)) and fields["instrument"] == OneOf(("chips",))
    ]
    assert amounts == [Amounts(5_00, most, 50)]


@pytest.mark.parametrize("book", BOOKS[:4])
def test_nobody_who_comes_before_the_first_round_is_barred(book: str) -> None:
    scene = Scene(book, {"ann": 100_00, "bob": 100_00}, opened=False, mid_shoe_entry=False)
    assert not any(person.barred for person in scene.table.people)
    scene = Scene(book, {"ann": 100_00}, mid_shoe_entry=False)
    scene.do(cmd.Join(by="bob", chips=100_00, seat=2))
    assert not any(person.barred for person in scene.table.people)


def test_an_automated_shoe_that_runs_out_in_mid_round_burns_a_card_and_goes_on_with_the_round() -> None:
    scene = Scene("players-edge", outside={"shuffling": "continuous"}).bet("ann", 10_00)
    scene.deal("8h 9c 7d Kd", steps=1)
    scene.table = replace(
        scene.table, shoe=scene.table.shoe[: scene.table.dealt], rack=(cards("2h 3h 4h 5h"),)
    )
    scene.house().do(cmd.Draw(by="ann"))
    scene.do(cmd.Deal(by=DEALER))
    assert scene.table.phase == "stack"
    scene.house(1)
    assert (scene.table.phase, scene.table.burns_due) == ("burn", 1)
    scene.house(1)
    assert (scene.table.phase, scene.table.boxes[0].hands[0].state) == ("play", "drawing")


def test_no_order_is_drawn_for_a_real_shoe_because_people_shuffle_its_cards() -> None:
    table = Scene("uk-casino", opened=False).table
    shuffle = cmd.Shuffle(by=DEALER, cards=(card("9s"),))
    assert len(with_chance(table, shuffle, random.Random(21)).cards) == len(table.pool)
    assert with_chance(replace(table, is_real_shoe=True), shuffle, random.Random(21)) is shuffle
