"""Monster Match of players-edge: every line of paytables A to E, from the player's and dealer's cards."""

from typing import Any

import pytest
from payout_scenes import Submitted, all_stand, cited, clause, dealt, refusal_of, submitted

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.game.events import MeterMoved

# For each line, hands of the player with hands of the dealer.
LINES = {
    "four suited": [("9h 9h", "9h 9h"), ("Ks Ks", "Ks Ks"), ("6d 6d", "6d 6d")],
    "four same color": [("9h 9d", "9d 9h"), ("8c 8s", "8c 8c"), ("9d 9d", "9d 9h"), ("Ks Kc", "Kc Ks")],
    "four": [("9h 9d", "9c 9h"), ("8c 8s", "8c 8d"), ("Kd Kh", "Ks Kc"), ("6s 6d", "6d 6d")],
    "three same color": [
        ("9h 9d", "9d 8h"),
        ("9h 9h", "8h 9h"),
        ("8c 7s", "8s 8c"),
        ("7c 8s", "8s 8c"),
        ("Kd 5h", "Kd Kh"),
    ],
    "three": [("9h 9d", "9c 8h"), ("8c 7s", "8h 8c"), ("2h 8s", "8s 8d"), ("9c 9c", "5d 9h")],
    "suited pair": [
        ("9h 9h", "8c 7c"),
        ("9h 8c", "9h 7c"),
        ("8c 9h", "9h 7c"),
        ("9h 8c", "7c 9h"),
        ("8c 9h", "7c 9h"),
        ("8c 5d", "9h 9h"),
        ("9h 9h", "8c 8c"),
        ("9h 8c", "9h 8c"),
        ("9h 8c", "9h 8d"),
    ],
}
NO_LINE = [("9h 9d", "8c 7c"), ("9h 8c", "9d 7c"), ("Kh Qh", "Jh 9h"), ("9h 9c", "8c 8s"), ("5h 6h", "7h 8h")]
# Dollars, or a percentage of the meter.
PAYTABLES = {
    "A": ("100%", "10%", 200, 20, 12, 3),
    "B": ("100%", "10%", 200, 25, 10, 2),
    "C": ("100%", "100%", 200, 20, 12, 3),
    "D": ("100%", "100%", 200, 20, 10, 2),
    "E": ("100%", "100%", 200, 25, 10, 2),
}
METER = {"monster": (7_000_00, 6_000_00, (15, 100))}
SHOWN = 7_000_15
"""What the meter shows in a round with one wager of $1: 15 cents more than it began with."""


def monster_round(table: str, hand: str, dealer: str) -> Scene:
    """Ann wagers $10 and $1 on Monster Match under a paytable, and plays the round to its end."""
    scene = Submitted(submitted("players-edge", meters=METER, monster_paytable=table))
    scene.bet("ann", 10_00).bet("ann", 1_00, "monster")
    return all_stand(scene.deal(dealt(scene, [hand], dealer)))


def lines() -> list[Any]:
    params = []
    for number, (table, pays) in enumerate(PAYTABLES.items(), start=1):
        for letter, line, payment in zip("abcdef", LINES, pays, strict=True):
            ids = f"12.D({number})({letter})"
            marks = clause("players-edge", "12.D", f"12.D({number})", ids)
            params.append(pytest.param(table, line, payment, ids, marks=marks, id=f"{table}-{line}"))
    return params


@pytest.mark.parametrize(("table", "line", "payment", "ids"), lines())
def test_each_line_of_each_paytable_is_paid_as_its_clause_says(
    table: str, line: str, payment: int | str, ids: str
) -> None:
    amounts = {"100%": SHOWN, "10%": 700_01}
    expected = amounts[payment] if isinstance(payment, str) else payment * 100
    for hand, dealer in LINES[line]:
        scene = monster_round(table, hand, dealer)
        (settled,) = scene.settled("monster")
        assert (settled.result, settled.paid) == ("won", expected), (hand, dealer)
        assert (settled.collected, settled.returned) == (1_00, 0)
        assert settled.meter == ("monster" if isinstance(payment, str) else "")
        assert cited(scene, settled.why) == (ids,)
        main = sum(one.paid - one.collected for one in scene.settled())
        assert scene.gained() == main - 1_00 + expected


