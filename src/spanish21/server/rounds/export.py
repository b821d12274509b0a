"""Rounds exported for others, by published keys alone, without unseen cards."""

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game.events import LOG_VERSION, TableSetUp
from spanish21.game.seen import seen
from spanish21.notation import BETWEEN_ROUNDS
from spanish21.server.files import make_private
from spanish21.server.log.batch import BrokenLaw
from spanish21.server.rounds.exported_hands import hand_rows
from spanish21.server.rounds.round_notation import notations
from spanish21.server.store import schema
from spanish21.server.store.store_reader import events_of, published_key, rows
from spanish21.server.table.steps import STRANGER

ROUNDS_AT_ONCE = 1_000
FORMATS = {"jsonl": (".jsonl", ".ndjson", ".json"), "parquet": (".parquet",), "notation": (".txt",)}
"""The formats, and how the names of their files end."""


def format_of(asked: str | None, path: str | None) -> str:
    """The requested format, or that of the file's name; `BadInput` if they contradict."""
    if path is None:
        return asked or "jsonl"
    ending = Path(path).suffix.lower()
    named = next((form for form, endings in FORMATS.items() if ending in endings), None)
    if asked is None and named is None:
        ends = ", ".join(endings[0] for endings in FORMATS.values())
        raise BadInput(f"{path}: name a file that ends in one of {ends}, or give --format")
    if asked is not None and named not in (None, asked):
        raise BadInput(f"{path} is the name of a file for --format {named}, not {asked}")
    return asked or str(named)


def exported_rounds(connection: sa.Connection, table_id: str | None = None) -> Iterator[dict[str, Any]]:
    """Every finished round, in order, with its events as a stranger saw them."""
    tables, rounds = schema.tables, schema.rounds
    known = set(connection.scalars(sa.select(tables.c.id)))
    if table_id is not None and table_id not in known:
        raise BadInput(f"there is no table {table_id!r}")
    query = sa.select(rounds).where(rounds.c.last_seq.is_not(None))
    if table_id is not None:
        query = query.where(rounds.c.table_id == table_id)
    for row in connection.execute(query.order_by(rounds.c.table_id, rounds.c.number)).all():
        key_of = _published(connection, row.table_id)
        set_up = first_event(connection, row.table_id)
        found: list[dict[str, Any]] = []
        for one in rows(connection, row.table_id, row.first_seq - 1, row.last_seq):
            if one.sealed is not None and key_of(one.shoe) is None:
                found.append({"seq": one.seq, "at": one.at, "event": None})
                continue
            [event] = events_of([one], lambda shoe, key_of=key_of: key_of(shoe) or b"", LOG_VERSION)  # type: ignore[misc]
            found.append({"seq": one.seq, "at": one.at, "event": seen(event, STRANGER)})
        yield {
            "table": row.table_id,
            "round": row.number,
            "version": row.version,
            "rules_digest": row.rules_digest,
            "doubled_aces_count_1": set_up.rules.doubled_aces_count_1,
            "events": found,
        }


@lru_cache(1)
def first_event(connection: sa.Connection, table_id: str) -> TableSetUp:
    """The event with which the log of a table begins, and which is never sealed."""
    [event] = events_of(rows(connection, table_id, upto=1), lambda shoe: b"")
    if not isinstance(event, TableSetUp):
        raise BrokenLaw(f"the log of table {table_id} does not begin with its rules")
    return event


class StillClosed(BadInput):
    """The key of a shoe that has not been opened."""


def exported_notation(
    connection: sa.Connection, table_id: str | None = None
) -> Iterator[tuple[str, int, str]]:
    """Table, number and text of every finished round; no text where it would reveal unseen cards,
    and none after a shoe that is still closed."""
    tables = schema.tables
    known = list(connection.scalars(sa.select(tables.c.id).order_by(tables.c.number)))
    if table_id is not None and table_id not in known:
        raise BadInput(f"there is no table {table_id!r}")
    for one in known if table_id is None else [table_id]:
        of_table = _published(connection, one)

        def key_of(number: int, of_table: Callable[[int], bytes | None] = of_table) -> bytes:
            key = of_table(number)
            if key is None:
                raise StillClosed(f"shoe {number} has not been opened")
            return key

        with contextlib.suppress(StillClosed):
            for number, text in notations(connection, one, key_of):
                yield one, number, text


