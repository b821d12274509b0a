"""Cash: confirmed by the house and changed into chips."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import from_inventory
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import ANY_PHASE, Field, Move, Offer, one_of
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_chips
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table


def people_to_confirm(table: Table, who: str) -> Offer:
    """Those whose cash waits for this member of the house."""
    names = [offer.person for offer in table.offers if may_confirm(table, who, offer.person, offer.box)]
    return one_of(tuple(dict.fromkeys(names)), Reason.NO_WAGER)


def boxes_to_confirm(table: Table, who: str, name: str) -> Offer:
    """The boxes for which a person's cash waits; 0: it is changed into chips alone."""
    numbers = [offer.box for offer in table.offers if may_confirm(table, who, name, offer.box)]
    return one_of(tuple(dict.fromkeys(numbers)), Reason.NO_WAGER)


def may_confirm(table: Table, by: str, name: str, number: int) -> bool:
    """Whether a cash wager, or cash for chips (box 0), still waits for this member of the house."""
    if by == FLOORPERSON and not table.rules.cash_needs_floorperson:
        return False
    return (table.phase == Phase.WAGERS or not number) and any(
        offer.person == name and offer.box == number and by not in offer.confirmed_by
        for offer in table.offers
    )


@from_inventory
def confirm_cash(act: Act, command: cmd.ConfirmCash) -> None:
    table = act.table
    offer = next(o for o in table.offers if o.person == command.person and o.box == command.box)
    needed = {DEALER, FLOORPERSON} if table.rules.cash_needs_floorperson else {DEALER}
    converted = needed <= {*offer.confirmed_by, command.by}
    chips = offer.amount if converted else 0
    act.emit(ev.CashConfirmed(command.person, command.box, command.by, chips))
    if converted and offer.box:
        act.emit(ev.WagerPlaced(offer.person, offer.box, offer.kind, offer.amount, 0))


MOVES = (
    Move(
        cmd.ConfirmCash,
        HOUSE,
        ANY_PHASE,
        confirm_cash,
        fields=(Field("person", people_to_confirm, leads_on=True), Field("box", boxes_to_confirm)),
        emits=(ev.CashConfirmed, ev.WagerPlaced, ev.FillAsked),
    ),
)


# The effects of its events


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
