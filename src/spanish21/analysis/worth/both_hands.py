"""The worth of a pair split into two hands if both are played with every card of the box in mind; exact.

The second hand knows the cards of the first, so it plays for itself with those cards gone. The order of
unseen cards is any: what the second hand draws changes nothing of what the first can expect. So the first
hand plays for its own result and for the second one's expectation from the remaining cards; only which
cards are gone matters, not how.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import DEALER_TOTALS, dealer_totals
from spanish21.analysis.hands.hand_values import PlayerValues, no_choices, played_values
from spanish21.analysis.hands.rule_terms import Terms, terms_of
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.worth.hands_after import ANY_CARD, PLACES, OwnHands, UnionTable, worth_of_hands
from spanish21.analysis.worth.table_edge import Edge, edge, pair_states
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.shown import Shown, bars_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, what_if
from spanish21.strategy import MOST_DOUBLES, SPLIT, UP_LABELS, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]


@dataclass(frozen=True, eq=False, repr=False)
class BothHands(Shown):
    """Splits to two hands, played with and without regard to the other hand."""

    edge: Edge
    """The table with two hands, its split hands played each for itself (`zero-memory`)."""
    gain: Floats
    """`[value, up]`: the gain of a split from regard to the other hand, joint with no dealer's Blackjack."""
    expected_value: float
    """Of the table, with regard to the other hand."""

    @property
    def house_edge(self) -> float:
        """The house's share of a wager."""
        return -self.expected_value

    def summary(self) -> dict[str, Any]:
        """Both classes of play as one object, ready for JSON."""
        return {
            "book": self.edge.rules.book,
            "decks": self.edge.rules.decks,
            "house_edge": {"zero-memory": -self.edge.expected_value, "optimal": self.house_edge},
            "gains": self.to_records(),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every pair and up card: the gain of splitting from regard to the other hand."""
        return [
            {"pair": UP_LABELS[pair - 1], "up": UP_LABELS[up - 1], "gain": float(self.gain[pair, up])}
            for pair in range(1, 11)
            for up in range(1, 11)
        ]

    def svg(self) -> str:
        """A bar for each of the splits that gain most."""
        rows = sorted(self.to_records(), key=lambda row: -row["gain"])
        return bars_of("Regard to the other hand", rows, "gain", ("pair", "up"))

    def __repr__(self) -> str:
        plain = f"{-self.edge.expected_value:.6%} zero-memory"
        return f"<BothHands: {self.edge.rules.book}, house edge {self.house_edge:.6%} optimal, {plain}>"


def both_hands(rules: AnyRules, shoe: Shoe | None = None) -> BothHands:
    """The table at two hands with optimal splits, exactly; pairs over the processor's cores."""
    rules = what_if(as_rules(rules), most_hands=2)
    check_additive(rules)
    found = edge(rules, shoe)
    pairs = [
        pair
        for pair in range(1, 11)
        if not (pair == 1 and found.terms.split_aces_one_card) and found.shoe.values[pair] >= 2
    ]
    gain = numpy.zeros((11, 11))
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for pair, gained in zip(pairs, threads.map(lambda one: gain_of_pair(found, one), pairs), strict=True):
            gain[pair] = gained
    return BothHands(found, gain, found.expected_value + added_by_splits(found, gain))


def check_additive(rules: Rules) -> None:
    """Refuses rules under which what a split box wins is not a sum over its hands."""
    if rules.bonus_on_split:
        raise BadInput("optimal splits are computed where split hands are paid no bonus for 6-7-8 and 7-7-7")
    terms = terms_of(rules)
    if terms.taken_busted[1, 0] > 0.0 and terms.taken_standing[1, 0] == 0.0:
        raise BadInput("optimal splits are not computed where a Blackjack takes the busted wagers alone")
    if terms.any_21_beats_blackjack or terms.aces_count_1 or rules.may_draw_after_double:
        raise BadInput("optimal splits are not computed under the rules of Pontoon: its 21s and doubles")


def added_by_splits(found: Edge, gain: Floats) -> float:
    """What better splits add to a table: a pair may now be split that was not."""
    value = 0.0
    for pair in range(1, 11):
        for state in pair_states(pair):
            for up in range(1, 11):
                options = found.option[:, state, up]
                if found.dealt[state, up] > 0.0 and numpy.isfinite(options[SPLIT]):
                    other = float(numpy.nanmax(numpy.delete(options, SPLIT)))
                    now = max(other, float(options[SPLIT]))
                    after = max(other, float(options[SPLIT] + gain[pair, up]))
                    value += float(found.up[up] * found.dealt[state, up]) * (after - now)
    return value


def gain_of_pair(found: Edge, pair: int) -> Floats:
    """`[up]`: the gain of splitting a pair from regard to the other hand."""
    return _Pair(found, pair).gain()


class _Pair:
    """One pair against every up card."""

    def __init__(self, found: Edge, pair: int) -> None:
        self.found, self.pair = found, pair
        self.numbers = hand_numbers()
        self.counts = found.shoe.values.copy()
        self.counts[pair] -= 1  # the other hand's first card
        self.held = self.numbers.held.astype(numpy.int64)
        self.own = OwnHands(self.counts, pair)
        self.hands: list[int] = self.own.hands.tolist()
        self.start = int(self.numbers.following[0, pair])

    def gain(self) -> Floats:
        counts, terms = self.counts, self.found.terms
        gone = self._gone()
        after = dict(zip(gone, self._of_second(numpy.array(list(gone.values()))), strict=True))
        own = self._played(counts, self._totals(counts), True, no_choices())
        alone = self._played(counts, self._totals(counts), False, self.found.choices.copy())
        together = self._first(own, after, terms)
        return numpy.asarray(together - 2.0 * self._drawn(counts, alone.best))

    def _gone(self) -> dict[tuple[int, int], Ints]:
        """The cards of the first hand when it is over, by the hand and, if it is bust, its last card."""
        gone: dict[tuple[int, int], Ints] = {}
        for hand in self.hands:
            if hand == self.start:
                continue
            gone[hand, 0] = self.held[hand]
            for value in range(22 - int(self.numbers.hard[hand]), 11):
                cards = self.held[hand].copy()
                cards[value] += 1
                if cards[value] <= self.counts[value]:
                    gone[hand, value] = cards
        return gone

    def _of_second(self, gone: Ints) -> Floats:
        """`[first hand's end, up]`: what the second hand is worth with these cards gone."""
        codes, first, inverse = numpy.unique(gone @ PLACES, return_index=True, return_inverse=True)
        found, rules = self.found, self.found.rules
        # The other hand's first card is among the cards gone: here it is the whole shoe that they leave.
        table = UnionTable(found.shoe.values, codes, self.own.held @ PLACES, rules.dealer_hits_soft_17)
        worth = worth_of_hands(found, table, self.own, gone[first], chooses=True)
        return numpy.asarray(worth[inverse.ravel(), ANY_CARD])

    def _totals(self, counts: Ints) -> Floats:
        hits = self.found.rules.dealer_hits_soft_17
        totals = numpy.zeros((len(self.numbers.hard), 11, len(DEALER_TOTALS)))
        totals[self.hands] = dealer_totals(counts, self.held[self.hands].astype(numpy.int16), hits)
        return totals

    def _played(
        self, counts: Ints, totals: Floats, chooses: bool, choices: NDArray[numpy.int8]
    ) -> PlayerValues:
        return played_values(counts, self.found.shoe.ranks, totals, self.found.terms, choices, True, chooses)

    def _left(self, counts: Ints, hand: int) -> tuple[Floats, Floats]:
        """`[value, up]` and `[up]`: the cards left without a hand and the up card."""
        left = numpy.repeat((counts - self.held[hand]).astype(numpy.float64)[:, None], 11, axis=1)
        left[numpy.arange(11), numpy.arange(11)] -= 1.0
        return numpy.maximum(left, 0.0), numpy.full(11, counts.sum() - self.held[hand].sum() - 1.0)

    def _drawn(self, counts: Ints, best: Floats) -> Floats:
        """The worth of a hand of one card of the pair, by the values of its second card."""
        left, cards = self._left(counts, self.start)
        worth = numpy.zeros(11)
        for value in range(1, 11):
            worth += left[value] / cards * best[self.numbers.following[self.start, value]]
        return worth

    def _first(self, own: PlayerValues, after: dict[tuple[int, int], Floats], terms: Terms) -> Floats:
        """The best of both hands: the first hand from its highest hands down."""
        following, hard = self.numbers.following, self.numbers.hard
        worth = numpy.zeros((MOST_DOUBLES + 2, len(hard), 11))
        for hand in reversed(self.hands):
            left, cards = self._left(self.counts, hand)
            drawn = numpy.zeros((MOST_DOUBLES + 2, 11))
            for value in range(1, 11):
                share = left[value] / cards
                if not share.any():
                    continue
                if hard[hand] + value <= 21:
                    drawn += share * worth[:, following[hand, value]]
                    continue
                blackjack = self._blackjack(hand, value, left, cards)
                for doubles in range(MOST_DOUBLES + 1):
                    lost = (1.0 - blackjack) * terms.stake[doubles]
                    lost = lost + blackjack * terms.taken_busted[0, doubles] * (doubles > 0)
                    drawn[doubles] += share * (after[hand, value] - lost)
            if hand == self.start:
                return numpy.asarray(drawn[0])
            rest = after[hand, 0]
            for doubles in range(MOST_DOUBLES, 0, -1):
                stand, rescue, again = own.doubled_option[:3, doubles, hand]
                further = numpy.where(numpy.isnan(again), numpy.nan, drawn[doubles + 1])
                worth[doubles, hand] = _best_of(stand + rest, rescue + rest, further)
            stand, hit, double = own.option[:, hand]
            hitting = numpy.where(numpy.isnan(hit), numpy.nan, drawn[0])
            doubling = numpy.where(numpy.isnan(double), numpy.nan, drawn[1])
            worth[0, hand] = _best_of(stand + rest, hitting, doubling)
        return numpy.asarray(worth[0, self.start])

    def _blackjack(self, hand: int, value: int, left: Floats, cards: Floats) -> Floats:
        """`[up]`: the chance of a dealer's Blackjack once this card has been drawn, too."""
        chance = numpy.zeros(11)
        chance[1] = (left[10, 1] - (value == 10)) / (cards[1] - 1.0)
        chance[10] = (left[1, 10] - (value == 1)) / (cards[10] - 1.0)
        return numpy.asarray(numpy.maximum(chance, 0.0))


def _best_of(*options: Floats) -> Floats:
    """The best of options, of which some may not be allowed; an impossible hand is worth nothing."""
    return numpy.nan_to_num(numpy.fmax(numpy.fmax(options[0], options[1]), options[2]))
