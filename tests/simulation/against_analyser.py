"""The simulator's figures beside the analyser's, as the tests and the soak show them."""

from collections.abc import Iterable

from spanish21.cli.proving import Category, categories, cells_at_odds, simulated

__all__ = ["Category", "categories", "cells_at_odds", "simulated", "table_of", "worst"]


def worst(found: Iterable[Category]) -> Category:
    """The category with the largest deviation."""
    return max(found, key=lambda category: abs(category.deviation))


def table_of(found: Iterable[Category]) -> str:
    """The categories as a table of text, in hundredths of rounds and of wagers."""
    lines = [f"{'category':<22}{'analyser %':>15}{'simulated %':>15}{'error %':>13}{'deviation':>11}"]
    for one in found:
        lines.append(
            f"{one.name:<22}{100 * one.exact:>15.7f}{100 * one.simulated:>15.7f}{100 * one.error:>13.7f}"
            f"{one.deviation:>+11.2f}"
        )
    return "\n".join(lines)
