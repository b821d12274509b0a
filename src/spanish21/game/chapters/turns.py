"""Whose decision it is: what every chapter of decisions asks first."""

from spanish21.game.act import refuse
from spanish21.game.phases import caller_of
from spanish21.game.table import HOUSE, Box, Hand, Table, person_of

Turn = tuple[Box, int, Hand]

_UNFINISHED = frozenset(("dealt", "open", "drawing", "doubling", "doubled", "waiting", "owed"))


def turn_of(table: Table, by: str, otherwise: str) -> Turn:
    """The box and hand on which `by` decides now, or a refusal.

    Whoever has a Blackjack, or has finished every hand, is told the decision's own reason (`otherwise`).
    """
    reason = why_not_turn(table, by)
    if reason:
        if reason in ("not_now", "not_your_turn") and has_finished(table, by):
            reason = otherwise
            if otherwise in ("no_draw", "no_double", "no_split") and has_refused_card(table, by):
                reason = "no_more_cards"
        refuse(reason)
    box = table.boxes[table.turn_box]
    return box, table.turn_hand, box.hands[table.turn_hand]


def has_finished(table: Table, by: str) -> bool:
    """Whether every hand of the round that `by` calls is finished."""
    states = [
        hand.state for box in table.boxes if box.hands and box.stakes[0].person == by for hand in box.hands
    ]
    return bool(states) and not any(state in _UNFINISHED for state in states)


def has_refused_card(table: Table, by: str) -> bool:
    """Whether `by` refused an exposed card in this round."""
    return any(hand.no_more_cards for box in table.boxes if box.stakes[0].person == by for hand in box.hands)


def why_not_turn(table: Table, by: str) -> str:
    """The reason why `by` has nothing to decide now, or nothing."""
    if table.phase != "play":
        if by in HOUSE:
            return "not_your_office"
        if person_of(table, by) is None:
            return "not_at_the_table"
        return "insurance_first" if table.phase == "insurance" else "not_now"
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    if by != caller_of(box, hand):
        if by in HOUSE:
            return "not_your_office"
        return "not_at_the_table" if person_of(table, by) is None else "not_your_turn"
    if table.asked:
        return "answer_first"
    if hand.state != "open" and hand.state != "doubled":
        return "not_now"
    if hand.state == "open" and not box.announced and table.rules.player_totals_announced and not hand.split:
        return "not_now"
    return ""


def stake_index(box: Box, person: str) -> int:
    """Where a person's stake stands on a box, or -1."""
    for index, stake in enumerate(box.stakes):
        if stake.person == person:
            return index
    return -1


def chips_of(table: Table, name: str) -> int:
    """The chips in front of a person."""
    person = person_of(table, name)
    return person.chips if person is not None else 0
