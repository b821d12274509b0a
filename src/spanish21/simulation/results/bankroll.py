"""A bankroll over time: quantiles and ruin over a session, from the distribution of one round.

Rounds are taken as independent draws from the simulated distribution; the correlation between rounds of one
shoe is far smaller than the variance.
"""

import math
from collections.abc import Callable
from typing import Any

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.display.brief import brief

Floats = NDArray[numpy.float64]
FEW_RESULTS = 256
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class BankrollStep(msgspec.Struct, frozen=True):
    """The distribution of one round: `chance[i]` of winning `(i - zero) * unit`."""

    chance: Any
    zero: int
    unit: int

    __repr__ = brief

    @property
    def mean(self) -> float:
        return float(self.chance @ (numpy.arange(len(self.chance)) - self.zero)) * self.unit

    @property
    def deviation(self) -> float:
        places = (numpy.arange(len(self.chance)) - self.zero) * float(self.unit)
        return math.sqrt(max(float(self.chance @ places**2) - self.mean**2, 0.0))


def session_law(step: BankrollStep, rounds: int) -> tuple[Floats, Floats]:
    """The results that a session of `rounds` rounds can have, in order, and the chance of each."""
    spread = int(8 * step.deviation / step.unit * math.sqrt(rounds) + abs(step.mean) / step.unit * rounds)
    size = 1 << max(2 * spread + 2 * len(step.chance), 2).bit_length()
    padded = numpy.zeros(size)
    for place, chance in enumerate(step.chance):
        padded[(place - step.zero) % size] += chance
    after = numpy.fft.irfft(numpy.fft.rfft(padded) ** rounds, size)
    ordered = numpy.roll(numpy.maximum(after, 0.0), size // 2)
    results = (numpy.arange(size, dtype=numpy.float64) - size // 2) * step.unit
    return results, ordered / ordered.sum()


def session_quantiles(step: BankrollStep, rounds: int) -> dict[str, float]:
    """The result of a session of `rounds` rounds at each of `QUANTILES`."""
    results, chances = session_law(step, rounds)
    places = numpy.searchsorted(numpy.cumsum(chances), QUANTILES)
    return {f"{quantile:g}": float(results[place]) for quantile, place in zip(QUANTILES, places, strict=True)}


def ruin_in_session(step: BankrollStep, bankroll: int, rounds: int) -> float:
    """The chance that a bankroll is lost within a session: at some point nothing is left of it."""
    have = bankroll // step.unit
    used = numpy.flatnonzero(step.chance)
    low, high = int(used[0]) - step.zero, int(used[-1]) - step.zero
    fall = 8 * step.deviation * math.sqrt(rounds) + abs(step.mean) * rounds
    if have > fall / step.unit - low:
        return 0.0
    kernel = step.chance[used[0] : used[-1] + 1]
    # Above the height that a session cannot fall from, nothing needs to be followed exactly.
    top = have + int(8 * step.deviation / step.unit * math.sqrt(rounds)) + high + 1
    alive = numpy.zeros(top + 1)
    alive[have] = 1.0
    ruined = 0.0
    add_round = _adding(kernel, len(alive))
    for _ in range(rounds):
        after = add_round(alive)
        # `after[i]` is for a bankroll of i + low.
        ruined += float(after[: 1 - low].sum()) if low <= 0 else 0.0
        alive = numpy.zeros(top + 1)
        kept = after[1 - low : 1 - low + top]
        alive[1 : 1 + len(kept)] = kept
        alive[top] += float(after[1 - low + top :].sum())
    return min(ruined, 1.0)


def _adding(kernel: Floats, size: int) -> Callable[[Floats], Floats]:
    """What adds one round to the chances of a bankroll; a round with many results by its transform."""
    if len(kernel) <= FEW_RESULTS:
        return lambda alive: numpy.convolve(alive, kernel)
    whole = size + len(kernel) - 1
    points = 1 << whole.bit_length()
    transform = numpy.fft.rfft(kernel, points)

    def add(alive: Floats) -> Floats:
        after = numpy.fft.irfft(numpy.fft.rfft(alive, points) * transform, points)[:whole]
        return numpy.maximum(after, 0.0)

    return add


def ruin_ever(step: BankrollStep, bankroll: int) -> float:
    """The chance that a bankroll is eventually lost if play never ends."""
    if step.mean <= 0:
        return 1.0
    places = (numpy.arange(len(step.chance)) - step.zero) * float(step.unit)
    low, high = 0.0, 1e-9
    while float(step.chance @ numpy.exp(-high * places)) < 1.0 and high < 1e3:
        low, high = high, high * 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if float(step.chance @ numpy.exp(-middle * places)) < 1.0 else (low, middle)
        )
    return math.exp(-low * bankroll)
