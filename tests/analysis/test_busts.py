"""Three hands of a split box that are not bust: what is not counted one by one is near enough."""

import pytest

from spanish21.analysis.busts import NoBust
from spanish21.analysis.edge import edge
from spanish21.game.rules import what_if
from spanish21.game.submission import rules_of


@pytest.mark.parametrize(("value", "up"), [(8, 10), (9, 10), (10, 1)])
def test_three_hands_are_as_likely_as_a_complete_count_says(value: int, up: int) -> None:
    found = edge(what_if(rules_of("massachusetts"), dealer_blackjack_takes="original_or_busted"))
    estimated, counted = (
        NoBust(found.shoe.values, found.terms, found.choices, value, up, most_work).of_box(3)
        for most_work in (0, 10**9)
    )
    dealt = 0.006 * 0.25  # such a pair against such a card, at the most; ten-value cards are not split
    assert estimated != counted
    assert dealt * estimated == pytest.approx(dealt * counted, abs=1e-11)
