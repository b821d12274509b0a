"""What a count earns of what perfect knowledge of the cards would earn, by its correlation alone.

The method: to the first order the player's advantage at some depth is a sum of effects over the unseen cards;
it is taken as normal, with its exact mean and variance, and a count sees the part of it that its correlation
says. A wager in proportion to the advantage, and none without one, then earns the mean square of what is
above 0 (SCORE is this, but for the variance of a round, which is the same for all counts of a table).
"""

from math import erf, exp, pi, sqrt

from spanish21.analysis.counts.effects import MAIN, Removal

DEFAULT_PENETRATION = 0.75
DEPTHS = 24


def earning(found: Removal, correlation: float, penetration: float = DEFAULT_PENETRATION) -> float:
    """The part of what perfect betting earns that a count with this correlation does, up to 1."""
    perfect = _earned(found, 1.0, penetration)
    return _earned(found, correlation, penetration) / perfect if perfect else 0.0


def _earned(found: Removal, correlation: float, penetration: float) -> float:
    """The mean square of the advantage that a count sees, where it is above 0, over all depths."""
    cards = found.shoe.size
    effects = found.effects[MAIN]
    numbers = {card: found.shoe.counts[card >> 2][card & 3] for card in effects}
    variance = sum(numbers[card] * effect**2 for card, effect in effects.items()) / cards
    earned = 0.0
    for depth in range(DEPTHS):
        left = cards * (1.0 - penetration * (depth + 0.5) / DEPTHS)
        spread = correlation * sqrt((cards - left) * (cards - 1.0) / left * variance)
        earned += _square_above_nothing(found.values[MAIN], spread) / DEPTHS
    return earned


def _square_above_nothing(mean: float, spread: float) -> float:
    """The mean of the square of a normal value where it is above 0."""
    if spread <= 0.0:
        return max(mean, 0.0) ** 2
    at = mean / spread
    density = exp(-0.5 * at * at) / sqrt(2.0 * pi)
    return (mean * mean + spread * spread) * (1.0 + erf(at / sqrt(2.0))) / 2.0 + mean * spread * density
