"""Pictures of an analysis as SVG text: a chart, a heat map, the distribution of a round's result."""

from collections.abc import Sequence
from html import escape
from math import log10

from spanish21.analysis.distribution import RoundLaw
from spanish21.strategy import LETTERS, OPTIONS

COLOURS = {
    "stand": "#f6d776",
    "hit": "#f4f4f2",
    "double": "#8ec5f0",
    "split": "#a8dba0",
    "surrender": "#f2a49a",
    "rescue": "#cdb4f0",
}
"""One colour for an option, the same in tables and pictures; the letter says the same without colour."""

CELL_WIDTH, CELL_HEIGHT, MARGIN = 54, 22, 62

Grid = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Rows of a picture: a label, then a text and a colour for each column."""


def colour_of(cell: str) -> str:
    """The colour of a chart's cell as it is written."""
    return COLOURS[OPTIONS[LETTERS.index(cell[0])]]


def grid_size(columns: Sequence[str], rows: Grid) -> tuple[int, int]:
    """How wide and how high the picture of a grid is."""
    return MARGIN + CELL_WIDTH * len(columns) + 2, CELL_HEIGHT * (len(rows) + 2) + 4


def grid_svg(title: str, columns: Sequence[str], rows: Grid) -> str:
    """A grid of coloured cells with a heading."""
    width, height = grid_size(columns, rows)
    return (
        f'<svg class="grid" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
        f"{grid_parts(title, columns, rows)}</svg>"
    )


def grid_parts(title: str, columns: Sequence[str], rows: Grid) -> str:
    """What is drawn in the picture of a grid."""
    parts = [f'<text x="2" y="15" class="heading">{escape(title)}</text>']
    for place, column in enumerate(columns):
        x = MARGIN + CELL_WIDTH * place + CELL_WIDTH / 2
        parts.append(f'<text x="{x}" y="{CELL_HEIGHT * 2 - 7}" class="column">{escape(column)}</text>')
    for line, (label, cells) in enumerate(rows):
        y = CELL_HEIGHT * (line + 2)
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 15}" class="label">{escape(label)}</text>')
        for place, (text, colour) in enumerate(cells):
            x = MARGIN + CELL_WIDTH * place
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL_WIDTH - 1}" height="{CELL_HEIGHT - 1}" fill="{colour}"/>'
                f'<text x="{x + CELL_WIDTH / 2 - 0.5}" y="{y + 15}" class="cell">{escape(text)}</text>'
            )
    return "".join(parts)


def heat_colour(cost: float) -> str:
    """White for a thousandth of a wager and less, to red for a whole one, by powers of ten."""
    strength = min(max((log10(cost) + 3.0) / 3.0, 0.0), 1.0) if cost > 0.0 else 0.0
    return f"#ff{round(255 - 145 * strength):02x}{round(255 - 175 * strength):02x}"


def distribution_svg(law: RoundLaw, least: float = -8.5, most: float = 8.5) -> str:
    """Bars of how likely each result is, on a scale of powers of ten."""
    width, height, floor = 760, 250, 1e-7
    shown = [
        (float(result), float(chance))
        for result, chance in zip(law.results, law.probabilities, strict=True)
        if least <= result <= most and chance > floor
    ]
    decades = -log10(floor)

    def x_of(result: float) -> float:
        return 56 + (result - least) / (most - least) * (width - 70)

    def y_of(chance: float) -> float:
        return 16 + -log10(chance) / decades * (height - 52)

    parts = [
        f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="How likely each result is"'
        ' xmlns="http://www.w3.org/2000/svg"><title>How likely each result of a round is</title>'
    ]
    for power in range(int(decades) + 1):
        y = y_of(10.0**-power)
        label = "1" if power == 0 else f"10<tspan dy='-5' font-size='8'>-{power}</tspan>"
        parts.append(f'<line x1="56" x2="{width - 14}" y1="{y:.1f}" y2="{y:.1f}" class="rule"/>')
        parts.append(f'<text x="48" y="{y + 4:.1f}" class="label">{label}</text>')
    for result, chance in shown:
        y = y_of(chance)
        kind = "loss" if result < 0 else "win" if result > 0 else "tie"
        parts.append(
            f'<rect x="{x_of(result) - 8:.1f}" y="{y:.1f}" width="16" height="{y_of(floor) - y:.1f}"'
            f' class="{kind}"><title>{result:+g}: {chance:.5%}</title></rect>'
        )
    for result in range(-8, 9):
        label = f"{result:+d}" if result else "0"
        parts.append(f'<text x="{x_of(result):.1f}" y="{height - 18}" class="column">{label}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 3}" class="column">result, in wagers</text>')
    return "".join([*parts, "</svg>"])
