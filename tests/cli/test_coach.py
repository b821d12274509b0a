"""The coach: hints in money, a word after a mistake, the chart with the hand marked, drills."""

import random
import sys

import pytest
from click.testing import CliRunner, Result

from spanish21.analysis import advise
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.cli.chart_text import chart_lines, table_lines
from spanish21.cli.printing import width_of
from spanish21.cli.seat import coach
from spanish21.cli.seat.drill import SeatDrill
from spanish21.cli.seat.seat_lines import signed_money
from spanish21.cli.seat.visit import Decision
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import is_legal
from spanish21.game.table import hand_total
from spanish21.school.drill_hands import KINDS, drills_of
from spanish21.strategy import BELOW_17
from spanish21.strategy.screens import chart_tables
from spanish21.strategy.spots import spot_of

every_book = pytest.mark.parametrize("book", BOOKS)


def play(*arguments: str, keys: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *arguments], input=keys)


@every_book
def test_every_kind_of_drill_deals_its_hands(book: str) -> None:
    rules = rules_of(book)
    for kind in drills_of(rules):
        drill = SeatDrill(rules, "you", (kind,), random.Random(1))
        for _ in range(5):
            table = drill.next_table()
            hand = table.boxes[table.turn_box].hands[table.turn_hand]
            assert KINDS[kind][1](table, hand)
            assert is_legal(table, cmd.Stand(by="you")) or table.rules.least_to_stand > hand_total(hand)


def test_a_hand_that_was_wrong_comes_again_until_it_is_right() -> None:
    drill = SeatDrill(rules_of("maryland"), "you", ("soft",), random.Random(2))
    wrong = drill.next_table()
    while (best := advise(wrong, "you").best) is None or not isinstance(best.command, cmd.Draw):
        wrong = drill.next_table()
    for _ in range(2):
        verdict = drill.answer(wrong, cmd.Stand(by="you"))
        assert verdict is not None
        assert verdict.is_mistake
        seen = []
        for _ in range(3):
            table = drill.next_table()
            seen.append(table)
            found = advise(table, "you").best
            assert found is not None
            assert found.command is not None
            drill.answer(table, found.command)
        assert drill.next_table() is wrong
        assert all(table is not wrong for table in seen)
    assert drill.asked == 8
    assert drill.right == 6


def test_a_drill_that_the_book_cannot_have_is_refused() -> None:
    with pytest.raises(BadInput, match="uk-casino has no rescue; drill soft, pairs, bonus"):
        SeatDrill(rules_of("uk-casino"), "you", ("rescue",), random.Random(1))
    with pytest.raises(BadInput, match="luck is not a drill; the drills are soft"):
        SeatDrill(rules_of("uk-casino"), "you", ("luck",), random.Random(1))


def test_a_verdict_costs_what_advice_says() -> None:
    drill = SeatDrill(rules_of("maryland"), "you", ("pairs",), random.Random(3))
    table = drill.next_table()
    for option in advise(table, "you").options:
        assert option.command is not None
        verdict = coach.verdict_on(Decision(table, option.command))
        assert verdict is not None
        assert verdict.cost == option.cost


def test_a_hint_tells_the_value_of_the_best_and_the_cost_of_the_others() -> None:
    drill = SeatDrill(rules_of("maryland"), "you", ("pairs",), random.Random(3))
    table = drill.next_table()
    best, *others = advise(table, "you").options
    first, second = coach.hint_lines(table, "you")
    assert best.value is not None
    assert first.endswith(f", worth {signed_money(round(best.value), '$')} on average.")
    by_name = {type(one.command): one.cost for one in others}
    names = {
        cmd.Stand: "standing",
        cmd.Draw: "hitting",
        cmd.Split: "splitting",
        cmd.Surrender: "surrendering",
    }
    priced = {name: by_name[kind] for kind, name in names.items() if kind in by_name}
    assert len(priced) >= 2
    for name, cost in priced.items():
        assert cost is not None
        assert f"{name} costs ${cost / 100:.2f}".lower() in second.lower()


def test_a_double_for_less_costs_between_the_least_and_the_most() -> None:
    drill = SeatDrill(rules_of("maryland"), "you", ("soft",), random.Random(5))
    table = drill.next_table()
    costs = []
    for amount in (50, 10_00, 50_00):
        verdict = coach.verdict_on(Decision(table, cmd.Double(by="you", amount=amount)))
        assert verdict is not None
        costs.append(verdict.cost)
    assert min(costs[0], costs[2]) <= costs[1] <= max(costs[0], costs[2])


def test_without_the_analyser_the_coach_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an environment without the extra: its packages cannot be found."""
    for name in ("numpy", "numba"):
        monkeypatch.setitem(sys.modules, name, None)
    shown = " ".join(
        play("maryland", "--seed", "1", "--coach", keys="10\n\nhint\nchart\ns\nstats\ndrill\n").stdout.split()
    )
    assert shown.count("The coach needs the analyser: run pip install '.[analysis]'") == 5
    assert "1 round, 1 hand: " in shown


def test_rules_that_the_analyser_has_no_room_for_are_told_in_a_line() -> None:
    keys = "10\n\nhint\ns\nstats\n"
    result = play("maryland", "--seed", "1", "--coach", "--what-if", "most_doubles=8", keys=keys)
    assert result.exit_code == 0, result.stderr
    shown = " ".join(result.stdout.split())
    assert "most_doubles is 8; the analyser and the simulator take 0 to 3." in shown
    assert "Luck cannot be told: most_doubles is 8;" in shown


@pytest.mark.parametrize("width", [30, 40, 80, 120])
def test_a_chart_fits_the_screen_and_marks_one_cell(width: int) -> None:
    drill = SeatDrill(rules_of("players-edge"), "you", ("soft",), random.Random(1))
    spot = spot_of(drill.next_table())
    assert spot is not None
    tables = [table for table in chart_tables(BELOW_17, rules_of("players-edge")) if table.name == spot.table]
    lines = list(chart_lines(tables, width, spot))
    assert max(map(width_of, lines)) <= width
    assert sum(line.count("[") - line.count("\x1b[") for line in lines) == 1


def test_a_part_of_the_chart_can_be_asked_for_by_its_name() -> None:
    shown = play("uk-casino", "--seed", "1", keys="chart pairs\nchart soft hands please\nchart luck\n").stdout
    assert shown.index("\nPairs\n") < shown.index("\nSoft totals\n")
    assert "Hard totals" not in shown
    assert "The chart has hard, soft, pairs." in shown


def test_up_cards_go_from_2_to_the_ace_and_tables_that_cannot_occur_are_left_out() -> None:
    tables = chart_tables(BELOW_17, rules_of("uk-casino"))
    assert [table.name for table in tables] == ["hard", "soft", "pair"]
    heading = table_lines(tables[0], 80)[0]
    assert heading.split() == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
