"""The tree over all logs in the store: new heads are sequenced, hashed and signed in one transaction."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from spanish21.server.log.chain import is_head_of
from spanish21.server.store.schema import checkpoints, heads, leases, leaves, origins, tiles
from spanish21.server.store.statements import insert_rows
from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in, signed_checkpoint
from spanish21.server.transparency.leaf import Leaf
from spanish21.server.transparency.note import SigningKey, note_from
from spanish21.server.transparency.succession import NEXT
from spanish21.server.transparency.tree import Tree, last_tiles, root_of

LEASE = "tree"
LEASE_MILLISECONDS = 5_000
HANDOVERS = checkpoints.c.note.contains("\n" + NEXT)
"""The checkpoints in which a signing key announces the next one: they are kept for good."""
MOST_LEAVES = 2_000
"""Heads that one checkpoint takes in at most; the next takes the others."""
_NOW = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)


class Sequenced(NamedTuple):
    """A new checkpoint (None: nothing was new), and logs that end where this program did not leave them."""

    note: str | None
    altered: tuple[str, ...] = ()


def sequence(
    connection: sa.Connection, key: SigningKey, head_key: bytes, node: str, now: int
) -> Sequenced | None:
    """Add new heads to the tree of the newest incarnation; None if another server does it."""
    if connection.dialect.name == "postgresql" and not _leased(connection, node):
        return None
    origin = newest_origin(connection)
    if origin is None:
        return None
    new, altered = [], []
    for head in connection.execute(_new_heads(origin.incarnation)):
        if is_head_of(head_key, head.mac, head.table_id, head.seq, head.chain):
            new.append(Leaf(origin.incarnation, head.table_id, head.seq, head.chain))
        else:
            altered.append(head.table_id)
    if not new:
        return Sequenced(None, tuple(altered))
    return Sequenced(grown(connection, origin.origin, key, new, now), tuple(altered))


def _leased(connection: sa.Connection, node: str) -> bool:
    """Whether this server sequences: for as long as it renews its lease, by the clock of the database."""
    connection.exec_driver_sql(
        "INSERT INTO leases VALUES (%s, '', 0, 0) ON CONFLICT (name) DO NOTHING", (LEASE,)
    )
    row = connection.execute(sa.select(leases).where(leases.c.name == LEASE).with_for_update()).one()
    now = int(connection.scalar(sa.select(_NOW)) or 0)
    if row.owner != node and row.until > now:
        return False
    epoch = row.epoch + (row.owner != node)
    renewed = sa.update(leases).where(leases.c.name == LEASE)
    connection.execute(renewed.values(owner=node, epoch=epoch, until=now + LEASE_MILLISECONDS))
    return True


def _new_heads(incarnation: int) -> sa.Select[Any]:
    is_in = sa.exists().where(
        leaves.c.table_id == heads.c.table_id,
        leaves.c.seq == heads.c.seq,
        leaves.c.chain == heads.c.chain,
        leaves.c.incarnation == incarnation,
    )
    query = sa.select(heads).where(heads.c.seq > 0, ~is_in).order_by(heads.c.table_id)
    return query.limit(MOST_LEAVES)


def grown(connection: sa.Connection, origin: str, key: SigningKey, new: Sequence[Leaf], now: int) -> str:
    """Append leaves to a tree and sign the result. The note must not be sent before the commit."""
    incarnation = new[0].incarnation
    size = size_of(connection, incarnation)
    wanted = last_tiles(size)
    tree = Tree(size, {place: tile(connection, incarnation, *place) for place in wanted})
    for leaf in new:
        tree.append(leaf.hash)
    rows = [(leaf.incarnation, size + n, *leaf[1:]) for n, leaf in enumerate(new)]
    insert_rows(connection, leaves, rows)
    changed = [(incarnation, *place, tree.tiles[place]) for place in sorted(tree.changed)]
    insert_rows(
        connection,
        tiles,
        changed,
        "ON CONFLICT (incarnation, level, number) DO UPDATE SET hashes = excluded.hashes",
    )
    note = str(signed_checkpoint(Checkpoint(origin, tree.size, tree.root), key))
    _keep_checkpoint(connection, incarnation, tree.size, note, now)
    return note


def _keep_checkpoint(connection: sa.Connection, incarnation: int, size: int, note: str, now: int) -> None:
    """The newest takes the place of the one before, unless a witness has cosigned that."""
    of_incarnation = checkpoints.c.incarnation == incarnation
    uncosigned = sa.and_(of_incarnation, checkpoints.c.cosigned == 0, ~HANDOVERS)
    connection.execute(sa.delete(checkpoints).where(uncosigned))
    connection.execute(
        sa.insert(checkpoints).values(incarnation=incarnation, size=size, note=note, at=now, cosigned=0)
    )


# -- reading -------------------------------------------------------------------------------------------


def newest_origin(connection: sa.Connection) -> Any:
    """The row of the incarnation that the house is in."""
    return connection.execute(sa.select(origins).order_by(origins.c.incarnation.desc()).limit(1)).first()


def origins_of(connection: sa.Connection) -> Sequence[Any]:
    """All incarnations, the first one first."""
    return connection.execute(sa.select(origins).order_by(origins.c.incarnation)).all()


def size_of(connection: sa.Connection, incarnation: int) -> int:
    """How many leaves an incarnation's tree has."""
    last = connection.scalar(
        sa.select(sa.func.max(leaves.c.number)).where(leaves.c.incarnation == incarnation)
    )
    return 0 if last is None else last + 1


