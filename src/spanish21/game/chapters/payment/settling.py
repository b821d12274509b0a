"""Settling: the payment of every wager, in the book's order."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import from_inventory
from spanish21.game.chapters.payment.bonuses import bonuses_beside, super_bonus_of, wins_fixed_payouts
from spanish21.game.chapters.payment.progressives import next_side
from spanish21.game.chapters.payment.side_payouts import settle_side
from spanish21.game.chapters.play.announcing import blackjack_paid
from spanish21.game.chapters.play.doubling import rescue_settled
from spanish21.game.hands import ORDINARY, kind_of_hand, total
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move
from spanish21.game.pays import LOST, WON, beats_blackjack, outcome, paid_kind, payment, taken_by_blackjack
from spanish21.game.reasons import Reason
from spanish21.game.round.payout_limit import left_on_hand
from spanish21.game.round.phases import after_match, early_21_waits, is_paid_early
from spanish21.game.round.places import dealer_total
from spanish21.game.round.with_parts import Evolves, with_amount, with_box, with_chips, with_hand
from spanish21.game.rules import PAY_NAMES, Rules
from spanish21.game.side_wagers.registry import is_progressive
from spanish21.game.states import HandState, Phase, WagerResult
from spanish21.game.table import (
    DEALER,
    Box,
    Hand,
    Settlement,
    Side,
    Table,
    box_index,
    hand_total,
    layout_is_clear,
    stake_index,
)
from spanish21.game.words import SettlementOrder

_BLACKJACK, _BUSTED = HandState.BLACKJACK, HandState.BUSTED
_LOST, _TIED, _WON = WagerResult.LOST, WagerResult.TIED, WagerResult.WON
_LOSERS_FIRST = SettlementOrder.LOSERS_FIRST


def why_not_settle(table: Table, who: str) -> Reason | None:
    """The reason why nothing can be settled now, or nothing: before the end that is a side wager, or a 21
    where it is paid immediately."""
    side = next_side(table)
    settles_all = table.phase == Phase.SETTLE
    if not settles_all and early_21_waits(table):
        return None
    if side is None:
        return None if settles_all else Reason.NOT_NOW
    if side.is_ready or (settles_all and _has_insurance(table)):
        return None
    return Reason.LIGHT_NOT_CHECKED if side.needs_light else Reason.NOT_VALIDATED


def _has_insurance(table: Table) -> bool:
    return any(stake.insurance for box in table.boxes for stake in box.stakes)


@from_inventory
def settle(act: Act, command: cmd.Settle) -> None:
    table = act.table
    if table.phase != Phase.SETTLE and early_21_waits(table):
        _pay_early(act)
        return
    if table.phase == Phase.SETTLE and table.dealer_has_blackjack:
        _settle_insurance(act)
    if _settle_sides(act) and act.table.phase == Phase.SETTLE:
        for event in main_settlements(act.table, dealer_total(act.table.dealer)):
            act.emit(event)


def _pay_early(act: Act) -> None:
    """Pay the 21s that do not wait for the dealer."""
    table = act.table
    settled: list[ev.Event] = []
    for box in reversed(table.boxes):
        for index, hand in enumerate(box.hands):
            if is_paid_early(hand, table.rules):
                for at in range(len(box.stakes)):
                    if hand.wagers[at]:
                        _pay_hand(table, box, index, at, 21, settled)
    for event in settled:
        act.emit(event)


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
                        box=box.number,
                        hand=0,
                        person=stake.person,
                        kind="insurance",
                        result=_WON,
                        collected=0,
                        returned=stake.insurance,
                        paid=paid,
                        why=why,
                        meter="",
                    )
                )


def main_settlements(table: Table, dealer: int) -> list[ev.Event]:
    """The results of the main wagers against the dealer's total, in the order in which the dealer
    settles them."""
    settled: list[ev.Event] = []
    for box in reversed(table.boxes):
        for at in range(len(box.stakes)):
            _settle_stake(table, box, at, dealer, settled)
    if len(settled) > 1 and table.rules.settlement_order == _LOSERS_FIRST:
        settled.sort(key=_is_not_lost)
    return settled


def _is_not_lost(event: ev.Event) -> bool:
    """A wager that is left on the layout, and a bonus, which stays behind the wager that earned it."""
    return not isinstance(event, ev.WagerSettled) or event.collected == 0


def _settle_stake(table: Table, box: Box, at: int, dealer: int, settled: list[ev.Event]) -> None:
    """One person's wagers on a box, hand by hand, against the dealer's total."""
    left = blackjack_takes(table, box, at) if table.dealer_has_blackjack else 0
    for index, hand in enumerate(box.hands):
        if not hand.wagers[at]:
            continue
        if hand.state == _BLACKJACK:
            settled.append(blackjack_paid(table, box, at))
        elif table.dealer_has_blackjack and not _is_paid_in_any_case(hand, table.rules):
            money = hand.wagers[at] + hand.doubles[at]
            collected = min(money, left)
            left -= collected
            result = _LOST if collected else WagerResult.RETURNED
            back = money - collected
            settled.append(_settled(box, index, at, result, collected, back, 0, "dealer_blackjack"))
        else:
            _settle_hand(table, box, index, at, dealer, settled)


def blackjack_takes(table: Table, box: Box, at: int) -> int:
    """How much of a person's money on a box a dealer's Blackjack takes."""
    everything = busted = waiting = 0
    for hand in box.hands:
        money = hand.wagers[at] + hand.doubles[at]
        if not money or _is_paid_in_any_case(hand, table.rules):
            continue
        everything += money
        if hand.state == _BUSTED:
            busted += money
        else:
            waiting += 1
    takes = table.rules.dealer_blackjack_takes
    return taken_by_blackjack(takes, box.stakes[at].wager, everything, busted, waiting)


def _is_paid_in_any_case(hand: Hand, rules: Rules) -> bool:
    """Whether a hand is paid even against a dealer's Blackjack."""
    is_blackjack = hand.state == _BLACKJACK
    return beats_blackjack(hand_total(hand), len(hand.cards), is_blackjack, hand.split, rules)


