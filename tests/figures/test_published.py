"""The analyser against published figures, sources in published.toml; docs/published.md has them."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from writers.published import FIGURES, KINDS

ALL = [(kind, figure) for kind, figures in FIGURES.items() for figure in figures]


@pytest.mark.parametrize(("kind", "figure"), ALL, ids=[figure["source"] for _, figure in ALL])
def test_a_published_figure_is_reproduced(kind: str, figure: dict[str, Any]) -> None:
    rows = list(KINDS[kind](figure))
    assert rows
    for row in rows:
        assert row.ours == pytest.approx(float(row.printed), abs=row.off), row.what


def test_effects_of_removal_cover_every_rank_and_add_up_to_nothing() -> None:
    (figure,) = FIGURES["removal"]
    rows = list(KINDS["removal"](figure))
    assert list(figure["printed"]) == ["2", "3", "4", "5", "6", "7", "8", "9", "J", "A"]
    ours = sum(row.ours * (3 if "court" in row.what else 1) for row in rows)
    assert ours == pytest.approx(0.0, abs=1e-9)
