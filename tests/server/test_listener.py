"""The message queue of one connection: order, bounds, and the way around it."""

from spanish21.server.table.listener import MOST_BACKLOG, Listener


def listening() -> tuple[Listener, list[int]]:
    """A listener, and how long its queue was whenever it had news."""
    listener, news = Listener("ann", "p1"), []
    listener.on_news = lambda: news.append(len(listener.outbox))
    return listener, news


def test_messages_come_out_as_they_went_in() -> None:
    listener, news = listening()
    listener.send(b"one", b"two")
    listener.send(b"three")
    assert (listener.backlog, news) == (11, [2, 3])
    assert [listener.taken() for _ in range(4)] == [b"one", b"two", b"three", None]
    assert listener.backlog == 0


def test_a_slow_reader_is_let_go_just_beyond_the_bound() -> None:
    listener, news = listening()
    listener.send(b"x" * (MOST_BACKLOG - 1))
    listener.send(b"y")
    assert (listener.bye, listener.backlog) == ("", 262_144)
    listener.send(b"z")
    assert "too slowly" in listener.bye
    assert (len(listener.outbox), news[-1]) == (0, 0)
    listener.send(b"more")
    assert not listener.outbox


def test_a_message_goes_out_directly_only_if_none_waits_or_is_being_sent() -> None:
    listener, _ = listening()
    direct: list[bytes] = []

    def at_once(*messages: bytes) -> bool:
        direct.extend(messages)
        return True

    listener.at_once = at_once
    listener.send(b"one", b"two")
    assert (direct, list(listener.outbox)) == ([b"one", b"two"], [])
    listener.is_sending = True
    listener.send(b"three")
    listener.is_sending = False
    listener.send(b"four")
    assert (direct, list(listener.outbox)) == ([b"one", b"two"], [b"three", b"four"])
    listener.taken()
    listener.taken()
    listener.at_once = lambda *messages: False
    listener.send(b"five")
    assert list(listener.outbox) == [b"five"]


def test_the_first_reason_to_part_is_the_one_that_is_said() -> None:
    listener, news = listening()
    listener.send(b"one")
    listener.end("first")
    listener.end("second")
    assert (listener.bye, listener.taken(), news) == ("first", b"one", [1, 1, 1])
