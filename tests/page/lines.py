"""The sockets of the stand-in: who listens at which table, what they ask for and what they are told."""

import asyncio
import json
from typing import Any

import msgspec

from page.held_table import HeldTable
from spanish21.client.patching import merge_patch
from spanish21.client.protocol import PROTOCOL
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.languages import language_of


class Visitor:
    """One open socket: who sits behind it and what they were last told."""

    def __init__(self, who: str, send: Any, language: Language = ENGLISH) -> None:
        self.who = who
        self.language = language
        self.send = send
        self.last: dict[str, Any] = {}

    async def say(self, **message: Any) -> None:
        await self.send({"type": "websocket.send", "text": json.dumps(message)})


class Lines:
    """Tables held in memory and the sockets that are open at them."""

    def __init__(self) -> None:
        self.tables: dict[str, HeldTable] = {}
        self.visitors: dict[str, list[Visitor]] = {}
        self.people: dict[str, dict[str, Any]] = {}
        self.tickets: dict[str, str] = {}
        self.wager_seconds = 0.6
        self.is_cut = False
        self.is_silent = False
        """Whether lines are dead without being closed: nothing comes in, nothing goes out."""
        self.lost = 0
        """How many messages were sent over a dead line."""

    def add(self, number: str, table: HeldTable) -> None:
        self.tables[number] = table
        self.visitors[number] = []

    async def socket(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        query = dict(pair.partition("=")[::2] for pair in scope["query_string"].decode().split("&"))
        who = self.tickets.pop(query.get("ticket", ""), "")
        number = scope["path"].split("/")[3]
        if not who or number not in self.tables or self.is_cut:
            await send({"type": "websocket.close", "code": 4401})
            return
        await send({"type": "websocket.accept"})
        held = self.tables[number]
        visitor = Visitor(who, send, language_of(query.get("language", "")))
        if who in self.people:
            held.names.setdefault(who, self.people[who]["name"])
        self.visitors[number].append(visitor)
        visitor.last = held.state(who)
        await visitor.say(type="whole", protocol=PROTOCOL, seq=held.seq, you=who, **visitor.last)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                await self.said(number, visitor, json.loads(message["text"]))
        finally:
            self.visitors[number].remove(visitor)

    async def said(self, number: str, visitor: Visitor, message: dict[str, Any]) -> None:
        held, key = self.tables[number], (visitor.who, str(message.get("id")))
        if self.is_silent:
            self.lost += 1
            return
        if message["type"] == "felt":
            held.felts[visitor.who] = (message["seq"], message["clock"])
        elif message["type"] == "ping":
            await visitor.say(type="pong", id=message["id"])
        if message["type"] == "why_not":
            await visitor.say(
                type="why_not",
                id=message["id"],
                **held.why_not(visitor.who, message["command"], message["fields"]),
            )
        elif message["type"] == "advise":
            await visitor.say(type="advice", id=message["id"], **held.advice(visitor.who))
        elif message["type"] == "command":
            if key not in held.answers:
                held.answers[key] = await self.command(number, visitor, message)
            await visitor.say(type="answer", id=message["id"], **held.answers[key])

    async def command(self, number: str, visitor: Visitor, message: dict[str, Any]) -> dict[str, Any]:
        held = self.tables[number]
        if message["seq"] != held.seq:
            return {
                "ok": False,
                "stale": True,
                "reason": "stale",
                "text": "the table has moved on",
                "clauses": [],
            }
        asked = dict(message["command"])
        kind = cmd.COMMANDS.get(asked.pop("type"))
        try:
            command = msgspec.convert(asked | {"by": visitor.who}, type=kind)
            events = held.carry_out(command)
        except Refused as refused:
            return {"ok": False, "stale": False, **held.refusal(refused, command)}
        except msgspec.ValidationError as error:
            return {"ok": False, "stale": False, "reason": "bad", "text": str(error), "clauses": []}
        await self.tell(number, events)
        if held.table.phase == "wagers" and held.all_have_wagered():
            task = asyncio.create_task(self.close_soon(number, held.seq))
            task.add_done_callback(lambda done: done.exception())
        return {"ok": True, "seq": held.seq}

    async def close_soon(self, number: str, seq: int) -> None:
        await asyncio.sleep(self.wager_seconds)
        held = self.tables[number]
        if held.seq == seq:
            await self.tell(number, held.close_wagers())

    async def tell(self, number: str, events: list[Any]) -> None:
        held = self.tables[number]
        held.watching = sum(one.who not in held.seated() for one in self.visitors[number])
        for visitor in [] if self.is_silent else list(self.visitors[number]):
            steps, new = held.steps(events, visitor.who, visitor.language), held.state(visitor.who)
            then = merge_patch({**visitor.last, "view": None}, {**new, "view": None})
            visitor.last = new
            await visitor.say(type="change", seq=held.seq, steps=steps, then=then)

    async def cut(self) -> None:
        """Cut every line, as a dead network does; until `is_cut` is false nobody comes through."""
        self.is_cut = True
        for visitors in self.visitors.values():
            for visitor in list(visitors):
                await visitor.send({"type": "websocket.close", "code": 1012})
