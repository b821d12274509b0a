"""`Reader`: whom a sentence is for, and in which voice."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec

from spanish21.game.rules import Rules
from spanish21.game.table import Table, stake_of
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language


class Voice(StrEnum):
    """Who speaks to whom."""

    YOU = "you"  # to a person at the table: "You double for $10.", and "Ann doubles for $10." of others
    ANOTHER = "another"  # to everyone alike: "Ann doubles for $10."
    CALL = "call"  # the dealer, aloud: "No more bets."
    LOG = "log"  # the record, which says the place and leaves nothing out: "Ann doubles for $10 on box 3."


class Reader(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The reader of a sentence.

    `who` is a person's name at the table, "dealer", "floorperson", or nothing for a stranger. `names` are
    shown in place of names at the table. `boxes` are those on which the reader has a wager. `card` writes a
    card other than by its name: with a sign, for example.
    """

    rules: Rules
    names: Mapping[str, str] = {}
    who: str = ""
    voice: Voice = Voice.YOU
    boxes: frozenset[int] = frozenset()
    card: Callable[[str], str] | None = None
    language: Language = ENGLISH


def boxes_of(table: Table, who: str) -> frozenset[int]:
    """The boxes on which a person has a wager."""
    return frozenset([box.number for box in table.boxes if stake_of(box, who) is not None])
