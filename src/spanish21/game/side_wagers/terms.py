"""A table's terms for its side wagers: amounts, pays, wheels and meters."""

import msgspec

from spanish21.display.brief import brief

# Where a wheel's stop takes its money from.
FIXED, PRIMARY, SECONDARY = 0, 1, 2


class MeterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive meter: the amounts it starts and restarts with, and its part of each wager."""

    initial: int
    reset: int
    rate: tuple[int, int]


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a wheel: its weight, its prize, the source of its money and its payment.

    `pair` is 0, or the rank of a symbol with two amounts: the other bettors are then paid, too."""

    weight: int
    symbol: str
    source: int
    pays: int
    pair: int


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol with two amounts, and its payment to the other bettors."""

    symbol: str
    pays: int


class WheelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The prizes of one amount of a side wager: its paytable and wheels, and the meters that it feeds.

    `community` is the wheel of those who do not turn the first one; `pairs` are the symbols with two amounts,
    by rank, and each one's payment to another player whose own wager has this amount."""

    wager: int
    paytable: str
    wheel: tuple[Stop, ...]
    community: tuple[Stop, ...]
    pairs: tuple[Pair, ...]
    meters: tuple[str, ...]

    __repr__ = brief


class SideRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's rules of one side wager; features that the wager lacks are 0 or empty.

    `wager` is its only amount, `minimum` and `maximum` bound it; `pays` go by line, odds to one or money,
    `shares` are the hundredths of the meter that the first lines win. `options` are its own settings."""

    offered: bool
    wager: int
    pays: tuple[int, ...]
    minimum: int
    maximum: int
    shares: tuple[int, ...]
    tables: tuple[WheelTable, ...]
    options: dict[str, bool | int | str]

    __repr__ = brief
