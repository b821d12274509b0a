"""The side wagers that a player may add, how much may be wagered, and on how many boxes."""

from typing import Any

import pytest
from books import marked, proves, proves_clause, submitted
from msgspec.structs import replace

from scenes import DEALER, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import WheelStop
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.events import HotSpotDrawn, MeterMoved, WagerPlaced, WagerSettled, WheelSpun
from spanish21.game.side_wagers.terms import MeterRules
from spanish21.game.view import view


def refusal(book: str, **submission: Any) -> str:
    with pytest.raises(BadRules) as caught:
        rules_of(book, submitted(book, **submission))
    return str(caught.value)


def wager(amount: int, kind: str = "main", box: int = 1, by: str = "ann") -> cmd.Command:
    return cmd.PlaceWager(by=by, box=box, amount=amount, kind=kind)


def side_of(scene: Scene, kind: str, cards: str, amount: int) -> WagerSettled:
    """Play a round with a side wager, declining and standing, and return how that wager was settled."""
    scene.bet("ann", 10_00).bet("ann", amount, kind).deal(cards)
    while scene.table.phase in ("insurance", "play"):
        scene.says("ann", "declines" if scene.table.phase == "insurance" else "stands")
    return scene.settled(kind)[0]


# -- a match with the dealer's card ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "paid", "why"),
    [
        ("9h 9c 7d 8c", 20_00, "match_pays.unsuited"),  # the first card, in another suit
        ("7d 9c 9h 8c", 20_00, "match_pays.unsuited"),  # the second card
        ("7d 9c 9c 8c", 45_00, "match_pays.suited"),
        ("9h 9c 9d 8c", 40_00, "match_pays.two_unsuited"),  # each of two cards
        ("9c 9c 9d 8c", 65_00, "match_pays.suited_and_unsuited"),
        ("9c 9c 9c 8c", 90_00, "match_pays.two_suited"),
        ("8h 9c 7d 8c", 0, "match_lost"),  # the hole card or the dealer's next card does not count
        ("Kh 9c 7d 8c", 0, "match_lost"),
        ("Kh Jc Qd 8c", 0, "match_lost"),  # ten-value cards of another rank
    ],
)
@proves("6.G(1)", massachusetts="6(a)")
def test_a_match_wager_is_won_by_a_first_card_of_the_up_cards_rank(
    book: str, cards: str, paid: int, why: str
) -> None:
    settled = side_of(Scene(book), "match", cards, 5_00)
    assert (settled.paid, settled.why) == (paid, why)
    assert (settled.collected, settled.returned) == ((0, 5_00) if paid else (5_00, 0))


@proves("6.G(1)", massachusetts="6(a)")
def test_a_later_card_of_that_rank_does_not_win_it(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).bet("ann", 5_00, "match").deal("2h 9c 3d 8c 9h")
    scene.says("ann", "draws")
    assert scene.settled("match")[0].why == "match_lost"


@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("9h 2c 7d 9c", 20_00),
        ("7d 2c 9h 9c", 20_00),
        ("9c 2c 9h 9c", 65_00),
        ("2h 2c 7d 9c", 0),  # a match with the up card alone
    ],
)
@pytest.mark.clause("players-edge 6.G(2)")
def test_match_down_is_won_by_a_first_card_of_the_hole_cards_rank(cards: str, paid: int) -> None:
    settled = side_of(Scene("players-edge"), "match_down", cards, 5_00)
    assert settled.paid == paid
    assert settled.why == ("match_down_lost" if not paid else settled.why)


# -- progressive wagers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("Ah 9c Kd 8c", True),
        ("Kd 9c Ah 8c", True),
        ("Ah Kc Jd 8c", True),  # paid with the other wagers under a king
        ("Ah 9c 9d 8c", False),
        ("Kh 9c Kd 8c", False),
    ],
)
@pytest.mark.clause("maryland 6.G(2)")
def test_a_blackjack_in_the_first_two_cards_turns_the_bonus_spin_wheel(cards: str, wins: bool) -> None:
    scene = Scene("maryland")
    settled = side_of(scene, "spin", cards, 1_00)
    assert bool(scene.happened(WheelSpun)) == wins
    assert settled.result == ("won" if wins else "lost")
    assert settled.collected == 1_00
    if not wins:
        assert (settled.paid, settled.why) == (0, "spin_lost")
        assert load_book("maryland").cite("spin_lost")[0] == "6.G(2)"


