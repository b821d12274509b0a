"""What a table's rules say of its side wagers: amounts, pays, wheels and meters."""

import msgspec

from spanish21.display.brief import brief

# Where a wheel's stop takes its money from.
FIXED, PRIMARY, SECONDARY = 0, 1, 2


class MeterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive meter: what it starts and restarts with, and the part of each wager that it takes."""

    initial: int
    reset: int
    rate: tuple[int, int]


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a wheel: its weight, what it shows, where its money comes from and what it pays.

    `pair` is 0, or the rank of a symbol with two amounts: the other bettors are then paid, too."""

    weight: int
    symbol: str
    source: int
    pays: int
    pair: int


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol with two amounts, and what it pays the other bettors."""

    symbol: str
    pays: int


class WheelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one amount of a side wager plays for: its paytable and wheels, and the meters that it feeds.

    `community` is the wheel of those who do not turn the first one; `pairs` are the symbols with two amounts,
    by rank, and what each pays another player whose own wager has this amount."""

    wager: int
    paytable: str
    wheel: tuple[Stop, ...]
    community: tuple[Stop, ...]
    pairs: tuple[Pair, ...]
    meters: tuple[str, ...]

    __repr__ = brief


class SideRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table plays one side wager by; what the wager does not have is 0 or empty.

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
