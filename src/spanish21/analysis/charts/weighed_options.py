"""What every option of every decision adds to a table's value: how often it occurs times its winnings.

The sum of the cards, every ace as 1, grows with each card, so a hand reaches no cell of a chart twice, and
the
hands of a split box influence each other only by the cards of the pair that they remove. The value of a table
is therefore linear in what is done with the hands of one cell: what another cell would win is found without
another analysis. One exception: whether a split box has a bust hand (`dealer_blackjack_takes`) is left out.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import blackjack_chance
from spanish21.analysis.hands.hand_values import (
    DOUBLED_PLAYED,
    hand_kind,
    needed_rank,
    stand_value,
    suited_extra,
)
from spanish21.analysis.hands.kernel_structs import (
    Ground,
    allowed_on_level,
    allowed_option,
    counted_total,
    dealers_row,
    ground_of,
    kernel,
    left_of,
    levels_of,
    may_double,
    new_case,
    part_of_kernel,
    plain,
)
from spanish21.analysis.hands.playout import draw_one
from spanish21.analysis.law.hand_laws import dealt_at, split_seeds
from spanish21.analysis.splits.split_suits import add_suited_weights, cards_dealt, new_deal, suited_weights
from spanish21.analysis.splits.split_values import Removals
from spanish21.analysis.worth.table_edge import Edge, pair_states
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    LEVELS,
    MOST_DOUBLES,
    NO_SUIT,
    RESCUE,
    SPLIT,
    SPLIT_LAST,
    STAND,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    UP_VALUES,
    doubled_situation,
    doubles_of,
    hand_numbers,
    level_after_card,
    level_after_double,
    suited_state,
    total_on_level,
)

Floats = NDArray[numpy.float64]

HOPELESS = 0.05
"""A pair that loses this much by splitting is not split, however its hands are played."""
MARKS = 4
BEST_TOTAL = 21


class Weighed(NamedTuple):
    """What each option adds to the value, in wagers for each round; not a number where it is not allowed."""

    first: Floats
    """`[option, state, up]`: hands that have not been split."""
    split: Floats
    """`[stand | hit | double, state, up]`: split hands that may not be split again."""
    doubled: Floats
    """`[stand | rescue | double | hit, level - 1, hand, up]`: doubled hands, split or not."""
    dealt: Floats
    """`[state, up]`: how often the first two cards are so."""
    paired: Floats
    """`[value, place of the pair's state, mark, stand | hit | double, up]`: what a box that splits such a
    pair wins with the hands that are paired again and may not be split, by how near they are to a bonus."""


class _Hands(NamedTuple):
    """The hands of one pair against one up card, with that many further cards of the pair out of the shoe."""

    value: Floats
    """`[level, hand]`: under the choices."""
    option: Floats
    """`[stand | hit | double, hand]`"""
    doubled: Floats
    """`[stand | rescue | double | hit, level, hand]`"""
    weight: Floats
    """`[level, hand]`: how often it is met; empty between two uses."""
    drawn: Floats
    """`[level]`: what one more card wins (scratch space)."""


def weigh_options(found: Edge, removed: Removals, ups: Collection[int]) -> Weighed:
    """What each option of each decision adds to the value of a table, under an edge's choices.

    `removed` is every removal of the edge's shoe; split hands are looked at against `ups` alone.
    """
    numbers = hand_numbers()
    often = reached(found)
    first = numpy.full(found.option.shape, numpy.nan)
    first[:SPLIT] = often[0] * found.first.option
    first[SPLIT:] = often[0] * found.option[SPLIT:]
    first[SURRENDER, : len(numbers.hard)][numbers.size != 2] = numpy.nan
    first[1:, numbers.following[numbers.following[0, 1], 10]] = numpy.nan  # a Blackjack decides nothing
    first[STAND] = numpy.nan_to_num(first[STAND])
    doubled = often[1:, : len(numbers.hard)] * found.first.doubled_option[:, 1:]
    doubled[0] = numpy.nan_to_num(doubled[0])
    result = Weighed(
        first,
        _nothing_after_split(found),
        doubled,
        found.dealt * found.up,
        numpy.zeros((11, 9, MARKS, 3, 11)),
    )
    play = ground_of(
        found.shoe.values, found.choices, found.terms, found.totals, removed.place, removed.totals
    )
    for value in UP_VALUES:
        for up in ups:
            if _may_be_split(found, value, up):
                _weigh_split(found, play, value, up, result)
    return result


def _nothing_after_split(found: Edge) -> Floats:
    """`[stand | hit | double, state, up]`: 0 where an option is allowed to a split hand."""
    numbers, terms = hand_numbers(), found.terms
    pairs = [
        numbers.following[numbers.following[0, low], high] for low, high in SUITED_PAIRS for _ in range(8)
    ]
    states = numpy.concatenate([numpy.arange(len(numbers.hard)), pairs])
    soft = (numbers.aces[states] > 0) & (numbers.hard[states] <= 11)
    totals = numbers.hard[states] + 10 * soft
    nothing = numpy.zeros((3, *found.dealt.shape))
    nothing[HIT, ~terms.may_hit[totals]] = numpy.nan
    counted = numbers.hard[states] if terms.aces_count_1 else totals
    may_double = terms.may_double[1, 0, counted] & ((totals < BEST_TOTAL) | (counted == totals))
    nothing[DOUBLE, ~may_double] = numpy.nan
    return nothing


def _may_be_split(found: Edge, value: int, up: int) -> bool:
    """Whether any of a pair's states is split or comes near to it."""
    for state in pair_states(value):
        splitting = found.option[SPLIT, state, up]
        if found.dealt[state, up] > 0.0 and splitting > numpy.nanmax(found.option[:, state, up]) - HOPELESS:
            return True
    return False


