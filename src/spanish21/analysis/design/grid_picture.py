"""The picture of a grid: how far the house edge goes at each value of each setting."""

from collections.abc import Sequence
from html import escape
from typing import Any

WIDTH, LEFT, ROW = 760, 250, 20
MOST_VALUES = 60
"""Values of all settings together that a picture has room for."""


def grid_svg(names: Sequence[str], rows: Sequence[dict[str, Any]]) -> str:
    """A line from the lowest to the highest house edge for every value of every setting, with the mean."""
    edges = [float(row["house_edge"]) for row in rows]
    low, high = min(edges), max(edges)
    span = (high - low) or 1e-6

    def x_of(edge: float) -> float:
        return LEFT + (edge - low) / span * (WIDTH - LEFT - 30)

    parts: list[str] = []
    y = 24.0
    shown = 0
    for name in names:
        by_value: dict[str, list[float]] = {}
        for row, edge in zip(rows, edges, strict=True):
            by_value.setdefault(str(row[name]), []).append(edge)
        if shown + len(by_value) > MOST_VALUES:
            break
        shown += len(by_value)
        parts.append(f'<text class="heading" x="8" y="{y:.0f}">{escape(name.replace("_", " "))}</text>')
        y += ROW
        for value, some in by_value.items():
            mean = sum(some) / len(some)
            told = f"{name} {value}: {min(some):.4%} to {max(some):.4%}, mean {mean:.4%}"
            parts.append(
                f'<g><title>{escape(told)}</title><text class="label" x="{LEFT - 10}" y="{y:.0f}">'
                f'{escape(value.replace("_", " "))}</text><line class="rule" stroke-width="5"'
                f' x1="{x_of(min(some)):.1f}" x2="{x_of(max(some)):.1f}" y1="{y - 4:.0f}" y2="{y - 4:.0f}"/>'
                f'<circle class="win" cx="{x_of(mean):.1f}" cy="{y - 4:.0f}" r="5"/></g>'
            )
            y += ROW
        y += 6
    for place in range(5):
        edge = low + span * place / 4
        parts.append(f'<text class="column" x="{x_of(edge):.1f}" y="{y + 10:.0f}">{edge:.3%}</text>')
    parts.append(f'<text class="column" x="{(LEFT + WIDTH) / 2:.0f}" y="{y + 28:.0f}">house edge</text>')
    title = "The house edge at each value: its range over the other settings, and its mean"
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {y + 36:.0f}" role="img" aria-label="{title}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{title}</title>{"".join(parts)}</svg>'
    )
