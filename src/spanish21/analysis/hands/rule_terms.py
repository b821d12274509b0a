"""Options and payouts of the rules, as small tables that the kernels read.

Everything here comes from the game's own arithmetic (hands, options, pays), so that the analyser has no
second version of the rules. Amounts are in units of the original wager.
"""

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.display.brief import brief
from spanish21.game import hands, options, pays
from spanish21.game.rules import Rules
from spanish21.game.words import PayoutLimitCovers
from spanish21.strategy import MOST_DOUBLES

Floats = NDArray[numpy.float64]
Ints = NDArray[numpy.int64]
Flags = NDArray[numpy.bool_]


class FixedMoney(msgspec.Struct, frozen=True):
    """A wager in the smallest unit and the number of other people; without it, odds are exact."""

    wager: int
    others: int = 0


class HandMoney(msgspec.Struct, frozen=True):
    """One person's wager on a hand, in the smallest unit, before and after doubles."""

    wager: int
    """The chips of the wager; everything is counted in units of it."""
    staked: tuple[int, ...]
    """`[doubles]`: the chips at stake after this many doubles."""
    forfeited: tuple[int, ...]
    """`[doubles]`: the cost of a rescue then."""
    doubled_from: tuple[bool, ...]
    """`[doubles]`: whether there are chips, and room below a maximum, to double once more."""
    coupon: int = 0
    counted: int = 0
    """The original wager as it counts for the fixed payout."""
    paid: int = 0
    """Earlier payments on the hand, where a limit covers all of it."""


class Terms(NamedTuple):
    """The rules of one table as arrays; `split` is 0 or 1, `doubles` 0 to 3."""

    sign: Ints
    """`[two_card_21_after_split, total, dealer's total - 17]`: won 1, tied 0, lost -1."""
    pay: Floats
    """`[split, doubles, kind]`: the payout of a winning hand."""
    paid: Ints
    """`[split, doubles, kind]`: the kind under which a hand of a kind is paid."""
    long_kind: Ints
    """`[count]`: the kind of a 21 with this many cards."""
    may_hit: Flags
    """`[total]`"""
    may_hit_doubled: Flags
    """`[total]`: the same of a doubled hand."""
    may_double: Flags
    """`[split, doubles, total]`: by the total that `options.counted_for_double` counts."""
    may_rescue: Flags
    """`[doubles, total]`"""
    stake: Floats
    """`[doubles]`: a hand's stake."""
    rescue: Floats
    """`[doubles]`: the loss of a rescue."""
    taken_standing: Floats
    """`[split, doubles]`: a standing hand's loss to a dealer's Blackjack beyond the original wager."""
    taken_busted: Floats
    taken_rescued: Floats
    surrender: Floats
    """`[1]`: the cost of a surrender; NaN without surrender."""
    super_bonus: Floats
    """`[2]`: the fixed payout for three suited 7s against a 7, in wagers; of the top suit second."""
    super_bonus_replaces: bool
    top_suit: int
    split_aces_one_card: bool
    split_21_beats_blackjack: bool
    """Whether an ace with a ten-value card on a split hand is paid even against a dealer's Blackjack."""
    knows_blackjack: bool
    """Whether a card reader ends the round before anyone decides."""
    any_21_beats_blackjack: bool
    """Whether any 21 is paid immediately, even where the dealer turns out to have a Blackjack."""
    aces_count_1: bool
    """Whether the aces of a hand count 1 once it is doubled."""
    plus_one: bool
    """Whether a dealer's Blackjack takes busted wagers and one original wager more."""
    least_to_stand: int
    """An undoubled hand stands with that many points, not with fewer."""

    def __repr__(self) -> str:
        return brief(self)

    @property
    def record(self) -> Any:
        """The same as one record, passed to a kernel by a single pointer; flags are 0 and 1."""
        record = numpy.zeros(1, _record_type())[0]
        for name, part in zip(self._fields, self, strict=True):
            record[name] = part
        return record


