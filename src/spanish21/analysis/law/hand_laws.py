"""How single hands end: the law of every hand of a round, split or not, under fixed decisions; exact."""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.kernel_structs import (
    allowed_option,
    ground_of,
    kernel,
    new_case,
    part_of_kernel,
)
from spanish21.analysis.hands.outcomes import (
    CATEGORIES,
    DEALER_BLACKJACK,
    DEALER_ENDS,
    DEALER_IDLE,
    LOST,
    SURRENDERED,
    WON,
)
from spanish21.analysis.hands.playout import draw_one, play_on, play_with
from spanish21.analysis.splits.split_suits import (
    add_suited_weights,
    cards_dealt,
    new_deal,
    suited_weights,
)
from spanish21.analysis.worth.table_edge import Edge
from spanish21.game import hands, pays
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    LEVELS,
    NO_SUIT,
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


class Dealt(NamedTuple):
    """The frequencies of first hands, and their outcomes."""

    seeds: Floats
    """`[state, up]`: how often the first two cards are so."""
    option: Floats
    """`[option, state, up]`: not a number where it is not allowed."""
    no_blackjack: Floats
    """`[state, up]`"""
    whole: Floats
    """`[state, up]`: how often they are so and are not split."""
    splits: Any
    """`[rank - 6, suit, suit, up card's suit, up]`: whether such a pair of 6s, 7s or 8s is split."""


def first_laws(edge: Edge) -> tuple[Floats, Floats]:
    """`[up, dealer, category]` of the unsplit boxes, and the super bonus.

    The last is the chance of three suited 7s against a 7, not of the top suit and of it.
    """
    first, super_bonus = numpy.zeros((11, DEALER_ENDS, CATEGORIES)), numpy.zeros(2)
    dealt, ground, playing = _played(edge)
    _first_law(dealt, edge.shoe.ranks, new_case(), ground, playing, first, super_bonus)
    return first, super_bonus


def split_laws(edge: Edge) -> SplitLaw:
    """How the split boxes end."""
    dealt, ground, playing = _played(edge)
    split = SplitLaw(numpy.zeros((11, 11)), numpy.zeros((11, 11, DEALER_ENDS, CATEGORIES)))
    weights = suited_weights(edge.shoe.ranks, edge.plan)
    cases = new_case(split=1), new_deal(0, 0)
    _split_laws(dealt, edge.plan.further, cases, ground, weights, edge.split_values, (playing, split))
    return split


def dealt_at(edge: Edge) -> Dealt:
    """How often first hands are dealt at a table."""
    return Dealt(edge.dealt * edge.up, edge.option, edge.no_blackjack, edge.whole * edge.up, edge.splits)


def _played(edge: Edge) -> tuple[Dealt, Any, Floats]:
    """The inputs of the laws of a table's hands: their deal and play, and scratch space."""
    dealt = dealt_at(edge)
    ground = ground_of(
        edge.shoe.values, edge.choices, edge.terms, edge.totals, edge.removals.place, edge.removals.totals
    )
    return dealt, ground, numpy.zeros((LEVELS + 1, len(hand_numbers().hard)))


@part_of_kernel
def _made_kind(which: int, suit: int, terms: Any) -> tuple[int, int]:
    """The kinds that one of `SUITED_PAIRS` becomes with a card of its suit and with another."""
    top = suit == terms.top_suit
    if which < 3:
        return (hands.TOP_678 if top else hands.SUITED_678), hands.MIXED_678
    return (hands.TOP_777 if top else hands.SUITED_777), hands.MIXED_777


@kernel
def _first_law(
    dealt: Any, suits: Any, case: Any, ground: Any, playing: Any, law: Any, super_bonus: Any
) -> None:
    """Play every unsplit first hand."""
    numbers, terms = ground.numbers, ground.terms
    multisets = len(numbers.hard)
    natural = numbers.following[numbers.following[0, 1], 10]
    for up in range(1, 11):
        case.up = up
        lost_at_once = 0.0
        for state in range(multisets + SUITED_STATES):
            amount = dealt.seeds[state, up]
            if amount <= 0.0:
                continue
            free = dealt.no_blackjack[state, up]
            if state == natural:
                law[up, DEALER_IDLE, WON + hands.BLACKJACK] += amount
                continue
            lost_at_once += amount * (1.0 - free)
            amount = dealt.whole[state, up]
            chosen = int(ground.choices[FIRST, state, up])
            if chosen in (SPLIT, SURRENDER) and not numpy.isnan(dealt.option[chosen, state, up]):
                if chosen == SURRENDER:
                    law[up, DEALER_IDLE, SURRENDERED] += amount * free
                    law[up, DEALER_BLACKJACK, SURRENDERED] += amount * (1.0 - free)
                continue
            which = (state - multisets) // 8 if state >= multisets else -1
            hand = state
            if which >= 0:
                low, high = SUITED_PAIRS[which]
                hand = int(numbers.following[numbers.following[0, low], high])
            play_with(chosen, hand, amount, case, playing, law[up], ground)
            if which < 0:
                continue
            suit, up_suited = (state - multisets) % 8 // 2, (state - multisets) % 2
            chosen = allowed_option(chosen, int(numbers.hard[hand]), int(numbers.hard[hand]), case, terms)
            if chosen not in (HIT, DOUBLE):
                continue
            # The third card made a mixed hand of all of them; some are suited.
            doubles = 1 if chosen == DOUBLE else 0
            needed = 21 - numbers.hard[hand]
            left = suits[needed, suit] - (2 if which == 3 else 0)
            left -= 1 if up == needed and up_suited == 1 else 0
            made = numbers.following[hand, needed]
            every = amount * max(left, 0) / (ground.cards - 3)
            share = every * dealt.no_blackjack[made, up]
            suited, mixed = _made_kind(which, suit, terms)
            law[up, DEALER_IDLE, WON + doubles * hands.KINDS + terms.paid[0, doubles, suited]] += share
            law[up, DEALER_IDLE, WON + doubles * hands.KINDS + terms.paid[0, doubles, mixed]] -= share
            if terms.any_21_beats_blackjack:
                law[up, DEALER_BLACKJACK, WON + doubles * hands.KINDS + terms.paid[0, doubles, suited]] += (
                    every - share
                )
                law[up, DEALER_BLACKJACK, WON + doubles * hands.KINDS + terms.paid[0, doubles, mixed]] -= (
                    every - share
                )
                share = every
            if pays.wins_fixed_payouts(suited, up, doubles, False):
                super_bonus[1 if suit == terms.top_suit else 0] += share
        if terms.knows_blackjack:
            law[up, DEALER_BLACKJACK, :] = 0.0
            law[up, DEALER_BLACKJACK, LOST] = lost_at_once


