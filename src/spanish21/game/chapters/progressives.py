"""Side wagers that wait to be settled: which of them is next, whether it wins, and what it waits for."""

import msgspec

from spanish21.game.hands import is_two_card_21
from spanish21.game.moves import Field, Offer, one_of
from spanish21.game.phases import is_paid_at_once
from spanish21.game.reasons import Reason
from spanish21.game.rules import DRAWN_POSITION, EVERY_BETTOR, Stop
from spanish21.game.sidebets import NO_LINE, NO_MATCH, is_six_and_ten_value, match_line, monster_line
from spanish21.game.states import Phase
from spanish21.game.table import Box, Side, Stake, Table
from spanish21.game.wheels import wheel_table

SIDES_ARE_SETTLED: frozenset[Phase] = frozenset((Phase.PLAY, Phase.SETTLE))
"""The phases in which a side wager other than the match can be settled."""


class SideDue(msgspec.Struct, frozen=True, gc=False):
    """The side wager that is to be settled next, and what it waits for."""

    box: Box
    stake: Stake
    side: Side
    wins: bool
    needs: str
    """What chance has yet to say: "hot_spot", "spin", "community" or nothing."""
    needs_light: bool
    needs_validation: bool

    @property
    def is_ready(self) -> bool:
        return not (self.needs or self.needs_light or self.needs_validation)


def next_side(table: Table) -> SideDue | None:
    """The next side wager in the order of payment, from the dealer's right; in mid-round only a spin
    whose Blackjack has been paid."""
    if not table.has_side_wagers or table.phase not in SIDES_ARE_SETTLED:
        return None
    for box in reversed(table.boxes):
        for stake in box.stakes:
            for side in stake.sides:
                if side.settled:
                    continue
                if table.phase == Phase.SETTLE or _is_spin_of_paid_blackjack(table, box, side):
                    return side_due(table, box, stake, side)
    return None


def _is_spin_of_paid_blackjack(table: Table, box: Box, side: Side) -> bool:
    return side.kind == "spin" and box.announced and is_two_card_21(*box.first_two) and is_paid_at_once(table)


def side_due(table: Table, box: Box, stake: Stake, side: Side) -> SideDue:
    """A side wager, and what it waits for."""
    wins = side_wins(table, box, side)
    progressive = wins and side.kind in ("spin", "xtreme", "monster")
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
    """Whether a side wager wins; a match against a card that lies is asked of `match_line`."""
    if side.kind == "spin":
        return is_two_card_21(*box.first_two)
    if side.kind == "xtreme":
        return is_six_and_ten_value(table.dealer[0], table.dealer[1])
    if side.kind == "monster":
        first, second = box.first_two
        return monster_line(first, second, table.dealer[0], table.dealer[1]) != NO_LINE
    return match_line(box.first_two[0], box.first_two[1], table.dealer[1]) != NO_MATCH


def _chance_needed(table: Table, box: Box, stake: Stake, side: Side) -> str:
    """Which wheel, or the draw of the hot spot, a winning progressive wager waits for."""
    if side.kind == "monster":
        return ""
    if side.kind == "spin" or turns_prize_wheel(table, box, stake):
        return "spin" if side.stop < 0 else ""
    if not table.hot_spot:
        return "hot_spot"
    return "community" if community_stop(table, side.amount) < 0 else ""


def turns_prize_wheel(table: Table, box: Box, stake: Stake) -> bool:
    """Whether an Xtreme 16 wager is one for which the prize wheel turns.

    Of several people with the wager at the hot spot it turns for the first in the order of the box, which
    begins with whoever calls the decisions."""
    if table.rules.xtreme_spinner == EVERY_BETTOR:
        return True
    if box.number != table.hot_spot:
        return False
    return stake.person == next(one.person for one in box.stakes if side_of(one, "xtreme") is not None)


def side_of(stake: Stake, kind: str) -> Side | None:
    """A person's side wager of a kind."""
    return next((side for side in stake.sides if side.kind == kind), None)


def community_stop(table: Table, wager: int) -> int:
    """Where the community wheel stopped for wagers of this amount, or -1."""
    return next((stop for amount, stop in table.community_stops if amount == wager), -1)


def hot_spots(table: Table) -> tuple[int, ...]:
    """The betting positions that may be drawn: all of the table's, or those with the wager."""
    if table.rules.xtreme_spinner == DRAWN_POSITION:
        return tuple(range(1, table.rules.boxes + 1))
    return tuple(
        box.number for box in table.boxes if any(side_of(stake, "xtreme") is not None for stake in box.stakes)
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
"""The fields that name the side wager that is next: no other can be meant."""
