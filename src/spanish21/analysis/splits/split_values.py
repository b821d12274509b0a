"""The worth of splitting a pair, exact over all hands, under the policy `zero-memory`.

A split hand is played as the same cards would best be played alone, so its result depends on its own cards
and the dealer's; the other hands only remove cards. Cards not yet seen are exchangeable, so the second cards
of all hands may be thought of as drawn first: some are of the pair's value and make further hands, the others
are not. "Is not of that value" is resolved by inclusion and exclusion into "is of that value", and so the
value of a split is a weighted sum of the values of one hand when 2, 3, 4 ... cards of the pair's value, its
own included, have left the shoe. `split_weights` finds the weights, the kernels find the values.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.analyser_limits import MOST_HANDS_TOLD_APART
from spanish21.analysis.hands.dealer_totals import blackjack_chance
from spanish21.analysis.hands.hand_values import needed_rank
from spanish21.analysis.hands.kernel_structs import (
    NO_LAW,
    allowed_on_level,
    allowed_option,
    ground_of,
    kernel,
    levels_of,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.playout import draw_one, play_on, play_with
from spanish21.analysis.hands.rule_terms import Terms
from spanish21.analysis.hands.totals_cache import remembered_totals
from spanish21.display.brief import brief
from spanish21.strategy import (
    DOUBLE,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    OPTIONS,
    RESCUE,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    doubled_situation,
    hand_numbers,
    level_after_card,
    level_after_double,
    suited_state,
)

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Choices = NDArray[numpy.int8]

NEGLIGIBLE = 1e-16
"""With no limit on hands, terms of less weight than this are left out."""

FIRST_HAND, SECOND_HAND, FURTHER_HANDS = range(3)


class SplitWeights(NamedTuple):
    """`[hand of the pair | further hands, further cards of the pair's value]`, before their chance."""

    not_paired: Floats
    """For the value of a hand whose second card is not of the pair's value."""
    any_card: Floats
    """For the value of a hand that may not be split again, with any second card."""

    def __repr__(self) -> str:
        return brief(self)


@cache
def split_weights(most_hands: int, further: int) -> SplitWeights:
    """The weights for a limit of hands (0: none), up to that many further cards of the pair's value."""
    # Whole numbers without bound: they cancel each other long before they would fit a float.
    exact = [[[0] * (further + 1) for _ in range(3)] for _ in range(2)]
    not_paired, any_card = numpy.zeros((3, further + 1)), numpy.zeros((3, further + 1))
    if most_hands == 0:
        # The same sums for a limit without end: each of the two hands 1, all further hands 2^(m+1) - 2.
        not_paired[FIRST_HAND] = not_paired[SECOND_HAND] = 1.0
        not_paired[FURTHER_HANDS] = 2.0 ** (numpy.arange(further + 1) + 1) - 2.0
        return SplitWeights(not_paired, any_card)
    for (made, stage, waiting), ways in split_endings(most_hands).items():
        resolved = (int(stage > 0), int(stage > 2), made - waiting)
        settled = sum(resolved)
        for excluded in range(settled + 1):
            if made + excluded > further:
                break
            sign = ways * (-1) ** excluded
            alone = sign * comb(settled - 1, excluded) if settled else 0
            together = sign * comb(settled, excluded)
            for hand, (done, all_of_it) in enumerate(zip(resolved, (1, 1, made), strict=True)):
                exact[0][hand][made + excluded] += alone * done
                exact[1][hand][made + excluded] += together * (all_of_it - done)
    return SplitWeights(numpy.array(exact[0], dtype=float), numpy.array(exact[1], dtype=float))


@cache
def split_endings(most_hands: int) -> dict[tuple[int, int, int], int]:
    """In how many ways the second cards fall, by (further hands, stage, further hands that wait for a card).

    Stage 0: the first hand waits; 1: hands split off it; 2: the second hand; 3: hands split off that; 4: all
    hands have a second card. A hand that is split off is next to the one that it came from.
    """
    endings: dict[tuple[int, int, int], int] = {}
    open_ways = {(0, 0, 0): 1}
    while open_ways:
        following: dict[tuple[int, int, int], int] = {}
        for (made, stage, waiting), ways in open_ways.items():
            if stage == 4 or made + 2 == most_hands:
                endings[made, stage, waiting] = endings.get((made, stage, waiting), 0) + ways
                continue
            if stage in (0, 2):
                settled = (made, stage + 1 if waiting else stage + 2, waiting)
            else:
                settled = (made, stage if waiting > 1 else stage + 1, waiting - 1)
            for state in (settled, (made + 1, stage, waiting + 1)):
                following[state] = following.get(state, 0) + ways
        open_ways = following
    return endings


