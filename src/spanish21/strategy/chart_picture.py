"""A chart as HTML or as one SVG picture: the same tables, colours and legend as everywhere."""

from collections.abc import Sequence
from html import escape

from spanish21.display.notebook import in_notebook, page_html
from spanish21.game.rules import Rules
from spanish21.strategy.chart_format import LETTERS
from spanish21.strategy.charts import OPTIONS, Chart
from spanish21.strategy.screens import COLUMNS, ScreenTable, chart_tables, letters_of, marks_of

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

_SVG_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1d2430;text-anchor:middle}"
    ".heading{text-anchor:start;font-weight:600}.label{text-anchor:end}.said{text-anchor:start}"
)

Grid = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Rows of a picture: a label, then a text and a colour for each column."""


def colour_of(cell: str) -> str:
    """The colour of a chart's cell as it is written."""
    return COLOURS[OPTIONS[LETTERS.index(cell[0])]]


def grid_size(columns: Sequence[str], rows: Grid) -> tuple[int, int]:
    """How wide and how high the picture of a grid is."""
    return MARGIN + CELL_WIDTH * len(columns) + 2, CELL_HEIGHT * (len(rows) + 2) + 4


def grid_parts(title: str, columns: Sequence[str], rows: Grid) -> str:
    """The contents of a picture of a grid."""
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


def charts_html(tables: Sequence[ScreenTable]) -> str:
    """A legend and the tables of a chart."""
    key = "".join(
        f'<li><span style="background:{COLOURS[word]}"></span><b>{letter}</b> {word}</li>'
        for letter, word in letters_of(tables)
    )
    marks = "".join(f"<li>{escape(says)}</li>" for says in marks_of(tables))
    shown = "".join(f"<div><h3>{table.title}</h3>{_table_html(table)}</div>" for table in tables)
    said = "<p>Columns are the dealer's up card.</p>"
    return f'{said}<ul class="key">{key}</ul><ul class="key">{marks}</ul><div class="charts">{shown}</div>'


def _table_html(table: ScreenTable) -> str:
    heads = "".join(f"<th>{label}</th>" for label in ("", *COLUMNS))
    lines = "".join(
        f"<tr><th>{label}</th>{''.join(_cell_html(cell) for cell in cells)}</tr>"
        for label, cells in table.rows
    )
    return f'<table class="chart"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>'


def _cell_html(cell: str) -> str:
    text = escape(cell).replace("/", "/<wbr>").replace("+", "+<wbr>")
    return f'<td style="background:{colour_of(cell)}">{text}</td>'


def chart_page(heading: str, tables: Sequence[ScreenTable]) -> str:
    """A chart as a self-contained HTML page."""
    return page_html(heading, charts_html(tables))


def chart_in_notebook(chart: Chart, rules: Rules | None = None) -> str:
    """A chart in a notebook; with rules, only the tables that can then occur."""
    return in_notebook(f"<h3>{escape(chart.name)}</h3>{charts_html(chart_tables(chart, rules))}")


def chart_svg(heading: str, tables: Sequence[ScreenTable]) -> str:
    """A chart as one picture, its tables below each other."""
    parts, height = [f'<text x="2" y="16" class="heading">{escape(heading)}</text>'], CELL_HEIGHT + 8
    width = grid_size(COLUMNS, ())[0]
    for table in tables:
        rows = [(label, [(cell, colour_of(cell)) for cell in cells]) for label, cells in table.rows]
        parts.append(f'<g transform="translate(0 {height})">{grid_parts(table.title, COLUMNS, rows)}</g>')
        height += grid_size(COLUMNS, rows)[1] + 10
    for place, (letter, word) in enumerate(letters_of(tables)):
        x = MARGIN + 90 * place
        parts.append(f'<rect x="{x}" y="{height}" width="16" height="16" fill="{COLOURS[word]}"/>')
        parts.append(f'<text x="{x + 8}" y="{height + 12}">{letter}</text>')
        parts.append(f'<text x="{x + 21}" y="{height + 12}" class="said">{word}</text>')
    for says in marks_of(tables):
        height += CELL_HEIGHT
        parts.append(f'<text x="{MARGIN}" y="{height + 12}" class="said">{escape(says)}</text>')
    height += CELL_HEIGHT + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{escape(heading)}"><title>{escape(heading)}</title>'
        f'<style>{_SVG_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
