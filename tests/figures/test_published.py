"""The analyser against published figures, sources in published.toml; docs/published.md has them."""

import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from writers.pontoon_edges import ERROR, PRINTED, house_edge, pontoon_rules
from writers.published import FIGURES, KINDS

from spanish21.game.words import BlackjackTakes

ALL = [(kind, figure) for kind in KINDS for figure in FIGURES[kind]]


@pytest.mark.parametrize(("kind", "figure"), ALL, ids=[figure["source"] for _, figure in ALL])
def test_a_published_figure_is_reproduced(kind: str, figure: dict[str, Any]) -> None:
    rows = list(KINDS[kind](figure))
    assert rows
    for row in rows:
        assert row.ours == pytest.approx(float(row.printed), abs=row.off), row.what


def test_the_letters_of_a_printed_rule_set_of_pontoon_are_read_as_the_page_says() -> None:
    found = [pontoon_rules(figure) for figure in PRINTED]
    assert [rules.most_hands for rules in found] == [3, 4, 2, 2, 3, 3, 3]
    assert [rules.decks for rules in found] == [8, 4, 6, 8, 8, 8, 8]
    assert [rules.may_rescue for rules in found] == [True] * 5 + [False] * 2
    assert [rules.may_split_aces_again for rules in found] == [True] + [False] * 6
    takes = [BlackjackTakes(rules.dealer_blackjack_takes).name for rules in found]
    plus_one, each = "BUSTED_PLUS_ONE", "ORIGINAL_OF_EACH_HAND"
    assert takes == [each, plus_one, plus_one, plus_one, plus_one, "ORIGINAL", each]
    assert [rules.double_on for rules in found] == [0, 0, 0, 0, 0, 1, 0]
    named = {"most_hands", "decks", "may_rescue", "may_split_aces_again", "may_split_again"}
    named |= {"dealer_blackjack_takes", "double_on"}
    same = [{name: value for name, value in to_builtins(one).items() if name not in named} for one in found]
    assert all(one == same[0] for one in same)


def test_four_printed_edges_of_pontoon_are_reproduced_and_the_fourth_cannot_be_with_the_third() -> None:
    """The rows in their order: those with NLC but the fourth, whose edge falls where more decks raise it."""
    ours = [house_edge(pontoon_rules(figure)) for figure in PRINTED[:5]]
    apart = [one - float(figure["printed"]) for one, figure in zip(ours, PRINTED, strict=False)]
    assert all(abs(apart[place]) < 2.5 * ERROR for place in (0, 1, 2, 4))
    assert PRINTED[2]["rules"] == PRINTED[3]["rules"]
    assert PRINTED[2]["decks"] < PRINTED[3]["decks"]
    assert PRINTED[2]["printed"] > PRINTED[3]["printed"]
    assert ours[2] < ours[3]


def test_effects_of_removal_cover_every_rank_and_add_up_to_nothing() -> None:
    (figure,) = FIGURES["removal"]
    rows = list(KINDS["removal"](figure))
    assert list(figure["printed"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "J", "A"]
    ours = sum(row.ours * (3 if "court" in row.what else 1) for row in rows)
    assert ours == pytest.approx(0.0, abs=1e-9)
