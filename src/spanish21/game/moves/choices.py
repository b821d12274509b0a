"""The entries of `legal`: a command's name and the allowed values of its fields."""

from collections.abc import Iterator
from typing import Any

import msgspec

from spanish21.display.brief import brief
from spanish21.game.commands import Command


class OneOf(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One of these values."""

    values: tuple[Any, ...]

    __repr__ = brief

    def holds(self, value: Any) -> bool:
        kind = type(value)
        for one in self.values:  # noqa: SIM110 - asked with every command: `any` takes three times as long
            if value == one and type(one) is kind:
                return True
        return False


class Amounts(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A whole number from `least` to `most` that is a multiple of `step`."""

    least: int
    most: int
    step: int

    def holds(self, value: Any) -> bool:
        return bool(self.least <= value <= self.most and value % self.step == 0)


class ShuffleOf(msgspec.Struct, frozen=True, tag=True, gc=False):
    """These cards in any order."""

    cards: tuple[int, ...]

    __repr__ = brief

    def holds(self, value: Any) -> bool:
        return tuple(sorted(value)) == tuple(sorted(self.cards))


class CardsFrom(msgspec.Struct, frozen=True, tag=True, gc=False):
    """From `least` to `most` cards, none more often than it is left."""

    cards: tuple[int, ...]
    least: int
    most: int

    __repr__ = brief

    def holds(self, value: Any) -> bool:
        if not self.least <= len(value) <= self.most:
            return False
        return all(self.cards.count(card) >= value.count(card) for card in set(value))


class AllOf(msgspec.Struct, frozen=True, tag=True, gc=False):
    """All of these, each once, in any order."""

    values: tuple[str, ...]

    def holds(self, value: Any) -> bool:
        return sorted(value) == sorted(self.values)


Choice = OneOf | Amounts | ShuffleOf | CardsFrom | AllOf


class May(msgspec.Struct, frozen=True, gc=False):
    """A command that would be accepted, with every value that each of its fields may take; all but `by`."""

    command: str
    fields: dict[str, Choice]


def one_by_one(offered: May, *names: str) -> Iterator[May]:
    """An offer, taken apart into offers with a single value for each of the named fields."""
    for name in names:
        choice = offered.fields.get(name)
        if isinstance(choice, OneOf) and len(choice.values) > 1:
            for value in choice.values:
                yield from one_by_one(May(offered.command, {**offered.fields, name: OneOf((value,))}), *names)
            return
    yield offered


def permits(offered: May, command: Command) -> bool:
    """Whether `offered` allows `command`."""
    if type(command).__name__ != offered.command:
        return False
    return all(choice.holds(getattr(command, name)) for name, choice in offered.fields.items())
