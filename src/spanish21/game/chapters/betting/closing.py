"""No more wagers: the conditions of a round, who calls the decisions, the meters' shares."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.opening import reader_needs_inspection
from spanish21.game.chapters.shoes.decks import decks_are_too_old
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move
from spanish21.game.pays import counted_wager
from spanish21.game.reasons import Reason
from spanish21.game.round.meters import meter_step
from spanish21.game.round.wheels import meters_fed
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import HandState, Phase
from spanish21.game.table import DEALER, Box, Hand, Meter, Stake, Table


def why_not_close(table: Table, who: str) -> Reason | None:
    """The reason why the round cannot begin, or nothing."""
    if table.offers:
        return Reason.ANSWER_FIRST
    return why_not_begin(table) if table.boxes else Reason.NO_WAGER


def why_not_yet(table: Table, who: str) -> Reason:
    return Reason.COVER_CARD_REACHED if table.phase == Phase.STACK and table.cover_seen else Reason.NOT_NOW


def why_not_begin(table: Table) -> Reason | None:
    """The reason why no round can begin at this table, or nothing."""
    if reader_needs_inspection(table):
        return Reason.READER_NOT_INSPECTED
    if decks_are_too_old(table):
        return Reason.DECKS_TOO_OLD
    return None if table.inventory_counted else Reason.INVENTORY_NOT_COUNTED


def close_wagers(act: Act, command: cmd.CloseWagers) -> None:
    table = act.table
    callers = tuple([(box.number, _caller(table, box)) for box in table.boxes])
    moved = _meters_moved(table)
    act.emit(ev.WagersClosed(table.round_number + 1, callers))
    for event in moved:
        act.emit(event)


def _caller(table: Table, box: Box) -> str:
    """Who calls the decisions: the person seated at the box, else the one with the highest wager."""
    if len(box.stakes) == 1:
        return box.stakes[0].person
    seats = {person.name: person.seat for person in table.people}
    for stake in box.stakes:
        if seats.get(stake.person) == box.number:
            return stake.person
    return max(box.stakes, key=lambda stake: counted_wager(stake.wager, stake.coupon, table.rules)).person


def _meters_moved(table: Table) -> list[ev.MeterMoved]:
    """The amounts that the round's progressive wagers add to their meters, wager by wager."""
    moved: list[ev.MeterMoved] = []
    if not _has_side_wagers(table.boxes):
        return moved
    state = {meter.name: (meter.amount, meter.remainder) for meter in table.meters}
    for box in table.boxes:
        for stake in box.stakes:
            for side in stake.sides:
                for name in meters_fed(table.rules, side.kind, side.amount):
                    amount, remainder = state[name]
                    added, remainder = meter_step(remainder, side.amount, table.rules.meters[name].rate)
                    state[name] = (amount + added, remainder)
                    moved.append(ev.MeterMoved(name, *state[name]))
    return moved


MOVES = (
    Move(
        cmd.CloseWagers,
        (DEALER,),
        frozenset((Phase.WAGERS,)),
        close_wagers,
        why_not_close,
        out_of_phase=why_not_yet,
        emits=(ev.WagersClosed, ev.MeterMoved),
    ),
)


# The effects of its events


_DEAL = Phase.DEAL
_DEALT = HandState.DEALT


def wagers_closed(table: Table, event: ev.WagersClosed) -> Table:
    callers = dict(event.callers)
    boxes = tuple([_with_hand(box, callers[box.number]) for box in table.boxes])
    return replace(
        table,
        phase=_DEAL,
        boxes=boxes,
        has_side_wagers=_has_side_wagers(boxes),
        round_number=event.number,
    )


def _has_side_wagers(boxes: tuple[Box, ...]) -> bool:
    for box in boxes:
        for stake in box.stakes:
            if stake.sides:
                return True
    return False


def _with_hand(box: Box, caller: str) -> Box:
    """A box at the beginning of a round, with its first hand."""
    if len(box.stakes) == 1:
        (stake,) = box.stakes
        return replace(box, hands=(new_hand((stake.wager,), (stake.coupon,)),))
    stakes = _caller_first(box.stakes, caller)
    wagers, coupons = [stake.wager for stake in stakes], [stake.coupon for stake in stakes]
    return replace(box, stakes=stakes, hands=(new_hand(tuple(wagers), tuple(coupons)),))


def new_hand(wagers: tuple[int, ...], coupons: tuple[int, ...]) -> Hand:
    """A hand that waits for its first card."""
    zeros = (0,) * len(wagers)
    # in the order of the struct's fields: by name it takes twice the time
    return Hand((), 0, 0, _DEALT, wagers, zeros, zeros, coupons, 0, False, False, False)


def _caller_first(stakes: tuple[Stake, ...], caller: str) -> tuple[Stake, ...]:
    return tuple(sorted(stakes, key=lambda stake: stake.person != caller))


def meter_moved(table: Table, event: ev.MeterMoved) -> Table:
    return replace(
        table,
        meters=tuple(
            Meter(meter.name, event.amount, event.remainder) if meter.name == event.meter else meter
            for meter in table.meters
        ),
    )


EVOLVES: Evolves = {
    ev.WagersClosed: wagers_closed,
    ev.MeterMoved: meter_moved,
}
