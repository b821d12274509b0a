"""The real server on a SQLite file of its own, for the rooms that need the analyser."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from page.threads import started
from server.live import served as live
from spanish21.server.web.opening_house import close_house


@contextmanager
def real_house() -> Iterator[str]:
    """The address of a server without tables, in a thread of its own."""
    with TemporaryDirectory() as folder:
        loop = asyncio.new_event_loop()
        ready, address, over = threading.Event(), [""], asyncio.Event()

        async def serve() -> None:
            async with live(Path(folder)) as (desk, found):
                address[0] = found
                ready.set()
                await over.wait()
                await close_house(desk)

        thread = started(loop, serve())
        assert ready.wait(30), "the server does not start"
        yield f"{address[0]}/"
        loop.call_soon_threadsafe(over.set)
        thread.join(20)
