"""How output looks: amounts, cards, tables of text, JSON."""

import re
import shutil
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

from spanish21.cli.signs import readable
from spanish21.display.certain_digits import certain_figures
from spanish21.game.cards import RANK_LETTERS
from spanish21.game.money import amount_text

_SUITS = "♣♦♥♠"
_WIDEST, _NARROWEST = 100, 30
NARROW = 60
"""Below this many columns, tables become sentences."""
_WIDEST_TEXT = 98
"""The width of a paragraph unless the terminal is narrower."""


def json_line(document: Any) -> None:
    """One JSON document on one line, its figures with the digits that are certain."""
    click.echo(msgspec.json.encode(certain_figures(msgspec.to_builtins(document))).decode())


def money(amount: int, currency: str = "") -> str:
    """An amount with its sign of currency.

    >>> money(1250, "$"), money(-50, "£")
    ('$12.50', '-£0.50')
    """
    return f"{'-' if amount < 0 else ''}{currency}{amount_text(abs(amount))}"


def signed(amount: int) -> str:
    """An amount that was won or lost."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def card_sign(card: int) -> str:
    """A card with the sign of its suit; red where there are colours."""
    if not card:
        return click.style("▒▒", dim=True)
    rank = RANK_LETTERS[card >> 2].replace("T", "10")
    text = f"{rank}{_SUITS[card & 3]}"
    return click.style(text, fg="red") if card & 3 in (1, 2) else text


def card_signs(cards: Iterable[int]) -> str:
    """Cards side by side."""
    return " ".join(card_sign(card) for card in cards)


def screen_width() -> int:
    """How many columns a line may fill: the terminal's, but never more than are easy to read."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))


def text_width() -> int:
    """How wide a paragraph is."""
    return max(_NARROWEST, min(_WIDEST_TEXT, shutil.get_terminal_size((_WIDEST_TEXT, 24)).columns))


def width_of(text: str) -> int:
    """How wide a text is on the terminal, without its colours."""
    return len(click.unstyle(text))


def styled(text: str, **style: Any) -> str:
    """A text in a style that resumes after parts with their own style."""
    begins, ends = click.style("", reset=False, **style), click.style("")
    return click.style(text.replace(ends, ends + begins), **style)


def padded(text: str, width: int, right: bool = False) -> str:
    """A text filled up to a width."""
    fill = " " * max(0, width - width_of(text))
    return fill + text if right else text + fill


