"""Side wagers that wait to be settled: the next one, whether it wins, and the step it waits for."""

import msgspec

from spanish21.game.chapters.payment.matches import line_made
from spanish21.game.hands import is_two_card_21
from spanish21.game.moves.move import Field, Offer, one_of
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import is_paid_at_once
from spanish21.game.round.wheels import kind_with_hot_spot, wheel_table
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.record import DRAWN_POSITION, EVERY_BETTOR
from spanish21.game.side_wagers.registry import is_progressive, side_wager
from spanish21.game.side_wagers.terms import Stop
from spanish21.game.states import Phase
from spanish21.game.table import Box, Side, Stake, Table, box_of

SIDES_ARE_SETTLED: frozenset[Phase] = frozenset((Phase.PLAY, Phase.SETTLE))
"""The phases in which side wagers are settled that are not decided by the first cards."""


class SideDue(msgspec.Struct, frozen=True, gc=False):
    """The next side wager to settle, and the step it waits for."""

    box: Box
    stake: Stake
    side: Side
    wins: bool
    needs: str
    """The pending draw: "hot_spot", "spin", "community" or nothing."""
    needs_light: bool
    needs_validation: bool

    @property
    def is_ready(self) -> bool:
        return not (self.needs or self.needs_light or self.needs_validation)


def next_side(table: Table) -> SideDue | None:
    """The next side wager in the order of payment, from the dealer's right; in mid-round only one that goes
    with a Blackjack that has been paid."""
    if not table.has_side_wagers or table.phase not in SIDES_ARE_SETTLED:
        return None
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.settled:
                    continue
                if table.phase == Phase.SETTLE or _goes_with_paid_blackjack(table, box, side):
                    return side_due(table, box, stake, side)
    return None


def _goes_with_paid_blackjack(table: Table, box: Box, side: Side) -> bool:
    if not box.announced or side_wager(side.kind).moment != "blackjack":
        return False
    return is_two_card_21(*box.first_two) and is_paid_at_once(table)


def side_due(table: Table, box: Box, stake: Stake, side: Side) -> SideDue:
    """A side wager, and the step it waits for."""
    wins = side_wins(table, box, side)
    progressive = wins and is_progressive(side.kind) and not is_left_out(table, box, stake, side.kind)
    return SideDue(
        box=box,
        stake=stake,
        side=side,
        wins=wins,
        needs=_chance_needed(table, box, stake, side) if progressive else "",
        needs_light=progressive and table.rules.light_checked and not side.lit,
        needs_validation=progressive and not side.validated,
    )


def side_wins(table: Table, box: Box, side: Side) -> bool:
    """Whether a side wager wins."""
    record = side_wager(side.kind)
    return line_made(table, box, record) < len(record.lines)


def _chance_needed(table: Table, box: Box, stake: Stake, side: Side) -> str:
    """Which wheel, or the draw of the hot spot, a winning progressive wager waits for."""
    record = side_wager(side.kind)
    if not record.wheel:
        return ""
    if not record.has_community or turns_prize_wheel(table, box, stake, side.kind):
        return "spin" if side.stop < 0 else ""
    if not table.hot_spot:
        return "hot_spot"
    return "community" if community_stop(table, side.amount) < 0 else ""


def turns_prize_wheel(table: Table, box: Box, stake: Stake, kind: str) -> bool:
    """Whether a wager with a hot spot is one for which the prize wheel turns.

    Of several people with the wager at the hot spot it turns for the first in the order of the box, which
    begins with the player who calls the decisions."""
    if table.rules.sides[kind].options["spinner"] == EVERY_BETTOR:
        return True
    return (box.number, stake.person) == _at_hot_spot(table, kind)


def _at_hot_spot(table: Table, kind: str) -> tuple[int, str] | None:
    """The box and the person for whom the prize wheel turns, if anyone has the wager at the hot spot."""
    box = box_of(table, table.hot_spot)
    for stake in box.stakes if box is not None else ():
        if side_of(stake, kind) is not None:
            return table.hot_spot, stake.person
    return None


def is_left_out(table: Table, box: Box, stake: Stake, kind: str) -> bool:
    """Whether the community wheel does not pay a wager, because it is the winner's own on another box."""
    if not side_wager(kind).has_community:
        return False
    winner = _at_hot_spot(table, kind)
    place = (box.number, stake.person)
    return winner not in (None, place) and not reaches(table.rules, kind, winner, place)


def reaches(rules: Rules, kind: str, winner: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether community pay for a winner, given by box and name, reaches another wager."""
    if rules.sides[kind].options["own_boxes"]:
        return other != winner
    return other[1] != winner[1]


def side_of(stake: Stake, kind: str) -> Side | None:
    """A person's side wager of a kind."""
    return next((side for side in stake.sides if side.kind == kind), None)


def community_stop(table: Table, wager: int) -> int:
    """Where the community wheel stopped for wagers of this amount, or -1."""
    return next((stop for amount, stop in table.community_stops if amount == wager), -1)


def hot_spots(table: Table) -> tuple[int, ...]:
    """The betting positions that may be drawn: all of the table's, or those with the wager."""
    kind = kind_with_hot_spot(table.rules)
    if table.rules.sides[kind].options["spinner"] == DRAWN_POSITION:
        return tuple(range(1, table.rules.boxes + 1))
    return tuple(
        box.number for box in table.boxes if any(side_of(stake, kind) is not None for stake in box.stakes)
    )


def wheel_due(table: Table, due: SideDue) -> tuple[Stop, ...]:
    """The wheel that turns next."""
    played = wheel_table(table.rules, due.side.kind, due.side.amount)
    return played.community if due.needs == "community" else played.wheel


# -- the wager that a step is for ------------------------------------------------------------------


def side_awaited(table: Table) -> SideDue:
    """The next side wager, of which it is known that there is one."""
    due = next_side(table)
    assert due is not None
    return due


def _box_due(table: Table, who: str) -> Offer:
    return one_of((side_awaited(table).box.number,), Reason.NOT_NOW)


def _person_due(table: Table, who: str) -> Offer:
    return one_of((side_awaited(table).stake.person,), Reason.NOT_NOW)


def _kind_due(table: Table, who: str) -> Offer:
    return one_of((side_awaited(table).side.kind,), Reason.NOT_NOW)


WAGER_DUE = (Field("box", _box_due), Field("person", _person_due), Field("kind", _kind_due))
"""The fields that name the next side wager: no other is possible."""