def tile(connection: sa.Connection, incarnation: int, level: int, number: int) -> bytes:
    """A tile as it is stored; empty if it is not there."""
    place = (tiles.c.incarnation == incarnation, tiles.c.level == level, tiles.c.number == number)
    found = connection.scalar(sa.select(tiles.c.hashes).where(*place))
    return b"" if found is None else bytes(found)


def newest_note(connection: sa.Connection, incarnation: int) -> str:
    """The newest signed checkpoint of an incarnation; None without one."""
    query = sa.select(checkpoints.c.note).where(checkpoints.c.incarnation == incarnation)
    return connection.scalar(query.order_by(checkpoints.c.size.desc()).limit(1)) or ""


def best_note(connection: sa.Connection, incarnation: int, number: int) -> str:
    """The checkpoint that proves a leaf best, by the key that signs now: the newest cosigned one that has it,
    else the newest of all."""
    of_incarnation = checkpoints.c.incarnation == incarnation
    handed_over = connection.scalar(
        sa.select(sa.func.max(checkpoints.c.size)).where(of_incarnation, HANDOVERS)
    )
    within = (of_incarnation, checkpoints.c.size > number, checkpoints.c.size >= (handed_over or 0))
    query = sa.select(checkpoints.c.note).where(*within, checkpoints.c.cosigned > 0)
    found = connection.scalar(query.order_by(checkpoints.c.size.desc()).limit(1))
    return found or newest_note(connection, incarnation)


def newest_checkpoint(connection: sa.Connection) -> tuple[str, int] | None:
    """The origin and the size of the newest checkpoint; None in a store of an earlier version."""
    origin = newest_origin(connection)
    if origin is None:
        return None
    found = checkpoint_in(note_from(newest_note(connection, origin.incarnation).encode()))
    return found.origin, found.size


def leaves_of(connection: sa.Connection, incarnation: int) -> Iterable[Leaf]:
    """The leaves of a tree in their order."""
    query = sa.select(leaves).where(leaves.c.incarnation == incarnation).order_by(leaves.c.number)
    for row in connection.execute(query, execution_options={"yield_per": 2_000}):
        yield Leaf(row.incarnation, row.table_id, row.seq, row.chain)


def leaf_range(connection: sa.Connection, incarnation: int, first: int, end: int) -> list[Leaf]:
    """The leaves from a number up to another."""
    within = (leaves.c.incarnation == incarnation, leaves.c.number >= first, leaves.c.number < end)
    query = sa.select(leaves).where(*within).order_by(leaves.c.number)
    return [Leaf(row.incarnation, row.table_id, row.seq, row.chain) for row in connection.execute(query)]


def root_at(connection: sa.Connection, incarnation: int, size: int) -> bytes:
    """The root over the first leaves of a stored tree."""
    return root_of(lambda level, number: tile(connection, incarnation, level, number), size)
