"""People's results, their time of play and their chips on the layouts, from events and tables:
the sums that their limits apply to."""

from collections.abc import Iterable
from typing import NamedTuple

from spanish21.game import events as ev
from spanish21.game.table import Box, Table
from spanish21.server.log.batch import LogBatch

HOUR = 60 * 60 * 1_000
LONGEST_ROUND = 5 * 60 * 1_000
"""Between two settlements this much counts as play at most."""


def winnings(events: Iterable[ev.Event]) -> dict[str, int]:
    """Each person's result from events; losses are below 0."""
    found: dict[str, int] = {}
    for event in events:
        add_winnings(found, event)
    return found


def add_winnings(found: dict[str, int], event: ev.Event) -> None:
    """Add the results of an event."""
    if isinstance(event, ev.WagerSettled):
        found[event.person] = found.get(event.person, 0) + event.paid - event.collected
    elif isinstance(event, ev.BonusPaid):
        found[event.person] = found.get(event.person, 0) + event.paid
    elif isinstance(event, ev.SettlementUndone):
        found[event.person] = found.get(event.person, 0) + event.returned - event.taken


class Presence:
    """When each person's wagers were settled last: the time from one settlement to the next is play, up to a
    bound."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def seconds(self, person: str, now: int) -> int:
        """For how long a person has played who is settled with now."""
        return min(max(now - self._seen.get(person, now), 0), LONGEST_ROUND) // 1_000

    def note(self, persons: Iterable[str], now: int) -> None:
        """These people were settled with."""
        self._seen.update(dict.fromkeys(persons, now))


class OneBox(NamedTuple):
    """The part of a table that is needed for people's chips on one box."""

    boxes: tuple[Box, ...]
    offers: tuple[()] = ()


def on_layout(table: Table | None) -> dict[str, int]:
    """Each person's money on the layout: wagers, doubles, insurance, side wagers, cash offered."""
    found: dict[str, int] = {}
    for box in table.boxes if table is not None else ():
        for at, stake in enumerate(box.stakes):
            risk = stake.insurance if box.hands else stake.insurance + stake.wager
            for side in stake.sides:
                risk += 0 if side.settled else side.amount
            for hand in box.hands:
                risk += hand.wagers[at] + hand.doubles[at]
            found[stake.person] = found.get(stake.person, 0) + risk
    for offer in table.offers if table is not None else ():
        if offer.box:
            found[offer.person] = found.get(offer.person, 0) + offer.amount
    return found


def risk_changes(before: Table | None, after: Table) -> dict[str, int]:
    """The chips on the layout of a table, for people for whom they have changed."""
    was, now = on_layout(before), on_layout(after)
    both = was.keys() | now.keys()
    return {person: now.get(person, 0) for person in both if was.get(person) != now.get(person)}


def risk_rows(batches: Iterable[LogBatch]) -> list[tuple[str, str, int]]:
    """The rows of `at_risk` that batches write."""
    newest = {(person, batch.table_id): risk for batch in batches for person, risk in batch.at_risk.items()}
    return [(*place, risk) for place, risk in sorted(newest.items())]


def played_rows(batches: Iterable[LogBatch]) -> list[tuple[str, int, int, int]]:
    """The rows of `played` that batches add to."""
    sums: dict[tuple[str, int], tuple[int, int]] = {}
    for batch in batches:
        for person, (won, seconds) in batch.played.items():
            place = (person, batch.at // HOUR)
            before = sums.get(place, (0, 0))
            sums[place] = (before[0] + won, before[1] + seconds)
    return [(*place, *more) for place, more in sorted(sums.items())]
