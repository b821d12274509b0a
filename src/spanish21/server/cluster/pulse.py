"""A server's heartbeat and its ear: a thread with its own connection, which no busy writer holds up."""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import psycopg
import sqlalchemy as sa
import structlog

from spanish21.server.store.connect import Store
from spanish21.server.store.nodes import CHANNEL, beat, others, owned, ownerless, register, unregister

log_of = structlog.get_logger("spanish21.pulse")

BETWEEN_BEATS = 0.5


class Beat(NamedTuple):
    """The findings of a heartbeat: our tables and those without a server, each with its epoch; live
    servers."""

    owned: dict[str, int]
    ownerless: dict[str, int]
    others: list[str]


class Pulse:
    """Beats until it is closed. `heard` gets every beat and every piece of news, in the thread."""

    def __init__(self, store: Store, node: str, address: str) -> None:
        self.node, self.address = node, address
        self._store = store
        self._ends = threading.Event()
        self.last = time.monotonic()
        """When the database was reached last."""
        self.on_beat: Callable[[Beat], None] = lambda found: None
        self.on_news: Callable[[str], None] = lambda news: None
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Enter the server in the list of live servers, and beat from now on."""
        with self._store.watching() as connection:
            register(connection, self.node, self.address)
            connection.commit()
        self.last = time.monotonic()
        self._thread.start()

    def close(self) -> None:
        """Stop, and release the tables to the other servers immediately."""
        self._ends.set()
        self._thread.join(10)
        with contextlib.suppress(sa.exc.DBAPIError), self._store.watching() as connection:
            unregister(connection, self.node)
            connection.commit()

    def _run(self) -> None:
        while not self._ends.is_set():
            try:
                with self._store.watching() as connection:
                    self._beat_on(connection)
            except (sa.exc.DBAPIError, psycopg.Error) as error:
                log_of.warning("no heartbeat", error=type(error).__name__)
                self._ends.wait(BETWEEN_BEATS)

    def _beat_on(self, connection: sa.Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        connection.commit()
        while not self._ends.is_set():
            started = time.monotonic()
            beat(connection, self.node, self.address)
            found = Beat(owned(connection, self.node), ownerless(connection), others(connection, self.node))
            connection.commit()
            self.last = time.monotonic()
            self.on_beat(found)
            left = max(0.05, BETWEEN_BEATS - (time.monotonic() - started))
            for news in driver.notifies(timeout=left):
                self.on_news(news.payload)
