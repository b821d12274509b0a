"""Which questions belong to an event: those before it happens, and those once it can be seen."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.school.lesson_steps import stand_question
from spanish21.school.orders import (
    cover_question,
    cut_questions,
    deal_questions,
    pick_up_question,
    settlement_question,
)
from spanish21.school.payout_questions import (
    blackjack_question,
    bonus_question,
    dealers_question,
    first_total_question,
    hand_question,
    payment_question,
)
from spanish21.school.questions import Question
from spanish21.school.remedies import remedy_question


def before_event(
    table: Table, events: Sequence[ev.Event], round_so_far: Sequence[ev.Event]
) -> list[Question]:
    """What is asked before the first of these events: what is due to happen, to whom, and how much."""
    first = events[0]
    remedy = remedy_question(table, events)
    if remedy is not None:
        return [remedy]
    match first:
        case ev.CutOffered():
            return cut_questions(table, first)
        case ev.CoverCardPlaced():
            return [cover_question(table)]
        case ev.CardDealt() if table.phase == Phase.DEAL and table.step == 0:
            return deal_questions(table, events)
        case ev.PointsAnnounced():
            return [first_total_question(table, first)]
        case ev.BlackjackAnnounced():
            return [blackjack_question(table, first)]
        case ev.WagerSettled():
            return _of_settlement(table, events, first, round_so_far)
        case ev.BonusPaid():
            return [bonus_question(table, first)]
        case ev.DealerDone():
            return [stand_question(table)]
        case ev.CardsCollected():
            return _some(pick_up_question(table))
        case _:
            return []


def _of_settlement(
    table: Table, events: Sequence[ev.Event], first: ev.WagerSettled, round_so_far: Sequence[ev.Event]
) -> list[Question]:
    """The order, where a settlement begins; then the amount."""
    begins = (
        _begins(first, round_so_far)
        and table.phase in (Phase.MATCH, Phase.SETTLE)
        and first.kind != "insurance"
    )
    same = [event for event in events if isinstance(event, ev.WagerSettled) and event.kind == first.kind]
    order = settlement_question(table, same) if begins and len(same) > 1 else None
    return _some(order) + _some(payment_question(table, first))


def _begins(first: ev.WagerSettled, round_so_far: Sequence[ev.Event]) -> bool:
    """Whether a settlement begins with this wager: the first of all, or the first main wager after others."""
    before = round_so_far[-1] if round_so_far else None
    if isinstance(before, ev.WagerSettled):
        return first.kind == "main" != before.kind
    return not isinstance(before, ev.BonusPaid)


def after_event(table: Table, event: ev.Event) -> list[Question]:
    """What is asked once an event can be seen: the total of the hand that got a card."""
    match event:
        case ev.CardDealt() if table.phase in (Phase.PLAY, Phase.DEALER, Phase.SETTLE):
            return _some(hand_question(table, event))
        case ev.HoleCardTurned():
            return [dealers_question(table)]
        case _:
            return []


def _some(question: Question | None) -> list[Question]:
    return [] if question is None else [question]
