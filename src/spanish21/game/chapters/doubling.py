"""Doubling down, doubling again, rescue; and the others on the box, who may double too."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_person
from spanish21.game.chapters.turns import chips_of, stake_index, turn_of, why_not_turn
from spanish21.game.choices import Amounts, May, may
from spanish21.game.options import double_amounts, may_double, may_rescue, most_double
from spanish21.game.pays import counted_wager
from spanish21.game.phases import may_be_blackjack
from spanish21.game.table import Box, Hand, Table, hand_total

FIRST_WAGER = 1


def double(act: Act, command: cmd.Double) -> None:
    box, index, hand = turn_of(act.table, command.by, "no_double")
    at = stake_index(box, command.by)
    bounds = double_bounds(act.table, box, hand, at)
    if isinstance(bounds, str):
        refuse(bounds)
    if not bounds.holds(command.amount):
        refuse("double_amount", f"from {bounds.least} to {bounds.most}")
    others = tuple(
        stake.person
        for other, stake in enumerate(box.stakes)
        if other != at and hand.wagers[other] and hand.times_doubled == 0
    )
    act.emit(ev.DoubleMade(box.number, index, command.by, command.amount, others))


def double_bounds(table: Table, box: Box, hand: Hand, at: int) -> Amounts | str:
    """What a person may double a hand by, or the reason why not."""
    rules = table.rules
    if hand.no_more_cards:
        return "no_more_cards"
    total, count = hand_total(hand), len(hand.cards)
    if not may_double(total, count, hand.times_doubled, hand.split, hand.split_aces, rules):
        return "no_double"
    existing = counted_wager(hand.wagers[at], hand.coupons[at], rules) + hand.doubles[at]
    full = most_double(existing, rules)
    if full < rules.smallest_chip:
        return "no_double"
    least, most = double_amounts(full, chips_of(table, box.stakes[at].person), rules)
    if not most:
        return "not_enough_chips"
    return Amounts(least, most, rules.smallest_chip if rules.double_for_less else 1)


def follow_double(act: Act, command: cmd.FollowDouble) -> None:
    box, index, hand, at = _asked(act.table, command.by)
    if command.amount:
        bounds = follow_bounds(act.table, box, hand, at)
        if not bounds.holds(command.amount):
            short = command.amount > chips_of(act.table, command.by)
            refuse("not_enough_chips" if short else "double_amount", f"0, or up to {bounds.most}")
    act.emit(ev.DoubleFollowed(box.number, index, command.by, command.amount))


def follow_bounds(table: Table, box: Box, hand: Hand, at: int) -> Amounts:
    """What another person on the box may double by; 0 declines."""
    rules = table.rules
    step = rules.smallest_chip
    full = existing = counted_wager(hand.wagers[at], hand.coupons[at], rules)
    if rules.hand_maximum:
        full = max(0, min(full, rules.hand_maximum - existing))
    chips = chips_of(table, box.stakes[at].person)
    if not rules.double_for_less:
        return Amounts(0, full if chips >= full else 0, max(full, 1))
    most = min(full, chips)
    return Amounts(0, most - most % step, step)


def _asked(table: Table, by: str) -> tuple[Box, int, Hand, int]:
    require_person(table, by)
    if table.phase != "play":
        refuse("not_now")
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    if not is_asked_to_double(table, by):
        refuse("not_your_turn" if table.asked else "not_now")
    return box, table.turn_hand, hand, stake_index(box, by)


def is_asked_to_double(table: Table, by: str) -> bool:
    """Whether `by` is the next to say if the double is followed."""
    if table.phase != "play" or table.asked[:1] != (by,) or table.trouble.missed:
        return False
    return table.boxes[table.turn_box].hands[table.turn_hand].state == "doubling"


def rescue(act: Act, command: cmd.Rescue) -> None:
    table = act.table
    require_person(table, command.by)
    reason = why_not_rescue(table, command.by)
    if reason:
        refuse(reason)
    box = table.boxes[table.turn_box]
    index = table.turn_hand
    hand = box.hands[index]
    at = stake_index(box, command.by)
    first_only = table.rules.rescue_forfeits == FIRST_WAGER
    back = hand.doubles[at] if first_only else hand.last_doubles[at]
    act.emit(ev.DoubleRescued(box.number, index, command.by, back))
    if not table.reader_answered and may_be_blackjack(table.dealer[0]):
        return  # settled with the dealer's hand: a Blackjack takes the original wager in all
    act.emit(rescue_settled(act.table, box.number, index, at))


def why_not_rescue(table: Table, by: str) -> str:
    """The reason why `by` cannot rescue a double now, or nothing."""
    if not table.rules.may_rescue:
        return "rescue_not_offered"
    if table.phase == "insurance":
        return "insurance_first"
    if table.phase != "play":
        return "not_now"
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    at = stake_index(box, by)
    if at < 0:
        return "not_your_turn"
    if hand.state != "doubled" or table.asked:
        return "no_rescue"
    if not may_rescue(hand_total(hand), hand.times_doubled, table.rules) or hand.last_doubles[at] <= 0:
        return "no_rescue"
    return ""


def rescue_settled(table: Table, number: int, index: int, at: int) -> ev.WagerSettled:
    """The forfeit of a rescued hand: all that the rescue left on it."""
    box = next(box for box in table.boxes if box.number == number)
    hand = box.hands[index]
    collected = hand.wagers[at] + hand.doubles[at]
    return ev.WagerSettled(
        number, index, box.stakes[at].person, "main", "rescued", collected, 0, 0, "may_rescue", ""
    )


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if table.phase != "play":
        return
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    at = stake_index(box, who)
    if at < 0:
        return
    if not why_not_turn(table, who):
        bounds = double_bounds(table, box, hand, at)
        if isinstance(bounds, Amounts):
            yield may(cmd.Double, amount=bounds)
    if is_asked_to_double(table, who):
        yield may(cmd.FollowDouble, amount=follow_bounds(table, box, hand, at))
    if not why_not_rescue(table, who):
        yield may(cmd.Rescue)


DECIDES = {cmd.Double: double, cmd.FollowDouble: follow_double, cmd.Rescue: rescue}
