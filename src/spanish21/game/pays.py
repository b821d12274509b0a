"""The payment of a hand: who wins, at which odds, and the one division of money. Plain functions of ints."""

from enum import IntEnum
from typing import Protocol

from spanish21.game.hands import BLACKJACK, ORDINARY, SUITED_777, TOP_777
from spanish21.game.words import (
    BlackjackTakes,
    CouponCounts,
    OddMoney,
    RescueForfeits,
    Split21,
    SurrenderHalf,
)

Odds = tuple[int, int]


class Outcome(IntEnum):
    """How a hand compares with the dealer's."""

    LOST = -1
    TIED = 0
    WON = 1


LOST, TIED, WON = map(int, Outcome)

# The words of settings (words.py) as ints, because compiled functions read them.
SPLIT_21_WINS, SPLIT_21_TIES, SPLIT_21_PAYS_BLACKJACK = map(int, Split21)
ROUND_UP, ROUND_DOWN, ROUND_EXACT = map(int, OddMoney)
HALF_EXACT, HALF_UP, HALF_DOWN = map(int, SurrenderHalf)
COUPON_FOR_EVERYTHING = int(CouponCounts.FOR_EVERYTHING)
TAKES_ORIGINAL, TAKES_ORIGINAL_OR_BUSTED, TAKES_ALL = map(int, list(BlackjackTakes)[:3])
TAKES_BUSTED_PLUS_ONE, TAKES_ORIGINAL_OF_EACH_HAND = map(int, list(BlackjackTakes)[3:])
FORFEITS_FIRST_WAGER = int(RescueForfeits.FIRST_WAGER)

SUPER_BONUS_UP = 7
"""The up card against which three suited 7s win the fixed payouts."""


class PayRules(Protocol):
    """The settings that decide payments."""

    @property
    def pays_by_kind(self) -> tuple[Odds, ...]: ...
    @property
    def bonus_on_double(self) -> bool: ...
    @property
    def bonus_on_split(self) -> bool: ...
    @property
    def two_card_21_after_split(self) -> int: ...
    @property
    def any_21_paid_at_once(self) -> bool: ...
    @property
    def rescue_forfeits(self) -> int: ...
    @property
    def odd_money(self) -> int: ...
    @property
    def surrender_half(self) -> int: ...
    @property
    def smallest_chip(self) -> int: ...
    @property
    def payout_limit(self) -> int: ...
    @property
    def coupon_counts(self) -> int: ...
    @property
    def insurance_rounds_up(self) -> bool: ...
    @property
    def super_bonus_from(self) -> int: ...
    @property
    def super_bonus_large_from(self) -> int: ...
    @property
    def super_bonus_small(self) -> int: ...
    @property
    def super_bonus_large(self) -> int: ...


def beats_blackjack(total: int, count: int, blackjack: bool, split: bool, rules: PayRules) -> bool:
    """Whether a hand wins even against a dealer's Blackjack: one of its own, any 21 where it is paid
    immediately, or in one reading any 21 in two cards after a split."""
    if blackjack or (rules.any_21_paid_at_once and total == 21):
        return True
    reading = rules.two_card_21_after_split
    return split and count == 2 and total == 21 and reading == SPLIT_21_PAYS_BLACKJACK


def taken_by_blackjack(takes: int, wager: int, everything: int, busted: int, waiting: int) -> int:
    """The loss to a dealer's Blackjack of a box with `everything` to lose, `busted` of it on busted hands,
    the rest on `waiting` others; `wager` is the original one, `takes` the word of
    `dealer_blackjack_takes`."""
    if takes == TAKES_ORIGINAL:
        return min(wager, everything)
    if takes == TAKES_ORIGINAL_OR_BUSTED:
        return min(max(wager, busted), everything)
    if takes == TAKES_BUSTED_PLUS_ONE:
        return min(busted + wager, everything)
    if takes == TAKES_ORIGINAL_OF_EACH_HAND:
        return min(busted + waiting * wager, everything)
    return everything


def takes_beyond_wager(takes: int, busted: bool) -> bool:
    """Whether a dealer's Blackjack takes more than the original wager where a hand busted, or did not."""
    return takes == TAKES_ALL or (busted and takes != TAKES_ORIGINAL)


def blackjack_matters(takes: int, waits: bool, staked: int, wager: int) -> bool:
    """Whether a dealer's Blackjack can change the result of a box: one of its hands waits for the dealer's,
    or more is staked than the original wager, and of that a part may come back. Where busted wagers are lost
    in any case, only a hand that waits can bring something back."""
    return waits or (takes <= TAKES_ORIGINAL_OR_BUSTED and staked > wager)


