"""What is due, as a question: the step among the steps with which it is most often confused."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from spanish21.books.citing import step_name
from spanish21.books.prompting import prompt
from spanish21.game import commands as cmd
from spanish21.game.hands import dealer_draws
from spanish21.game.round.phases import early_21_waits
from spanish21.game.round.places import dealer_sums, place_due
from spanish21.game.round.wheels import kind_with_hot_spot
from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import is_settled_first, side_wager
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.school.questions import Question, Topic, cited
from spanish21.school.school_words import KIND_NAMES, dealer_text, total_text
from spanish21.school.step_names import (
    CARDS,
    CLOSE,
    DEALERS_CARD,
    FIRST_CARDS,
    NAMES,
    NO_CARD,
    OPENING,
    ORDER,
    PLAYERS_CARD,
    SELDOM,
    SIDES,
    SITUATIONS,
    WITHOUT_OFFER,
)


def step_of(table: Table, command: cmd.Command) -> str:
    """The name of a step; a card is told apart by whom it goes to."""
    if not isinstance(command, cmd.Deal):
        return type(command).__name__
    if table.phase == Phase.DEAL:
        return FIRST_CARDS
    place = place_due(table)
    if place is None:
        return NO_CARD
    return PLAYERS_CARD if place[0] else DEALERS_CARD


def step_question(table: Table, command: cmd.Command) -> Question:
    """Which step comes next?"""
    step = step_of(table, command)
    says, clauses, house = _prompted(table, command, step)
    right = _worded(table.rules, NAMES[step])
    return Question(
        skill=_skill(table, step),
        topic=_topic(step),
        kind="choice",
        asks=f"{_situation(table, step, command)} What comes next?".strip(),
        right=right,
        explains=says if command.by == DEALER else f"For the floorperson: {says[0].lower()}{says[1:]}",
        floor="The floorperson stops you and has this step done before the game continues.",
        hint=f"It is for {'you' if command.by == DEALER else 'the floorperson'} to do.",
        clauses=clauses,
        house=house,
        wrong=_confused_with(table.rules, step),
    )


def _situation(table: Table, step: str, command: cmd.Command | None = None) -> str:
    """What can be seen on the table before a step."""
    if isinstance(command, cmd.Spin | cmd.CheckLight | cmd.ValidatePayout):
        return f"{command.person}, box {command.box}, wins {KIND_NAMES[command.kind]}."
    if step == "BurnCard" and table.rounds_since_shuffle:
        return "A new dealer has taken over the table."
    if step == "Announce":
        return f"It is the turn of box {table.boxes[table.turn_box].number}."
    if step == "Settle" and early_21_waits(table):
        return "A player has 21."
    if step == "InsertHoleCard":
        return f"Your up card is {dealer_text(table)}."
    if step in (DEALERS_CARD, NO_CARD):
        return f"Your hand shows {dealer_text(table)}."
    return _worded(table.rules, SITUATIONS.get(step, ""))


def _worded(rules: Rules, text: str) -> str:
    """A sentence with the side wager filled in that has a hot spot."""
    if "WAGER" not in text and "LINE" not in text:
        return text
    kind = kind_with_hot_spot(rules)
    if not kind:
        return text
    record = side_wager(kind)
    return text.replace("WAGER", record.title).replace("LINE", record.line_words[0])


def _skill(table: Table, step: str) -> str:
    """A step's own name; a new dealer's burn card and a soft 17 are separate skills."""
    if step == "BurnCard" and table.rounds_since_shuffle:
        return "step.BurnCard.relief"
    if step == DEALERS_CARD and len(table.dealer) == 1:
        return f"step.{step}.second"
    if step in (DEALERS_CARD, NO_CARD) and total_text(table.dealer) == "soft 17":
        return f"step.{step}.soft_17"
    return f"step.{step}"


def stand_question(table: Table) -> Question:
    """Whether the dealer draws again, where the hand is done."""
    hard, aces = dealer_sums(table.dealer)
    wanted = not dealer_draws(hard, aces, table.rules.dealer_hits_soft_17)
    found = cited(table.rules, *(("dealer_hits_soft_17", "DealerDone") if wanted else ("DealerDone",)))
    return Question(
        skill=_skill(table, NO_CARD) if wanted else "step.DealNone.decided",
        topic="Dealing",
        kind="choice",
        asks=f"{_situation(table, NO_CARD)} {'' if wanted else _NO_WAGER_WAITS}What comes next?",
        right=NAMES[NO_CARD],
        explains="Your hand stands." if wanted else "No wager depends on your total any longer.",
        floor="The floorperson puts the extra card into the discard rack.",
        hint="Your hand has a total on which it must stand, or it decides nothing.",
        clauses=found.clauses,
        house=found.house,
        wrong=(NAMES[DEALERS_CARD], NAMES["CollectCards"], NAMES["BurnCard"]),
    )


_NO_WAGER_WAITS = "Every hand is decided already. "


def _prompted(table: Table, command: cmd.Command, step: str) -> tuple[str, tuple[str, ...], str]:
    """The book's words for a step, its clauses, or why the house takes it."""
    if step == CLOSE:
        found = cited(table.rules, "WagersClosed")
        return "Announce that wagers are closed, and deal.", found.clauses, found.house
    if step == FIRST_CARDS:
        found = cited(table.rules, "CardDealt")
        return "Deal the first cards, one round after another.", found.clauses, found.house
    if step in _WITHOUT_DETAILS:
        found = cited(table.rules, step_name(cmd.COMMANDS[step]))
        return _WITHOUT_DETAILS[step], found.clauses, found.house
    told = prompt(table)
    assert told is not None, "a step in a question is due"
    names = _NAMED.get(step, ()) if step != "SettleMatch" else tuple(_names_of_first(table.rules))
    clauses = cited(table.rules, *names).clauses or told.clauses
    if clauses:
        return told.says, clauses, ""
    return told.says, (), cited(table.rules, *names, _event_of(step)).house


