"""What people forbid themselves, raced against their own commands: nothing may get through.

The order of things is that of the store's commits: in the transaction that excludes a person, the last event
of every table is noted, and no command of theirs that begins play may have an event after it.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import sqlalchemy as sa

from server.live import decline_cut, seated, table_of
from spanish21.client.client import TableClient
from spanish21.server.log.house_events import PersonExcluded
from spanish21.server.people import limits
from spanish21.server.store import schema
from spanish21.server.store.house_log import record
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.routes import own, sockets

SLOW = Policy(ready_seconds=3_600, wager_seconds=3_600, decide_seconds=3_600, seat_seconds=3_600)
"""Nothing happens at the tables but what is asked for."""
BEGINNING = ("Join", "BuyChips", "PlaceWager")
LIMIT, WAGERS = 1_500, (500, 1_000, 1_500)
Heads = dict[str, int]


@contextmanager
def no_message_limit() -> Iterator[None]:
    """Sockets are not slowed down: the races are about what is committed first."""
    usual = sockets.MESSAGES_A_SECOND, sockets.MESSAGES_AT_ONCE
    sockets.MESSAGES_A_SECOND, sockets.MESSAGES_AT_ONCE = 1e6, 1e6
    try:
        yield
    finally:
        sockets.MESSAGES_A_SECOND, sockets.MESSAGES_AT_ONCE = usual


@contextmanager
def noted_exclusions() -> Iterator[list[Heads]]:
    """Where every log ended at each exclusion, read in its transaction."""
    found: list[Heads] = []

    def exclude(connection: sa.Connection, person: str, until: int, now: int) -> None:
        limits.exclude(connection, person, until, now)
        rows = connection.execute(sa.select(schema.heads.c.table_id, schema.heads.c.seq))
        found.append({row.table_id: row.seq for row in rows})

    kept, own.exclude = own.exclude, exclude  # type: ignore[attr-defined]
    try:
        yield found
    finally:
        own.exclude = kept  # type: ignore[attr-defined]


async def jitter(chance: random.Random, work: Callable[[], Any]) -> Any:
    """Begin after some other tasks have had their turn."""
    for _ in range(chance.choice((0, 0, 1, 3, 10, 30))):
        await asyncio.sleep(0)
    return await work()


def slipped_through(connection: sa.Connection, person: str, heads: Heads) -> list[Any]:
    """The commands with which a person began to play after the logs had ended there."""
    commands = schema.commands
    query = sa.select(commands).where(commands.c.by == person, commands.c.command.in_(BEGINNING))
    return [row for row in connection.execute(query) if row.first_seq > heads[row.table_id]]


def allowed_again(connection: sa.Connection, person: str) -> None:
    people = schema.people
    connection.execute(sa.update(people).where(people.c.id == person).values(excluded_until=0))
    record(connection, PersonExcluded(person, 0))  # the house itself never does


async def race_exclusions(desk: FrontDesk, address: str, chance: random.Random, rounds: int) -> int:
    """Exclude somebody while they sit down, buy chips and wager; how many commands came first, all told."""
    row, before = await table_of(desk, policy=SLOW), 0
    with no_message_limit(), noted_exclusions() as heads:
        async with seated(address, row.id, 1) as [first], first.client.at(row.id) as second:
            await decline_cut([first])
            for _ in range(rounds):
                before += await _excluded_once(desk, (first, second), chance, heads)
    return before


async def _excluded_once(
    desk: FrontDesk, sockets: tuple[TableClient, TableClient], chance: random.Random, heads: list[Heads]
) -> int:
    first, second = sockets
    me = str(first.state["you"])
    work = [
        partial(first.client.request, "POST", "/me/exclusion", {"days": 2}),
        partial(first.command, "BuyChips", amount=100),
        partial(second.command, "PlaceWager", box=1, amount=500),
    ]
    if chance.random() < 0.4:
        await first.command("Leave")
        work[1] = partial(first.command, "Join", chips=500, seat=1)
    done = await asyncio.gather(*(jitter(chance, one) for one in work))
    assert await desk.reading(slipped_through, me, heads[-1]) == []
    for again in (("BuyChips", {"amount": 100}), ("Join", {"chips": 500, "seat": 1})):
        answer = await first.command(again[0], **again[1])
        assert not answer.ok, "nothing begins after the exclusion"
    await desk.writer.run(lambda connection: allowed_again(connection, me))
    await first.command("WithdrawWager", box=1)
    if all(one["name"] != me for one in first.state["view"]["people"]):
        assert (await first.command("Join", chips=5_000, seat=1)).ok
    return sum(answer.ok for answer in done[1:])


async def race_limits(desk: FrontDesk, address: str, chance: random.Random, rounds: int) -> int:
    """Wager at three tables together; how many wagers were refused, all told."""
    rows = [await table_of(desk, policy=SLOW) for _ in range(3)]
    refused = 0
    with no_message_limit():
        async with (
            seated(address, rows[0].id, 1) as [first],
            first.client.at(rows[1].id) as second,
            first.client.at(rows[2].id) as third,
        ):
            three = (first, second, third)
            for socket in three[1:]:
                assert (await socket.command("Join", chips=5_000, seat=1)).ok
            for socket in three:
                await decline_cut([socket])
            await first.client.request("PUT", "/me/limits", {"loss": LIMIT})
            for _ in range(rounds):
                refused += await _wagered_once(desk, three, chance)
    return refused


async def _wagered_once(desk: FrontDesk, sockets: tuple[TableClient, ...], chance: random.Random) -> int:
    amounts = [chance.choice(WAGERS) for _ in sockets]
    wagers = [
        partial(socket.command, "PlaceWager", box=1, amount=amount)
        for socket, amount in zip(sockets, amounts, strict=True)
    ]
    answers = await asyncio.gather(*(jitter(chance, wager) for wager in wagers))
    placed = [amount for amount, answer in zip(amounts, answers, strict=True) if answer.ok]
    assert {answer.reason for answer in answers} <= {"", "own_limit"}
    assert sum(placed) <= LIMIT
    left = [amount for amount, answer in zip(amounts, answers, strict=True) if not answer.ok]
    assert all(sum(placed) + amount > LIMIT for amount in left), "what fits is not refused"
    for socket, answer in zip(sockets, answers, strict=True):
        if answer.ok:
            assert (await socket.command("WithdrawWager", box=1)).ok
    return len(left)
