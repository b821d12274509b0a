"""The best chart is the best: no other cell in one place wins more."""

import random
from functools import cache

import pytest
from chart_changes import NEGLIGIBLE, Change, changed, changes, gain, gains, other_cells, rows_of

from spanish21.analysis.charts.best_charts import BestChart, best_chart, choices_of_chart
from spanish21.analysis.charts.cells import CellPlace, best_cells, better_cells
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.splits.split_values import every_removal
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.strategy import UP_LABELS, UP_VALUES, cell_text

FIVE_DOLLARS = FixedMoney(5_00)


@cache
def best_of(book: str, money: FixedMoney | None = None) -> BestChart:
    """A book's best chart, found once for all tests, which only read it."""
    return best_chart(rules_of(book), money=money)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("money", [None, FIVE_DOLLARS], ids=["odds alone", "five dollars"])
def test_no_other_cell_in_one_place_wins_more(book: str, money: FixedMoney | None) -> None:
    best = best_of(book, money)
    chance, rows = random.Random(f"{book} {money}"), rows_of(best.edge.rules)
    for _ in range(2):
        tried = {label: [another_cell(best, label, rows, chance)] for label in UP_LABELS}
        for change, won in gains(best, tried):
            assert won <= NEGLIGIBLE, (change.place, change.cell)


def another_cell(best: BestChart, label: str, rows: list[tuple[str, str]], chance: random.Random) -> Change:
    """Any cell against an up card that changes a decision."""
    up = UP_VALUES[UP_LABELS.index(label)]
    while True:
        table, row = chance.choice(rows)
        place, cell = (table, row, label), chance.choice(list(other_cells(table)))
        decisions = choices_of_chart(changed(best.chart, place, cell), best.edge.rules)[:, :, up]
        if not (decisions == best.edge.choices[:, :, up]).all():
            return Change(place, cell, decisions)


def test_ten_changes_in_one_analysis_win_what_each_wins_alone() -> None:
    rules, chance = rules_of("maryland"), random.Random(10)
    best = best_of("maryland")
    every = changes(best.chart, rules, chance.sample(rows_of(rules), 4))
    found = list(gains(best, {up: chance.sample(of_up, 2) for up, of_up in every.items()}))
    assert len(found) == 20
    for change, won in found:
        alone = choices_of_chart(changed(best.chart, change.place, change.cell), rules)
        up = UP_VALUES[UP_LABELS.index(change.place[2])]
        assert (alone[:, :, up] == change.decisions).all()
        assert won == pytest.approx(gain(best, change.place, change.cell), abs=1e-14)
    assert any(won < -1e-6 for _, won in found)


@pytest.mark.parametrize(
    ("place", "cell"),
    [
        # What the chart had when it weighed hands that are not split alone.
        (("soft", "15", "6"), "D/H"),
        (("soft", "16", "5"), "D/H"),
        (("pair", "7", "3"), "P/S"),
        (("pair", "7", "4"), "P/S"),
        (("pair", "7", "6"), "P/S"),
        (("pair", "7", "7"), "H"),
        (("pair", "7", "7"), "P/H"),
    ],
)
def test_split_hands_count_in_the_cells_that_they_are_played_by(
    place: tuple[str, str, str], cell: str
) -> None:
    best = best_of("maryland", FIVE_DOLLARS)
    assert gain(best, place, cell) <= NEGLIGIBLE


def test_hands_that_are_never_met_have_cells_however_much_they_would_win() -> None:
    rules = what_if(rules_of("massachusetts"), pays_win=(4, 2))
    assert cell_text(best_chart(rules).chart.hard[20][10]) == "S"


def test_the_super_bonus_keeps_suited_7s_together_and_parts_the_others() -> None:
    chart = best_of("maryland", FIVE_DOLLARS).chart
    assert cell_text(chart.pair[7][7]) == "P**/H"
    best = edge(rules_of("maryland"), money=FIVE_DOLLARS).expected_value
    assert best_of("maryland", FIVE_DOLLARS).edge.expected_value > best - 0.000_007


@pytest.mark.parametrize(
    ("book", "changes"),
    [
        ("maryland", {}),
        ("massachusetts", {}),
        ("players-edge", {"most_doubles": 3}),
        ("uk-casino", {"dealer_blackjack_takes": "all", "may_rescue": True, "may_double_after_split": False}),
        ("massachusetts", {"two_card_21_after_split": "pays_blackjack", "split_aces_one_card": True}),
    ],
)
def test_what_a_cell_would_win_is_what_another_analysis_finds(book: str, changes: dict[str, object]) -> None:
    rules = what_if(rules_of(book), **changes)
    found = edge(rules, money=FIVE_DOLLARS)
    removed = every_removal(found.shoe.values, found.plan, rules.dealer_hits_soft_17)
    best = best_chart(rules, money=FIVE_DOLLARS) if changes else best_of(book, FIVE_DOLLARS)
    spoilt = best_cells(found, removed)
    chart = best.chart
    for table, row, up, cell in (
        ("hard", 16, 9, "H"),
        ("soft", 18, 4, "H"),
        ("pair", 7, 7, "H"),
        ("pair", 8, 9, "P"),
    ):
        place = CellPlace(table, row, up)
        text = (table, "A" if row == 1 else str(row), "A" if up == 1 else str(up))
        if cell_text(spoilt[place]) == cell:
            continue
        worse = changed(chart, text, cell)
        played = edge(rules, money=FIVE_DOLLARS, strategy=choices_of_chart(worse, rules))
        lost = best.edge.expected_value - played.expected_value
        cells = {place: getattr(worse, table)[row][up]}
        better = better_cells(played, removed, cells, UP_VALUES)
        assert (better[place][1] if better else 0.0) == pytest.approx(lost, abs=1e-12)
