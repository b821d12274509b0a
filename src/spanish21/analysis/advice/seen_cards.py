"""What a person at a table knows when they decide: the cards that they have seen, their hand, their money.

Cards are read from `view`, and from the discard rack only those that did not go there face down; so no
unseen card can influence advice.
"""

from collections import Counter
from typing import Literal, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import HandMoney, forfeits
from spanish21.game.cards import TEN, UNSEEN, card
from spanish21.game.options import double_amounts, most_double
from spanish21.game.pays import counted_wager
from spanish21.game.round.payout_limit import counts_to_limit
from spanish21.game.states import HandState
from spanish21.game.table import Box, Hand, Table, person_of
from spanish21.game.view import View
from spanish21.strategy import MOST_DOUBLES

Counts = NDArray[numpy.int64]
Memory = Literal["round", "shoe"]

HIDDEN = "??"


class SeenHand(NamedTuple):
    """A hand as the person who decides on it knows it."""

    box: Box
    place: int
    """Which hand of the box."""
    at: int
    """Which stake of the box."""
    cards: tuple[int, ...]
    up: int
    suits: Counts
    """`[rank, suit]`: the unseen cards, the hand's own and the up card."""
    knows_blackjack: bool
    """Whether a card reader has said that the dealer has no Blackjack."""

    @property
    def hand(self) -> Hand:
        return self.box.hands[self.place]

    @property
    def values(self) -> Counts:
        """The same cards by value, 1 to 10."""
        return by_value(self.suits)


def known_hand(table: Table, seen: View, memory: Memory) -> SeenHand:
    """The hand whose turn it is, as `seen.you` knows it."""
    box = table.boxes[table.turn_box]
    hand = seen.boxes[table.turn_box].hands[table.turn_hand]
    cards, up = tuple(card(text) for text in hand.cards), card(seen.dealer[0])
    suits = unseen_cards(table, seen, memory)
    for one in (*cards, up):
        suits[one >> 2, one & 3] += 1
    people = [stake.person for stake in box.stakes]
    answered = table.reader_answered and not table.dealer_has_blackjack
    return SeenHand(box, table.turn_hand, people.index(seen.you), cards, up, suits, answered)


def unseen_cards(table: Table, seen: View, memory: Memory) -> Counts:
    """`[rank, suit]`: the cards of the decks in play that a person with this memory has not seen.

    No person knows of a 10 that slipped into the decks.
    """
    suits = numpy.bincount(numpy.array(table.pool), minlength=56).reshape(14, 4).astype(numpy.int64)
    gone = Counter(card(text) for text in open_cards(seen))
    gone += _of_this_round(table, seen.you) if memory == "round" else _of_rack(table, seen.you)
    for one, times in gone.items():
        suits[one >> 2, one & 3] -= times
    suits[TEN] = 0
    return suits


def open_cards(seen: View) -> list[str]:
    """The cards that are face up on the table."""
    hands = [hand for box in seen.boxes for hand in box.hands if hand.state != HandState.REMOVED]
    found = [text for hand in hands for text in hand.cards]
    found += [text for text in seen.dealer if text != HIDDEN]
    return found + ([seen.exposed_card] if seen.exposed_card else [])


def _of_rack(table: Table, who: str) -> Counter[int]:
    """The cards in the discard rack that a person has seen."""
    rack = Counter(one for packet in table.rack for one in packet)
    never = (one.card for one in table.face_down if all(person != who for person, _ in one.shown))
    return _without_unseen(rack - Counter(never))


def _of_this_round(table: Table, who: str) -> Counter[int]:
    """The cards in the rack that a person has seen in this round: hands paid and removed, a card found
    face up, a burn card that was shown to them.

    A shuffle of the discards during the round empties the rack: what was in it is in the shoe again.
    """
    rack = Counter(table.rack)
    removed = Counter(
        hand.cards for box in table.boxes for hand in box.hands if hand.state == HandState.REMOVED
    )
    found = Counter(one for packet in (rack & removed).elements() for one in packet)
    found.update(one.card for one in table.face_down if (who, table.round_number) in one.shown)
    if table.trouble.face_up_found:
        singles = [packet[0] for packet in table.rack if len(packet) == 1]
        faces = Counter(singles) - Counter(one.card for one in table.face_down)
        found.update([one for one in reversed(singles) if one in faces][:1])
    return _without_unseen(found)


def _without_unseen(cards: Counter[int]) -> Counter[int]:
    del cards[UNSEEN]
    return cards


def by_value(suits: Counts) -> Counts:
    """Cards by rank and suit as cards by value."""
    by_rank = suits.sum(axis=1)
    return numpy.append(by_rank[:10], by_rank[10:].sum())


def money_on(table: Table, known: SeenHand, doubles: int, amount: int | None = None) -> HandMoney:
    """What a person has on a hand after this many doubles, and what doubles make of it: the next one by
    `amount` if
    that is given, every other one by as much as their chips allow."""
    rules, hand, at = table.rules, known.hand, known.at
    stake = known.box.stakes[at]
    wager, coupon = hand.wagers[at], hand.coupons[at]
    beside = counted_wager(wager, coupon, rules) - wager
    person = person_of(table, stake.person)
    chips = person.chips if person is not None else 0
    staked = [wager + hand.doubles[at]] * (MOST_DOUBLES + 1)
    staked[max(doubles - 1, 0)] -= hand.last_doubles[at]
    staked[0] = wager
    may = [False] * (MOST_DOUBLES + 1)
    for level in range(doubles, MOST_DOUBLES):
        _, by = double_amounts(most_double(staked[level] + beside, rules), chips, rules)
        given = level == doubles and amount is not None
        by = amount if given and amount is not None else by
        may[level] = given or by > 0
        chips -= by
        staked[level + 1] = staked[level] + by
    return HandMoney(
        wager,
        tuple(staked),
        forfeits(rules, tuple(staked)),
        tuple(may),
        coupon,
        counted_wager(stake.wager, stake.coupon, rules),
        paid_before(table, known) if known.place == 0 else 0,
    )


def paid_before(table: Table, known: SeenHand) -> int:
    """What the person has been paid on the box's first hand, which counts towards a payout limit."""
    person = known.box.stakes[known.at].person
    return sum(
        one.paid
        for one in table.settled
        if one.box == known.box.number and one.person == person and counts_to_limit(one.kind)
    )
