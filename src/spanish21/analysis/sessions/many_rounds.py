"""The law of the sum of many independent rounds, by the transform of the law of one.

The chances of a sum are periodic in the transform, so it is taken over a window; what falls outside the
window would appear inside it again, and is bounded beforehand (Chernoff), so that the window is wide enough.
"""

from fractions import Fraction
from math import ceil, floor, gcd, lcm, log
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput

Floats = NDArray[numpy.float64]

OUTSIDE = 1e-13
"""The chance that a session ends outside the window, on either side."""
MOST_PLACES = 1 << 25
FINEST = 10**8
_TILTS = numpy.geomspace(1e-7, 50.0, 400)
ROUNDING = 2.3e-16


class Sum(NamedTuple):
    """The law of a sum."""

    results: Floats
    chances: Floats
    error: float
    """No chance, and no sum of chances, is off by more, the law of one round taken as it is."""


def law_of_sum(results: Floats, chances: Floats, rounds: int) -> Sum:
    """The law of the sum of that many independent draws."""
    chances = chances / chances.sum()  # rounding errors would grow with every round
    step = step_of(results)
    places = numpy.rint(results / step).astype(numpy.int64)
    lowest, highest = _window(places.astype(numpy.float64), chances, rounds)
    size = 1 << max(highest - lowest, 1).bit_length()
    if size > MOST_PLACES:
        raise BadInput(
            f"a session of {rounds:,} rounds has {highest - lowest:,} possible results here; at most "
            f"{MOST_PLACES:,} can be told apart: use fewer rounds, or a wager that is paid without rounding"
        )
    one = numpy.bincount(places % size, chances, size)
    transformed = numpy.fft.rfft(one)
    after = numpy.fft.irfft(transformed**rounds, size)
    ordered = numpy.roll(after, -(lowest % size))[: highest - lowest + 1]
    error = 2.0 * OUTSIDE + _rounding(transformed, rounds, size)
    possible = numpy.arange(len(ordered), dtype=numpy.float64) + lowest
    return Sum(
        numpy.asarray(possible * step, dtype=numpy.float64), numpy.asarray(numpy.maximum(ordered, 0.0)), error
    )


def step_of(results: Floats) -> float:
    """The largest step of which all results are multiples."""
    parts = [Fraction(float(result)).limit_denominator(FINEST) for result in results]
    denominator = lcm(*(part.denominator for part in parts))
    return gcd(*(int(part * denominator) for part in parts)) / denominator or 1.0


def _window(places: Floats, chances: Floats, rounds: int) -> tuple[int, int]:
    """Places beyond which a session ends with a chance of `OUTSIDE` at most, either side."""
    ends = []
    for sign in (-1.0, 1.0):
        # P(S >= a) <= E[exp(t S)] exp(-t a) for every t: a = (log E[exp(t S)] - log P) / t.
        aways = sign * places
        deviation = float((chances * places**2).sum()) ** 0.5
        best = float(aways.max()) * rounds
        for tilt in _TILTS / deviation:
            if tilt * aways.max() > 600.0:
                break
            growth = rounds * log(float((chances * numpy.exp(tilt * aways)).sum()))
            best = min(best, (growth - log(OUTSIDE)) / tilt)
        ends.append(sign * best)
    return floor(ends[0]), ceil(ends[1])


def _rounding(transformed: NDArray[numpy.complex128], rounds: int, size: int) -> float:
    """The effect of rounding on a sum of chances: that of the transform, raised to the power, and of the way
    back."""
    sizes = numpy.minimum(numpy.abs(transformed), 1.0)
    digits = ROUNDING * log(size, 2)
    of_power = rounds * digits * float((sizes ** max(rounds - 1, 0)).sum()) * 2.0 / size
    return float((of_power + digits) * size**0.5)
