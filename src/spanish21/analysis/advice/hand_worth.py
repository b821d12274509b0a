"""The worth of each decision on one hand, in units of its wager, from the unseen cards."""

from functools import cached_property
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.advice.seen_cards import SeenHand, money_on
from spanish21.analysis.hands.analyser_limits import check_room
from spanish21.analysis.hands.dealer_totals import dealer_totals
from spanish21.analysis.hands.hand_values import (
    PlayerValues,
    no_choices,
    played_values,
    stand_value,
    suited_extra,
)
from spanish21.analysis.hands.kernel_structs import new_case, plain
from spanish21.analysis.hands.rule_terms import Terms, terms_of_hand
from spanish21.analysis.hands.shoe_counts import shoe_of_counts
from spanish21.analysis.splits.split_suits import suits_worth
from spanish21.analysis.splits.split_values import plan_against, removals, split_plan, split_values
from spanish21.analysis.worth.table_edge import beyond_hands, most_hands_of, weighed_hands
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game import hands
from spanish21.game.pays import TAKES_BUSTED_PLUS_ONE, TAKES_ORIGINAL_OR_BUSTED, beats_blackjack
from spanish21.game.round.phases import is_paid_early
from spanish21.game.states import HandState
from spanish21.game.table import Table, hand_total
from spanish21.strategy import DOUBLE, HIT, MOST_DOUBLES, hand_number, hand_numbers, hand_state

Floats = NDArray[numpy.float64]

TOO_FEW_CARDS = "not priced: the shoe may run out of cards"
_RESCUED, _DOUBLED_AGAIN, _DRAWN = 1, 2, 3


class Chances(NamedTuple):
    """What a hand is up against, by the cards that have been seen."""

    total: int
    busts: float
    """The chance that one more card busts the hand."""
    dealer_busts: float


