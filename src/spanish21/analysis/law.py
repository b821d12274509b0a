"""How a round ends: the law of a box's result, its standard deviation, and how often each bonus is paid.

The law of one hand is exact, also for each hand of a split box. The result of a split box is a sum over its
hands; there, and only there, the hands are taken as independent of each other given how the dealer's hand ends
and how many hands there are. The mean is not touched by that; the standard deviation hardly is.
"""

from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.edge import Edge
from spanish21.analysis.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    DEALER_ENDS,
    DEALER_IDLE,
    LOST,
    SURRENDERED,
    WON,
    results,
    results_against_blackjack,
    stakes,
)
from spanish21.analysis.playout import allowed, draw_one, play_on, play_with
from spanish21.analysis.splits import chances_of_hands
from spanish21.analysis.suits import NO_SUIT, add_suited_weights, cards_left
from spanish21.analysis.terms import Terms
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    MOST_DOUBLES,
    SPLIT,
    SPLIT_LAST,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]

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


class Bonus(NamedTuple):
    """How often a kind of 21 is paid, in hands for each round, and what it adds over even money."""

    name: str
    probability: float
    contribution: float


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
    """How likely three suited 7s against a 7 are paid their fixed payout."""


def round_law(edge: Edge) -> RoundLaw:
    """The law of one box's result in the first round of the shoe."""
    first_law, split_law, super_bonus = _hand_laws(edge)
    terms = edge.terms
    single = first_law.sum(axis=0)
    distribution = _Distribution(edge)
    distribution.add_single(single)
    for value, up in numpy.argwhere(split_law.weight > 0.0):
        distribution.add_split(
            int(value), int(up), float(split_law.weight[value, up]), split_law.law[value, up]
        )
    amounts, probabilities = distribution.collected()
    mean = float((amounts * probabilities).sum())
    variance = float((amounts**2 * probabilities).sum()) - mean**2
    split = (split_law.weight[:, :, None, None] * split_law.law).sum(axis=(0, 1))
    if terms.knows_blackjack:
        # A Blackjack that the reader finds ended the round before the box was split; `single` counts it.
        split[DEALER_BLACKJACK] = 0.0
    average_wager = float((stakes(terms) * (single + split)).sum())
    split[DEALER_BLACKJACK] = 0.0
    return RoundLaw(
        amounts,
        probabilities,
        mean,
        max(variance, 0.0) ** 0.5,
        average_wager,
        _bonuses(terms, (single.sum(axis=0) - single[DEALER_BLACKJACK], split.sum(axis=0))),
        super_bonus,
    )


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


class _SplitLaw(NamedTuple):
    weight: Floats
    """`[value, up]`: how often the pair is dealt and split."""
    law: Floats
    """`[value, up, dealer, category]`: the expected number of hands of such a box."""


def _hand_laws(edge: Edge) -> tuple[Floats, _SplitLaw, float]:
    """`[up, dealer, category]` of the boxes that are not split, the split boxes, and the super bonus."""
    numbers = hand_numbers()
    counts, suits = edge.shoe.values, edge.shoe.ranks
    first = numpy.zeros((11, DEALER_ENDS, CATEGORIES))
    seeds = (edge.dealt * edge.up).copy()
    super_bonus = _first_law(
        counts,
        suits,
        seeds,
        numbers,
        edge.terms,
        edge.choices,
        edge.option,
        edge.no_blackjack,
        edge.totals,
        first,
    )
    weight = numpy.zeros((11, 11))
    law = numpy.zeros((11, 11, DEALER_ENDS, CATEGORIES))
    _split_laws(
        counts,
        suits,
        seeds,
        numbers,
        edge.terms,
        edge.choices,
        edge.option,
        edge.plan.further,
        edge.plan.chance,
        edge.plan.weights.not_paired,
        edge.plan.weights.any_card,
        edge.split_values,
        edge.totals,
        edge.removals.place,
        edge.removals.totals,
        weight,
        law,
    )
    return first, _SplitLaw(weight, law), super_bonus


@njit(cache=True, nogil=True)
def _made_kind(which: int, suit: int, terms: Any) -> tuple[int, int]:
    """The kinds that one of `SUITED_PAIRS` becomes with a card of its suit and with another."""
    top = suit == terms.top_suit
    if which < 3:
        return (hands.TOP_678 if top else hands.SUITED_678), hands.MIXED_678
    return (hands.TOP_777 if top else hands.SUITED_777), hands.MIXED_777


