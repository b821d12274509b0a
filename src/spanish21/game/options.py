"""The options of a hand. Plain functions of ints that read `rules`; none of them knows whose turn it is."""

from typing import Protocol

from spanish21.game.hands import may_be_blackjack, total
from spanish21.game.words import DoubleOn, SurrenderAgainst

# The words of settings (words.py) as ints, because compiled functions read them.
ON_NINE_TO_ELEVEN = int(DoubleOn.NINE_TO_ELEVEN)
AGAINST_ANY_CARD = int(SurrenderAgainst.ANY_CARD)


class OptionRules(Protocol):
    """The settings that decide the options of a hand."""

    @property
    def may_surrender(self) -> bool: ...
    @property
    def may_rescue(self) -> bool: ...
    @property
    def may_double_21(self) -> bool: ...
    @property
    def may_double_after_split(self) -> bool: ...
    @property
    def may_split_again(self) -> bool: ...
    @property
    def may_split_aces_again(self) -> bool: ...
    @property
    def split_aces_one_card(self) -> bool: ...
    @property
    def most_doubles(self) -> int: ...
    @property
    def most_hands(self) -> int: ...
    @property
    def hand_maximum(self) -> int: ...
    @property
    def smallest_chip(self) -> int: ...
    @property
    def double_for_less(self) -> bool: ...
    @property
    def double_on(self) -> int: ...
    @property
    def doubled_aces_count_1(self) -> bool: ...
    @property
    def may_draw_after_double(self) -> bool: ...
    @property
    def least_to_stand(self) -> int: ...
    @property
    def surrender_against(self) -> int: ...
    @property
    def any_21_paid_at_once(self) -> bool: ...


def may_draw(total: int, doubles: int, split_aces: bool, count: int, rules: OptionRules) -> bool:
    """Below 21, after a double only where the rules say so; split aces may have to make do with one card."""
    if doubles > 0 and not rules.may_draw_after_double:
        return False
    return total < 21 and not (split_aces and count >= 2 and rules.split_aces_one_card)


def may_stand(total: int, doubles: int, rules: OptionRules) -> bool:
    """Whether a hand has the points that it takes to stand; a doubled hand always may."""
    return doubles > 0 or total >= rules.least_to_stand


def counted_for_double(hard: int, aces: int, rules: OptionRules) -> int:
    """The total that decides whether a hand may be doubled: as the doubled hand counts its aces."""
    return hard if rules.doubled_aces_count_1 else total(hard, aces)


def aces_after_double(aces: int, rules: OptionRules) -> int:
    """How many aces of a hand may still count 11 once it is doubled."""
    return 0 if rules.doubled_aces_count_1 else aces


def may_double(
    total: int, count: int, doubles: int, split: bool, split_aces: bool, rules: OptionRules
) -> bool:
    """On two or more cards, again as often as `most_doubles`; not on split aces that take one card only.

    `total` as `counted_for_double` has it; a finished 21 is not asked about.
    """
    if count < 2 or doubles >= rules.most_doubles or total > 21:
        return False
    if rules.double_on == ON_NINE_TO_ELEVEN and not 9 <= total <= 11:
        return False
    if split_aces and rules.split_aces_one_card:
        return False
    if total == 21 and (doubles > 0 or not rules.may_double_21 or rules.any_21_paid_at_once):
        return False
    return not split or rules.may_double_after_split


def most_double(existing: int, rules: OptionRules) -> int:
    """The largest double of a wager of `existing`: as much again, within the maximum of a hand."""
    return min(existing, rules.hand_maximum - existing) if rules.hand_maximum else existing


def double_amounts(full: int, chips: int, rules: OptionRules) -> tuple[int, int]:
    """The least and the most that a player with this many chips may double by; 0 and 0 for nothing."""
    if full < rules.smallest_chip:
        return 0, 0
    if not rules.double_for_less:
        return (full, full) if chips >= full else (0, 0)
    most = min(full, chips) // rules.smallest_chip * rules.smallest_chip
    return (rules.smallest_chip, most) if most else (0, 0)


def may_split_again(value: int, rules: OptionRules) -> bool:
    """Whether a pair of this value is split once more on a hand that comes from a split."""
    return rules.may_split_again and (value != 1 or rules.may_split_aces_again)


def has_room_for_hand(hands: int, most_hands: int) -> bool:
    """Whether a box with that many hands may have another; 0 is no limit."""
    return most_hands == 0 or hands < most_hands


def may_split(
    value1: int, value2: int, count: int, doubles: int, hands: int, split: bool, rules: OptionRules
) -> bool:
    """Two cards of one value, while the box has fewer hands than the limit (0: no limit)."""
    if count != 2 or doubles > 0 or value1 != value2:
        return False
    if split and not may_split_again(value1, rules):
        return False
    return has_room_for_hand(hands, rules.most_hands)


def may_surrender(count: int, doubles: int, split: bool, blackjack: bool, rules: OptionRules) -> bool:
    """Only as the first decision on the first two cards."""
    return rules.may_surrender and count == 2 and doubles == 0 and not split and not blackjack


def is_surrender_card(up_card: int, rules: OptionRules) -> bool:
    """Whether a hand may be surrendered against this up card: any, or only one that a Blackjack can have."""
    return rules.surrender_against == AGAINST_ANY_CARD or may_be_blackjack(up_card)


def may_rescue(total: int, doubles: int, rules: OptionRules) -> bool:
    """After a double whose card did not bust the hand."""
    most = 20 if rules.any_21_paid_at_once else 21
    return rules.may_rescue and doubles > 0 and total <= most
