"""The states that a table and its parts can be in, and how a wager can end; each word as logs have it.

Python 3.11 takes 0.1 µs to look up an attribute of an enumeration, so modules that ask in every round bind
the members that they ask for once, under a private name.
"""

from enum import StrEnum


class Phase(StrEnum):
    """A step of the procedure, of the whole table."""

    CLOSED = "closed"  # the opening checklist and the cards are not ready
    SPREAD = "spread"  # the cards are spread face up (or down) for the first player to inspect
    STACK = "stack"  # the cards are stacked and must be shuffled
    BATCH = "batch"  # the stack is in the shuffling device; the batch that waited there comes out
    CUT = "cut"  # the stack is offered to be cut
    COVER = "cover"  # the stack is cut; the cover card goes in
    LOAD = "load"  # the stack goes into the shoe
    BURN = "burn"  # the first card of the shoe, or of a new dealer, goes into the discard rack
    WAGERS = "wagers"  # wagers are placed
    DEAL = "deal"  # the first two cards
    MATCH = "match"  # wagers on a match with the up card are settled
    INSURANCE = "insurance"
    READER = "reader"  # the hole card goes into the card reader device
    PLAY = "play"  # the players' decisions
    DEALER = "dealer"  # the dealer's hand
    SETTLE = "settle"
    COLLECT = "collect"  # the cards go into the discard rack


class HandState(StrEnum):
    """How far a hand has got."""

    DEALT = "dealt"  # its first cards are on the way
    OPEN = "open"  # its player decides
    DRAWING = "drawing"  # a card was asked for
    DOUBLING = "doubling"  # a double was made and its card is due
    DOUBLED = "doubled"  # the double's card is out; stand, rescue or double again
    WAITING = "waiting"  # one card of a split pair, its second card not yet dealt
    OWED = "owed"  # the dealer passed it over; its card comes after all others (irregularity)
    STOOD = "stood"
    BUSTED = "busted"
    BLACKJACK = "blackjack"
    SURRENDERED = "surrendered"
    RESCUED = "rescued"
    DEAD = "dead"
    REMOVED = "removed"  # decided, paid and its cards already in the discard rack


class WagerResult(StrEnum):
    """How a wager ended."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"
    RETURNED = "returned"  # the part that a dealer's Blackjack does not take
    SURRENDERED = "surrendered"
    RESCUED = "rescued"
    VOID = "void"


class SlipKind(StrEnum):
    """The purpose of a slip of the inventory."""

    ASKED = "asked"  # a payment lacks chips: a fill must come
    FILL = "fill"
    CREDIT = "credit"
    OPENING = "opening"
    CLOSING = "closing"


class ShufflerState(StrEnum):
    """The shuffling device, which is broken until it is put aside."""

    WORKING = "working"
    BROKEN = "broken"
    COVERED = "covered"
    REMOVED = "removed"


class Irregularity(StrEnum):
    """The irregularity because of which a round is void, a hand dead or a card not used."""

    SECOND_FACE_UP_CARD = "second_face_up_card"
    SECOND_TEN = "second_ten"
    HOLE_CARD_SEEN = "hole_card_seen"
    NO_CARDS_DEALT = "no_cards_dealt"
    ONE_CARD_DEALT = "one_card_dealt"
    CARD_NOT_DEALT = "card_not_dealt"
    DEALER_STANDS = "dealer_stands"
    NO_HAND_CAN_USE_IT = "no_hand_can_use_it"
