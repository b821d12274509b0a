"""Dealing: the shoe, burn cards, the cover card, the first cards and the card reader device."""

import pytest
from books import assert_demanded, marked, proves, proves_clause, submitted
from dealt_rounds import THREE, TWO, alone, order, play
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import card, cards, text_of
from spanish21.game.decide import legal
from spanish21.game.events import (
    BurnCardDisclosed,
    CardBurned,
    CardDealt,
    CardsCollected,
    CoverCardReached,
    ReaderAnswered,
    ShoeLoaded,
    ShoeShuffled,
    WagerSettled,
)
from spanish21.game.view import as_json, view

# -- the shoe --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "item"),
    [
        pytest.param("maryland", "dealing_shoe", marks=marked("maryland", "7.A")),
        pytest.param("maryland-v1", "dealing_shoe", marks=marked("maryland-v1", "7.A")),
        pytest.param("players-edge", "dealing_shoe", marks=marked("players-edge", "7.A")),
        pytest.param("massachusetts", "dealing_shoe", marks=marked("massachusetts", "7(a)")),
        pytest.param("massachusetts", "discard_rack", marks=marked("massachusetts", "7(c)")),
    ],
)
def test_a_table_does_not_open_without_the_shoe_and_the_rack_that_its_book_asks_for(
    book: str, item: str
) -> None:
    scene = Scene(book, opened=False)
    assert item in scene.rules.equipment
    without = tuple(one for one in scene.rules.equipment if one != item)
    assert scene.refused(cmd.CheckEquipment(by=FLOORPERSON, items=without)) == "checklist_incomplete"
    scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
    assert scene.table.opening.equipment_checked


@proves("7.A")
def test_a_submission_names_the_approval_of_the_place_of_the_shoe(book: str) -> None:
    assert_demanded(book, "7.A", "shoe_location")


def loading(book: str, **choices: object) -> Scene:
    """A table whose stack is shuffled and cut, and whose cover card is about to go in."""
    scene = Scene(book, {}, opened=False, **choices)
    scene.do(cmd.Join(by="ann", chips=1_000_00, seat=1))
    while scene.table.phase != "cover":
        scene.house(1)
        if scene.table.phase == "cut" and scene.table.cutting.offered == 0:
            scene.do(cmd.RefuseCut(by="ann"))
    return scene


@proves("7.B")
def test_the_dealer_loads_the_shoe_after_cut_and_cover_card_and_before_the_burn_card(book: str) -> None:
    scene = loading(book)
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    scene.house(1)
    assert scene.table.phase == "load"
    assert scene.refused(cmd.BurnCard(by=DEALER)) == "not_now"
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    assert scene.refused(cmd.LoadShoe(by="ann")) == "not_your_office"
    scene.do(cmd.LoadShoe(by=DEALER))
    assert scene.names(False)[-2:] == ["CoverCardPlaced", "ShoeLoaded"]
    assert scene.table.phase == "burn"


@proves("7.B")
def test_an_automated_device_may_load_the_shoe_instead_of_the_dealer(book: str) -> None:
    scene = loading(book, shuffling="device", device_loads_shoe=True)
    scene.house(1)
    assert scene.table.phase == "burn"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    scene = loading(book, shuffling="device", device_loads_shoe=False)
    scene.house(1)
    assert scene.table.phase == "load"


@proves("7.B(3)", players_edge="7.B(3)", massachusetts="7(c)")
def test_the_first_card_of_every_full_shoe_goes_into_the_discard_rack(book: str) -> None:
    scene = Scene(book)
    assert scene.names(False)[-2:] == ["ShoeLoaded", "CardBurned"]
    assert scene.table.rack == (scene.table.shoe[:1],)
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.until("cut").house()
    scene.do(cmd.RefuseCut(by="ann"))
    scene.until("burn")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    assert scene.table.rack == ()
    scene.house()
    assert scene.table.rack == (scene.table.shoe[:1],)
    burned = scene.happened(CardBurned, since_deal=False)
    assert len(burned) == len(scene.happened(ShoeLoaded, since_deal=False)) == 2
    scene.bet("ann", 10_00).deal("", steps=1)
    assert scene.happened(CardDealt)[0].card == scene.table.shoe[1]


