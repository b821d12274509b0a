"""Whose seed is promised, listed, opened, and in which shoe: a fold of the log, with its errors."""

from collections.abc import Iterator, Mapping

import msgspec

from spanish21.game import events as ev
from spanish21.server.log.mixing import SHOE, WHEELS, Seed, mixing_key, promise_of
from spanish21.server.log.shoe_numbers import cards_of

PAUSE = 3
"""For this many shuffles a player who left a seed unopened is not listed."""
REMEMBERED = 4
"""Shoes whose players are remembered: the one in play and the waiting ones."""


class Seeds(msgspec.Struct, frozen=True):
    """The players' part after an event. `shoe` and `wheels` are seeds that were opened for the next shuffle
    and for the round under way; `shuffles` counts orders of cards, and `missed` says at which count a person
    left a seed unopened."""

    promised: Mapping[str, str] = {}
    listed: ev.SeedsListed | None = None
    shoe: ev.SeedsOpened | None = None
    wheels: ev.SeedsOpened | None = None
    shuffles: int = 0
    missed: Mapping[str, int] = {}
    in_shoes: tuple[tuple[int, tuple[str, ...]], ...] = ()
    discarded: int = 0
    """How often a commitment of the house was thrown away, because a seed was missing."""

    def is_ready(self, purpose: str) -> bool:
        """Whether the seeds for something are open, or there are none to wait for."""
        if (self.shoe if purpose == SHOE else self.wheels) is not None:
            return True
        return self.listed is None and not self.promised

    def pause(self, person: str) -> int:
        """For how many shuffles a person's promise is not taken."""
        return max(self.missed.get(person, -PAUSE) + PAUSE - self.shuffles, 0)

    def people_of(self, shoe: int) -> tuple[str, ...]:
        """Whose seeds are in a shoe."""
        return dict(self.in_shoes).get(shoe, ())


_ORDERS = (ev.ShoeShuffled, ev.BatchPlaced, ev.BatchShuffled, ev.DecksReceived)
_MATTER = frozenset((*_ORDERS, ev.SeedPromised, ev.SeedsListed, ev.SeedsOpened, ev.CardsCollected))


def after(seeds: Seeds, event: ev.Event) -> Seeds:
    """The players' part after an event."""
    if type(event) not in _MATTER:
        return seeds
    if cards_of(event):
        listed = seeds.listed if seeds.listed is not None and seeds.listed.purpose == WHEELS else None
        return msgspec.structs.replace(seeds, shoe=None, listed=listed, shuffles=seeds.shuffles + 1)
    if isinstance(event, ev.CardsCollected):
        return msgspec.structs.replace(seeds, wheels=None) if seeds.wheels is not None else seeds
    if isinstance(event, ev.SeedPromised):
        return msgspec.structs.replace(seeds, promised={**seeds.promised, event.person: event.promise})
    if isinstance(event, ev.SeedsListed):
        used = {*event.people, *event.absent}
        left = {person: promise for person, promise in seeds.promised.items() if person not in used}
        return msgspec.structs.replace(seeds, promised=left, listed=event, **_none_of(event.purpose))
    return _opened(seeds, event) if isinstance(event, ev.SeedsOpened) else seeds


def _none_of(purpose: str) -> dict[str, None]:
    return {SHOE: None} if purpose == SHOE else {WHEELS: None}


def _opened(seeds: Seeds, event: ev.SeedsOpened) -> Seeds:
    if event.missing:
        missed = {person: at for person, at in seeds.missed.items() if seeds.pause(person)}
        missed |= dict.fromkeys(event.missing, seeds.shuffles)
        left = {person: promise for person, promise in seeds.promised.items() if person not in event.missing}
        count = seeds.discarded + 1
        return msgspec.structs.replace(seeds, listed=None, promised=left, missed=missed, discarded=count)
    if event.purpose == WHEELS:
        return msgspec.structs.replace(seeds, listed=None, wheels=event)
    in_shoes = (*seeds.in_shoes, (event.number, event.people))[-REMEMBERED:]
    return msgspec.structs.replace(seeds, listed=None, shoe=event, in_shoes=in_shoes)


def opened_seeds(event: ev.SeedsOpened) -> tuple[Seed, ...]:
    """The seeds of an event, by person."""
    return tuple(zip(event.people, event.seeds, event.words, strict=True))


def key_of(event: ev.SeedsOpened, table_id: str) -> bytes:
    """The key that the opened seeds make together."""
    return mixing_key(event.purpose, table_id, event.number, opened_seeds(event))


def wrong_with(seeds: Seeds, event: ev.Event, is_whole: bool = True) -> Iterator[str]:
    """The errors of an event; `is_whole` says whether all earlier events are known."""
    if isinstance(event, ev.SeedsListed):
        yield from _wrong_with_list(seeds, event, is_whole)
    elif isinstance(event, ev.SeedsOpened):
        yield from _wrong_with_opening(seeds, event)
    elif isinstance(event, ev.ShoeShuffled | ev.BatchPlaced | ev.BatchShuffled) and not seeds.is_ready(SHOE):
        yield f"it was shuffled without the seeds that were promised by {_names(seeds.promised)}"


def _wrong_with_list(seeds: Seeds, event: ev.SeedsListed, is_whole: bool) -> Iterator[str]:
    if len(event.people) != len(event.promises) or len({*event.people, *event.absent}) != len(
        (*event.people, *event.absent)
    ):
        yield "its list of seeds is empty, or names a player twice"
        return
    if not is_whole:
        return
    for person, promise in zip(event.people, event.promises, strict=True):
        if seeds.promised.get(person) != promise:
            yield f"its list has a seed of {person} that was not promised"
    left_out = seeds.promised.keys() - {*event.people, *event.absent}
    if left_out:
        yield f"its list leaves out the seeds of {_names(left_out)}"


def _wrong_with_opening(seeds: Seeds, event: ev.SeedsOpened) -> Iterator[str]:
    listed = seeds.listed
    if listed is None:
        yield "its seeds were opened without a list"
        return
    promises = dict(zip(listed.people, listed.promises, strict=False))
    in_order = tuple(person for person in listed.people if person not in event.missing)
    is_complete = in_order == event.people and {*event.missing} <= {*listed.people}
    if (listed.purpose, listed.number) != (event.purpose, event.number) or not is_complete:
        yield "its seeds were not opened as they had been listed"
    if not len(event.people) == len(event.seeds) == len(event.words):
        yield "its seeds cannot be read"
        return
    for person, seed, words in opened_seeds(event):
        if promise_of(seed, words) != promises.get(person):
            yield f"the seed of {person} is not the one that was promised"


def _names(people: object) -> str:
    return ", ".join(sorted(people))  # type: ignore[call-overload]
