"""How a round ends: the law of a box's result, its standard deviation, and how often each bonus is paid.

The law of one hand is exact, also for each hand of a split box. The result of a split box is a sum over its
hands; there, and only there, the hands are taken as independent of each other given how the dealer's hand
ends and how many hands there are. The mean is not touched by that; the standard deviation hardly is.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.fixed import SEVEN, Bonus, Envy, envy_payouts, envy_value, fixed_bonuses
from spanish21.analysis.held import check_chances
from spanish21.analysis.law import first_laws, split_laws
from spanish21.analysis.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    DEALER_IDLE,
    SURRENDERED,
    WON,
    results,
    results_against_blackjack,
    stakes,
)
from spanish21.analysis.splits import chances_of_hands
from spanish21.analysis.terms import Terms
from spanish21.analysis.worth import Edge, most_hands_of
from spanish21.game import hands
from spanish21.game.settings import LARGEST_ODDS
from spanish21.strategy import MOST_DOUBLES, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

BONUS_NAMES = (
    "blackjack",
    "6-7-8 mixed",
    "6-7-8 suited",
    "6-7-8 top suit",
    "7-7-7 mixed",
    "7-7-7 suited",
    "7-7-7 top suit",
    "five-card 21",
    "six-card 21",
    "seven-card 21",
)
"""The kinds of 21 that have odds of their own, in the order of the kinds in hands.py from 1 on."""

NEGLIGIBLE = 1e-18
DENSE = 4096
"""Results on a grid of fewer places than this are added up on it."""
FINEST = 1e-10
"""The step of results without a larger one in common; 16 hands at the highest odds still fit 64 bits."""


class RoundLaw(NamedTuple):
    """The law of a round's result under the strategy that an edge was found with."""

    results: Floats
    """The results that a box can have, in wagers, in order."""
    probabilities: Floats
    mean: float
    standard_deviation: float
    average_wager: float
    bonuses: list[Bonus]
    super_bonus: float
    """How likely three suited 7s against a 7 win."""
    fixed: list[Bonus]
    """With a wager: what the fixed payouts add, one's own and those for other people's hands."""
    envy: float
    """What other people's three suited 7s against a 7 are expected to pay, in wagers."""


def round_law(edge: Edge) -> RoundLaw:
    """The law of one box's result in the first round of the shoe."""
    (first_law, super_bonus), split_law = first_laws(edge), split_laws(edge)
    terms = edge.terms
    single = first_law.sum(axis=0)
    envy = envy_payouts(edge, float(super_bonus.sum()))
    others, sevens = _Distribution(edge, envy), _Distribution(edge, envy)
    others.add_single(single - first_law[SEVEN])
    sevens.add_single(first_law[SEVEN])
    sevens.add_super_bonus(super_bonus)
    for value, up in numpy.argwhere(split_law.weight > 0.0):
        part = sevens if up == SEVEN else others
        part.add_split(int(value), int(up), float(split_law.weight[value, up]), split_law.law[value, up])
    sevens.add_envy(envy, float(edge.up[SEVEN]))
    amounts, probabilities = others.collected_with(sevens)
    check_chances(probabilities)
    mean = float((amounts * probabilities).sum())
    variance = float((amounts**2 * probabilities).sum()) - mean**2
    split = (split_law.weight[:, :, None, None] * split_law.law).sum(axis=(0, 1))
    if terms.knows_blackjack:
        # A Blackjack that the reader finds ended the round before the box was split; `single` counts it.
        split[DEALER_BLACKJACK] = 0.0
    average_wager = float((stakes(terms) * (single + split)).sum())
    split[DEALER_BLACKJACK, :WON] = 0.0
    return RoundLaw(
        amounts,
        probabilities,
        mean,
        max(variance, 0.0) ** 0.5,
        average_wager,
        _bonuses(terms, (single.sum(axis=0) - single[DEALER_BLACKJACK], split.sum(axis=0))),
        float(super_bonus.sum()),
        fixed_bonuses(edge, (float(super_bonus[0]), float(super_bonus[1])), envy),
        envy_value(envy),
    )


def value_with_envy(edge: Edge) -> float:
    """The expected value with what other people's super bonuses pay, as an analysis tells it."""
    return edge.expected_value + envy_value(envy_payouts(edge, float(first_laws(edge)[1].sum())))


def _bonuses(terms: Terms, counted: tuple[Floats, Floats]) -> list[Bonus]:
    """Each bonus from the expected number of hands by category, unsplit and split."""
    bonuses = []
    for kind, name in enumerate(BONUS_NAMES, start=1):
        probability = contribution = 0.0
        for split in range(2):
            for doubles in range(MOST_DOUBLES + 1):
                number = float(counted[split][WON + doubles * hands.KINDS + kind])
                probability += number
                contribution += number * (terms.pay[split, doubles, kind] - terms.pay[split, doubles, 0])
        bonuses.append(Bonus(name, probability, float(contribution)))
    return bonuses


