"""Starting a server and ending it: the store, the tables, the address; every round is kept at the end."""

import asyncio
import gc
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from spanish21.compiled.ahead import is_compiled, started
from spanish21.compiled.cache import data_folder
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text
from spanish21.server.fairness.cosigning import Cosigning
from spanish21.server.people.quotas import Quotas
from spanish21.server.store.connect import is_postgresql, open_store, sqlite_path
from spanish21.server.table.policy import Policy
from spanish21.server.transparency.note import VerifierKey
from spanish21.server.web.app import REQUESTS_A_SECOND, app_of
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.direct import DirectSocket
from spanish21.server.web.doors import CONNECTIONS_OF_ADDRESS, Doors, GuardedHttp, room
from spanish21.server.web.first_tables import Submitted, open_first_tables
from spanish21.server.web.forwarded import Proxies
from spanish21.server.web.opening_house import close_house, desk_of, first_administrator_link, open_house

MOST_MESSAGE = 16 * 1024
DATABASE = "house.db"
ANALYSER = "analysis"

Say = Callable[[str], None]


class Service(msgspec.Struct, frozen=True):
    """How a server is started."""

    database: str
    port: int = 8021
    host: str = "127.0.0.1"
    key: str = ""
    origins: tuple[str, ...] = ()
    quotas: Quotas = Quotas()
    policy: Policy = Policy()
    prices: bool = True
    """Whether the edges of the open tables are computed as soon as the server runs."""
    advertise: str = ""
    """The address at which other servers on the same PostgreSQL find this one."""
    checks: bool = True
    """Whether the whole log is checked in the background."""
    requests_a_second: float = REQUESTS_A_SECOND
    """How many requests one network address may send."""
    connections_of_address: int = CONNECTIONS_OF_ADDRESS
    """How many connections one network address may have open."""
    trusted_proxies: tuple[str, ...] = ()
    """The networks of proxies whose X-Forwarded-For is believed."""
    witnesses: tuple[str, ...] = ()
    """The addresses of witnesses from which cosignatures are requested."""
    witness_keys: tuple[VerifierKey, ...] = ()
    """The public keys of witnesses whose cosignatures are stored and shown."""
    models: Callable[..., Any] | None = None
    """Makes the application for models (models.py), given where long work is done (`Questions.answer`)."""
    submitted: tuple[Submitted, ...] = ()
    """Tables to open at the start, unless they are open."""


def default_database() -> str:
    """The default SQLite file."""
    return str(data_folder() / DATABASE)


def key_path(database: str, key: str = "") -> Path:
    """Where the master key is: next to a SQLite file, or in the user's data folder."""
    if key:
        return Path(key).expanduser().absolute()
    if is_postgresql(database):
        return data_folder() / "master.key"
    return sqlite_path(database).with_suffix(".key")


