"""Decisions in words: which one a person names, and why another is not legal now."""

from collections.abc import Collection

from spanish21.books.citing import refusal_text
from spanish21.environments.actions import Action, action_words
from spanish21.environments.seat import PLAYER, Seat
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import why_not
from spanish21.game.moves.move import Why

GO_ON = "go on to the next round"
SAME = {
    "draw": "hit",
    "double down": "double",
    "take insurance": "insure",
    "no insurance": "decline insurance",
}
"""What else people call a decision."""
_KINDS: dict[int, type[cmd.Command]] = {
    Action.STAND: cmd.Stand,
    Action.HIT: cmd.Draw,
    Action.DOUBLE: cmd.Double,
    Action.SPLIT: cmd.Split,
    Action.SURRENDER: cmd.Surrender,
    Action.RESCUE: cmd.Rescue,
    Action.DOUBLE_FOR_LESS: cmd.Double,
    Action.INSURE: cmd.Insure,
    Action.DECLINE_INSURANCE: cmd.DeclineInsurance,
}
_BY_WORDS = {action_words(action): int(action) for action in Action}


def action_named(said: str, legal: Collection[int]) -> int | None:
    """The legal action that a text names, by its words or its number; the whole text has to be its name.

    >>> action_named(" Draw ", {0, 1}), action_named("1", {0, 1}), action_named("I hit", {0, 1})
    (1, 1, None)
    """
    text = " ".join(said.lower().split())
    text = SAME.get(text, text)
    for action in legal:
        if text in (str(action), action_words(action)):
            return action
    return None


def why_not_words(seat: Seat, said: str) -> str:
    """Why what was said cannot be done now: with the clause, if it is a decision at all."""
    text = " ".join(said.lower().split())
    action = _BY_WORDS.get(SAME.get(text, text))
    if text.isdecimal() and int(text) in _KINDS:
        action = int(text)
    why = None if action is None or seat.is_over else _why_not(seat, action)
    return (
        "" if why is None else refusal_text(seat.rules, Refused(why.reason, why.bounds), _KINDS[action or 0])
    )


def _why_not(seat: Seat, action: int) -> Why | None:
    """The engine's reason against an action that is not legal."""
    if action == Action.DOUBLE_FOR_LESS:
        why = why_not(seat.table, PLAYER, cmd.Double)
        return why or why_not(seat.table, PLAYER, cmd.Double, amount=seat.rules.smallest_chip)
    return why_not(seat.table, PLAYER, _KINDS[action])