@cache
def _record_type() -> numpy.dtype[numpy.void]:
    by_doubles = (2, MOST_DOUBLES + 1)
    floats: dict[str, tuple[int, ...]] = {
        "pay": (*by_doubles, hands.KINDS),
        "stake": by_doubles[1:],
        "rescue": by_doubles[1:],
        "taken_standing": by_doubles,
        "taken_busted": by_doubles,
        "taken_rescued": by_doubles,
        "surrender": (1,),
        "super_bonus": (2,),
    }
    ints: dict[str, tuple[int, ...]] = {
        "sign": (2, 22, 5),
        "paid": (*by_doubles, hands.KINDS),
        "long_kind": (22,),
        "may_hit": (22,),
        "may_hit_doubled": (22,),
        "may_double": (*by_doubles, 22),
        "may_rescue": (*by_doubles[1:], 22),
    }
    fields = [
        (name, numpy.float64, floats[name]) if name in floats else (name, numpy.int64, ints.get(name, ()))
        for name in Terms._fields
    ]
    return record_type(fields)


def record_type(fields: list[tuple[str, Any, tuple[int, ...]]]) -> numpy.dtype[numpy.void]:
    """The type of a record with these fields, which both Python and a kernel read by name."""
    return numpy.dtype((numpy.record, numpy.dtype(fields)))


def terms_of(rules: Rules, money: FixedMoney | None = None) -> Terms:
    """The terms of a table, for exact odds or for one size of wager."""
    knows_blackjack = rules.hole_card and rules.card_reader
    return _terms(rules, _money_of_wager(rules, money) if money else None, knows_blackjack)


def terms_of_hand(rules: Rules, money: HandMoney, knows_blackjack: bool) -> Terms:
    """The terms of one hand with its own money; whether a dealer's Blackjack would have been announced by
    now."""
    terms = _terms(rules, money, knows_blackjack)
    may_double = terms.may_double & numpy.array(money.doubled_from)[None, :, None]
    return terms._replace(may_double=may_double)


def _money_of_wager(rules: Rules, money: FixedMoney) -> HandMoney:
    staked = tuple(money.wager << doubles for doubles in range(MOST_DOUBLES + 1))
    return HandMoney(
        money.wager,
        staked,
        forfeits(rules, staked),
        (True,) * (MOST_DOUBLES + 1),
        counted=money.wager,
    )


def forfeits(rules: Rules, staked: tuple[int, ...]) -> tuple[int, ...]:
    """`[doubles]`: the cost of a rescue: the first wager, or the stake before the last double."""
    back = (pays.returned_by_rescue(now - staked[0], now - before, rules) for before, now in pairwise(staked))
    return (staked[0], *(now - returned for now, returned in zip(staked[1:], back, strict=True)))


def _terms(rules: Rules, money: HandMoney | None, knows_blackjack: bool) -> Terms:
    plain = tuple(1 << doubles for doubles in range(MOST_DOUBLES + 1))
    stake = _in_wagers(money.staked, money.wager) if money else _in_wagers(plain, 1)
    rescue = _in_wagers(money.forfeited, money.wager) if money else _in_wagers(forfeits(rules, plain), 1)
    none = numpy.zeros((2, MOST_DOUBLES + 1))
    # On a split box the original wager is taken once, so a further hand's loss counts in full.
    every = numpy.array([stake - 1.0, stake])
    takes = rules.dealer_blackjack_takes
    takes_all = pays.takes_beyond_wager(takes, False) and not knows_blackjack
    takes_busted = pays.takes_beyond_wager(takes, True) and not knows_blackjack
    takes_each = takes == pays.TAKES_ORIGINAL_OF_EACH_HAND and not knows_blackjack
    # Of each hand of a split box the original wager, which the box loses once in any case.
    each = numpy.array([numpy.zeros(MOST_DOUBLES + 1), numpy.ones(MOST_DOUBLES + 1)])
    any_21 = rules.any_21_paid_at_once and not knows_blackjack
    return Terms(
        _signs(rules),
        _pays(rules, money),
        _paid_kinds(rules),
        numpy.array([hands.kind_of_long(count, rules.seven_card_21_exactly) for count in range(22)]),
        numpy.array([options.may_draw(total, 0, False, 2, rules) for total in range(22)]),
        numpy.array([options.may_draw(total, 1, False, 3, rules) for total in range(22)]),
        _may_double(rules),
        _may_rescue(rules),
        stake,
        rescue,
        every if takes_all else each if takes_each else none,
        every if takes_busted else none,
        numpy.array([rescue - 1.0, rescue]) if takes_all else each if takes_each else none,
        numpy.array([_surrender_cost(rules, money)]),
        _super_bonuses(rules, money),
        rules.super_bonus_replaces_odds,
        int(rules.top_suit),
        rules.split_aces_one_card,
        pays.beats_blackjack(21, 2, False, True, rules) and not knows_blackjack and not any_21,
        knows_blackjack,
        any_21,
        rules.doubled_aces_count_1,
        takes == pays.TAKES_BUSTED_PLUS_ONE and not knows_blackjack,
        rules.least_to_stand,
    )


