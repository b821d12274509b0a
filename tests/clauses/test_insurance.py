"""Insurance: against an ace, up to half the wager, before the reader or any further card."""

import pytest
from books import proves, proves_clause
from dealt_rounds import TWO, alone, late_blackjack, order, play

from scenes import DEALER, Scene
from spanish21.books.citing import refusal_text
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import CardDealt, InsurancePlaced, WagerSettled
from spanish21.game.round.places import place_due

UPS = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Jc", "Qc", "Kc"]


def insure(amount: int, by: str = "ann", box: int = 1) -> cmd.Insure:
    return cmd.Insure(by=by, box=box, amount=amount)


def offered(book: str, bet: int = 10_00, **choices: object) -> Scene:
    """A round in which insurance is offered to Ann: she has 17, the dealer an ace and a 9 after it."""
    scene = alone(book, bet=bet, **choices)
    play(scene, "9s 8s", dealer="Ac 9d")
    assert scene.table.phase == "insurance"
    return scene


# -- when it is offered ----------------------------------------------------------------------------


@pytest.mark.parametrize("up", UPS)
@proves_clause("8.A", massachusetts="11(a)", uk_casino="G22")
def test_insurance_is_not_offered_unless_the_first_card_of_the_dealer_is_an_ace(
    book: str, clause: str, up: str
) -> None:
    scene = alone(book)
    play(scene, "9s 8s", dealer=f"{up} 7d")
    assert scene.table.phase == "play"
    assert scene.refused(insure(5_00)) == "insurance_not_offered"
    assert clause in scene.book.cite("insurance_not_offered")


@pytest.mark.parametrize("up", ["Ac", "Ad", "Ah", "As"])
@proves("8.A", massachusetts="11(a)", uk_casino="G22")
def test_every_player_may_insure_against_any_ace(book: str, up: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 20_00)
    play(scene, "9s 8s", "9h 8h", dealer=f"{up} 9d")
    assert scene.do(insure(10_00, "bob", 2)) == [InsurancePlaced("bob", 2, 10_00)]
    assert scene.do(insure(5_00)) == [InsurancePlaced("ann", 1, 5_00)]
    assert scene.chips() == {"ann": 985_00, "bob": 970_00}


@pytest.mark.parametrize("second", ["Jd", "Qd", "Kd"])
@proves("8.A", "8.E", massachusetts=("11(a)", "11(c)"), uk_casino="G22")
def test_insurance_wins_2_to_1_when_the_dealers_second_card_counts_10(book: str, second: str) -> None:
    scene = alone(book)
    play(scene, "9s 8s", dealer=f"Ac {second}").says("ann", "insures")
    if scene.table.phase == "play":
        scene.says("ann", "stands")
    (paid,) = scene.settled("insurance")
    assert (paid.result, paid.collected, paid.returned, paid.paid) == ("won", 0, 5_00, 10_00)
    assert scene.settled()[0].collected == 10_00
    assert scene.gained() == 0


