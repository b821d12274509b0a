"""Progressive meters: how a part of each wager is added, and a share paid out. Plain functions of ints."""

from typing import Protocol

from spanish21.game.words import MeterShare


class MeterShareRules(Protocol):
    """The settings that decide a share of a meter."""

    @property
    def meter_share(self) -> int: ...
    @property
    def smallest_chip(self) -> int: ...


def meter_step(remainder: int, wager: int, rate: tuple[int, int]) -> tuple[int, int]:
    """A wager's addition to a meter whose carried part is `remainder`, and the new carried part."""
    carried = remainder + wager * rate[0]
    return carried // rate[1], carried % rate[1]


def meter_share(amount: int, share: int, rules: MeterShareRules) -> int:
    """A share of a meter in hundredths, rounded as the ruling says where it is not a whole number of cents;
    never more than the meter holds."""
    paid, odd = divmod(amount * share, 100)
    if not odd or rules.meter_share == MeterShare.DOWN:
        return paid
    if rules.meter_share == MeterShare.UP:
        return paid + 1
    return min(amount, (paid // rules.smallest_chip + 1) * rules.smallest_chip)
