"""Three and more hands of a split box that are not bust: what is not counted one by one is near enough."""

import pytest

from spanish21.analysis.splits.split_busts import NoBust
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if


@pytest.mark.parametrize(("value", "most_hands"), [(8, 3), (9, 3), (9, 4)])
def test_three_and_four_hands_are_as_likely_as_a_complete_count_says(value: int, most_hands: int) -> None:
    found = edge(what_if(rules_of("massachusetts"), dealer_blackjack_takes="original_or_busted"))
    estimated, counted = (
        NoBust(found.shoe.values, found.terms, found.choices, value, 10, most_work).of_box(most_hands)
        for most_work in (0, 10**9)
    )
    dealt = 0.006 * 0.25  # such a pair against such a card
    assert estimated != counted
    assert dealt * estimated == pytest.approx(dealt * counted, abs=5e-11)
