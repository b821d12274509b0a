"""A listener at a table: a bounded message queue."""

from collections import deque
from collections.abc import Callable

from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language

MOST_BACKLOG = 256 * 1024


class Listener:
    """One connection to a table: a player, a stranger, or someone on duty."""

    def __init__(self, who: str, person: str = "", language: Language = ENGLISH) -> None:
        self.who, self.person, self.language = who, person, language
        self.outbox: deque[bytes] = deque()
        self.backlog = 0
        self.bye = ""
        self.on_news: Callable[[], None] = lambda: None
        self.at_once: Callable[..., bool] = lambda *messages: False
        """Sends messages immediately if possible."""
        self.is_sending = False

    def send(self, *messages: bytes) -> None:
        """Queue messages; slow readers are disconnected."""
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
        """Disconnect: waiting messages go out, then the connection closes."""
        self.bye = self.bye or why
        self.on_news()
