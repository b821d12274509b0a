"""A drill at the seat: a hand, a decision, a verdict; a score at the end."""

import random

from spanish21.cli.printing import money
from spanish21.cli.seat.coach import Verdict, doing, words
from spanish21.cli.seat.drill import SeatDrill
from spanish21.cli.seat.keys import typed
from spanish21.cli.seat.menu import menu
from spanish21.cli.seat.screen import Screen
from spanish21.cli.seat.wager_questions import sentence
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.rules import Rules
from spanish21.game.table import Table
from spanish21.school.drill_hands import KINDS

_DECISIONS = (cmd.Draw, cmd.Stand, cmd.Double, cmd.Split, cmd.Surrender, cmd.Rescue)
_ENDS = ("q", "quit", "exit", "stop", "leave")


def run_drill(screen: Screen, rules: Rules, who: str, kinds: tuple[str, ...], chance: random.Random) -> None:
    """Ask for one decision after another until the person has had enough."""
    drill = SeatDrill(rules, who, tuple(kind.strip(",") for kind in kinds), chance)
    named = ", ".join(KINDS[kind][0] for kind in drill.kinds)
    screen.say(f"Drill: {named}. One decision a hand, for no money; q ends the drill.", bold=True)
    try:
        while _ask(screen, drill, drill.next_table()):
            pass
    finally:
        _tell_score(screen, drill, rules)


def _ask(screen: Screen, drill: SeatDrill, table: Table) -> bool:
    """One hand of a drill; False when the person has had enough."""
    screen.say()
    screen.begin_round()
    screen.show(table)
    offered = [one for one in legal(table, drill.who) if one.command in {one.__name__ for one in _DECISIONS}]
    screen.items([*menu(table, drill.who, offered, ""), "[q] enough"])
    while True:
        text = screen.line("drill")
        if text.lower() in _ENDS:
            return False
        try:
            command = typed(text or "?", table, drill.who)
            if not isinstance(command, _DECISIONS):
                raise BadInput("a drill asks for a decision: type one of the keys shown")
            carry_out(table, command)
        except (BadInput, Refused) as error:
            screen.say(sentence(str(error)), fg="yellow")
            continue
        _tell_verdict(screen, drill.answer(table, command), command, table.rules.currency)
        return True


def _tell_verdict(screen: Screen, verdict: Verdict | None, command: cmd.Command, currency: str) -> None:
    if verdict is None:
        screen.say("That hand cannot be priced; on to the next.")
    elif verdict.is_mistake:
        best, cost = words(verdict.best, currency), money(round(verdict.cost), currency)
        text = sentence(f"{doing(command, currency)} costs {cost}, so {best}. The hand comes again.")
        screen.say(text, hanging="    ", fg="red")
        screen.tell(drill="wrong", best=best, cost=verdict.cost)
    else:
        screen.say("Right.", fg="green")
        screen.tell(drill="right")


def _tell_score(screen: Screen, drill: SeatDrill, rules: Rules) -> None:
    if not drill.asked:
        return
    cost = f"; mistakes cost {money(round(drill.cost), rules.currency)}" if drill.right < drill.asked else ""
    screen.say(f"{drill.right} of {drill.asked} right{cost}.", bold=True)
    screen.tell(drill="over", right=drill.right, asked=drill.asked, cost=drill.cost)
