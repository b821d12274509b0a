"""Opening a store: SQLite in a file or PostgreSQL by its address, with the settings that lose nothing."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from spanish21.errors import BadInput
from spanish21.server.files import is_made, tighten_database
from spanish21.server.store.migrate import migrate, require_newest

try:
    import fcntl
except ImportError:
    needs = "a server's database needs POSIX (Linux, macOS, BSD): locks, signals, syncs of folders"
    raise BadInput(f"{needs}; play, analysis and simulation run here as well") from None

T = TypeVar("T")

OUT_OF_REACH = "the database is out of reach; nothing is lost, try again in a moment"
"""The answer to a request meanwhile."""

SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
"""SQLite's settings; 2 is FULL: a commit is on the disk before it is acknowledged."""

STATEMENTS = 512
"""How many prepared statements SQLite caches: one for each table and number of rows (statements.py)."""
CACHE_KILOBYTES = 32 * 1024
MOST_PAGES_IN_WAL = 16_000
"""Above it SQLite makes a checkpoint within a commit; the writer makes its own before, between commits."""

SAFE_ON_POSTGRESQL = ("fsync", "full_page_writes", "synchronous_commit")
OLDEST_POSTGRESQL = 150000
WRITING_ON_POSTGRESQL = (
    "-c lock_timeout=5000 -c idle_in_transaction_session_timeout=2000"
    " -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3"
)
"""A server that freezes in mid-transaction, or is cut off, must not keep its locks: others wait for them."""
PATIENCE_WITH_MIGRATIONS = "60s"
"""How long a migration may be idle within its transaction, on a busy machine, say."""