def most_further(most_hands: int) -> int:
    """How many further cards of the pair's value the weights of a limit reach."""
    endings = split_endings(most_hands)
    return max(made + (stage > 0) + (stage > 2) + made - waiting for made, stage, waiting in endings)


class SplitPlan(NamedTuple):
    """Which numbers of removed cards matter for each value, and how likely they are."""

    further: Ints
    """`[value, up]`: the highest number of further cards of the pair's value; -1 if it is not needed."""
    chance: Floats
    """`[value, up, further]`: the chance that this many given cards are of the pair's value."""
    weights: SplitWeights
    """`[value, hand of the pair | further hands, further]`"""

    def __repr__(self) -> str:
        return brief(self)


def split_plan(counts: Ints, most_hands: int, most_of_aces: int | None = None) -> SplitPlan:
    """The plan for a shoe and a limit of hands (0: none); for aces it is the same, or two."""
    cards = int(counts.sum()) - 3
    if most_hands >= min(int(counts.max()), MOST_HANDS_TOLD_APART):
        most_hands = 0  # a box never has more hands than there are cards of a value
    limits = [most_hands] * 11
    if most_of_aces == 2:
        limits[1] = most_of_aces
    bound = most_further(most_hands) if most_hands else int(counts.max())
    by_value = [split_weights(limit, bound) for limit in limits]
    weights = SplitWeights(
        numpy.array([one.not_paired for one in by_value]), numpy.array([one.any_card for one in by_value])
    )
    sizes = numpy.abs(weights.not_paired).sum(axis=1) + numpy.abs(weights.any_card).sum(axis=1)
    further = numpy.zeros((11, 11), dtype=numpy.int64)
    chance = numpy.zeros((11, 11, bound + 1))
    for value in range(1, 11):
        size = sizes[value]
        for up in range(1, 11):
            left = int(counts[value]) - 2 - (1 if up == value else 0)
            falling = 1.0
            for number in range(bound + 1):
                if left < number or falling * size[number] < NEGLIGIBLE:
                    break
                chance[value, up, number] = falling
                further[value, up] = number
                falling *= max(left - number, 0) / max(cards - number, 1)
    return SplitPlan(further, chance, weights)


def plan_against(plan: SplitPlan, up: int) -> SplitPlan:
    """The same plan for one up card alone."""
    further = numpy.full_like(plan.further, -1)
    further[:, up] = plan.further[:, up]
    return plan._replace(further=further)


MOST_HANDS_COUNTED = 16
"""More hands than this are counted as this many in a distribution."""


def chances_of_hands(plan: SplitPlan, most_hands: int, value: int, up: int) -> Floats:
    """`[hands]`: how likely a split box ends with this many hands."""
    limit = min(most_hands or MOST_HANDS_COUNTED, MOST_HANDS_COUNTED)
    chance = plan.chance[value, up]
    found = numpy.zeros(limit + 1)
    for (made, stage, waiting), ways in split_endings(limit).items():
        settled = (stage > 0) + (stage > 2) + made - waiting
        for excluded in range(settled + 1):
            if made + excluded < len(chance):
                found[made + 2] += ways * (-1) ** excluded * comb(settled, excluded) * chance[made + excluded]
    return found


def chance_of_all_21(counts: Ints, most_hands: int, value: int, up: int) -> float:
    """How likely all hands of split aces or ten-values are two-card 21s and the dealer has a Blackjack."""
    other = 11 - value
    if value not in (1, 10) or up not in (1, 10):
        return 0.0
    left = counts.astype(numpy.float64)
    left[value] -= 2
    left[up] -= 1
    together = 0.0
    limit = min(most_hands or MOST_HANDS_COUNTED, MOST_HANDS_COUNTED)
    for (made, _, _), ways in split_endings(limit).items():
        if made > left[value] or made + 2 > left[other]:
            continue
        chance, cards, same, others = float(ways), float(left.sum()), left[value], left[other]
        for _ in range(made):
            chance, same, cards = chance * same / cards, same - 1, cards - 1
        for _ in range(made + 2):
            chance, others, cards = chance * others / cards, others - 1, cards - 1
        hidden = same if 11 - up == value else others
        together += chance * max(hidden, 0.0) / cards
    return together


class SplitValues(NamedTuple):
    """Values of one split hand `[value, up, further cards removed]`, joint with no dealer's Blackjack."""

    not_paired: Floats
    any_card: Floats
    changed: Floats
    """`[value, up, further, pair, suit, up_suited]`: the effect of the suited hand's own decision, given that
    the second card makes it suited, times the chance of that card's rank."""
    made: Floats
    """As `changed`: the chance that the second and third cards are of the ranks of 6-7-8 or 7-7-7, where the
    suited hand's decision draws that third card undoubled."""
    made_doubled: Floats

    def __repr__(self) -> str:
        return brief(self)


