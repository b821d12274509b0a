"""The picture of a design: every solution by its edge and its standard deviation."""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 760, 300
MOST_DRAWN = 2_000


def design_svg(points: Sequence[tuple[float, float, str]]) -> str:
    """A dot for every solution, the best 2,000 of them; each says what it is."""
    shown = points[:MOST_DRAWN]
    edges, spreads = [one[0] for one in shown], [one[1] for one in shown]
    low, high, least, most = min(edges), max(edges), min(spreads), max(spreads)

    def x_of(edge: float) -> float:
        return 70 + (edge - low) / ((high - low) or 1.0) * (WIDTH - 110)

    def y_of(spread: float) -> float:
        return HEIGHT - 50 - (spread - least) / ((most - least) or 1.0) * (HEIGHT - 80)

    parts = [
        f'<circle class="win" fill-opacity=".6" cx="{x_of(edge):.1f}" cy="{y_of(spread):.1f}" r="4">'
        f"<title>{escape(told)}: {edge:.4%}, deviation {spread:.3f}</title></circle>"
        for edge, spread, told in shown
    ]
    for place in range(5):
        edge, spread = low + (high - low) * place / 4, least + (most - least) * place / 4
        parts.append(f'<text class="column" x="{x_of(edge):.1f}" y="{HEIGHT - 28}">{edge:.3%}</text>')
        parts.append(f'<text class="label" x="62" y="{y_of(spread) + 4:.1f}">{spread:.2f}</text>')
    parts.append(f'<text class="column" x="{WIDTH / 2:.0f}" y="{HEIGHT - 8}">house edge</text>')
    parts.append('<text class="heading" x="8" y="16">standard deviation, in wagers</text>')
    title = "Solutions by house edge and standard deviation"
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{title}</title>{"".join(parts)}</svg>'
    )
