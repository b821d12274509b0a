"""The socket of a table: messages go out, commands come in one by one."""

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from spanish21.client.answer import Answer
from spanish21.client.protocol import PROTOCOL
from spanish21.errors import BadInput, Refused, Spanish21Error, one_line
from spanish21.game import commands as cmd
from spanish21.game.decide import why_not
from spanish21.game.log.snapshot import json_of_table
from spanish21.game.table import HOUSE
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.languages import language_of
from spanish21.server.fairness.player_seeds import Promise
from spanish21.server.fairness.seed_receipts import seed_receipt
from spanish21.server.outside_text import cleaned, is_plain
from spanish21.server.people.callers import PROVE, SET_UP, Caller, Ticket
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.people.roles import is_of_two
from spanish21.server.people.sessions import is_living, is_to_be_kept, keep_session
from spanish21.server.studies.workers import LONGEST_ADVICE, advised
from spanish21.server.table.host import Host
from spanish21.server.table.inbox import (
    BUSY,
    INTERNAL_ERROR,
    OWN_LIMIT,
    STOPPED,
    answer_text,
    ask_of,
    no,
    refusal,
)
from spanish21.server.table.listener import Listener
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.direct import EXTENSION
from spanish21.server.web.gate import Bucket

log_of = structlog.get_logger("spanish21.sockets")

OLDER = "this page is older than the server, or newer: reload it"
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20.0, 40.0
MOST_SOCKETS_OF_PERSON = 10
_encode = msgspec.json.Encoder().encode


