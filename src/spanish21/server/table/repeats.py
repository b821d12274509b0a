"""Which commands a table has carried out already, and which rest on a state that has passed.

To look every command up in the store would cost more than all the rest, so a command is looked up only if it
could rest on something old. An id that is used again anyway is refused by the store, whose index is the
judge, and the host answers for it (`Host._undone`).
"""

import asyncio
from collections.abc import Mapping

import sqlalchemy as sa

from spanish21.client.answer import Answer
from spanish21.game.procedure import MOVES
from spanish21.server.store.connect import OUT_OF_REACH, Store
from spanish21.server.store.store_reader import command_of
from spanish21.server.table.inbox import BUSY, REUSED_ID, STALE, Ask, no

RECENT = 2_000

Key = tuple[str, str]
Done = tuple[bytes, int]
"""The digest of a command's body, and the seq of its last event."""


class Remembered:
    """The commands of one table; those not in memory are in the store."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store, self._table_id = store, table_id
        self._recent: dict[Key, Done] = {}
        self._own_seq: dict[str, int] = {}
        self._distrusted: set[str] = set()
        self._moment_seq = self._loaded_seq = 0

    def begin(self, seq: int) -> None:
        """After a start nothing is in memory: commands that rest on an earlier event are looked up."""
        self._moment_seq = self._loaded_seq = seq

    def keep(self, done: Mapping[Key, Done], moment_seq: int) -> None:
        """Remember the commands of a turn; `moment_seq` is where a new moment began, 0 if none did."""
        self._moment_seq = max(self._moment_seq, moment_seq)
        for key, (digest, seq) in done.items():
            self._own_seq[key[0]] = seq
            self._recent[key] = (digest, seq)
        while len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def distrust(self, person: str) -> None:
        """The store has refused an id as used before: from now on all of that person's ids are looked up."""
        self._distrusted.add(person)

    def may_know(self, ask: Ask, last: int) -> bool:
        """Whether an ask could be a repeated or a stale one."""
        if ask.key in self._recent or ask.actor.id in self._distrusted:
            return True
        return ask.seq < self._fresh(ask) or ask.seq > last

    def _fresh(self, ask: Ask) -> int:
        """The event that the sender of a command must have seen."""
        own = self._own_seq.get(ask.actor.id, self._loaded_seq)
        return own if MOVES[type(ask.command)].at_any_time else max(self._moment_seq, own)

    async def answer(self, ask: Ask, last: int, known: Done | None) -> Answer | None:
        """The answer to a command that was answered before, or to one that comes too late; None if it is
        neither."""
        try:
            known = known or self._recent.get(ask.key) or await asyncio.to_thread(self._stored, ask)
        except sa.exc.OperationalError:
            return no(BUSY, OUT_OF_REACH)
        if known is None:
            if ask.seq > last:
                return no(STALE, f"seq is {ask.seq}, and the last event is {last}", stale=True)
            if ask.seq < self._fresh(ask):
                return no(STALE, "the table has moved on since; look again", stale=True)
            return None
        digest, seq = known
        if digest != ask.digest:
            return no(REUSED_ID, "another command had this id; give every command its own id")
        return Answer(True, seq)

    def _stored(self, ask: Ask) -> Done | None:
        with self._store.reading() as connection:
            row = command_of(connection, self._table_id, *ask.key)
        return None if row is None else (row.digest, row.last_seq)