class Removals(NamedTuple):
    """The dealer's totals for hands with further cards of one value removed, beyond those that are hands."""

    place: NDArray[numpy.int32]
    """`[value, hand, cards beyond the hand]`: a row of `totals`, -1 where none is needed."""
    totals: Floats

    def __repr__(self) -> str:
        return brief(self)


def removals(
    counts: Ints, plan: SplitPlan, terms: Terms, choices: Choices, hits_soft_17: bool, values: Ints
) -> Removals:
    """The dealer's totals that playing out the split hands of `values` needs."""
    numbers = hand_numbers()
    needed = numpy.zeros((11, len(numbers.hard), int(plan.further.max()) + 2), dtype=numpy.bool_)
    ground = ground_of(counts, choices, terms, _NO_TOTALS)
    reached = numpy.zeros((LEVELS + 1, len(numbers.hard)), dtype=numpy.bool_)
    for value in values:
        _mark_needed(new_case(pair=int(value), split=1), ground, plan.further, reached, needed)
    return _removals_of(needed, counts, hits_soft_17)


def every_removal(counts: Ints, plan: SplitPlan, hits_soft_17: bool) -> Removals:
    """The dealer's totals that any way of playing split hands needs."""
    numbers = hand_numbers()
    needed = numpy.zeros((11, len(numbers.hard), int(plan.further.max()) + 2), dtype=numpy.bool_)
    for pair in range(1, 11):
        full = (numbers.held[:, pair] > 0) & (numbers.following[:, pair] < 0)
        needed[pair, full, 1 : int(plan.further[pair].max()) + 2] = True
    return _removals_of(needed, counts, hits_soft_17)


def _removals_of(needed: NDArray[numpy.bool_], counts: Ints, hits_soft_17: bool) -> Removals:
    """The totals for the hands and numbers of cards beyond them that are `needed`."""
    numbers = hand_numbers()
    place = numpy.full(needed.shape, -1, dtype=numpy.int32)
    rows = numpy.argwhere(needed)
    removed = numbers.held[rows[:, 1]].astype(numpy.int16)
    removed[numpy.arange(len(rows)), rows[:, 0]] += rows[:, 2].astype(numpy.int16)
    totals, rows_of_totals = remembered_totals(counts, removed, hits_soft_17)
    place[rows[:, 0], rows[:, 1], rows[:, 2]] = rows_of_totals
    return Removals(place, totals)


_NO_TOTALS = numpy.zeros((1, 1, 1))


