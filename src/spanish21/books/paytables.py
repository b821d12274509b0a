"""Paytables of side wagers as the books' clauses give them, line by line: `paytables.match.6.suited`."""

from collections.abc import Mapping
from typing import Any

from spanish21.game.rules import Rules
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.game.side_wagers.terms import FIXED, PRIMARY, SECONDARY, Pair, Stop

_NO_SYMBOLS = ("reset_least", "wager", "decks")
_SOURCES = {"meter": PRIMARY, "secondary meter": SECONDARY}


def lines_of(lines: Mapping[str, Any], kind: str, table: str) -> dict[str, Any]:
    head = f"paytables.{kind}.{table}."
    return {name.removeprefix(head): value for name, value in lines.items() if name.startswith(head)}


def tables_of(lines: Mapping[str, Any], kind: str) -> list[str]:
    head = f"paytables.{kind}."
    return list(dict.fromkeys(name.split(".")[2] for name in lines if name.startswith(head)))


def line_pays(record: SideWager, lines: Mapping[str, int]) -> list[int]:
    """The payouts of a paytable's lines, added up where a book gives only the parts of a line."""
    added = {line: sum(lines.get(part, 0) for part in parts) for line, parts in record.parts.items()}
    return [lines.get(line, added.get(line, 0)) for line in record.lines]


def symbols(lines: Mapping[str, Any], name: str, table: str) -> dict[str, Stop]:
    """The stops that a wheel's paytable knows, by symbol and still without weight."""
    stops = {}
    for symbol, pays in lines_of(lines, name, table).items():
        if symbol not in _NO_SYMBOLS:
            money = pays if isinstance(pays, int) else 0
            stops[symbol] = Stop(0, symbol, _SOURCES.get(pays, FIXED), money, 0)
    for rank, pair in enumerate(pairs_of(lines, name, table), start=1):
        own = 100 * int(pair.symbol.partition("+")[0])
        stops[pair.symbol] = Stop(0, pair.symbol, FIXED, own, rank)
    return stops


def pairs_of(lines: Mapping[str, Any], kind: str, table: str) -> tuple[Pair, ...]:
    """The symbols with two amounts of a wheel's paytable, in its order, and the others' share."""
    if not is_side_wager(kind) or not side_wager(kind).has_pairs:
        return ()
    return tuple(Pair(symbol, pays) for symbol, pays in lines_of(lines, f"{kind}_community", table).items())


def is_in_use(lines: Mapping[str, Any], kind: str, table: str, rules: Rules, is_floor: bool) -> bool:
    """Whether a table is the one by which the rules pay a side wager.

    Where the operator may pay better odds, a table is only a floor (`is_floor`): then it is told by its
    decks, not by its payouts.
    """
    record, terms = side_wager(kind), rules.sides[kind]
    pays = line_pays(record, lines_of(lines, record.paytable, table))
    better = is_floor and str(rules.decks) == table
    return better or pays == [*terms.shares, *terms.pays[record.shared_lines :]]
