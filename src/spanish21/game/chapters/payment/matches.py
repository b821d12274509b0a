"""Side wagers that pay odds: how they are paid, and those settled before the hands are played.

Which line the cards make is for the wager's record to say, for Match the Dealer side_wagers/match.py.
"""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import from_inventory
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move
from spanish21.game.pays import payment
from spanish21.game.round.payout_limit import left_on_hand
from spanish21.game.rules import sides_offered
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import is_settled_first, side_wager
from spanish21.game.states import Phase, WagerResult
from spanish21.game.table import DEALER, Box, Side, Stake, Table


@from_inventory
def settle_match(act: Act, command: cmd.SettleMatch) -> None:
    for kind in sides_offered(act.table.rules):
        if is_settled_first(kind):
            events = list(_settlements(act.table, kind))
            if act.table.rules.sides[kind].options.get("losers_first"):
                events.sort(key=lambda event: event.collected == 0)
            for event in events:
                act.emit(event)


def _settlements(table: Table, kind: str) -> Iterator[ev.WagerSettled]:
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.kind == kind and not side.settled:
                    yield line_settled(table, box, stake, side)


def times_paid(table: Table, box: Box, record: SideWager) -> int:
    """How often the line of a box is paid."""
    return record.times_of(table.rules.sides[record.kind].options, *_cards(table, box))


def line_made(table: Table, box: Box, record: SideWager) -> int:
    """The line that the cards of a box and the dealer's make for a side wager, or the number of lines."""
    return record.line_of(*_cards(table, box))


def _cards(table: Table, box: Box) -> tuple[int, int, int, int]:
    """The box's first two cards and the dealer's; a record reads only the visible ones."""
    first, second = box.first_two
    up, hole, *_ = *table.dealer, 0
    return first, second, up, hole


def line_settled(table: Table, box: Box, stake: Stake, side: Side) -> ev.WagerSettled:
    """The payment of a side wager without a wheel or a meter."""
    rules, record = table.rules, side_wager(side.kind)
    line = line_made(table, box, record)
    if line == len(record.lines):
        return side_settled(box, stake, side, WagerResult.LOST, 0, 0, f"{side.kind}_lost", "")
    why = f"{side.kind}_pays.{record.lines[line]}"
    terms = rules.sides[side.kind]
    if record.pays_by == "amounts":
        paid = prize_of(record, terms, line, times_paid(table, box, record)).money
        return side_settled(box, stake, side, WagerResult.WON, 0, paid, why, "")
    paid = payment(side.amount + side.coupon, (terms.pays[line], 1), rules)
    paid = left_on_hand(table, box.number, stake.person, paid)
    return side_settled(box, stake, side, WagerResult.WON, side.amount, paid, why, "")


def side_settled(
    box: Box,
    stake: Stake,
    side: Side,
    result: WagerResult,
    returned: int,
    paid: int,
    why: str,
    meter: str,
) -> ev.WagerSettled:
    """The settlement of a side wager: the part that is not returned is collected."""
    collected = side.amount - returned
    return ev.WagerSettled(
        box=box.number,
        hand=0,
        person=stake.person,
        kind=side.kind,
        result=result,
        collected=collected,
        returned=returned,
        paid=paid,
        why=why,
        meter=meter,
    )


MOVES = (
    Move(
        cmd.SettleMatch,
        (DEALER,),
        frozenset((Phase.MATCH,)),
        settle_match,
        emits=(ev.WagerSettled, ev.FillAsked),
        is_step=False,
    ),
)
