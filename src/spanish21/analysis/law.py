"""How single hands end: the law of every hand of a round, split or not, under fixed decisions; exact."""

from typing import Any, NamedTuple

import numpy
from numba import njit
from numpy.typing import NDArray

from spanish21.analysis.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    DEALER_ENDS,
    DEALER_IDLE,
    LOST,
    SURRENDERED,
    WON,
)
from spanish21.analysis.playout import allowed, draw_one, play_on, play_with
from spanish21.analysis.suits import NO_SUIT, add_suited_weights, cards_left
from spanish21.analysis.worth import Edge
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


class SplitLaw(NamedTuple):
    weight: Floats
    """`[value, up]`: how often the pair is dealt and split."""
    law: Floats
    """`[value, up, dealer, category]`: the expected number of hands of such a box."""


def hand_laws(edge: Edge) -> tuple[Floats, SplitLaw, Floats]:
    """`[up, dealer, category]` of the boxes that are not split, the split boxes, and the super bonus.

    The last is the chance of three suited 7s against a 7, not of the top suit and of it.
    """
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
    return first, SplitLaw(weight, law), super_bonus


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
) -> Any:
    """Play every first hand that is not split; `seeds[state, up]` is how often it is dealt."""
    multisets = len(numbers.hard)
    weight = numpy.zeros((MOST_DOUBLES + 1, multisets))
    no_place = numpy.zeros((1, 1, 1), dtype=numpy.int32)
    no_totals = numpy.zeros((1, 1, 1))
    natural = numbers.following[numbers.following[0, 1], 10]
    super_bonus = numpy.zeros(2)
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
                    super_bonus[1 if suit == terms.top_suit else 0] += share
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
            split = split_seeds(
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
                others = chance[pair, up, number] * not_paired[pair, :, number].sum()
                every = chance[pair, up, number] * any_card[pair, :, number].sum()
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
def split_seeds(
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
