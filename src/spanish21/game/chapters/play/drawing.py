"""Standing, drawing and surrendering: the decisions that move no further chips to the layout."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.play.doubling import keep_double
from spanish21.game.chapters.play.whose_turn import IN_PLAY, turn_of, why_not_decide
from spanish21.game.events import CardAsked, HandStood
from spanish21.game.hands import may_be_blackjack, total
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import PLAYER, Move
from spanish21.game.options import is_surrender_card, may_draw, may_stand, may_surrender
from spanish21.game.pays import returned_by_surrender
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import next_turn
from spanish21.game.round.with_parts import Evolves, hand_in_state
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, WagerResult
from spanish21.game.table import Box, Hand, Table

_NOT_NOW, _NO_DRAW = Reason.NOT_NOW, Reason.NO_DRAW
_DOUBLED = HandState.DOUBLED


def why_not_stand(table: Table, who: str) -> Reason | None:
    reason = why_not_decide(table, who, _NOT_NOW)
    if reason is not None:
        return reason
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    return None if hand_may_stand(hand, table.rules) else Reason.NO_STAND


def stand(act: Act, command: cmd.Stand) -> None:
    table = act.table
    box, index = table.boxes[table.turn_box], table.turn_hand
    if box.hands[index].state != _DOUBLED or not keep_double(act, command):
        act.emit(HandStood(box.number, index, command.by))


def why_not_draw(table: Table, who: str) -> Reason | None:
    reason = why_not_decide(table, who, _NO_DRAW)
    if reason is not None:
        return reason
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    if hand.no_more_cards:
        return Reason.NO_MORE_CARDS
    return None if hand_may_draw(hand, table.rules) else _NO_DRAW


def draw(act: Act, command: cmd.Draw) -> None:
    table = act.table
    act.emit(CardAsked(table.boxes[table.turn_box].number, table.turn_hand, command.by))


def hand_may_draw(hand: Hand, rules: Rules) -> bool:
    """Whether a hand may ask for a card."""
    return may_draw(total(hand.hard, hand.aces), hand.times_doubled, hand.split_aces, len(hand.cards), rules)


def hand_may_stand(hand: Hand, rules: Rules) -> bool:
    """Whether a hand has enough points to stand, or may have no card any more."""
    return (
        may_stand(total(hand.hard, hand.aces), hand.times_doubled, rules)
        or hand.no_more_cards
        or not hand_may_draw(hand, rules)
    )


def no_surrender(rules: Rules) -> Reason | None:
    return None if rules.may_surrender else Reason.SURRENDER_NOT_OFFERED


def why_not_surrender(table: Table, who: str) -> Reason | None:
    reason = why_not_decide(table, who, Reason.NO_SURRENDER)
    if reason is None and not is_surrender_card(table.dealer[0], table.rules):
        return Reason.NO_SURRENDER
    return reason or (None if hand_may_surrender(turn_of(table)[2], table.rules) else Reason.NO_SURRENDER)


def surrender(act: Act, command: cmd.Surrender) -> None:
    box, index, _hand = turn_of(act.table)
    act.emit(ev.HandSurrendered(box.number, index, command.by))
    if may_be_blackjack(act.table.dealer[0]):
        return
    for at in range(len(box.stakes)):
        act.emit(surrender_settled(act.table.rules, box, index, at))


def surrender_settled(rules: Rules, box: Box, index: int, at: int) -> ev.WagerSettled:
    """Half of a surrendered wager is collected, half goes back."""
    wager = box.hands[index].wagers[at]
    back = returned_by_surrender(wager, rules)
    return ev.WagerSettled(
        box=box.number,
        hand=index,
        person=box.stakes[at].person,
        kind="main",
        result=WagerResult.SURRENDERED,
        collected=wager - back,
        returned=back,
        paid=0,
        why="may_surrender",
        meter="",
    )


def hand_may_surrender(hand: Hand, rules: Rules) -> bool:
    """Whether the hand may be given up: its first two cards and its first decision."""
    return may_surrender(len(hand.cards), hand.times_doubled, hand.split, False, rules)


MOVES = (
    Move(
        cmd.Stand,
        (PLAYER,),
        IN_PLAY,
        stand,
        why_not_stand,
        out_of_phase=why_not_stand,
        emits=(ev.HandStood, ev.DoubleKept),
    ),
    Move(cmd.Draw, (PLAYER,), IN_PLAY, draw, why_not_draw, out_of_phase=why_not_draw, emits=(ev.CardAsked,)),
    Move(
        cmd.Surrender,
        (PLAYER,),
        IN_PLAY,
        surrender,
        why_not_surrender,
        out_of_phase=why_not_surrender,
        absent=no_surrender,
        emits=(ev.HandSurrendered, ev.WagerSettled),
    ),
)


# The effects of its events


_DRAWING = HandState.DRAWING
_STOOD = HandState.STOOD


def hand_stood(table: Table, event: ev.HandStood) -> Table:
    return next_turn(table, hand_in_state(table, event.box, event.hand, _STOOD))


def card_asked(table: Table, event: ev.CardAsked) -> Table:
    return replace(table, boxes=hand_in_state(table, event.box, event.hand, _DRAWING))


def hand_surrendered(table: Table, event: ev.HandSurrendered) -> Table:
    return next_turn(table, hand_in_state(table, event.box, event.hand, HandState.SURRENDERED))


EVOLVES: Evolves = {
    ev.HandStood: hand_stood,
    ev.CardAsked: card_asked,
    ev.HandSurrendered: hand_surrendered,
}