@njit(cache=True, nogil=True)
def _first_law(
    counts: Any,
    suits: Any,
    seeds: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    option: Any,
    no_blackjack: Any,
    totals: Any,
    law: Any,
) -> float:
    """Play every first hand that is not split; `seeds[state, up]` is how often it is dealt."""
    multisets = len(numbers.hard)
    weight = numpy.zeros((MOST_DOUBLES + 1, multisets))
    no_place = numpy.zeros((1, 1, 1), dtype=numpy.int32)
    no_totals = numpy.zeros((1, 1, 1))
    natural = numbers.following[numbers.following[0, 1], 10]
    super_bonus = 0.0
    for up in range(1, 11):
        lost_at_once = 0.0
        for state in range(multisets + SUITED_STATES):
            amount = seeds[state, up]
            if amount <= 0.0:
                continue
            free = no_blackjack[state, up]
            if state == natural:
                law[up, DEALER_IDLE, WON + hands.BLACKJACK] += amount
                continue
            lost_at_once += amount * (1.0 - free)
            chosen = choices[FIRST, state, up]
            if chosen in (SPLIT, SURRENDER) and not numpy.isnan(option[chosen, state, up]):
                if chosen == SURRENDER:
                    law[up, DEALER_IDLE, SURRENDERED] += amount * free
                    law[up, DEALER_BLACKJACK, SURRENDERED] += amount * (1.0 - free)
            elif state < multisets:
                play_with(
                    chosen,
                    state,
                    amount,
                    0,
                    up,
                    0,
                    0,
                    weight,
                    counts,
                    numbers,
                    terms,
                    choices,
                    totals,
                    no_place,
                    no_totals,
                    law[up],
                    True,
                )
            else:
                which, suit, up_suited = (
                    (state - multisets) // 8,
                    (state - multisets) % 8 // 2,
                    (state - multisets) % 2,
                )
                low, high = SUITED_PAIRS[which]
                hand = numbers.following[numbers.following[0, low], high]
                play_with(
                    chosen,
                    hand,
                    amount,
                    0,
                    up,
                    0,
                    0,
                    weight,
                    counts,
                    numbers,
                    terms,
                    choices,
                    totals,
                    no_place,
                    no_totals,
                    law[up],
                    True,
                )
                chosen = allowed(chosen, low + high, 0, 0, False, terms)
                if chosen not in (HIT, DOUBLE):
                    continue
                # The third card made a mixed hand of all of them; some are suited.
                doubles = 1 if chosen == DOUBLE else 0
                needed = 21 - low - high
                left = suits[needed, suit] - (2 if which == 3 else 0)
                left -= 1 if up == needed and up_suited == 1 else 0
                made = numbers.following[hand, needed]
                share = amount * max(left, 0) / (counts.sum() - 3) * no_blackjack[made, up]
                suited, mixed = _made_kind(which, suit, terms)
                law[up, DEALER_IDLE, WON + doubles * hands.KINDS + terms.paid[0, doubles, suited]] += share
                law[up, DEALER_IDLE, WON + doubles * hands.KINDS + terms.paid[0, doubles, mixed]] -= share
                if which == 3 and doubles == 0 and up == 7:
                    super_bonus += share
        if terms.knows_blackjack:
            law[up, DEALER_BLACKJACK, :] = 0.0
            law[up, DEALER_BLACKJACK, LOST] = lost_at_once
    return super_bonus