class _Distribution:
    """The chances of a box's results, gathered on a grid of the smallest step between them."""

    def __init__(self, edge: Edge, envy: list[Envy]) -> None:
        self.edge = edge
        self.hand_results = [results(edge.terms, split) for split in (False, True)]
        self.blackjack_results = [results_against_blackjack(edge.terms, split) for split in (False, True)]
        amounts = [*self.hand_results, *self.blackjack_results, edge.terms.super_bonus]
        amounts.append(numpy.array([one.amount for one in envy]))
        self.step = _step(numpy.concatenate(amounts), edge.money.wager if edge.money else 0)
        self.chances: dict[int, float] = {}

    def add(self, result: float, chance: float) -> None:
        place = round(result / self.step)
        self.chances[place] = self.chances.get(place, 0.0) + chance

    def add_single(self, law: Floats) -> None:
        """Add the boxes that are not split; `law` is `[dealer, category]`."""
        for row, amounts in ((DEALER_BLACKJACK, self.blackjack_results[0]), (None, self.hand_results[0])):
            counted = law[row] if row is not None else law.sum(axis=0) - law[DEALER_BLACKJACK]
            if row is not None and self.edge.terms.knows_blackjack:
                amounts = numpy.full(CATEGORIES, -1.0)
            for category in numpy.flatnonzero(counted):
                self.add(amounts[category], counted[category])

    def add_super_bonus(self, chances: Floats) -> None:
        """Move three suited 7s against a 7 from their odds to what they are paid in all."""
        terms = self.edge.terms
        kinds = (hands.SUITED_777, hands.TOP_777)
        for chance, kind, bonus in zip(chances, kinds, terms.super_bonus.tolist(), strict=True):
            if bonus > 0.0 and chance > 0.0:
                odds = float(terms.pay[0, 0, kind])
                self.add(odds, -float(chance))
                self.add(bonus + (0.0 if terms.super_bonus_replaces else odds), float(chance))

    def add_envy(self, envy: list[Envy], dealt: float) -> None:
        """Let other people's super bonuses come on top of the results against a 7, whatever those are."""
        without = dict(self.chances)
        for amount, chance in envy:
            more, share = round(amount / self.step), chance / dealt
            for place, often in without.items():
                self.chances[place] -= often * share
                self.chances[place + more] = self.chances.get(place + more, 0.0) + often * share

    def add_split(self, value: int, up: int, weight: float, law: Floats) -> None:
        """Add a split box: its hands independent given the end of the dealer's hand and their number."""
        edge = self.edge
        numbers = hand_numbers()
        pair = numbers.following[numbers.following[0, value], value]
        free = edge.no_blackjack[pair, up]
        all_chances = chances_of_hands(edge.plan, most_hands_of(edge.rules, value), value, up)
        if not edge.terms.knows_blackjack and free < 1.0:
            to_blackjack = law[DEALER_BLACKJACK]
            mean = float((to_blackjack * self.blackjack_results[1]).sum())
            mean += float(edge.beyond[value, up]) - (1.0 - free)
            met = self._split_to_blackjack(1.0 - free, to_blackjack, all_chances)
            for result, chance in _tilted(met, mean / self.step).items():
                self.chances[result] = self.chances.get(result, 0.0) + weight * chance
        if free <= 0.0:
            return  # the dealer is sure to have a Blackjack
        ends = numpy.zeros(6)
        ends[:5] = edge.totals[pair, up]
        ends[5] = free - ends[:5].sum()
        number = float(law.sum() - law[DEALER_BLACKJACK].sum()) / free
        hand_chances = _with_mean(all_chances, number)
        idle = law[DEALER_IDLE] / number
        places = numpy.rint(self.hand_results[1] / self.step).astype(numpy.int64)
        low = int(places.min())
        for end in range(6):
            # A hand that was over early leaves the dealer's end open: it is spread over all of them.
            ended = law[end] / number + idle * (ends[end] / free)
            chance_of_end = float(ended.sum())
            if chance_of_end <= 0.0:
                continue
            sums = _dense_sums if int(places.max()) - low < DENSE else _sparse_sums
            for hands_of_box, found in sums(places, ended / chance_of_end, len(hand_chances) - 1):
                chance = weight * chance_of_end * hand_chances[hands_of_box]
                if chance != 0.0:
                    for result, share in found:
                        self.chances[result] = self.chances.get(result, 0.0) + chance * share

    def _split_to_blackjack(self, blackjack: float, law: Floats, all_chances: Floats) -> dict[int, float]:
        """A split box that meets a dealer's Blackjack: what is taken is the original wager at least."""
        number = float(law.sum()) / blackjack
        hand_chances = _with_mean(all_chances, number)
        places = numpy.rint(self.blackjack_results[1] / self.step).astype(numpy.int64)
        original = round(1.0 / self.step)
        one: dict[tuple[int, int, bool], float] = {}
        for category in numpy.flatnonzero(law):
            place = int(places[category])
            loses = not WON <= category < SURRENDERED
            key = (0, -place, True) if loses else (place, 0, False)
            one[key] = one.get(key, 0.0) + float(law[category]) / (number * blackjack)
        together = one
        found: dict[int, float] = {}
        for hands_of_box in range(2, len(hand_chances)):
            together = _sums(together, one)
            chance = blackjack * float(hand_chances[hands_of_box])
            for (won, taken, loses), share in together.items():
                result = won - (max(original, taken) if loses else 0)
                found[result] = found.get(result, 0.0) + chance * share
        return found

    def collected_with(self, other: "_Distribution") -> tuple[Floats, Floats]:
        """The results of both in order, and their chances."""
        chances = dict(self.chances)
        for place, chance in other.chances.items():
            chances[place] = chances.get(place, 0.0) + chance
        places = sorted(place for place, chance in chances.items() if chance != 0.0)
        return (
            numpy.array([place * self.step for place in places]),
            numpy.array([chances[place] for place in places]),
        )


