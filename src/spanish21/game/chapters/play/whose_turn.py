"""Whose decision it is: the first question of every chapter of decisions."""

from spanish21.game.reasons import Reason
from spanish21.game.round.phases import caller_of
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Table, person_of

_DOUBLED, _OPEN = HandState.DOUBLED, HandState.OPEN
_PLAY = Phase.PLAY
_NOT_NOW, _NOT_YOUR_TURN = Reason.NOT_NOW, Reason.NOT_YOUR_TURN

Turn = tuple[Box, int, Hand]

IN_PLAY = frozenset((Phase.PLAY,))

_UNFINISHED = frozenset(
    (
        HandState.DEALT,
        HandState.OPEN,
        HandState.DRAWING,
        HandState.DOUBLING,
        HandState.DOUBLED,
        HandState.WAITING,
        HandState.OWED,
    )
)


def turn_of(table: Table) -> Turn:
    """The box and hand in turn."""
    box = table.boxes[table.turn_box]
    return box, table.turn_hand, box.hands[table.turn_hand]


def why_not_decide(table: Table, by: str, otherwise: Reason) -> Reason | None:
    """The reason why `by` has no decision to make now, or nothing.

    A player who has a Blackjack, or has finished every hand, gets the decision's own reason (`otherwise`).
    """
    if table.phase != _PLAY:
        insures = table.phase == Phase.INSURANCE
        return Reason.INSURANCE_FIRST if insures else _or_finished(table, by, _NOT_NOW, otherwise)
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    state = hand.state
    if state == _DOUBLED and table.asked:
        return None if by == table.asked[0] else _NOT_YOUR_TURN  # whether to keep the double
    if by != (box.stakes[0].person if len(box.stakes) == 1 else caller_of(box, hand)):
        return _or_finished(table, by, _NOT_YOUR_TURN, otherwise)
    if table.asked:
        return Reason.ANSWER_FIRST
    is_told = box.announced or hand.split or not table.rules.player_totals_announced
    if state == _DOUBLED or (state == _OPEN and is_told):
        return None
    return _or_finished(table, by, _NOT_NOW, otherwise)


def _or_finished(table: Table, by: str, reason: Reason, otherwise: Reason) -> Reason:
    """The reason, unless `by` has nothing left to decide in this round."""
    if not has_finished(table, by):
        return reason
    if otherwise in (Reason.NO_DRAW, Reason.NO_DOUBLE, Reason.NO_SPLIT) and has_refused_card(table, by):
        return Reason.NO_MORE_CARDS
    return otherwise


def has_finished(table: Table, by: str) -> bool:
    """Whether every hand of the round that `by` calls is finished."""
    states = [
        hand.state for box in table.boxes if box.hands and box.stakes[0].person == by for hand in box.hands
    ]
    return bool(states) and not any(state in _UNFINISHED for state in states)


def has_refused_card(table: Table, by: str) -> bool:
    """Whether `by` refused an exposed card in this round."""
    return any(hand.no_more_cards for box in table.boxes if box.stakes[0].person == by for hand in box.hands)


def chips_of(table: Table, name: str) -> int:
    """The chips in front of a person."""
    person = person_of(table, name)
    return person.chips if person is not None else 0
