"""What a card's removal changes for insurance and for every side wager, as fractions.

Cards that a wager treats alike, and of which the shoe has as many, change it alike: which they are is found
by exchanging suits, and ranks, in the wager's own table of lines.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.shoe_counts import Shoe, shoe_of_counts
from spanish21.analysis.sides.side_laws import Law, insurance_law, odds_law
from spanish21.analysis.sides.side_prizes import (
    Prizes,
    hot_spot_prizes,
    law_at,
    line_prizes,
    winner_prizes,
)
from spanish21.compiled.side_tables import CARDS, FIRST_CARD, PAIRS, codes_of
from spanish21.game.cards import ACE
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import Rules, is_offered
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.game.side_wagers.terms import WheelTable

INSURANCE = "insurance"
Value = Callable[[Shoe], Fraction]
"""What a unit of a wager wins from a shoe."""
Effects = dict[int, Fraction]
"""By card of the shoe: the wager's gain when that card is removed."""


def insurance_value(rules: Rules) -> Value:
    """Insurance, given that the up card is an ace."""

    def value(shoe: Shoe) -> Fraction:
        return mean_of(insurance_law(shoe, rules.pays_insurance, rules.pays_insurance_suited))

    return value


def side_values(rules: Rules) -> dict[str, tuple[SideWager, Value]]:
    """The side wagers on offer: meters at their initial amounts, no one else in the round."""
    found: dict[str, tuple[SideWager, Value]] = {}
    for record in side_wagers():
        if is_offered(rules, record.kind):
            for name, value in _values_of(record, rules):
                found[name] = record, value
    return found


def _values_of(record: SideWager, rules: Rules) -> Iterator[tuple[str, Value]]:
    kind = record.kind
    terms = rules.sides[kind]
    meters = {name: meter.initial for name, meter in rules.meters.items()}

    def of_prizes(prizes: Callable[[Shoe], Prizes], wager: int) -> Value:
        return lambda shoe: mean_of(law_at(prizes(shoe), wager, meters))

    if record.pays_by == "odds":
        yield kind, lambda shoe: mean_of(odds_law(record, shoe, terms.pays))
    elif record.pays_by == "amounts":
        yield kind, of_prizes(lambda shoe: line_prizes(record, terms, shoe), terms.wager)
    for table in wheel_tables(rules, kind) if record.pays_by == "wheel" else ():
        if record.has_pairs:
            prizes = partial(_of_winners, record, table)
        else:
            prizes = partial(_of_hot_spot, record, table, str(terms.options["spinner"]), rules.boxes)
        yield f"{kind} {table.paytable}", of_prizes(prizes, table.wager)


def _of_winners(record: SideWager, table: WheelTable, shoe: Shoe) -> Prizes:
    return winner_prizes(record, table, shoe, 0)


def _of_hot_spot(record: SideWager, table: WheelTable, spinner: str, boxes: int, shoe: Shoe) -> Prizes:
    return hot_spot_prizes(record, table, spinner, boxes, shoe, 0)


def mean_of(law: Law) -> Fraction:
    """The mean of a law."""
    return sum((result * chance for result, chance in law.items()), Fraction(0))


def insurance_effects(rules: Rules, shoe: Shoe) -> tuple[Fraction, Effects]:
    """What insurance is worth against an ace, and what each of the other cards' removal adds to it."""
    value = insurance_value(rules)
    suits_alike = shoe.treats_suits_alike
    groups = [
        [rank * 4 + suit for suit in range(4)] if suits_alike else [rank * 4 + suit]
        for rank in range(1, 14)
        for suit in (range(1) if suits_alike else range(4))
    ]
    least = 1 if sum(shoe.counts[ACE]) else 0
    return _effects(value, shoe, groups, least)


def side_effects(record: SideWager, value: Value, shoe: Shoe) -> tuple[Fraction, Effects]:
    """The worth of a side wager, and what each card's removal adds to it."""
    return _effects(value, shoe, _alike(record, shoe), 0)


def _effects(value: Value, shoe: Shoe, groups: list[list[int]], least: int) -> tuple[Fraction, Effects]:
    whole = value(shoe)
    found: Effects = {}
    for group in groups:
        cards = [card for card in group if shoe.counts[card >> 2][card & 3]]
        if cards and (cards[0] >> 2 != ACE or sum(shoe.counts[ACE]) > least):
            gain = value(without_card(shoe, cards[0])) - whole
            found |= dict.fromkeys(cards, gain)
    return whole, found


def without_card(shoe: Shoe, card: int) -> Shoe:
    """The shoe without one of its cards."""
    counts = shoe.ranks
    counts[card >> 2, card & 3] -= 1
    return shoe_of_counts(counts)


def _alike(record: SideWager, shoe: Shoe) -> list[list[int]]:
    """The cards in groups that a wager cannot tell apart."""
    codes, counts = codes_of(record), shoe.ranks
    group = {card: card for card in range(FIRST_CARD, FIRST_CARD + CARDS)}
    for exchanged in _exchanges():
        same_number = all(counts[a >> 2, a & 3] == counts[b >> 2, b & 3] for a, b in exchanged.items())
        if same_number and _is_unchanged(codes, exchanged):
            for one, other in exchanged.items():
                kept, joined = sorted((group[one], group[other]))
                group = {card: kept if at == joined else at for card, at in group.items()}
    groups: dict[int, list[int]] = {}
    for card, at in group.items():
        groups.setdefault(at, []).append(card)
    return list(groups.values())


def _exchanges() -> Iterator[dict[int, int]]:
    """Two neighbouring suits exchanged, and two neighbouring ranks of the shoe."""
    for suit in range(3):
        yield {4 * rank + suit + one: 4 * rank + suit + 1 - one for rank in range(1, 14) for one in (0, 1)}
    ranks = [rank for rank in range(1, 14) if rank != 10]
    for low, high in pairwise(ranks):
        yield {4 * one + suit: 4 * (low + high - one) + suit for one in (low, high) for suit in range(4)}


def _is_unchanged(codes: NDArray[numpy.uint8], exchanged: dict[int, int]) -> bool:
    """Whether a wager's table is the same after cards are exchanged."""
    place = numpy.arange(CARDS)
    for one, other in exchanged.items():
        place[one - FIRST_CARD] = other - FIRST_CARD
    pairs = numpy.zeros(PAIRS, dtype=numpy.int64)
    high, low = numpy.tril_indices(CARDS)
    lower, higher = numpy.minimum(place[low], place[high]), numpy.maximum(place[low], place[high])
    pairs[high * (high + 1) // 2 + low] = higher * (higher + 1) // 2 + lower
    moved = codes
    for axis, order in enumerate((pairs, place, place)):
        if codes.shape[axis] > 1:
            moved = moved.take(order, axis=axis)
    return bool((moved == codes).all())
