"""The worth of every action of a fresh shoe, as tables that are built once and looked up by compiled tables.

For a hand that has not been split the values are those of `advise`. A hand of a split box is valued as if
it lay alone: by the cards that it holds and the up card, not by those of the box's other hands; and
splitting it again without the suits of the pair.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.hand_values import (
    DOUBLED_PLAYED,
    PlayerValues,
    no_choices,
    played_values,
    suited_extra,
)
from spanish21.analysis.hands.kernel_structs import new_case, plain
from spanish21.analysis.hands.rule_terms import FixedMoney, HandMoney, Terms, forfeits, terms_of_hand
from spanish21.analysis.splits.split_values import removals, split_plan, split_values
from spanish21.analysis.worth.table_edge import (
    PLAYER_OPTIONS,
    Edge,
    beyond_hands,
    edge,
    most_hands_of,
    weighed_hands,
)
from spanish21.environments.actions import Action
from spanish21.errors import BadInput
from spanish21.game import hands
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLE,
    MOST_DOUBLES,
    SPLIT,
    SUITED_STATES,
    SURRENDER,
    hand_numbers,
    suited_numbers,
)

Floats = NDArray[numpy.float64]
_SUITED_KINDS = (hands.SUITED_678, hands.TOP_678, hands.SUITED_777, hands.TOP_777)


class TableWorth(NamedTuple):
    """Values in wagers, given what the dealer's second card can be; not a number where nothing is legal."""

    plain: Floats
    """`[split, state, up, action]`: of a hand that is not doubled."""
    doubled: Floats
    """`[for less, split, level, hand, up, stand | rescue | double]`, and hit where a doubled hand may draw.
    The levels are once doubled and so on, and behind them the same with every ace counting 1."""
    pairs: Floats
    """`[rank, up, suit, suit, up suit]`: of splitting a pair of 6s, 7s or 8s."""
    split_again: Floats
    """`[hands of the box, value, up]`: of splitting a split hand."""
    extra: Floats
    """`[for less, split, doubled, kind, up]`: what the suits of three cards that total 21 add to standing."""
    expected_value: float
    """The worth of a round, by the best decisions and without insurance."""

    @property
    def arrays(self) -> Any:
        """What a kernel takes."""
        return _Arrays(*self[:5])


class _Arrays(NamedTuple):
    plain: Floats
    doubled: Floats
    pairs: Floats
    split_again: Floats
    extra: Floats


def table_worth(rules: Rules, wager: int) -> TableWorth:
    """The values of the actions at a table with a fresh shoe, for one size of wager."""
    if rules.double_for_less and rules.most_doubles > 1:
        raise BadInput("values of compiled tables take doubles for less or doubles again, and not both")
    found = edge(rules, money=FixedMoney(wager))
    counts, suits = found.shoe.values, found.shoe.ranks
    least = rules.smallest_chip if rules.double_for_less else wager
    money = _less_money(rules, wager, least)
    terms = terms_of_hand(rules, money, found.terms.knows_blackjack)
    less = [
        played_values(counts, suits, found.totals, terms, no_choices(), split, True)
        for split in (False, True)
    ]
    full = [found.first, found.split]
    whole = _Whole(found)
    return TableWorth(
        numpy.stack(
            [
                _plain(found, whole, one, other, bool(split))
                for split, (one, other) in enumerate(zip(full, less, strict=True))
            ]
        ),
        _doubled(rules, whole, full, less),
        _pairs(found, whole),
        _split_again(rules, found, whole),
        numpy.stack([_extra(whole, found.terms), _extra(whole, terms)]),
        found.expected_value,
    )


