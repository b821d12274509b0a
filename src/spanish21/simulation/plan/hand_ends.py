"""The results of finished hands: outcome and money against every end of the dealer's hand.

Here, and nowhere in the kernels, `game.pays` decides who wins and what is paid.
"""

from typing import Any, NamedTuple

import numpy

from spanish21.game import hands, pays
from spanish21.game.rules import Rules
from spanish21.simulation.plan.count_names import (
    BEFORE_KINDS,
    BLACKJACK_END,
    BUSTED,
    DEALER_BLACKJACK,
    DEALER_FINALS,
    DOUBLES,
    LOST,
    RESCUED,
    SURRENDERED,
    TIED,
    WON,
)
from spanish21.simulation.plan.kernel_records import FINAL, Records

STOOD = WON
"""How a hand ended that waits for the dealer; the other ways are results of `layout`."""
MOST_CARDS_TOLD_APART = 8
BONUS_KINDS = (hands.MIXED_678, hands.MIXED_777)
"""The kinds of three cards whose suits decide; suited and of the top suit follow each of them."""
SUIT_CLASSES = 3


MONEY = numpy.dtype(
    [
        ("amounts", numpy.int64, (DOUBLES,)),
        ("wins", numpy.int64, (hands.KINDS, DOUBLES)),
        ("forfeits", numpy.int64, (DOUBLES,)),
        *[
            (name, numpy.int64)
            for name in ("surrender", "insurance_stake", "insurance_win", "insurance_suited", "super_bonus")
        ],
    ]
)
"""The amount of a wager, by times doubled and kind of 21: a record for each level of the wager."""


class Shape(NamedTuple):
    """Everything about a finished hand that can matter to what it is paid."""

    ended: int
    total: int
    cards: int
    kind: int
    doubles: int
    split: bool


class Final(NamedTuple):
    """The result of a finished hand; the money by level of the wager."""

    outcomes: tuple[int, ...]
    """Result and doubles, as `layout` numbers them, against each end of the dealer's hand."""
    net: tuple[tuple[int, ...], ...]
    """By level and end: what is won. To a Blackjack a split box loses as a whole: there its hands win 0."""
    amount: tuple[int, ...]
    """All the money wagered."""
    taken: tuple[int, ...]
    """What a Blackjack takes at most."""
    busted: tuple[int, ...]
    """The same of a busted hand."""
    waiting: int
    """1 for a hand that a Blackjack takes, and that is not bust."""
    added: tuple[int, ...]
    """What the odds of a kind of 21 add to even money."""
    needs_total: bool
    needs_second: bool
    """Whether a dealer without a hole card must draw one if it could make a Blackjack."""
    is_suited_777: bool
    """Whether it is paid a super bonus against a 7."""


def levels_of(rules: Rules, wagers: list[int]) -> Records:
    """Every amount that a wager of each level can become, as `game.pays` says."""
    levels = numpy.zeros(len(wagers), dtype=MONEY)
    for level, wager in zip(levels, wagers, strict=True):
        for doubles in range(DOUBLES):
            level["amounts"][doubles] = wager << doubles
            level["forfeits"][doubles] = pays.forfeited_by_rescue(wager, doubles, rules)
            for kind, odds in enumerate(rules.pays_by_kind):
                level["wins"][kind, doubles] = pays.payment(wager << doubles, odds, rules)
        stake = pays.most_insurance(wager, rules)
        level["surrender"] = wager - pays.returned_by_surrender(wager, rules)
        level["insurance_stake"] = stake
        level["insurance_win"] = pays.payment(stake, rules.pays_insurance, rules)
        level["insurance_suited"] = pays.payment(stake, rules.pays_insurance_suited, rules)
        level["super_bonus"] = pays.super_bonus(wager, rules)
    return levels


