"""Surrender: half the wager, as the first decision, settled by the up card."""

import pytest
from books import proves, proves_clause
from dealt_rounds import TWO, alone, late_blackjack, order, play

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game.events import CardDealt, HandSurrendered, WagerSettled

LOW = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
HIGH = ["Ac", "Kc", "Qc", "Jc"]
GIVE_UP = cmd.Surrender(by="ann")


@proves("9.A", massachusetts="8(a)")
def test_with_two_cards_a_player_may_give_up_half_the_wager_and_stop(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 7s", dealer="6c 5d 9c")
    assert scene.do(GIVE_UP)[0] == HandSurrendered(1, 0, "ann")
    scene.house()
    assert scene.table.phase == "wagers"
    assert scene.gained() == -5_00
    assert len([event for event in scene.happened(CardDealt) if event.box == 1]) == 2


@proves("9.A", massachusetts="8(a)")
@pytest.mark.parametrize("hand", ["As 5d", "Ac Ad", "8s 8d", "Ks Qd", "2c 3d"])
def test_any_two_cards_but_a_blackjack_may_be_given_up(book: str, hand: str) -> None:
    scene = play(alone(book), hand, dealer="6c 5d 9c")
    scene.do(GIVE_UP)
    assert scene.house().gained() == -5_00


@pytest.mark.clause("massachusetts 8(a)")
@pytest.mark.parametrize("hole_card", [True, False])
def test_once_everybody_has_given_up_the_cards_are_collected_at_once(hole_card: bool) -> None:
    scene = play(alone("massachusetts", hole_card=hole_card), "9s 7s", dealer="6c 5d 9c")
    scene.do(GIVE_UP)
    until = {"collect", "settle"}
    while scene.table.phase not in until:
        scene.house(1)
    assert scene.table.phase == "collect"


@proves("9.A", massachusetts="8(a)")
def test_a_surrender_leaves_the_other_players_to_play_on(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "9h 7h", dealer="6c Kd 9c")
    first, second = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    scene.says(first, "surrenders")
    assert scene.refused(cmd.Stand(by=first)) in ("not_your_turn", "not_now")
    scene.says(second, "stands")
    assert (scene.gained(first), scene.gained(second)) == (-5_00, 10_00)


@pytest.mark.clause("massachusetts 8(a)")
def test_in_massachusetts_the_total_is_announced_before_a_surrender() -> None:
    scene = alone("massachusetts")
    play(scene, "9s 7s", dealer="6c 5d 9c", steps=1)
    assert scene.refused(GIVE_UP) == "not_now"
    scene.do(cmd.Announce(by=DEALER))
    scene.do(GIVE_UP)
    assert order(scene, "PointsAnnounced", "HandSurrendered") == ["PointsAnnounced", "HandSurrendered"]


# -- the first decision ----------------------------------------------------------------------------


@proves_clause("9.B", "9.B(1)", massachusetts="8(a)")
def test_who_has_doubled_can_no_longer_surrender(book: str, clause: str) -> None:
    scene = alone(book)
    play(scene, "9s 2s", dealer="6c 5d 9c", draws="3c").says("ann", "doubles")
    assert scene.refused(GIVE_UP) == "no_surrender"
    assert clause in scene.book.cite("no_surrender")


@proves_clause("9.B", "9.B(2)", massachusetts="8(a)")
def test_who_has_split_can_no_longer_surrender(book: str, clause: str) -> None:
    scene = alone(book)
    play(scene, "8s 8d", dealer="6c 5d 9c", draws="3c 4c").says("ann", "splits")
    assert len(scene.hand().cards) == 2
    assert scene.refused(GIVE_UP) == "no_surrender"
    scene.says("ann", "stands")
    assert scene.refused(GIVE_UP) == "no_surrender"
    assert clause in scene.book.cite("no_surrender")


@proves_clause("9.B", "9.B(3)", massachusetts="8(a)")
def test_who_has_stood_can_no_longer_surrender(book: str, clause: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "9h 7h", dealer="6c 5d 9c")
    first, second = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    assert scene.refused(cmd.Surrender(by=second)) == "not_your_turn"
    scene.says(first, "stands")
    assert scene.refused(cmd.Surrender(by=first)) == "no_surrender"
    assert clause in scene.book.cite("no_surrender")
    scene.do(cmd.Surrender(by=second))


@proves_clause("9.B", "9.B(4)", massachusetts="8(a)")
def test_who_has_drawn_can_no_longer_surrender(book: str, clause: str) -> None:
    scene = alone(book)
    play(scene, "9s 2s", dealer="6c 5d 9c", draws="3c").says("ann", "draws")
    assert scene.refused(GIVE_UP) == "no_surrender"
    assert clause in scene.book.cite("no_surrender")
    scene.says("ann", "stands")


@proves("9.A", massachusetts="8(a)")
def test_a_blackjack_is_not_surrendered(book: str) -> None:
    scene = alone(book)
    play(scene, "As Kd", dealer="Kc 5d 9c", steps=1 if book == "massachusetts" else 2)
    assert scene.table.phase == "play"
    assert scene.refused(GIVE_UP) == "no_surrender"
    clause = {"massachusetts": "8(a)", "players-edge": "9.A"}.get(book, "9.B")
    assert clause in scene.book.cite("no_surrender")


# -- what is lost ----------------------------------------------------------------------------------


@pytest.mark.parametrize("up", LOW)
@proves("9.C", "9.C(1)", massachusetts="8(a)(1)")
def test_against_a_2_to_9_half_is_collected_and_half_returned_at_once(book: str, up: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "9h 7h", dealer=f"{up} Kd 9c")
    first = "bob" if book == "players-edge" else "ann"
    scene.do(cmd.Surrender(by=first))
    box = 2 if first == "bob" else 1
    assert scene.happened(WagerSettled) == [
        WagerSettled(box, 0, first, "main", "surrendered", 5_00, 5_00, 0, "may_surrender", "")
    ]
    assert scene.chips()[first] == 995_00
    assert scene.table.phase == "play"


@pytest.mark.parametrize("up", HIGH)
@proves("9.C", "9.C(2)", "9.C(2)(b)", massachusetts="8(a)(2)")
def test_against_an_ace_or_ten_value_card_the_wager_waits_and_half_is_lost_without_a_blackjack(
    book: str, up: str
) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "9h 7h", dealer=f"{up} 7d")
    if up == "Ac":
        scene.says("ann", "declines").says("bob", "declines")
    first, second = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    box = 2 if first == "bob" else 1
    scene.says(first, "surrenders")
    assert scene.happened(WagerSettled) == []
    assert scene.hand(box).wagers == (10_00,)
    assert scene.hand(box).state == "surrendered"
    assert scene.chips()[first] == 990_00
    scene.says(second, "stands")
    assert scene.settled(name=first) == [
        WagerSettled(box, 0, first, "main", "surrendered", 5_00, 5_00, 0, "may_surrender", "")
    ]
    assert scene.names().index("WagerSettled") > scene.names().index("HandStood")


