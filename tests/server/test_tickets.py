"""One-time texts: good once, for a short time, and bounded in number."""

import pytest

from spanish21.server.people import tickets
from spanish21.server.people.tickets import OneTime


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(tickets.time, "monotonic", lambda: now[0])
    return now


def test_a_text_is_good_once_and_until_it_expires(clock: list[float]) -> None:
    some = OneTime[str](seconds=30.0)
    first, second = some.put("ann"), some.put("bob")
    assert first != second
    assert len(first) >= 32
    assert (some.take(first), some.take(first), some.take("nonsense")) == ("ann", None, None)
    clock[0] += 30.0
    third = some.put("cid")
    assert some.take(second) == "bob"
    clock[0] += 30.5
    assert some.take(third) is None


def test_the_oldest_go_when_there_are_too_many_or_their_time_is_up(clock: list[float]) -> None:
    some = OneTime[str](seconds=30.0, most=2)
    texts = [some.put(name) for name in ("ann", "bob", "cid")]
    assert [some.take(text) for text in texts] == [None, "bob", "cid"]
    many = OneTime[str](seconds=30.0)
    many.put("ann")
    clock[0] += 31.0
    many.put("bob")
    assert len(many._found) == len(many._order) == 1


def test_some_are_forgotten(clock: list[float]) -> None:
    some = OneTime[str](seconds=30.0)
    ann, bob = some.put("ann"), some.put("bob")
    some.forget(lambda name: name == "ann")
    assert (some.take(ann), some.take(bob)) == (None, "bob")
