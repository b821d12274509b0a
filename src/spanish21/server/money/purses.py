"""People's purses in memory, so that no chip is spent twice.

The store holds the same law by a CHECK; here it is checked before a batch is made, so that a purse that is
too small refuses a command and does not stop a table.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable

from spanish21.game import events as ev
from spanish21.server.log.ledger import purse
from spanish21.server.store.connect import Store
from spanish21.server.store.store_reader import balance


def purse_changes(events: Iterable[ev.Event]) -> Counter[str]:
    """Chips that events put into people's purses; below 0, take from them."""
    changes: Counter[str] = Counter()
    for event in events:
        if isinstance(event, ev.PersonJoined):
            changes[event.person] -= event.chips
        elif isinstance(event, ev.PersonLeft):
            changes[event.person] += event.chips
        elif isinstance(event, ev.ChipsBought):
            changes[event.person] -= event.amount
        elif isinstance(event, ev.CashConfirmed):
            changes[event.person] -= event.converted
    return changes


class Purses:
    """The purses of the people who are here. A purse is read from the store when its owner comes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._amounts: dict[str, int] = {}
        self._moved: set[str] = set()
        self._set_aside: Counter[str] = Counter()
        self.is_shared = False
        """Whether other servers move the same purses: then the balances in memory may be old."""

    async def know(self, person: str, afresh: bool = False) -> int:
        """A person's balance, read from the store if need be; `afresh` if other servers may have changed
        it."""
        if afresh and self.is_shared and not self._set_aside[person]:
            self._amounts.pop(person, None)
        while person not in self._amounts:
            self._moved.discard(person)
            amount = await asyncio.to_thread(self._read, person)
            if person not in self._moved:  # else a commit came between, and it is read again
                self._amounts.setdefault(person, amount)
        return self._amounts[person]

    def _read(self, person: str) -> int:
        with self._store.reading() as connection:
            return balance(connection, purse(person))

    def are_enough_for(self, changes: Counter[str]) -> bool:
        """Whether every purse can pay its part."""
        return all(
            amount >= 0 or self._amounts.get(name, 0) + amount >= 0 for name, amount in changes.items()
        )

    def take(self, changes: Counter[str]) -> None:
        """Take a batch's payments from purses, before it is committed."""
        if not changes:
            return
        self._set_aside.update(changes.keys())
        self._add({name: amount for name, amount in changes.items() if amount < 0})

    def give(self, changes: Counter[str]) -> None:
        """Put a batch's gifts into purses, once it is committed."""
        if not changes:
            return
        self._set_aside.subtract(changes.keys())
        self._add({name: amount for name, amount in changes.items() if amount > 0})

    def give_back(self, changes: Counter[str]) -> None:
        """Undo `take`: the batch was not committed."""
        self._set_aside.subtract(changes.keys())
        self._add({name: -amount for name, amount in changes.items() if amount < 0})

    def _add(self, changes: dict[str, int]) -> None:
        for name, amount in changes.items():
            self._moved.add(name)
            if name in self._amounts:
                self._amounts[name] += amount
