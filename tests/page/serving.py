"""A stand-in server and a browser for the page's tests and pictures."""

import asyncio
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from page.openings import opened
from page.stand_in import StandIn, stand_in
from page.threads import started
from patience import PATIENCE, wait_until

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first that is there. The one without windows uses a quarter less CPU."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
    "--font-render-hinting=none",
]


class Served:
    """A running stand-in."""

    def __init__(self, app: StandIn, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.url = f"http://127.0.0.1:{port}/"
        self.loop = loop

    def open(self, scene: str, number: str = "") -> str:
        """Put a scene on a table of its own; the address of its page."""
        number = number or f"{scene}-{len(self.app.tables)}"
        done = threading.Event()
        held = opened(scene)
        self.loop.call_soon_threadsafe(lambda: (self.app.add(number, held), done.set()))
        assert done.wait(PATIENCE)
        return f"{self.url}#/table/{number}"

    def run(self, task: Any) -> Any:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(task, self.loop).result(10)


@contextmanager
def served() -> Iterator[Served]:
    """A stand-in on a free port, in a thread of its own."""
    app = stand_in()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio", lifespan="off"
    )
    server = uvicorn.Server(config)
    loop = asyncio.new_event_loop()
    thread = started(loop, server.serve())
    wait_until(lambda: server.started)
    yield Served(app, port, loop)
    server.should_exit = True
    thread.join(20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a window."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM or None, args=QUIET)
        yield browser
        browser.close()


def visit(browser: Browser, url: str, width: int = 1200, height: int = 860, **context: Any) -> Page:
    """A page of a fresh visitor."""
    page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
    page.set_default_timeout(30_000)
    page.goto(url)
    return page
