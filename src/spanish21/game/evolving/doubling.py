"""A wager was doubled, the double followed or rescued."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, hand_in_state, with_amount, with_box, with_chips, with_hand
from spanish21.game.phases import next_turn
from spanish21.game.states import HandState
from spanish21.game.table import Table, box_index, stake_index


def double_made(table: Table, event: ev.DoubleMade) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    changed = replace(
        hand,
        state=HandState.DOUBLING,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=with_amount((0,) * len(box.stakes), at, event.amount),
        times_doubled=hand.times_doubled + 1,
    )
    return replace(
        table,
        boxes=with_box(table.boxes, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def double_followed(table: Table, event: ev.DoubleFollowed) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
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
    """The double goes back to its person; the hand goes on for the others until the last has answered."""
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
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
