"""Cosignatures of witnesses: requested, checked, and stored with their checkpoint."""

import asyncio
import hashlib
import time
from collections.abc import Sequence

import httpx
import sqlalchemy as sa
import structlog

from spanish21.errors import BadInput, Spanish21Error
from spanish21.server.fairness.handing_over import handovers_of, keys_of
from spanish21.server.fairness.house_tree import HANDOVERS, newest_note, newest_origin, tile
from spanish21.server.store.connect import Store
from spanish21.server.store.schema import checkpoints, origins
from spanish21.server.store.writer import Writer
from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in, verified_checkpoint
from spanish21.server.transparency.cosignature import cosigners
from spanish21.server.transparency.note import (
    BadNote,
    Note,
    VerifierKey,
    note_from,
    signatures_from,
)
from spanish21.server.transparency.tree import consistency_proof
from spanish21.server.transparency.witnessing import CosignRequest

log_of = structlog.get_logger("spanish21.cosigning")
BETWEEN_REQUESTS, PATIENCE = 5.0, 10.0
MOST_KEYS = 100
"""The most checkpoints sent to a witness in a row: one for each key that it does not know yet."""


def keep_cosigned(
    connection: sa.Connection, data: bytes, wanted: Sequence[VerifierKey], now: int
) -> list[str]:
    """Keep a checkpoint of this house with the cosignatures of wanted witnesses; their names."""
    note = note_from(data)
    found = checkpoint_in(note)
    row = connection.execute(sa.select(origins).where(origins.c.origin == found.origin)).one_or_none()
    if row is None:
        raise BadNote(f"{found.origin} is not a tree of this house")
    keys = keys_of(connection, row)
    verified_checkpoint(data, keys)
    times = cosigners(note, wanted)
    if not times:
        raise BadNote("the checkpoint lacks the cosignature of a required witness (--witness-key)")
    place = (checkpoints.c.incarnation == row.incarnation, checkpoints.c.size == found.size)
    stored = connection.scalar(sa.select(checkpoints.c.note).where(*place))
    ids = {(key.name, key.id) for key in (*keys, *times)}
    lines = dict.fromkeys((*(note_from(stored.encode()).signatures if stored else ()), *note.signatures))
    kept = tuple(line for line in lines if (line.name, line.id) in ids or (stored and str(line) in stored))
    connection.execute(sa.delete(checkpoints).where(*place))
    cosigned = sum(1 for line in kept if (line.name, line.id) not in {(key.name, key.id) for key in keys})
    values = {"incarnation": row.incarnation, "size": found.size, "at": now, "cosigned": cosigned}
    connection.execute(sa.insert(checkpoints).values(**values, note=str(Note(note.text, kept))))
    older = sa.and_(checkpoints.c.incarnation == row.incarnation, checkpoints.c.size < found.size, ~HANDOVERS)
    connection.execute(sa.delete(checkpoints).where(older, checkpoints.c.cosigned <= cosigned))
    return sorted(key.name for key in times)


def newest_cosigned(
    connection: sa.Connection, wanted: Sequence[VerifierKey]
) -> dict[VerifierKey, tuple[int, int]]:
    """The last cosignature of each witness in the newest incarnation: the tree's size, and the time in ms."""
    origin = newest_origin(connection)
    found: dict[VerifierKey, tuple[int, int]] = {}
    if origin is None:
        return found
    kept = (checkpoints.c.incarnation == origin.incarnation, checkpoints.c.cosigned > 0)
    query = sa.select(checkpoints.c.note, checkpoints.c.size).where(*kept).order_by(checkpoints.c.size)
    for row in connection.execute(query):
        times = cosigners(note_from(row.note.encode()), wanted)
        found |= {key: (row.size, 1_000 * at) for key, at in times.items()}
    return found


def requests_for(connection: sa.Connection, old: int) -> list[tuple[Checkpoint, bytes]]:
    """The checkpoints to send to a witness that has seen `old` leaves: those that announce another key, which
    it must follow first, and the newest one."""
    origin = newest_origin(connection)
    if origin is None:
        return []

    def tiles(level: int, number: int) -> bytes:
        return tile(connection, origin.incarnation, level, number)

    newest, made = note_from(newest_note(connection, origin.incarnation).encode()), []
    for note in (*handovers_of(connection, origin.incarnation), newest):
        found = checkpoint_in(note)
        if found.size > old or (note is newest and found.size == old):
            proof = tuple(consistency_proof(tiles, old, found.size))
            made.append((found, str(CosignRequest(old, proof, note)).encode()))
    return made