@proves("7.B(4)", massachusetts="7(c)")
def test_a_new_dealer_burns_one_card_before_dealing_any(book: str) -> None:
    scene = alone(book)
    second, third = scene.table.shoe[1:3]
    scene.do(cmd.RelieveDealer(by=FLOORPERSON))
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "not_now"
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    scene.do(cmd.BurnCard(by=DEALER))
    assert scene.names(False)[-2:] == ["DealerRelieved", "CardBurned"]
    assert scene.table.rack[-1] == (second,)
    assert scene.refused(cmd.BurnCard(by=DEALER)) == "not_now"
    scene.deal("", steps=1)
    assert scene.happened(CardDealt)[0].card == third


@proves("7.B(4)", massachusetts="7(c)")
def test_no_dealer_is_relieved_where_no_card_is_left_to_be_burned(book: str) -> None:
    scene = Scene(book)
    for left, says in ((1, ""), (0, "not_now")):
        scene.table = replace(scene.table, dealt=len(scene.table.shoe) - left)
        relieves = [one.command for one in legal(scene.table, FLOORPERSON) if one.command == "RelieveDealer"]
        assert bool(relieves) == (not says)
    assert scene.refused(cmd.RelieveDealer(by=FLOORPERSON)) == "not_now"


@pytest.mark.clause("massachusetts 7(c)")
def test_the_burn_card_is_shown_to_the_player_who_asks_in_massachusetts_alone() -> None:
    scene = Scene("massachusetts")
    scene.do(cmd.AskBurnCard(by="ann"))
    assert scene.happened(BurnCardDisclosed, since_deal=False) == [
        BurnCardDisclosed("ann", scene.table.shoe[0])
    ]
    scene.do(cmd.RelieveDealer(by=FLOORPERSON))
    scene.house()
    scene.do(cmd.AskBurnCard(by="ann"))
    assert scene.happened(BurnCardDisclosed, since_deal=False)[1].card == scene.table.shoe[1]
    assert Scene("maryland").refused(cmd.AskBurnCard(by="ann")) == "no_burn_disclosure"


@proves("7.B(1)", "7.B(2)", massachusetts="7(b)")
def test_only_the_dealer_deals_and_one_card_at_a_time_from_the_front_of_the_shoe_to_its_place(
    book: str,
) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00).deal("", steps=0)
    front = scene.table.dealt
    for by in ("ann", FLOORPERSON):
        assert scene.refused(cmd.Deal(by=by, count=1)) == "not_your_office"
    for number in (1, 2, 3):
        due = scene.table.shoe[scene.table.dealt]
        assert scene.do(cmd.Deal(by=DEALER, count=1)) == [CardDealt(due, number, 0, False, 0)]
        assert scene.hand(number).cards == (due,)
        assert scene.table.dealt == front + number
    assert scene.table.dealer == ()


@pytest.mark.parametrize("before", [0, 3, 5, 6])
@proves("7.C", massachusetts="7(j)")
def test_the_cover_card_comes_out_and_the_round_is_completed(book: str, before: int) -> None:
    scene = alone(book)
    scene.table = replace(scene.table, cover=scene.table.dealt + before)
    play(scene, "9s 3h", dealer="6s Kh 9d", draws="2c 6c").says("ann", "draws", "draws", "stands")
    names = order(scene, "CardDealt", "CoverCardReached")
    assert len(scene.happened(CoverCardReached)) == 1
    assert names.index("CoverCardReached") == before
    assert len(scene.happened(CardDealt)) == 7
    assert scene.settled()[0].result == "won"
    assert scene.gained() == 10_00
    assert view(scene.table, "ann").cover_card_seen


