"""The players' seeds at one table: promised while cards are in play, listed with the house's commitment
before a shuffle or before wheels turn, opened then, and mixed by FairDraws. docs/fairness.md has the time
line."""

import os
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.due import due
from spanish21.game.table import Table
from spanish21.server.fairness.fair_draws import PURPOSES, FairDraws
from spanish21.server.log.batch import Log
from spanish21.server.log.commit_rows import ShoeRow
from spanish21.server.log.commitments import has_wheels
from spanish21.server.log.mixing import SEED_SIZE, promise_of
from spanish21.server.log.sealed_rows import drawn_shoe_row, secret_of
from spanish21.server.log.seals import MasterKey
from spanish21.server.log.seeds import Seeds
from spanish21.server.log.shoe_numbers import Shoes
from spanish21.server.log.shoe_numbers import after as shoes_after
from spanish21.server.outside_text import line
from spanish21.server.store import schema
from spanish21.server.system_chance import Source

WAIT = 2_000
"""Milliseconds from the list of promises until an unopened seed counts as missing."""
LONGEST_WORDS = 60
_HEX = re.compile(f"[0-9a-f]{{{2 * SEED_SIZE}}}")


class Promise(NamedTuple):
    """A player's commitment; `answer` gets the seq of its event."""

    person: str
    promise: str
    answer: Callable[[int], None]


class Listing(NamedTuple):
    """A list to be committed, and the row of the shoe whose order the house commits to with it."""

    event: ev.SeedsListed
    shoe: ShoeRow | None
    order: tuple[int, ...]


NOTHING: Mapping[str, Any] = {"promised": {}, "listed": None, "in_shoe": (), "paused": {}}


class Turned(Protocol):
    """A turn so far."""

    table: Table
    draws: FairDraws

    @property
    def events(self) -> Sequence[ev.Event]: ...


