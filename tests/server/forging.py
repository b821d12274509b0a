"""Forgeries that are consistent in themselves: a log edited, and everything recomputed that takes no secret.

Who forges has the whole database and no key: not the one that signs checkpoints and authenticates heads, and
not the one under which unseen cards are sealed.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.server.audit.stored_rows import Stored
from spanish21.server.log.chain import Row, first_chain, leaf_of, next_chain, note_of
from spanish21.server.log.house_events import HOUSE, house_event_in, house_transfers
from spanish21.server.store import schema
from spanish21.server.store.connect import Store
from spanish21.server.store.statements import insert_rows
from spanish21.server.store.store_reader import rows
from spanish21.server.transparency.leaf import Leaf
from spanish21.server.transparency.tree import Tree

Forgery = Callable[[sa.Connection, random.Random], None]


def unhurried(store: Store) -> None:
    """A test changes a store and audits it in one transaction: PostgreSQL must not take it for a server that
    is frozen, however busy the machine is."""
    if store.dialect == "postgresql":
        store.writer.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
        store.writer.commit()


def rechained(connection: sa.Connection, log: str) -> None:
    """Notes, chain and head of a log, made again from what its rows now say."""
    events, heads = schema.events, schema.heads
    stored, chain, first, begun = Stored(connection, log), first_chain(log), 1, list[int]()
    last = 0
    for row in list(rows(connection, log)):
        note = row.note
        begun += [n for n, one in stored.rounds.items() if _closes(row) == n and one]
        if note is not None:
            note = note_of(stored.beside(first, row.seq, begun))
            first, begun = row.seq + 1, []
        leaf = leaf_of(row.salt, (row.body or "").encode()) if row.salt is not None else row.leaf
        chain, last = next_chain(chain, row.seq, row.at, row.shoe, leaf, note), row.seq
        place = (events.c.table_id == log, events.c.seq == row.seq)
        connection.execute(sa.update(events).where(*place).values(leaf=leaf, note=note, chain=chain))
    connection.execute(sa.update(heads).where(heads.c.table_id == log).values(seq=last, chain=chain))


def _closes(row: Row) -> int:
    """The round that an event begins."""
    body = row.body or ""
    if not body.startswith('{"type":"WagersClosed"'):
        return 0
    return int(body.partition('"number":')[2].partition("}")[0].partition(",")[0])


def rebalanced(connection: sa.Connection) -> None:
    """The house's transfers, and all balances, made again from the logs."""
    transfers, balances, events = schema.transfers, schema.balances, schema.events
    connection.execute(sa.delete(transfers).where(transfers.c.table_id == HOUSE))
    bodies = connection.execute(sa.select(events.c.seq, events.c.body).where(events.c.table_id == HOUSE))
    for seq, body in bodies.all():
        lines = house_transfers(house_event_in(body))
        insert_rows(connection, transfers, [(HOUSE, seq, n, *line) for n, line in enumerate(lines)])
    sums: dict[str, int] = {}
    for row in connection.execute(sa.select(transfers)):
        sums[row.source] = sums.get(row.source, 0) - row.amount
        sums[row.target] = sums.get(row.target, 0) + row.amount
    for account, amount in sums.items():
        of_account = sa.update(balances).where(balances.c.account == account).values(amount=amount)
        if not connection.execute(of_account).rowcount:
            connection.execute(sa.insert(balances).values(account=account, amount=amount))
    gone = sa.delete(balances).where(balances.c.account.not_in(list(sums)))
    connection.execute(gone)


def replanted(connection: sa.Connection, log: str) -> None:
    """The tree made again over what its logs now say: leaves of events that are gone are left out."""
    events, leaves, tiles = schema.events, schema.leaves, schema.tiles
    kept = []
    for row in connection.execute(sa.select(leaves).order_by(leaves.c.number)).all():
        place = (events.c.table_id == row.table_id, events.c.seq == row.seq)
        chain = connection.scalar(sa.select(events.c.chain).where(*place))
        if chain is not None or not row.table_id:
            kept.append((row.incarnation, row.table_id, row.seq, chain or row.chain))
    connection.execute(sa.delete(leaves))
    connection.execute(sa.delete(tiles))
    tree = Tree()
    for number, (incarnation, *leaf) in enumerate(kept):
        tree.append(Leaf(incarnation, *leaf).hash)
        insert_rows(connection, leaves, [(incarnation, number, *leaf)])
    insert_rows(connection, tiles, [(1, *place, hashes) for place, hashes in tree.tiles.items()])


def recomputed(connection: sa.Connection, *logs: str) -> None:
    """Everything that follows from logs that were edited, but for signatures and sealed heads."""
    for log in logs:
        rechained(connection, log)
        replanted(connection, log)
    rebalanced(connection)


# -- edits of logs -------------------------------------------------------------------------------------


def appended_to_house(connection: sa.Connection, body: str) -> None:
    """An event more at the end of the house's log, with a command of its own."""
    events = schema.events
    last = connection.execute(
        sa.select(events).where(events.c.table_id == HOUSE).order_by(events.c.seq.desc()).limit(1)
    ).one()
    row = {**last._mapping, "seq": last.seq + 1, "body": body, "salt": b"s" * 16}
    connection.execute(sa.insert(events).values(row))
    commands = schema.commands
    model = connection.execute(sa.select(commands).where(commands.c.table_id == HOUSE).limit(1)).one()
    command = {**model._mapping, "id": f"forged {last.seq}", "first_seq": row["seq"], "last_seq": row["seq"]}
    connection.execute(sa.insert(commands).values(command))


