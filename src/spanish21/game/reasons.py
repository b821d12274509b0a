"""Why a command is refused: a closed list, by subject; which reason comes first is up to each chapter."""

from enum import StrEnum
from typing import Self


class Reason(StrEnum):
    """Why not: a name, by which clauses are found, and the same in words."""

    words: str

    def __new__(cls, name: str, words: str) -> Self:
        reason = str.__new__(cls, name)
        reason._value_ = name
        reason.words = words
        return reason

    # who and when
    NOT_AT_THE_TABLE = "not_at_the_table", "that person is not at the table"
    NOT_YOUR_OFFICE = "not_your_office", "that is another person's task"
    TABLE_NOT_OPEN = "table_not_open", "the table is not open for wagers"
    TABLE_IS_HALTED = (
        "table_is_halted",
        "no cards are dealt until the card reader device is repaired or replaced",
    )
    TEN_MUST_BE_REMOVED = "ten_must_be_removed", "a floorperson must first take the 10 out of the shoe"
    INVENTORY_SHORT = "inventory_short", "the inventory cannot cover what must be paid: it needs a fill first"
    SLIP_NOT_CONFIRMED = "slip_not_confirmed", "a count or transfer of chips must be confirmed first"
    NOT_NOW = "not_now", "the procedure is not at that step"
    NOT_YOUR_TURN = (
        "not_your_turn",
        "it is another player's turn, or another player calls the decisions on this box",
    )
    ANSWER_FIRST = "answer_first", "a player has not answered yet"
    NAME_TAKEN = "name_taken", "that name is taken or reserved for the house"
    # opening, shuffling, cutting
    CHECKLIST_INCOMPLETE = "checklist_incomplete", "the equipment checklist is not complete"
    READER_NOT_INSPECTED = (
        "reader_not_inspected",
        "the card reader device has not been inspected this gaming day",
    )
    INSPECTION_NOT_VERIFIED = (
        "inspection_not_verified",
        "the floorperson has not verified the inspection of the cards",
    )
    DECK_IS_DEFECTIVE = "deck_is_defective", "the defective deck must first be replaced"
    WRONG_DECKS = "wrong_decks", "these are not the decks that the book requires"
    DECKS_NOT_APPROVED = "decks_not_approved", "decks that arrive inspected and shuffled need an approval"
    TENS_NOT_REMOVED = "tens_not_removed", "the 10s have not been taken out of the decks"
    CARDS_NOT_SEEN_BY_PLAYER = (
        "cards_not_seen_by_player",
        "the first player has not had a chance to look at the cards",
    )
    NOT_A_SHUFFLE_OF_THE_CARDS = (
        "not_a_shuffle_of_the_cards",
        "the shuffled stack does not hold the cards in play",
    )
    SHUFFLER_IN_THE_WAY = (
        "shuffler_in_the_way",
        "the broken shuffling device must first be covered, marked or removed",
    )
    CUT_TOO_NEAR_THE_END = "cut_too_near_the_end", "the cut is too near an end of the stack"
    COVER_CARD_TOO_NEAR_THE_BACK = (
        "cover_card_too_near_the_back",
        "the cover card is too near the back of the stack",
    )
    CUT_NOT_OFFERED = "cut_not_offered", "the cut is offered to another player"
    RECUT_TOO_LATE = "recut_too_late", "a recut can no longer be ordered"
    DECKS_TOO_OLD = "decks_too_old", "the decks must be changed before the next round"
    COVER_CARD_REACHED = (
        "cover_card_reached",
        "the cover card has come out: the cards must be shuffled before the next round",
    )
    NO_BURN_DISCLOSURE = "no_burn_disclosure", "in this book the burn card is not shown"
    INVENTORY_NOT_COUNTED = (
        "inventory_not_counted",
        "the chips in the inventory must be counted before the first round",
    )
    SLIP_AMOUNT = "slip_amount", "the inventory cannot be filled, credited or counted by that amount"
    # wagers
    NO_SUCH_BOX = "no_such_box", "the table has no such box"
    BOX_IS_TAKEN = "box_is_taken", "another player sits at that box or has a wager on it"
    BOX_IS_FULL = "box_is_full", "no more people may wager on that box"
    PLACE_IS_KEPT = "place_is_kept", "the last place on that box is kept for the person who sits there"
    TOO_MANY_SHARED_BOXES = "too_many_shared_boxes", "no more boxes may be shared at this table"
    NO_CONSENT = "no_consent", "the first person to wager on the box has not consented"
    TOO_MANY_BOXES = "too_many_boxes", "one person may not wager on that many boxes"
    NOT_ADJACENT = "not_adjacent", "the boxes of one person must be next to each other"
    BARRED_UNTIL_RESHUFFLE = (
        "barred_until_reshuffle",
        "a player who sat out a round may not wager until the next shuffle",
    )
    BELOW_MINIMUM = "below_minimum", "the wager is below the minimum"
    ABOVE_MAXIMUM = "above_maximum", "the wager is above the maximum"
    NOT_IN_CHIPS = "not_in_chips", "the amount cannot be made in chips"
    NOT_ENOUGH_CHIPS = "not_enough_chips", "the person does not have that many chips"
    MAIN_WAGER_FIRST = "main_wager_first", "a side wager needs a wager on the hand"
    SIDE_WAGER_NOT_OFFERED = "side_wager_not_offered", "that side wager is not offered at this table"
    SIDE_WAGER_AMOUNT = "side_wager_amount", "that side wager must be for another amount"
    NO_CASH_WAGERS = "no_cash_wagers", "cash is not accepted as a wager here"
    NO_COUPONS = "no_coupons", "coupons are not accepted as a wager here"
    COUPON_AMOUNT = "coupon_amount", "a coupon goes with a wager of at least its value"
    NO_WAGER = "no_wager", "there is no such wager"
    WAGERS_ARE_CLOSED = "wagers_are_closed", "wagers are placed before the first card of a round"
    WAGER_IS_LOCKED = "wager_is_locked", "a wager stays as it is until it is decided"
    CARDS_ARE_NOT_HANDLED = "cards_are_not_handled", "players do not touch the cards"
    # decisions
    INSURANCE_FIRST = "insurance_first", "insurance comes first: insure or decline"
    INSURANCE_IS_CLOSED = "insurance_is_closed", "insurance can no longer be taken or declined"
    INSURANCE_NOT_OFFERED = "insurance_not_offered", "insurance is offered only when the up card is an ace"
    INSURANCE_TOO_HIGH = "insurance_too_high", "insurance is at most half the wager"
    SURRENDER_NOT_OFFERED = "surrender_not_offered", "this book has no surrender"
    NO_SURRENDER = "no_surrender", "this hand may not be surrendered"
    NO_STAND = "no_stand", "this hand has too few points to stand"
    NO_DRAW = "no_draw", "this hand may not draw another card"
    NO_DOUBLE = "no_double", "this hand may not be doubled"
    DOUBLE_AMOUNT = "double_amount", "the double must be for another amount"
    RESCUE_NOT_OFFERED = "rescue_not_offered", "this book has no rescue"
    NO_RESCUE = "no_rescue", "this hand may not be rescued"
    NO_SPLIT = "no_split", "this hand may not be split"
    NO_MORE_CARDS = "no_more_cards", "a player who refused the exposed card gets no more cards this round"
    CARD_NOT_IN_SHOE = "card_not_in_shoe", "that card cannot be in the shoe any more"
    CARD_MUST_BE_READ = "card_must_be_read", "with a real shoe, each card must be named as it is drawn"
    CARD_COMES_FROM_THE_SHOE = (
        "card_comes_from_the_shoe",
        "the cards of this shoe are known and must not be named",
    )
    WHEEL_STOP = "wheel_stop", "the wheel has no such stop"
    LIGHT_NOT_CHECKED = "light_not_checked", "the dealer has not checked the light of the progressive system"
    NOT_VALIDATED = "not_validated", "the floorperson has not validated the progressive payout"


REASONS: dict[str, str] = {reason: reason.words for reason in Reason}
"""The text of each reason."""
