"""Without a hole card: when the dealer takes a second card although no hand waits for the total."""

import pytest
from books import proves
from dealt_rounds import alone, play

from scenes import Scene
from spanish21.game import commands as cmd
from spanish21.game.events import CardDealt


def dealers_cards(scene: Scene) -> int:
    return sum(event.box == 0 for event in scene.happened(CardDealt))


@pytest.mark.parametrize(
    ("hand", "draws", "decisions", "up", "taken"),
    [
        ("Kh 6d", "9h", "draws", "9c", False),  # bust: nothing can change
        ("Kh 6d", "9h", "draws", "Kc", False),  # a Blackjack takes the same wager
        ("5h 6d", "Kh", "draws", "9c", False),  # 21 beats every total
        ("5h 6d", "Kh", "draws", "Kc", True),  # but not a Blackjack
        ("5h 6d", "Kh", "draws", "Ac", True),
        ("9h 9d", "", "stands", "9c", True),
        ("9h 3d", "Kh", "doubles", "9c", False),  # a doubled hand that busts
        ("9h 3d", "Kh", "doubles", "Kc", True),  # of which a Blackjack takes the original wager alone
    ],
)
@proves("12(c)", "5(e)", books=("massachusetts",))
def test_the_dealer_takes_a_second_card_only_where_it_can_change_something(
    book: str, hand: str, draws: str, decisions: str, up: str, taken: bool
) -> None:
    scene = alone(book)
    play(scene, hand, dealer=f"{up} 8d", draws=draws)
    if up == "Ac":
        scene.says("ann", "declines")
    scene.says("ann", decisions)
    while scene.table.phase == "play":
        scene.says("ann", "stands")
    assert dealers_cards(scene) == (2 if taken else 1)
    assert scene.table.phase == "wagers"


@pytest.mark.parametrize(
    ("up", "taken"), [("9c", False), ("2c", False), ("Kc", True), ("Jc", True), ("Ac", True)]
)
@proves("8(a)", "8(a)(2)", books=("massachusetts",))
def test_a_surrendered_hand_waits_for_the_second_card_behind_an_ace_or_ten_value_card(
    book: str, up: str, taken: bool
) -> None:
    scene = alone(book)
    play(scene, "Kh 6d", dealer=f"{up} 8d")
    if up == "Ac":
        scene.says("ann", "declines")
    scene.says("ann", "surrenders")
    assert dealers_cards(scene) == (2 if taken else 1)
    assert scene.gained() == -5_00


@pytest.mark.parametrize(("up", "taken"), [("9c", False), ("Kc", True)])
@proves("9(d)", books=("massachusetts",))
def test_a_rescued_hand_waits_for_the_second_card_behind_a_ten_value_card(
    book: str, up: str, taken: bool
) -> None:
    scene = alone(book)
    play(scene, "5h 6d", dealer=f"{up} 8d", draws="2h")
    scene.says("ann", "doubles", "rescues")
    assert dealers_cards(scene) == (2 if taken else 1)
    assert scene.gained() == -10_00


@proves("11(a)", "11(d)", books=("massachusetts",))
def test_insurance_alone_makes_the_dealer_take_a_second_card(book: str) -> None:
    scene = alone(book)
    play(scene, "Kh 6d", dealer="Ac 8d", draws="9h").says("ann", "insures", "draws")
    assert dealers_cards(scene) == 2
    assert scene.gained() == -15_00


@proves("12(c)", books=("massachusetts",))
def test_the_dealer_draws_no_third_card_for_hands_that_no_total_can_change(book: str) -> None:
    scene = alone(book)
    play(scene, "5h 6d", dealer="Kc 2d", draws="Kh").says("ann", "draws")
    assert dealers_cards(scene) == 2
    other = alone(book)
    play(other, "5h 6d", dealer="Kc 2d 9d", draws="9h").says("ann", "draws", "stands")
    assert dealers_cards(other) == 3


@pytest.mark.parametrize(("reading", "paid"), [("wins", 0), ("pays_blackjack", 15_00)])
def test_where_a_two_card_21_after_a_split_pays_as_a_blackjack_it_beats_the_dealers(
    reading: str, paid: int
) -> None:
    scene = Scene("massachusetts", outside={"two_card_21_after_split": reading})
    scene.bet("ann", 10_00).deal("Ah Ac Ad Kh Kd Qd")
    scene.says("ann", "declines")
    scene.do(cmd.Split(by="ann"))
    scene.house()
    while scene.table.phase == "play":
        scene.says("ann", "stands")
    assert [one.paid for one in scene.settled()] == [paid, paid]


@pytest.mark.parametrize(("reading", "taken"), [("ties", True), ("wins", False)])
def test_a_two_card_21_after_a_split_waits_for_the_total_where_it_may_tie(reading: str, taken: bool) -> None:
    scene = Scene("massachusetts", outside={"two_card_21_after_split": reading})
    scene.bet("ann", 10_00).deal("Ah 9c Ad Kh Kd 8d")
    scene.do(cmd.Split(by="ann"))
    scene.house()
    while scene.table.phase == "play":
        scene.says("ann", "stands")
    assert dealers_cards(scene) == (2 if taken else 1)