@pytest.mark.parametrize("table", [pytest.param(t, marks=clause("players-edge", "12.D")) for t in PAYTABLES])
@pytest.mark.parametrize(("hand", "dealer"), NO_LINE)
def test_without_a_line_the_wager_is_lost(table: str, hand: str, dealer: str) -> None:
    scene = monster_round(table, hand, dealer)
    (settled,) = scene.settled("monster")
    assert (settled.result, settled.collected, settled.paid) == ("lost", 1_00, 0)
    assert scene.table.meters[0].amount == SHOWN


@pytest.mark.clause("players-edge 12.D")
def test_only_the_first_two_cards_of_player_and_dealer_make_a_line() -> None:
    scene = Scene("players-edge").bet("ann", 10_00).bet("ann", 1_00, "monster")
    scene.deal(dealt(scene, ["5h 2d"], "5h 3c 3c 9h", "2d")).says("ann", "draws", "stands")
    assert scene.settled("monster")[0].why == "monster_pays.suited_pair"
    scene = Scene("players-edge").bet("ann", 10_00).bet("ann", 1_00, "monster")
    scene.deal(dealt(scene, ["5h 2d"], "9h 3c 5c", "2d")).says("ann", "draws", "stands")
    assert scene.settled("monster")[0].result == "lost"


@pytest.mark.clause("players-edge 12.D")
def test_two_suited_pairs_are_the_line_once_or_each_pair_as_the_ruling_says() -> None:
    pays = {}
    for reading in ("best_line_once", "each_pair"):
        scene = Scene("players-edge", monster_two_pairs=reading).bet("ann", 10_00).bet("ann", 1_00, "monster")
        all_stand(scene.deal(dealt(scene, ["9h 8c"], "9h 8c")))
        pays[reading] = scene.settled("monster")[0].paid
    assert pays == {"best_line_once": 3_00, "each_pair": 6_00}


@pytest.mark.clause(
    "players-edge 12.D",
    "players-edge 12.D(1)",
    "players-edge 12.D(2)",
    "players-edge 12.D(3)",
    "players-edge 12.D(4)",
    "players-edge 12.D(5)",
)
def test_the_monster_paytables_are_a_to_e() -> None:
    for table in "ABCDE":
        rules_of("players-edge", submitted("players-edge", meters=METER, monster_paytable=table))
    for table in ("F", "", "a"):
        refused = refusal_of("players-edge", meters=METER, monster_paytable=table)
        assert "monster_paytable" in refused
        assert "one of A, B, C, D, E (players-edge 12.D, 12.D(1), 12.D(2)" in refused


@pytest.mark.clause("players-edge 12.D")
def test_the_paytable_is_the_submissions_choice() -> None:
    assert monster_round("A", "9h 9h", "8c 7c").settled("monster")[0].paid == 3_00
    assert monster_round("B", "9h 9h", "8c 7c").settled("monster")[0].paid == 2_00


# -- what a line leaves on the meter ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "line", "left"),
    [
        pytest.param("A", "four suited", 6_000_00, marks=clause("players-edge", "12.D(1)(a)")),
        pytest.param("A", "four same color", 6_300_14, marks=clause("players-edge", "12.D(1)(b)")),
        pytest.param("B", "four suited", 6_000_00, marks=clause("players-edge", "12.D(2)(a)")),
        pytest.param("B", "four same color", 6_300_14, marks=clause("players-edge", "12.D(2)(b)")),
        pytest.param("C", "four same color", 6_000_00, marks=clause("players-edge", "12.D(3)(b)")),
        pytest.param("D", "four same color", 6_000_00, marks=clause("players-edge", "12.D(4)(b)")),
        pytest.param("E", "four same color", 6_000_00, marks=clause("players-edge", "12.D(5)(b)")),
        pytest.param("A", "four", SHOWN, marks=clause("players-edge", "12.D(1)(c)")),
        pytest.param("E", "suited pair", SHOWN, marks=clause("players-edge", "12.D(5)(f)")),
    ],
)
def test_the_whole_meter_resets_it_a_tenth_is_taken_off_and_a_fixed_line_leaves_it(
    table: str, line: str, left: int
) -> None:
    for hand, dealer in LINES[line]:
        scene = monster_round(table, hand, dealer)
        assert [meter.amount for meter in scene.table.meters] == [left]
        moved = [event.amount for event in scene.happened(MeterMoved)]
        assert moved == ([SHOWN] if left == SHOWN else [SHOWN, left])