@pytest.mark.clause("maryland 6.G(2)")
def test_a_21_in_three_cards_or_on_split_aces_turns_no_wheel() -> None:
    scene = Scene("maryland").bet("ann", 10_00).bet("ann", 1_00, "spin").deal("6h 9c 7d 8c 8h")
    scene.says("ann", "draws")
    assert not scene.happened(WheelSpun)
    assert scene.settled("spin")[0].why == "spin_lost"
    split = Scene("maryland").bet("ann", 10_00).bet("ann", 1_00, "spin").deal("Ah 9c Ad 8c Kh Kd")
    split.says("ann", "splits")
    assert not split.happened(WheelSpun)
    assert split.settled("spin")[0].why == "spin_lost"


def five_dollar_spin() -> Scene:
    """A table on which Bonus Spin costs 5."""
    sample = submitted("maryland", spin_paytable="D", spin_wager=5_00)
    wheels = {**sample.wheels, "spin": (WheelStop("jackpot", 1), WheelStop("40", 99))}
    meters = {**sample.meters, "spin": MeterRules(5_000_00, 5_000_00, (10, 100))}
    return Scene("maryland", submission=replace(sample, wheels=wheels, meters=meters))


@pytest.mark.clause("maryland 6.G(2)")
def test_bonus_spin_costs_1_or_5_as_the_submission_says() -> None:
    scene = five_dollar_spin().bet("ann", 10_00)
    for amount in (1_00, 4_50, 5_50):
        assert scene.refused(wager(amount, "spin")) == "side_wager_amount"
    scene.do(wager(5_00, "spin"))
    assert refusal("maryland", spin_wager=2_00) == (
        "test.toml: spin_wager is 2.00; it must be one of 1.00, 5.00 (maryland 6.G(2))"
    )


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("9h 6c 8d Kc", True),
        ("9h Kc 8d 6c", True),
        ("9h Jc 8d 6c", True),
        ("9h Qc 8d 6c", True),
        ("9h 6c 8d 9c", False),
        ("9h 6c 8d Ac", False),
        ("9h 7c 8d Kc", False),
        ("6h 9c Kd 8c", False),  # the player's cards do not count
        ("9h 6c 9d 2c Kd", False),  # nor does a later card of the dealer's
    ],
)
@pytest.mark.clause("maryland 6.G(3)")
def test_a_6_and_a_ten_value_card_of_the_dealers_turn_the_xtreme_16_wheels(cards: str, wins: bool) -> None:
    scene = Scene("maryland")
    settled = side_of(scene, "xtreme", cards, 5_00)
    (drawn,) = scene.happened(HotSpotDrawn) or (None,)
    assert bool(drawn) == wins
    assert settled.collected == 5_00
    if drawn is not None:
        assert settled.result == "won"
        assert settled.why.startswith("xtreme_wheel." if drawn.box == 1 else "xtreme_community.")
        assert settled.paid >= (200_00 if drawn.box == 1 else 25_00)
    else:
        assert (settled.paid, settled.why) == (0, "xtreme_lost")
        assert load_book("maryland").cite("xtreme_lost") == ("6.G(3)",)


