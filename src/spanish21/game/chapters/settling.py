"""Settling: what every wager gets, in the book's order; super bonus and envy payouts beside it."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer
from spanish21.game.chapters.dealing import blackjack_paid, dealer_total
from spanish21.game.chapters.doubling import rescue_settled
from spanish21.game.chapters.inventory import from_inventory
from spanish21.game.chapters.payout_limit import left_on_hand
from spanish21.game.chapters.progressives import SideDue, next_side, settle_side
from spanish21.game.choices import May, may
from spanish21.game.hands import (
    ORDINARY,
    SUITED_777,
    TOP_777,
    kind_of_long,
    kind_of_three,
)
from spanish21.game.pays import (
    LOST,
    TIED,
    counted_wager,
    counts_as_blackjack,
    outcome,
    paid_kind,
    payment,
    super_bonus,
)
from spanish21.game.phases import TAKES_ALL
from spanish21.game.rules import PAY_NAMES, WORDS, Rules
from spanish21.game.table import DEALER, Box, Hand, Stake, Table, hand_total

LOSERS_FIRST = WORDS["settlement_order"].index("losers_first")
TAKES_ORIGINAL = WORDS["dealer_blackjack_takes"].index("original")


@from_inventory
def settle(act: Act, command: cmd.Settle) -> None:
    require_dealer(command.by)
    table = act.table
    side = next_side(table)
    if not can_settle(table, side):
        if side is not None and side.needs_light and not side.needs:
            refuse("light_not_checked")
        refuse("not_validated" if side is not None else "not_now")
    if table.phase == "settle" and table.dealer_has_blackjack:
        _settle_insurance(act)
    if side is not None and not _settle_sides(act):
        return
    if act.table.phase == "settle":
        for event in main_settlements(act.table):
            act.emit(event)


def may_settle(table: Table) -> bool:
    """Whether something can be settled now."""
    return can_settle(table, next_side(table))


def can_settle(table: Table, side: SideDue | None) -> bool:
    """Whether a side wager is ready, or in the phase of settling all the others."""
    if table.phase == "play":
        return side is not None and side.is_ready
    return table.phase == "settle" and (side is None or side.is_ready or _has_insurance(table))


def _has_insurance(table: Table) -> bool:
    return any(stake.insurance for box in table.boxes for stake in box.stakes)


def _settle_sides(act: Act) -> bool:
    """Settle side wagers in order; False when one waits for the wheel or for the floorperson."""
    while (side := next_side(act.table)) is not None:
        if not side.is_ready:
            return False
        settle_side(act, side)
    return True


def _settle_insurance(act: Act) -> None:
    """Pay the insurance wagers that a dealer's Blackjack wins."""
    rules = act.table.rules
    first, second = act.table.dealer
    odds, why = rules.pays_insurance, "pays_insurance"
    if first & 3 == second & 3 and rules.pays_insurance_suited != rules.pays_insurance:
        odds, why = rules.pays_insurance_suited, "pays_insurance_suited"
    for box in reversed(act.table.boxes):
        for stake in box.stakes:
            if stake.insurance:
                paid = payment(stake.insurance, odds, rules)
                paid = left_on_hand(act.table, box.number, stake.person, paid)
                act.emit(
                    ev.WagerSettled(
                        box.number, 0, stake.person, "insurance", "won", 0, stake.insurance, paid, why, ""
                    )
                )


def main_settlements(table: Table) -> list[ev.Event]:
    """What the main wagers of the round get, in the order in which the dealer settles them."""
    settled: list[list[ev.Event]] = []
    dealer = dealer_total(table.dealer)
    for box in reversed(table.boxes):
        for at in range(len(box.stakes)):
            _settle_stake(table, box, at, dealer, settled)
    if len(settled) == 1:
        return settled[0]
    if table.rules.settlement_order == LOSERS_FIRST:
        settled.sort(key=_is_not_lost)
    return [event for events in settled for event in events]


def _is_not_lost(events: list[ev.Event]) -> bool:
    first = events[0]
    assert isinstance(first, ev.WagerSettled)
    return first.collected == 0


def _settle_stake(table: Table, box: Box, at: int, dealer: int, settled: list[list[ev.Event]]) -> None:
    """One person's wagers on a box, hand by hand, against the dealer's total."""
    left = blackjack_takes(table, box, at) if table.dealer_has_blackjack else 0
    for index, hand in enumerate(box.hands):
        if not hand.wagers[at]:
            continue
        if hand.state == "blackjack":
            settled.append([blackjack_paid(table, box, at)])
        elif table.dealer_has_blackjack and not _wins_anyway(table, hand):
            money = hand.wagers[at] + hand.doubles[at]
            collected = min(money, left)
            left -= collected
            result = "lost" if collected else "returned"
            back = money - collected
            settled.append([_settled(box, index, at, result, collected, back, 0, "dealer_blackjack")])
        else:
            settled.append(_hand_settlement(table, box, index, hand, at, dealer))


def _wins_anyway(table: Table, hand: Hand) -> bool:
    """Whether a hand that is no Blackjack beats one: a two-card 21 after a split, in one reading."""
    two_card_21 = hand.split and len(hand.cards) == 2 and hand_total(hand) == 21
    return two_card_21 and not hand.times_doubled and counts_as_blackjack(table.rules)


def blackjack_takes(table: Table, box: Box, at: int) -> int:
    """How much of a person's money on a box a dealer's Blackjack takes."""
    takes = table.rules.dealer_blackjack_takes
    original = box.stakes[at].wager
    if takes == TAKES_ORIGINAL:
        return original
    if takes == TAKES_ALL:
        return sum(hand.wagers[at] + hand.doubles[at] for hand in box.hands)
    busted = sum(hand.wagers[at] + hand.doubles[at] for hand in box.hands if hand.state == "busted")
    return max(original, busted)