class Cosigning:
    """Asks witnesses for their cosignatures while a server runs. `seen` has what each address cosigned
    last, `cosigned` each witness by its name; `troubles` says why one does not."""

    def __init__(
        self, store: Store, writer: Writer, urls: Sequence[str], wanted: Sequence[VerifierKey]
    ) -> None:
        self.wanted, self.urls = tuple(wanted), tuple(url.rstrip("/") for url in urls)
        self.seen: dict[str, int] = {}
        self.cosigned: dict[str, int] = {}
        self.troubles: dict[str, str] = {}
        self._store, self._writer = store, writer
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Ask from now on, if there is anyone to ask."""
        if self.urls:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            while True:
                for url in self.urls:
                    await self._ask_patiently(client, url)
                await asyncio.sleep(BETWEEN_REQUESTS)

    async def _ask_patiently(self, client: httpx.AsyncClient, url: str) -> None:
        try:
            why = await self.ask(client, url)
        except (httpx.HTTPError, Spanish21Error, sa.exc.DBAPIError) as error:
            why = f"{type(error).__name__}: {error}"
        if why and self.troubles.get(url) != why:
            log_of.warning("a witness does not cosign", witness=url, why=why)
        self.troubles = (
            {**self.troubles, url: why}
            if why
            else {one: text for one, text in self.troubles.items() if one != url}
        )

    async def ask(self, client: httpx.AsyncClient, url: str) -> str:
        """Have a witness cosign the newest checkpoint; why it did not, or nothing."""
        why = ""
        for _ in range(MOST_KEYS):
            old = self.seen.get(url, 0)
            made = await self._store.found(requests_for, old)
            if not made:
                return "it has cosigned more than this house has"
            if made[-1][0].size == old:
                return ""
            why = await self._sent(client, url, made)
            if why:
                return why
        return "it has seen other sizes than it says"

    async def _sent(
        self, client: httpx.AsyncClient, url: str, made: Sequence[tuple[Checkpoint, bytes]]
    ) -> str:
        """Send the first checkpoint that a witness accepts, and note its answer; or why it accepted none.
        One that knows a later key of the house takes no checkpoint of those before."""
        why = ""
        for checkpoint, body in made:
            answer = await client.post(f"{url}/add-checkpoint", content=body)
            if answer.status_code == 200:
                await self._keep(body, answer.text)
                self.seen[url] = checkpoint.size
                return ""
            if answer.status_code == 409 and answer.text.strip().isdigit():
                self.seen[url] = int(answer.text)
                return ""
            why = f"{answer.status_code}: {answer.text.strip()[:200]}"
            if answer.status_code != 403:
                return why
        return why

    async def _keep(self, body: bytes, lines: str) -> None:
        note = note_from(body.partition(b"\n\n")[2])
        cosigned = str(Note(note.text, (*note.signatures, *signatures_from(lines)))).encode()
        await self.keep(cosigned)

    async def keep(self, data: bytes) -> list[str]:
        """Keep a checkpoint with cosignatures of wanted witnesses; their names."""
        now = round(time.time() * 1000)
        names = await self._writer.run(lambda connection: keep_cosigned(connection, data, self.wanted, now))
        self.cosigned |= dict.fromkeys(names, checkpoint_in(note_from(data)).size)
        return names

    async def newest_known(self, origin: str, key: VerifierKey) -> tuple[Checkpoint, str] | None:
        """The newest checkpoint of this house that the witnesses know."""
        found: tuple[Checkpoint, str] | None = None
        digest = hashlib.sha256(origin.encode()).hexdigest()
        async with httpx.AsyncClient(timeout=PATIENCE) as client:
            for url in self.urls:
                try:
                    answer = await client.get(f"{url}/{digest}/checkpoint")
                    checkpoint, note = verified_checkpoint(answer.content, [key])
                except (httpx.HTTPError, BadInput) as error:
                    log_of.warning("a witness was not asked", witness=url, why=type(error).__name__)
                    continue
                if found is None or checkpoint.size > found[0].size:
                    found = checkpoint, str(note)
        return found
