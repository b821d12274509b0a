"""Purses in memory: taken from before a commit, given to after it, and put right when it fails."""

import asyncio
from collections import Counter
from typing import cast

from spanish21.game import events as ev
from spanish21.server.money.purses import Purses, purse_changes
from spanish21.server.store.connect import Store


class Read(Purses):
    """Purses over a store that is a dict."""

    def __init__(self, **stored: int) -> None:
        super().__init__(cast(Store, None))
        self.stored, self.reads = stored, 0

    def _read(self, person: str) -> int:
        self.reads += 1
        return self.stored[person]


def known(purses: Purses, person: str, afresh: bool = False) -> int:
    return asyncio.run(purses.know(person, afresh))


def test_events_say_what_they_take_and_give() -> None:
    events = [
        ev.PersonJoined("ann", 500, 1, False),
        ev.ChipsBought("bob", 70),
        ev.PersonLeft("ann", 620),
        ev.CashConfirmed("bob", 1, "dealer", 25),
        ev.WagersClosed(1, ()),
    ]
    assert purse_changes(events) == {"ann": 120, "bob": -95}


def test_a_purse_is_read_once_and_enough_is_enough() -> None:
    purses = Read(ann=100)
    assert (known(purses, "ann"), known(purses, "ann"), purses.reads) == (100, 100, 1)
    assert purses.are_enough_for(Counter(ann=-100))
    assert not purses.are_enough_for(Counter(ann=-101))
    assert purses.are_enough_for(Counter(ann=50, nobody=7))
    assert not purses.are_enough_for(Counter(nobody=-1))


def test_what_is_taken_is_gone_at_once_and_what_is_given_comes_with_the_commit() -> None:
    purses = Read(ann=100, bob=5)
    known(purses, "ann"), known(purses, "bob")
    changes = Counter(ann=-30, bob=20)
    purses.take(changes)
    assert (known(purses, "ann"), known(purses, "bob")) == (70, 5)
    purses.give(changes)
    assert (known(purses, "ann"), known(purses, "bob")) == (70, 25)
    purses.take(changes)
    purses.give_back(changes)
    assert (known(purses, "ann"), known(purses, "bob")) == (70, 25)


def test_a_shared_purse_is_read_again_unless_a_batch_is_under_way() -> None:
    purses = Read(ann=100)
    known(purses, "ann")
    purses.stored["ann"] = 40
    assert known(purses, "ann", afresh=True) == 100
    purses.is_shared = True
    assert known(purses, "ann") == 100
    purses.take(Counter(ann=-10))
    assert known(purses, "ann", afresh=True) == 90
    purses.give(Counter(ann=-10))
    assert known(purses, "ann", afresh=True) == 40


def test_a_purse_that_moves_while_it_is_read_is_read_again() -> None:
    class Moving(Read):
        def _read(self, person: str) -> int:
            found = super()._read(person)
            if self.reads == 1:
                self.take(Counter({person: -10}))
                self.stored[person] -= 10
            return found

    purses = Moving(ann=100)
    assert (known(purses, "ann"), purses.reads) == (90, 2)