class Connection:
    """One socket at one table."""

    def __init__(
        self,
        desk: FrontDesk,
        host: Host,
        socket: Any,
        ticket: Ticket,
        role: str,
        since: int | None = None,
        language: Language = ENGLISH,
    ) -> None:
        self.desk, self.host, self.socket = desk, host, socket
        self.caller: Caller | None = ticket.caller
        self.by = role or (self.caller.id if self.caller else "")
        self.listener = Listener(self.by, self.caller.id if self.caller else "", language)
        self._since = since
        self._news = asyncio.Event()
        self._advising: asyncio.Task[None] | None = None
        self._rate = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.listener.on_news = self._news.set
        direct = socket.scope.get("extensions", {}).get(EXTENSION)
        if direct is not None:
            self.listener.at_once = direct.say

    def has_roles(self, roles: frozenset[str]) -> None:
        """From now on the caller has these roles."""
        if self.caller is not None:
            actor = msgspec.structs.replace(self.caller.actor, roles=roles - self.caller.withheld)
            self.caller = msgspec.structs.replace(self.caller, actor=actor)

    @property
    def session(self) -> bytes:
        """The digest of the session that the socket was opened under; a stranger has no session."""
        return self.caller.session.digest if self.caller else b""

    def session_renewed(self, digest: bytes) -> None:
        """From now on the session has another token."""
        if self.caller is not None:
            session = msgspec.structs.replace(self.caller.session, digest=digest)
            self.caller = msgspec.structs.replace(self.caller, session=session)

    async def is_over(self) -> bool:
        """Whether the session ended after the ticket was issued, here or at another server."""
        if self.caller is None:
            return False
        return not await self.desk.reading(is_living, self.caller.session, self.desk.now())

    async def run(self) -> None:
        """Tell and hear until either side ends it."""
        host, person = self.host, self.listener.person
        host.teller.attach(self.listener, self._since)
        if person:
            host.seats.came(person)
        tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._hear())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            host.teller.detach(self.listener)
            if person:
                host.seats.went(person, host.place.now())
                if not host.seats.is_here(person):
                    host.felts.gone(person)
                host.look_at_clock()
            if self._advising is not None:
                tasks.append(self._advising)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self) -> None:
        listener = self.listener
        while True:
            message = listener.taken()
            if message is not None:
                listener.is_sending = True
                await self.socket.send_text(message.decode())
                listener.is_sending = False
            elif listener.bye:
                await self.socket.send_text(_encode({"type": "bye", "text": listener.bye}).decode())
                await self.socket.close(code=1000)
                return
            else:
                self._news.clear()
                await self._news.wait()

    async def _hear(self) -> None:
        while True:
            try:
                text = await self.socket.receive_data("text")
            except (WebSocketDisconnect, RuntimeError):
                return
            except Exception:
                self.listener.end("a message is a text of JSON")
                await asyncio.sleep(1)
                return
            wait = self._rate.wait("")
            while wait:
                await asyncio.sleep(wait)
                wait = self._rate.wait("")
            await self._heard(text)

    async def _heard(self, text: str) -> None:
        id = ""
        try:
            message = msgspec.json.decode(text)
            if not isinstance(message, dict):
                raise BadInput("a message is a JSON object with its type")
            found = message.get("id")
            id = found if isinstance(found, str) and len(found) <= 64 else ""
            if not is_plain(text):
                message = cleaned(message)
            await self._answer(message, id and str(message["id"]))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
            self.listener.send(answer_text(id, no("malformed", "that is not JSON")))
        except BadInput as error:
            self.listener.send(answer_text(id, no("malformed", one_line(str(error)))))
        except Spanish21Error:
            busy = no(BUSY, "the server has too much to do; try again in a moment")
            self.listener.send(answer_text(id, busy))
        except Exception:
            log_of.exception("message failed", table=self.host.table_id)
            wrong = no("trouble", INTERNAL_ERROR)
            self.listener.send(answer_text(id, wrong))

    async def _answer(self, message: dict[str, Any], id: str) -> None:
        kind = message.get("type")
        if kind == "command":
            refused = await self._command(message)
            if refused is not None:
                self.listener.send(answer_text(id, refused))
        elif kind == "why_not":
            self._say({"type": "why_not", "id": id, **self._why_not(message)})
        elif kind == "advise":
            self._advise(id)
        elif kind == "seed":
            self._seed(message, id)
        elif kind == "felt":
            self._felt(message)
        elif kind == "ping":
            await self._ping(id)
        else:
            raise BadInput("a message's type is command, why_not, advise, seed, felt or ping")

    def _say(self, message: dict[str, Any]) -> None:
        self.listener.send(_encode(message))

    async def _command(self, message: dict[str, Any]) -> Answer | None:
        """Have a command carried out, which the table answers; or say why it does not get there."""
        caller = self.caller
        if caller is None:
            return no("log_in_first", "log in first, or come as a guest")
        ask = ask_of(caller.actor, self.by, message)
        if COMMANDS[type(ask.command)].needs_second and not await self.desk.reading(is_of_two):
            ask = msgspec.structs.replace(ask, is_alone=True)
        why = self.desk.why_not_begin(caller, ask.command, self.host.table_id)
        if why:
            return no(OWN_LIMIT, why)
        if self.desk.hall.hosts.get(self.host.table_id) is not self.host:
            return no(STOPPED, "the table continues elsewhere; connect again")
        await self.desk.hall.ask(self.host.table_id, ask, self.listener)
        return None

    def _seed(self, message: dict[str, Any], id: str) -> None:
        """Accept a promise, whose receipt follows once it is written; or an opened seed."""
        if self.caller is None or self.by != self.caller.id:
            raise BadInput("seeds are only for players")
        promise, seed, words = (message.get(name, "") for name in ("promise", "seed", "words"))
        if not all(isinstance(text, str) for text in (promise, seed, words)):
            raise BadInput("promise, seed and words are texts")
        if not promise:
            self.host.open_seed(self.by, seed, words)
            self._say({"type": "seed", "id": id, "ok": True})
            return

        def written(seq: int) -> None:
            place = (self.host.table_id, self.by, promise, seq)
            receipt = seed_receipt(self.desk.receipt_key, *place)
            self._say({"type": "seed", "id": id, "ok": True, "seq": seq, "receipt": receipt})

        self.host.promise_seed(Promise(self.by, promise, written))

    def _felt(self, message: dict[str, Any]) -> None:
        """How far a player's page has got, and whether they want a clock when alone."""
        seq = message.get("seq")
        if self.caller is None or self.by != self.caller.id or type(seq) is not int:
            raise BadInput("only a player's page reports the seq that its felt has shown")
        self.host.felts.note(self.by, min(seq, self.host.log.seq), message.get("clock") is True)
        self.host.look_at_clock()

    def _why_not(self, message: dict[str, Any]) -> dict[str, Any]:
        name, fields = message.get("command"), message.get("fields") or {}
        command = cmd.COMMANDS.get(name) if isinstance(name, str) else None
        if command is None or not isinstance(fields, dict):
            raise BadInput("why_not asks about a command by its name, with some of its fields")
        known = {field.name: field for field in msgspec.structs.fields(command) if field.name != "by"}
        given = {}
        for field, value in fields.items():
            if field not in known:
                raise BadInput(f"{name} has no field of that name")
            try:
                given[field] = msgspec.convert(value, known[field].type)
            except msgspec.ValidationError:
                raise BadInput(f"{name}: {field} is of another kind") from None
        why = why_not(self.host.table, self.by, command, **given)
        if why is None:
            return {"reason": "", "bounds": None, "text": "", "clauses": []}
        refused, language = Refused(why.reason, why.bounds), self.listener.language
        found = refusal(self.host.table.rules, refused, command, language)
        return {"reason": found.reason, "bounds": found.bounds, "text": found.text, "clauses": found.clauses}

    def _advise(self, id: str) -> None:
        """Work advice out in the background; the socket takes commands meanwhile."""
        if self._advising is not None and not self._advising.done():
            text = "wait for the advice that you have asked for"
            self._say({"type": "advice", "id": id, "options": [], "text": text})
            return
        self._advising = asyncio.create_task(self._advised(id))

    async def _advised(self, id: str) -> None:
        try:
            found = await self._advice()
        except Exception:
            log_of.exception("advice failed", table=self.host.table_id)
            found = {"options": [], "text": "no advice: internal error"}
        self._say({"type": "advice", "id": id, **found})

    async def _advice(self) -> dict[str, Any]:
        if self.caller is None or self.by in HOUSE:
            return {"options": [], "text": "advice is only for players"}
        try:
            table = json_of_table(self.host.table)
            given = (advised, LONGEST_ADVICE, table, self.by)
            found: dict[str, Any] = await self.desk.advisers.run(*given, asker=self.caller.id)
        except BadInput as error:
            return {"options": [], "text": str(error)}
        return found

    async def _ping(self, id: str) -> None:
        if id:
            self._say({"type": "pong", "id": id})
        if self.caller is None:
            return
        session, now = self.caller.session, self.desk.now()
        if is_to_be_kept(session, now):
            kept = msgspec.structs.replace(session, last_seen=now)
            self.caller = msgspec.structs.replace(self.caller, session=kept)
            await self.desk.writer.run(lambda connection: keep_session(connection, session, now))