@kernel
def _split_laws(
    dealt: Any, further: Any, cases: Any, ground: Any, weights: Any, found: Any, room: Any
) -> None:
    """Play every split box, for every number of further cards, with the weights of that number."""
    numbers = ground.numbers
    case, deal = cases
    playing, split = room
    for pair in range(1, 11):
        case.pair, deal.pair = pair, pair
        start = numbers.following[0, pair]
        for up in range(1, 11):
            case.up, deal.up = up, up
            often = split_seeds(deal, dealt, ground, weights)
            split.weight[pair, up] = often
            if often <= 0.0:
                continue
            law = split.law[pair, up]
            for number in range(further[pair, up] + 1):
                chance = weights.chance[pair, up, number]
                others, every = 0.0, 0.0
                for place in range(3):
                    others += weights.not_paired[pair, place, number]
                    every += weights.any_card[pair, place, number]
                case.removed = number + 1
                draw_one(start, 1.0, case, ground, playing)
                for value in range(1, 11):
                    hand = numbers.following[start, value]
                    playing[0, hand] *= chance * every + (chance * others if value != pair else 0.0)
                play_on(case, playing, law, ground)
                if 6 <= pair <= 8:
                    _suited_law(case, often, ground, weights, found, playing, law)


@kernel
def split_seeds(deal: Any, dealt: Any, ground: Any, weights: Any) -> float:
    """How often a pair is dealt and split, with the weights of its suits where those matter."""
    pair, up, suits = deal.pair, deal.up, weights.suits
    numbers, choices = ground.numbers, ground.choices
    twice = int(numbers.following[numbers.following[0, pair], pair])
    weights.second[:] = 0.0
    weights.third[:] = 0.0
    if pair < 6 or pair > 8:
        is_split = choices[FIRST, twice, up] == SPLIT and not numpy.isnan(dealt.option[SPLIT, twice, up])
        return float(dealt.seeds[twice, up]) if is_split else 0.0
    cards = float(ground.cards)
    split = 0.0
    for up_suit in range(5):
        if (up_suit < NO_SUIT) != (6 <= up <= 8):
            continue
        deal.up_suit = up_suit
        ups = suits[up, up_suit] if up_suit < NO_SUIT else ground.counts[up]
        for first in range(4):
            for second in range(4):
                if not dealt.splits[pair - 6, first, second, up_suit, up]:
                    continue
                deal.first, deal.second = first, second
                firsts = cards_dealt(pair, first, deal, suits)
                seconds = cards_dealt(pair, second, deal, suits) - (1.0 if first == second else 0.0)
                often = ups / cards * max(firsts, 0.0) / (cards - 1.0) * max(seconds, 0.0) / (cards - 2.0)
                if often > 0.0:
                    split += often
                    add_suited_weights(deal, often, weights)
    return split


@part_of_kernel
def _suited_law(
    case: Any, often: float, ground: Any, weights: Any, found: Any, playing: Any, law: Any
) -> None:
    """Correct the law of split hands, played as if no card were suited, for those that are."""
    counts, numbers, choices, terms = ground.counts, ground.numbers, ground.choices, ground.terms
    pair, up, removed = case.pair, case.up, case.removed
    number = removed - 1
    cards = ground.cards - 1 - removed
    for which in range(4):
        low, high = SUITED_PAIRS[which]
        if pair not in (low, high):
            continue
        second = low + high - pair
        hand = int(numbers.following[numbers.following[0, low], high])
        left = counts[second] - (1 if second == up else 0) - (removed + 1 if second == pair else 0)
        if left <= 0:
            continue
        total = int(numbers.hard[hand])
        mixed = allowed_option(choices[SPLIT_LAST, hand, up], total, total, case, terms)
        for suit in range(4):
            suited_kind, mixed_kind = _made_kind(which, suit, terms)
            for up_suited in range(2):
                state = suited_state(which, suit, up_suited == 1, len(numbers.hard))
                suited = allowed_option(choices[SPLIT_LAST, state, up], total, total, case, terms)
                amount = weights.second[number, which, suit, up_suited] / often * left / (cards - 1)
                if suited != mixed and amount != 0.0:
                    for option, sign in ((suited, 1.0), (mixed, -1.0)):
                        play_with(option, hand, sign * amount, case, playing, law, ground)
                for doubles in range(2):
                    made = found.made_doubled if doubles == 1 else found.made
                    share = weights.third[number, which, suit, up_suited] / often
                    share *= made[pair, up, number, which, suit, up_suited]
                    base = WON + doubles * hands.KINDS
                    law[DEALER_IDLE, base + terms.paid[1, doubles, suited_kind]] += share
                    law[DEALER_IDLE, base + terms.paid[1, doubles, mixed_kind]] -= share
