"""How likely each line of a side wager is, exactly, from a full or any given shoe."""

from fractions import Fraction
from math import comb

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.compiled.side_tables import CARDS, FIRST_CARD, PAIRS, codes_of, meaning_of
from spanish21.game.cards import ACE, TEN
from spanish21.game.side_wagers.record import SideWager

Law = dict[Fraction, Fraction]
"""How likely each result is, in wagers; a lost wager is -1."""

Chances = dict[tuple[int, int], Fraction]
"""How likely each line is, with how often it is paid; the number of lines is none."""


def line_chances(record: SideWager, shoe: Shoe) -> Chances:
    """How likely the first cards make each line: every deal of the wager's table, weighed by the shoe.

    The dealer's second card is dealt from the same shoe as the first cards, so that it may stand for any."""
    codes = codes_of(record)
    counts = shoe.ranks.ravel()[FIRST_CARD:]
    ways = numpy.zeros(int(codes.max()) + 1, dtype=numpy.int64)
    for place, (often, left) in enumerate(_players(counts) if codes.shape[0] > 1 else [(1, counts)]):
        if often:
            # A sum of whole numbers below 2**53 is exact in floating point, too.
            weights = often * _dealers(left, codes.shape[1] > 1, codes.shape[2] > 1)
            found = numpy.bincount(codes[place].ravel(), weights.ravel(), len(ways))
            ways += found.astype(numpy.int64)
    deals = int(ways.sum())
    chances: Chances = {}
    for code, number in enumerate(ways.tolist()):
        if number:
            chances[meaning_of(record, code)] = Fraction(number, deals)
    return chances


def _players(counts: NDArray[numpy.int64]) -> list[tuple[int, NDArray[numpy.int64]]]:
    """For each pair of the player's cards: the number of ways to deal it, and the rest of the shoe."""
    found = []
    for high in range(CARDS):
        for low in range(high + 1):
            left = counts.copy()
            left[high] -= 1
            left[low] -= 1
            often = counts[high] * (counts[high] - 1) if low == high else 2 * counts[high] * counts[low]
            found.append((int(often), left))
    assert len(found) == PAIRS
    return found


def _dealers(left: NDArray[numpy.int64], sees_up: bool, sees_hole: bool) -> NDArray[numpy.int64]:
    """In how many ways the dealer's cards that a wager sees are dealt, by up card and hole card."""
    if sees_up and sees_hole:
        return numpy.asarray(numpy.outer(left, left) - numpy.diag(left))
    return left if sees_up or sees_hole else numpy.ones(1, dtype=numpy.int64)


def odds_law(record: SideWager, shoe: Shoe, pays: tuple[int, ...]) -> Law:
    """The results of a wager that pays odds to one."""
    law: Law = {}
    for (line, _), chance in line_chances(record, shoe).items():
        result = Fraction(pays[line] if line < len(record.lines) else -1)
        law[result] = law.get(result, Fraction(0)) + chance
    return law


def win_chance(record: SideWager, shoe: Shoe) -> Fraction:
    """How likely a wager wins."""
    lost = len(record.lines)
    return sum(
        (chance for (line, _), chance in line_chances(record, shoe).items() if line < lost), Fraction(0)
    )


def insurance_law(shoe: Shoe, odds: tuple[int, int], suited_odds: tuple[int, int]) -> Law:
    """Whether the card behind an ace counts 10, and has the ace's suit."""
    law: Law = {}
    aces = sum(shoe.counts[ACE])
    if not aces or shoe.size < 2:
        return law
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    for suit in range(4):
        share = Fraction(shoe.counts[ACE][suit], aces)
        same = sum(row[suit] for row in shoe.counts[TEN:])
        for result, cards in (
            (Fraction(*suited_odds), same),
            (Fraction(*odds), tens - same),
            (Fraction(-1), shoe.size - 1 - tens),
        ):
            law[result] = law.get(result, Fraction(0)) + share * Fraction(cards, shoe.size - 1)
    return law


def blackjack_chance(shoe: Shoe) -> Fraction:
    """How likely two cards are an ace and a card that counts 10."""
    aces = sum(shoe.counts[ACE])
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    return Fraction(aces * tens, comb(shoe.size, 2))


def blackjacks_law(shoe: Shoe, others: int) -> dict[tuple[bool, int], Fraction]:
    """How likely a hand is a Blackjack, or not, while this many of the others' hands are, all from one
    shoe."""
    aces = sum(shoe.counts[ACE])
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    all_of = [Fraction(1)]
    """How likely certain hands, as many as the place says, are all Blackjacks."""
    for dealt in range(others + 1):
        ways = max(aces - dealt, 0) * max(tens - dealt, 0)
        all_of.append(all_of[-1] * Fraction(ways, comb(shoe.size - 2 * dealt, 2)))
    law: dict[tuple[bool, int], Fraction] = {}
    for number in range(others + 1):
        some = none = Fraction(0)
        for more in range(others - number + 1):
            sign = (-1) ** more * comb(others - number, more)
            some += sign * all_of[number + more + 1]
            none += sign * (all_of[number + more] - all_of[number + more + 1])
        law[True, number] = comb(others, number) * some
        law[False, number] = comb(others, number) * none
    return law
