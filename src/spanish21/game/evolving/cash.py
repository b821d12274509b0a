"""Cash was confirmed and became chips."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_chips
from spanish21.game.table import Table


def cash_confirmed(table: Table, event: ev.CashConfirmed) -> Table:
    """The cash goes into the drop box and chips for it come from the inventory; the wager itself is the event
    after it."""
    offers = []
    people = table.people
    for offer in table.offers:
        if offer.person != event.person or offer.box != event.box:
            offers.append(offer)
        elif event.converted:
            people = with_chips(people, offer.person, event.converted)
        else:
            offers.append(replace(offer, confirmed_by=(*offer.confirmed_by, event.by)))
    return replace(
        table,
        offers=tuple(offers),
        people=people,
        inventory=table.inventory - event.converted,
        drop_box=table.drop_box + event.converted,
    )


EVOLVES: Evolves = {
    ev.CashConfirmed: cash_confirmed,
}
