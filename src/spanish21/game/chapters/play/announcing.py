"""A player's Blackjack or point total, announced before the first decision; a Blackjack paid immediately."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import from_inventory
from spanish21.game.chapters.play.whose_turn import IN_PLAY
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move, when
from spanish21.game.pays import payment
from spanish21.game.round.payout_limit import left_on_hand
from spanish21.game.round.phases import is_paid_at_once, next_turn
from spanish21.game.round.places import dealer_total
from spanish21.game.round.with_parts import Evolves, hand_in_state, with_box
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import HandState, WagerResult
from spanish21.game.table import DEALER, Box, Table, box_index

_BLACKJACK, _OPEN = HandState.BLACKJACK, HandState.OPEN


def announcement_due(table: Table) -> bool:
    """In play: whether the box whose turn it is has its Blackjack or its total yet to be announced."""
    if table.asked:
        return False
    box = table.boxes[table.turn_box]
    if box.announced:
        return False
    state = box.hands[0].state
    return state == _BLACKJACK or (state == _OPEN and table.rules.player_totals_announced)


@from_inventory
def announce(act: Act, command: cmd.Announce) -> None:
    table = act.table
    box = table.boxes[table.turn_box]
    hand = box.hands[0]
    if hand.state != _BLACKJACK:
        act.emit(ev.PointsAnnounced(box.number, 0, dealer_total(hand.cards)))
        return
    paid_now = is_paid_at_once(table)
    stays = paid_now and any(side_wager(side.kind).keeps_hand for stake in box.stakes for side in stake.sides)
    act.emit(ev.BlackjackAnnounced(box.number, paid_now, stays))
    if not paid_now:
        return
    for index in range(len(box.stakes)):
        act.emit(blackjack_paid(act.table, box, index))
    if not stays:
        act.emit(ev.HandRemoved(box.number, 0))


def blackjack_paid(table: Table, box: Box, index: int) -> ev.WagerSettled:
    """The payment of a player's Blackjack."""
    rules = table.rules
    stake = box.stakes[index]
    wager = box.hands[0].wagers[index]
    paid = payment(wager + stake.coupon, rules.pays_by_kind[1], rules)
    paid = left_on_hand(table, box.number, stake.person, paid)
    return ev.WagerSettled(
        box=box.number,
        hand=0,
        person=stake.person,
        kind="main",
        result=WagerResult.WON,
        collected=0,
        returned=wager,
        paid=paid,
        why="pays_blackjack",
        meter="",
    )


MOVES = (
    Move(
        cmd.Announce,
        (DEALER,),
        IN_PLAY,
        announce,
        when(announcement_due),
        emits=(ev.BlackjackAnnounced, ev.PointsAnnounced, ev.WagerSettled, ev.HandRemoved, ev.FillAsked),
    ),
)


# The effects of its events


_REMOVED = HandState.REMOVED


def blackjack_announced(table: Table, event: ev.BlackjackAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return next_turn(table, with_box(table.boxes, index, box))


def points_announced(table: Table, event: ev.PointsAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return replace(table, boxes=with_box(table.boxes, index, box))


def hand_removed(table: Table, event: ev.HandRemoved) -> Table:
    cards = table.boxes[box_index(table, event.box)].hands[event.hand].cards
    boxes = hand_in_state(table, event.box, event.hand, _REMOVED)
    return replace(table, boxes=boxes, rack=(*table.rack, cards))


EVOLVES: Evolves = {
    ev.BlackjackAnnounced: blackjack_announced,
    ev.PointsAnnounced: points_announced,
    ev.HandRemoved: hand_removed,
}
