"""Insurance was placed, declined, closed."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_chips, with_stake
from spanish21.game.phases import after_insurance
from spanish21.game.table import Table


def insurance_placed(table: Table, event: ev.InsurancePlaced) -> Table:
    table = with_stake(table, event.box, event.person, insurance=event.amount, answered=True)
    return replace(table, people=with_chips(table.people, event.person, -event.amount))


def insurance_declined(table: Table, event: ev.InsuranceDeclined) -> Table:
    return with_stake(table, event.box, event.person, answered=True)


def insurance_closed(table: Table, event: ev.InsuranceClosed) -> Table:
    return after_insurance(table)


EVOLVES: Evolves = {
    ev.InsurancePlaced: insurance_placed,
    ev.InsuranceDeclined: insurance_declined,
    ev.InsuranceClosed: insurance_closed,
}