_WITHOUT_DETAILS = {
    "OfferCut": "Offer the stack to be cut, backs away from you.",
    "PlaceCoverCard": "Put the cover card into the stack.",
}
"""Steps whose details are asked for by themselves."""

_NAMED = {
    DEALERS_CARD: ("dealer_hits_soft_17",),
    NO_CARD: ("dealer_hits_soft_17", "DealerDone"),
    "Settle": ("settlement_order", "tie"),
    PLAYERS_CARD: ("CardAsked", "CardDealt"),
}
_EVENTS = {"ConfirmSlip": "InventorySlipWritten", "Settle": "WagerSettled", "Cut": "StackCut"}


def _names_of_first(rules: Rules) -> Iterator[str]:
    """The names of what is settled as soon as the first cards are out."""
    for kind in sides_offered(rules):
        if is_settled_first(kind):
            yield from (f"{kind}_lost", f"{kind}_offered")


def _topic(step: str) -> Topic:
    if step in OPENING:
        return "Opening the table"
    if step in CARDS:
        return "Shuffling and cutting"
    if step in ("CloseInsurance", "InsertHoleCard"):
        return "Insurance"
    if step in ("RemoveTen", "RepairReader", "PutShufflerAside"):
        return "Irregularities"
    return "Side wagers" if step in SIDES else "Dealing"


def _confused_with(rules: Rules, step: str) -> tuple[str, ...]:
    """The steps around this one that the table has, the nearest first, in words."""
    offered = [side_wager(kind) for kind in sides_offered(rules)]
    near = islice((one for one in _near(step) if _is_offered(offered, one)), 6)
    return tuple([_worded(rules, NAMES[one]) for one in near])


@cache
def _near(step: str) -> tuple[str, ...]:
    at = ORDER.index(step)
    others = (one for one in ORDER if one != step and one not in SELDOM)
    return tuple(sorted(others, key=lambda one: abs(ORDER.index(one) - at)))


def _is_offered(offered: list[SideWager], step: str) -> bool:
    """Whether there are the side wagers that a step is for."""
    has_step = WITHOUT_OFFER.get(step)
    return has_step is None or any(map(has_step, offered))


def _event_of(step: str) -> str:
    """The event of a step, by which the books explain it."""
    name = step_name(cmd.COMMANDS[step]) if step in cmd.COMMANDS else ""
    return name or _EVENTS.get(step, step)