class Store:
    """One database: a writing connection, and any number of reading ones.

    A store opened for writing has one writer (on PostgreSQL: the only one in this process).
    """

    def __init__(self, address: str, writer: sa.Engine | None, reader: sa.Engine, lock: int = -1) -> None:
        self.address = address
        self.name = without_password(address)
        self.dialect = reader.dialect.name
        self._reader, self._engine, self._lock = reader, writer, lock
        self._writer: sa.Connection | None = None
        self._options: dict[str, Any] = {}

    def authenticate(self, **key: bytes) -> None:
        """From now on everything written carries a proof that this program wrote it."""
        self._options = key
        if self._writer is not None:
            self._writer.execution_options(**key)

    @property
    def writer(self) -> sa.Connection:
        """The connection that does every write; it is opened again if it was lost."""
        if self._engine is None:
            raise BadInput(f"{self.name} is open for reading only")
        if self._writer is None or self._writer.closed:
            self._writer = self._engine.connect().execution_options(**self._options)
        return self._writer

    def drop_writer(self) -> None:
        """Drop a broken writing connection."""
        if self._writer is not None:
            self._writer.invalidate()
            self._writer.close()
            self._writer = None

    def checkpoint(self) -> None:
        """Move SQLite's write-ahead log into the database, by the writing connection. What
        cannot be moved now stays in the log, where it is safe."""
        if self.dialect != "sqlite" or self._writer is None or self._writer.closed:
            return
        driver = self._writer.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        with contextlib.suppress(sqlite3.Error):
            driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees one state of the store and cannot change it. There is nothing to commit, and
        a commit would report the failure of a damaged page a second time."""
        with self._reader.connect() as connection:
            connection.execution_options(**self._options)
            connection.begin()
            try:
                yield connection
            finally:
                connection.rollback()

    async def found(self, query: Callable[..., T], *given: Any) -> T:
        """The result of a query of one state of the store, run in a thread."""

        def read() -> T:
            with self.reading() as connection:
                return query(connection, *given)

        return await asyncio.to_thread(read)

    @contextmanager
    def watching(self) -> Iterator[sa.Connection]:
        """One more connection that may write, for the heartbeat; PostgreSQL only."""
        assert self._engine is not None
        with self._engine.connect() as connection:
            try:
                yield connection
            except (sa.exc.DBAPIError, psycopg.Error):
                connection.invalidate()
                raise

    def close(self) -> None:
        """Close all connections and let go of the lock."""
        if self._writer is not None:
            self._writer.close()
        for engine in (self._engine, self._reader):
            if engine is not None:
                engine.dispose()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def open_store(address: str) -> Store:
    """The store at an address (a path, sqlite:///path or postgresql://…), made and migrated if need be."""
    if is_postgresql(address):
        engines = (_postgresql_engine(address, read_only=False), _postgresql_engine(address, read_only=True))
        store = Store(address, *engines)
    else:
        path = sqlite_path(address)
        path.parent.mkdir(parents=True, exist_ok=True)
        is_made(path)  # SQLite gives its companion files the same mode
        store = Store(address, _sqlite_writer(path), _sqlite_reader(path), _lock(path))
    with _closed_on_error(store):
        check_settings(store.writer)
        with _patient(store.writer):
            migrate(store.writer)
        if store.dialect == "sqlite":
            tighten_database(sqlite_path(address))
    return store


def open_for_reading(address: str) -> Store:
    """The store at an address, to be read only; a server may be running on it."""
    if is_postgresql(address):
        store = Store(address, None, _postgresql_engine(address, read_only=True))
    else:
        path = sqlite_path(address)
        if not path.is_file():
            raise BadInput(f"there is no database at {path}")
        store = Store(address, None, _sqlite_reader(path))
    with _closed_on_error(store), store.reading() as connection:
        require_newest(connection)
    return store


@contextmanager
def _patient(connection: sa.Connection) -> Iterator[None]:
    """A migration may take its time between two statements; PostgreSQL must not hang up on it."""
    if connection.dialect.name != "postgresql":
        yield
        return
    _set_idle_timeout(connection, f"TO '{PATIENCE_WITH_MIGRATIONS}'")
    yield
    _set_idle_timeout(connection, "TO DEFAULT")


def _set_idle_timeout(connection: sa.Connection, setting: str) -> None:
    with connection.begin():
        connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout {setting}")


@contextmanager
def _closed_on_error(store: Store) -> Iterator[None]:
    try:
        yield
    except sa.exc.DBAPIError as error:
        store.close()
        first_line = str(error.orig).splitlines()[0]
        raise BadInput(f"the database {store.name} cannot be opened: {first_line}") from None
    except BaseException:
        store.close()
        raise


def is_postgresql(address: str) -> bool:
    """Whether an address is PostgreSQL's."""
    return address.startswith(("postgresql:", "postgres:", "postgresql+psycopg:"))


def without_password(address: str) -> str:
    """An address as it may be shown and logged."""
    return sa.make_url(address).render_as_string() if "://" in address else address


def sqlite_path(address: str) -> Path:
    """The file of a SQLite address, or of a plain path."""
    if "://" in address and not address.startswith("sqlite:///"):
        raise BadInput(
            f"{without_password(address)} is not a database: write a path, sqlite:///path or postgresql://host/name"
        )
    return Path(address.removeprefix("sqlite:///")).expanduser().absolute()


# -- SQLite --------------------------------------------------------------------------------------------


def _lock(path: Path) -> int:
    """A second server on the same file is refused; the system lets go of the lock when the process ends. The
    lock is that of the file, through any link. A file with two names would have two write-ahead
    logs, and be damaged."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise BadInput(f"{path} has a second name (a hard link), which would damage it; copy it instead")
    handle = os.open(f"{os.path.realpath(path)}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise BadInput(f"{path} is in use by another server; stop that one first") from None
    return handle


def _sqlite_writer(path: Path) -> sa.Engine:
    def connected() -> sqlite3.Connection:
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA cache_size = -{CACHE_KILOBYTES}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES_IN_WAL}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    return _sqlite_engine(connected, "BEGIN IMMEDIATE")


def _sqlite_reader(path: Path) -> sa.Engine:
    def connected() -> sqlite3.Connection:
        uri = f"{path.as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    return _sqlite_engine(connected, "BEGIN")


def _sqlite_engine(connected: Any, begin: str) -> sa.Engine:
    engine = sa.create_engine(
        "sqlite+pysqlite://", creator=connected, poolclass=NullPool, hide_parameters=True
    )
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def check_settings(connection: sa.Connection) -> None:
    """Read the settings back: a database that could lose commits is refused."""
    if connection.dialect.name == "postgresql":
        _check_postgresql(connection)
    else:
        for name, wanted in SAFE.items():
            found = connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            if found != wanted:
                raise BadInput(f"SQLite runs with {name} = {found} here and must run with {wanted}")
    connection.rollback()


# -- PostgreSQL ----------------------------------------------------------------------------------------


def _postgresql_engine(address: str, read_only: bool) -> sa.Engine:
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    ours = "-c default_transaction_read_only=on" if read_only else WRITING_ON_POSTGRESQL
    options = f"{url.query.get('options', '')} {ours}"
    level: Any = "REPEATABLE READ" if read_only else "READ COMMITTED"
    named = {"options": options, "application_name": "spanish21"}
    return sa.create_engine(url, isolation_level=level, connect_args=named, hide_parameters=True)


def _check_postgresql(connection: sa.Connection) -> None:
    version = int(connection.exec_driver_sql("SHOW server_version_num").scalar() or 0)
    if version < OLDEST_POSTGRESQL:
        raise BadInput("PostgreSQL must be version 15 or newer")
    for name in SAFE_ON_POSTGRESQL:
        if connection.exec_driver_sql(f"SHOW {name}").scalar() == "off":
            raise BadInput(f"PostgreSQL runs with {name} = off and could lose commits; turn it on")