def body_changed(connection: sa.Connection, log: str, like: str, change: Callable[[str], str]) -> None:
    """The first body of a log that holds a text, changed."""
    events = schema.events
    query = sa.select(events).where(events.c.table_id == log, events.c.body.contains(like))
    row = connection.execute(query.order_by(events.c.seq).limit(1)).one()
    place = (events.c.table_id == log, events.c.seq == row.seq)
    assert change(row.body) != row.body
    connection.execute(sa.update(events).where(*place).values(body=change(row.body)))


def truncated(connection: sa.Connection, log: str, commits: int) -> None:
    """A log without its last commits, and everything that was with them."""
    events = schema.events
    noted = sa.select(events.c.seq).where(events.c.table_id == log, events.c.note.is_not(None))
    ends = connection.scalars(noted.order_by(events.c.seq.desc()).limit(commits + 1)).all()
    last = ends[-1]
    for table, column in (
        (events, events.c.seq),
        (schema.transfers, schema.transfers.c.seq),
        (schema.commands, schema.commands.c.last_seq),
        (schema.shoes, schema.shoes.c.first_seq),
        (schema.draws, schema.draws.c.first_seq),
        (schema.rounds, schema.rounds.c.first_seq),
        (schema.snapshots, schema.snapshots.c.seq),
    ):
        connection.execute(sa.delete(table).where(table.c.table_id == log, column > last))


def without_log(connection: sa.Connection, log: str) -> None:
    """Everything about a table is gone."""
    for table in schema.metadata.sorted_tables:
        if "table_id" in table.columns:
            connection.execute(sa.delete(table).where(table.c.table_id == log))
    connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == log))
    for account in connection.scalars(sa.select(schema.balances.c.account)).all():
        if f"/{log}" in account:
            connection.execute(sa.delete(schema.balances).where(schema.balances.c.account == account))


def set_where(table: sa.Table, where: str, **values: Any) -> Forgery:
    """Values of one row, the first that there is."""

    def forge(connection: sa.Connection, chance: random.Random) -> None:
        keys = list(table.primary_key.columns)
        row = connection.execute(sa.select(table).where(sa.text(where)).order_by(*keys).limit(1)).one()
        place = [key == row._mapping[key.name] for key in keys]
        connection.execute(sa.update(table).where(*place).values(**values))

    return forge


def times_moved(connection: sa.Connection, log: str, by: int, after: int = 0) -> None:
    events, commands = schema.events, schema.commands
    connection.execute(
        sa.update(events).where(events.c.table_id == log, events.c.seq > after).values(at=events.c.at + by)
    )
    connection.execute(
        sa.update(commands)
        .where(commands.c.table_id == log, commands.c.first_seq > after)
        .values(at=commands.c.at + by)
    )


def body_edited(connection: sa.Connection, log: str, chance: random.Random) -> None:
    """A number or a word in the body of some event that is not sealed, changed into another of its kind."""
    events = schema.events
    query = sa.select(events.c.seq, events.c.body).where(events.c.table_id == log, events.c.body.is_not(None))
    row = chance.choice(connection.execute(query.order_by(events.c.seq)).all())
    told = msgspec.json.decode(row.body)
    fields = [name for name, value in told.items() if name != "type" and isinstance(value, bool | int | str)]
    name = chance.choice(fields) if fields else "type"
    value = told[name]
    if isinstance(value, bool):
        told[name] = not value
    elif isinstance(value, int):
        told[name] = value + chance.choice((-1, 1, 100, 10**6))
    elif name == "type":
        told["forged"] = 1
    else:
        told[name] = f"{value}x"
    place = (events.c.table_id == log, events.c.seq == row.seq)
    connection.execute(sa.update(events).where(*place).values(body=msgspec.json.encode(told).decode()))


def random_edit(connection: sa.Connection, chance: random.Random, logs: Iterable[str]) -> str:
    """Any log, edited somewhere; the log's name."""
    log = chance.choice(list(logs))
    events, commands = schema.events, schema.commands
    seqs = connection.scalars(sa.select(events.c.seq).where(events.c.table_id == log)).all()
    match chance.randrange(6):
        case 0:
            times_moved(
                connection, log, chance.choice((-1, 1)) * chance.randrange(1, 10**6), chance.choice(seqs) - 1
            )
        case 1:
            truncated(connection, log, chance.randrange(1, 4))
        case 2:
            every = connection.execute(sa.select(commands).where(commands.c.table_id == log)).all()
            row, name = chance.choice(every), chance.choice(("by", "reason", "second", "role", "command"))
            place = [key == row._mapping[key.name] for key in commands.primary_key.columns]
            connection.execute(sa.update(commands).where(*place).values({name: f"forged {chance.random()}"}))
        case 3:
            seq = chance.choice(seqs)
            place = (events.c.table_id == log, events.c.seq == seq)
            connection.execute(sa.update(events).where(*place).values(at=chance.randrange(2**40)))
        case 4:
            body_edited(connection, log, chance)
        case _:
            seq = chance.choice(seqs)
            place = (events.c.table_id == log, events.c.seq == seq, events.c.salt.is_not(None))
            done = connection.execute(sa.update(events).where(*place).values(salt=chance.randbytes(16)))
            if not done.rowcount:
                times_moved(connection, log, 1, seq - 1)
    return log