def _with_mean(chances: Floats, mean: float) -> Floats:
    """The chances of numbers of hands, tilted to a mean: it depends a little on the dealer's Blackjack."""
    counted = numpy.arange(len(chances))
    now = float((counted * chances).sum())
    spread = float(((counted - now) ** 2 * chances).sum())
    return chances * (1.0 + (counted - now) * (mean - now) / spread) if spread > 0.0 else chances


def _tilted(chances: dict[int, float], total: float) -> dict[int, float]:
    """The chances, tilted so that what they win together is `total`."""
    size = sum(chances.values())
    mean = sum(place * chance for place, chance in chances.items()) / size
    spread = sum((place - mean) ** 2 * chance for place, chance in chances.items())
    if spread <= 0.0:
        return chances
    slope = (total - mean * size) / spread
    return {place: chance * (1.0 + slope * (place - mean)) for place, chance in chances.items()}


def _sums(
    some: dict[tuple[int, int, bool], float], one: dict[tuple[int, int, bool], float]
) -> dict[tuple[int, int, bool], float]:
    """What some hands and one more win, have taken, and whether any of them loses."""
    found: dict[tuple[int, int, bool], float] = {}
    for (won, taken, loses), chance in some.items():
        for (more_won, more_taken, also_loses), share in one.items():
            if chance * share > NEGLIGIBLE:
                key = (won + more_won, taken + more_taken, loses or also_loses)
                found[key] = found.get(key, 0.0) + chance * share
    return found


def _step(amounts: Floats, wager: int) -> float:
    """The largest step of which all amounts are multiples; with a wager they are whole parts of it."""
    if wager:
        return gcd(*(round(float(amount) * wager) for amount in numpy.unique(amounts))) / wager
    parts = [Fraction(float(amount)).limit_denominator(LARGEST_ODDS) for amount in numpy.unique(amounts)]
    denominator = lcm(*(part.denominator for part in parts))
    if denominator * FINEST > 1:
        return FINEST
    return gcd(*(int(part * denominator) for part in parts)) / denominator


def _dense_sums(places: Ints, chances: Floats, most: int) -> Iterator[tuple[int, list[tuple[int, float]]]]:
    """What 2 to `most` equal hands come to, each sum with its chance, on a grid of all results."""
    low = int(places.min())
    one = numpy.zeros(int(places.max()) - low + 1)
    numpy.add.at(one, places - low, chances)
    together = one
    for hands_of_box in range(2, most + 1):
        together = numpy.convolve(together, one)
        start = low * hands_of_box
        yield (
            hands_of_box,
            [(int(place) + start, float(together[place])) for place in numpy.flatnonzero(together)],
        )


def _sparse_sums(places: Ints, chances: Floats, most: int) -> Iterator[tuple[int, list[tuple[int, float]]]]:
    """The same for results far apart, as with odd amounts: only those that can be."""
    one, of_one = _gathered(places, chances)
    together, shares = one, of_one
    for hands_of_box in range(2, most + 1):
        together, shares = _gathered(
            numpy.add.outer(together, one).ravel(), numpy.multiply.outer(shares, of_one).ravel()
        )
        yield hands_of_box, list(zip(together.tolist(), shares.tolist(), strict=True))


def _gathered(places: Ints, chances: Floats) -> tuple[Ints, Floats]:
    """Each place once with all of its chance, the negligible left out."""
    found, where = numpy.unique(places, return_inverse=True)
    shares = numpy.bincount(where.ravel(), weights=chances).astype(numpy.float64)
    kept = shares > NEGLIGIBLE
    return found[kept], shares[kept]
