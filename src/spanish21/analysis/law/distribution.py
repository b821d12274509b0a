"""How a round ends: the law of a box's result, its standard deviation, and how often each bonus is paid.

An unsplit box has one hand, whose law is exact. split_boxes.py joins the hands of a split box
to an order after which next to nothing changes; the change by the last order is given as the error. The mean
of a split box is known exactly: the law is tilted to it.
"""

from fractions import Fraction
from math import ceil, floor, gcd, lcm, log10
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.analyser_limits import check_chances
from spanish21.analysis.hands.first_two import hand_of_two
from spanish21.analysis.hands.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    SURRENDERED,
    WON,
    results,
    results_against_blackjack,
    stakes,
)
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.law.hand_laws import first_laws, split_laws
from spanish21.analysis.law.split_boxes import MOST_POINTS, SplitBox, split_boxes
from spanish21.analysis.law.walks import BUSTS, category_of
from spanish21.analysis.worth.fixed_payouts import SEVEN, Bonus, Envy, envy_payouts, envy_value, fixed_bonuses
from spanish21.analysis.worth.table_edge import Edge
from spanish21.display.rows import to_pandas
from spanish21.game import hands
from spanish21.game.settings import LARGEST_ODDS
from spanish21.strategy import MOST_DOUBLES

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
"""The kinds of 21 with their own odds, in the order of the kinds in hands.py from 1 on."""

ROUNDING = 1e-13
"""The largest effect of rounding on a chance."""
CLOSE = 1e-3
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
    """With a wager: the fixed payouts, for the player's own hands and for other people's."""
    envy: float
    """The expected payout for other people's three suited 7s against a 7, in wagers."""
    error: float
    """No probability changed by more than this in the last order of split boxes: the rest is less."""
    deviation_error: float
    """The same of the standard deviation."""

    @property
    def hit_frequency(self) -> float:
        """How likely a round is won: its result is above 0."""
        return float(self.probabilities[self.results > 0].sum())

    def to_records(self) -> list[dict[str, float]]:
        """A dict for every result that a box can have, and how likely it is."""
        return [
            {"result": float(result), "probability": float(chance)}
            for result, chance in zip(self.results, self.probabilities, strict=True)
        ]

    def to_pandas(self) -> Any:
        """The same as a pandas DataFrame."""
        return to_pandas(self)

    def __repr__(self) -> str:
        low, high = self.results[[0, -1]]
        deviation = f"standard deviation {self.standard_deviation:.4f}"
        return f"<RoundLaw: {len(self.results)} results from {low:+g} to {high:+g}, {deviation}>"

    def _repr_html_(self) -> str:
        """A notebook shows how likely each result is."""
        from spanish21.analysis.report.html_report import law_html  # which draws laws

        return law_html(self)


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
    amounts, probabilities, changes = others.collected_with(sevens)
    check_chances(probabilities)
    mean = float((amounts * probabilities).sum())
    deviation = max(float((amounts**2 * probabilities).sum()) - mean**2, 0.0) ** 0.5
    changed = float(abs((amounts**2 * changes).sum()))
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
        deviation,
        average_wager,
        _bonuses(terms, (_won_of(single), split.sum(axis=0))),
        float(super_bonus.sum()),
        fixed_bonuses(edge, (float(super_bonus[0]), float(super_bonus[1])), envy),
        envy_value(envy),
        one_digit(float(numpy.abs(changes).max())),
        one_digit(changed / (2.0 * deviation) if deviation else 0.0),
    )


def _won_of(single: Floats) -> Floats:
    """`[category]` of the unsplit boxes; against a dealer's Blackjack, the win."""
    counted = single.sum(axis=0) - single[DEALER_BLACKJACK]
    counted[WON:SURRENDERED] += single[DEALER_BLACKJACK, WON:SURRENDERED]
    return numpy.asarray(counted)


