"""A crowd of bots: tables are opened, guests come, sockets are connected; then everyone plays."""

import asyncio
import random
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from benchmarks.load.bots import Bot, Figures
from benchmarks.load.wire import connected
from spanish21.books.rulebook import BOOKS
from spanish21.client.protocol import PROTOCOL

HERE = "127.0.0.1"
AT_ONCE = 16
BOTS_AT_A_TABLE = 5

Pause = Callable[[], float]


def human() -> float:
    """How long a person takes to answer."""
    return random.uniform(1.0, 3.0)


def at_once() -> float:
    """A bot that answers as fast as it can."""
    return 0.0


class Crowd:
    """The bots of many tables at one server."""

    def __init__(self, port: int, pause: Pause) -> None:
        self.port, self.pause = port, pause
        self.figures = Figures()
        self.bots: list[Bot] = []
        self._turns = asyncio.Semaphore(AT_ONCE)
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # many guests share this client
        self._http = httpx.AsyncClient(
            base_url=f"http://{HERE}:{port}/api",
            headers={"X-Spanish21": "1"},
            timeout=120,
            cookies=no_cookies,
        )

    async def come(self, tables: int, **policy: int) -> None:
        """Open tables and seat five bots at each."""
        _, cookie = await self._guest()
        wanted = [self._open_table(n, cookie, policy) for n in range(tables)]
        ids = await asyncio.gather(*wanted)
        await self.sit_down(ids)

    async def sit_down(self, ids: list[str]) -> None:
        """Seat five bots at each of these tables."""
        seats = [(table_id, seat) for table_id in ids for seat in range(1, BOTS_AT_A_TABLE + 1)]
        await asyncio.gather(*(self._sit(table_id, seat) for table_id, seat in seats))

    async def leave(self) -> None:
        """Stop playing; the answers under way still come."""
        for bot in self.bots:
            bot.is_playing = False
        await asyncio.sleep(1)
        for bot in self.bots:
            bot.wire.close()
        await self._http.aclose()

    async def _guest(self) -> tuple[str, str]:
        response = await self._http.post("/guest", json={})
        response.raise_for_status()
        cookie = response.headers["set-cookie"].partition(";")[0]
        return str(response.json()["person"]), cookie

    async def _open_table(self, number: int, cookie: str, policy: dict[str, int]) -> str:
        async with self._turns:
            body = {"book": BOOKS[number % len(BOOKS)], "name": f"Table {number + 1}", "policy": policy}
            response = await self._http.post("/tables", json=body, headers={"cookie": cookie})
            response.raise_for_status()
            return str(response.json()["id"])

    async def _sit(self, table_id: str, seat: int) -> None:
        async with self._turns:
            person, cookie = await self._guest()
            path = f"/tables/{table_id}/ticket"
            response = await self._http.post(path, json={}, headers={"cookie": cookie})
            ticket = response.json()["ticket"]
            bot = Bot(person, seat, self.figures, self.pause, f"{table_id} {seat}")
            self.bots.append(bot)
            socket = f"/api/tables/{table_id}/socket?ticket={ticket}&protocol={PROTOCOL}"
            bot.wire = await connected(HERE, self.port, socket, bot.heard, bot.lost)