def reached(found: Edge) -> Floats:
    """`[level, state, up]`: how often a first hand that is not split is met, under an edge's choices."""
    weight = numpy.zeros((most_levels(found) + 1, found.dealt.shape[0], 11))
    weight[0] = found.dealt * found.up
    _follow(
        new_case(),
        ground_of(found.shoe.values, found.choices, found.terms, found.totals),
        (found.option, found.whole * found.up),
        weight,
    )
    return weight


def most_levels(found: Edge) -> int:
    """The levels of doubled hands at a table."""
    return LEVELS if found.terms.aces_count_1 else MOST_DOUBLES


@kernel
def _follow(case: Any, play: Any, first: Any, weight: Any) -> None:
    numbers, choices = play.numbers, play.choices
    option, whole = first
    multisets = len(numbers.hard)
    for up in range(1, 11):
        case.up = up
        for doubles in range(MOST_DOUBLES + 1):
            levels = levels_of(doubles, play.terms)
            # The suited states come first: they are two-card hands and lead to the others.
            for number in range(levels * (multisets + SUITED_STATES)):
                place, level = number, doubles
                if levels == 2:
                    place, level = number // 2, doubles + (MOST_DOUBLES if number % 2 == 0 else 0)
                state = multisets + place if place < SUITED_STATES else place - SUITED_STATES
                here = weight[level, state, up]
                if here <= 0.0 or (doubles > 0 and state >= multisets):
                    continue
                hand = state
                if state >= multisets:
                    low, high = SUITED_PAIRS[(state - multisets) // 8]
                    hand = numbers.following[numbers.following[0, low], high]
                chosen = choices[FIRST if doubles == 0 else doubled_situation(level, False), state, up]
                if doubles == 0 and numbers.size[hand] == 2:
                    if chosen in (SPLIT, SURRENDER) and not numpy.isnan(option[chosen, state, up]):
                        continue
                    if numbers.hard[hand] == 11 and numbers.aces[hand] == 1:
                        continue
                    here = whole[state, up]
                taken = allowed_on_level(chosen, level, hand, case, numbers, play.terms)
                _draw((taken, level, hand), here, case, play, weight[:, :, up])


def _weigh_split(found: Edge, play: Ground, value: int, up: int, result: Weighed) -> None:
    """Add what the hands of a split pair meet, for every number of further cards of its value."""
    numbers, plan = play.numbers, found.plan
    multisets, depth = len(numbers.hard), plan.chance.shape[2]
    twice = int(numbers.following[numbers.following[0, value], value])
    weights = suited_weights(found.shoe.ranks, plan)
    often = split_seeds(new_deal(value, up), dealt_at(found), play, weights)
    suited = numpy.array([weights.second, weights.third])
    if often > 0.0:
        suited /= often
    case = new_case(value, up, 0, 1)
    by_number = numpy.zeros((depth, 3))
    levels = most_levels(found)
    room = _Hands(
        numpy.zeros((levels + 2, multisets)),
        numpy.zeros((3, multisets)),
        numpy.zeros((DOUBLED_PLAYED, levels + 1, multisets)),
        numpy.zeros((levels + 1, multisets)),
        numpy.zeros(levels + 2),
    )
    for number in range(int(plan.further[value, up]) + 1):
        chance = plan.chance[value, up, number]
        others = chance * plan.weights.not_paired[value, :, number].sum()
        every = chance * plan.weights.any_card[value, :, number].sum()
        case["removed"] = number + 1
        _play_back(case, found.rules.most_doubles, play, room)
        by_number[number] = room.option[:, twice]
        factors = others, every, often
        _weigh_forward(case, factors, numpy.ascontiguousarray(suited[:, number]), play, room, result)
    if value == 1 and found.terms.split_aces_one_card:
        return
    cards = float(play.counts.sum()) - 2.0 - numpy.arange(1, depth + 1)
    left = play.counts[value] - (value == up) - 1.0 - numpy.arange(1, depth + 1)
    second = numpy.maximum(left, 0.0) / cards
    every_hand = plan.chance[value, up] * plan.weights.any_card[value].sum(axis=0) * second
    result.paired[value, :, 0, :, up] = (every_hand[:, None] * by_number).sum(axis=0)
    if value == 7:
        _weigh_sevens(found, up, by_number, second, result.paired[7])


@kernel
def _play_back(case: Any, most_doubles: int, play: Any, found: Any) -> None:
    """What each option of each hand that holds a card of the pair wins, from the highest hands down."""
    counts, numbers, terms, choices = play.counts, play.numbers, play.terms, play.choices
    pair, up, removed, drawn_to = case.pair, case.up, case.removed, found.drawn
    cards = play.cards - 1 - removed
    levels = 1 + most_doubles * levels_of(1, terms)
    for hand in range(len(numbers.hard) - 1, 0, -1):
        held, hard, size = numbers.held[hand], numbers.hard[hand], numbers.size[hand]
        if held[pair] == 0 or size < 2:
            continue
        found.value[:, hand] = 0.0
        possible = cards > size
        for value in range(1, 11):
            gone = held[value] + (1 if value == up else 0) + (removed if value == pair else 0)
            possible = possible and gone <= counts[value]
        if not possible:
            continue
        left = cards - size
        aces = counts[1] - held[1] - (1 if up == 1 else 0) - (removed if pair == 1 else 0)
        tens = counts[10] - held[10] - (1 if up == 10 else 0) - (removed if pair == 10 else 0)
        blackjack = blackjack_chance(up, aces, tens, left)
        drawn_to[:] = 0.0
        bust, bust_blackjack = 1.0, blackjack
        for drawn in range(1, min(10, 21 - hard) + 1):
            cards_left_ = left_of(drawn, hand, case, play)
            if cards_left_ <= 0:
                continue
            chance = cards_left_ / left
            after = numbers.following[hand, drawn]
            for number in range(levels):
                level = number if number <= most_doubles else number - most_doubles + MOST_DOUBLES
                drawn_to[level] += chance * found.value[level_after_card(level, drawn), after]
            bust -= chance
            bust_blackjack -= chance * blackjack_chance(
                up, aces - (1 if drawn == 1 else 0), tens - (1 if drawn == 10 else 0), left - 1
            )
        if hard > 11:
            for number in range(levels):
                level = number if number <= most_doubles else number - most_doubles + MOST_DOUBLES
                doubles = doubles_of(level)
                drawn_to[level] -= (bust - bust_blackjack) * terms.stake[doubles]
                drawn_to[level] -= bust_blackjack * terms.taken_busted[1, doubles]
        row = dealers_row(hand, case, play)
        ends = play.totals[row, up] if row >= 0 else play.removed[-1 - row, up]
        for number in range(levels):
            level = number if number <= most_doubles else number - most_doubles + MOST_DOUBLES
            doubles = doubles_of(level)
            total = total_on_level(level, hard, numbers.aces[hand])
            kind = hand_kind(held, size, terms) if total == 21 else hands.ORDINARY
            two_card_21 = size == 2 and total == 21
            sign = terms.sign[1 if two_card_21 else 0, total]
            pay = terms.pay[1, doubles, kind]
            stand = stand_value(sign, ends, 1.0 - blackjack, pay, terms.stake[doubles])
            if (two_card_21 and terms.split_21_beats_blackjack) or (
                total == 21 and terms.any_21_beats_blackjack
            ):
                stand += blackjack * pay
            else:
                stand -= blackjack * terms.taken_standing[1, doubles]
            double = numpy.nan
            if may_double(doubles, total, counted_total(total, hard, terms), 1, terms):
                double = drawn_to[level_after_double(level, numbers.aces[hand], terms.aces_count_1 == 1)]
            situation = SPLIT_LAST if doubles == 0 else doubled_situation(level, True)
            chosen = allowed_on_level(choices[situation, hand, up], level, hand, case, numbers, terms)
            if doubles == 0:
                hit = drawn_to[0] if terms.may_hit[total] else numpy.nan
                found.option[STAND, hand] = stand
                found.option[HIT, hand] = hit
                found.option[DOUBLE, hand] = double
                found.value[0, hand] = double if chosen == DOUBLE else hit if chosen == HIT else stand
                continue
            more = drawn_to[level] if terms.may_hit_doubled[total] else numpy.nan
            rescue = numpy.nan
            if terms.may_rescue[doubles, total]:
                rescue = -(1.0 - blackjack) * terms.rescue[doubles]
                rescue -= blackjack * terms.taken_rescued[1, doubles]
            found.doubled[0, level, hand] = stand
            found.doubled[1, level, hand] = rescue
            found.doubled[2, level, hand] = double
            found.doubled[3, level, hand] = more
            found.value[level, hand] = double if chosen == DOUBLE else rescue if chosen == RESCUE else stand
            if chosen == HIT:
                found.value[level, hand] = more


@kernel
def _weigh_forward(case: Any, factors: Any, suited: Any, play: Any, found: Any, result: Any) -> None:
    """Follow the choices from the pair's first card and add what each option of each hand wins."""
    numbers, terms, choices = play.numbers, play.terms, play.choices
    pair, up = case.pair, case.up
    others, every, often = factors
    weight = found.weight
    start = numbers.following[0, pair]
    if often <= 0.0 or (pair == 1 and terms.split_aces_one_card):
        return
    draw_one(start, often, case, play, weight)
    for value in range(1, 11):
        weight[0, numbers.following[start, value]] *= every + (others if value != pair else 0.0)
    for doubles in range(MOST_DOUBLES + 1):
        levels = levels_of(doubles, terms)
        for number in range(levels, levels * len(numbers.hard)):
            hand, level = number, doubles
            if levels == 2:
                hand, level = number // 2, doubles + (MOST_DOUBLES if number % 2 == 0 else 0)
            here = weight[level, hand]
            if here == 0.0:
                continue
            weight[level, hand] = 0.0
            if doubles > 0:
                for option in range(DOUBLED_PLAYED):
                    worth = found.doubled[option, level, hand]
                    result.doubled[option, level - 1, hand, up] += here * worth
                chosen = choices[doubled_situation(level, True), hand, up]
            else:
                if numbers.size[hand] == 2 and 6 <= pair <= 8:
                    here -= _weigh_suited(hand, often, suited, case, play, found, result)
                for option in range(3):
                    result.split[option, hand, up] += here * found.option[option, hand]
                chosen = choices[SPLIT_LAST, hand, up]
            taken = allowed_on_level(chosen, level, hand, case, numbers, terms)
            _draw((taken, level, hand), here, case, play, weight)


@part_of_kernel
def _weigh_suited(
    hand: int, often: float, suited: Any, case: Any, play: Any, found: Any, result: Any
) -> float:
    """Take the suited ones out of a two-card hand, each by its own decision; gives how many they are."""
    counts, numbers, terms, choices = play.counts, play.numbers, play.terms, play.choices
    pair, up, removed = case.pair, case.up, case.removed
    cards = play.cards - 1 - removed
    taken = 0.0
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if numbers.following[numbers.following[0, low], high] != hand:
            continue
        second, third = low + high - pair, needed_rank(which)
        second_left = counts[second] - (1 if second == up else 0) - (removed + 1 if second == pair else 0)
        third_left = counts[third] - (1 if third == up else 0) - (removed + 2 if third == pair else 0)
        chance = often * max(second_left, 0) / (cards - 1)
        aces = counts[1] - (1 if up == 1 else 0)
        tens = counts[10] - (1 if up == 10 else 0)
        free = 1.0 - blackjack_chance(up, aces, tens, cards - 3)
        if terms.any_21_beats_blackjack:
            free = 1.0
        made = max(third_left, 0) / (cards - 2) * free
        for suit in range(4):
            for up_suited in range(2):
                state = suited_state(which, suit, up_suited == 1, len(numbers.hard))
                amount = chance * suited[0, which, suit, up_suited]
                if amount == 0.0:
                    continue
                taken += amount
                third_suited = chance * suited[1, which, suit, up_suited] * made
                for option in range(3):
                    result.split[option, state, up] += amount * found.option[option, hand]
                for doubles in range(2):
                    option = DOUBLE if doubles == 1 else HIT
                    extra = suited_extra(doubles, which, suit, case, terms)
                    result.split[option, state, up] += third_suited * extra
                total = int(numbers.hard[hand])
                chosen = allowed_option(choices[SPLIT_LAST, state, up], total, total, case, terms)
                undoubled = case.split - 1  # a 0 that is written out would be compiled for itself
                _draw((chosen, undoubled, hand), amount, case, play, found.weight)
    return taken


@part_of_kernel
def _draw(what: Any, amount: float, case: Any, play: Any, weight: Any) -> None:
    """Add what one more card makes of a hand that draws it; `what`: the option, the level and the hand."""
    option, level, hand = what
    if option not in (HIT, DOUBLE):
        return
    numbers = play.numbers
    after = level
    if option == DOUBLE:
        after = level_after_double(level, numbers.aces[hand], play.terms.aces_count_1 == 1)
    left = play.cards - 1 - case.removed - numbers.size[hand]
    for drawn in range(1, min(10, 21 - numbers.hard[hand]) + 1):
        cards_left = left_of(drawn, hand, case, play)
        if cards_left > 0:
            weight[level_after_card(after, drawn), numbers.following[hand, drawn]] += (
                amount * cards_left / left
            )


def _weigh_sevens(found: Edge, up: int, by_number: Floats, second: Floats, paired: Floats) -> None:
    """Part what 7s that are paired again win by their own suits, and by those of the pair that was split."""
    suits, counts, plan = found.shoe.ranks, found.shoe.values, found.plan
    depth = len(second)
    cards = float(counts.sum()) - 1.0 - numpy.arange(1, depth + 1)
    left = counts[7] - (up == 7) - 2.0 - numpy.arange(1, depth + 1)
    aces, tens = counts[1] - (up == 1), counts[10] - (up == 10)
    free = 1.0 - numpy.array([plain(blackjack_chance)(up, aces, tens, one - 3.0) for one in cards])
    if found.terms.any_21_beats_blackjack:
        free = numpy.ones(depth)
    third = second * numpy.maximum(left, 0.0) / (cards - 2.0) * free
    ways = numpy.zeros(9)
    weights = [suited_weights(suits, plan) for _ in range(9)]
    for up_suit in range(4) if 6 <= up <= 8 else (NO_SUIT,):
        ups = suits[up, up_suit] if up_suit < NO_SUIT else 1
        for first in range(4):
            for other in range(4):
                deal = new_deal(7, up, first, other, up_suit)
                amount = ups * cards_dealt(7, first, deal, suits)
                amount *= max(cards_dealt(7, other, deal, suits) - (first == other), 0.0)
                place = 0 if first != other else 1 + 2 * first + (up_suit == first)
                if amount > 0.0:
                    ways[place] += amount
                    add_suited_weights(deal, float(amount), weights[place])
    case, terms = new_case(up=up, split=1), found.terms.record
    for place in range(9):
        if ways[place] <= 0.0:
            continue
        second_suited, third_suited = (
            part[:, 3] / ways[place] for part in (weights[place].second, weights[place].third)
        )
        for suit in range(4):
            mark = 3 if suit == found.rules.top_suit else 2
            held = second_suited[:, suit].sum(axis=1) * second
            won = (held[:, None] * by_number).sum(axis=0)
            paired[place, 0, :, up] -= won
            made = float((third_suited[:, suit].sum(axis=1) * third).sum())
            won[HIT] += made * plain(suited_extra)(0, 3, suit, case, terms)
            won[DOUBLE] += made * plain(suited_extra)(1, 3, suit, case, terms)
            paired[place, mark, :, up] += won
        # Unsuited ones are one card short of a mixed bonus.
    paired[:, 1, :, up] = paired[:, 0, :, up]
    paired[:, 0, :, up] = 0.0