def is_open_to_total(total: int, count: int, split: bool, rules: PayRules) -> bool:
    """Whether the dealer's total can change the result of a standing hand: any but a 21, which wins; in one
    reading a 21 in two cards after a split, which may tie."""
    if total < 21:
        return True
    if rules.any_21_paid_at_once:
        return False
    return split and count == 2 and rules.two_card_21_after_split == SPLIT_21_TIES


def outcome(
    total: int,
    count: int,
    blackjack: bool,
    split: bool,
    dealer_total: int,
    dealer_count: int,
    dealer_blackjack: bool,
    rules: PayRules,
) -> int:
    """Whether a hand has won, tied or lost against the dealer's finished hand.

    A player's Blackjack beats everything; a dealer's Blackjack beats every other hand; any other 21 of
    the player beats every other 21 of the dealer.
    """
    if beats_blackjack(total, count, blackjack, split, rules):
        return WON
    if total > 21 or dealer_blackjack:
        return LOST
    if dealer_total > 21 or total > dealer_total:
        return WON
    if total < dealer_total:
        return LOST
    if total == 21:
        if split and count == 2 and rules.two_card_21_after_split == SPLIT_21_TIES and dealer_count > 2:
            return TIED
        return WON
    return TIED


def paid_kind(kind: int, count: int, total: int, doubles: int, split: bool, rules: PayRules) -> int:
    """The kind under which a winning hand is paid, after doubles and splits took its bonus away."""
    if split and count == 2 and total == 21:
        pays_blackjack = rules.two_card_21_after_split == SPLIT_21_PAYS_BLACKJACK and doubles == 0
        return BLACKJACK if pays_blackjack else ORDINARY
    if kind == ORDINARY or kind == BLACKJACK:
        return kind
    if doubles > 0 and not rules.bonus_on_double:
        return ORDINARY
    if split and not rules.bonus_on_split:
        return ORDINARY
    return kind


def payment(amount: int, odds: Odds, rules: PayRules) -> int:
    """The winnings of a wager of `amount` at `odds`, to the smallest chip and within the payout limit."""
    over, under = odds[0] * amount, odds[1]
    if rules.odd_money == ROUND_EXACT:
        paid = over // under
    elif rules.odd_money == ROUND_DOWN:
        paid = over // (under * rules.smallest_chip) * rules.smallest_chip
    else:
        paid = -(-over // (under * rules.smallest_chip)) * rules.smallest_chip
    return min(paid, rules.payout_limit) if rules.payout_limit > 0 else paid


def counted_wager(chips: int, coupon: int, rules: PayRules) -> int:
    """The size of a wager of chips and a coupon together, for everything but the odds."""
    return chips + coupon if rules.coupon_counts == COUPON_FOR_EVERYTHING else chips


def returned_by_surrender(wager: int, rules: PayRules) -> int:
    """Half of a surrendered wager: to the cent, the odd one collected, or in other readings in chips."""
    if rules.surrender_half == HALF_EXACT:
        return wager // 2
    return half_in_chips(wager, rules.surrender_half == HALF_UP, rules)


def returned_by_rescue(doubled: int, last_double: int, rules: PayRules) -> int:
    """The amount that a rescue gives back: the last double, or all of them where it forfeits only the first
    wager."""
    return doubled if rules.rescue_forfeits == FORFEITS_FIRST_WAGER else last_double


def forfeited_by_rescue(wager: int, doubles: int, rules: PayRules) -> int:
    """The cost of a rescue, for a wager doubled in full this many times."""
    staked = wager << doubles
    return staked - returned_by_rescue(staked - wager, (staked >> 1) if doubles > 0 else 0, rules)


def most_insurance(amount: int, rules: PayRules) -> int:
    """Half of a wager, where the book says so up to the smallest chip: the limit of insurance."""
    return half_in_chips(amount, rules.insurance_rounds_up, rules)


def up_to_whole(amount: int, lot: int) -> int:
    """An amount rounded up to whole lots."""
    return -(-amount // lot) * lot


def half_in_chips(amount: int, up: bool, rules: PayRules) -> int:
    """Half of an amount, up or down to the smallest chip."""
    chip = rules.smallest_chip
    return -(-amount // (2 * chip)) * chip if up else amount // (2 * chip) * chip


def wins_fixed_payouts(kind: int, up_value: int, doubles: int, split: bool) -> bool:
    """Whether a winning hand earns the super bonus and the envy payouts: three suited 7s against a 7, neither
    doubled nor split."""
    is_suited_777 = kind == SUITED_777 or kind == TOP_777
    return is_suited_777 and up_value == SUPER_BONUS_UP and doubles == 0 and not split


def super_bonus(wager: int, rules: PayRules) -> int:
    """The fixed payout for three suited 7s against a 7, by the size of the original wager."""
    if wager >= rules.super_bonus_large_from:
        return rules.super_bonus_large
    return rules.super_bonus_small if wager >= rules.super_bonus_from else 0
