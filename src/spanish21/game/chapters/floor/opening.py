"""Before the cards: the checklist of equipment, the card reader device, the gaming day and the clock."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.move import ANY_PHASE, Field, Move, Offer, Why, all_of, from_to
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_opening
from spanish21.game.states import Phase
from spanish21.game.table import FLOORPERSON, Table

MOST_MINUTES = 60 * 24 * 366
_MINUTES = from_to(1, MOST_MINUTES, Reason.NOT_NOW, unit="minutes")

# -- the equipment ---------------------------------------------------------------------------------


def why_not_check(table: Table, who: str) -> Reason | None:
    return Reason.NOT_NOW if table.opening.equipment_checked else None


def items_to_check(table: Table, who: str) -> Offer:
    """The whole checklist, in any order."""
    wanted = table.rules.equipment
    return all_of(
        wanted, lambda checked: Why(Reason.CHECKLIST_INCOMPLETE, what_checklist_lacks(wanted, checked))
    )


def what_checklist_lacks(wanted: tuple[str, ...], checked: tuple[str, ...]) -> Bounds | None:
    """The reason why a checklist, in any order, is not the required one; or nothing."""
    missing = tuple(item for item in wanted if item not in checked)
    if missing:
        return Bounds("missing", names=missing)
    others = tuple(item for item in checked if item not in wanted)
    if others:
        return Bounds("not_on_list", names=others)
    twice = tuple(item for item in wanted if checked.count(item) > 1)
    return Bounds("more_than_once", names=twice) if twice else None


def check_equipment(act: Act, command: cmd.CheckEquipment) -> None:
    act.emit(ev.EquipmentChecked(command.items))


# -- the card reader device ------------------------------------------------------------------------


def why_not_inspect_reader(table: Table, who: str) -> Reason | None:
    return None if reader_needs_inspection(table) else Reason.NOT_NOW


def reader_needs_inspection(table: Table) -> bool:
    """Whether the card reader device has not been inspected this gaming day."""
    rules = table.rules
    return not table.opening.reader_inspected and rules.card_reader and rules.reader_inspected_daily


def inspect_reader(act: Act, command: cmd.InspectReader) -> None:
    act.emit(ev.ReaderInspected())


# -- day and time ----------------------------------------------------------------------------------


def begin_gaming_day(act: Act, command: cmd.BeginGamingDay) -> None:
    act.emit(ev.GamingDayBegun())


def minutes_offered(table: Table, who: str) -> Offer:
    """How many minutes can pass in one step."""
    return _MINUTES


def tell_time(act: Act, command: cmd.TellTime) -> None:
    act.emit(ev.TimeTold(command.minutes))


MOVES = (
    Move(
        cmd.CheckEquipment,
        (FLOORPERSON,),
        frozenset((Phase.CLOSED,)),
        check_equipment,
        why_not_check,
        (Field("items", items_to_check),),
        emits=(ev.EquipmentChecked,),
    ),
    Move(
        cmd.InspectReader,
        (FLOORPERSON,),
        ANY_PHASE,
        inspect_reader,
        why_not_inspect_reader,
        in_any_case=True,
        emits=(ev.ReaderInspected,),
    ),
    Move(
        cmd.BeginGamingDay,
        (FLOORPERSON,),
        ANY_PHASE,
        begin_gaming_day,
        in_any_case=True,
        emits=(ev.GamingDayBegun,),
    ),
    Move(
        cmd.TellTime,
        (FLOORPERSON,),
        ANY_PHASE,
        tell_time,
        fields=(Field("minutes", minutes_offered),),
        in_any_case=True,
        emits=(ev.TimeTold,),
    ),
)


# The effects of its events


def equipment_checked(table: Table, event: ev.EquipmentChecked) -> Table:
    return with_opening(table, equipment_checked=True)


def reader_inspected(table: Table, event: ev.ReaderInspected) -> Table:
    return with_opening(table, reader_inspected=True)


def gaming_day_begun(table: Table, event: ev.GamingDayBegun) -> Table:
    return with_opening(table, reader_inspected=False)


def time_told(table: Table, event: ev.TimeTold) -> Table:
    return replace(table, minutes=table.minutes + event.minutes)


EVOLVES: Evolves = {
    ev.EquipmentChecked: equipment_checked,
    ev.ReaderInspected: reader_inspected,
    ev.GamingDayBegun: gaming_day_begun,
    ev.TimeTold: time_told,
}