class _Whole:
    """Values that are joint with "no Blackjack", made whole: given that, or with the wager lost to one."""

    def __init__(self, found: Edge) -> None:
        self.knows = found.terms.knows_blackjack
        self.loses = not self.knows and not found.terms.any_21_beats_blackjack
        self.no_blackjack = found.first.no_blackjack
        of_suited = numpy.repeat(self.no_blackjack[suited_numbers()], SUITED_STATES // 4, axis=0)
        self.by_state = numpy.concatenate([self.no_blackjack, of_suited])

    def __call__(self, joint: Any, free: Any) -> Any:
        return joint / free if self.knows else joint - (1.0 - free)

    def added(self, more: Any, free: Any) -> Any:
        """What a 21 wins beyond another value, where no Blackjack of the dealer's beats it."""
        return more * free if self.loses else more


def _less_money(rules: Rules, wager: int, least: int) -> HandMoney:
    staked = (wager, *[wager + least] * MOST_DOUBLES)
    may = (True,) * (MOST_DOUBLES + 1)
    return HandMoney(wager, staked, forfeits(rules, staked), may, counted=wager)


def _plain(found: Edge, whole: _Whole, full: PlayerValues, less: PlayerValues, split: bool) -> Floats:
    free = whole.by_state
    values = numpy.full((*free.shape, len(Action)), numpy.nan)
    for option in range(PLAYER_OPTIONS):
        if option < SPLIT:
            values[:, :, option] = whole(full.option[option], free)
        elif not split:
            values[:, :, option] = whole(found.option[option], free)
    values[:, :, Action.DOUBLE_FOR_LESS] = whole(less.option[DOUBLE], free)
    if not split:
        values[:, :, Action.SURRENDER] = whole(-found.terms.surrender[0] * free, free)
    return values


def _doubled(rules: Rules, whole: _Whole, full: list[PlayerValues], less: list[PlayerValues]) -> Floats:
    doubles = max(rules.most_doubles, 1)
    levels = [first + times for first in (0, MOST_DOUBLES) for times in range(1, doubles + 1)]
    levels = levels if rules.doubled_aces_count_1 else levels[:doubles]
    slots = DOUBLED_PLAYED if rules.may_draw_after_double else DOUBLED_PLAYED - 1
    found = [
        [numpy.moveaxis(one.doubled_option[:slots, levels], 0, -1) for one in either]
        for either in (full, less)
    ]
    return numpy.ascontiguousarray(whole(numpy.array(found), whole.no_blackjack[:, :, None]))


def _pairs(found: Edge, whole: _Whole) -> Floats:
    numbers = hand_numbers()
    values = numpy.full((9, *found.by_suits.shape[1:]), numpy.nan)
    for rank in (6, 7, 8):
        pair = int(numbers.following[numbers.following[0, rank], rank])
        values[rank] = whole(found.by_suits[rank], whole.no_blackjack[pair][:, None, None, None])
    return values


def _split_again(rules: Rules, found: Edge, whole: _Whole) -> Floats:
    """By how many hands the box has: without a limit it is the same for all."""
    counts, numbers, terms = found.shoe.values, hand_numbers(), found.terms
    hands_at_most = rules.most_hands or 3
    values = numpy.full((hands_at_most, 11, 11), numpy.nan)
    every = numpy.arange(1, 11)
    for made in range(2, hands_at_most):
        limit = rules.most_hands - (made - 1) if rules.most_hands else 0
        plan = split_plan(counts, limit, limit)
        removed = removals(counts, plan, terms, found.choices, rules.dealer_hits_soft_17, every)
        worth = split_values(counts, plan, terms, found.choices, found.totals, removed, every)
        joint = weighed_hands(plan, worth)
        for value in range(1, 11):
            if most_hands_of(rules, value) == 2:
                continue
            pair = int(numbers.following[numbers.following[0, value], value])
            for up in range(1, 11):
                free = float(whole.no_blackjack[pair, up])
                beyond = beyond_hands(counts, limit, terms, found.choices, (value, up), 1.0 - free)
                values[made, value, up] = whole(joint[value, up] + beyond, free)
    return values


def _extra(whole: _Whole, terms: Terms) -> Floats:
    numbers = hand_numbers()
    values = numpy.zeros((2, 2, hands.KINDS, 11))
    for kind in _SUITED_KINDS:
        sevens = kind in (hands.SUITED_777, hands.TOP_777)
        hand = 0
        for value in (7, 7, 7) if sevens else (6, 7, 8):
            hand = int(numbers.following[hand, value])
        is_top = kind in (hands.TOP_678, hands.TOP_777)
        suit = terms.top_suit if is_top else (terms.top_suit + 1) % 4
        for split in range(2):
            for doubled in range(2):
                for up in range(1, 11):
                    case = new_case(up=up, split=split)
                    more = plain(suited_extra)(doubled, 3 if sevens else 0, suit, case, terms.record)
                    values[split, doubled, kind, up] = whole.added(more, whole.no_blackjack[hand, up])
    return values


assert (SPLIT, SURRENDER) == (Action.SPLIT, Action.SURRENDER)
