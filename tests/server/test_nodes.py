"""The servers that share a database: who is entered, who lives, and whose a table is."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from server.conftest import Cluster
from spanish21.server.store.connect import open_store
from spanish21.server.store.nodes import _NOW, DEAD_AFTER, beat, new_node_name, others, register, unregister
from spanish21.server.store.schema import nodes


@pytest.fixture
def shared(cluster: Cluster) -> Iterator[sa.Connection]:
    """A transaction in a store of PostgreSQL."""
    store = open_store(cluster.new_store())
    with store.writer.begin():
        yield store.writer
    store.close()


def entered(connection: sa.Connection) -> dict[str, str]:
    return {row.id: row.address for row in connection.execute(sa.select(nodes))}


def last_seen(connection: sa.Connection, node: str, silences: int) -> None:
    """Let a server have been seen last so many of the longest silences ago."""
    seen = sa.update(nodes).where(nodes.c.id == node)
    connection.execute(seen.values(seen=_NOW - silences * DEAD_AFTER))


def test_a_server_is_entered_before_its_first_beat_and_takes_the_place_of_its_address(
    shared: sa.Connection,
) -> None:
    register(shared, "one", "http://a")
    assert entered(shared) == {"one": "http://a"}
    register(shared, "two", "http://b")
    register(shared, "three", "http://a")
    assert entered(shared) == {"two": "http://b", "three": "http://a"}
    unregister(shared, "two")
    assert entered(shared) == {"three": "http://a"}


def test_servers_that_have_been_silent_too_long_do_not_live_and_are_forgotten_later(
    shared: sa.Connection,
) -> None:
    for name in ("one", "two", "three"):
        register(shared, name, f"http://{name}")
    last_seen(shared, "two", -10)
    last_seen(shared, "three", 2)
    assert others(shared, "one") == ["http://two"]
    when = sa.select(nodes.c.seen).where(nodes.c.id == "three")
    before = shared.scalar(when) or 0
    beat(shared, "three", "http://other")
    assert (shared.scalar(when) or 0) >= before + 2 * DEAD_AFTER
    last_seen(shared, "two", 90)
    register(shared, "four", "http://four")
    assert "two" in entered(shared)
    last_seen(shared, "two", 101)
    register(shared, "five", "http://five")
    assert set(entered(shared)) == {"one", "three", "four", "five"}


def test_a_beat_enters_a_server_that_was_forgotten(shared: sa.Connection) -> None:
    beat(shared, "one", "http://a")
    beat(shared, "one", "http://a")
    assert entered(shared) == {"one": "http://a"}
    assert new_node_name() != new_node_name()
