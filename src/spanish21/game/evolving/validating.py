"""A progressive payout was checked and validated."""

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_side
from spanish21.game.table import Table


def light_checked(table: Table, event: ev.LightChecked) -> Table:
    return with_side(table, event.box, event.person, event.kind, lit=True)


def payout_validated(table: Table, event: ev.PayoutValidated) -> Table:
    return with_side(table, event.box, event.person, event.kind, validated=True)


EVOLVES: Evolves = {
    ev.LightChecked: light_checked,
    ev.PayoutValidated: payout_validated,
}
