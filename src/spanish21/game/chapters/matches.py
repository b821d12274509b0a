"""Match wagers: those on the up card, settled before the hands are played, and how any match is paid."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.chapters.inventory import from_inventory
from spanish21.game.chapters.payout_limit import left_on_hand
from spanish21.game.moves import Move
from spanish21.game.pays import payment
from spanish21.game.rules import MATCH_LINES
from spanish21.game.sidebets import NO_MATCH, match_line
from spanish21.game.states import Phase, Result
from spanish21.game.table import DEALER, Box, Side, Stake, Table


@from_inventory
def settle_match(act: Act, command: cmd.SettleMatch) -> None:
    events = list(_match_settlements(act.table, "match", act.table.dealer[0]))
    if act.table.rules.match_losers_first:
        events.sort(key=lambda event: event.collected == 0)
    for event in events:
        act.emit(event)


def _match_settlements(table: Table, kind: str, dealers: int) -> Iterator[ev.WagerSettled]:
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.kind == kind and not side.settled:
                    yield match_settled(table, box, stake, side, dealers)


def match_settled(table: Table, box: Box, stake: Stake, side: Side, dealers: int) -> ev.WagerSettled:
    """What a match wager gets against a card of the dealer's."""
    rules = table.rules
    line = match_line(box.first_two[0], box.first_two[1], dealers)
    if line == NO_MATCH:
        return side_settled(box, stake, side, Result.LOST, side.amount, 0, 0, f"{side.kind}_lost", "")
    pays = rules.match_pays if side.kind == "match" else rules.match_down_pays
    paid = payment(side.amount + side.coupon, (pays[line], 1), rules)
    paid = left_on_hand(table, box.number, stake.person, paid)
    why = f"{side.kind}_pays.{MATCH_LINES[line]}"
    return side_settled(box, stake, side, Result.WON, 0, side.amount, paid, why, "")


def side_settled(
    box: Box,
    stake: Stake,
    side: Side,
    result: Result,
    collected: int,
    returned: int,
    paid: int,
    why: str,
    meter: str,
) -> ev.WagerSettled:
    """The settlement of a side wager."""
    return ev.WagerSettled(
        box.number, 0, stake.person, side.kind, result, collected, returned, paid, why, meter
    )


MOVES = (Move(cmd.SettleMatch, (DEALER,), frozenset((Phase.MATCH,)), settle_match),)
