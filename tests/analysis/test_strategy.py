"""Charts and strategies by composition: text in and out, and one reading of a cell."""

import random

import pytest

from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game import hands, options
from spanish21.game.cards import SPANISH_DECK, card, cards
from spanish21.strategy import (
    AfterDouble,
    Cell,
    Chart,
    CompositionStrategy,
    cell_of,
    cell_text,
    chart_csv,
    chart_json,
    chart_of,
    chart_of_tables,
    decision,
    decision_by_composition,
    hand_numbers,
)

RULES = rules_of("massachusetts")


@pytest.fixture(scope="module")
def chart() -> Chart:
    return best_chart(RULES).chart


def test_a_chart_comes_back_from_csv_and_json(chart: Chart) -> None:
    assert chart_of(chart_csv(chart)) == chart
    assert chart_of(chart_json(chart)) == chart


@pytest.mark.parametrize(
    ("broken", "names"),
    [
        (("hard,17,R/H", "hard,17,Q"), "hard 17 against A"),
        (("hard,17,R/H", "hard,17,S2+"), "hard 17 against A"),
        (("soft,13,H,H,H", "soft,13,H,X,H"), "soft 13 against 2"),
        (("doubled 1 hard,16,X", "doubled 1 hard,16,P"), "doubled 1 hard 16 against A"),
        (("pair,8,", "pair,11,"), "pair 11"),
        (("hard,12,H,", "hard,12,"), "hard 12"),
        (("table,row", "table;row"), "heading"),
    ],
)
def test_a_broken_chart_is_refused_by_the_name_of_its_cell(
    chart: Chart, broken: tuple[str, str], names: str
) -> None:
    text = chart_csv(chart)
    assert broken[0] in text
    with pytest.raises(BadInput, match=names) as refusal:
        chart_of(text.replace(*broken, 1))
    assert "\n" not in str(refusal.value)


def test_a_missing_row_is_refused(chart: Chart) -> None:
    lines = [line for line in chart_csv(chart).splitlines() if not line.startswith("hard,16")]
    with pytest.raises(BadInput, match="hard 16"):
        chart_of("\n".join(lines))


def test_cells_read_as_they_are_written() -> None:
    for cell in (
        Cell("stand", "stand", 6, 2),
        Cell("double", "hit", 4),
        Cell("split", "double"),
        Cell("hit"),
    ):
        assert cell_of(cell_text(cell), "") == cell


def test_a_cell_hits_for_its_exceptions_only() -> None:
    chart = chart_of_tables(
        "", {(14, 4): Cell("stand", "stand", 5, 2)}, {}, {}, {(1, False, 14, 4): AfterDouble("rescue")}
    )
    up, may = card("4c"), {"stand", "hit", "double"}
    assert decision(chart, cards("6s 8s"), up, may, 3) == "hit"
    assert decision(chart, cards("6s 8h"), up, may, 3) == "stand"
    assert decision(chart, cards("Ks 4s"), up, may, 3) == "stand"
    assert decision(chart, cards("2s 2h 3s 3h 4s"), up, may, 3) == "hit"
    assert decision(chart, cards("2s 2h 3s 3h 4s"), up, {"stand"}, 3) == "stand"
    assert decision(chart, cards("5s 6s 3d"), up, {"stand", "rescue"}, 3, doubles=1) == "rescue"


def test_the_chart_and_its_compositions_decide_alike(chart: Chart) -> None:
    chance = random.Random(21)
    strategy = CompositionStrategy("chart", choices_of_chart(chart, RULES))
    for _ in range(3000):
        dealt = [chance.choice(SPANISH_DECK) for _ in range(chance.randint(2, 6))]
        hard, aces = sum(map(hands.value, dealt)), sum(map(hands.is_ace, dealt))
        total, up = hands.total(hard, aces), chance.choice(SPANISH_DECK)
        if total > 21:
            continue
        split = chance.random() < 0.3
        may = {"stand"}
        may |= {"hit"} if options.may_draw(total, 0, False, len(dealt), RULES) else set()
        may |= {"double"} if options.may_double(total, len(dealt), 0, split, False, RULES) else set()
        if len(dealt) == 2 and hands.value(dealt[0]) == hands.value(dealt[1]) and chance.random() < 0.8:
            may |= {"split"}
        elif len(dealt) == 2 and hands.value(dealt[0]) == hands.value(dealt[1]) and not split:
            continue
        may |= {"surrender"} if len(dealt) == 2 and not split else set()
        by_chart = decision(chart, dealt, up, may, RULES.top_suit, 0, split)
        assert by_chart == decision_by_composition(strategy, dealt, up, may, 0, split), (
            dealt,
            up,
            may,
            split,
        )


def test_a_drawn_card_leads_to_a_higher_number() -> None:
    numbers = hand_numbers()
    following = numbers.following[:, 1:]
    for hand in range(len(following)):
        assert all(after == -1 or after > hand for after in following[hand])
    assert (numbers.held @ range(11) == numbers.hard).all()
