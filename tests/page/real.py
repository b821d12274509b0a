"""The real server for tests and pictures of the page: a temporary store, staff and players by name."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from page.threads import started
from server.accounts import logged_in
from server.live import KnownShoes
from server.live import served as served_live
from spanish21.books.submissions.submission import rules_of
from spanish21.client.client import Client, TableClient
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk

SLOW = Policy(wager_seconds=3_000, ready_seconds=0, decide_seconds=3_000, seat_seconds=3_000)


class Real:
    """A running server with its desk."""

    def __init__(self, desk: FrontDesk, url: str, loop: asyncio.AbstractEventLoop) -> None:
        self.desk, self.url, self.loop = desk, f"{url}/", loop
        self.players: dict[str, TableClient] = {}

    def run(self, work: Any) -> Any:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def table(self, book: str, name: str = "", policy: Policy = SLOW, cards: str = "") -> str:
        """Open a table; its id. Where a person deals, `cards` come first out of its shoe."""
        table = str(self.run(self.desk.hall.open_table(name or book, rules_of(book), policy)).id)
        if cards:
            self.desk.hall.hosts[table].chance = KnownShoes(cards)
        return table

    def staff(self, name: str, *roles: str) -> str:
        """Somebody with an account and roles, logged in; the token of the session."""
        now = self.desk.now()
        return str(self.desk.writer.run_and_wait(lambda one: logged_in(one, name, roles, now)))

    def visit(self, browser: Browser, address: str, token: str = "", **context: Any) -> Page:
        """A page of somebody, at an address after #."""
        size = {"width": context.pop("width", 1200), "height": context.pop("height", 860)}
        opened = browser.new_context(viewport=size, **context)  # type: ignore[arg-type]
        if token:
            opened.add_cookies([{"name": "spanish21", "value": token, "url": self.url}])
        page = opened.new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{self.url}#/{address}")
        return page

    def sit(self, name: str, table: str, seat: int, chips: int = 50_000) -> TableClient:
        """Somebody with a new account comes to a table."""

        async def come() -> TableClient:
            client = Client(self.url)
            await client.request("POST", "/accounts", {"name": name, "password": f"the secret of {name}"})
            socket = client.at(table)
            await socket.__aenter__()
            assert (await socket.command("Join", chips=chips, seat=seat)).ok
            return socket

        self.players[name] = self.run(come())
        return self.players[name]

    def says(self, name: str, command: str, **fields: Any) -> None:
        """One of them sends a command, about the table as it now is."""
        player = self.players[name]
        log = self.desk.hall.hosts[player.table_id].log

        async def say() -> Any:
            await player.until(lambda state: state["seq"] >= log.seq)
            return await player.command(command, **fields)

        answer = self.run(say())
        assert answer.ok, answer


@contextmanager
def real(folder: Path, chance: Callable[[], random.Random] | None = None) -> Iterator[Real]:
    """The real server on a temporary SQLite, in a thread of its own."""
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    over = asyncio.Event()
    found: list[Real] = []

    async def main() -> None:
        async with served_live(folder, chance) as (desk, address):
            found.append(Real(desk, address, loop))
            ready.set()
            await over.wait()
            for player in found[0].players.values():
                await player.__aexit__(None, None, None)
                await player.client.__aexit__(None, None, None)

    thread = started(loop, main())
    assert ready.wait(30)
    yield found[0]
    loop.call_soon_threadsafe(over.set)
    thread.join(20)
