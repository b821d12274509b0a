"""kill -9 at random moments: every batch that was acknowledged is there afterwards, none twice.

What a whole server does when it is killed is in test_breaking_off.py, at every write and sync."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from server.conftest import Cluster
from server.crashing import TABLES, prepare
from server.scribe import shoe_key
from spanish21.server.audit.whole_audit import audit
from spanish21.server.store import schema
from spanish21.server.store.connect import open_store

KILLS = int(os.environ.get("SPANISH21_KILLS", "5"))
TESTS = Path(__file__).parent.parent


def killed(address: str, seed: int, chance: random.Random) -> list[tuple[str, int, str]]:
    """Run the small server, kill it at a random moment, and return what it had acknowledged."""
    command = [sys.executable, "-m", "server.crashing", address, str(seed)]
    paths = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
    )
    assert server.stdout is not None
    assert server.stderr is not None
    first = server.stdout.readline()
    time.sleep(chance.choice((0.0, 0.01, 0.05, 0.2)) * chance.random())
    server.kill()
    rest, errors = server.communicate()
    assert not errors, errors.decode()
    lines = (first + rest).decode().splitlines(keepends=True)
    said = [line.split() for line in lines if line.endswith("\n")]
    assert all(word[0] != "error" for word in said), said
    return [(table_id, int(seq), chain) for table_id, seq, chain in said]


def missing(address: str, acknowledged: list[tuple[str, int, str]]) -> list[tuple[str, int, str]]:
    """What was acknowledged and is not there; the rest of the store must be sound."""
    store = open_store(address)
    try:
        with store.reading() as connection:
            events = schema.events
            query = sa.select(events.c.table_id, events.c.seq, events.c.chain)
            there = {(row[0], row[1], row[2].hex()) for row in connection.execute(query)}
            assert audit(connection, shoe_key).findings == []
            assert sum(connection.execute(sa.select(schema.balances.c.amount)).scalars()) == 0
    finally:
        store.close()
    return [one for one in acknowledged if one not in there]


def check_kills(address: str, after_kill: Callable[[int], None] = lambda seed: None) -> None:
    chance = random.Random(f"kills {KILLS}")
    prepare(address)
    acknowledged: list[tuple[str, int, str]] = []
    for seed in range(1, KILLS + 1):
        acknowledged += killed(address, seed, chance)
        after_kill(seed)
        if seed % 5 == 0 or seed == KILLS:
            assert missing(address, acknowledged) == []
    assert len(set(acknowledged)) == len(acknowledged) >= KILLS
    if KILLS >= 20:  # a few kills on a busy machine may leave one of the tables without a word
        assert {table_id for table_id, _, _ in acknowledged} == set(TABLES)


def test_what_sqlite_acknowledged_survives_kills_of_the_server(tmp_path: Path) -> None:
    check_kills(f"sqlite:///{tmp_path}/house.db")


def test_what_postgresql_acknowledged_survives_kills_of_the_server_and_of_itself(cluster: Cluster) -> None:
    def crash(seed: int) -> None:
        if seed % 4 == 0:
            cluster.stop("immediate")
            cluster.start()

    check_kills(cluster.new_store(), crash)