class Endings:
    """The finals of a plan, numbered in the order of first use; hands with equal results share one final.

    The finals of a three-card bonus hand are not merged: bonus `k` has the finals 3k (mixed suits), 3k + 1
    (suited) and 3k + 2 (of the top suit).
    """

    def __init__(self, rules: Rules, levels: Records) -> None:
        self.rules = rules
        self._levels = [
            (
                level["amounts"].tolist(),
                level["wins"].tolist(),
                level["forfeits"].tolist(),
                int(level["surrender"]),
            )
            for level in levels
        ]
        self.finals: list[Final] = []
        self.bonus_of: dict[tuple[int, int, bool], int] = {}
        self._number_of: dict[Final, int] = {}
        self._of_shape: dict[Shape, int] = {}
        for kind in BONUS_KINDS:
            for doubles in range(DOUBLES):
                for split in (False, True):
                    shapes = [
                        Shape(STOOD, 21, 3, kind + suits, doubles, split) for suits in range(SUIT_CLASSES)
                    ]
                    finals = [self._final(shape) for shape in shapes]
                    if len(set(finals)) > 1:
                        self.bonus_of[kind, doubles, split] = len(self.finals) // SUIT_CLASSES
                        self.finals += finals
        self.nothing_yet = self.number(Shape(STOOD, 0, 2, hands.ORDINARY, 0, False))
        """Two cards before any decision, where the dealer's Blackjack was seen immediately."""
        self.blackjack = self.number(Shape(STOOD, 21, 2, hands.BLACKJACK, 0, False))

    def number(self, shape: Shape) -> int:
        """The final of a finished hand."""
        if shape.total < 21:
            # Fewer points than 21 are paid alike however many cards they are.
            shape = shape._replace(cards=3)
        elif shape.cards > MOST_CARDS_TOLD_APART:
            shape = shape._replace(cards=MOST_CARDS_TOLD_APART)
        if shape not in self._of_shape:
            final = self._final(shape)
            if final not in self._number_of:
                self._number_of[final] = len(self.finals)
                self.finals.append(final)
            self._of_shape[shape] = self._number_of[final]
        return self._of_shape[shape]

    def records(self) -> Records:
        """The finals as the kernels take them: all of the first level, then all of the next."""
        found = numpy.zeros(len(self._levels) * len(self.finals), dtype=FINAL)
        for level in range(len(self._levels)):
            for place, final in enumerate(self.finals, level * len(self.finals)):
                found[place] = (
                    final.net[level],
                    final.amount[level],
                    final.taken[level],
                    final.busted[level],
                    final.waiting,
                    final.added[level],
                    final.outcomes,
                    final.needs_total,
                    final.needs_second,
                    final.is_suited_777,
                )
        return found

    def _final(self, shape: Shape) -> Final:
        results = [self._result(shape, total) for total in DEALER_FINALS]
        beats_blackjack = pays.beats_blackjack(
            shape.total, shape.cards, shape.kind == hands.BLACKJACK, shape.split, self.rules
        )
        results.append(results[0] if beats_blackjack else DEALER_BLACKJACK)
        money = [self._money(shape, level, results, beats_blackjack) for level in self._levels]
        net, amount, taken, busted, added = zip(*money, strict=True)
        is_open = shape.ended == STOOD and shape.kind != hands.BLACKJACK
        is_open = is_open and not beats_blackjack
        waits = is_open or shape.ended in (SURRENDERED, RESCUED)
        staked = (1 << shape.doubles) + shape.split
        return Final(
            tuple(result * DOUBLES + shape.doubles for result in results),
            net,
            amount,
            taken,
            busted,
            int(waits),
            added,
            needs_total=len(set(results[:BLACKJACK_END])) > 1,
            needs_second=not (beats_blackjack and self.rules.any_21_paid_at_once)
            and pays.blackjack_matters(self.rules.dealer_blackjack_takes, waits, staked, 1),
            is_suited_777=pays.wins_fixed_payouts(
                shape.kind, pays.SUPER_BONUS_UP, shape.doubles, shape.split
            ),
        )

    def _result(self, shape: Shape, dealer: int) -> int:
        if shape.ended != STOOD:
            return shape.ended
        _, total, cards, kind, doubles, split = shape
        won = pays.outcome(total, cards, kind == hands.BLACKJACK, split, dealer, 3, False, self.rules)
        if won == pays.WON:
            paid = pays.paid_kind(kind, cards, total, doubles, split, self.rules)
            return WON if paid == hands.ORDINARY else BEFORE_KINDS + paid
        return TIED if won == pays.TIED else LOST

    def _money(self, shape: Shape, level: Any, results: list[int], beats_blackjack: bool) -> Any:
        """At one level: the money against every end, then `amount`, `taken`, `busted` and `added`."""
        amounts, wins, forfeits, surrendered = level
        doubles = shape.doubles
        amount = amounts[doubles]
        fixed = {
            LOST: -amount,
            TIED: 0,
            BUSTED: -amount,
            SURRENDERED: -surrendered,
            RESCUED: -forfeits[doubles],
        }
        net = [
            fixed[result] if result in fixed else wins[_paid(result)][doubles]
            for result in results[:BLACKJACK_END]
        ]
        # A rescue has left on the hand what it forfeits.
        taken = 0 if beats_blackjack else forfeits[doubles] if shape.ended == RESCUED else amount
        busted = taken if shape.ended == BUSTED else 0
        if beats_blackjack:
            net.append(net[0])
        elif shape.split:
            net.append(0)
        else:
            takes = self.rules.dealer_blackjack_takes
            waiting = int(shape.ended != BUSTED)
            net.append(-pays.taken_by_blackjack(takes, amounts[0], taken, busted, waiting))
        best = max(results)
        added = wins[_paid(best)][doubles] - wins[hands.ORDINARY][doubles] if best > BEFORE_KINDS else 0
        return tuple(net), amount, taken, busted, added


def _paid(result: int) -> int:
    """The kind that a winning result is paid as."""
    return hands.ORDINARY if result == WON else result - BEFORE_KINDS
