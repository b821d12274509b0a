"""How the dealer's hand ends, for every hand that the player may hold, by draws without replacement.

A dealer's finished hand is a multiset, up card included. Given the cards that a player has removed, its
probability is the number of orders in which it can be drawn times a product of falling factorials, one for
each value. The products do not depend on which of the cards was the up card, and a multiset's product is its
prefix's product times one factor; so the multisets are walked as a tree and each factor is multiplied once,
for a block of the player's hands at a time.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.kernel_structs import contracted_kernel, kernel, part_of_kernel
from spanish21.game import hands
from spanish21.strategy import UP_VALUES, hand_numbers

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]

DEALER_TOTALS = (17, 18, 19, 20, 21)
"""The totals that a dealer's hand may end with; a 21 here is not a Blackjack, and the remainder is a bust."""

BLOCK = 64
"""Hands in one block: their products and sums stay in the processor's first cache."""


class DealerTree(NamedTuple):
    """The dealer's finished multisets as a tree of prefixes, in the order of a walk."""

    depth: Ints
    value: Ints
    copies: Ints
    """How many of this value the prefix already has."""
    leaf: Ints
    """The finished multiset that the node is, -1 for none."""
    leaf_size: Ints
    leaf_total: Ints
    first_order: Ints
    """Where a leaf's entries in `order_up` begin; one more entry at the end."""
    order_up: Ints
    order_count: Floats
    """In how many orders the leaf can be drawn from that up card."""
    deepest: int


@cache
def dealer_tree(hits_soft_17: bool) -> DealerTree:
    """The tree of every hand that the dealer's rule can end with at 17 to 21, Blackjack left out."""
    numbers = hand_numbers()
    draws = numpy.array(
        [
            hands.dealer_draws(int(h), int(a), hits_soft_17)
            for h, a in zip(numbers.hard, numbers.aces, strict=True)
        ]
    )
    orders = numpy.zeros((11, len(draws)))
    _count_orders(numbers.following, draws, orders)
    finished = [
        int(hand) for hand in numpy.flatnonzero(~draws & orders.any(axis=0)) if numbers.size[hand] > 1
    ]
    finished = [hand for hand in finished if not (numbers.size[hand] == 2 and numbers.hard[hand] == 11)]
    sequence_of = {
        hand: tuple(value for value in UP_VALUES for _ in range(numbers.held[hand, value]))
        for hand in finished
    }
    nodes: list[tuple[int, int, int, int]] = []
    sizes: list[int] = []
    totals: list[int] = []
    first: list[int] = []
    ups: list[int] = []
    counts: list[float] = []
    path: tuple[int, ...] = ()
    for hand in sorted(finished, key=lambda one: sequence_of[one]):
        sequence = sequence_of[hand]
        shared = 0
        while shared < min(len(path), len(sequence)) and path[shared] == sequence[shared]:
            shared += 1
        for depth in range(shared, len(sequence)):
            value = sequence[depth]
            nodes.append((depth, value, sequence[:depth].count(value), -1))
        # A finished hand may be the prefix of another, so a node can be both.
        nodes[-1] = (*nodes[-1][:3], len(sizes))
        sizes.append(len(sequence))
        totals.append(hands.total(int(numbers.hard[hand]), int(numbers.aces[hand])) - 17)
        first.append(len(ups))
        for up in UP_VALUES:
            if orders[up, hand] > 0:
                ups.append(up)
                counts.append(float(orders[up, hand]))
        path = sequence
    table = numpy.array(nodes, dtype=numpy.int64)
    return DealerTree(
        table[:, 0].copy(),
        table[:, 1].copy(),
        table[:, 2].copy(),
        table[:, 3].copy(),
        numpy.array(sizes),
        numpy.array(totals),
        numpy.array([*first, len(ups)]),
        numpy.array(ups),
        numpy.array(counts),
        max(sizes),
    )


@kernel
def _count_orders(following: Any, draws: Any, orders: Any) -> None:
    """In how many orders the dealer's rule draws each multiset, by the value of its first card."""
    for up in range(1, 11):
        orders[up, following[0, up]] = 1.0
        for hand in range(1, len(draws)):
            if orders[up, hand] > 0.0 and draws[hand]:
                for value in range(1, 11):
                    if following[hand, value] > 0:
                        orders[up, following[hand, value]] += orders[up, hand]


def dealer_totals(counts: Ints, removed: NDArray[numpy.int16], hits_soft_17: bool) -> Floats:
    """`[hand, up, total]`: how likely the dealer ends with 17 to 21 when `removed[hand]` have left the shoe.

    Given the up card's value, which is counted in the shoe and not in `removed`; the chances of a Blackjack
    and of a bust are not in it.
    """
    totals = numpy.zeros((len(removed), 11, len(DEALER_TOTALS)))
    _walk(counts.astype(numpy.float64), removed, dealer_tree(hits_soft_17), totals)
    return totals


@contracted_kernel
def _walk(counts: Any, removed: Any, tree: Any, totals: Any) -> None:
    depth, value, copies, leaf, leaf_size, leaf_total, first_order, order_up, order_count, deepest = tree
    # Made here, so that the compiler knows that they are not aliased: a third faster.
    product = numpy.ones((deepest + 1, BLOCK))
    left = numpy.zeros((11, BLOCK))
    inverse = numpy.zeros((deepest + 1, BLOCK))
    scaled = numpy.zeros(BLOCK)
    sums = numpy.zeros((11, 5, BLOCK))
    cards = counts.sum()
    for start in range(0, len(removed), BLOCK):
        length = min(BLOCK, len(removed) - start)
        for i in range(length):
            gone = 0.0
            for v in range(1, 11):
                left[v, i] = counts[v] - removed[start + i, v]
                gone += removed[start + i, v]
            # The first factor of a product is the up card's, which is given: its chance is divided out below.
            falling = 1.0
            for size in range(1, deepest + 1):
                if size > 1:
                    falling *= max(cards - gone - size + 1.0, 1.0)
                inverse[size, i] = 1.0 / falling
        sums[:] = 0.0
        for node in range(len(depth)):
            here, above = product[depth[node] + 1], product[depth[node]]
            chosen, held = left[value[node]], copies[node]
            for i in range(BLOCK):
                here[i] = above[i] * (chosen[i] - held)
            end = leaf[node]
            if end >= 0:
                divisor = inverse[leaf_size[end]]
                for i in range(BLOCK):
                    scaled[i] = here[i] * divisor[i]
                for entry in range(first_order[end], first_order[end + 1]):
                    place = sums[order_up[entry], leaf_total[end]]
                    weight = order_count[entry]
                    for i in range(BLOCK):
                        place[i] += weight * scaled[i]
        for up in range(1, 11):
            for total in range(5):
                for i in range(length):
                    if left[up, i] > 0.0:
                        totals[start + i, up, total] = sums[up, total, i] / left[up, i]


@part_of_kernel
def blackjack_chance(up: int, aces: float, tens: float, cards: float) -> float:
    """The chance that the dealer's second card makes a Blackjack, from the cards left without the up card."""
    if up == 1:
        return tens / cards
    return aces / cards if up == 10 else 0.0
