"""A house whose database was rolled back knows it, ends what was under way, and deals other cards."""

import asyncio
import os
import random
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from server.conftest import Cluster
from server.live import decline_cut, findings, seated, served, table_of
from server.test_live_rounds import play_once
from spanish21.client.bot import simple
from spanish21.server.audit.whole_audit import Outside, audit
from spanish21.server.fairness.incarnation import ASKED, MISSING_FILE, OLDER, OTHER_KEY
from spanish21.server.log.ledger import purse
from spanish21.server.log.play_fold import on_layout
from spanish21.server.store import schema
from spanish21.server.store.connect import Store, open_for_reading, open_store
from spanish21.server.store.copies import RESTORED, copy_store, restore
from spanish21.server.store.master_key import key_in
from spanish21.server.store.signing_key import seen_in, seen_path
from spanish21.server.store.store_reader import balance, load
from spanish21.server.transparency.note import note_from
from spanish21.server.web.desk import FrontDesk

ROLLBACKS = int(os.environ.get("SPANISH21_ROLLBACKS", "1"))
Shoe = tuple[str, int]


class Past(NamedTuple):
    """What a house was after its backup: its shoes, and the checkpoint that it signed last."""

    shoes: set[Shoe]
    checkpoint: str


async def backed_up(desk: FrontDesk, path: Path) -> None:
    if desk.store.dialect == "sqlite":
        await desk.writer.back_up(path)
        return
    made = open_store(str(path))
    try:
        await asyncio.to_thread(copy_store, desk.store, made)
    finally:
        made.close()


def shoes_of(connection: sa.Connection) -> set[Shoe]:
    return {(row.table_id, row.number) for row in connection.execute(sa.select(schema.shoes))}


async def lived(folder: Path, database: str, backup: Path, chance: random.Random) -> Past:
    """Play, with a backup at some moment in it."""
    async with served(folder, database=database) as (desk, address):
        rows = [await table_of(desk, "maryland"), await table_of(desk)]
        async with seated(address, rows[0].id, 1, 2) as first, seated(address, rows[1].id, 1) as second:
            for sockets in (first, second):
                await decline_cut(sockets)
            before = chance.randrange(3)
            for _ in range(before):
                await play_once(first, simple)
            await first[0].command("PlaceWager", box=1, amount=1_000)
            moment = asyncio.create_task(_at_some_moment(desk, backup, chance.random() * 0.2))
            await play_once(second, simple)
            await play_once(first, simple)
            await moment
            await play_once(second, simple)
        await desk.sequencer.tick()
        assert desk.sequencer.seen is not None
        return Past(await desk.reading(shoes_of), desk.sequencer.seen.checkpoint)


async def _at_some_moment(desk: FrontDesk, backup: Path, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await backed_up(desk, backup)


def owned_by_people(store: Store, folder: Path) -> dict[str, int]:
    """What everybody has in the purse, at tables and on layouts."""
    master, found = key_in(folder / "house.key"), dict[str, int]()
    assert master is not None
    with store.reading() as connection:
        for row in connection.execute(sa.select(schema.tables).where(schema.tables.c.state != "closed")):
            one = load(connection, row.id, lambda number, table=row.id: master.shoe_key(table, number))
            assert one.table is not None
            for person in one.table.people:
                found[person.name] = found.get(person.name, 0) + person.chips
            for name, amount in on_layout(one.table).items():
                found[name] = found.get(name, 0) + amount
        for person in connection.scalars(sa.select(schema.people.c.id)):
            found[person] = found.get(person, 0) + balance(connection, purse(person))
    return found


def rolled_back(backup: Path, address: str, is_marked: bool) -> Store:
    """The backup in another store; a copy says that it is one, and a database that was put back does not."""
    restore(backup, address)
    store = open_store(address)
    if not is_marked:
        with store.writer.begin():
            store.writer.execute(sa.delete(schema.meta).where(schema.meta.c.name == RESTORED))
    return store


@pytest.mark.parametrize("number", range(ROLLBACKS))
def test_a_database_that_was_rolled_back_deals_nothing_that_it_knows(
    tmp_path: Path, address: str, cluster: Cluster, number: int
) -> None:
    chance = random.Random(f"rolled back {number}")
    backup = tmp_path / "backup.db"
    past = asyncio.run(lived(tmp_path, address, backup, chance))
    again = f"{tmp_path}/again.db" if address.startswith("sqlite") else cluster.new_store()
    store = rolled_back(backup, again, is_marked=False)
    known, owned = seen_in(seen_path(tmp_path / "house.key")), owned_by_people(store, tmp_path)
    with store.reading() as connection:
        old_shoes = shoes_of(connection)
        ends = {row.table_id: row.seq for row in connection.execute(sa.select(schema.heads))}
    store.close()
    assert known is not None

    async def main() -> None:
        async with served(tmp_path, database=again) as (desk, address):
            begun = desk.begun
            assert (begun.why, begun.is_new, begun.seen.incarnation) == (OLDER, True, 2)
            assert begun.missing == {
                log: (ends.get(log, 0) + 1, seq) for log, seq in known.heads.items() if seq > ends.get(log, 0)
            }
            with desk.store.reading() as connection:
                for person, amount in owned.items():
                    assert balance(connection, purse(person)) == amount, "what people had is in their purses"
                shoes = connection.execute(sa.select(schema.shoes)).all()
                assert all(row.key is not None for row in shoes if (row.table_id, row.number) in old_shoes)
            hosts = list(desk.hall.hosts)
            assert not {table for table, _ in past.shoes | old_shoes} & set(hosts)
            async with seated(address, hosts[0], 1) as sockets:
                await decline_cut(sockets)
                await play_once(sockets, simple)
                health = (await sockets[0].client._http.get(f"{address}/api/health")).json()
            assert health["tree"]["restored"] == OLDER
            assert health["tree"]["missing"]
            new = await desk.reading(shoes_of) - old_shoes
            assert new
            assert not new & past.shoes, "a shoe has a number that was used before"

    asyncio.run(main())
    assert findings(tmp_path / "house.db", again) == []
    store = open_for_reading(again)
    with store.reading() as connection:
        kept = Outside((note_from(past.checkpoint.encode()),))
        assert any("are not in the store" in one.what for one in audit(connection, outside=kept).findings)
    store.close()


def test_a_copy_and_a_house_without_its_file_go_on_as_restored_ones_and_a_crash_does_not(
    tmp_path: Path,
) -> None:
    async def start(database: str) -> tuple[str, int]:
        async with served(tmp_path, database=database) as (desk, _):
            await desk.sequencer.tick()
            return desk.begun.why, desk.begun.seen.incarnation

    first = f"{tmp_path}/house.db"
    assert asyncio.run(start(first)) == ("", 1)
    assert asyncio.run(start(first)) == ("", 1)
    shutil.copy(first, tmp_path / "backup.db")
    rolled_back(tmp_path / "backup.db", f"{tmp_path}/copy.db", is_marked=True).close()
    assert asyncio.run(start(f"{tmp_path}/copy.db")) == (ASKED, 2)
    assert asyncio.run(start(f"{tmp_path}/copy.db")) == ("", 2)
    assert asyncio.run(start(first)) == (OLDER, 3)
    seen_path(tmp_path / "house.key").unlink()
    assert asyncio.run(start(first)) == (MISSING_FILE, 4)
    (tmp_path / "house.signing").unlink()
    assert asyncio.run(start(first))[0] == OTHER_KEY
    assert findings(tmp_path / "house.db") == []