def one_digit(error: float) -> float:
    """An error rounded up to one digit, which is the same on every processor; rounding itself is one."""
    error = max(error, ROUNDING)
    power = floor(log10(error))
    return float(f"{ceil(error / 10.0**power - CLOSE)}e{power}")


def value_with_envy(edge: Edge) -> float:
    """The expected value with other people's super bonuses, as an analysis gives it."""
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
        self.changes: dict[int, float] = {}
        """The change by the last order of split boxes."""

    def add(self, result: float, chance: float) -> None:
        place = round(result / self.step)
        self.chances[place] = self.chances.get(place, 0.0) + chance

    def add_single(self, law: Floats) -> None:
        """Add the unsplit boxes; `law` is `[dealer, category]`."""
        for row, amounts in ((DEALER_BLACKJACK, self.blackjack_results[0]), (None, self.hand_results[0])):
            counted = law[row] if row is not None else law.sum(axis=0) - law[DEALER_BLACKJACK]
            if row is not None and self.edge.terms.knows_blackjack:
                amounts = numpy.full(CATEGORIES, -1.0)
            for category in numpy.flatnonzero(counted):
                self.add(amounts[category], counted[category])

    def add_super_bonus(self, chances: Floats) -> None:
        """Move three suited 7s against a 7 from their odds to their total payment."""
        terms = self.edge.terms
        kinds = (hands.SUITED_777, hands.TOP_777)
        for chance, kind, bonus in zip(chances, kinds, terms.super_bonus.tolist(), strict=True):
            if bonus > 0.0 and chance > 0.0:
                odds = float(terms.pay[0, 0, kind])
                self.add(odds, -float(chance))
                self.add(bonus + (0.0 if terms.super_bonus_replaces else odds), float(chance))

    def add_envy(self, envy: list[Envy], dealt: float) -> None:
        """Let other people's super bonuses come on top of all results against a 7."""
        without = dict(self.chances)
        for amount, chance in envy:
            more, share = round(amount / self.step), chance / dealt
            for place, often in without.items():
                self.chances[place] -= often * share
                self.chances[place + more] = self.chances.get(place + more, 0.0) + often * share

    def add_split(
        self, value: int, up: int, weight: float, law: Floats, most_points: int = MOST_POINTS
    ) -> None:
        """Add a split box; `law` is that of its single hands, `[dealer, category]`, which has the mean."""
        edge, terms = self.edge, self.edge.terms
        found: list[tuple[Ints, Floats]] = []
        for share, box in split_boxes(edge, value, up, most_points):
            for dealer in range(DEALER_BLACKJACK):
                keys = [(place, 0, 0) for place in self._places(box, dealer)]
                found += [(sums[:, 0], share * chances) for sums, chances in box.joined(dealer, keys)]
            if not terms.knows_blackjack:
                found += [(places, share * chances) for places, chances in self._split_to_blackjack(box)]
        to_blackjack = law[DEALER_BLACKJACK]
        mean = float(((law.sum(axis=0) - to_blackjack) * self.hand_results[1]).sum())
        if not terms.knows_blackjack:
            mean += float((to_blackjack * self.blackjack_results[1]).sum()) + float(edge.beyond[value, up])
            mean -= 1.0 - float(edge.no_blackjack[hand_of_two(value, value), up])
        places, chances = _gathered(found)
        chances[:, 0] = _above_nothing(chances[:, 0])
        for place, chance, before in zip(
            places.tolist(),
            _tilted(places, chances[:, 0], mean / self.step).tolist(),
            chances[:, 1],
            strict=True,
        ):
            self.chances[place] = self.chances.get(place, 0.0) + weight * chance
            self.changes[place] = self.changes.get(place, 0.0) + weight * (chance - before)

    def _places(self, box: SplitBox, dealer: int) -> list[int]:
        """The place of each end of a hand's result when the dealer's hand ends so."""
        amounts = self.blackjack_results if dealer == DEALER_BLACKJACK else self.hand_results
        terms = self.edge.terms
        return [round(amounts[1][category_of(end, dealer, terms)] / self.step) for end in box.ends]

    def _split_to_blackjack(self, box: SplitBox) -> list[tuple[Ints, Floats]]:
        """A split box that meets a dealer's Blackjack: it loses the original wager at least."""
        keys = []
        one_more = self.edge.terms.plus_one
        for end, place in zip(box.ends, self._places(box, DEALER_BLACKJACK), strict=True):
            wins = WON <= category_of(end, DEALER_BLACKJACK, self.edge.terms) < SURRENDERED
            counts = end.how != BUSTS if one_more else True
            keys.append((place, 0, 0) if wins else (0, -place, int(counts)))
        found = []
        wager = round(1.0 / self.step)
        for sums, chances in box.joined(DEALER_BLACKJACK, keys):
            won, taken, losing = sums.T
            if one_more:
                found.append((won - taken - numpy.where(losing > 0, wager, 0), chances))
                continue
            taken = numpy.maximum(taken, wager)
            found.append((won - numpy.where(losing > 0, taken, 0), chances))
        return found

    def collected_with(self, other: "_Distribution") -> tuple[Floats, Floats, Floats]:
        """The results of both in order, their chances, and the last order's change of them."""
        found = []
        for mine, others in ((self.chances, other.chances), (self.changes, other.changes)):
            found.append(dict(mine))
            for place, chance in others.items():
                found[-1][place] = found[-1].get(place, 0.0) + chance
        chances, changes = found
        places = sorted(place for place, chance in chances.items() if chance != 0.0)
        return (
            numpy.array([place * self.step for place in places]),
            numpy.array([chances[place] for place in places]),
            numpy.array([changes.get(place, 0.0) for place in places]),
        )