class PlayerSeeds:
    """The exchange of seeds between the players of one table and the house. `order` is the house's order for
    the next shoe, `opened` the seeds received since the list was closed."""

    def __init__(self, master: MasterKey, table_id: str, source: Source = os.urandom) -> None:
        self._master, self._table_id, self._source = master, table_id, source
        self.order: tuple[int, ...] = ()
        self.opened: dict[str, tuple[str, str]] = {}
        self.waiting: list[Promise] = []
        self.ends = 0

    def load(self, connection: sa.Connection, log: Log, now: int) -> None:
        """Take up an order that the house has committed to; those listed have the full time again."""
        self.ends = now + WAIT
        number = log.shoes.drawn
        if number:
            place = (schema.shoes.c.table_id == self._table_id, schema.shoes.c.number == number)
            row = ShoeRow(*connection.execute(sa.select(schema.shoes).where(*place)).one())
            self.order = secret_of(row._replace(key=self._master.shoe_key(self._table_id, number)))[1]

    # -- messages of players

    def promise(self, table: Table, seeds: Seeds, promise: Promise) -> None:
        """Take a promise, which the next commit writes; or say why not."""
        if not _HEX.fullmatch(promise.promise):
            raise BadInput("a promise is the SHA-256 of a seed, 64 hexadecimal digits")
        if all(person.name != promise.person for person in table.people):
            raise BadInput("seeds are only for people at the table")
        if table.is_real_shoe and not has_wheels(table.rules):
            raise BadInput("the cards of this table are shuffled by hand; seeds have no part in it")
        if any(one.person == promise.person for one in self.waiting):
            raise BadInput("a promise of yours is being written down; wait for its receipt")
        pause = seeds.pause(promise.person)
        if pause:
            text = "a seed of yours was not opened in time"
            raise BadInput(f"{text}; promises are taken again after {pause} more shuffles")
        self.waiting.append(promise)

    def open(self, seeds: Seeds, person: str, seed: str, words: str) -> bool:
        """Accept a listed seed; returns whether it is the last one."""
        listed = seeds.listed
        promises = dict(zip(listed.people, listed.promises, strict=True)) if listed is not None else {}
        if person not in promises:
            raise BadInput("no seed of yours is listed now")
        words = line(words, "the words of a seed", LONGEST_WORDS)
        if not _HEX.fullmatch(seed) or words != words.strip():
            raise BadInput("a seed is 64 hexadecimal digits; its words neither begin nor end with a blank")
        if promise_of(seed, words) != promises[person]:
            raise BadInput("this is not the seed that was promised")
        self.opened[person] = (seed, words)
        return len(self.opened) == len(promises)

    # -- the house's part

    def draws(self, seeds: Seeds, chance: random.Random, seed: str) -> FairDraws:
        """How the house draws in a turn."""
        return FairDraws(self._table_id, seeds, chance, self.order, seed)

    def opening(self, seeds: Seeds, now: int) -> ev.SeedsOpened | None:
        """The opening of the list, once all seeds are there or the time is over."""
        listed = seeds.listed
        if listed is None or (len(self.opened) < len(listed.people) and now < self.ends):
            return None
        people = tuple(person for person in listed.people if person in self.opened)
        missing = tuple(person for person in listed.people if person not in self.opened)
        found, words = (tuple(self.opened[person][at] for person in people) for at in (0, 1))
        return ev.SeedsOpened(listed.purpose, listed.number, people, found, words, missing)

    def listing(
        self, turn: Turned, shoes: Shoes, here: Callable[[str], bool], wheels: tuple[int, str]
    ) -> Listing | None:
        """The list to be published with a turn, if something is due after it for which there are promises.
        `shoes` are those before the turn; `wheels` are number and commitment of the current seed."""
        table, draws = turn.table, turn.draws
        seeds = draws.seeds
        if seeds.listed is not None or not (seeds.promised or seeds.shoe is not None):
            return None
        command = due(table)
        purpose = PURPOSES.get(type(command)) if command is not None else None
        if command is None or purpose is None or draws.may(table, command):
            return None
        at_table = {person.name for person in table.people}
        people = tuple(sorted(one for one in seeds.promised if one in at_table and here(one)))
        promises = tuple(seeds.promised[person] for person in people)
        absent = tuple(sorted(seeds.promised.keys() - {*people}))
        if not isinstance(command, cmd.Shuffle):
            return Listing(ev.SeedsListed(purpose, *wheels, people, promises, absent), None, ())
        for one in turn.events:
            shoes = shoes_after(shoes, one).shoes
        number, cards = shoes.last + 1, draws.house_order(table, command)
        row = drawn_shoe_row(
            self._master.shoe_key(self._table_id, number), self._table_id, number, cards, 0, self._source
        )
        event = ev.SeedsListed(purpose, number, row.commitment.hex(), people, promises, absent)
        return Listing(event, row, cards)

    def committed(self, listing: Listing | None, now: int) -> None:
        """Note that a list has been published."""
        if listing is None:
            return
        self.opened = {}
        self.ends = now + WAIT if listing.event.people else now
        if listing.shoe is not None:
            self.order = listing.order


def seeds_view(seeds: Seeds, shoe: int, ends: int) -> Mapping[str, Any]:
    """The part that everyone at the table sees: promises by person, the list under way, whose seeds are in
    the shoe in play, and for how many shuffles a player's promise is not taken."""
    listed = seeds.listed
    if not (seeds.promised or listed or seeds.in_shoes or seeds.missed):
        return NOTHING
    told = None
    if listed is not None:
        told = {
            "purpose": listed.purpose,
            "number": listed.number,
            "commitment": listed.commitment,
            "promises": dict(zip(listed.people, listed.promises, strict=True)),
            "ends": ends,
        }
    paused = {person: seeds.pause(person) for person in seeds.missed if seeds.pause(person)}
    people = seeds.people_of(shoe)
    return {"promised": seeds.promised, "listed": told, "in_shoe": people, "paused": paused}
