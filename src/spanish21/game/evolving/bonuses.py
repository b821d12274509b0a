"""Money that answers no wager was paid."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_chips
from spanish21.game.table import Settlement, Table


def bonus_paid(table: Table, event: ev.BonusPaid) -> Table:
    return replace(
        table,
        people=with_chips(table.people, event.person, event.paid),
        inventory=table.inventory - event.paid,
        settled=(
            *table.settled,
            Settlement(event.box, 0, event.person, event.kind, 0, event.paid, event.kind == "community"),
        ),
    )


EVOLVES: Evolves = {
    ev.BonusPaid: bonus_paid,
}
