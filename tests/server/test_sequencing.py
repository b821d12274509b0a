"""When checkpoints are made, by a clock that the test holds, and by which of several servers."""

import asyncio
import random
from pathlib import Path

import sqlalchemy as sa

from server.conftest import Cluster
from server.people_at_work import NOW
from spanish21.server.fairness.house_tree import LEASE_MILLISECONDS, leaves_of, sequence
from spanish21.server.fairness.incarnation import begin_incarnation
from spanish21.server.fairness.sequencer import Sequencer
from spanish21.server.log.house_events import ChipsGiven
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.house_log import record
from spanish21.server.store.own_heads import HEAD_KEY
from spanish21.server.store.schema import heads, leases
from spanish21.server.store.signing_key import head_key
from spanish21.server.store.writer import Writer
from spanish21.server.transparency.note import SigningKey

KEY = SigningKey("house", b"k" * 32)
SECRET = head_key(KEY)


def signed_seq(connection: sa.Connection) -> int:
    """The last event of the house's log that is in the tree."""
    return max((leaf.seq for leaf in leaves_of(connection, 1) if leaf.log == "house"), default=0)


def last_seq(connection: sa.Connection) -> int:
    return connection.scalar(sa.select(heads.c.seq).where(heads.c.table_id == "house")) or 0


def a_commit(connection: sa.Connection) -> None:
    record(connection, ChipsGiven("ann", 5, "play chips"))


def test_what_was_committed_is_signed_within_a_second(store: Store, tmp_path: Path) -> None:
    """Of the clock that the sequencer waits by: what it does itself takes some milliseconds."""
    chance, clock, waits = random.Random("a second"), 0.0, list[float]()
    store.authenticate(**{HEAD_KEY: SECRET})
    with store.writer.begin():
        begin_incarnation(store.writer, KEY, SECRET, None, NOW)
    writer = Writer(store)
    unsigned: dict[int, float] = {}
    over = asyncio.Event()

    async def pause(seconds: float) -> None:
        """Some commits at moments of this pause; those of the last one are signed when it begins."""
        nonlocal clock
        signed = await store.found(signed_seq)
        for seq in [seq for seq in unsigned if seq <= signed]:
            waits.append(clock - unsigned.pop(seq))
        assert not unsigned, "a checkpoint takes in whatever was committed before it"
        for moment in sorted(chance.uniform(0, seconds) for _ in range(chance.randrange(3))):
            await writer.run(a_commit)
            unsigned[await store.found(last_seq)] = clock + moment
        clock += seconds
        if len(waits) > 30:
            over.set()
            await asyncio.Event().wait()

    async def main() -> None:
        sequencer = Sequencer(store, writer, KEY, tmp_path / "house.checkpoint", "here", pause)
        sequencer.start()
        await over.wait()
        await sequencer.close()

    asyncio.run(main())
    writer.close()
    assert 0.5 < max(waits) < 1


def test_one_of_two_servers_sequences_and_the_other_takes_over(cluster: Cluster) -> None:
    address = cluster.new_store()
    one, two = open_store(address), open_store(address)
    try:
        for store in (one, two):
            store.authenticate(**{HEAD_KEY: SECRET})
        with one.writer.begin():
            begin_incarnation(one.writer, KEY, SECRET, None, NOW)

        def ticked(store: Store, node: str) -> bool:
            """Whether a server that has committed something made a checkpoint."""
            with store.writer.begin():
                a_commit(store.writer)
            with store.writer.begin():
                done = sequence(store.writer, KEY, SECRET, node, NOW)
            return done is not None and done.note is not None

        def lease() -> tuple[str, int]:
            with one.reading() as connection:
                row = connection.execute(sa.select(leases)).one()
                return row.owner, row.epoch

        for _ in range(3):
            assert ticked(one, "one")
            assert not ticked(two, "two"), "the other one has the lease"
        assert lease() == ("one", 1)
        with one.writer.begin():
            ends = sa.update(leases).values(until=leases.c.until - LEASE_MILLISECONDS - 1)
            one.writer.execute(ends)
        assert ticked(two, "two")
        assert not ticked(one, "one"), "it was away too long"
        assert lease() == ("two", 2)
        assert ticked(two, "two")
        with one.reading() as connection:
            leaves = list(leaves_of(connection, 1))
            assert len(set(leaves)) == len(leaves)
            assert signed_seq(connection) == last_seq(connection)
    finally:
        one.close()
        two.close()