class _Server(uvicorn.Server):
    """uvicorn, which lets every table come to rest before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, desk: FrontDesk, say: Say) -> None:
        super().__init__(config)
        self._desk, self._say = desk, say
        self.opened: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that the tables are open once a signal would close them in order, not before."""
        await super().startup(sockets)
        self.opened()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """An interrupt or a request to end begins the shutdown, and its later steps are taken, too."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._say("closing: every round is saved as it is …")
        await close_house(self._desk)
        await asyncio.sleep(0.1)  # the good-byes go out
        await super().shutdown(sockets)


def serve(service: Service, say: Say, **seams: Any) -> None:
    """Run a server until it is interrupted."""
    if not is_postgresql(service.database):
        sqlite_path(service.database)
    Proxies(service.trusted_proxies), room()  # their errors are reported before anything is opened
    listening = listening_at(service)
    try:
        say(f"opening the database {service.database.rpartition('@')[2]} …")
        store = open_store(service.database)
        try:
            is_secure = any(origin.startswith("https:") for origin in service.origins)
            desk = desk_of(store, key_path(service.database, service.key), service.quotas, is_secure, **seams)
            desk.models = service.models(desk.questions.answer) if service.models else None
            desk.cosigning = Cosigning(store, desk.writer, service.witnesses, service.witness_keys)
            try:
                _run(_serve(service, desk, listening, say))
            finally:
                desk.writer.close()
        finally:
            store.close()
    finally:
        listening.close()
    say("closed")


def listening_at(service: Service) -> socket.socket:
    family = socket.AF_INET6 if ":" in service.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((service.host, service.port))
        listening.listen(2_048)  # now: clients that come before the tables are open wait
    except (OSError, OverflowError) as error:
        listening.close()
        why = error.strerror if isinstance(error, OSError) else "a port is a number up to 65535"
        raise BadInput(f"cannot listen at {service.host}:{service.port}: {why}") from None
    return listening


def address_at(listening: socket.socket) -> str:
    """The address of a server on its own machine, or in its own network if it listens everywhere."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _run(work: Any) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _collect_seldom() -> None:
    """Objects from the start stay; checking all of them again took a twentieth of a busy loop's time.
    Newer objects are collected in small portions: 20,000 together took up to 40 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(4_000, 10, 1_000)


async def _serve(service: Service, desk: FrontDesk, listening: socket.socket, say: Say) -> None:
    say("taking up the tables …")
    await open_house(desk, service.advertise or address_at(listening))
    await open_first_tables(desk, service.policy, service.submitted)
    rate = service.requests_a_second
    doors = Doors(room(), service.connections_of_address, Proxies(service.trusted_proxies))
    server, address = server_at(desk, listening, service.origins, say, doors, rate=rate, burst=6 * rate)
    link = await asyncio.to_thread(first_administrator_link, desk)
    ahead: list[asyncio.Task[None]] = []

    def opened() -> None:
        tables = len(desk.hall.hosts)
        say(f"{count_text(tables, 'table')} {'is' if tables == 1 else 'are'} open at {address}")
        if link:
            say(f"open the administrator's account once, within 24 hours: {address}/#/welcome/{link}")
        if service.prices:
            ahead.append(asyncio.create_task(_work_ahead(desk, say)))
        if service.checks and (desk.news.cluster is None or not desk.news.cluster.others):
            desk.checking.start()
        if service.checks:
            desk.do_beside(desk.check_program())

    _collect_seldom()
    server.opened = opened
    async with desk.models.running() if desk.models is not None else nullcontext():
        await server.serve(sockets=[listening])
    for task in ahead:
        task.cancel()


async def _work_ahead(desk: FrontDesk, say: Say) -> None:
    """Compile the analyser at the first start, in the background, then find the edges of the open tables."""
    if find_spec("numba") is None:
        return
    if not is_compiled(ANALYSER):
        say("compiling the analyser in the background, once; until then advice and prices take longer …")
        began, process = time.monotonic(), started(ANALYSER, 15)
        try:
            code = await asyncio.to_thread(process.wait)
        finally:
            process.terminate()  # a server that ends does not wait for it
        if code == 0:
            say(f"the analyser is compiled ({time.monotonic() - began:.0f} s)")
        else:
            say("the analyser could not be compiled ahead; the first that needs it compiles")
    for host in list(desk.hall.hosts.values()):
        desk.workers.edge(host.table.rules)


def server_at(
    desk: FrontDesk,
    listening: socket.socket,
    origins: tuple[str, ...],
    say: Say,
    doors: Doors,
    **limits: float,
) -> tuple["_Server", str]:
    """The server of a desk at a socket, and the address of its page."""
    port = listening.getsockname()[1]
    here = ("127.0.0.1", "localhost", "[::1]")
    origins = origins or tuple(f"http://{name}:{port}" for name in here)
    config = uvicorn.Config(
        app_of(desk, frozenset(origins), doors, **limits),
        http=partial(GuardedHttp, doors=doors),  # type: ignore[arg-type]
        ws=partial(DirectSocket, doors=doors),  # type: ignore[arg-type]
        proxy_headers=False,  # uvicorn would believe anyone at 127.0.0.1; the gate checks who is trusted
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, desk, say), origins[0]
