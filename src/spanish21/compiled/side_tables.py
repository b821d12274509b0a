"""The lines of side wagers as tables: the result of every deal of the first four cards, looked up by card.

The record's own function is called once for every deal and the results are cached on disk; the analyser
sums the table, weighted by the cards of a shoe, and the simulator's kernel looks lines up in it.
"""

import inspect
from itertools import product
from math import prod

import numpy
from numpy.typing import NDArray

from spanish21.compiled.cache import cached_result
from spanish21.errors import BadRules
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.side_wagers.record import Line, SideWager

FIRST_CARD = 4
CARDS = 52
"""Cards by their number from `FIRST_CARD` on, the 10s that no Spanish deck has included."""
PAIRS = CARDS * (CARDS + 1) // 2
"""Two cards without their order: the higher one's `h * (h + 1) // 2`, and the lower one."""

Codes = NDArray[numpy.uint8]

_tables: dict[str, tuple[SideWager, Codes]] = {}


def codes_of(record: SideWager) -> Codes:
    """By pair of the player's, up card and hole card, each of length 1 if the wager does not see it: a code.

    A code is `line + (lines + 1) * (times - 1)`: the line, or the number of lines for none, and how often it
    is paid where its option is on."""
    known = _tables.get(record.kind)
    if known is None or known[0] is not record:
        asked = b" ".join(
            [record.kind.encode(), repr(record.sees).encode(), *map(_source, _functions(record))]
        )
        kept = cached_result("lines", asked, lambda: _tabulated(record).tobytes())
        known = _tables[record.kind] = record, numpy.frombuffer(kept, numpy.uint8).reshape(shape_of(record))
    return known[1]


def shape_of(record: SideWager) -> tuple[int, int, int]:
    """How long a wager's table is for the player's pair, the up card and the hole card."""
    sees = record.sees
    return PAIRS if "player" in sees else 1, CARDS if "up" in sees else 1, CARDS if "hole" in sees else 1


def meaning_of(record: SideWager, code: int) -> tuple[int, int]:
    """The line of a code, or the number of lines for none, and how often it is paid."""
    times, line = divmod(code, len(record.lines) + 1)
    return line, times + 1


def pair_place(low: int, high: int) -> int:
    """The place of two cards in a table."""
    higher = high - FIRST_CARD
    return higher * (higher + 1) // 2 + low - FIRST_CARD


def _functions(record: SideWager) -> list[Line]:
    return [record.line, *([record.times] if record.times else [])]


def _source(function: Line) -> bytes:
    """Everything that decides a function's results, as far as its own file shows."""
    module = inspect.getmodule(function)
    try:
        return inspect.getsource(module or function).encode()
    except (OSError, TypeError):
        return repr(function).encode()  # names its address: nothing is cached beyond this process


def _tabulated(record: SideWager) -> Codes:
    """Every deal's code, asked of the record one by one."""
    deck = sorted(set(SPANISH_DECK))
    unseen = [0]
    pairs = [(low, high) for high in deck for low in deck if low <= high]
    player = pairs if "player" in record.sees else [(0, 0)]
    ups, holes = (deck if card in record.sees else unseen for card in ("up", "hole"))
    lost = len(record.lines)
    table = numpy.full(shape_of(record), lost, dtype=numpy.uint8)
    for low, high in player:
        place = pair_place(low, high) if low else 0
        dealt = list(product(ups, holes))
        row = [record.line(low, high, up, hole) for up, hole in dealt]
        if not 0 <= min(row) <= max(row) <= lost:
            raise BadRules(f"{record.kind}: a line is {max(row)}; it must be from 0 to {lost}, which is none")
        if record.times is not None:
            for at, (up, hole) in enumerate(dealt):
                if row[at] < lost:
                    row[at] += (lost + 1) * (record.times(low, high, up, hole) - 1)
        found = numpy.array(row, dtype=numpy.uint8).reshape(len(ups), len(holes))
        table[place][numpy.ix_(_places(ups), _places(holes))] = found
    assert table.size == prod(shape_of(record))
    return table


def _places(cards: list[int]) -> list[int]:
    return [max(card - FIRST_CARD, 0) for card in cards]
