"""The value of a hand: total, soft, Blackjack, which 21. Plain functions of ints."""

from collections.abc import Sequence
from enum import IntEnum


class HandKind(IntEnum):
    """The kinds of 21, as the payout chapters name them; `ORDINARY` is every other hand."""

    ORDINARY = 0
    BLACKJACK = 1
    MIXED_678 = 2
    SUITED_678 = 3
    TOP_678 = 4
    MIXED_777 = 5
    SUITED_777 = 6
    TOP_777 = 7
    FIVE_CARD_21 = 8
    SIX_CARD_21 = 9
    SEVEN_CARD_21 = 10


# The same as ints, because compiled functions read them.
ORDINARY, BLACKJACK = int(HandKind.ORDINARY), int(HandKind.BLACKJACK)
MIXED_678, SUITED_678, TOP_678 = int(HandKind.MIXED_678), int(HandKind.SUITED_678), int(HandKind.TOP_678)
MIXED_777, SUITED_777, TOP_777 = int(HandKind.MIXED_777), int(HandKind.SUITED_777), int(HandKind.TOP_777)
FIVE_CARD_21, SIX_CARD_21, SEVEN_CARD_21 = [int(kind) for kind in HandKind if kind > HandKind.TOP_777]
KINDS = len(HandKind)


def value(card: int) -> int:
    """A card's value: an ace 1 (its other 10 is added by `total`), court cards 10."""
    rank = card >> 2
    return rank if rank < 10 else 10


POINTS = tuple([value(card) for card in range(64)])
"""`value` of every card, looked up."""


def is_ace(card: int) -> bool:
    return card >> 2 == 1


def total(hard: int, aces: int) -> int:
    """The point count of a hand whose cards sum to `hard` with every ace as 1."""
    return hard + 10 if aces > 0 and hard <= 11 else hard


def is_soft(hard: int, aces: int) -> bool:
    """Whether an ace of the hand is counted as 11."""
    return aces > 0 and hard <= 11


def is_two_card_21(first: int, second: int) -> bool:
    """Whether two cards are an ace and a card that counts 10."""
    if first >> 2 == 1:
        return second >> 2 >= 10
    return second >> 2 == 1 and first >> 2 >= 10


def may_be_blackjack(up_card: int) -> bool:
    """Whether a dealer with this up card can have a Blackjack: an ace, king, queen or jack."""
    rank = up_card >> 2
    return rank == 1 or rank >= 10


def kind_of_three(first: int, second: int, third: int, top_suit: int) -> int:
    """Which of the 6-7-8 and 7-7-7 hands three cards are, or `ORDINARY`."""
    rank1, rank2, rank3 = first >> 2, second >> 2, third >> 2
    if rank1 == 7 and rank2 == 7 and rank3 == 7:
        kind = MIXED_777
    elif rank1 + rank2 + rank3 == 21 and 6 <= rank1 <= 8 and 6 <= rank2 <= 8 and 6 <= rank3 <= 8:
        kind = MIXED_678
    else:
        return ORDINARY
    if first & 3 != second & 3 or first & 3 != third & 3:
        return kind
    return kind + 2 if first & 3 == top_suit else kind + 1


def kind_of_long(count: int, exactly_seven: bool) -> int:
    """Which of the five-, six- and seven-card kinds a 21 of `count` cards is, or `ORDINARY`."""
    if count < 5 or (count > 7 and exactly_seven):
        return ORDINARY
    return FIVE_CARD_21 if count == 5 else SIX_CARD_21 if count == 6 else SEVEN_CARD_21


def kind_of_hand(cards: Sequence[int], total: int, top_suit: int, exactly_seven: bool) -> int:
    """Which kind of 21 a hand of three or more cards is, before doubles and splits take its bonus away."""
    count = len(cards)
    if total != 21 or count < 3:
        return ORDINARY
    if count == 3:
        return kind_of_three(cards[0], cards[1], cards[2], top_suit)
    return kind_of_long(count, exactly_seven)


def dealer_draws(hard: int, aces: int, hits_soft_17: bool) -> bool:
    """Whether the dealer's rule draws another card to a hand of two or more cards."""
    if aces > 0 and hard <= 11:
        return hard + 10 < 17 or (hits_soft_17 and hard == 7)
    return hard < 17