@websocket("/api/tables/{table_id:str}/socket", asks="watch_table")
async def table_socket(
    socket: WebSocket,  # type: ignore[type-arg]
    state: State,
    table_id: FromPath[str],
) -> None:
    """A table's socket, opened with a ticket."""
    desk: FrontDesk = state.desk
    ticket = desk.tickets.take(str(socket.query_params.get("ticket", "")))
    host = desk.hall.hosts.get(table_id)
    role = str(socket.query_params.get("as", ""))
    problem = _problem(desk, ticket, host, table_id, role)
    if problem or ticket is None or host is None:
        await socket.close(code=4401, reason=problem)
        return
    language = language_of(str(socket.query_params.get("language", "")))
    connection = Connection(desk, host, socket, ticket, role, _since(socket), language)
    desk.sockets.add(connection)  # first: a log-out ends it, whether it comes before or after the next line
    try:
        if await connection.is_over():
            await socket.close(code=4401, reason="ask for a ticket first")
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            if socket.query_params.get("protocol") != str(PROTOCOL):
                await socket.send_text(_encode({"type": "bye", "protocol": PROTOCOL, "text": OLDER}).decode())
                await socket.close(code=4400, reason="another protocol")
                return
            await connection.run()
    finally:
        desk.sockets.remove(connection)


def _since(socket: Any) -> int | None:
    """The event that a client who comes back has seen last."""
    seq = str(socket.query_params.get("seq", ""))
    return int(seq) if seq.isdecimal() and seq.isascii() and len(seq) < 16 else None


def _problem(desk: FrontDesk, ticket: Ticket | None, host: Host | None, table_id: str, role: str) -> str:
    if ticket is None or host is None or ticket.table != table_id:
        return "ask for a ticket first"
    person = ticket.caller.id if ticket.caller else ""
    if role and (role not in HOUSE or host.on_duty.get(person) != role):
        return "only for staff on duty at this table"
    if role and ticket.caller is not None and role not in ticket.caller.actor.roles:
        return PROVE if ticket.caller.has_factor else SET_UP
    key = ticket.caller.session.digest if ticket.caller else None
    if key is not None and len(desk.sockets.get(key, ())) >= MOST_SOCKETS_OF_PERSON:
        return "too many connections"
    return ""


ROUTES = [table_socket]
