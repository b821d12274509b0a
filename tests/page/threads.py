"""A loop in a thread of its own, for servers beside a browser that is driven without one."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any


def started(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, None]) -> threading.Thread:
    """A thread that does some work in a loop and then closes the loop."""

    def run() -> None:
        try:
            loop.run_until_complete(work)
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread
