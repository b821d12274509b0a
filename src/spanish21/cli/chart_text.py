"""Tables of a chart as text, in as many blocks as the screen is narrow, with the cell of a hand marked."""

from collections.abc import Iterable, Iterator, Sequence

import click

from spanish21.cli.printing import columns, in_lines, width_of
from spanish21.cli.signs import readable
from spanish21.strategy.screens import COLUMNS, ScreenTable, letters_of, marks_of
from spanish21.strategy.spots import Spot

_COLOURS = {"S": "yellow", "H": None, "D": "green", "P": "cyan", "R": "red", "X": "magenta"}
_BLOCKS = (len(COLUMNS), 5, 3, 2, 1)


def chart_lines(tables: Sequence[ScreenTable], width: int, spot: Spot | None = None) -> Iterator[str]:
    """Tables and what their letters and marks mean; `[ ]` marks the spot."""
    for table in tables:
        yield click.style(table.title, bold=True)
        yield from table_lines(table, width, spot)
        yield ""
    yield from legend(tables, width)


def table_lines(table: ScreenTable, width: int, spot: Spot | None = None) -> list[str]:
    """One table, its up cards in blocks where the screen is narrow."""
    lines: list[str] = []
    for size in _BLOCKS:
        blocks = [range(at, min(at + size, len(COLUMNS))) for at in range(0, len(COLUMNS), size)]
        lines = [line for block in blocks for line in _block(table, block, spot)]
        if max(map(width_of, lines)) <= width:
            break
    return lines


def legend(tables: Iterable[ScreenTable], width: int) -> list[str]:
    """What the letters and marks of tables mean."""
    shown = list(tables)
    key = [f"{_coloured(letter)} {word}" for letter, word in letters_of(shown)]
    return in_lines([*key, *map(readable, marks_of(shown))], min(width, 78))


def _block(table: ScreenTable, block: range, spot: Spot | None) -> list[str]:
    heading = ["", *(f" {COLUMNS[at]} " for at in block)]
    rows = [
        [label, *(_cell(cells[at], spot == (table.name, label, COLUMNS[at])) for at in block)]
        for label, cells in table.rows
    ]
    return columns([heading, *rows], gap="", right=(0,))


def _cell(text: str, is_spot: bool) -> str:
    if is_spot:
        return click.style(f"[{text}]", bold=True, reverse=True)
    return f" {_coloured(text)} "


def _coloured(text: str) -> str:
    colour = _COLOURS[text[0]]
    return click.style(text, fg=colour) if colour else text
