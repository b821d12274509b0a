"""What a table is worth: the first round of a shoe, one box, no insurance, under any strategy."""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.busts import NoBust
from spanish21.analysis.dealer import dealer_totals
from spanish21.analysis.held import check_money, check_rules, check_shoe
from spanish21.analysis.kernels import kernel
from spanish21.analysis.player import PLAYED, PlayerValues, no_choices, played_values
from spanish21.analysis.shoe import Shoe, full_shoe
from spanish21.analysis.splits import (
    Removals,
    SplitPlan,
    SplitValues,
    chance_of_all_21,
    removals,
    split_plan,
    split_values,
)
from spanish21.analysis.suits import cards_dealt, new_deal, split_by_suits
from spanish21.analysis.terms import FixedMoney, Terms, terms_of
from spanish21.game import hands
from spanish21.game.rules import Rules
from spanish21.strategy import (
    FIRST,
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    SUITED_PAIRS,
    SUITED_STATES,
    SURRENDER,
    CompositionStrategy,
    hand_numbers,
    suited_state,
)

Floats = NDArray[numpy.float64]
Choices = NDArray[numpy.int8]

SPLIT_POLICY = "zero-memory"
PLAYER_OPTIONS = 5
"""Stand, hit, double, split, surrender."""


class Edge(NamedTuple):
    """The values of one table; arrays by state and up value, joint with no dealer's Blackjack."""

    rules: Rules
    shoe: Shoe
    money: FixedMoney | None
    terms: Terms
    option: Floats
    """`[option, state, up]`: what each option of the first two cards is worth; not a number for none."""
    dealt: Floats
    """`[state, up]`: the chance of these two cards, given the up card."""
    up: Floats
    """`[up]`: the chance of the up card."""
    by_up: Floats
    """`[up]`: the expected value given the up card, Blackjacks included."""
    by_split: Floats
    """`[unsplit | split, probability | contribution]`: parts of the expected value, Blackjacks included."""
    no_blackjack: Floats
    """`[state, up]`: the chance that the dealer has no Blackjack."""
    choices: Choices
    first: PlayerValues
    split: PlayerValues
    plan: SplitPlan
    removals: Removals
    split_values: SplitValues
    totals: Floats
    by_suits: Floats
    beyond: Floats
    """`[value, up]`: what a split box loses less to a Blackjack than its hands and the original wager."""
    expected_value: float

    @property
    def strategy(self) -> CompositionStrategy:
        """The decisions that the value was found with."""
        return CompositionStrategy("optimal", self.choices)


def edge(
    rules: Rules, shoe: Shoe | None = None, money: FixedMoney | None = None, strategy: Choices | None = None
) -> Edge:
    """The value of a table under its best strategy, or under the choices of `strategy`."""
    check_rules(rules)
    if money is not None:
        check_money(money)
    shoe = check_shoe(shoe or full_shoe(rules.decks), most_hands_of(rules))
    counts, suits = shoe.values, shoe.ranks
    numbers = hand_numbers()
    terms = terms_of(rules, money)
    totals = dealer_totals(counts, numbers.held.astype(numpy.int16), rules.dealer_hits_soft_17)
    chooses = strategy is None
    choices = no_choices() if strategy is None else strategy.copy()
    first = played_values(counts, suits, totals, terms, choices, False, chooses)
    split = played_values(counts, suits, totals, terms, choices, True, chooses)
    if chooses:
        choices[SPLIT_AGAIN] = choices[SPLIT_LAST]
        for value in range(1, 11):
            for state in pair_states(value):
                choices[SPLIT_AGAIN, state] = SPLIT
    plan = split_plan(counts, most_hands_of(rules), most_hands_of(rules, 1))
    pairs = numpy.arange(1, 11)
    removed = removals(counts, plan, terms, choices, rules.dealer_hits_soft_17, pairs)
    found = split_values(counts, plan, terms, choices, totals, removed, pairs)
    no_blackjack = numpy.ones((len(numbers.hard) + SUITED_STATES, 11))
    no_blackjack[: len(numbers.hard)] = first.no_blackjack
    option = numpy.full((PLAYER_OPTIONS, len(no_blackjack), 11), numpy.nan)
    option[:PLAYED] = first.option
    dealt = numpy.zeros((len(no_blackjack), 11))
    plain, beyond = _plain_splits(rules, counts, plan, found, terms, first.no_blackjack, choices)
    _deal(counts, suits, numbers, dealt, no_blackjack)
    by_suits = split_by_suits(suits, plan, found, terms, plain)
    _split_states((counts, suits), new_deal(0, 0), numbers, by_suits, option, numpy.zeros((2, 9)))
    option[SURRENDER] = -terms.surrender[0] * no_blackjack
    if rules.most_hands == 1:
        option[SPLIT] = numpy.nan
    up: Floats = counts / counts.sum()
    parts = _choose_first(_First(option, dealt, no_blackjack, first.best), terms, choices, chooses)
    by_up = parts[:, :, 1].sum(axis=1)
    by_split = (up[:, None, None] * parts).sum(axis=0)
    expected_value = float((up * by_up).sum())
    return Edge(
        rules,
        shoe,
        money,
        terms,
        option,
        dealt,
        up,
        by_up,
        by_split,
        no_blackjack,
        choices,
        first,
        split,
        plan,
        removed,
        found,
        totals,
        by_suits,
        beyond,
        expected_value,
    )