@pytest.mark.parametrize(
    ("book", "kind", "amount", "clause"),
    [
        pytest.param("maryland", "spin", 1_00, "6.G(2)", marks=marked("maryland", "6.G(2)")),
        pytest.param("maryland", "xtreme", 5_00, "6.G(3)", marks=marked("maryland", "6.G(3)")),
        pytest.param("players-edge", "monster", 1_00, "6.G(3)", marks=marked("players-edge", "6.G(3)")),
    ],
)
def test_a_progressive_wager_has_one_amount(book: str, kind: str, amount: int, clause: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    for wrong in (50, amount - 50, amount + 50, 2 * amount, 10_00):
        assert scene.refused(wager(wrong, kind)) == "side_wager_amount"
    scene.do(wager(amount, kind))
    assert scene.events[-1] == WagerPlaced("ann", 1, kind, amount, 0)
    assert scene.refused(wager(amount, kind)) == "side_wager_amount"  # only once
    assert clause in load_book(book).cite("side_wager_amount")


@pytest.mark.parametrize(
    ("cards", "result", "why"),
    [
        ("9h 9h 7d 8c", "won", "monster_pays.suited_pair"),  # a card of the player's and one of the dealer's
        ("7d 9h 7d 8c", "won", "monster_pays.suited_pair"),  # two of the player's
        ("Kd 8c 7d 8c", "won", "monster_pays.suited_pair"),  # two of the dealer's
        ("9h 9c 9d 8c", "won", "monster_pays.three"),
        ("9h 9c 7d 8c", "lost", "monster_lost"),  # a pair, but not of one suit
        ("9h 8c 7h 6c", "lost", "monster_lost"),
    ],
)
@pytest.mark.clause("players-edge 6.G(3)")
def test_monster_match_is_won_by_a_suited_pair_or_better_in_four_cards(
    cards: str, result: str, why: str
) -> None:
    scene = Scene("players-edge")
    settled = side_of(scene, "monster", cards, 1_00)
    assert (settled.result, settled.why, settled.collected) == (result, why, 1_00)
    assert scene.happened(MeterMoved)[0] == MeterMoved("monster", 5_000_15, 0)
    if result == "lost":
        assert "6.G(3)" in load_book("players-edge").cite("monster_lost")


# -- massachusetts: what a match wager may be ------------------------------------------------------


@pytest.mark.clause("massachusetts 6(b)")
def test_a_match_wager_is_at_least_1() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00)
    assert scene.refused(wager(50, "match")) == "side_wager_amount"
    assert "6(b)" in load_book("massachusetts").cite("side_wager_amount")
    scene.do(wager(1_00, "match"))
    scene.do(wager(50, "match"))  # more on top of it
    assert view(scene.table, "ann").boxes[0].stakes[0].sides == {"match": 1_50}
    scene.do(cmd.CloseWagers(by=DEALER))
    assert scene.refused(wager(1_00, "match")) == "wagers_are_closed"
    assert refusal("massachusetts", match_minimum=50) == (
        "test.toml: match_minimum is 0.50; the book sets it to 1.00 (massachusetts 6(b))"
    )


@pytest.mark.clause("massachusetts 6(b)", "massachusetts 6(b)(1)")
def test_a_match_wager_is_at_most_the_basic_wager() -> None:
    scene = Scene("massachusetts", match_maximum=500_00).bet("ann", 10_00)
    assert scene.refused(wager(10_50, "match")) == "side_wager_amount"
    scene.do(wager(10_00, "match"))
    assert scene.refused(wager(50, "match")) == "side_wager_amount"
    assert "6(b)(1)" in load_book("massachusetts").cite("side_wager_amount")
    assert refusal("massachusetts", match_within_wager=False) == (
        "test.toml: match_within_wager is false; the book sets it to true (massachusetts 6(b)(1))"
    )


@pytest.mark.clause("massachusetts 6(b)", "massachusetts 6(b)(2)")
def test_a_match_wager_is_at_most_what_the_operator_posts() -> None:
    scene = Scene("massachusetts", match_maximum=20_00).bet("ann", 100_00)
    assert scene.refused(wager(20_50, "match")) == "side_wager_amount"
    scene.do(wager(20_00, "match"))
    assert "6(b)(2)" in load_book("massachusetts").cite("side_wager_amount")
    assert refusal("massachusetts", match_maximum=50) == (
        "test.toml: match_maximum is 0.50; it must be at least 1.00 (massachusetts 6(b)(2))"
    )


# -- boxes of one person ---------------------------------------------------------------------------


@proves_clause("6.H", massachusetts="14")
def test_the_submission_says_on_how_many_boxes_a_player_may_wager(book: str, clause: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, adjacent_boxes=2)
    scene.bet("ann", 10_00, box=3).bet("ann", 10_00, box=4)
    for third in (1, 2, 5, 7):
        assert scene.refused(wager(10_00, box=third)) == "too_many_boxes"
    assert load_book(book).cite("too_many_boxes") == (clause,)
    for wrong in (0, 8):
        line = refusal(book, adjacent_boxes=wrong)
        assert line == f"test.toml: adjacent_boxes is {wrong}; it must be from 1 to 7 ({book} {clause})"
    whole = Scene(book, people={"ann": 1000_00}, adjacent_boxes=7)
    for box in range(1, 8):
        whole.bet("ann", 10_00, box=box)


