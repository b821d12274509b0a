"""Doubling down, doubling again, rescue; and the others on the box, who may double too."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.play.whose_turn import IN_PLAY, chips_of, turn_of, why_not_decide
from spanish21.game.hands import may_be_blackjack
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.choices import Amounts
from spanish21.game.moves.move import PLAYER, Bound, Field, Move, Offer, Why, from_to
from spanish21.game.options import (
    aces_after_double,
    counted_for_double,
    double_amounts,
    may_double,
    may_rescue,
    most_double,
)
from spanish21.game.pays import counted_wager, returned_by_rescue
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import next_turn
from spanish21.game.round.with_parts import (
    Evolves,
    hand_in_state,
    with_amount,
    with_box,
    with_chips,
    with_hand,
)
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, Phase, WagerResult
from spanish21.game.table import Box, Hand, Table, box_index, hand_total, stake_index, stake_of

_OfPerson = ev.DoubleMade | ev.DoubleFollowed | ev.DoubleRescued
_POOR = Why(Reason.NOT_ENOUGH_CHIPS)


def why_not_double(table: Table, who: str) -> Reason | None:
    return why_not_decide(table, who, Reason.NO_DOUBLE)


def doubles_offered(table: Table, who: str) -> Offer:
    """The amounts by which a person may double a hand."""
    box, _index, hand = turn_of(table)
    rules = table.rules
    if hand.no_more_cards:
        return Why(Reason.NO_MORE_CARDS)
    if table.asked:
        return Why(Reason.NO_DOUBLE)  # the caller stands on it already
    total, count = counted_for_double(hand.hard, hand.aces, rules), len(hand.cards)
    if hand_total(hand) >= 21 and not rules.may_double_21:
        return Why(Reason.NO_DOUBLE)
    if not may_double(total, count, hand.times_doubled, hand.split, hand.split_aces, rules):
        return Why(Reason.NO_DOUBLE)
    at = stake_index(box, who)
    existing = counted_wager(hand.wagers[at], hand.coupons[at], rules) + hand.doubles[at]
    full = most_double(existing, rules)
    if full < rules.smallest_chip:
        return Why(Reason.NO_DOUBLE)
    least, most = double_amounts(full, chips_of(table, who), rules)
    step = rules.smallest_chip if rules.double_for_less else 1
    return from_to(least, most, Reason.DOUBLE_AMOUNT, step=step) if most else _POOR


def double(act: Act, command: cmd.Double) -> None:
    box, index, hand = turn_of(act.table)
    at = stake_index(box, command.by)
    others = tuple(
        stake.person
        for other, stake in enumerate(box.stakes)
        if other != at and hand.wagers[other] and hand.times_doubled == 0
    )
    act.emit(ev.DoubleMade(box.number, index, command.by, command.amount, others))


def why_not_follow(table: Table, who: str) -> Reason | None:
    if is_asked_to_double(table, who):
        return None
    return Reason.NOT_YOUR_TURN if table.asked else Reason.NOT_NOW


def is_asked_to_double(table: Table, by: str) -> bool:
    """Whether `by` is the next to say if the double is followed."""
    if table.asked[:1] != (by,) or table.trouble.missed:
        return False
    return turn_of(table)[2].state == HandState.DOUBLING


def follow_amounts(table: Table, who: str) -> Offer:
    """The amounts by which another person on the box may double; 0 declines."""
    box, _index, hand = turn_of(table)
    at = stake_index(box, who)
    rules = table.rules
    full = existing = counted_wager(hand.wagers[at], hand.coupons[at], rules)
    if rules.hand_maximum:
        full = max(0, min(full, rules.hand_maximum - existing))
    chips = chips_of(table, who)
    if rules.double_for_less:
        step = rules.smallest_chip
        most = min(full, chips)
        most -= most % step
    else:
        step, most = max(full, 1), full if chips >= full else 0
    return Bound(
        Amounts(0, most, step),
        lambda amount: Why(
            Reason.NOT_ENOUGH_CHIPS if amount > chips else Reason.DOUBLE_AMOUNT,
            Bounds("none_or_up_to", (most,)),
        ),
    )


def follow_double(act: Act, command: cmd.FollowDouble) -> None:
    box, index, _hand = turn_of(act.table)
    act.emit(ev.DoubleFollowed(box.number, index, command.by, command.amount))


def keep_double(act: Act, command: cmd.Stand) -> bool:
    """Keep a double and ask the others on the hand who may rescue theirs; False where no one else may."""
    table = act.table
    asked = table.asked[1:] if table.asked else _others_who_may_rescue(table, command.by)
    if not asked and not table.asked:
        return False
    box, index, _hand = turn_of(table)
    act.emit(ev.DoubleKept(box.number, index, command.by, asked))
    return True


def _others_who_may_rescue(table: Table, who: str) -> tuple[str, ...]:
    """Those on the hand in turn, except the person who stands first, whose double may be rescued."""
    box, _index, hand = turn_of(table)
    if not may_rescue(hand_total(hand), hand.times_doubled, table.rules):
        return ()
    doubles = zip(box.stakes, hand.last_doubles, strict=True)
    return tuple([stake.person for stake, last in doubles if last > 0 and stake.person != who])


def no_rescue(rules: Rules) -> Reason | None:
    return None if rules.may_rescue else Reason.RESCUE_NOT_OFFERED


def why_not_rescue(table: Table, who: str) -> Reason | None:
    """The reason why a player cannot rescue a double now, or nothing."""
    if table.phase != Phase.PLAY:
        return Reason.INSURANCE_FIRST if table.phase == Phase.INSURANCE else Reason.NOT_NOW
    box, _index, hand = turn_of(table)
    if stake_of(box, who) is None:
        return Reason.NOT_YOUR_TURN
    at = stake_index(box, who)
    if hand.state != HandState.DOUBLED or (table.asked and who not in table.asked):
        return Reason.NO_RESCUE
    can = may_rescue(hand_total(hand), hand.times_doubled, table.rules) and hand.last_doubles[at] > 0
    return None if can else Reason.NO_RESCUE


def rescue(act: Act, command: cmd.Rescue) -> None:
    table = act.table
    box, index, hand = turn_of(table)
    at = stake_index(box, command.by)
    back = returned_by_rescue(hand.doubles[at], hand.last_doubles[at], table.rules)
    act.emit(ev.DoubleRescued(box.number, index, command.by, back))
    if not table.reader_answered and may_be_blackjack(table.dealer[0]):
        return  # settled with the dealer's hand: a Blackjack takes the original wager in all
    act.emit(rescue_settled(act.table, box.number, index, at))


def rescue_settled(table: Table, number: int, index: int, at: int) -> ev.WagerSettled:
    """The forfeit of a rescued hand: all that the rescue left on it."""
    box = next(box for box in table.boxes if box.number == number)
    hand = box.hands[index]
    collected = hand.wagers[at] + hand.doubles[at]
    return ev.WagerSettled(
        box=number,
        hand=index,
        person=box.stakes[at].person,
        kind="main",
        result=WagerResult.RESCUED,
        collected=collected,
        returned=0,
        paid=0,
        why="may_rescue",
        meter="",
    )


MOVES = (
    Move(
        cmd.Double,
        (PLAYER,),
        IN_PLAY,
        double,
        why_not_double,
        (Field("amount", doubles_offered),),
        out_of_phase=why_not_double,
        emits=(ev.DoubleMade,),
    ),
    Move(
        cmd.FollowDouble,
        (PLAYER,),
        IN_PLAY,
        follow_double,
        why_not_follow,
        (Field("amount", follow_amounts),),
        emits=(ev.DoubleFollowed,),
    ),
    Move(
        cmd.Rescue,
        (PLAYER,),
        IN_PLAY,
        rescue,
        why_not_rescue,
        out_of_phase=why_not_rescue,
        absent=no_rescue,
        emits=(ev.DoubleRescued, ev.WagerSettled),
    ),
)


# The effects of its events


def _place_of(table: Table, event: _OfPerson) -> tuple[int, Box, Hand, int]:
    """Where an event about one person's wager on a hand happened: the box's index, the box, the hand, and the
    person's place on the box."""
    index = box_index(table, event.box)
    box = table.boxes[index]
    return index, box, box.hands[event.hand], stake_index(box, event.person)