def write_notation(rounds: Iterable[tuple[str, int, str]], path: str | None) -> int:
    """Write rounds as text, one after another, to a file or to the standard output; how many."""
    texts = [f"# table {table}, round {number}\n{text}" for table, number, text in rounds if text]
    whole = f"{BETWEEN_ROUNDS}\n".join(texts)
    if path is None:
        sys.stdout.write(whole)
    else:
        make_private(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(whole)
    return len(texts)


def _published(connection: sa.Connection, table_id: str) -> Callable[[int], bytes | None]:
    return cache(lambda number: published_key(connection, table_id, number))


def write_jsonl(rounds: Iterable[dict[str, Any]], path: str | None) -> int:
    """Write a round a line to a file, or to the standard output; how many."""
    count = 0
    if path is not None:
        make_private(path)
    file = sys.stdout.buffer if path is None else open(path, "wb")  # noqa: SIM115
    try:
        for one in rounds:
            file.write(msgspec.json.encode(one) + b"\n")
            count += 1
    finally:
        if path is not None:
            file.close()
    return count


def write_parquet(rounds: Iterable[dict[str, Any]], path: str) -> int:
    """Write an event a row to a Parquet file, and a hand a row to a second one; how many rounds."""
    import pyarrow
    import pyarrow.parquet

    events, hands = _forms()
    waiting, count = iter(rounds), 0
    make_private(path)
    make_private(hands_path(path))
    with (
        pyarrow.parquet.ParquetWriter(path, events) as of_events,
        pyarrow.parquet.ParquetWriter(hands_path(path), hands) as of_hands,
    ):
        while some := list(islice(waiting, ROUNDS_AT_ONCE)):
            count += len(some)
            rows = [_flat(one, event) for one in some for event in one["events"]]
            of_events.write_table(pyarrow.Table.from_pylist(rows, events))
            rows = [row for one in some for row in hand_rows(one)]
            of_hands.write_table(pyarrow.Table.from_pylist(rows, hands))
    return count


def hands_path(path: str) -> str:
    """Where the hands go when the events go to a file.

    >>> hands_path("played/rounds.parquet")
    'played/rounds-hands.parquet'
    """
    whole = Path(path)
    return str(whole.with_name(f"{whole.stem}-hands{whole.suffix}"))


def _forms() -> tuple[Any, Any]:
    """The columns of the events and of the hands; money in the smallest unit."""
    import pyarrow as pa

    text, number, texts = pa.string(), pa.int64(), pa.list_(pa.string())
    time = pa.timestamp("ms", tz="UTC")
    side = pa.struct([("kind", text), ("result", text), ("net", number), ("why", text)])
    place = [("table", text), ("round", number)]
    events = [("seq", number), ("at", time), ("type", text), ("event", text)]
    hands = [
        *(("begun", time), ("ended", time), ("settled", time)),
        *(("box", number), ("hand", number), ("from_split", pa.bool_()), ("person", text)),
        *(("cards", texts), ("total", number), ("decisions", texts)),
        *(("wager", number), ("doubled", number), ("result", text), ("why", text), ("net", number)),
        *(("dealer_cards", texts), ("dealer_total", number)),
        *(("sides", pa.list_(side)), ("sides_net", number)),
    ]
    return pa.schema([*place, *events]), pa.schema([*place, *hands])


def _flat(played: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    shown = event["event"]
    return {
        "table": played["table"],
        "round": played["round"],
        "seq": event["seq"],
        "at": event["at"],
        "type": shown["type"] if shown else None,
        "event": msgspec.json.encode(shown).decode() if shown else None,
    }
