"""`Language`: the content of a catalogue, and the form of its patterns.

A pattern has blanks, `{amount}`; words that depend on whether the reader is addressed as "you",
`double[|s]` or `[You are|{First} is]`; and parts that are left out where a blank in them is not known,
`< for {amount}>`.
"""

from collections.abc import Callable, Mapping

import msgspec

from spanish21.errors import Refused
from spanish21.game.rules import Rules


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogue of a language: a pattern for each sentence, and small functions for the values in
    them."""

    code: str
    """Its name: en, es."""
    events: Mapping[str, str]
    """The sentence of an event, by its type; or by type and case, where facts.py distinguishes cases."""
    calls: Mapping[str, str]
    """The dealer's calls, for announced events."""
    called: str
    """How a call is quoted: `{call}`."""

    you: str
    your: str
    dealer: str
    floorperson: str
    possessive: Callable[[str], str]
    capital: Callable[[str], str]

    money: Callable[[int, str], str]
    """An amount of the smallest unit, in a currency."""
    minutes: Callable[[int], str]
    cards: Callable[[int], str]
    """How many cards."""
    card: Callable[[str], str]
    """A card by its letters, such as "7s", with its article."""
    place: Callable[[int, int], str]
    """A box and one of its hands, counted from 0, as a subject; the first goes without saying."""
    where: Callable[[int, int], str]
    """The same as the place of an action; box 0 goes without saying."""
    spot: Callable[[int, int], str]
    """A box and, from 1 on, one of its hands, in as few words as a list needs."""
    wager: Callable[[str], str]
    """A kind of wager."""
    meter: Callable[[str], str]
    symbol: Callable[[Rules, str], str]
    """The text of a wheel's stop."""
    main: str
    """The wager on the hand, as a felt names it."""
    second: str
    """The suffix of the name of a wager's second meter."""
    at_soft_17: tuple[str, str]
    """The sign about the dealer: stands on all 17s, or draws to a soft 17."""
    why: Callable[[Rules, str], str]
    """The reason for a wager's result."""
    refusal: Callable[[Rules, Refused], str]
    """The reason for a refusal and its bounds, without the clauses."""
