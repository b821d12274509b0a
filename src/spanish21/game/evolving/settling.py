"""A wager was decided."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_amount, with_box, with_chips, with_hand
from spanish21.game.phases import after_match
from spanish21.game.side_wagers.registry import is_progressive
from spanish21.game.states import Phase, Result
from spanish21.game.table import Settlement, Side, Table, box_index, layout_is_clear, stake_index


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
    stands = event.result == Result.WON and is_progressive(event.kind)
    return (
        *table.settled,
        Settlement(event.box, event.hand, event.person, event.kind, event.collected, event.paid, stands),
    )


def _sides_after(sides: tuple[Side, ...], event: ev.WagerSettled) -> tuple[Side, ...]:
    """A wager that went back is no wager of the round any more; one that was decided stays on record."""
    if event.result == Result.VOID:
        return tuple(side for side in sides if side.kind != event.kind)
    return tuple(replace(side, settled=True) if side.kind == event.kind else side for side in sides)


EVOLVES: Evolves = {
    ev.WagerSettled: wager_settled,
}
