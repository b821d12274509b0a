"""A chart as HTML or as one SVG picture: the same tables, colours and legend as everywhere."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from spanish21.analysis.drawing import CELL_HEIGHT, COLOURS, MARGIN, colour_of, grid_parts, grid_size
from spanish21.strategy.screens import COLUMNS, ChartTable, letters_of, marks_of

_SVG_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1d2430;text-anchor:middle}"
    ".heading{text-anchor:start;font-weight:600}.label{text-anchor:end}.said{text-anchor:start}"
)


def report_style() -> str:
    """The style sheet of a report and of everything that looks like one."""
    return files("spanish21.analysis").joinpath("report.css").read_text("utf-8")


def charts_html(tables: Sequence[ChartTable]) -> str:
    """A legend and the tables of a chart."""
    key = "".join(
        f'<li><span style="background:{COLOURS[word]}"></span><b>{letter}</b> {word}</li>'
        for letter, word in letters_of(tables)
    )
    marks = "".join(f"<li>{escape(says)}</li>" for says in marks_of(tables))
    shown = "".join(f"<div><h3>{table.title}</h3>{_table_html(table)}</div>" for table in tables)
    said = "<p>Columns are the dealer's up card.</p>"
    return f'{said}<ul class="key">{key}</ul><ul class="key">{marks}</ul><div class="charts">{shown}</div>'


def _table_html(table: ChartTable) -> str:
    heads = "".join(f"<th>{label}</th>" for label in ("", *COLUMNS))
    lines = "".join(
        f"<tr><th>{label}</th>{''.join(_cell_html(cell) for cell in cells)}</tr>"
        for label, cells in table.rows
    )
    return f'<table class="chart"><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>'


def _cell_html(cell: str) -> str:
    text = escape(cell).replace("/", "/<wbr>").replace("+", "+<wbr>")
    return f'<td style="background:{colour_of(cell)}">{text}</td>'


def chart_page(heading: str, tables: Sequence[ChartTable]) -> str:
    """A chart as an HTML page that stands alone."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(heading)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{report_style()}</style></head><body><h1>{escape(heading)}</h1>{charts_html(tables)}"
        "</body></html>\n"
    )


def chart_svg(heading: str, tables: Sequence[ChartTable]) -> str:
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
