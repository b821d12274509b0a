"""Streams of commands as a hostile client sends them: ids used again, by their owner and by others, with
other bodies, stale and future seqs, texts of all of Unicode, and two sockets of one person that race.

What must hold: no table stops; every message is answered; what is carried out is what was answered with yes;
an id that was used is never good for another command.
"""

import asyncio
import itertools
import json
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import sqlalchemy as sa

from explore import a_command
from server.live import unhurried
from spanish21.client.client import Client, TableClient
from spanish21.game.decide import legal
from spanish21.game.log.wire import json_of
from spanish21.server.store import schema
from spanish21.server.table.host import Host
from spanish21.server.web.desk import FrontDesk

OF_BURST = 12
TEXTS = (
    "\0",
    "a\0b",
    "\x1b[2J",
    "\u202eevil",
    "e\u0301",
    "\u200d",
    "\ufeff",
    "\ud800",
    "x" * 65,
    "",
    "ok",
    "é",
)
NAMES = ("Join", "Leave", "BuyChips", "PlaceWager", "WithdrawWager", "Stand", "Draw", "RefuseCut", "Nonsense")

Key = tuple[str, str]
Said = tuple[str, str]
"""A command as it is compared: its body and its reason."""


Tokens = tuple[str, ...]
"""What people come back with."""


@asynccontextmanager
async def three_sockets(address: str, table_id: str, tokens: Tokens = ()) -> AsyncIterator[list[TableClient]]:
    """Two sockets of one person and one of another, who come as guests or have come before."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(address)) for _ in range(2)]
        for client, token in itertools.zip_longest(clients, tokens):
            if token:
                client._http.cookies.set("spanish21", token)
            else:
                await client.come_as_guest()
        order = (clients[0], clients[0], clients[1])
        yield [await stack.enter_async_context(client.at(table_id)) for client in order]


def tokens_of(sockets: list[TableClient]) -> Tokens:
    """What the people come back with."""
    return tuple(socket.client._http.cookies["spanish21"] for socket in sockets[1:])


class StreamRecord:
    """What has been answered with yes: the body and the seq of each person's ids."""

    def __init__(self) -> None:
        self.done: dict[Key, tuple[Said, int]] = {}
        self.answers: Counter[str] = Counter()

    def ids_of(self, person: str) -> list[str]:
        return [id for by, id in self.done if by == person]


def any_text(chance: random.Random) -> str:
    """A text that nobody would type, or one that somebody would."""
    if chance.random() < 0.5:
        return chance.choice(TEXTS)
    return "".join(chr(chance.randrange(sys.maxunicode + 1)) for _ in range(chance.randrange(1, 5)))


def a_body(host: Host, person: str, chance: random.Random) -> dict[str, Any]:
    """A command that is legal now, or one with whatever fields."""
    mays = legal(host.table, person)
    if mays and chance.random() < 0.7:
        body = msgspec.json.decode(json_of(a_command(chance.choice(list(mays)), person, chance)))
        return {name: value for name, value in body.items() if name != "by"}
    fields = {"amount": chance.choice((0, 1, 500, -5, 2**62)), "box": chance.randrange(3)}
    fields |= {"seat": chance.randrange(8), "chips": chance.choice((1, 5_000, 10**9))}
    some = {name: value for name, value in fields.items() if chance.random() < 0.4}
    return {"type": chance.choice(NAMES), **some}


def a_message(host: Host, person: str, known: StreamRecord, chance: random.Random) -> dict[str, Any]:
    """A message with a command, and everything about it as bad as chance wants."""
    used = [id for _, id in known.done] if chance.random() < 0.2 else known.ids_of(person)
    last = host.log.seq
    id: Any = f"c{chance.randrange(10**9)}"
    draw = chance.random()
    if draw < 0.35 and used:
        id = chance.choice(used[-50:])
    elif draw < 0.42:
        id = any_text(chance)
    elif draw < 0.6:
        id = f"few-{chance.randrange(10)}"
    seqs = (last, last, last, last, last - 1, max(last - 40, 0), last + 1, 0, 2**63, 10**30, -1)
    message = {
        "type": "command",
        "id": id,
        "seq": chance.choice(seqs),
        "command": a_body(host, person, chance),
    }
    if chance.random() < 0.1:
        message["reason"] = any_text(chance)
    repeated = known.done.get((person, id))
    if repeated is not None and chance.random() < 0.3:
        message["command"] = msgspec.json.decode(repeated[0][0])
        message.pop("reason", None)
    return message


