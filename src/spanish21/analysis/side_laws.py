"""How likely each result of a side wager is, exactly, from a full or any given shoe.

The cards of a side wager are dealt from the whole shoe, so any of them may stand for any other: the dealer's
second card is as good as the first, and four cards are counted without their order.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

from spanish21.analysis.shoe import Shoe
from spanish21.game.cards import ACE, TEN
from spanish21.game.sidebets import (
    NO_LINE,
    NO_MATCH,
    is_six_and_ten_value,
    match_line,
    monster_line,
    suited_pairs,
)

Law = dict[Fraction, Fraction]
"""How likely each result is, in wagers; a lost wager is -1."""


def match_law(shoe: Shoe, pays: tuple[int, ...]) -> Law:
    """How two cards match a third, by rank and suit."""
    law: Law = {}
    size = shoe.size
    deals = size * comb(size - 1, 2)
    for rank in range(1, 14):
        for suit in range(4):
            dealers = shoe.counts[rank][suit]
            if not dealers:
                continue
            card = rank * 4 + suit
            groups = (
                (card, dealers - 1),
                (rank * 4 + (suit + 1) % 4, sum(shoe.counts[rank]) - dealers),
                ((rank % 13 + 1) * 4 + suit, size - sum(shoe.counts[rank])),
            )
            for (first, many), (second, more) in combinations_with_replacement(groups, 2):
                ways = comb(many, 2) if first == second else many * more
                line = match_line(first, second, card)
                result = Fraction(-1 if line == NO_MATCH else pays[line])
                law[result] = law.get(result, Fraction(0)) + Fraction(dealers * ways, deals)
    return law


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


def monster_lines(shoe: Shoe) -> dict[tuple[int, int], Fraction]:
    """How likely four cards make each line, with the number of suited pairs among them."""
    ways: dict[tuple[int, int], int] = {}

    def add(cards: tuple[int, int, int, int], number: int) -> None:
        if number:
            line = monster_line(*cards)
            pairs = suited_pairs(*cards) if line == NO_LINE - 1 else 0
            ways[line, pairs] = ways.get((line, pairs), 0) + number

    ranks = [rank for rank in range(1, 14) if sum(shoe.counts[rank])]
    size = shoe.size
    of_rank = {rank: sum(shoe.counts[rank]) for rank in ranks}
    groups = {
        number: {rank: list(_suit_groups(shoe, rank, number)) for rank in ranks} for number in (2, 3, 4)
    }
    for rank in ranks:
        other = next(one for one in (*ranks, 14) if one != rank)
        for cards, number in groups[4][rank]:
            add((cards[0], cards[1], cards[2], cards[3]), number)
        for cards, number in groups[3][rank]:
            add((cards[0], cards[1], cards[2], other * 4), number * (size - of_rank[rank]))
        rest = [of_rank[one] for one in ranks if one != rank]
        two_others = (sum(rest) ** 2 - sum(one * one for one in rest)) // 2
        lone = [one for one in range(1, 14) if one != rank][:2]
        for cards, number in groups[2][rank]:
            add((cards[0], cards[1], lone[0] * 4, lone[1] * 4), number * two_others)
    for low, high in combinations(ranks, 2):
        for first, number in groups[2][low]:
            for second, more in groups[2][high]:
                add((first[0], first[1], second[0], second[1]), number * more)
    deals = comb(size, 4)
    lines = {key: Fraction(number, deals) for key, number in ways.items()}
    lines[NO_LINE, 0] = 1 - sum(
        (chance for (line, _), chance in lines.items() if line != NO_LINE), Fraction(0)
    )
    return lines


def _suit_groups(shoe: Shoe, rank: int, number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of so many cards of a rank by their suits, and in how many ways it can be dealt."""
    for suits in combinations_with_replacement(range(4), number):
        ways = 1
        for suit in set(suits):
            ways *= comb(shoe.counts[rank][suit], suits.count(suit))
        if ways:
            yield tuple(rank * 4 + suit for suit in suits), ways


def blackjack_chance(shoe: Shoe) -> Fraction:
    """How likely two cards are an ace and a card that counts 10."""
    aces = sum(shoe.counts[ACE])
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    return Fraction(aces * tens, comb(shoe.size, 2))


def six_and_ten_chance(shoe: Shoe) -> Fraction:
    """How likely the dealer's first two cards are a 6 and a card that counts 10."""
    ways = sum(
        sum(shoe.counts[low]) * sum(shoe.counts[high])
        for low in range(1, 14)
        for high in range(low + 1, 14)
        if is_six_and_ten_value(low * 4, high * 4)
    )
    return Fraction(ways, comb(shoe.size, 2))


def blackjacks_law(shoe: Shoe, others: int) -> dict[tuple[bool, int], Fraction]:
    """How likely a hand is a Blackjack, or not, while so many of the others' hands are, all from one shoe."""
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
