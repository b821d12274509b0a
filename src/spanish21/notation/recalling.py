"""A round reconstructed from a log: its commands are found from its events.

A log records events, not commands. Each command is found by trying: due steps first,
then all legal ones; the right one causes exactly the events that follow.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.evolve import evolve
from spanish21.game.moves.act import Act
from spanish21.game.moves.choices import Choice, May, OneOf
from spanish21.game.seen import seen
from spanish21.game.table import DEALER, HOUSE, OPENING_INVENTORY, Table
from spanish21.notation.writing import Round

Events = Sequence[ev.Event]
SeenAs = Callable[[ev.Event], Any]

NOBODY = ""

LOOK_AHEAD = 12
"""The numbers that a command may have named are among this many events."""

UNSEEN_CARDS = (ev.CardBurned, ev.CardDiscarded, ev.ShoeShuffled, ev.BatchTaken, ev.RecutOrdered)
"""Events after which the text of a round contains unseen cards."""


def recalled(start: Table, events: Iterable[ev.Event], told: SeenAs | None = None) -> Round:
    """The round that began at a table and brought these events about; `BadInput` if no commands do.

    `told` is as much of an event as must be the same.
    """
    happened = tuple(one for one in events if type(one) not in ev.BESIDE_THE_GAME)
    table = start
    found: list[cmd.Command] = []
    made: list[ev.Event] = []
    while len(made) < len(happened):
        command, act = _next(table, happened[len(made) :], told or _without_digest)
        table = act.table
        found.append(command)
        made += act.events
    return Round(start, tuple(found), tuple(made), table)


def as_everybody_saw(played: Round) -> Round:
    """The same round without private data: unwagered chips, the house's own."""
    lowest = lowest_chips(played)
    people = tuple(replace(one, chips=one.chips - lowest[one.name]) for one in played.start.people)
    own = {"inventory": OPENING_INVENTORY, "drop_box": 0, "burn_card": 0}
    events = [one for one in played.events if not isinstance(one, ev.BurnCardDisclosed)]
    return recalled(replace(played.start, people=people, **own), events, lambda event: seen(event, NOBODY))


def lowest_chips(played: Round) -> dict[str, int]:
    """The fewest chips of the people present when the round began, until they left."""
    table, found = played.start, {person.name: person.chips for person in played.start.people}
    here = set(found)
    for event in played.events:
        table = evolve(table, event)
        now = {person.name: person.chips for person in table.people if person.name in here}
        here = set(now)
        found.update({name: min(chips, found[name]) for name, chips in now.items()})
    return found


def is_all_seen(events: Events) -> bool:
    """Whether everyone has seen every card in the text of a round."""
    if any(isinstance(one, UNSEEN_CARDS) for one in events):
        return False
    hidden = sum(isinstance(one, ev.CardDealt) and one.face_down for one in events)
    hidden += sum(isinstance(one, ev.CardDrawnInError) and not one.exposed for one in events)
    return hidden <= sum(isinstance(one, ev.HoleCardTurned) for one in events)


def _next(table: Table, events: Events, told: SeenAs) -> tuple[cmd.Command, Act]:
    for command in _candidates(table, events):
        try:
            act = carry_out(table, command)
        except Refused:
            continue
        made = act.events
        if made and [told(one) for one in made] == [told(one) for one in events[: len(made)]]:
            return command, act
    raise BadInput(f"nothing that could be asked brings about {type(events[0]).__name__} here")


def _without_digest(event: ev.Event) -> ev.Event:
    """The digest is of the whole table, private chips included."""
    return replace(event, digest=None) if isinstance(event, ev.CardsCollected) else event


def _candidates(table: Table, events: Events) -> Iterator[cmd.Command]:
    wanted = due(table)
    if wanted is not None:
        yield from _filled(wanted, events)
    yield from _deals(cmd.Deal(by=DEALER), events)
    named = _named(events)
    for who in _askers(table, events):
        for offered in legal(table, who):
            yield from _asked(offered, who, named)


def _askers(table: Table, events: Events) -> list[str]:
    """Everyone who could have sent the command; people named next come first."""
    first = events[0]
    names = [getattr(first, field, "") for field in ("person", "by")]
    people = [person.name for person in table.people]
    wanted = [name for name in names if name]
    return list(dict.fromkeys([*wanted, *people, *HOUSE]))


def _filled(command: cmd.Command, events: Events) -> Iterator[cmd.Command]:
    """The due steps, with the results of chance or of a real shoe."""
    yield command
    first = events[0]
    known = {name: getattr(first, name) for name in ("cards", "stop", "box", "card") if hasattr(first, name)}
    if isinstance(first, ev.ReaderAnswered):
        known = {"answer": first.blackjack}
    given = {name: value for name, value in known.items() if name in command.__struct_fields__}
    if given:
        yield replace(command, **given)


def _deals(command: cmd.Deal, events: Events) -> Iterator[cmd.Command]:
    """A deal of fewer cards than are due, or out of its order, and one from a real shoe."""
    cards: list[int] = []
    for event in events:
        if not isinstance(event, ev.CardDealt):
            break
        cards.append(event.card)
    for count in range(len(cards), 0, -1):
        yield replace(command, cards=(), count=count)
        yield replace(command, cards=tuple(cards[:count]), count=0)
    if isinstance(events[0], ev.TenFound):
        yield replace(command, cards=(events[0].card,), count=0)


def _named(events: Events) -> dict[str, list[Any]]:
    """Values of the events to come by the names of their fields; numbers under "", too."""
    found: dict[str, list[Any]] = {"": []}
    for event in events[:LOOK_AHEAD]:
        for field in event.__struct_fields__:
            value = getattr(event, field)
            found.setdefault(field, []).append(value)
            if type(value) is int:
                found[""].append(value)
    return found


def _asked(offered: May, who: str, named: dict[str, list[Any]]) -> Iterator[cmd.Command]:
    kind = cmd.COMMANDS[offered.command]
    values = [_values(choice, named.get(name, []), named[""]) for name, choice in offered.fields.items()]
    for chosen in itertools.product(*values):
        yield kind(by=who, **dict(zip(offered.fields, chosen, strict=True)))


def _values(choice: Choice, likely: list[Any], numbers: list[Any]) -> list[Any]:
    if isinstance(choice, OneOf):
        held = [one for one in choice.values if one in likely]
        return held + [one for one in choice.values if one not in held]
    found = [one for one in [*likely, *numbers] if type(one) in (int, tuple)]
    return [one for one in dict.fromkeys(found) if _holds(choice, one)]


def _holds(choice: Choice, value: Any) -> bool:
    try:
        return bool(choice.holds(value))
    except TypeError:
        return False