@proves("6.H", massachusetts="14")
def test_where_one_box_is_the_limit_a_player_has_one(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, adjacent_boxes=1).bet("ann", 10_00, box=1)
    assert scene.refused(wager(10_00, box=2)) == "too_many_boxes"
    scene.do(wager(10_00, box=1))


@proves("6.H")
def test_the_boxes_of_a_player_lie_side_by_side(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, adjacent_boxes=3).bet("ann", 10_00, box=3)
    for apart in (1, 5, 7):
        assert scene.refused(wager(10_00, box=apart)) == "not_adjacent"
    scene.bet("ann", 10_00, box=4)
    assert scene.refused(wager(10_00, box=1)) == "not_adjacent"
    scene.bet("ann", 10_00, box=2)
    assert load_book(book).cite("not_adjacent") == ("6.H",)
    line = refusal(book, boxes_apart=True)
    assert line == f"test.toml: boxes_apart is true; the book sets it to false ({book} 6.H)"


@pytest.mark.clause("massachusetts 14")
def test_the_boxes_of_a_player_may_lie_apart_in_massachusetts() -> None:
    scene = Scene("massachusetts", people={"ann": 1000_00}, adjacent_boxes=3).bet("ann", 10_00, box=3)
    scene.bet("ann", 10_00, box=7).bet("ann", 10_00, box=1)
    assert scene.refused(wager(10_00, box=2)) == "too_many_boxes"
    assert load_book("massachusetts").cite("not_adjacent") == ()


@pytest.mark.clause("massachusetts 14")
def test_one_box_is_usual_in_massachusetts() -> None:
    sample = submitted("massachusetts")
    choose = {name: value for name, value in sample.choose.items() if name != "adjacent_boxes"}
    assert rules_of("massachusetts", replace(sample, choose=choose)).adjacent_boxes == 1


# -- limits by box ---------------------------------------------------------------------------------


@pytest.mark.clause("uk-casino G24")
def test_the_posted_minimum_and_maximum_hold_for_each_box() -> None:
    scene = Scene("uk-casino", table_minimum=10_00, table_maximum=100_00, adjacent_boxes=2)
    assert scene.refused(wager(9_50)) == "below_minimum"
    assert scene.refused(wager(100_50)) == "above_maximum"
    scene.do(wager(100_00))
    assert scene.refused(wager(50)) == "above_maximum"
    scene.do(wager(10_00, box=2))  # each box has its own limits
    scene.do(wager(90_00, box=2))
    assert scene.refused(wager(50, box=2)) == "above_maximum"
    for reason in ("below_minimum", "above_maximum", "side_wager_amount"):
        assert load_book("uk-casino").cite(reason) == ("G24",)


@pytest.mark.clause("uk-casino G24")
def test_the_posted_limits_of_the_side_wager_hold_for_each_box_too() -> None:
    scene = Scene("uk-casino", match_minimum=2_00, match_maximum=20_00, adjacent_boxes=2)
    scene.bet("ann", 10_00).bet("ann", 10_00, box=2)
    assert scene.refused(wager(1_50, "match")) == "side_wager_amount"
    assert scene.refused(wager(20_50, "match")) == "side_wager_amount"
    scene.do(wager(20_00, "match"))
    scene.do(wager(2_00, "match", box=2))


@pytest.mark.clause("uk-casino G24")
def test_limits_are_at_least_1_and_the_minimum_is_not_above_the_maximum() -> None:
    for name in ("table_minimum", "table_maximum", "match_minimum", "match_maximum"):
        assert (
            refusal("uk-casino", **{name: 0})
            == f"test.toml: {name} is 0.00; it must be at least 0.01 (uk-casino G24)"
        )
    assert refusal("uk-casino", table_minimum=10_00, table_maximum=5_00) == (
        "test.toml: table_minimum is 10.00; it must be at most table_maximum, which is 5.00 (uk-casino G24)"
    )