class SplitResults:
    """The results of a box that is split against one up card, and how likely each is."""

    def __init__(self, edge: Edge, value: int, up: int, law: Floats) -> None:
        box = _Distribution(edge, [])
        box.add_split(value, up, 1.0, law)
        self.results = numpy.array(list(box.chances)) * box.step
        self.chances = numpy.array(list(box.chances.values()))

    @property
    def mean_square(self) -> float:
        """The mean of the square, in wagers."""
        return float(self.chances @ self.results**2)


def _above_nothing(chances: Floats) -> Floats:
    """The chances without those that an error has put below 0."""
    above = numpy.maximum(chances, 0.0)
    return numpy.asarray(above * (chances.sum() / above.sum()))


def _tilted(places: Ints, chances: Floats, total: float) -> Floats:
    """The chances, tilted so that the wins sum to `total`, which they already do up to an error."""
    size = chances.sum()
    away = places - (places * chances).sum() / size
    spread = (away**2 * chances).sum()
    if spread <= ROUNDING * size * numpy.abs(places).max() ** 2:
        return chances  # there is one result, or next to no other
    return numpy.asarray(chances * (1.0 + away * (total - (places * chances).sum()) / spread))


def _step(amounts: Floats, wager: int) -> float:
    """The largest step of which all amounts are multiples; with a wager they are whole parts of it."""
    if wager:
        return gcd(*(round(float(amount) * wager) for amount in numpy.unique(amounts))) / wager
    parts = [Fraction(float(amount)).limit_denominator(LARGEST_ODDS) for amount in numpy.unique(amounts)]
    denominator = lcm(*(part.denominator for part in parts))
    if denominator * FINEST > 1:
        return FINEST
    return gcd(*(int(part * denominator) for part in parts)) / denominator


def _gathered(found: list[tuple[Ints, Floats]]) -> tuple[Ints, Floats]:
    """Each place once, with all of its chances."""
    places, where = numpy.unique(numpy.concatenate([one for one, _ in found]), return_inverse=True)
    chances = numpy.concatenate([one for _, one in found])
    return places, numpy.array([numpy.bincount(where.ravel(), weights=one) for one in chances.T]).T
