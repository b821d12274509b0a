"""The rounds that a person has played, newest first, to page through and search."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from spanish21.books.rulebook import load_book
from spanish21.game.seen import seen
from spanish21.game.table import Table
from spanish21.sentences.language import Language
from spanish21.server.answers import OwnHand, OwnRound, OwnRounds
from spanish21.server.log.ledger import purse
from spanish21.server.log.seals import MasterKey
from spanish21.server.rounds.exported_hands import hand_rows
from spanish21.server.rounds.round_notation import LogWalk
from spanish21.server.store import schema
from spanish21.server.table.steps import STRANGER

MOST_ROUNDS = 1_000
"""How many of a person's newest rounds are searched."""
MOST_KEPT = 5_000
MUCH = 100_00

FINDS: dict[str, Callable[[OwnRound], bool]] = {
    "all": lambda one: True,
    "won": lambda one: one["net"] > 0,
    "lost": lambda one: one["net"] < 0,
    "blackjack": lambda one: any(hand["is_blackjack"] for hand in one["hands"]),
    "split": lambda one: any(hand["from_split"] for hand in one["hands"]),
    "double": lambda one: any(hand["doubled"] for hand in one["hands"]),
    "side": lambda one: any(side["net"] > 0 for side in one["sides"]),
    "much": lambda one: abs(one["net"]) >= MUCH,
}
"""The search filters, by name."""


class PlayedRounds:
    """Rounds as their players see them; a finished one never changes, so it is read once."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int, str], OwnRound] = OrderedDict()
        self._lock = threading.Lock()

    def of(
        self,
        connection: sa.Connection,
        person: str,
        find: str,
        page: tuple[int, int],
        master: MasterKey,
        language: Language,
    ) -> OwnRounds:
        """A page of a person's rounds (how many to skip, how many to show), with the filters that find
        something."""
        played = _played(connection, person)
        missing = [row for row in played if (row.table_id, row.number, person) not in self._found]
        with self._lock:
            for one in _read(connection, missing, person, master):
                self._found[(one["table"], one["number"], person)] = one
        every = [self._found[(row.table_id, row.number, person)] for row in played]
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)
        found = [one for one in every if FINDS[find](one)]
        skip, most = page
        return {
            "rounds": [_titled(one, language) for one in found[skip : skip + most]],
            "total": len(found),
            "counts": {name: sum(map(fits, every)) for name, fits in FINDS.items()},
            "nets": [one["net"] for one in reversed(every)],
            "sides_net": sum(one["sides_net"] for one in every),
        }


def _played(connection: sa.Connection, person: str) -> list[Any]:
    """The rows of the newest rounds on which a person had a wager, at the tables that they have visited."""
    moves, rounds, commands, tables = schema.transfers, schema.rounds, schema.commands, schema.tables
    own = purse(person)
    visited = sa.union(
        sa.select(moves.c.table_id).where(moves.c.source == own),
        sa.select(moves.c.table_id).where(moves.c.target == own),
    ).subquery()
    is_within = sa.and_(
        commands.c.table_id == rounds.c.table_id,
        commands.c.first_seq.between(rounds.c.first_seq, rounds.c.last_seq),
    )
    query = (
        sa.select(*rounds.c, tables.c.name, sa.func.max(commands.c.at).label("at"))
        .select_from(rounds.join(commands, is_within).join(tables, tables.c.id == rounds.c.table_id))
        .where(
            rounds.c.table_id.in_(sa.select(visited.c.table_id)),
            rounds.c.last_seq.is_not(None),
            commands.c.by == person,
            commands.c.command == "PlaceWager",
        )
        .group_by(*rounds.c, tables.c.name)
        .order_by(sa.desc("at"), rounds.c.number.desc())
        .limit(MOST_ROUNDS)
    )
    return list(connection.execute(query).all())


def _read(
    connection: sa.Connection, missing: Iterable[Any], person: str, master: MasterKey
) -> Iterable[OwnRound]:
    """Rounds out of their logs, each log gone through once."""
    by_table: dict[str, list[Any]] = {}
    for row in missing:
        by_table.setdefault(row.table_id, []).append(row)
    for table_id, found in by_table.items():
        found.sort(key=lambda row: int(row.first_seq))

        def key_of(shoe: int, table_id: str = table_id) -> bytes:
            return master.shoe_key(table_id, shoe)

        walk = LogWalk(connection, table_id, key_of, found[0].first_seq)
        for row in found:
            start = walk.upto(row.first_seq - 1)
            events, _ = walk.through(row.last_seq)
            shown = [{"event": seen(event, STRANGER), "at": row.at} for event in events]
            yield _own(row, start, shown, person)


def _own(row: Any, start: Table, shown: list[dict[str, Any]], person: str) -> OwnRound:
    ones = start.rules.doubled_aces_count_1
    played = {"table": row.table_id, "round": row.number, "doubled_aces_count_1": ones, "events": shown}
    mine = [hand for hand in hand_rows(played) if hand["person"] == person]
    hands: list[OwnHand] = [_hand(hand) for hand in mine]
    sides = [side for hand in mine for side in hand["sides"]]
    sides_net = sum(side["net"] for side in sides)
    return {
        "id": f"{row.table_id}-{row.number}",
        "table": row.table_id,
        "name": row.name,
        "title": load_book(start.rules.book).title,
        "currency": start.rules.currency,
        "number": row.number,
        "at": row.at,
        "dealer": mine[0]["dealer_cards"] if mine else [],
        "dealer_total": (mine[0]["dealer_total"] if mine else None) or 0,
        "hands": hands,
        "sides": [{"kind": side["kind"], "title": "", "net": side["net"]} for side in sides],
        "sides_net": sides_net,
        "net": sum(hand["net"] for hand in hands) + sides_net,
    }


def _hand(hand: Mapping[str, Any]) -> OwnHand:
    return {
        "box": hand["box"],
        "cards": hand["cards"],
        "total": hand["total"] or 0,
        "is_blackjack": hand["total"] == 21 and len(hand["cards"]) == 2 and not hand["from_split"],
        "from_split": hand["from_split"],
        "doubled": hand["doubled"],
        "decisions": hand["decisions"],
        "wager": hand["wager"],
        "result": str(hand["result"] or ""),
        "net": hand["net"],
    }


def _titled(one: OwnRound, language: Language) -> OwnRound:
    """The same with its wagers named in a language."""
    sides = [{**side, "title": language.wager(side["kind"])} for side in one["sides"]]
    return {**one, "sides": sides}  # type: ignore[typeddict-item]
