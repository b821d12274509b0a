"""The program checks itself: at a start, once a day and on request; its findings go on record.

Anyone who edits files can edit RECORD too, so the findings are also compared with the first digest that the
house's log has of this version.
"""

import asyncio
import sys

import msgspec
import sqlalchemy as sa
import structlog

from spanish21 import __version__
from spanish21.server.audit.installation import Installation
from spanish21.server.log.house_events import HOUSE, InstallationFound, house_event_in
from spanish21.server.store.house_log import record
from spanish21.server.store.schema import events
from spanish21.server.store.writer import Writer

log_of = structlog.get_logger("spanish21.self_check")

NOT_CHECKED, AS_INSTALLED, CHANGED, UNVERIFIED = "not checked", "as installed", "changed", "unverified"
MODULE = "spanish21.server.audit.installation"


class Program(msgspec.Struct, frozen=True):
    """The state of the program's files. `first` is the digest that was logged first for this version."""

    state: str = NOT_CHECKED
    version: str = __version__
    digest: str = ""
    first: str = ""
    changed: tuple[str, ...] = ()
    at: int = 0


class SelfCheck:
    """A server's findings about its own files."""

    def __init__(self, writer: Writer) -> None:
        self.found = Program()
        self._writer = writer

    async def run(self, node: str, now: int) -> Program:
        """Check the files now, and put the findings on record."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", MODULE, stdout=pipe)
        said, _ = await process.communicate()
        seen = msgspec.json.decode(said, type=Installation)
        self.found = await self._writer.run(
            lambda connection: compare_with_record(connection, seen, node, now)
        )
        if self.found.state == CHANGED:
            log_of.error("the program was changed", files=list(self.found.changed))
        return self.found


def compare_with_record(connection: sa.Connection, seen: Installation, node: str, now: int) -> Program:
    """Compare with the record, and write down new findings."""
    before = [one for one in on_record(connection) if one.version == seen.version]
    event = InstallationFound(seen.version, seen.digest, seen.is_recorded, seen.files, seen.changed, node)
    if not before or before[-1] != event:
        record(connection, event)
    first = next((one.digest for one in before if one.is_recorded), seen.digest)
    state = AS_INSTALLED
    if seen.changed or (seen.is_recorded and first != seen.digest):
        state = CHANGED
    elif not seen.is_recorded:
        state = UNVERIFIED
    return Program(state, seen.version, seen.digest, first, seen.changed, now)


def on_record(connection: sa.Connection) -> list[InstallationFound]:
    """The findings of earlier checks, in order."""
    of_kind = events.c.body.like('{"type":"InstallationFound"%')
    query = sa.select(events.c.body).where(events.c.table_id == HOUSE, of_kind).order_by(events.c.seq)
    return [house_event_in(body) for body in connection.scalars(query)]
