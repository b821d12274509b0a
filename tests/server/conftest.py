"""Stores for the tests: SQLite in a file, PostgreSQL in a cluster that the tests start for themselves."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from memory import in_memory
from spanish21.server.store.connect import Store, open_store

STORES = ("sqlite", "postgresql")
SHARED = "SPANISH21_TEST_POSTGRESQL"
"""Names the folder of a cluster that is shared by several runs of the tests, and left running."""
_numbers = itertools.count(1)


def programs() -> Path:
    """Where PostgreSQL's programs are; the tests fail where there are none, they are never passed over."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    which = shutil.which("initdb")
    if not found and which is None:
        pytest.fail("PostgreSQL 15 or newer is not installed: `make postgresql` installs it with apt-get")
    return (found[-1] if found else Path(str(which))).parent


class Cluster:
    """A PostgreSQL of the tests' own, on a Unix socket in a temporary folder."""

    def __init__(self) -> None:
        self.programs = programs()
        shared = os.environ.get(SHARED)
        self.folder = Path(shared or tempfile.mkdtemp(prefix="spanish21-pg-", dir=in_memory(4) or "/tmp"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        if not Path(self.data).exists():
            self.run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
        if not (Path(self.data) / "postmaster.pid").exists():
            self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)

    def start(self, **settings: str) -> None:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "recovery_init_sync_method": "syncfs",  # a start after a crash need not sync file by file
            **settings,
        }
        text = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        self.run("pg_ctl", "-D", self.data, "-w", "-o", text, "-l", str(self.folder / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    @property
    def address(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def new_store(self) -> str:
        """The address of a store that is empty: a schema of its own takes less time than a database."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{self.address}&options=-csearch_path%3D{name}"


ON_DISK = ("test_breaking_off", "test_crash", "test_disk", "test_store")
"""What these show of a store is about the disk, so that they keep it."""


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    if request.path.stem not in ON_DISK:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="spanish21-") as disk:
        yield Path(disk)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    if os.environ.get(SHARED):
        return
    cluster.stop("immediate")
    shutil.rmtree(cluster.folder, ignore_errors=True)


@pytest.fixture(params=STORES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty store, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/house.db"
    made: Cluster = request.getfixturevalue("cluster")
    return made.new_store()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def connection(store: Store) -> Iterator[sa.Connection]:
    """The writer's connection in a transaction."""
    with store.writer.begin():
        yield store.writer
