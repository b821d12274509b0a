"""Wagers before the first card, and the meters."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_box, with_chips
from spanish21.game.states import HandState, Phase
from spanish21.game.table import (
    Box,
    Hand,
    Meter,
    Offer,
    Person,
    Side,
    Stake,
    Table,
    box_index,
    box_of,
    stake_of,
)

_DEALT = HandState.DEALT
_DEAL = Phase.DEAL


def wager_placed(table: Table, event: ev.WagerPlaced) -> Table:
    people = with_chips(table.people, event.person, -event.amount)
    box = box_of(table, event.box)
    if box is None:
        boxes = (*table.boxes, new_box(event.box, event.person, event.amount, event.coupon))
        return replace(table, people=people, boxes=tuple(sorted(boxes, key=lambda box: box.number)))
    stake = stake_of(box, event.person)
    if stake is None:
        stakes = (*box.stakes, _new_stake(event.person, event.amount, event.coupon))
    else:
        more = _with_more(stake, event)
        stakes = tuple(more if one is stake else one for one in box.stakes)
    boxes = with_box(table, table.boxes.index(box), replace(box, stakes=stakes))
    return replace(table, people=people, boxes=boxes)


def new_box(number: int, name: str, amount: int, coupon: int) -> Box:
    """A box with its first wager."""
    return Box(number, (_new_stake(name, amount, coupon),), (), False, 0, ())


def _new_stake(name: str, amount: int, coupon: int) -> Stake:
    return Stake(name, amount, coupon, (), 0, False)


def _with_more(stake: Stake, event: ev.WagerPlaced) -> Stake:
    if event.kind == "main":
        return replace(stake, wager=stake.wager + event.amount, coupon=stake.coupon + event.coupon)
    for index, side in enumerate(stake.sides):
        if side.kind == event.kind:
            more = replace(side, amount=side.amount + event.amount, coupon=side.coupon + event.coupon)
            return replace(stake, sides=(*stake.sides[:index], more, *stake.sides[index + 1 :]))
    side = Side(event.kind, event.amount, False, -1, False, event.coupon, False)
    return replace(stake, sides=(*stake.sides, side))


def cash_offered(table: Table, event: ev.CashOffered) -> Table:
    offer = Offer(event.person, event.box, event.kind, event.amount, ())
    return replace(table, offers=(*table.offers, offer))


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


def wager_withdrawn(table: Table, event: ev.WagerWithdrawn) -> Table:
    if event.kind == "cash":
        kept = [one for one in table.offers if one.person != event.person or one.box != event.box]
        return replace(table, offers=tuple(kept))
    people = with_chips(table.people, event.person, event.amount)
    index = box_index(table, event.box)
    box = table.boxes[index]
    stakes = []
    for stake in box.stakes:
        if stake.person != event.person:
            stakes.append(stake)
        elif event.kind != "main":
            stakes.append(replace(stake, sides=tuple(s for s in stake.sides if s.kind != event.kind)))
    if not stakes:
        return replace(table, people=people, boxes=table.boxes[:index] + table.boxes[index + 1 :])
    return replace(table, people=people, boxes=with_box(table, index, replace(box, stakes=tuple(stakes))))


def consent_given(table: Table, event: ev.ConsentGiven) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, consents=(*person.consents, event.person)) if person.name == event.by else person
            for person in table.people
        ),
    )


def wagering_permitted(table: Table, event: ev.WageringPermitted) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, barred=False) if person.name == event.person else person
            for person in table.people
        ),
    )


def wagers_closed(table: Table, event: ev.WagersClosed) -> Table:
    return begun(table, table.boxes, table.people, event)


def begun(
    table: Table, with_stakes: tuple[Box, ...], people: tuple[Person, ...], event: ev.WagersClosed
) -> Table:
    """The table at the beginning of a round, with a hand for each box that has a stake."""
    boxes = []
    has_side_wagers = False
    for box in with_stakes:
        stakes = box.stakes
        if len(stakes) == 1:
            hand = _new_hand((stakes[0].wager,), (0,), (stakes[0].coupon,))
        else:
            stakes = _caller_first(stakes, dict(event.callers)[box.number])
            wagers, coupons = [stake.wager for stake in stakes], [stake.coupon for stake in stakes]
            hand = _new_hand(tuple(wagers), (0,) * len(stakes), tuple(coupons))
        for stake in stakes:
            if stake.sides:
                has_side_wagers = True
        boxes.append(Box(box.number, stakes, (hand,), box.announced, box.skipped, box.first_two))
    return replace(
        table,
        phase=_DEAL,
        people=people,
        round_number=event.number,
        boxes=tuple(boxes),
        has_side_wagers=has_side_wagers,
    )


def _new_hand(wagers: tuple[int, ...], zeros: tuple[int, ...], coupons: tuple[int, ...]) -> Hand:
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
    ev.WagerPlaced: wager_placed,
    ev.CashOffered: cash_offered,
    ev.CashConfirmed: cash_confirmed,
    ev.WagerWithdrawn: wager_withdrawn,
    ev.ConsentGiven: consent_given,
    ev.WageringPermitted: wagering_permitted,
    ev.WagersClosed: wagers_closed,
    ev.MeterMoved: meter_moved,
}