@njit(cache=True, nogil=True)
def _split_laws(
    counts: Any,
    suits: Any,
    seeds: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    option: Any,
    further: Any,
    chance: Any,
    not_paired: Any,
    any_card: Any,
    found: Any,
    totals: Any,
    place: Any,
    removed_totals: Any,
    weight: Any,
    law: Any,
) -> None:
    """Play every box that is split, for every number of further cards, with the weights of that number."""
    multisets = len(numbers.hard)
    depth = chance.shape[2]
    playing = numpy.zeros((MOST_DOUBLES + 1, multisets))
    second_suited, third_suited = numpy.zeros((depth, 4, 4, 2)), numpy.zeros((depth, 4, 4, 2))
    for pair in range(1, 11):
        start = numbers.following[0, pair]
        twice = numbers.following[start, pair]
        for up in range(1, 11):
            second_suited[:] = 0.0
            third_suited[:] = 0.0
            split = _split_seeds(
                pair,
                up,
                twice,
                counts,
                suits,
                seeds,
                choices,
                option,
                chance,
                not_paired,
                any_card,
                multisets,
                second_suited,
                third_suited,
            )
            weight[pair, up] = split
            if split <= 0.0:
                continue
            second_suited /= split
            third_suited /= split
            for number in range(further[pair, up] + 1):
                others = chance[pair, up, number] * not_paired[:, number].sum()
                every = chance[pair, up, number] * any_card[:, number].sum()
                removed = number + 1
                draw_one(pair, up, removed, start, 1.0, counts, numbers, playing)
                for value in range(1, 11):
                    hand = numbers.following[start, value]
                    playing[0, hand] *= every + (others if value != pair else 0.0)
                play_on(
                    pair,
                    up,
                    removed,
                    1,
                    playing,
                    counts,
                    numbers,
                    terms,
                    choices,
                    totals,
                    place,
                    removed_totals,
                    law[pair, up],
                    True,
                )
                if 6 <= pair <= 8:
                    _suited_law(
                        pair,
                        up,
                        number,
                        counts,
                        numbers,
                        terms,
                        choices,
                        found,
                        totals,
                        place,
                        removed_totals,
                        second_suited,
                        third_suited,
                        playing,
                        law[pair, up],
                    )


@njit(cache=True, nogil=True)
def _split_seeds(
    pair: int,
    up: int,
    twice: int,
    counts: Any,
    suits: Any,
    seeds: Any,
    choices: Any,
    option: Any,
    chance: Any,
    not_paired: Any,
    any_card: Any,
    multisets: int,
    second_suited: Any,
    third_suited: Any,
) -> float:
    """How often a pair is dealt and split, with the weights of its suits where those matter."""
    if pair < 6 or pair > 8:
        is_split = choices[FIRST, twice, up] == SPLIT and not numpy.isnan(option[SPLIT, twice, up])
        return float(seeds[twice, up]) if is_split else 0.0
    cards = float(counts.sum())
    split = 0.0
    for up_suit in range(5):
        if (up_suit < NO_SUIT) != (6 <= up <= 8):
            continue
        ups = suits[up, up_suit] if up_suit < NO_SUIT else counts[up]
        for first in range(4):
            for second in range(4):
                state = twice
                if pair == 7 and first == second:
                    state = suited_state(3, first, first == up_suit, multisets)
                if choices[FIRST, state, up] != SPLIT or numpy.isnan(option[SPLIT, state, up]):
                    continue
                firsts = cards_left(suits, pair, first, 0, 0, 0, up, up_suit)
                seconds = cards_left(suits, pair, second, 0, 0, 0, up, up_suit) - (
                    1.0 if first == second else 0.0
                )
                dealt = ups / cards * max(firsts, 0.0) / (cards - 1.0) * max(seconds, 0.0) / (cards - 2.0)
                if dealt > 0.0:
                    split += dealt
                    add_suited_weights(
                        pair,
                        up,
                        first,
                        second,
                        up_suit,
                        dealt,
                        suits,
                        chance,
                        not_paired,
                        any_card,
                        second_suited,
                        third_suited,
                    )
    return split


@njit(cache=True, nogil=True)
def _suited_law(
    pair: int,
    up: int,
    number: int,
    counts: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    found: Any,
    totals: Any,
    place: Any,
    removed_totals: Any,
    second_suited: Any,
    third_suited: Any,
    playing: Any,
    law: Any,
) -> None:
    """Correct the law of split hands, played as if no card were suited, for those that are."""
    removed = number + 1
    cards = counts.sum() - 1 - removed
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if pair not in (low, high):
            continue
        second = low + high - pair
        hand = numbers.following[numbers.following[0, low], high]
        left = counts[second] - (1 if second == up else 0) - (removed + 1 if second == pair else 0)
        if left <= 0:
            continue
        mixed = allowed(choices[SPLIT_LAST, hand, up], low + high, 0, 1, False, terms)
        for suit in range(4):
            suited_kind, mixed_kind = _made_kind(which, suit, terms)
            for up_suited in range(2):
                state = suited_state(which, suit, up_suited == 1, len(numbers.hard))
                suited = allowed(choices[SPLIT_LAST, state, up], low + high, 0, 1, False, terms)
                amount = second_suited[number, which, suit, up_suited] * left / (cards - 1)
                if suited != mixed and amount != 0.0:
                    for option, sign in ((suited, 1.0), (mixed, -1.0)):
                        play_with(
                            option,
                            hand,
                            sign * amount,
                            pair,
                            up,
                            removed,
                            1,
                            playing,
                            counts,
                            numbers,
                            terms,
                            choices,
                            totals,
                            place,
                            removed_totals,
                            law,
                            True,
                        )
                for doubles in range(2):
                    made = found.made_doubled if doubles == 1 else found.made
                    share = (
                        third_suited[number, which, suit, up_suited]
                        * made[pair, up, number, which, suit, up_suited]
                    )
                    base = WON + doubles * hands.KINDS
                    law[DEALER_IDLE, base + terms.paid[1, doubles, suited_kind]] += share
                    law[DEALER_IDLE, base + terms.paid[1, doubles, mixed_kind]] -= share


