"""Bounds that explain a refusal: numbers and names, and the one list of words for them.

>>> at_most(50_00)
Bounds(kind='at_most', numbers=(5000,), names=())
>>> str(at_most(50_00))
'at most 5000'
"""

from collections.abc import Callable, Mapping

import msgspec

BOUNDS = {
    "at_most": "at most {0}",
    "at_least": "at least {0}",
    "multiples_of": "multiples of {0}",
    "from_to": "from {0} to {1}",
    "from_to_minutes": "from {0} to {1} minutes",
    "from_to_cards_behind": "from {0} to {1} cards behind it",
    "none_or_up_to": "{none}, or up to {0}",
    "one_of": "one of {all}",
    "waits_for": "waits for {names}",
    "missing": "{names}",
    "not_on_list": "not on the list: {names}",
    "more_than_once": "more than once: {names}",
    "stops": "stops {0} to {1}",
    "first_or_second_hand": "the first hand is {0}, the second {1}",
    "whole_decks": "{0} decks of 48 cards, or of 52 before their 10s are removed",
    "deck_or_none": "decks 1 to {0}, or 0 for none",
    "defective_deck": "deck {0} is the defective one",
    "ten_in_decks": "only a 10 in the decks can be missed",
}
"""The words of each kind of bound."""
WAITS = {
    "closed": "the opening",
    "spread": "the cards to be looked at",
    "stack": "the cards to be shuffled",
    "batch": "the shuffling device",
    "cut": "the cut",
    "player_to_cut": "a player to cut the cards or to decline",
    "cover": "the cover card",
    "load": "the shoe to be loaded",
    "burn": "the first card to be burned",
    "next_round": "the next round",
}
"""The step that a table waits for before wagers can be placed, in words."""


class Bounds(msgspec.Struct, frozen=True, gc=False):
    """A kind of bound (one of `BOUNDS`), its numbers and its names."""

    kind: str
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def text(
        self,
        number_text: Callable[[int], str],
        patterns: Mapping[str, str] = BOUNDS,
        waits: Mapping[str, str] = WAITS,
    ) -> str:
        """In words, with numbers as `number_text` writes them: as money, where they are. Another language has
        its own patterns."""
        numbers = [number_text(number) for number in self.numbers]
        names = ", ".join([waits.get(name, name) for name in self.names])
        return patterns[self.kind].format(*numbers, all=", ".join(numbers), names=names, none=number_text(0))

    def __str__(self) -> str:
        return self.text(str)


def at_most(most: int) -> Bounds:
    return Bounds("at_most", (most,))


def at_least(least: int) -> Bounds:
    return Bounds("at_least", (least,))


def multiples_of(step: int) -> Bounds:
    return Bounds("multiples_of", (step,))


def from_one_to_another(least: int, most: int, unit: str = "") -> Bounds:
    """A range; its unit is "minutes", "cards_behind" or nothing."""
    return Bounds(f"from_to_{unit}" if unit else "from_to", (least, most))
