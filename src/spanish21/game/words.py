"""The settings that are words: an enumeration for each, whose numbers are what `Rules` and a log keep.

A word stands here and nowhere else: `rules.WORDS` is made of these names; what compiled code reads of them
are ints (`pays`). Stored rules have the numbers, so a new word goes to the end.
"""

from enum import IntEnum


class Suit(IntEnum):
    """`top_suit`: the suit of the best bonuses."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Split21(IntEnum):
    """`two_card_21_after_split`: the worth of a 21 in two cards on a split hand."""

    WINS = 0
    TIES = 1
    PAYS_BLACKJACK = 2


class BlackjackTakes(IntEnum):
    """`dealer_blackjack_takes`: how much of the money on a box a dealer's Blackjack takes."""

    ORIGINAL = 0
    ORIGINAL_OR_BUSTED = 1
    ALL = 2
    BUSTED_PLUS_ONE = 3
    ORIGINAL_OF_EACH_HAND = 4


class DoubleOn(IntEnum):
    """`double_on`: which totals may be doubled; where an ace then counts 1, it counts 1 here, too."""

    ANY_TOTAL = 0
    NINE_TO_ELEVEN = 1


class SurrenderAgainst(IntEnum):
    """`surrender_against`: the up cards against which a hand may be surrendered."""

    ANY_CARD = 0
    ACE_OR_COURT = 1


class RescueForfeits(IntEnum):
    """`rescue_forfeits`: what stays with the house when a double is taken back."""

    BEFORE_LAST_DOUBLE = 0
    FIRST_WAGER = 1


class OddMoney(IntEnum):
    """`odd_money`: how a payment that cannot be made in chips is rounded."""

    UP = 0
    DOWN = 1
    EXACT = 2


class SurrenderHalf(IntEnum):
    """`surrender_half`: the part that goes back of a surrendered wager that cannot be halved in chips."""

    EXACT = 0
    UP = 1
    DOWN = 2


class CouponCounts(IntEnum):
    """`coupon_counts`: whether a coupon makes the wager larger in every respect."""

    FOR_EVERYTHING = 0
    FOR_THE_ODDS = 1


class VoidUndoes(IntEnum):
    """`void_undoes`, `dead_undoes`: which settlements are undone when the round becomes void, or when all of
    its hands are called dead."""

    ALL = 0
    LOSSES = 1
    NOTHING = 2


class MeterShare(IntEnum):
    """`meter_share`: how a meter's share is rounded to cents."""

    DOWN = 0
    UP = 1
    UP_TO_CHIP = 2


class PayoutLimitCovers(IntEnum):
    """`payout_limit_covers`: which payouts the limit adds up."""

    MAIN_WAGER = 0
    EVERYTHING = 1


class WagersMadeWhen(IntEnum):
    """`wagers_made_when`: from when on a wager stays as it is."""

    CLOSED = 0
    PLACED = 1


class BlackjackPaid(IntEnum):
    """`blackjack_paid`: when a player's Blackjack is paid."""

    AT_END = 0
    AT_ONCE_V_2_TO_9 = 1
    AT_ONCE = 2


class SettlementOrder(IntEnum):
    """`settlement_order`: the order in which the main wagers are settled."""

    LOSERS_FIRST = 0
    RIGHT_TO_LEFT = 1


class Shuffling(IntEnum):
    """`shuffling`: who shuffles the cards; `CONTINUOUS`: the shoe itself, without end."""

    HAND = 0
    DEVICE = 1
    CONTINUOUS = 2


class ShuffledBy(IntEnum):
    """`shuffled_by`: who is responsible for shuffling."""

    DEALER = 0
    FLOORPERSON = 1


class CutOrder(IntEnum):
    """`cut_order`: with whom the offers of the cut begin."""

    COVER_CARD_BOX = 0
    ROTATING = 1


class RecutUntil(IntEnum):
    """`recut_until`: until when a recut can be ordered."""

    SHOE = 0
    DEAL = 1


class RecutBy(IntEnum):
    """`recut_by`: who cuts again."""

    LAST = 0
    NEXT = 1


class IdleSpread(IntEnum):
    """`idle_spread`: how the cards are spread on a table without players."""

    FACE_DOWN = 0
    FACE_UP = 1


class ReaderFailure(IntEnum):
    """`reader_failure`: whether the table halts or continues without the card reader device."""

    HALT = 0
    WITHOUT = 1


class SecondTen(IntEnum):
    """`second_ten`: the consequence of a second 10 in a shoe."""

    DECKS_REMOVED = 0
    RESHUFFLED = 1


class ShufflerFailure(IntEnum):
    """`shuffler_failure`: where a broken shuffling device goes."""

    COVERED = 0
    REMOVED = 1


class SecondBatch(IntEnum):
    """`second_batch`: whether a device shuffles one batch while another is dealt, and keeps it safe."""

    NONE = 0
    KEPT_SAFE = 1
    NOT_KEPT_SAFE = 2


class DealingHands(IntEnum):
    """`dealing_hands`: which hand of the dealer draws a card."""

    EITHER = 0
    NEAREST_DRAWS = 1
    LEFT_DRAWS = 2


class OneHandCards(IntEnum):
    """`one_hand_cards`: which cards the hand that draws may also place."""

    NONE = 0
    ALL = 1
    FURTHER = 2


class RackHeight(IntEnum):
    """`rack_height`: how the height of the discard rack shows that all cards are there."""

    EXACT = 0
    MARKED = 1


class PayoutsPosted(IntEnum):
    """`payouts_posted`: where players read the payouts and the payout limit."""

    LAYOUT = 0
    SIGN = 1


class ShoeSide(IntEnum):
    """`shoe_side`: on which side of the dealer the shoe stands."""

    LEFT = 0
    RIGHT = 1


class DealerTotalAnnounced(IntEnum):
    """`dealer_total_announced`: with which cards the dealer says the total of the dealer's hand."""

    EACH_CARD = 0
    AT_END = 1


def words_of(setting: type[IntEnum]) -> tuple[str, ...]:
    """The words of a setting as books write them, in the order of their numbers.

    >>> words_of(Shuffling)
    ('hand', 'device', 'continuous')
    """
    return tuple(word.name.lower() for word in setting)