class _Distribution:
    """The chances of a box's results, gathered on a grid of the smallest step between them."""

    def __init__(self, edge: Edge) -> None:
        self.edge = edge
        self.hand_results = [results(edge.terms, split) for split in (False, True)]
        self.blackjack_results = [results_against_blackjack(edge.terms, split) for split in (False, True)]
        self.step = _step(numpy.concatenate(self.hand_results + self.blackjack_results))
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

    def add_split(self, value: int, up: int, weight: float, law: Floats) -> None:
        """Add a split box: its hands independent given the end of the dealer's hand and their number."""
        edge = self.edge
        numbers = hand_numbers()
        pair = numbers.following[numbers.following[0, value], value]
        free = edge.no_blackjack[pair, up]
        if not edge.terms.knows_blackjack and free < 1.0:
            taken = float((law[DEALER_BLACKJACK] * self.blackjack_results[1]).sum()) / (1.0 - free)
            self.add(-max(1.0, -taken), weight * (1.0 - free))
        ends = numpy.zeros(6)
        ends[:5] = edge.totals[pair, up]
        ends[5] = free - ends[:5].sum()
        hand_chances = chances_of_hands(
            edge.plan, edge.rules.most_hands if edge.rules.may_split_again else 2, value, up
        )
        number = float(law.sum() - law[DEALER_BLACKJACK].sum()) / free
        # The number of hands depends a little on there being no Blackjack; its mean is made to fit.
        counted = numpy.arange(len(hand_chances))
        mean = float((counted * hand_chances).sum())
        spread = float(((counted - mean) ** 2 * hand_chances).sum())
        if spread > 0.0:
            hand_chances = hand_chances * (1.0 + (counted - mean) * (number - mean) / spread)
        idle = law[DEALER_IDLE] / number
        places = numpy.rint(self.hand_results[1] / self.step).astype(numpy.int64)
        low = int(places.min())
        for end in range(6):
            # A hand that was over early leaves the dealer's end open: it is spread over all of them.
            ended = law[end] / number + idle * (ends[end] / free)
            chance_of_end = float(ended.sum())
            if chance_of_end <= 0.0:
                continue
            one = numpy.zeros(int(places.max()) - low + 1)
            numpy.add.at(one, places - low, ended / chance_of_end)
            together = one
            for hands_of_box in range(2, len(hand_chances)):
                together = numpy.convolve(together, one)
                chance = weight * chance_of_end * hand_chances[hands_of_box]
                if chance != 0.0:
                    for place in numpy.flatnonzero(together):
                        result = int(place) + low * hands_of_box
                        self.chances[result] = self.chances.get(result, 0.0) + chance * float(together[place])

    def collected(self) -> tuple[Floats, Floats]:
        """The results in order, and their chances."""
        places = sorted(place for place, chance in self.chances.items() if chance != 0.0)
        return (
            numpy.array([place * self.step for place in places]),
            numpy.array([self.chances[place] for place in places]),
        )


def _step(amounts: Floats) -> float:
    """The largest step of which all amounts are multiples."""
    parts = [Fraction(float(amount)).limit_denominator(10_000) for amount in numpy.unique(amounts)]
    denominator = 1
    for part in parts:
        denominator = denominator * part.denominator // gcd(denominator, part.denominator)
    numerators = [int(part * denominator) for part in parts]
    return gcd(*numerators) / denominator