class HandWorth:
    """The hand whose turn it is, against one up card."""

    def __init__(self, table: Table, known: SeenHand) -> None:
        self.table, self.known = table, known
        self.rules, self.hand = table.rules, known.hand
        self.values, self.up = known.values, hands.value(known.up)
        self.number, self.state = hand_number(known.cards), hand_state(known.cards, known.up)
        # A double that waits for others to follow it has not had its card.
        self.doubles = self.hand.times_doubled - (self.hand.state == HandState.DOUBLING)
        self.wager = self.hand.wagers[known.at]
        aces_count_1 = self.rules.doubled_aces_count_1 and any(map(hands.is_ace, known.cards))
        aces_count_1 = aces_count_1 and self.doubles > 0 and not self.hand.aces
        self.level = self.doubles + MOST_DOUBLES if aces_count_1 else self.doubles

    def of(self, command: cmd.Command | None) -> tuple[str, float]:
        """Why a decision is not priced (empty if it is), and its worth."""
        if isinstance(command, cmd.Split):
            return self._split()
        if isinstance(command, cmd.Draw) and self.doubles:
            drawn = self.played.doubled_option[_DRAWN, self.level, self.number, self.up]
            return "", self._whole(float(drawn))
        if isinstance(command, cmd.Draw):
            return "", self._whole(float(self.played.option[HIT, self.state, self.up]))
        if isinstance(command, cmd.Double | cmd.FollowDouble):
            return "", self._whole(self._double(command.amount))
        if isinstance(command, cmd.Surrender):
            return "", self._whole(-float(self.terms.surrender[0]) * self.no_blackjack)
        if isinstance(command, cmd.Rescue):
            rescued = self.played.doubled_option[_RESCUED, self.level, self.number, self.up]
            return "", self._whole(float(rescued))
        return "", self._whole(self._stand())

    def _whole(self, joint: float) -> float:
        """The value of one that is joint with "no Blackjack": given that, or with the wager lost to one."""
        if self.known.knows_blackjack:
            return joint / self.no_blackjack
        return joint - (1.0 - self.no_blackjack)

    @cached_property
    def terms(self) -> Terms:
        """The rules for this hand and its money."""
        return self._terms_of(None)

    def _terms_of(self, amount: int | None) -> Terms:
        """The same when it is doubled by another amount next."""
        money = money_on(self.table, self.known, self.doubles, amount)
        terms = terms_of_hand(self.rules, money, self.known.knows_blackjack)
        if amount == 0:
            # A player who does not follow a double has nothing to rescue.
            terms = terms._replace(may_rescue=numpy.zeros_like(terms.may_rescue))
        if self._busts_in_full:
            terms = terms._replace(taken_busted=terms.taken_busted[[1, 1]])
        return terms

    @property
    def _busts_in_full(self) -> bool:
        """Whether a Blackjack takes all of this hand's wager if it busts, on top of the original one that the
        box loses in any case: for its other hands, which have busted, or still wait."""
        takes, at = self.rules.dealer_blackjack_takes, self.known.at
        others = [one for place, one in enumerate(self.known.box.hands) if place != self.known.place]
        if takes == TAKES_ORIGINAL_OR_BUSTED:
            return any(one.state == HandState.BUSTED for one in others)
        return takes == TAKES_BUSTED_PLUS_ONE and any(
            one.wagers[at] and one.state != HandState.BUSTED and not is_paid_early(one, self.rules)
            for one in others
        )

    @cached_property
    def totals(self) -> Floats:
        """`[hand, up, total]`: the dealer's totals against every hand that this one, or a card of a pair, can
        become."""
        held = hand_numbers().held
        least = held[self.number].copy()
        if self._is_pair:
            least[hands.value(self.known.cards[0])] -= 1
        reached = numpy.flatnonzero((held >= least).all(axis=1))
        totals = numpy.zeros((len(held), 11, 5))
        totals[reached] = dealer_totals(
            self.values, held[reached].astype(numpy.int16), self.rules.dealer_hits_soft_17
        )
        return totals

    @property
    def chances(self) -> Chances:
        """What the hand is up against."""
        cards, left = self.known.cards, self.values.copy()
        for one in (*cards, self.known.up):
            left[hands.value(one)] -= 1
        room = 21 - sum(hands.value(one) for one in cards)
        busts = float(left[max(room, 0) + 1 :].sum() / left.sum())
        reached = float(self.totals[self.number, self.up].sum())
        dealer_busts = self.no_blackjack - reached
        if self.known.knows_blackjack:
            dealer_busts /= self.no_blackjack
        return Chances(hand_total(self.hand), busts, dealer_busts)

    @property
    def _is_pair(self) -> bool:
        cards = self.known.cards
        return len(cards) == 2 and hands.value(cards[0]) == hands.value(cards[1])

    @cached_property
    def choices(self) -> NDArray[numpy.int8]:
        return no_choices()

    @cached_property
    def played(self) -> PlayerValues:
        """The values of the hand's own options, every later double in full."""
        return self._played(self.terms, self.hand.split)

    def _played(self, terms: Terms, split: bool) -> PlayerValues:
        return played_values(self.values, self.known.suits, self.totals, terms, self.choices, split, True)

    @property
    def no_blackjack(self) -> float:
        """The chance that the dealer has no Blackjack, before a reader has been asked."""
        return float(self.played.no_blackjack[self.number, self.up])

    def _double(self, amount: int) -> float:
        money = money_on(self.table, self.known, self.doubles)
        full = money.staked[self.doubles + 1] - money.staked[self.doubles]
        played = (
            self.played
            if amount and amount == full
            else self._played(self._terms_of(amount), self.hand.split)
        )
        if self.doubles:
            return float(played.doubled_option[_DOUBLED_AGAIN, self.level, self.number, self.up])
        return float(played.option[DOUBLE, self.state, self.up])

    def _stand(self) -> float:
        terms, doubles = self.terms, self.doubles
        total, size = hand_total(self.hand), len(self.known.cards)
        blackjack = 1.0 - self.no_blackjack
        two_card_21 = self.hand.split and size == 2 and total == 21
        pay, stake = self._pay(total), float(terms.stake[doubles])
        sign = terms.sign[int(two_card_21), total]
        stand = plain(stand_value)(sign, self.totals[self.number, self.up], 1.0 - blackjack, pay, stake)
        if beats_blackjack(total, size, False, self.hand.split, self.rules):
            return float(stand + blackjack * (pay + 1.0))
        return float(stand - blackjack * terms.taken_standing[0, doubles])

    def _pay(self, total: int) -> float:
        """What the hand wins as it is, its suits and the fixed payout against a 7 included."""
        cards, split, doubles, terms = self.known.cards, int(self.hand.split), self.doubles, self.terms
        if total != 21 or len(cards) != 3:
            kind = hands.ORDINARY
            if total == 21:
                kind = hands.BLACKJACK if len(cards) == 2 else int(terms.long_kind[len(cards)])
            return float(terms.pay[split, doubles, kind])
        kind = hands.kind_of_three(cards[0], cards[1], cards[2], terms.top_suit)
        if kind in (hands.ORDINARY, hands.MIXED_678, hands.MIXED_777):
            return float(terms.pay[split, doubles, kind])
        sevens = kind in (hands.SUITED_777, hands.TOP_777)
        mixed = terms.pay[split, doubles, hands.MIXED_777 if sevens else hands.MIXED_678]
        pair, case = 3 if sevens else 0, new_case(up=self.up, split=split)
        return float(mixed + plain(suited_extra)(doubles, pair, cards[0] & 3, case, terms.record))

    def _split(self) -> tuple[str, float]:
        """What splitting is worth: the two hands and all further splits, to the box's limit."""
        first, second = self.known.cards
        value, rules, terms = hands.value(first), self.rules, self.terms
        if self.hand.coupons[self.known.at]:
            return "splitting a wager with a coupon is not priced", 0.0
        limit = most_hands_of(rules, value)
        limit -= (len(self.known.box.hands) - 1) if limit > 2 else 0
        try:
            check_room(shoe_of_counts(self.known.suits), limit)
        except BadInput:
            return TOO_FEW_CARDS, 0.0
        counts, pairs = self.values, numpy.array([value])
        unsplit = self._played(terms, False)
        self._played(terms, True)
        plan = plan_against(split_plan(counts, limit, limit), self.up)
        removed = removals(counts, plan, terms, self.choices, rules.dealer_hits_soft_17, pairs)
        found = split_values(counts, plan, terms, self.choices, self.totals, removed, pairs)
        joint = float(weighed_hands(plan, found)[value, self.up])
        blackjack = 1.0 - float(unsplit.no_blackjack[self.number, self.up])
        joint += beyond_hands(counts, limit, terms, self.choices, (value, self.up), blackjack)
        if 6 <= value <= 8:
            joint += suits_worth(self.known.suits, plan, found, terms, (first, second, self.known.up))
        return "", self._whole(joint)
