"""Who comes first: the cut, the deal, the settlement, the pick-up."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.pictures.count_text import count_text
from spanish21.game.round.phases import dealer_cards_first
from spanish21.game.round.stack import cover_bounds, cut_bounds
from spanish21.game.side_wagers.registry import is_settled_first, is_side_wager, side_wager
from spanish21.game.states import HandState, WagerResult
from spanish21.game.table import Table, cards_left
from spanish21.game.words import SettlementOrder
from spanish21.school.questions import Question, cited

_BY_THE_ORDER = "The floorperson has you begin again with the right box."


def cut_questions(table: Table, event: ev.CutOffered) -> list[Question]:
    """Who is offered the cut first, and how near either end it may be."""
    if not event.order:
        return []
    found = cited(table.rules, "CutOffered")
    least = cut_bounds(table)[0]
    nearest = cited(table.rules, "cut_too_near_the_end")
    others = tuple(name for name in event.order if name != event.order[0])
    limit = Question(
        skill="number.cut",
        topic="Shuffling and cutting",
        kind="number",
        asks=f"The stack holds {cards_left(table)} cards. How many, at least, must the cut "
        "leave at either end?",
        right=str(least),
        explains=f"The cut leaves at least {count_text(least, 'card')} at either end.",
        floor="The floorperson has the stack cut again.",
        hint="It is the same number for every shoe of this book.",
        clauses=nearest.clauses,
        house=nearest.house,
    )
    if not others:
        return [limit]
    first = Question(
        skill="order.cut",
        topic="Shuffling and cutting",
        kind="choice",
        asks=f"{_why_cut(table)} Who is offered the cut first?",
        right=event.order[0],
        explains=f"The cut is offered to {event.order[0]} first, then to {', '.join(event.order[1:])}.",
        floor="The floorperson has the stack offered to the right player, and cut again if it was cut.",
        hint="It depends on how the shoe before this one ended, if there was one.",
        clauses=found.clauses,
        house=found.house,
        wrong=others,
    )
    return [first, limit]


def _why_cut(table: Table) -> str:
    """Why the cards were shuffled, as far as it decides who cuts."""
    seats = ", ".join(f"{person.name} has box {person.seat}" for person in table.people if person.seat)
    if table.cutting.just_beginning:
        return f"The game begins; {table.people[0].name} came first. {seats}."
    if table.cutting.ordered_by_floorperson:
        return f"The floorperson ordered the shuffle. {seats}."
    if table.cover_seen_by:
        return f"The cover card came out on the box of {table.cover_seen_by}. {seats}."
    return f"The cover card came out before your own card. {seats}."


def cover_question(table: Table) -> Question:
    """How many cards must be behind the cover card."""
    found = cited(table.rules, "cover_card_too_near_the_back")
    least = cover_bounds(table)[0]
    return Question(
        skill="number.cover",
        topic="Shuffling and cutting",
        kind="number",
        asks=f"The stack holds {cards_left(table)} cards. How many, at least, must be behind the cover card?",
        right=str(least),
        explains=f"At least {least} of {cards_left(table)} cards must be behind the cover card.",
        floor="The floorperson has the cover card placed again.",
        hint="It is a fraction of the stack, rounded up.",
        clauses=found.clauses,
        house=found.house,
    )


def deal_questions(table: Table, events: Sequence[ev.Event]) -> list[Question]:
    """Who gets the first card, and what happens to the dealer's second."""
    found = cited(table.rules, "CardDealt")
    dealt = [event.box for event in events if isinstance(event, ev.CardDealt)]
    boxes = (
        dealt[: len(table.boxes)] if len(dealt) > len(table.boxes) else [box.number for box in table.boxes]
    )
    hole = dealer_cards_first(table) == 2
    face_down, at_once, later = (
        "It is dealt face down after the players' second cards.",
        "It is dealt face up after the players' second cards.",
        "It is not dealt before the players are done.",
    )
    second = Question(
        skill="order.second_card",
        topic="Dealing",
        kind="choice",
        asks="What happens to your own second card?",
        right=face_down if hole else later,
        explains=face_down if hole else later,
        floor="The floorperson is called, because a card was dealt too early or the wrong way up.",
        hint="Does this table play with a hole card?",
        clauses=cited(table.rules, "hole_card", "CardDealt" if hole else "DealerDone").clauses,
        house=found.house,
        wrong=(later if hole else face_down, at_once),
    )
    if len(boxes) < 2:
        return [second]
    first = Question(
        skill="order.deal",
        topic="Order",
        kind="boxes",
        asks=f"There are wagers on boxes {_listed(sorted(boxes))}. In which order do they get "
        "their first cards?",
        right=" ".join(map(str, boxes)),
        explains=f"The first cards go to boxes {_listed(boxes)}, then one to you; box 1 is at your left.",
        floor="The floorperson is called: cards dealt to the wrong box make an irregularity.",
        hint="Box 1 is the first at your left.",
        clauses=found.clauses,
        house=found.house,
    )
    return [first, second]


def settlement_question(table: Table, events: Sequence[ev.Event]) -> Question | None:
    """In which order the boxes are settled, where more than one is."""
    settled = [
        event for event in events if isinstance(event, ev.WagerSettled) and event.result != WagerResult.VOID
    ]
    boxes = list(dict.fromkeys(event.box for event in settled))
    if len(boxes) < 2:
        return None
    sides = settled[0].kind != "main"
    kind, why = settled[0].kind, settled[0].why
    is_first = is_side_wager(kind) and is_settled_first(kind)
    found = cited(table.rules, *((why,) if is_first else ()), "settlement_order", why)
    losers_first = table.rules.settlement_order == SettlementOrder.LOSERS_FIRST and not sides
    if is_first:
        losers_first = bool(table.rules.sides[kind].options.get("losers_first"))
    way = (
        "First the losing wagers are collected, then the winning ones are paid, each time from your right"
        if losers_first
        else "Box by box from your right, counter-clockwise, each wager is collected or paid in turn"
    )
    what = f"{side_wager(kind).word} wagers" if is_first else "side wagers" if sides else "wagers"
    return Question(
        skill=f"order.settle.{what.split()[0]}",
        topic="Order",
        kind="boxes",
        asks=f"In which order do you settle the {what} of boxes {_listed(sorted(boxes))}?",
        right=" ".join(map(str, boxes)),
        explains=f"{way}: {' '.join(map(str, boxes))}.",
        floor=_BY_THE_ORDER,
        hint="Name each box once, where it is first settled. Box 1 is the first at your left.",
        clauses=found.clauses,
        house=found.house,
    )


def pick_up_question(table: Table) -> Question | None:
    """Whose cards are picked up first."""
    boxes = [box.number for box in table.boxes if any(hand.state != HandState.REMOVED for hand in box.hands)]
    if len(boxes) < 2:
        return None
    found = cited(table.rules, "CardsCollected")
    order = sorted(boxes, reverse=True)
    return Question(
        skill="order.pick_up",
        topic="Order",
        kind="boxes",
        asks=f"There are cards on boxes {_listed(sorted(boxes))}. In which order do you pick them up?",
        right=" ".join(map(str, order)),
        explains="The cards are picked up from your right to your left, each hand together and your own "
        f"last: {' '.join(map(str, order))}.",
        floor="The floorperson may ask you to lay the round out again, which this order would not allow.",
        hint="Your own cards come last.",
        clauses=found.clauses,
        house=found.house,
    )


def _listed(numbers: Sequence[int]) -> str:
    texts = [str(number) for number in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