def double_made(table: Table, event: ev.DoubleMade) -> Table:
    index, box, hand, at = _place_of(table, event)
    changed = replace(
        hand,
        state=HandState.DOUBLING,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=with_amount((0,) * len(box.stakes), at, event.amount),
        times_doubled=hand.times_doubled + 1,
        aces=aces_after_double(hand.aces, table.rules),
    )
    return replace(
        table,
        boxes=with_box(table.boxes, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def double_followed(table: Table, event: ev.DoubleFollowed) -> Table:
    index, box, hand, at = _place_of(table, event)
    changed = replace(
        hand,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=with_amount(hand.last_doubles, at, event.amount),
    )
    return replace(
        table,
        boxes=with_box(table.boxes, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


def double_kept(table: Table, event: ev.DoubleKept) -> Table:
    """The hand stands once everyone who may rescue has answered."""
    table = replace(table, asked=event.asked)
    if event.asked:
        return table
    return next_turn(table, hand_in_state(table, event.box, event.hand, HandState.STOOD))


def double_rescued(table: Table, event: ev.DoubleRescued) -> Table:
    """The double goes back to its person; the hand continues for the others until the last has answered."""
    index, box, hand, at = _place_of(table, event)
    changed = replace(
        hand,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] - event.returned),
        last_doubles=with_amount(hand.last_doubles, at, -1),
    )
    others = any(
        wager and last >= 0 for wager, last in zip(changed.wagers, changed.last_doubles, strict=True)
    )
    asked = tuple([name for name in table.asked if name != event.person])
    stands = table.asked and not asked
    state = HandState.RESCUED if not others else HandState.STOOD if stands else hand.state
    boxes = with_box(table.boxes, index, with_hand(box, event.hand, replace(changed, state=state)))
    people = with_chips(table.people, event.person, event.returned)
    if state == hand.state:
        return replace(table, boxes=boxes, people=people, asked=asked)
    return next_turn(replace(table, people=people, asked=asked), boxes)


EVOLVES: Evolves = {
    ev.DoubleMade: double_made,
    ev.DoubleFollowed: double_followed,
    ev.DoubleKept: double_kept,
    ev.DoubleRescued: double_rescued,
}