def most_hands_of(rules: Rules, value: int = 0) -> int:
    """The limit of hands on a box where a pair of this value is split; 0 for none."""
    if not rules.may_split_again or (value == 1 and not rules.may_split_aces_again):
        return 2
    return max(rules.most_hands, 2) if rules.most_hands else 0


def pair_states(value: int) -> list[int]:
    """The states of a pair: its multiset and, for 7s, the suited ones."""
    numbers = hand_numbers()
    states = [int(numbers.following[numbers.following[0, value], value])]
    if value == 7:
        states += [
            suited_state(3, suit, up_suited, len(numbers.hard))
            for suit in range(4)
            for up_suited in (False, True)
        ]
    return states


def _plain_splits(
    rules: Rules,
    counts: NDArray[numpy.int64],
    plan: SplitPlan,
    found: SplitValues,
    terms: Terms,
    no_blackjack: Floats,
    choices: Choices,
) -> tuple[Floats, Floats]:
    """`[value, up]`: what splitting is worth if no 6-7-8 and 7-7-7 were better paid for being suited.

    Then what of it is no sum over single hands: the original wager is lost to a Blackjack once, or not.
    """
    beyond = numpy.zeros((11, 11))
    numbers = hand_numbers()
    for value in range(1, 11):
        blackjack = 1.0 - no_blackjack[numbers.following[numbers.following[0, value], value]]
        for up in range(1, 11):
            limit = most_hands_of(rules, value)
            beyond[value, up] = beyond_hands(counts, limit, terms, choices, (value, up), blackjack[up])
    return weighed_hands(plan, found) + beyond, beyond


def beyond_hands(
    counts: NDArray[numpy.int64],
    most_hands: int,
    terms: Terms,
    choices: Choices,
    pair_and_up: tuple[int, int],
    blackjack: float,
) -> float:
    """What a split box loses less to a Blackjack than its hands and the original wager, each by itself."""
    value, up = pair_and_up
    beyond = 0.0
    if terms.taken_standing[1, 0] > 0:
        # Every hand's whole stake has been counted as taken; the original wager is counted elsewhere.
        beyond += blackjack
    if up not in (1, 10):
        return beyond
    if terms.split_21_beats_blackjack:
        beyond += chance_of_all_21(counts, most_hands, value, up)
    if terms.taken_busted[1, 0] > 0.0 and terms.taken_standing[1, 0] == 0.0 and blackjack > 0.0:
        beyond += blackjack - NoBust(counts, terms, choices, value, up).of_box(most_hands)
    return beyond


def weighed_hands(plan: SplitPlan, found: SplitValues) -> Floats:
    """`[value, up]`: what the hands of a split box are worth together, each by itself."""
    weights = plan.weights
    not_paired, any_card = (one.sum(axis=1)[:, None, :] for one in weights)
    values = not_paired * found.not_paired + any_card * found.any_card
    return numpy.asarray((plan.chance * values).sum(axis=2))


@kernel
def _deal(counts: Any, suits: Any, numbers: Any, dealt: Any, no_blackjack: Any) -> None:
    """The chance of every two cards given the up card, and the suited states' chance of no Blackjack."""
    cards = counts.sum()
    multisets = len(numbers.hard)
    for up in range(1, 11):
        if counts[up] <= 0:
            continue
        pairs = (cards - 1.0) * (cards - 2.0)
        for low in range(1, 11):
            for high in range(low, 11):
                low_left = counts[low] - (1 if low == up else 0)
                high_left = counts[high] - (1 if high == up else 0) - (1 if high == low else 0)
                hand = numbers.following[numbers.following[0, low], high]
                chance = max(low_left, 0) * max(high_left, 0) * (1.0 if low == high else 2.0) / pairs
                dealt[hand, up] = chance
        for which in range(4):
            low, high = SUITED_PAIRS[which]
            hand = numbers.following[numbers.following[0, low], high]
            for suit in range(4):
                for up_suited in range(2):
                    state = suited_state(which, suit, up_suited == 1, multisets)
                    no_blackjack[state, up] = no_blackjack[hand, up]
                    # The up card's suit is told apart only where it may be of the ranks in question.
                    share = 1.0 if up_suited == 0 else 0.0
                    if 6 <= up <= 8:
                        same = suits[up, suit] / counts[up]
                        share = same if up_suited == 1 else 1.0 - same
                    low_left = suits[low, suit] - (1 if low == up and up_suited == 1 else 0)
                    high_left = suits[high, suit] - (1 if high == up and up_suited == 1 else 0)
                    if low == high:
                        chance = share * low_left * max(high_left - 1, 0) / pairs
                    else:
                        chance = share * 2.0 * low_left * high_left / pairs
                    dealt[state, up] = max(chance, 0.0)
                    dealt[hand, up] -= dealt[state, up]


