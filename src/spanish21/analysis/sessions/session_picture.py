"""The picture of a session: the chance of each result, wins and losses."""

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.float64]
WIDTH, HEIGHT = 760, 240
BARS = 96
SHOWN = 1e-4
"""The share of sessions left out at either end."""


def session_svg(results: Floats, chances: Floats) -> str:
    """Bars of how likely the results of a session are."""
    sums = numpy.cumsum(chances)
    low = float(results[int(numpy.searchsorted(sums, SHOWN))])
    high = float(results[min(int(numpy.searchsorted(sums, 1.0 - SHOWN)), len(results) - 1)])
    shown = (results >= low) & (results <= high)
    step = float(results[1] - results[0]) if len(results) > 1 else 1.0
    # Bars of whole steps, with an edge at 0, so that none is partly won.
    wide = step * max(1, int(numpy.ceil((high - low) / step / BARS)))
    places = numpy.ceil(results[shown] / wide - 1e-9).astype(numpy.int64)
    places[results[shown] == 0.0] = 0
    first = int(places.min())
    bars = numpy.bincount(places - first, chances[shown])
    tallest = float(bars.max())

    def x_of(result: float) -> float:
        return 30 + (result - low + wide) / (high - low + wide) * (WIDTH - 60)

    parts = []
    for place, chance in enumerate(bars.tolist()):
        if chance <= 0.0:
            continue
        end = (place + first) * wide
        tall = chance / tallest * (HEIGHT - 60)
        kind = "win" if place + first > 0 else "loss" if end < 0 or wide > step else "tie"
        across = max(x_of(end) - x_of(end - wide) - 1.0, 1.0)
        parts.append(
            f'<rect class="{kind}" x="{x_of(end - wide):.1f}" y="{HEIGHT - 36 - tall:.1f}"'
            f' width="{across:.1f}" height="{tall:.1f}">'
            f"<title>{end - wide:+g} to {end:+g}: {chance:.3%}</title></rect>"
        )
    for place in range(7):
        result = low + (high - low) * place / 6
        parts.append(f'<text class="column" x="{x_of(result):.1f}" y="{HEIGHT - 18}">{result:+.0f}</text>')
    parts.append(f'<text class="column" x="{WIDTH / 2:.0f}" y="{HEIGHT - 3}">result, in wagers</text>')
    title = "How likely each result of a session is"
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{title}</title>{"".join(parts)}</svg>'
    )
