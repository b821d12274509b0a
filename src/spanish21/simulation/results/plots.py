"""A result as HTML with its plots as inline SVG, for notebooks; no plotting library needed."""

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spanish21.simulation.results.result import Result

WIDTH, HEIGHT, MARGIN = 460, 150, 22
LARGEST_SHOWN = 8


def result_html(result: "Result") -> str:
    """The result's lines and its plots."""
    return (
        f"<pre>{html.escape(result.text())}</pre>"
        + result_svg(result)
        + bars("contribution to the expected value by up card", _contributions(result))
    )


def result_svg(result: "Result") -> str:
    """How often a round came to each result."""
    return bars("a round's result in wagers", _results(result))


def _results(result: "Result") -> dict[str, float]:
    """The share of rounds by result, in halves of a wager; rare large results are left out."""
    shares: dict[float, float] = {}
    for amount, times in result.distribution().items():
        place = round(2 * amount / result.mean_wager) / 2 if result.mean_wager else 0.0
        if abs(place) <= LARGEST_SHOWN:
            shares[place] = shares.get(place, 0.0) + times / result.rounds
    return {f"{place:+g}": share for place, share in sorted(shares.items())}


def _contributions(result: "Result") -> dict[str, float]:
    return {up: cell["contribution"] for up, cell in result.by_up_card().items()}


def bars(title: str, heights: dict[str, float]) -> str:
    """A bar for each label, above or below the line of 0."""
    top, bottom = max(0.0, *heights.values(), 0.0), min(0.0, *heights.values(), 0.0)
    scale = (HEIGHT - 2 * MARGIN) / ((top - bottom) or 1.0)
    step = WIDTH / max(len(heights), 1)
    zero = MARGIN + top * scale
    drawn = []
    for place, (label, height) in enumerate(heights.items()):
        left, tall = place * step, abs(height) * scale
        colour = "#2a7" if height >= 0 else "#c44"
        upper = zero - tall if height >= 0 else zero
        drawn.append(
            f'<rect x="{left + step * 0.1:.1f}" y="{upper:.1f}" width="{step * 0.8:.1f}" height="{tall:.1f}"'
            f' fill="{colour}"><title>{html.escape(label)}: {height:.5f}</title></rect>'
            f'<text x="{left + step / 2:.1f}" y="{HEIGHT - 4}" font-size="8" fill="currentColor"'
            f' text-anchor="middle">{html.escape(label)}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img">'
        f'<text x="2" y="12" font-size="11" fill="currentColor">{html.escape(title)}</text>'
        f'<line x1="0" x2="{WIDTH}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="#888"/>{"".join(drawn)}</svg>'
    )
