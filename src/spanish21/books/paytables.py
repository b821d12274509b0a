"""Paytables of side wagers as the books' clauses give them, line by line: `paytables.match.6.suited`."""

from collections.abc import Mapping
from math import comb
from typing import Any

from spanish21.game.rules import FIXED, MATCH_LINES, MONSTER_LINES, PRIMARY, SECONDARY, Pair, Rules, Stop

_NO_SYMBOLS = ("reset_least", "wager", "decks")
_SOURCES = {"meter": PRIMARY, "secondary meter": SECONDARY, "prize": FIXED}


def lines_of(lines: Mapping[str, Any], kind: str, table: str) -> dict[str, Any]:
    head = f"paytables.{kind}.{table}."
    return {name.removeprefix(head): value for name, value in lines.items() if name.startswith(head)}


def tables_of(lines: Mapping[str, Any], kind: str) -> list[str]:
    head = f"paytables.{kind}."
    return list(dict.fromkeys(name.split(".")[2] for name in lines if name.startswith(head)))


def match_pays(lines: Mapping[str, int]) -> list[int]:
    """The five lines of a match paytable, added up where the book pays for each matching card."""
    suited, unsuited = lines.get("suited", 0), lines.get("unsuited", 0)
    added = (2 * suited, suited + unsuited, suited, 2 * unsuited, unsuited)
    return [lines.get(line, total) for line, total in zip(MATCH_LINES, added, strict=True)]


def monster_pays(lines: Mapping[str, int]) -> list[int]:
    """The six lines of a Monster Match paytable: two percentages of the meter, four amounts."""
    return [lines.get(line, 0) for line in MONSTER_LINES]


def symbols(lines: Mapping[str, Any], name: str, table: str) -> dict[str, Stop]:
    """The stops that a wheel's paytable knows, by symbol and still without weight."""
    stops = {}
    for symbol, pays in lines_of(lines, name, table).items():
        if symbol not in _NO_SYMBOLS:
            money = pays if isinstance(pays, int) else 0
            stops[symbol] = Stop(0, symbol, _SOURCES.get(pays, FIXED), money, 0)
    if name == "spin":
        for rank, pair in enumerate(pairs_of(lines, table), start=1):
            own = 100 * int(pair.symbol.partition("+")[0])
            stops[pair.symbol] = Stop(0, pair.symbol, FIXED, own, rank)
    return stops


def pairs_of(lines: Mapping[str, Any], table: str) -> tuple[Pair, ...]:
    """The symbols with two amounts of a Bonus Spin paytable, in its order, and what others get."""
    return tuple(Pair(symbol, pays) for symbol, pays in lines_of(lines, "spin_community", table).items())


def is_in_use(lines: Mapping[str, Any], setting: str, table: str, rules: Rules, is_floor: bool) -> bool:
    """Whether a match or Monster Match table is the one that the rules pay by.

    Where the operator may pay better odds, a match table is only a floor (`is_floor`): then it is told by its
    decks, not by what it pays.
    """
    if setting in ("match_pays", "match_down_pays"):
        least = match_pays(lines_of(lines, "match", table))
        pays = getattr(rules, setting)
        better = is_floor and str(rules.decks) == table
        return better or least == list(pays)
    lines_in_use = rules.monster_shares + rules.monster_pays[2:]
    return tuple(monster_pays(lines_of(lines, "monster", table))) == lines_in_use


def match_edge_in_hundredths(pays: list[int], decks: int) -> int:
    """The house edge of a match wager off the top of the shoe, in hundredths of a percent, rounded.

    >>> match_edge_in_hundredths([18, 13, 9, 8, 4], 6)
    306
    """
    suited, unsuited, others = decks - 1, 3 * decks, 44 * decks
    ways = (
        comb(suited, 2),
        suited * unsuited,
        suited * others,
        comb(unsuited, 2),
        unsuited * others,
    )
    won = sum(pay * way for pay, way in zip(pays, ways, strict=True))
    hands = comb(48 * decks - 1, 2)
    return (2 * 10_000 * (comb(others, 2) - won) + hands) // (2 * hands)
