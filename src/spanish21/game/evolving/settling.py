"""Settling, wheels and the pick-up of the cards."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import (
    Evolves,
    stake_at,
    with_amount,
    with_box,
    with_chips,
    with_hand,
    with_hand_state,
    with_side,
)
from spanish21.game.evolving.start import NO_TROUBLE, interned
from spanish21.game.phases import after_match
from spanish21.game.side_wagers.registry import is_progressive
from spanish21.game.table import CONTINUOUS, Settlement, Side, Table, box_index, layout_is_clear


def hot_spot_drawn(table: Table, event: ev.HotSpotDrawn) -> Table:
    return replace(table, hot_spot=event.box)


def wheel_spun(table: Table, event: ev.WheelSpun) -> Table:
    return with_side(table, event.box, event.person, event.kind, stop=event.stop)


def community_wheel_spun(table: Table, event: ev.CommunityWheelSpun) -> Table:
    return replace(table, community_stops=(*table.community_stops, (event.wager, event.stop)))


def light_checked(table: Table, event: ev.LightChecked) -> Table:
    return with_side(table, event.box, event.person, event.kind, lit=True)


def payout_validated(table: Table, event: ev.PayoutValidated) -> Table:
    return with_side(table, event.box, event.person, event.kind, validated=True)


def wager_settled(table: Table, event: ev.WagerSettled) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    at = stake_at(box, event.person)
    if event.kind == "main":
        hand = box.hands[event.hand]
        changed = replace(
            hand, wagers=with_amount(hand.wagers, at, 0), doubles=with_amount(hand.doubles, at, 0)
        )
        boxes = with_box(table, index, with_hand(box, event.hand, changed))
    else:
        stake = box.stakes[at]
        if event.kind == "insurance":
            stake = replace(stake, insurance=0)
        else:
            stake = replace(stake, sides=_sides_after(stake.sides, event))
        boxes = with_box(table, index, replace(box, stakes=box.stakes[:at] + (stake,) + box.stakes[at + 1 :]))
    gained = event.returned + event.paid
    phase = table.phase
    table = replace(
        table,
        boxes=boxes,
        people=with_chips(table.people, event.person, gained),
        inventory=table.inventory + event.collected - event.paid,
        settled=_with_settlement(table, event),
        phase="collect" if phase == "settle" and layout_is_clear(boxes) else phase,
    )
    return after_match(table) if phase == "match" else table


def _with_settlement(table: Table, event: ev.WagerSettled) -> tuple[Settlement, ...]:
    stands = event.result == "won" and is_progressive(event.kind)
    return (
        *table.settled,
        Settlement(event.box, event.hand, event.person, event.kind, event.collected, event.paid, stands),
    )


def _sides_after(sides: tuple[Side, ...], event: ev.WagerSettled) -> tuple[Side, ...]:
    """A wager that went back is no wager of the round any more; one that was decided stays on record."""
    if event.result == "void":
        return tuple(side for side in sides if side.kind != event.kind)
    return tuple(replace(side, settled=True) if side.kind == event.kind else side for side in sides)


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


def settlement_undone(table: Table, event: ev.SettlementUndone) -> Table:
    gained = event.returned - event.taken
    return replace(
        table,
        people=with_chips(table.people, event.person, gained),
        inventory=table.inventory - gained,
    )


def hand_removed(table: Table, event: ev.HandRemoved) -> Table:
    cards = table.boxes[box_index(table, event.box)].hands[event.hand].cards
    table = with_hand_state(table, event.box, event.hand, "removed")
    return replace(table, rack=(*table.rack, cards))


def cards_to_pick_up(table: Table) -> tuple[tuple[int, ...], ...]:
    """The hands on the table in the order of the pick-up: from the dealer's right, the dealer's own last."""
    hands = [
        hand.cards
        for box in reversed(table.boxes)
        for hand in box.hands
        if hand.state != "removed" and hand.cards
    ]
    return (*hands, table.dealer) if table.dealer else tuple(hands)


def cards_collected(table: Table, event: ev.CardsCollected) -> Table:
    people = table.people
    if event.barred:
        people = tuple(
            replace(person, barred=True) if person.name in event.barred else person for person in people
        )
    continuous = table.rules.shuffling == CONTINUOUS and table.trouble.shuffler == "working"
    again = table.cover_seen or table.reshuffle_ordered or continuous
    trouble = table.trouble
    if trouble is not NO_TROUBLE:
        trouble = interned(
            replace(
                NO_TROUBLE,
                reader_broken=trouble.reader_broken,
                shuffler=trouble.shuffler,
                ten_to_remove=trouble.ten_to_remove,
            )
        )
    return replace(
        table,
        phase="stack" if again else "wagers",
        rack=table.rack + event.hands,
        boxes=(),
        hot_spot=0,
        community_stops=(),
        settled=(),
        dealer=(),
        hole_down=False,
        reader_answered=False,
        dealer_has_blackjack=False,
        step=0,
        turn_box=-1,
        turn_hand=-1,
        asked=(),
        rounds_since_shuffle=table.rounds_since_shuffle + 1,
        people=people,
        trouble=trouble,
    )


EVOLVES: Evolves = {
    ev.HotSpotDrawn: hot_spot_drawn,
    ev.WheelSpun: wheel_spun,
    ev.CommunityWheelSpun: community_wheel_spun,
    ev.LightChecked: light_checked,
    ev.PayoutValidated: payout_validated,
    ev.WagerSettled: wager_settled,
    ev.BonusPaid: bonus_paid,
    ev.SettlementUndone: settlement_undone,
    ev.HandRemoved: hand_removed,
    ev.CardsCollected: cards_collected,
}