def _settled(
    box: Box, index: int, at: int, result: str, collected: int, returned: int, paid: int, why: str
) -> ev.WagerSettled:
    person = box.stakes[at].person
    return ev.WagerSettled(box.number, index, person, "main", result, collected, returned, paid, why, "")


def _hand_settlement(table: Table, box: Box, index: int, hand: Hand, at: int, dealer: int) -> list[ev.Event]:
    """What one hand gets from a dealer without a Blackjack."""
    money = hand.wagers[at] + hand.doubles[at]
    if hand.state == "busted":
        return [_settled(box, index, at, "lost", money, 0, 0, "bust")]
    if hand.last_doubles[at] < 0:
        return [rescue_settled(table, box.number, index, at)]
    rules = table.rules
    total = hand_total(hand)
    result = outcome(total, len(hand.cards), False, hand.split, dealer, len(table.dealer), False, rules)
    if result == LOST:
        return [_settled(box, index, at, "lost", money, 0, 0, "dealer_higher")]
    if result == TIED:
        return [_settled(box, index, at, "tied", 0, money, 0, "tie")]
    return _winning_settlement(table, box, index, hand, at, total)


def _winning_settlement(
    table: Table, box: Box, index: int, hand: Hand, at: int, total: int
) -> list[ev.Event]:
    rules = table.rules
    money = hand.wagers[at] + hand.doubles[at]
    kind = kind_of_hand(hand, total, rules)
    kind = paid_kind(kind, len(hand.cards), total, hand.times_doubled, hand.split, rules)
    odds = rules.pays_by_kind[kind]
    paid = payment(money + hand.coupons[at], odds, rules)
    if (kind == SUITED_777 or kind == TOP_777) and wins_fixed_payouts(table, hand):
        return list(_fixed_payouts(table, box, hand, at, paid, PAY_NAMES[kind]))
    if index == 0:
        paid = left_on_hand(table, box.number, box.stakes[at].person, paid)
    return [_settled(box, index, at, "won", 0, money, paid, PAY_NAMES[kind])]


def kind_of_hand(hand: Hand, total: int, rules: Rules) -> int:
    """Which kind of 21 a hand is, before doubles and splits take its bonus away."""
    count = len(hand.cards)
    if total != 21 or count < 3:
        return ORDINARY
    if count == 3:
        first, second, third = hand.cards
        return kind_of_three(first, second, third, rules.top_suit)
    return kind_of_long(count, rules.seven_card_21_exactly)


def wins_fixed_payouts(table: Table, hand: Hand) -> bool:
    """Whether a hand of three suited 7s is against a 7, and neither doubled nor split."""
    return table.dealer[0] >> 2 == 7 and not hand.times_doubled and not hand.split


def super_bonus_of(table: Table, stake: Stake) -> int:
    """The fixed payout of one person on a hand that wins it."""
    return super_bonus(counted_wager(stake.wager, stake.coupon, table.rules), table.rules)


def _fixed_payouts(
    table: Table, box: Box, hand: Hand, at: int, paid: int, why: str
) -> Iterator[ev.WagerSettled | ev.BonusPaid]:
    """A person's odds and super bonus, and with the first person of the hand the envy payouts for it."""
    rules = table.rules
    stake = box.stakes[at]
    bonus = super_bonus_of(table, stake)
    if bonus and rules.super_bonus_replaces_odds:
        paid = 0
    paid = left_on_hand(table, box.number, stake.person, paid)
    yield _settled(box, 0, at, "won", 0, hand.wagers[at], paid, why)
    if bonus:
        name = "super_bonus_large" if bonus == rules.super_bonus_large else "super_bonus_small"
        bonus = left_on_hand(table, box.number, stake.person, paid + bonus) - paid
        if bonus:
            yield ev.BonusPaid(box.number, stake.person, "super_bonus", bonus, name)
    winners = [one.person for one in box.stakes if super_bonus_of(table, one)]
    pays_others = winners if rules.envy_needs_least else [one.person for one in box.stakes]
    if pays_others and pays_others[0] == stake.person:
        yield from _envy_payouts(table, box, winners)


def _envy_payouts(table: Table, winning: Box, winners: list[str]) -> Iterator[ev.BonusPaid]:
    """The payouts to everybody else for one hand: to people on its own box, too, if they share it and their
    wager is too small for the super bonus."""
    shares = len(winning.stakes) > 1 and table.rules.envy_on_winning_box
    on_box = {stake.person for stake in winning.stakes}
    left_out = set(winners) if shares else on_box
    paid: set[str] = set()
    for box in reversed(table.boxes):
        for stake in box.stakes:
            name = stake.person
            if name in left_out or (name in paid and not table.rules.envy_by_box):
                continue
            paid.add(name)
            amount, why = _envy(table, name, box)
            if amount:
                yield ev.BonusPaid(box.number, name, "envy", amount, why)


def _envy(table: Table, name: str, box: Box) -> tuple[int, str]:
    """What a person gets for another's super bonus: in one book more with a 7 in the first two cards."""
    rules = table.rules
    boxes: tuple[Box, ...]
    if rules.envy_by_box:
        boxes = (box,)
    else:
        boxes = tuple(one for one in table.boxes if any(stake.person == name for stake in one.stakes))
    seven = any(card >> 2 == 7 for one in boxes for card in one.first_two)
    if seven and rules.envy_with_seven != rules.envy_pays:
        return rules.envy_with_seven, "envy_with_seven"
    return rules.envy_pays, "envy_pays"


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who == DEALER and may_settle(table):
        yield may(cmd.Settle)


DECIDES = {cmd.Settle: settle}