def _settled(
    box: Box, index: int, at: int, result: WagerResult, collected: int, returned: int, paid: int, why: str
) -> ev.WagerSettled:
    person = box.stakes[at].person
    return ev.WagerSettled(
        box=box.number,
        hand=index,
        person=person,
        kind="main",
        result=result,
        collected=collected,
        returned=returned,
        paid=paid,
        why=why,
        meter="",
    )


def _settle_hand(table: Table, box: Box, index: int, at: int, dealer: int, settled: list[ev.Event]) -> None:
    """The result of one hand against a dealer without a Blackjack."""
    hand = box.hands[index]
    money = hand.wagers[at] + hand.doubles[at]
    if hand.state == _BUSTED:
        settled.append(_settled(box, index, at, _LOST, money, 0, 0, "bust"))
        return
    if hand.last_doubles[at] < 0:
        settled.append(rescue_settled(table, box.number, index, at))
        return
    rules = table.rules
    points = total(hand.hard, hand.aces)
    result = outcome(points, len(hand.cards), False, hand.split, dealer, len(table.dealer), False, rules)
    if result == WON:
        _pay_hand(table, box, index, at, points, settled)
    elif result == LOST:
        settled.append(_settled(box, index, at, _LOST, money, 0, 0, "dealer_higher"))
    else:
        settled.append(_settled(box, index, at, _TIED, 0, money, 0, "tie"))


def _pay_hand(table: Table, box: Box, index: int, at: int, points: int, settled: list[ev.Event]) -> None:
    """The payment of a winning hand, and its bonuses."""
    rules, hand = table.rules, box.hands[index]
    money = hand.wagers[at] + hand.doubles[at]
    kind, has_bonuses = ORDINARY, False
    if points == 21:
        kind = kind_of_hand(hand.cards, points, rules.top_suit, rules.seven_card_21_exactly)
        kind = paid_kind(kind, len(hand.cards), points, hand.times_doubled, hand.split, rules)
        has_bonuses = wins_fixed_payouts(table, hand, kind)
    paid = payment(money + hand.coupons[at], rules.pays_by_kind[kind], rules)
    stake = box.stakes[at]
    if has_bonuses and rules.super_bonus_replaces_odds and super_bonus_of(table, stake):
        paid = 0
    if index == 0:
        paid = left_on_hand(table, box.number, stake.person, paid)
    settled.append(_settled(box, index, at, _WON, 0, money, paid, PAY_NAMES[kind]))
    if has_bonuses:
        settled += bonuses_beside(table, box, stake, paid)


MOVES = (
    Move(
        cmd.Settle,
        (DEALER,),
        frozenset((Phase.PLAY, Phase.DEALER, Phase.SETTLE)),
        settle,
        why_not_settle,
        emits=(ev.WagerSettled, ev.BonusPaid, ev.MeterMoved, ev.FillAsked),
        is_step=False,
    ),
)


# The effects of its events


def wager_settled(table: Table, event: ev.WagerSettled) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    at = stake_index(box, event.person)
    if event.kind == "main":
        hand = box.hands[event.hand]
        changed = replace(
            hand, wagers=with_amount(hand.wagers, at, 0), doubles=with_amount(hand.doubles, at, 0)
        )
        boxes = with_box(table.boxes, index, with_hand(box, event.hand, changed))
    else:
        stake = box.stakes[at]
        if event.kind == "insurance":
            stake = replace(stake, insurance=0)
        else:
            stake = replace(stake, sides=_sides_after(stake.sides, event))
        stakes = box.stakes[:at] + (stake,) + box.stakes[at + 1 :]
        boxes = with_box(table.boxes, index, replace(box, stakes=stakes))
    gained = event.returned + event.paid
    phase = table.phase
    table = replace(
        table,
        boxes=boxes,
        people=with_chips(table.people, event.person, gained),
        inventory=table.inventory + event.collected - event.paid,
        settled=_with_settlement(table, event),
        phase=Phase.COLLECT if phase == Phase.SETTLE and layout_is_clear(boxes) else phase,
    )
    return after_match(table) if phase == Phase.MATCH else table


def _with_settlement(table: Table, event: ev.WagerSettled) -> tuple[Settlement, ...]:
    stands = event.result == WagerResult.WON and is_progressive(event.kind)
    return (
        *table.settled,
        Settlement(event.box, event.hand, event.person, event.kind, event.collected, event.paid, stands),
    )


def _sides_after(sides: tuple[Side, ...], event: ev.WagerSettled) -> tuple[Side, ...]:
    """A wager that was returned no longer counts in the round; one that was decided stays on record."""
    if event.result == WagerResult.VOID:
        return tuple(side for side in sides if side.kind != event.kind)
    return tuple(replace(side, settled=True) if side.kind == event.kind else side for side in sides)


EVOLVES: Evolves = {
    ev.WagerSettled: wager_settled,
}