@pytest.mark.parametrize("dealer", ["Ac 3d 4h", "Kc 2d 6h", "Qc 5d 6h", "Jc 9d"])
@proves("8(a)(2)", books=("massachusetts",))
@pytest.mark.parametrize("hole", [False, True])
def test_in_massachusetts_the_surrender_is_settled_when_the_second_card_is_seen_and_before_a_third(
    book: str, hole: bool, dealer: str
) -> None:
    scene = Scene(book, TWO, hole_card=hole).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "Ks Kh", dealer=dealer)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines").says("bob", "declines")
    scene.says("ann", "surrenders").says("bob", "stands")
    (settled,) = scene.settled(name="ann")
    assert (settled.result, settled.collected, settled.returned) == ("surrendered", 5_00, 5_00)
    events = scene.events[scene.mark :]
    at = events.index(settled)
    assert type(events[at - 1]).__name__ == ("HoleCardTurned" if hole else "CardDealt")
    seen = [event for event in events[at:] if isinstance(event, CardDealt)]
    assert len(seen) == len(dealer.split()) - 2


@pytest.mark.parametrize("dealer", ["Ac Kd", "Kc Ad", "Qc Ad", "Jc Ad"])
@proves("9.C", "9.C(2)", "9.C(2)(a)", massachusetts="8(a)(2)")
def test_a_dealers_blackjack_takes_the_whole_wager_of_a_surrendered_hand(book: str, dealer: str) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "9s 7s", dealer=dealer)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", "surrenders")
    (lost,) = scene.settled()
    assert (lost.result, lost.collected, lost.returned, lost.why) == ("lost", 10_00, 0, "dealer_blackjack")
    assert scene.gained() == -10_00


@pytest.mark.clause("massachusetts 8(a)(2)")
def test_the_second_card_is_drawn_for_a_surrender_that_waits_even_when_nobody_else_plays() -> None:
    scene = alone("massachusetts")
    play(scene, "9s 7s", dealer="Kc Ad").says("ann", "surrenders")
    assert order(scene, "HandSurrendered", "DealersCardAnnounced", "WagerSettled") == [
        "HandSurrendered",
        "DealersCardAnnounced",
        "WagerSettled",
    ]


# -- insurance and surrender -----------------------------------------------------------------------


@proves("9.D", massachusetts="8(b)")
def test_insurance_and_surrender_are_settled_each_by_its_own_rule(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 7s", dealer="Ac 7d").says("ann", "insures 300", "surrenders")
    lost = sorted((e.kind, e.result, e.collected, e.returned) for e in scene.happened(WagerSettled))
    assert lost == [("insurance", "lost", 3_00, 0), ("main", "surrendered", 5_00, 5_00)]
    assert scene.gained() == -8_00


@proves("9.D", massachusetts="8(b)")
def test_against_a_blackjack_the_surrendered_wager_is_lost_and_its_insurance_still_paid(book: str) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "9s 7s", dealer="Ac Kd").says("ann", "insures 300", "surrenders")
    done = sorted((e.kind, e.result, e.collected, e.returned, e.paid) for e in scene.happened(WagerSettled))
    assert done == [("insurance", "won", 0, 3_00, 6_00), ("main", "lost", 10_00, 0, 0)]
    assert scene.gained() == -4_00