@kernel
def _split_states(shoe: Any, deal: Any, numbers: Any, by_suits: Any, option: Any, room: Any) -> None:
    """The value of splitting each pair's states: the mean over the suits that a state does not tell apart."""
    counts, suits = shoe
    total, value = room[0], room[1]
    multisets = len(numbers.hard)
    for pair in range(1, 11):
        hand = numbers.following[numbers.following[0, pair], pair]
        for up in range(1, 11):
            if counts[up] <= 0 or counts[pair] - (1 if up == pair else 0) < 2:
                continue
            if pair < 6 or pair > 8:
                option[SPLIT, hand, up] = by_suits[pair, up, 0, 0, 0]
                continue
            deal.up = up
            total[:] = 0.0
            value[:] = 0.0
            for up_suit in range(5):
                if (up_suit < 4) != (6 <= up <= 8):
                    continue
                ups = suits[up, up_suit] if up_suit < 4 else 1
                deal.up_suit = up_suit
                for first in range(4):
                    for second in range(4):
                        ways = ups * cards_dealt(pair, first, deal, suits)
                        seconds = cards_dealt(pair, second, deal, suits) - (1 if first == second else 0)
                        ways *= max(seconds, 0.0)
                        place = 0
                        if pair == 7 and first == second:
                            place = 1 + 2 * first + (1 if up_suit == first else 0)
                        total[place] += ways
                        value[place] += ways * by_suits[pair, up, first, second, up_suit]
            for place in range(9):
                if total[place] > 0.0:
                    state = hand if place == 0 else multisets + 24 + place - 1
                    option[SPLIT, state, up] = value[place] / total[place]
                    if place > 0 and (up < 6 or up > 8):
                        # The suit of such an up card changes nothing: both states take the same decision.
                        option[SPLIT, state + 1, up] = option[SPLIT, state, up]


class _First(NamedTuple):
    """The first two cards of a box: how likely, and what they are worth."""

    option: Floats
    dealt: Floats
    no_blackjack: Floats
    best: Floats


def _choose_first(first: _First, terms: Terms, choices: Choices, chooses: bool) -> Floats:
    """Take the decision on the first two cards; gives `[up, unsplit | split, probability | value]`."""
    numbers = hand_numbers()
    option, dealt, free, best = (part[..., 1:] for part in first)
    two = numpy.ones(len(dealt), dtype=numpy.bool_)
    two[: len(numbers.hard)] = numbers.size == 2
    natural = int(numbers.following[numbers.following[0, 1], 10])
    two[natural] = False
    decided = choices[FIRST, :, 1:]
    for other in (SPLIT, SURRENDER):
        taken = option[other] > best if chooses else (decided == other) & ~numpy.isnan(option[other])
        taken &= two[:, None]
        best[taken] = option[other][taken]
        decided[taken] = other
    pay = float(terms.pay[0, 0, hands.BLACKJACK])
    best[natural] = option[0, natural] = pay * free[natural]
    option[1:, natural] = numpy.nan
    decided[natural] = 0
    # A hand that the shoe cannot deal has no value.
    met = two[:, None] & (dealt > 0.0)
    chance = numpy.where(met, dealt, 0.0)
    split = met & (decided == SPLIT) & ~numpy.isnan(option[SPLIT])
    whole = numpy.zeros((11, 2, 2))
    parts = whole[1:]
    for is_split, those in ((0, met & ~split), (1, split)):
        parts[:, is_split, 0] = (chance * free).sum(axis=0, where=those)
        parts[:, is_split, 1] = (chance * best).sum(axis=0, where=those)
        # A Blackjack that the reader finds ends the round before the box could be split.
        lost = (chance * (1.0 - free)).sum(axis=0, where=those)
        loses = 0 if terms.knows_blackjack else is_split
        parts[:, loses, 0] += lost
        parts[:, loses, 1] -= lost
    parts[:, 0, 0] += dealt[natural]
    parts[:, 0, 1] += dealt[natural] * pay
    return whole