@proves_clause("7.D", massachusetts="7(j)(3)")
def test_after_the_round_of_the_cover_card_the_cards_are_shuffled_before_the_next(
    book: str, clause: str
) -> None:
    scene = alone(book)
    scene.table = replace(scene.table, cover=scene.table.dealt + 1)
    play(scene, "9s Kh", dealer="6s Kh 9d")
    scene.do(cmd.Stand(by="ann"))
    scene.until("stack")
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "cover_card_reached"
    assert clause in scene.book.cite("cover_card_reached")


@proves("7.D", massachusetts=("7(j)(1)", "7(j)(3)"))
def test_the_cards_are_collected_and_then_shuffled_and_only_once(book: str) -> None:
    scene = alone(book)
    scene.table = replace(scene.table, cover=scene.table.dealt + 1)
    play(scene, "9s Kh", dealer="6s Kh 9d", draws="")
    while scene.table.phase == "play":
        scene.do(cmd.Stand(by="ann"))
    scene.until("collect")
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=scene.table.pool)) == "not_now"
    scene.until("cut")
    assert order(scene, "CardsCollected", "ShoeShuffled") == ["CardsCollected", "ShoeShuffled"]
    assert scene.happened(CardsCollected)[0].hands == (cards("9s Kh"), cards("6s Kh 9d"))
    scene.house()
    scene.do(cmd.RefuseCut(by="ann"))
    scene.house()
    scene.bet("ann", 10_00)
    play(scene, "9s Kh", dealer="6s Kh 9d").says("ann", "stands")
    assert scene.table.phase == "wagers"
    assert scene.happened(ShoeShuffled) == []


@pytest.mark.clause("massachusetts 7(j)(2)")
def test_the_cards_left_in_the_shoe_join_the_shuffle_so_that_none_is_missing() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00)
    scene.table = replace(scene.table, cover=scene.table.dealt + 1)
    play(scene, "9s Kh", dealer="6s Kh 9d")
    scene.do(cmd.Stand(by="ann"))
    scene.until("stack")
    left = scene.table.shoe[scene.table.dealt :]
    racked = [one for hand in scene.table.rack for one in hand]
    assert sorted((*left, *racked)) == sorted(scene.table.pool)
    assert len(scene.table.pool) == 288
    lacking = tuple(sorted(scene.table.pool))
    missing = list(lacking)
    missing.remove(left[-1])
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=tuple(missing))) == "not_a_shuffle_of_the_cards"
    assert scene.refused(cmd.Shuffle(by=DEALER, cards=tuple(racked))) == "not_a_shuffle_of_the_cards"
    scene.do(cmd.Shuffle(by=DEALER, cards=lacking))
    assert scene.table.shoe == lacking
    assert scene.table.rack == ()


# -- the first cards -------------------------------------------------------------------------------


@proves(
    "7.E", "7.E(1)", "7.E(2)", "7.E(3)", "7.E(4)", massachusetts=("7(d)", "7(d)(1)", "7(d)(2)", "7(d)(3)")
)
def test_the_first_cards_go_around_from_the_left_with_the_dealer_in_their_order(book: str) -> None:
    scene = Scene(book, THREE).bet("cyd", 10_00).bet("ann", 10_00)
    play(scene, "2s 4s", "2h 4h", dealer="9d 8d")
    dealt = [(e.box, text_of((e.card,)), e.face_down) for e in scene.happened(CardDealt)]
    expected = [(1, "2s", False), (3, "2h", False), (0, "9d", False), (1, "4s", False), (3, "4h", False)]
    if book != "massachusetts":
        expected.append((0, "8d", True))
    assert dealt == expected
    assert scene.table.phase == "play"
    assert view(scene.table, "bob").dealer == (("9d",) if book == "massachusetts" else ("9d", "??"))


