"""Somebody who listens to a table: a queue of messages with an end to its length."""

from collections import deque
from collections.abc import Callable

MOST_BACKLOG = 256 * 1024


class Listener:
    """Somebody who listens, as a player, a stranger or under a role of the house."""

    def __init__(self, who: str, person: str = "") -> None:
        self.who, self.person = who, person
        self.outbox: deque[bytes] = deque()
        self.backlog = 0
        self.bye = ""
        self.on_news: Callable[[], None] = lambda: None
        self.at_once: Callable[..., bool] = lambda *messages: False
        """Sends messages at once if that is possible."""
        self.is_sending = False

    def send(self, *messages: bytes) -> None:
        """Put messages into the queue; who does not read is let go."""
        if self.bye:
            return
        if not self.outbox and not self.is_sending and self.at_once(*messages):
            return
        size = sum(map(len, messages))
        if self.backlog + size > MOST_BACKLOG:
            self.outbox.clear()
            self.end("you read too slowly; connect again to see how the table stands")
            return
        self.outbox.extend(messages)
        self.backlog += size
        self.on_news()

    def taken(self) -> bytes | None:
        """The next message to go out."""
        if not self.outbox:
            return None
        message = self.outbox.popleft()
        self.backlog -= len(message)
        return message

    def end(self, why: str) -> None:
        """Say good-bye: what waits goes out, then the connection closes."""
        self.bye = self.bye or why
        self.on_news()
