"""Who is connected to a table, and whose seat is given up because the connection stays lost."""

from collections import Counter
from collections.abc import Iterable, Iterator

from spanish21.game.table import Table, is_in_round


class Seats:
    """The people at one table, how many connections each has, and since when people have been away."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._connections: Counter[str] = Counter()
        self._away_since: dict[str, int] = {}
        self._people: frozenset[str] = frozenset()
        self.leaving: set[str] = set()
        """Who leaves as soon as they have no wager any more;"""
        self.are_given_up = False
        """and whether everyone does, because the table closes."""

    def begin(self, people: Iterable[str], now: int) -> None:
        """After a start everyone is disconnected, and has the full time to return."""
        self._people = frozenset(people)
        self._away_since = dict.fromkeys(self._people, now)

    def note(self, people: Iterable[str]) -> None:
        """Who is at the table now."""
        self._people = frozenset(people)

    def is_here(self, person: str) -> bool:
        """Whether a person has a connection."""
        return self._connections[person] > 0

    def came(self, person: str) -> None:
        """One more connection."""
        self._connections[person] += 1
        self._away_since.pop(person, None)

    def went(self, person: str, now: int) -> None:
        """One connection closed."""
        self._connections[person] -= 1
        if self._connections[person] <= 0:
            del self._connections[person]
            self._away_since[person] = now

    def given_up(self, table: Table, now: int) -> Iterator[str]:
        """The people whose seats are given up; never while they have a wager on the layout."""
        if self.are_given_up:
            yield from (one.name for one in table.people if not is_in_round(table, one.name))
            return
        self.leaving &= self._people | {one.name for one in table.people}
        yield from (name for name in sorted(self.leaving) if not is_in_round(table, name))
        for person, since in list(self._away_since.items()):
            if person not in self._people:
                del self._away_since[person]
            elif person not in self.leaving and since + self._kept <= now and not is_in_round(table, person):
                yield person

    def next_alarm(self, table: Table) -> int | None:
        """When the next seat may be given up."""
        waits = [
            since + self._kept
            for person, since in self._away_since.items()
            if person in self._people and not is_in_round(table, person)
        ]
        return min(waits, default=None)