@proves("7.E(1)", "7.E(2)", "7.E(3)", "7.E(4)", massachusetts=("7(d)(1)", "7(d)(2)", "7(d)(3)"))
def test_nothing_else_is_done_before_the_last_of_the_first_cards_lies(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal("2s 2h Ad 4s 4h 8d", steps=0)
    for left in range(5, 0 if book == "massachusetts" else -1, -1):
        assert scene.table.phase == "deal"
        assert scene.refused(cmd.Deal(by=DEALER, count=max(left, 1) + 1)) == "not_now"
        for command in (
            cmd.Draw(by="ann"),
            cmd.Insure(by="ann", box=1, amount=5_00),
            cmd.InsertHoleCard(by=DEALER),
            cmd.Settle(by=DEALER),
            cmd.CollectCards(by=DEALER),
        ):
            assert scene.refused(command) == "not_now"
        (dealt,) = scene.do(cmd.Deal(by=DEALER, count=1))
        assert isinstance(dealt, CardDealt)
        assert dealt.hand == 0
    assert scene.table.phase == "insurance"


# -- the card reader device ------------------------------------------------------------------------


@pytest.mark.parametrize("up", ["Ac", "Kc", "Qc", "Jc"])
@proves("7.G", "7.G(2)")
def test_under_an_ace_or_court_card_the_reader_is_asked_after_insurance_and_before_any_decision(
    book: str, up: str
) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00).bet("bob", 5_00, "match")
    scene.stack(f"9s 9h {up} 8s 8h 5d").deal("", steps=1)
    assert scene.table.phase == "match"
    assert scene.refused(cmd.InsertHoleCard(by=DEALER)) == "not_now"
    scene.house(1)
    if up == "Ac":
        assert scene.table.phase == "insurance"
        assert scene.refused(cmd.InsertHoleCard(by=DEALER)) == "not_now"
        scene.do(cmd.CloseInsurance(by=DEALER))
    assert scene.table.phase == "reader"
    for by in ("ann", "bob"):
        assert scene.refused(cmd.Stand(by=by)) == "not_now"
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    assert scene.refused(cmd.InsertHoleCard(by=FLOORPERSON)) == "not_your_office"
    assert scene.do(cmd.InsertHoleCard(by=DEALER)) == [ReaderAnswered(False)]
    assert scene.table.phase == "play"


