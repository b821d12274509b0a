"""Somebody came, left, or bought chips."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_chips
from spanish21.game.table import Person, Table


def person_joined(table: Table, event: ev.PersonJoined) -> Table:
    person = Person(event.person, event.chips, event.seat, event.barred, ())
    return replace(table, people=(*table.people, person))


def person_left(table: Table, event: ev.PersonLeft) -> Table:
    cutting = table.cutting
    if event.person in cutting.order:
        gone, offered = cutting.order.index(event.person), cutting.offered
        cutting = replace(
            cutting,
            order=cutting.order[:gone] + cutting.order[gone + 1 :],
            offered=offered - 1 if offered is not None and gone < offered else offered,
        )
    return replace(
        table,
        cutting=cutting,
        people=tuple(person for person in table.people if person.name != event.person),
        offers=tuple(offer for offer in table.offers if offer.person != event.person),
    )


def chips_bought(table: Table, event: ev.ChipsBought) -> Table:
    return replace(
        table,
        people=with_chips(table.people, event.person, event.amount),
        inventory=table.inventory - event.amount,
        drop_box=table.drop_box + event.amount,
    )


EVOLVES: Evolves = {
    ev.PersonJoined: person_joined,
    ev.PersonLeft: person_left,
    ev.ChipsBought: chips_bought,
}