def columns(rows: Sequence[Sequence[str]], gap: str = "  ", right: Iterable[int] = ()) -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell."""
    rows = [[readable(cell) for cell in row] for row in rows]
    count = max((len(row) for row in rows), default=0)
    widths = [max((width_of(row[at]) for row in rows if at < len(row)), default=0) for at in range(count)]
    to_right = set(right)
    lines = []
    for row in rows:
        cells = [padded(cell, widths[at], at in to_right) for at, cell in enumerate(row)]
        lines.append(gap.join(cells).rstrip())
    return lines


def fits(lines: Iterable[str]) -> bool:
    """Whether the terminal is wide enough for lines; without a terminal, it is."""
    return max(map(width_of, lines), default=0) <= _columns_or_any()


def _columns_or_any() -> int:
    """The columns of the terminal; without one, as many as are wanted."""
    return shutil.get_terminal_size((10_000, 24)).columns


def fitting(rows: Sequence[Sequence[str]], right: Iterable[int] = (), headed: bool = False) -> list[str]:
    """Rows of cells as `columns` lays them out; where the terminal is too narrow for that, the widest
    columns are made narrower and their cells wrapped at words, so that a row may be several lines in one
    text. If even that is too wide, rows become sentences, with the heads of the first row if it is
    `headed`."""
    gap = "  "
    lines = columns(rows, gap, right)
    if fits(lines):
        return lines
    cells = [[readable(cell) for cell in row] for row in rows]
    count = max(map(len, cells))
    per_column = [[row[at] for row in cells if at < len(row)] for at in range(count)]
    widths = [max(map(width_of, column)) for column in per_column]
    least = [max(map(_least_width, column)) for column in per_column]
    too_wide = sum(widths) + len(gap) * (count - 1) - _columns_or_any()
    to_right = set(right)
    while too_wide > 0:
        wider = [at for at in range(count) if widths[at] > least[at]]
        if not wider:
            return _in_sentences(cells, headed)
        widths[max(wider, key=lambda at: (at not in to_right, widths[at]))] -= 1
        too_wide -= 1
    return [_row_of_lines(row, widths, gap, to_right) for row in cells]


def _in_sentences(cells: Sequence[Sequence[str]], headed: bool) -> list[str]:
    """Rows as sentences, each as wide as the terminal."""
    told = [" ".join(filter(None, row)) for row in cells]
    if headed:
        heads = cells[0][1:]
        told = [""]
        for name, *row in cells[1:]:
            texts = (f"{head} {cell}" for head, cell in zip(heads, row, strict=True))
            told.append(f"{name.rstrip()}: {', '.join(texts)}")
    return [wrapped(text, _columns_or_any(), "", "    ") for text in told]


def _row_of_lines(row: Sequence[str], widths: Sequence[int], gap: str, right: set[int]) -> str:
    """A row whose cells are wrapped within their columns."""
    parts = [_in_cell(cell, widths[at]) for at, cell in enumerate(row)]
    lines = []
    for number in range(max(map(len, parts))):
        texts = (part[number] if number < len(part) else "" for part in parts)
        lines.append(
            gap.join(padded(text, widths[at], at in right) for at, text in enumerate(texts)).rstrip()
        )
    return "\n".join(lines)


def _in_cell(cell: str, width: int) -> list[str]:
    """A cell wrapped at words; a style of the whole cell continues in every line, and lines after a mark or
    an indentation are indented further."""
    if width_of(cell) <= width:
        return [cell]
    plain = click.unstyle(cell)
    begins = cell[: cell.index(plain[:1])] if plain and cell.startswith("\x1b[") else ""
    is_whole = bool(begins) and cell == f"{begins}{plain}{click.style('')}"
    indent = plain[: len(plain) - len(plain.lstrip())]
    lines = wrapped(plain if is_whole else cell, width, indent, " " * _hanging(plain)).split("\n")
    return [f"{begins}{line}{click.style('')}" for line in lines] if is_whole else lines


def _hanging(plain: str) -> int:
    """The indentation of every line of a cell except the first."""
    marked = re.match(r"\W?\s+", plain)
    return marked.end() + 1 if marked else 0


def _least_width(cell: str) -> int:
    """The narrowest column for a cell: its longest word."""
    plain = click.unstyle(cell)
    words, start = plain.split(), len(plain) - len(plain.lstrip())
    return max((len(word) + (_hanging(plain) if at else start) for at, word in enumerate(words)), default=0)


def table_lines(
    heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = (), names: int = 1
) -> list[str]:
    """A table with its heads; or, where the terminal is too narrow for it, a sentence for each row, which
    begins with its `names` first cells."""
    lines = columns([heads, *rows], right=right)
    if fits(lines):
        return lines
    told = (
        f"{' '.join(filter(None, row[:names]))}: "
        + ", ".join(f"{head} {cell}" for head, cell in zip(heads[names:], row[names:], strict=True))
        for row in rows
    )
    return [wrapped(text, text_width(), "", "    ") for text in told]


def in_lines(items: Iterable[str], width: int = 96, gap: str = "   ") -> list[str]:
    """Items side by side, in as many lines as they need; an item wider than a line is wrapped at words."""
    lines: list[str] = []
    for item in items:
        if lines and width_of(lines[-1]) + len(gap) + width_of(item) <= width:
            lines[-1] += gap + item
        elif width_of(item) > width:
            lines += wrapped(item, width).split("\n")
        else:
            lines.append(item)
    return lines


def wrapped(text: str, width: int, indent: str = "", hanging: str | None = None) -> str:
    """A text in lines of at most `width`, broken between words; `hanging` begins all but the first."""
    lines, line, is_empty = [], indent, True
    for word in readable(text).split():
        if not is_empty and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line, is_empty = indent if hanging is None else hanging, True
        line += word if is_empty else f" {word}"
        is_empty = False
    return "\n".join([*lines, line])


def line_of(text: str, indent: str = "") -> str:
    """A line; broken between words only where the terminal is too narrow for it."""
    return wrapped(text, _columns_or_any(), indent)


def paragraph(text: str, indent: str = "") -> str:
    """A text as wide as the terminal, but never wider than is easy to read."""
    return wrapped(text, text_width(), indent)


def clause_list(book: str, ids: Sequence[str], most: int = 3) -> str:
    """Clause ids as they are cited: `maryland 12.B(7), 12.C`."""
    if not ids:
        return "house"
    return f"{book} {', '.join(ids[:most])}" + (", …" if len(ids) > most else "")