@pytest.mark.parametrize("up", ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"])
@proves("7.G")
def test_under_a_2_to_9_neither_insurance_nor_the_reader_is_used(book: str, up: str) -> None:
    scene = alone(book)
    play(scene, "9s 8s", dealer=f"{up} 5d")
    assert scene.table.phase == "play"
    assert order(scene, "InsuranceClosed", "ReaderAnswered") == []
    assert scene.refused(cmd.InsertHoleCard(by=DEALER)) == "not_now"


@pytest.mark.parametrize("up", ["Kc", "Qc", "Jc"])
@proves("7.G(1)")
def test_insurance_is_not_offered_under_a_court_card_as_chapter_8_says(book: str, up: str) -> None:
    scene = alone(book)
    scene.stack(f"9s {up} 8s 5d").deal("", steps=1)
    assert scene.table.phase == "reader"
    assert scene.refused(cmd.Insure(by="ann", box=1, amount=5_00)) == "insurance_not_offered"


@proves("7.G(1)")
def test_insurance_is_offered_to_everybody_under_an_ace_before_the_reader_answers(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "9h 8h", dealer="Ac 5d")
    assert scene.table.phase == "insurance"
    scene.do(cmd.Insure(by="bob", box=2, amount=5_00))
    assert scene.house().table.phase == "insurance"
    scene.do(cmd.DeclineInsurance(by="ann", box=1))
    scene.house()
    placed = ["InsurancePlaced", "InsuranceDeclined", "InsuranceClosed", "ReaderAnswered"]
    assert order(scene, *placed) == placed
    assert scene.table.phase == "play"


@pytest.mark.parametrize(("hole", "blackjack"), [("Ad", True), ("9d", False), ("Kd", False)])
@proves("7.G(2)", massachusetts="7(i)")
def test_the_reader_says_whether_the_hole_card_makes_a_blackjack(
    book: str, hole: str, blackjack: bool
) -> None:
    choices = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = Scene(book, **choices).bet("ann", 10_00)
    play(scene, "9s 8s", dealer=f"Qc {hole}")
    assert scene.happened(ReaderAnswered) == [ReaderAnswered(blackjack)]
    assert (scene.table.phase == "play") is not blackjack


@proves("7.G(2)(a)", massachusetts="7(i)")
def test_nobody_sees_the_hole_card_in_the_reader_not_even_the_dealer(book: str) -> None:
    choices = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    seen = []
    for hole in ("5d", "9h"):
        scene = Scene(book, **choices).bet("ann", 10_00)
        scene.stack(f"9s Kc 8s {hole}").deal("", steps=1)
        assert scene.table.phase == "reader"
        before = [as_json(scene.table, who) for who in ("ann", DEALER, FLOORPERSON)]
        assert scene.do(cmd.InsertHoleCard(by=DEALER)) == [ReaderAnswered(False)]
        assert scene.table.hole_down
        assert scene.table.dealer == (card("Kc"), card(hole))
        after = [as_json(scene.table, who) for who in ("ann", DEALER, FLOORPERSON)]
        assert all(b'"dealer":["Kc","??"]' in one for one in before + after)
        seen.append(before + after)
    assert seen[0] == seen[1]


@proves_clause("7.G(3)", massachusetts="7(i)")
def test_a_dealers_blackjack_ends_the_round_without_another_card(book: str, clause: str) -> None:
    choices = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = Scene(book, THREE, **choices).bet("ann", 10_00).bet("bob", 20_00).bet("cyd", 10_00)
    play(scene, "9s 9h", "As Kd", "Js Jd", dealer="Ac Qh")
    scene.says("ann", "insures").says("bob", "declines").says("cyd", "declines")
    assert scene.table.phase == "wagers"
    assert len(scene.happened(CardDealt)) == 8
    assert order(scene, "CardAsked", "PairSplit", "HandStood") == []
    assert [scene.gained(name) for name in ("ann", "bob", "cyd")] == [0, 30_00, -10_00]
    assert [(e.kind, e.paid) for e in scene.settled("insurance")] == [("insurance", 10_00)]
    assert scene.settled(name="cyd")[0].why == "dealer_blackjack"
    assert clause in scene.book.cite("dealer_blackjack")
    assert order(scene, "ReaderAnswered", "HoleCardTurned", "WagerSettled")[:3] == [
        "ReaderAnswered",
        "HoleCardTurned",
        "WagerSettled",
    ]


@pytest.mark.clause("players-edge 7.G(3)")
def test_a_dealers_blackjack_also_settles_match_down_and_monster_match() -> None:
    scene = Scene("players-edge").bet("ann", 10_00).bet("ann", 5_00, "match_down").bet("ann", 1_00, "monster")
    play(scene, "9s 8s", dealer="Kc Ah")
    assert scene.table.phase == "wagers"
    settled = [(e.kind, e.result, e.collected) for e in scene.happened(WagerSettled)]
    assert settled == [("match_down", "lost", 5_00), ("monster", "lost", 1_00), ("main", "lost", 10_00)]
    scene.bet("ann", 10_00).bet("ann", 5_00, "match_down").bet("ann", 1_00, "monster")
    play(scene, "As 8s", dealer="Kc As")
    assert [(e.result, e.paid) for e in scene.settled("match_down")] == [("won", 45_00)]
    assert [(e.result, e.paid) for e in scene.settled("monster")] == [("won", 3_00)]


@pytest.mark.clause("massachusetts 7(i)")
def test_massachusetts_may_deal_a_hole_card_with_or_without_a_reader() -> None:
    plain = Scene("massachusetts").bet("ann", 10_00)
    play(plain, "9s 8s", dealer="Kc 9h")
    assert not plain.table.hole_down
    hole = Scene("massachusetts", hole_card=True).bet("ann", 10_00)
    play(hole, "9s 8s", dealer="Kc Ah")
    assert hole.table.hole_down
    assert hole.happened(ReaderAnswered) == []
    assert view(hole.table, DEALER).dealer == ("Kc", "??")
    assert hole.refused(cmd.TurnHoleCard(by=DEALER)) == "not_now"
    hole.says("ann", "stands")
    assert order(hole, "HandStood", "HoleCardTurned") == ["HandStood", "HoleCardTurned"]
    assert hole.gained() == -10_00
    assert "card_reader_device" not in hole.rules.equipment
    without = tuple(item for item in hole.rules.equipment if item != "hole_card_notice")
    closed = Scene("massachusetts", opened=False, hole_card=True)
    assert closed.refused(cmd.CheckEquipment(by=FLOORPERSON, items=without)) == "checklist_incomplete"
    reader = Scene("massachusetts", hole_card=True, card_reader=True).bet("ann", 10_00)
    assert "card_reader_device" in reader.rules.equipment
    play(reader, "9s 8s", dealer="Kc Ah")
    events = ["ReaderAnswered", "HandStood", "HoleCardTurned"]
    assert order(reader, *events) == ["ReaderAnswered", "HoleCardTurned"]
    assert "hole_card_notice" not in plain.rules.equipment
    assert "hole_card_notice" in hole.rules.equipment
    with pytest.raises(BadRules, match=r"card_reader is true; .*massachusetts 7\(i\)"):
        rules_of("massachusetts", hole_card=False, card_reader=True)
    for name in ("hole_card", "card_reader"):
        with pytest.raises(BadRules, match=rf"{name} is 2; .*massachusetts 7\(i\)"):
            rules_of("massachusetts", **{name: 2})


@pytest.mark.clause("massachusetts 7(i)")
def test_a_reader_in_massachusetts_needs_the_approval_of_its_procedure() -> None:
    lacking = submitted("massachusetts", without="card_reader_procedure")
    assert not rules_of("massachusetts", lacking).card_reader
    assert rules_of("massachusetts", lacking).approvals_missing == ()
    assert_demanded("massachusetts", "7(i)", "card_reader_procedure", hole_card=True, card_reader=True)


# -- hands off the cards ---------------------------------------------------------------------------


@proves_clause("7.U", players_edge="7.U#2", massachusetts="7(k)")
def test_players_never_handle_the_cards(book: str, clause: str) -> None:
    scene = alone(book)
    reach = cmd.HandleCards(by="ann")
    assert scene.refused(reach) == "cards_are_not_handled"
    scene.deal("9s 6c 3s", steps=0)
    seen = set()
    while scene.table.phase not in ("wagers", "stack"):
        seen.add(scene.table.phase)
        assert scene.refused(reach) == "cards_are_not_handled"
        if scene.table.phase == "play" and scene.house().table.phase == "play":
            scene.do(cmd.Stand(by="ann"))
        else:
            scene.house(1)
    assert {"deal", "play", "dealer", "settle", "collect"} <= seen
    assert clause in scene.book.cite("cards_are_not_handled")


@pytest.mark.clause("massachusetts 7(k)")
def test_nobody_who_only_watches_handles_the_cards_either() -> None:
    scene = Scene("massachusetts", TWO).bet("ann", 10_00)
    play(scene, "9s 3h", dealer="6c 9h")
    assert scene.refused(cmd.HandleCards(by="bob")) == "cards_are_not_handled"
    for by in ("ann", "bob"):
        assert scene.refused(cmd.Deal(by=by)) == "not_your_office"
        assert scene.refused(cmd.CollectCards(by=by)) == "not_your_office"
