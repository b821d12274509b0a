"""How things look on paper: amounts, cards, tables of text, JSON."""

import shutil
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

from spanish21.cli.signs import readable as readable
from spanish21.game.cards import RANK_LETTERS
from spanish21.game.money import amount_text

_SUITS = "♣♦♥♠"
_WIDEST, _NARROWEST = 100, 30
NARROW = 60
"""Below so many columns, tables give way to sentences."""
_WIDEST_TEXT = 98
"""How wide a paragraph is where no terminal says less."""


def json_line(document: Any) -> None:
    """One JSON document on one line."""
    click.echo(msgspec.json.encode(document).decode())


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
    """A text in a style that goes on after parts with a style of their own."""
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
    """Whether the terminal is wide enough for lines; where there is no terminal, it is."""
    return max(map(width_of, lines), default=0) <= shutil.get_terminal_size((10_000, 24)).columns


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
    """Items side by side, in as many lines as they need; an item wider than a line is wrapped by words."""
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


def paragraph(text: str, indent: str = "") -> str:
    """A text as wide as the terminal, but never wider than is easy to read."""
    return wrapped(text, text_width(), indent)


def clause_list(book: str, ids: Sequence[str], most: int = 3) -> str:
    """Clause ids as they are cited: `maryland 12.B(7), 12.C`."""
    if not ids:
        return "house"
    return f"{book} {', '.join(ids[:most])}" + (", …" if len(ids) > most else "")
