"""A house opened and closed: its log and tables taken up, the clock noted, the other servers joined."""

import asyncio
import os
from pathlib import Path
from typing import Any

import structlog

from spanish21.server.cluster.member import Cluster
from spanish21.server.fairness.handing_over import follow_key
from spanish21.server.fairness.incarnation import Begun, begin_incarnation
from spanish21.server.house_clock import HouseClock
from spanish21.server.log.house_events import HouseRestored
from spanish21.server.money.house_book import opened_house_book
from spanish21.server.money.purses import Purses
from spanish21.server.people.invitations import invite_first_administrator
from spanish21.server.people.limits import forbidden
from spanish21.server.people.quotas import Quotas
from spanish21.server.people.sessions import new_token
from spanish21.server.store.connect import Store
from spanish21.server.store.master_key import key_for_store
from spanish21.server.store.nodes import new_node_name, ownerless, taken_over
from spanish21.server.store.own_heads import HEAD_KEY
from spanish21.server.store.signing_key import Seen, head_key, keep_seen, seen_in
from spanish21.server.store.store_reader import newest_time
from spanish21.server.store.writer import Writer
from spanish21.server.table.host import TableHome
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.erasure import go_on_erasing
from spanish21.server.web.restoration import Reopening, restore_house
from spanish21.server.web.sweeper import note_clock, sweep_every_minute

log_of = structlog.get_logger("spanish21.desk")


async def open_house(desk: FrontDesk, address: str = "") -> None:
    """Take up the house's log and every table; where the store can be shared, under an address at which
    other servers find this one, only the tables that no other server has."""
    if address and desk.store.dialect == "postgresql":
        desk.hall.owner = new_node_name()
        desk.purses.is_shared = True
    desk.sequencer.node = desk.hall.owner
    desk.clock.begin_after(await desk.reading(newest_time))
    desk.begun = await _taken_up_incarnation(desk)
    desk.house = await opened_house_book(desk.writer, desk.hall.owner)
    ended = await _ended_restored_tables(desk) if desk.begun.why else []
    await note_clock(desk)
    if desk.purses.is_shared:
        await _join(desk, address)
    else:
        await desk.hall.load()
    for one in ended:
        await desk.hall.open_table(*one)
    desk.opened_at = desk.now()
    desk.sweeper = asyncio.create_task(sweep_every_minute(desk))
    desk.sequencer.start()
    desk.cosigning.start()
    await go_on_erasing(desk)


async def close_house(desk: FrontDesk) -> None:
    """Leave every round as it is, and tell the other servers."""
    desk.writer.end_waiting()
    if desk.sweeper is not None:
        desk.sweeper.cancel()
    await desk.checking.close()
    await desk.hall.close()
    await desk.cosigning.close()
    await desk.sequencer.close()
    if desk.news.cluster is not None:
        await desk.news.cluster.leave()
    desk.sockets.end(list(desk.sockets), "the server is shutting down; nothing is lost")
    desk.runs.close()
    desk.questions.close()
    desk.workers.close()
    desk.advisers.close()


async def _ended_restored_tables(desk: FrontDesk) -> list[Reopening]:
    """The database was restored: nothing that it knew of the future is dealt."""
    begun, owner = desk.begun, desk.hall.owner
    told = HouseRestored(begun.seen.incarnation, begun.why, begun.lost, begun.missing)
    log_of.error("the database was restored", why=begun.why, lost=begun.lost, missing=begun.missing)
    return await desk.writer.run(lambda connection: restore_house(connection, desk.master, owner, told))


async def _taken_up_incarnation(desk: FrontDesk) -> Begun:
    """Find out whether the store is the one that was known last; from then on everything is signed."""
    secret, now = head_key(desk.signing), desk.now()
    seen = await asyncio.to_thread(seen_in, desk.seen_path)
    if seen is not None and desk.cosigning.urls:
        named = desk.signing.named(seen.origin)
        known = await desk.cosigning.newest_known(seen.origin, named.verifier())
        if known is not None and known[0].size > int(seen.checkpoint.split("\n")[1]):
            seen = Seen(seen.incarnation, known[1], seen.heads)
    desk.store.authenticate(**{HEAD_KEY: secret})
    begun = await desk.writer.run(
        lambda connection: begin_incarnation(connection, desk.signing, secret, seen, now)
    )
    await asyncio.to_thread(keep_seen, desk.seen_path, begun.seen)
    return begun


async def _join(desk: FrontDesk, address: str) -> None:
    cluster = desk.news.cluster = Cluster(desk.hall, address)
    cluster.on_news = desk.news.heard
    await cluster.join()
    free = await desk.reading(ownerless)
    node = desk.hall.owner
    taken = await desk.writer.run(lambda connection: taken_over(connection, node, free))
    await desk.hall.take_up(taken)
    cluster.begin()


def desk_of(store: Store, key_path: Path, quotas: Quotas, is_secure: bool, **seams: Any) -> FrontDesk:
    """The desk of a store; `seams` replace chance and clock in tests."""
    writer, clock = Writer(store, forbidden), HouseClock()
    seams = {"now": clock} | seams
    master = writer.run_and_wait(lambda connection: key_for_store(connection, key_path))
    writer.run_and_wait(lambda connection: follow_key(connection, key_path))
    place = TableHome(store, writer, master, Purses(store), **seams)
    return FrontDesk(store, place, quotas, is_secure, key_path, clock)


def first_administrator_link(desk: FrontDesk) -> str:
    """The token of the link that makes the first administrator; nothing when there is one."""
    token = new_token(os.urandom)
    made = desk.writer.run_and_wait(
        lambda connection: invite_first_administrator(connection, token, desk.now())
    )
    return token if made else ""
