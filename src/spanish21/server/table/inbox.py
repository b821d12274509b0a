"""A command as it comes to a table, and the answer that it gets."""

import asyncio
from typing import Any

import msgspec

from spanish21.books.citing import refusal_clauses
from spanish21.client.answer import Answer
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game.log.wire import command_of
from spanish21.game.rules import Rules
from spanish21.game.table import HOUSE
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.log.batch import RecordedCommand
from spanish21.server.log.digests import command_digest
from spanish21.server.people.command_authority import AUTOMATIC, HOUSE_ITSELF, Actor
from spanish21.server.people.roles import PLAYER
from spanish21.server.table.listener import Listener

_encode = msgspec.json.Encoder().encode

LONGEST_ID = 64
STOPPED, STALE, NOT_AUTHORISED, PURSE = "table_stopped", "stale", "not_authorised", "purse_too_small"
OWN_LIMIT, REUSED_ID, CLOSING, BUSY = "own_limit", "id_used_before", "table_closes", "busy"
INTERNAL_ERROR = "internal error; nothing was lost"
"""The message when the server itself is at fault."""


class Ask(msgspec.Struct, frozen=True):
    """A command, who sends it under which id, and which event they had seen last."""

    actor: Actor
    id: str
    seq: int
    command: cmd.Command
    digest: bytes
    reason: str = ""
    second: Actor | None = None
    approved: str = ""
    """The digest of the payout to which the second person agreed."""
    is_alone: bool = False
    """Whether the house lacks a second person."""
    answered: Any = None
    """The future that gets the answer; the house's own commands have none."""
    listener: Listener | None = None
    """Who gets the answer as a message: together with its changes, or alone."""

    @property
    def key(self) -> tuple[str, str]:
        return (self.actor.id, self.id)

    @property
    def language(self) -> Language:
        """In which it is answered."""
        return ENGLISH if self.listener is None else self.listener.language

    @property
    def asked(self) -> RecordedCommand:
        """The part that goes into the log."""
        role = self.command.by if self.command.by in HOUSE else PLAYER
        name = type(self.command).__name__
        second = self.second.id if self.second is not None else ""
        return RecordedCommand(self.actor.id, self.id, self.digest, name, role, self.reason, second)

    def answer(self, answer: Answer, is_told: bool = False) -> None:
        """Resolve the future, and answer the listener unless it has been answered."""
        if self.answered is None or self.answered.done():
            return
        if self.listener is not None and not is_told:
            self.listener.send(answer_text(self.id, answer))
        self.answered.set_result(answer)


def ask_of(
    actor: Actor,
    by: str,
    message: dict[str, Any],
    future: "asyncio.Future[Answer] | None" = None,
) -> Ask:
    """The command in a message of a client, or `BadInput`; who it is `by` the server says."""
    id, seq, body, reason = (message.get(name) for name in ("id", "seq", "command", "reason"))
    reason = reason or ""
    if not isinstance(id, str) or not 0 < len(id) <= LONGEST_ID:
        raise BadInput(f"a command's id is a text of 1 to {LONGEST_ID} characters")
    if type(seq) is not int or seq < 0:
        raise BadInput("seq is the number of the last event that you have seen")
    if not isinstance(body, dict) or not isinstance(reason, str):
        raise BadInput("a command is an object with its name under type; a reason is a text")
    if reason and by not in HOUSE:
        raise BadInput("a player's command has no reason: leave it out")
    if "by" in body:
        raise BadInput("omit `by`; the server fills it in")
    command = command_of(_encode({**body, "by": by}))
    told = msgspec.json.encode([body, by, reason, ""], order="sorted")
    return Ask(actor, id, seq, command, command_digest(told), reason, answered=future)


def ask_of_house(command: cmd.Command, seq: int) -> Ask:
    """An automatic command of the house; its id follows from its place in the log."""
    name = type(command).__name__
    return Ask(HOUSE_ITSELF, f"{name}-{seq}", seq, command, command_digest(name.encode()))


def asked_of_house(name: str, seq: int) -> RecordedCommand:
    """The log's entry for steps that are taken because they are due."""
    return RecordedCommand(AUTOMATIC, f"{name}-{seq}", command_digest(name.encode()), name, AUTOMATIC)


def answer_text(id: str, answer: Answer) -> bytes:
    """An answer as a message to the client who asked under an id."""
    if answer.ok:
        return _encode({"type": "answer", "id": id, "ok": True, "seq": answer.seq})
    no = {"reason": answer.reason, "bounds": answer.bounds, "text": answer.text, "clauses": answer.clauses}
    return _encode({"type": "answer", "id": id, "ok": False, **no, "stale": answer.stale})


def refusal(rules: Rules, refused: Refused, command: object, language: Language = ENGLISH) -> Answer:
    """The game's no, in words and with its clauses."""
    clauses = tuple(f"{rules.book} {clause}" for clause in refusal_clauses(rules, refused, command))
    return Answer(False, 0, refused.reason, language.refusal(rules, refused), clauses, bounds=refused.bounds)


def no(reason: str, text: str, stale: bool = False) -> Answer:
    """The server's own no."""
    return Answer(False, 0, reason, text, stale=stale)