def _in_wagers(amounts: tuple[int, ...], wager: int) -> Floats:
    return numpy.array([amount / wager for amount in amounts])


def _may_double(rules: Rules) -> Flags:
    return numpy.array(
        [
            [
                [options.may_double(total, 3, doubles, bool(split), False, rules) for total in range(22)]
                for doubles in range(MOST_DOUBLES + 1)
            ]
            for split in range(2)
        ]
    )


def _may_rescue(rules: Rules) -> Flags:
    return numpy.array(
        [
            [options.may_rescue(total, doubles, rules) for total in range(22)]
            for doubles in range(MOST_DOUBLES + 1)
        ]
    )


def _signs(rules: Rules) -> Ints:
    return numpy.array(
        [
            [
                [
                    pays.outcome(
                        total, 2 if after_split else 3, False, bool(after_split), dealers, 3, False, rules
                    )
                    for dealers in range(17, 22)
                ]
                for total in range(22)
            ]
            for after_split in range(2)
        ]
    )


def _paid_kinds(rules: Rules) -> Ints:
    return numpy.array(
        [
            [
                [
                    pays.paid_kind(kind, 2 if kind == hands.BLACKJACK else 3, 21, doubles, bool(split), rules)
                    for kind in range(hands.KINDS)
                ]
                for doubles in range(MOST_DOUBLES + 1)
            ]
            for split in range(2)
        ]
    )


def _pays(rules: Rules, money: HandMoney | None) -> Floats:
    table = numpy.zeros((2, MOST_DOUBLES + 1, hands.KINDS))
    paid_kinds = _paid_kinds(rules)
    for split in range(2):
        for doubles in range(MOST_DOUBLES + 1):
            for kind in range(hands.KINDS):
                odds = rules.pays_by_kind[paid_kinds[split, doubles, kind]]
                if money:
                    paid = pays.payment(money.staked[doubles] + money.coupon, odds, rules)
                    table[split, doubles, kind] = min(paid, _room(rules, money, paid)) / money.wager
                else:
                    table[split, doubles, kind] = (1 << doubles) * odds[0] / odds[1]
    return table


def _room(rules: Rules, money: HandMoney, otherwise: int) -> int:
    """The rest of a limit that covers all payments on a hand; without one, `otherwise`."""
    if rules.payout_limit and rules.payout_limit_covers == PayoutLimitCovers.EVERYTHING:
        return rules.payout_limit - money.paid
    return otherwise


def _super_bonuses(rules: Rules, money: HandMoney | None) -> Floats:
    if not money:
        return numpy.zeros(2)
    bonus = pays.super_bonus(money.counted, rules)
    paid = [bonus, bonus]
    for top, kind in enumerate((hands.SUITED_777, hands.TOP_777)):
        odds = pays.payment(money.wager + money.coupon, rules.pays_by_kind[kind], rules)
        before = 0 if rules.super_bonus_replaces_odds else min(odds, _room(rules, money, odds))
        paid[top] = min(bonus, _room(rules, money, before + bonus) - before)
    return numpy.array(paid) / money.wager


def _surrender_cost(rules: Rules, money: HandMoney | None) -> float:
    if not rules.may_surrender:
        return float("nan")
    return 1.0 - pays.returned_by_surrender(money.wager, rules) / money.wager if money else 0.5
