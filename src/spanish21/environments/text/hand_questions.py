"""Whether a decision is allowed, at a table that the engine has dealt."""

import random

from spanish21.books.citing import refusal_clauses
from spanish21.books.clauses import Rulebook
from spanish21.books.submissions.submission import rules_of
from spanish21.environments.ansi import facts_text
from spanish21.environments.seat import PLAYER, Seat
from spanish21.environments.text.answer_scores import NO, YES
from spanish21.environments.text.book_questions import Asked
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import why_not
from spanish21.game.reasons import Reason
from spanish21.game.table import Table

ABOUT: dict[str, tuple[type[cmd.Command], str]] = {
    Reason.NO_SPLIT: (cmd.Split, "split this hand"),
    Reason.NO_DOUBLE: (cmd.Double, "double this hand"),
    Reason.NO_SURRENDER: (cmd.Surrender, "surrender this hand"),
    Reason.NO_DRAW: (cmd.Draw, "draw another card to this hand"),
    Reason.NO_RESCUE: (cmd.Rescue, "rescue this hand"),
}
"""Reasons that depend on a hand: the command, and the decision in words."""
MOST_DECISIONS = 2_000
"""Decisions among which a hand is looked for."""


def is_about_hands(book: Rulebook, reason: str) -> bool:
    """Whether a reason of a book's clause is asked about at a table."""
    return reason in ABOUT


def hand_question(book: Rulebook, reason: str, chance: random.Random) -> Asked:
    """May the person at this table decide so? As often yes as no."""
    rules = rules_of(book.name)
    table, is_allowed = hand_for(book, reason, chance)
    _, words = ABOUT[reason]
    asks = f"{facts_text(table)}May the player {words} now?"
    return Asked(asks, "yes or no", YES if is_allowed else NO, (), refusal_clauses(rules, Refused(reason)))


def hand_for(book: Rulebook, reason: str, chance: random.Random) -> tuple[Table, bool]:
    """A table at which the decision is allowed, or refused for this reason; evenly, where there are both."""
    kind, _ = ABOUT[reason]
    wanted = chance.random() < 0.5
    seat = Seat(rules_of(book.name))
    seat.chance = chance
    found: tuple[Table, bool] | None = None
    for _ in range(MOST_DECISIONS):
        if seat.is_over or not seat.table.boxes:
            seat.is_over = False
            cards = list(seat.cards)
            chance.shuffle(cards)
            seat.restart(cards)
            seat.deal(seat.unit)
            continue
        why = why_not(seat.table, PLAYER, kind)
        if why is None or why.reason == reason:
            found = seat.table, why is None
            if found[1] == wanted:
                break
        seat.take(chance.choice(sorted(seat.legal())))
    assert found is not None, f"no hand of {book.name} was found for {reason}"
    return found
