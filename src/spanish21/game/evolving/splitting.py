"""A pair was split, and the others on it said how."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_amount, with_box, with_chips
from spanish21.game.hands import value
from spanish21.game.states import HandState
from spanish21.game.table import Table, box_index, stake_index


def pair_split(table: Table, event: ev.PairSplit) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    zeros = (0,) * len(box.stakes)
    first, second = hand.cards
    aces = first >> 2 == 1
    left = replace(
        hand,
        cards=(first,),
        hard=value(first),
        aces=int(aces),
        state=HandState.WAITING,
        doubles=zeros,
        last_doubles=zeros,
        split=True,
        split_aces=aces,
    )
    right = replace(left, cards=(second,), wagers=with_amount(zeros, at, event.amount), coupons=zeros)
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 1 :])
    return replace(
        table,
        boxes=with_box(table.boxes, index, replace(box, hands=hands)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def split_followed(table: Table, event: ev.SplitFollowed) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    at = stake_index(box, event.person)
    left, right = box.hands[event.hand], box.hands[event.hand + 1]
    if event.amount:
        right = replace(right, wagers=with_amount(right.wagers, at, event.amount))
    elif event.goes_to == 1:
        right = replace(
            right,
            wagers=with_amount(right.wagers, at, left.wagers[at]),
            coupons=with_amount(right.coupons, at, left.coupons[at]),
        )
        left = replace(left, wagers=with_amount(left.wagers, at, 0), coupons=with_amount(left.coupons, at, 0))
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 2 :])
    return replace(
        table,
        boxes=with_box(table.boxes, index, replace(box, hands=hands)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


EVOLVES: Evolves = {
    ev.PairSplit: pair_split,
    ev.SplitFollowed: split_followed,
}
