"""The decisions that events show: what each choice was worth when it was made, and what the one made cost."""

from typing import Any, NamedTuple

from spanish21.analysis.advice.advice import Option, advise
from spanish21.game import commands as cmd
from spanish21.game.events import Event
from spanish21.game.table import Table
from spanish21.game.waiting import waits_for

COMMANDS = {
    "CardAsked": "Draw",
    "HandStood": "Stand",
    "DoubleKept": "Stand",
    "DoubleMade": "Double",
    "PairSplit": "Split",
    "HandSurrendered": "Surrender",
    "DoubleRescued": "Rescue",
    "InsurancePlaced": "Insure",
    "InsuranceDeclined": "DeclineInsurance",
}
"""The decision that an event shows, by the command that asked for it."""


class JudgedChoice(NamedTuple):
    """A decision that was made, among those that were open."""

    made: Option
    options: tuple[Option, ...]


def command_shown(table: Table, event: Event, who: str) -> str:
    """The command of a decision that an event shows and this person made; nothing for other events."""
    command = COMMANDS.get(type(event).__name__, "")
    is_theirs = bool(command) and getattr(event, "person", "") == who and who in waits_for(table)
    return command if is_theirs else ""


def judge_decision(table: Table, event: Any, who: str) -> JudgedChoice | None:
    """The decision that an event shows at the table before it; None where it is not priced, or not theirs."""
    command = command_shown(table, event, who)
    if not command:
        return None
    priced = tuple(
        one
        for one in advise(table, who).options
        if one.cost is not None and getattr(one.command, "box", event.box) == event.box
    )
    made = [one for one in priced if type(one.command).__name__ == command]
    if not made:
        return None
    # Between the least and the largest amount, which are priced, the nearer one is taken.
    amount = getattr(event, "amount", 0)
    return JudgedChoice(min(made, key=lambda one: abs(_amount_of(one.command) - amount)), priced)


def _amount_of(command: cmd.Command | None) -> int:
    return getattr(command, "amount", 0)