@kernel
def _mark_needed(case: Any, ground: Any, further: Any, reached: Any, needed: Any) -> None:
    """Follow the choices from a card of the pair and mark where a hand stands with cards beyond it gone."""
    counts, numbers, choices, pair = ground.counts, ground.numbers, ground.choices, case.pair
    for up in range(1, 11):
        if counts[up] <= 0 or counts[pair] < 2 or further[pair, up] < 0:
            continue
        reached[:] = False
        for value in range(1, 11):
            reached[0, numbers.following[numbers.following[0, pair], value]] = True
        for doubles in range(MOST_DOUBLES + 1):
            levels = levels_of(doubles, ground.terms)
            for place in range(levels, levels * len(numbers.hard)):
                hand, level = place, doubles
                if levels == 2:
                    hand, level = place // 2, doubles + (MOST_DOUBLES if place % 2 == 0 else 0)
                if not reached[level, hand]:
                    continue
                which = _suited_base(hand, numbers) if doubles == 0 and numbers.size[hand] == 2 else -1
                for number in range(1 if which < 0 else 9):
                    state = hand
                    if number > 0:
                        state = suited_state(which, (number - 1) // 2, number % 2 == 0, len(numbers.hard))
                    situation = SPLIT_LAST if doubles == 0 else doubled_situation(level, True)
                    chosen = choices[situation, state, up]
                    option = allowed_on_level(chosen, level, hand, case, numbers, ground.terms)
                    if option == STAND:
                        top, beyond = hand, 0
                        for _ in range(further[pair, up] + 1):
                            if beyond == 0 and numbers.following[top, pair] >= 0:
                                top = numbers.following[top, pair]
                            else:
                                beyond += 1
                                needed[pair, top, beyond] = True
                    elif option != RESCUE:
                        after = level
                        if option == DOUBLE:
                            forced = ground.terms.aces_count_1 == 1
                            after = level_after_double(level, numbers.aces[hand], forced)
                        for value in range(1, min(10, 21 - numbers.hard[hand]) + 1):
                            reached[level_after_card(after, value), numbers.following[hand, value]] = True


@part_of_kernel
def _suited_base(hand: int, numbers: Any) -> int:
    """Which of `SUITED_PAIRS` a hand is, -1 for none."""
    for pair in range(4):
        low, high = SUITED_PAIRS[pair]
        if numbers.following[numbers.following[0, low], high] == hand:
            return pair
    return -1


def split_values(
    counts: Ints,
    plan: SplitPlan,
    terms: Terms,
    choices: Choices,
    base_totals: Floats,
    removed: Removals,
    values: Ints,
) -> SplitValues:
    """The worth of one hand of each pair in `values`, for every number of further cards removed."""
    depth = plan.chance.shape[2]
    found = SplitValues(
        numpy.zeros((11, 11, depth)),
        numpy.zeros((11, 11, depth)),
        numpy.zeros((11, 11, depth, 4, 4, 2)),
        numpy.zeros((11, 11, depth, 4, 4, 2)),
        numpy.zeros((11, 11, depth, 4, 4, 2)),
    )
    ground = ground_of(counts, choices, terms, base_totals, removed.place, removed.totals)
    room = _Room(numpy.zeros((LEVELS + 1, len(hand_numbers().hard))), NO_LAW, numpy.zeros(len(OPTIONS)))
    for value in values:
        _play_pair(new_case(pair=int(value), split=1), ground, plan.further, room, found)
    return found


class _Room(NamedTuple):
    """Where hands are played."""

    weight: Floats
    """`[doubles, hand]`: empty between two uses."""
    no_law: Floats
    played: Floats
    """`[option]`: a suited hand's win (scratch space)."""


@kernel
def _play_pair(case: Any, ground: Any, further: Any, room: Any, found: Any) -> None:
    counts, numbers, pair, weight = ground.counts, ground.numbers, case.pair, room.weight
    start = numbers.following[0, pair]
    twice = numbers.following[start, pair]
    for up in range(1, 11):
        if counts[up] <= 0 or counts[pair] - (1 if up == pair else 0) < 2:
            continue  # for an up card without a question, `further` is -1, and the loop is empty
        case.up = up
        for number in range(further[pair, up] + 1):
            case.removed = number + 1
            draw_one(start, 1.0, case, ground, weight)
            paired = weight[0, twice]
            weight[0, twice] = 0.0
            others = play_on(case, weight, room.no_law, ground)
            found.not_paired[pair, up, number] = others
            if paired > 0.0:
                weight[0, twice] = paired
                others += play_on(case, weight, room.no_law, ground)
            found.any_card[pair, up, number] = others
            if 6 <= pair <= 8:
                _play_suited_pairs(case, ground, room, found)


@part_of_kernel
def _play_suited_pairs(case: Any, ground: Any, room: Any, found: Any) -> None:
    """The effects of a suited second card: the decision, and the chance of the suited third card."""
    counts, numbers, choices, terms = ground.counts, ground.numbers, ground.choices, ground.terms
    pair, up, removed = case.pair, case.up, case.removed
    number, played = removed - 1, room.played
    cards = ground.cards - 1 - removed
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if pair not in (low, high):
            continue
        second, third = low + high - pair, needed_rank(which)
        hand = numbers.following[numbers.following[0, low], high]
        second_left = counts[second] - (1 if second == up else 0) - (removed + 1 if second == pair else 0)
        third_left = counts[third] - (1 if third == up else 0) - (removed + 2 if third == pair else 0)
        if second_left <= 0 or third_left <= 0:
            continue
        chance = second_left / (cards - 1)
        third_chance = third_left / (cards - 2)
        made = numbers.following[hand, third]
        aces = counts[1] - (1 if up == 1 else 0)
        tens = counts[10] - (1 if up == 10 else 0)
        free = 1.0 - blackjack_chance(up, aces, tens, cards - 3)
        total = int(numbers.hard[hand])
        if terms.any_21_beats_blackjack:
            free = 1.0
        mixed = allowed_option(choices[SPLIT_LAST, hand, up], total, total, case, terms)
        played[:] = numpy.nan
        for suit in range(4):
            for up_suited in range(2):
                state = suited_state(which, suit, up_suited == 1, len(numbers.hard))
                suited = allowed_option(choices[SPLIT_LAST, state, up], total, total, case, terms)
                if suited != mixed:
                    for option in (suited, mixed):
                        if numpy.isnan(played[option]):
                            played[option] = play_with(
                                option, int(hand), 1.0, case, room.weight, room.no_law, ground
                            )
                    changed = chance * (played[suited] - played[mixed])
                    found.changed[pair, up, number, which, suit, up_suited] = changed
                if made >= 0 and suited == HIT:
                    found.made[pair, up, number, which, suit, up_suited] = chance * third_chance * free
                elif made >= 0 and suited == DOUBLE:
                    both = chance * third_chance * free
                    found.made_doubled[pair, up, number, which, suit, up_suited] = both