def text_of(message: dict[str, Any]) -> str:
    """A message as JSON; a lone surrogate goes out escaped, for UTF-8 has none."""
    return json.dumps(message)


class Sender:
    """One socket: its answers come in the order of its messages."""

    def __init__(self, socket: TableClient) -> None:
        self.socket, self.answers = socket, asyncio.Queue[dict[str, Any]]()
        socket.heard = self._hear

    def _hear(self, message: dict[str, Any], raw: bytes) -> None:
        if message["type"] == "answer":
            self.answers.put_nowait(message)

    async def send(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Send all of them, then wait for all answers."""
        for message in messages:
            await self.socket.send_raw(text_of(message))
        return [await asyncio.wait_for(self.answers.get(), 30) for _ in messages]


async def burst(host: Host, sockets: list[TableClient], known: StreamRecord, chance: random.Random) -> int:
    """Messages over all sockets together, and what their answers must be; how many there were."""
    before = dict(known.done)
    senders = [Sender(socket) for socket in sockets]
    people = [str(socket.state["you"]) for socket in sockets]
    sent = [[a_message(host, person, known, chance) for _ in range(OF_BURST)] for person in people]
    heard = await asyncio.gather(*(one.send(some) for one, some in zip(senders, sent, strict=True)))
    for person, messages, answers in zip(people, sent, heard, strict=True):
        for message, answer in zip(messages, answers, strict=True):
            known.answers[answer.get("reason") or "done"] += 1
            _judge(person, message, answer, before, known)
    assert not host.stopped, host.stopped
    return sum(map(len, sent))


def _judge(
    person: str, message: dict[str, Any], answer: dict[str, Any], before: dict[Key, Any], known: StreamRecord
) -> None:
    key = (person, unicodedata.normalize("NFC", message["id"]))
    said = (msgspec.json.encode(message["command"], order="sorted").decode(), message.get("reason") or "")
    assert answer.get("reason") not in ("table_stopped", "trouble", "busy"), (message, answer)
    if answer["ok"]:
        found = known.done.setdefault(key, (said, answer["seq"]))
        assert found == (said, answer["seq"]), "one id, one command"
    elif key in before and answer["reason"] != "malformed":
        assert answer["reason"] == "id_used_before", (message, answer)
        assert before[key][0] != said


def stored_commands(connection: sa.Connection, table_id: str) -> dict[Key, tuple[int, str]]:
    """The commands of people that the store has."""
    commands = schema.commands
    query = sa.select(commands).where(commands.c.table_id == table_id, commands.c.by != "automatic")
    return {(row.by, row.id): (row.last_seq, row.reason) for row in connection.execute(query)}


async def check_store(desk: FrontDesk, table_id: str, known: StreamRecord) -> None:
    """What was carried out is what was answered with yes, and all of its texts can be printed."""
    found = await desk.reading(stored_commands, table_id)
    assert {key: seq for key, (seq, _) in found.items()} == {key: seq for key, (_, seq) in known.done.items()}
    assert all(id.isprintable() and not reason for (_, id), (_, reason) in found.items())


async def bursts(
    desk: FrontDesk,
    table_id: str,
    sockets: list[TableClient],
    known: StreamRecord,
    chance: random.Random,
    messages: int,
) -> int:
    """Bursts until so many messages have been sent; how many there were."""
    unhurried(desk)
    sent = 0
    while sent < messages:
        sent += await burst(desk.hall.hosts[table_id], sockets, known, chance)
    await check_store(desk, table_id, known)
    return sent
