"""The analyser against published figures, sources in published.toml; docs/published.md has them."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from writers.published import FIGURES, KINDS, pontoon_rules

from spanish21.game.words import BlackjackTakes

ALL = [(kind, figure) for kind in KINDS for figure in FIGURES[kind]]


@pytest.mark.parametrize(("kind", "figure"), ALL, ids=[figure["source"] for _, figure in ALL])
def test_a_published_figure_is_reproduced(kind: str, figure: dict[str, Any]) -> None:
    rows = list(KINDS[kind](figure))
    assert rows
    for row in rows:
        assert row.ours == pytest.approx(float(row.printed), abs=row.off), row.what


def test_the_letters_of_a_printed_rule_set_of_pontoon_are_read_as_the_page_says() -> None:
    """Those figures are not reproduced: the page says by how much, and that test_docs computes again."""
    found = [pontoon_rules(figure) for figure in FIGURES["pontoon"]]
    assert [rules.most_hands for rules in found] == [3, 4, 2, 2, 3, 3, 3]
    assert [rules.decks for rules in found] == [8, 4, 6, 8, 8, 8, 8]
    assert [rules.may_draw_after_double for rules in found] == [True] * 5 + [False] * 2
    assert [rules.may_split_aces_again for rules in found] == [True] + [False] * 6
    takes = [BlackjackTakes(rules.dealer_blackjack_takes).name for rules in found]
    plus_one, each = "BUSTED_PLUS_ONE", "ORIGINAL_OF_EACH_HAND"
    assert takes == [each, plus_one, plus_one, plus_one, plus_one, "ORIGINAL", each]
    assert [rules.double_on for rules in found] == [0, 0, 0, 0, 0, 1, 0]


def test_effects_of_removal_cover_every_rank_and_add_up_to_nothing() -> None:
    (figure,) = FIGURES["removal"]
    rows = list(KINDS["removal"](figure))
    assert list(figure["printed"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "J", "A"]
    ours = sum(row.ours * (3 if "court" in row.what else 1) for row in rows)
    assert ours == pytest.approx(0.0, abs=1e-9)