@pytest.mark.parametrize("second", ["Ad", "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
@proves("8.A", massachusetts="11(a)", uk_casino="G22")
def test_insurance_loses_to_every_other_second_card(book: str, second: str) -> None:
    scene = alone(book)
    play(scene, "Ks Qs", dealer=f"Ac {second} 9h").says("ann", "insures", "stands")
    (lost,) = scene.settled("insurance")
    assert (lost.result, lost.collected, lost.returned, lost.paid) == ("lost", 5_00, 0, 0)


@proves("8.A", massachusetts="11(a)")
def test_a_dealers_blackjack_with_a_court_card_first_pays_no_insurance(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 8s", dealer="Kc Ad")
    if scene.table.phase == "play":
        scene.says("ann", "stands")
    assert scene.settled("insurance") == []
    assert scene.gained() == -10_00


# -- how much --------------------------------------------------------------------------------------


@proves_clause("8.B", massachusetts="11(b)", uk_casino="G22")
def test_insurance_is_at_most_half_the_wager(book: str, clause: str) -> None:
    scene = offered(book)
    assert scene.refused(insure(5_50)) == "insurance_too_high"
    assert scene.refused(insure(10_00)) == "insurance_too_high"
    assert clause in scene.book.cite("insurance_too_high")
    scene.do(insure(5_00))
    assert scene.table.boxes[0].stakes[0].insurance == 5_00
    less = offered(book)
    less.do(insure(50))
    assert less.table.boxes[0].stakes[0].insurance == 50
    assert less.chips() == {"ann": 989_50}


@proves("8.B")
def test_insurance_is_placed_in_chips_that_the_player_has(book: str) -> None:
    scene = offered(book)
    assert scene.refused(insure(0)) == "not_in_chips"
    assert scene.refused(insure(2_75)) == "not_in_chips"
    poor = offered(book, chips=14_00)
    assert poor.refused(insure(4_50)) == "not_enough_chips"
    poor.do(insure(4_00))
    halved = offered(book, chips=14_25)  # as after a surrender, half of which is exact
    (amounts,) = (one.fields["amount"] for one in legal(halved.table, "ann") if one.command == "Insure")
    assert (amounts.least, amounts.most) == (50, 4_00)


@proves_clause("8.C", massachusetts="11(b)")
def test_where_chips_cannot_make_half_the_next_amount_in_chips_may_be_wagered(book: str, clause: str) -> None:
    scene = offered(book, 5_50)
    assert scene.refused(insure(3_50)) == "insurance_too_high"
    assert clause in scene.book.cite("insurance_too_high")
    scene.do(insure(3_00))
    five = offered(book, 15_00, outside={"smallest_chip": 5_00})
    assert five.refused(insure(15_00)) == "insurance_too_high"
    assert five.refused(insure(7_50)) == "not_in_chips"
    five.do(insure(10_00))


@proves("G22", books=("uk-casino",))
def test_in_the_uk_insurance_never_exceeds_half_the_stake(book: str) -> None:
    scene = offered(book, 5_50)
    assert scene.refused(insure(3_00)) == "insurance_too_high"
    scene.do(insure(2_50))


# -- when it must lie ------------------------------------------------------------------------------


@proves("8.D", massachusetts="11(b)")
def test_the_reader_is_not_used_before_the_offer_ends_and_ends_it(book: str) -> None:
    choices = {"hole_card": True, "card_reader": True} if book == "massachusetts" else {}
    scene = Scene(book, TWO, **choices).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "9h 8h", dealer="Ac 9d")
    scene.do(insure(5_00))
    assert scene.refused(cmd.InsertHoleCard(by=DEALER)) == "not_now"
    scene.do(cmd.CloseInsurance(by=DEALER))
    assert scene.table.phase == "reader"
    assert scene.refused(insure(5_00, "bob", 2)) == "insurance_is_closed"
    scene.do(cmd.InsertHoleCard(by=DEALER))
    assert scene.refused(insure(5_00, "bob", 2)) == "insurance_is_closed"
    assert order(scene, "InsurancePlaced", "InsuranceClosed", "ReaderAnswered") == [
        "InsurancePlaced",
        "InsuranceClosed",
        "ReaderAnswered",
    ]


@proves_clause("8.D", massachusetts="11(b)", uk_casino="G23")
def test_insurance_is_too_late_once_the_offer_is_closed(book: str, clause: str) -> None:
    scene = offered(book)
    assert scene.refused(cmd.Draw(by="ann")) == "insurance_first"
    for command in (
        cmd.Deal(by=DEALER),
        cmd.TurnHoleCard(by=DEALER),
        cmd.Settle(by=DEALER),
    ):
        assert scene.refused(command) == "not_now"
    assert scene.refused(cmd.CloseInsurance(by="ann")) == "not_your_office"
    scene.do(cmd.CloseInsurance(by=DEALER))
    scene.house()
    assert scene.table.phase == "play"
    for late in (insure(5_00), cmd.DeclineInsurance(by="ann", box=1)):
        assert scene.refused(late) == "insurance_is_closed"
    assert scene.book.cite("insurance_is_closed") == (clause,)
    scene.says("ann", "stands")
    assert scene.settled("insurance") == []


@proves("G23", books=("uk-casino",))
def test_insurance_is_asked_before_a_third_card_to_anybody_and_before_the_dealers_next(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "5s 4s", "9h 8h", dealer="Ac 9d", draws="8c").says("ann", "insures")
    assert scene.refused(cmd.Draw(by="ann")) == "insurance_first"
    scene.says("bob", "insures").says("ann", "draws", "stands").says("bob", "stands")
    steps = ["InsurancePlaced", "InsurancePlaced", "InsuranceClosed", "CardAsked"]
    assert order(scene, "InsurancePlaced", "InsuranceClosed", "CardAsked") == steps
    placed = scene.names().index("InsuranceClosed")
    before = [event for event in scene.events[scene.mark :][:placed] if isinstance(event, CardDealt)]
    assert [event.box for event in before] == [1, 2, 0, 1, 2]


# -- when it is settled ----------------------------------------------------------------------------


@proves_clause("8.F")
def test_losing_insurance_is_collected_as_soon_as_the_reader_has_answered(book: str, clause: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "5s 4s", "9h 8h", dealer="Ac 9d").says("ann", "insures").says("bob", "insures")
    assert scene.table.phase == "play"
    assert scene.names()[-3:] == ["ReaderAnswered", "WagerSettled", "WagerSettled"]
    lost = [(e.person, e.kind, e.collected, e.why) for e in scene.happened(WagerSettled)]
    assert lost == [
        ("ann", "insurance", 5_00, "insurance_lost"),
        ("bob", "insurance", 5_00, "insurance_lost"),
    ]
    assert clause in scene.book.cite("insurance_lost")
    assert scene.table.hole_down


@proves("11(d)", books=("massachusetts",))
@pytest.mark.parametrize("hole", [False, True])
def test_losing_insurance_is_collected_with_the_dealers_second_card_before_a_third(
    book: str, hole: bool
) -> None:
    scene = alone(book, hole_card=hole)
    play(scene, "Ks Qs", dealer="Ac 3d 2h 5h").says("ann", "insures")
    assert scene.settled("insurance") == []
    scene.says("ann", "stands")
    assert [(e.collected, e.why) for e in scene.settled("insurance")] == [(5_00, "insurance_lost")]
    assert "11(d)" in scene.book.cite("insurance_lost")
    events = scene.events[scene.mark :]
    at = events.index(scene.settled("insurance")[0])
    names = [type(event).__name__ for event in events[at - 1 : at + 2]]
    assert names == ["HoleCardTurned" if hole else "CardDealt", "WagerSettled", "CardDealt"]


@proves("8.F", massachusetts="11(d)")
def test_without_a_reader_losing_insurance_is_collected_before_the_dealer_draws(book: str) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "Ks Qs", dealer="Ac 3d 2h 5h").says("ann", "insures", "stands")
    events = scene.events[scene.mark :]
    at = events.index(scene.settled("insurance")[0])
    after = [event for event in events[at:] if isinstance(event, CardDealt)]
    assert len(after) == 2
    assert {event.box for event in after} == {0}


@proves("11(e)", books=("massachusetts",))
def test_a_match_wager_is_neither_insured_nor_counted_towards_the_half(book: str) -> None:
    scene = alone(book).bet("ann", 10_00, "match")
    play(scene, "9s 8s", dealer="Ac Kd")
    assert [(e.kind, e.collected) for e in scene.happened(WagerSettled)] == [("match", 10_00)]
    assert scene.refused(insure(5_50)) == "insurance_too_high"
    scene.says("ann", "insures 500", "stands")
    assert [(e.kind, e.paid) for e in scene.settled("insurance")] == [("insurance", 10_00)]
    assert scene.gained() == -10_00
    other = alone(book).bet("ann", 10_00, "match")
    play(other, "9s 8s", dealer="6c Kd 9d")
    assert other.refused(insure(5_00)) == "insurance_not_offered"
    assert "11(e)" in other.book.cite("insurance_not_offered")


@proves("11(a)", books=("massachusetts",))
def test_in_massachusetts_insurance_waits_for_the_second_card_while_the_players_decide(book: str) -> None:
    scene = alone(book)
    play(scene, "5s 4s", dealer="Ac Kd", draws="Kc").says("ann", "insures", "draws", "stands")
    assert order(scene, "CardAsked", "DealersCardAnnounced", "WagerSettled")[:2] == [
        "CardAsked",
        "DealersCardAnnounced",
    ]
    assert scene.gained() == 0


# -- dead hands, and the order of payment ----------------------------------------------------------


@proves("13.M", massachusetts="15(h)")
def test_a_hand_that_is_dead_is_not_insured_and_nobody_waits_for_its_answer(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 20_00)
    scene.deal("9h Ac 8h 9d", steps=0)
    pass_over(scene, 1)
    assert scene.hand(1).state == "dead"
    assert scene.table.phase == "insurance"
    assert scene.refused(insure(5_00)) == "no_wager"
    assert scene.refused(cmd.DeclineInsurance(by="ann", box=1)) == "no_wager"
    assert not [may for may in legal(scene.table, "ann") if may.command in ("Insure", "DeclineInsurance")]
    assert due(scene.table) is None  # bob has not answered
    scene.do(insure(10_00, "bob", 2))
    assert isinstance(due(scene.table), cmd.CloseInsurance)
    scene.house().says("bob", "stands")
    assert scene.gained("ann") == 0


def pass_over(scene: Scene, box: int) -> None:
    """Deal the first cards to everybody but one box."""
    while scene.table.phase == "deal":
        place = place_due(scene.table)
        assert place is not None
        if place[0] == box:
            scene.do(cmd.SkipBox(by=DEALER))
        else:
            scene.do(cmd.Deal(by=DEALER, count=1))


@pytest.mark.parametrize("second", ["Kd", "9d"])
@proves("7.R(2)", players_edge="7.S(2)")
def test_insurance_is_paid_from_the_dealers_right_and_collected_from_everybody(
    book: str, second: str
) -> None:
    people = dict.fromkeys(("ann", "bob", "cid"), 1_000_00)
    scene = Scene(book, people)
    for name in people:
        scene.bet(name, 10_00)
    play(scene, "9s 8s", "9h 8h", "9d 8d", dealer=f"Ac {second}")
    for name in people:
        scene.says(name, "insures")
    while scene.table.phase == "play":
        scene.says(scene.table.boxes[scene.table.turn_box].stakes[0].person, "stands")
    settled = scene.settled("insurance")
    if second == "Kd":
        assert [(event.box, event.result) for event in settled] == [(3, "won"), (2, "won"), (1, "won")]
        assert all(scene.gained(name) == 0 for name in people)
    else:
        assert {(event.box, event.collected) for event in settled} == {(1, 5_00), (2, 5_00), (3, 5_00)}


@pytest.mark.clause("massachusetts 15(a)")
def test_insurance_that_is_not_yet_decided_goes_back_when_the_round_is_void() -> None:
    scene = alone("massachusetts")
    play(scene, "5s 6s", dealer="Ac 9d", draws="Kh Qh").says("ann", "insures")
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.FindFaceUp(by=DEALER))
    scene.do(cmd.FindFaceUp(by=DEALER))
    back = WagerSettled(1, 0, "ann", "insurance", "void", 0, 5_00, 0, "second_face_up_card", "")
    assert scene.settled("insurance") == [back]
    assert scene.gained() == 0


@pytest.mark.clause("uk-casino G22")
def test_in_the_united_kingdom_the_limit_is_rounded_down_and_the_refusal_says_so() -> None:
    scene = offered("uk-casino", 6_00, outside={"smallest_chip": 2_00})
    with pytest.raises(Refused) as caught:
        scene.do(insure(4_00))
    text = refusal_text(scene.rules, caught.value, insure(4_00))
    says = "insurance is at most half the wager, rounded down to a whole chip (at most £2.00)"
    assert text == f"{says} [uk-casino G22]"
    scene.do(insure(2_00))


@proves("8.C", massachusetts="11(b)")
def test_where_the_limit_is_rounded_up_the_refusal_says_so(book: str) -> None:
    scene = offered(book, 5_50)
    with pytest.raises(Refused) as caught:
        scene.do(insure(3_50))
    says = "insurance is at most half the wager, rounded up to the next chip (at most $3.00)"
    assert refusal_text(scene.rules, caught.value, insure(3_50)).startswith(says)
