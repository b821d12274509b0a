"""Before a progressive payout: the dealer checks the light where a book says so; a floorperson validates."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.payment.progressives import SIDES_ARE_SETTLED, WAGER_DUE, next_side
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_side
from spanish21.game.table import DEALER, FLOORPERSON, Table


def why_not_check(table: Table, who: str) -> Reason | None:
    due = next_side(table)
    return Reason.NOT_NOW if due is None or due.needs or not due.needs_light else None


def check_light(act: Act, command: cmd.CheckLight) -> None:
    act.emit(ev.LightChecked(command.box, command.person, command.kind))


def why_not_validate(table: Table, who: str) -> Reason | None:
    due = next_side(table)
    if due is None or due.needs or not due.needs_validation:
        return Reason.NOT_NOW
    return Reason.LIGHT_NOT_CHECKED if due.needs_light else None


def validate_payout(act: Act, command: cmd.ValidatePayout) -> None:
    act.emit(ev.PayoutValidated(command.box, command.person, command.kind))


MOVES = (
    Move(
        cmd.CheckLight,
        (DEALER,),
        SIDES_ARE_SETTLED,
        check_light,
        why_not_check,
        WAGER_DUE,
        emits=(ev.LightChecked,),
    ),
    Move(
        cmd.ValidatePayout,
        (FLOORPERSON,),
        SIDES_ARE_SETTLED,
        validate_payout,
        why_not_validate,
        WAGER_DUE,
        emits=(ev.PayoutValidated,),
    ),
)


# The effects of its events


def light_checked(table: Table, event: ev.LightChecked) -> Table:
    return with_side(table, event.box, event.person, event.kind, lit=True)


def payout_validated(table: Table, event: ev.PayoutValidated) -> Table:
    return with_side(table, event.box, event.person, event.kind, validated=True)


EVOLVES: Evolves = {
    ev.LightChecked: light_checked,
    ev.PayoutValidated: payout_validated,
}
