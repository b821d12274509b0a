"""Wagers were placed or taken back; somebody may wager."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_box, with_chips
from spanish21.game.table import Box, Offer, Side, Stake, Table, box_index, box_of, stake_of


def wager_placed(table: Table, event: ev.WagerPlaced) -> Table:
    people = with_chips(table.people, event.person, -event.amount)
    box = box_of(table, event.box)
    if box is None:
        first = new_stake(event.person, event.amount, event.coupon)
        boxes = (*table.boxes, Box(event.box, (first,), (), False, 0, ()))
        return replace(table, people=people, boxes=tuple(sorted(boxes, key=lambda box: box.number)))
    stake = stake_of(box, event.person)
    if stake is None:
        stakes = (*box.stakes, new_stake(event.person, event.amount, event.coupon))
    else:
        more = _with_more(stake, event)
        stakes = tuple(more if one is stake else one for one in box.stakes)
    boxes = with_box(table.boxes, table.boxes.index(box), replace(box, stakes=stakes))
    return replace(table, people=people, boxes=boxes)


def new_stake(name: str, amount: int, coupon: int) -> Stake:
    """A person's money on a box: a wager on the hand, nothing beside it yet."""
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
    boxes = with_box(table.boxes, index, replace(box, stakes=tuple(stakes)))
    return replace(table, people=people, boxes=boxes)


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


EVOLVES: Evolves = {
    ev.WagerPlaced: wager_placed,
    ev.CashOffered: cash_offered,
    ev.WagerWithdrawn: wager_withdrawn,
    ev.ConsentGiven: consent_given,
    ev.WageringPermitted: wagering_permitted,
}
