"""Signs checkpoints while a server runs: once a second, if anything has happened. No command waits."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import sqlalchemy as sa
import structlog

from spanish21.errors import Spanish21Error
from spanish21.server.fairness.house_tree import newest_origin, sequence
from spanish21.server.fairness.incarnation import seen_now
from spanish21.server.store.connect import Store
from spanish21.server.store.signing_key import Seen, head_key, keep_seen
from spanish21.server.store.writer import Writer
from spanish21.server.transparency.note import SigningKey

log_of = structlog.get_logger("spanish21.tree")
BETWEEN_CHECKPOINTS = 0.8
"""Seconds: with the commit itself, a checkpoint a second."""


class Sequencer:
    """The tree of one server's store. `altered` names logs that end where the program did not leave them."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        key: SigningKey,
        seen_path: Path,
        node: str,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.seen: Seen | None = None
        self.altered: tuple[str, ...] = ()
        self.node, self._pause = node, pause
        self._store, self._writer = store, writer
        self._key, self._head_key = key, head_key(key)
        self._path = seen_path
        self._groups = -1
        self._signing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sign from now on."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Sign the rest, and end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with contextlib.suppress(Spanish21Error, sa.exc.DBAPIError, OSError):
                await self.tick()

    async def _run(self) -> None:
        while True:
            try:
                await self.tick()
            except (Spanish21Error, sa.exc.DBAPIError, OSError) as error:
                log_of.warning("no checkpoint", error=type(error).__name__)
            await self._pause(BETWEEN_CHECKPOINTS)

    async def tick(self) -> None:
        """Add new heads, sign, and store the checkpoint outside the database."""
        async with self._signing:
            await self._sign()

    async def _sign(self) -> None:
        is_shared = self._store.dialect == "postgresql"
        if self._writer.groups == self._groups and not is_shared:
            return
        now = round(time.time() * 1000)
        key, secret, node = self._key, self._head_key, self.node

        def work(connection: sa.Connection) -> tuple[Seen | None, tuple[str, ...] | None]:
            done = sequence(connection, key, secret, node, now)
            origin = newest_origin(connection)
            if origin is None:
                return None, ()
            return seen_now(connection, origin.incarnation), done.altered if done is not None else None

        seen, altered = await self._writer.run(work, tries_again=False)
        self._groups = self._writer.groups
        if altered is not None:
            if altered and altered != self.altered:
                log_of.error("logs were altered outside the program", logs=list(altered))
            self.altered = altered
        if seen is not None and seen != self.seen:
            await asyncio.to_thread(keep_seen, self._path, seen)
            self.seen = seen
