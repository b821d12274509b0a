"""Who is connected to a table, and whose seat is given up because the connection stays lost."""

from collections import Counter
from collections.abc import Iterable, Iterator

from spanish21.game.chapters.people import has_wager
from spanish21.game.table import Table


class Seats:
    """The people at one table, how many connections each has, and since when somebody is away."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._connections: Counter[str] = Counter()
        self._away_since: dict[str, int] = {}
        self._people: frozenset[str] = frozenset()
        self.are_given_up = False
        """Whether the table closes: everybody leaves as soon as they have no wager any more."""

    def begin(self, people: Iterable[str], now: int) -> None:
        """After a start everybody is away, and has the whole time to come back."""
        self._people = frozenset(people)
        self._away_since = dict.fromkeys(self._people, now)

    def note(self, people: Iterable[str]) -> None:
        """Who is at the table now."""
        self._people = frozenset(people)

    def came(self, person: str) -> None:
        """Somebody has a connection more."""
        self._connections[person] += 1
        self._away_since.pop(person, None)

    def went(self, person: str, now: int) -> None:
        """Somebody has a connection less."""
        self._connections[person] -= 1
        if self._connections[person] <= 0:
            del self._connections[person]
            self._away_since[person] = now

    def given_up(self, table: Table, now: int) -> Iterator[str]:
        """Those whose seat is not kept any longer; nobody while a wager of theirs is on the layout."""
        if self.are_given_up:
            yield from (one.name for one in table.people if not has_wager(table, one.name))
            return
        for person, since in list(self._away_since.items()):
            if person not in self._people:
                del self._away_since[person]
            elif since + self._kept <= now and not has_wager(table, person):
                yield person

    def next_alarm(self, table: Table) -> int | None:
        """When the next seat may be given up."""
        waits = [
            since + self._kept
            for person, since in self._away_since.items()
            if person in self._people and not has_wager(table, person)
        ]
        return min(waits, default=None)
