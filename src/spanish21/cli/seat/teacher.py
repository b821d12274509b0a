"""The teacher at a seat: hints, a word after a mistake, the chart, drills; each needs the analyser."""

from typing import TYPE_CHECKING

from spanish21.cli.chart_text import chart_lines
from spanish21.cli.printing import screen_width
from spanish21.cli.seat import coach
from spanish21.cli.seat.drill_desk import run_drill
from spanish21.cli.seat.visit import Decision
from spanish21.errors import BadInput
from spanish21.game.states import Phase
from spanish21.strategy.screens import chart_tables
from spanish21.strategy.spots import spot_of

if TYPE_CHECKING:
    from spanish21.cli.seat.terminal_seat import TerminalSeat


class Teacher:
    """What a person at a seat may learn."""

    def __init__(self, seat: "TerminalSeat") -> None:
        self.seat = seat
        self.me = seat.visit.me
        self.screen = seat.screen
        self.was_asked = False
        self.speaks = False

    def has_coach(self) -> bool:
        """Whether the analyser is installed; says how to get it where it is not."""
        if not coach.is_there():
            self.screen.say(coach.MISSING, fg="yellow")
            self.screen.tell(misunderstood=coach.MISSING)
            return False
        from spanish21.compiled.ahead import tell_of_compiling

        self.was_asked = True
        tell_of_compiling(lambda message: self.screen.say(message, dim=True))
        return True

    def hint(self) -> None:
        """The best option, and the cost of each other."""
        table = self.seat.table
        if table.phase not in (Phase.PLAY, Phase.INSURANCE):
            raise BadInput("there is nothing to decide now; hint helps with a hand or with insurance")
        if self.has_coach():
            for line in coach.hint_lines(table, self.me):
                self.screen.say(line, hanging="    ", fg="cyan")
            options = coach.advice_on(table, self.me).options
            self.screen.tell(
                hint=[{"option": one.name, "value": one.value, "cost": one.cost} for one in options]
            )

    def coach(self) -> None:
        """Turn the coach on or off."""
        if self.has_coach():
            self.speaks = not self.speaks
            self.screen.say("The coach speaks after a mistake." if self.speaks else "The coach is silent.")

    def judge(self, decision: Decision) -> None:
        """Say what a mistake cost."""
        try:
            verdict = coach.verdict_on(decision)
        except BadInput:  # rules that the analyser has no room for; hint says so
            return
        if verdict is not None and verdict.is_mistake:
            text = coach.mistake_text(verdict, decision.command, self.seat.rules.currency)
            self.screen.say(text, hanging="    ", fg="magenta")
            self.screen.tell(coach=text, cost=verdict.cost)

    def chart(self, *words: str) -> None:
        """The chart for this table: of the hand in turn, its cell marked, or the part asked for."""
        if not self.has_coach():
            return
        word, spot = words[0] if words else "", spot_of(self.seat.table)
        tables = chart_tables(coach.chart_of_table(self.seat.rules), self.seat.rules)
        shown = [table for table in tables if table.screen.startswith(word)]
        if word and not shown:
            raise BadInput(f"the chart has {', '.join(dict.fromkeys(table.screen for table in tables))}")
        if not word and spot:
            shown = [table for table in tables if table.name == spot.table]
        if not shown:
            self.screen.say("Such a hand always stands.")
            return
        self.screen.lines("\n".join(chart_lines(shown, screen_width(), spot)))

    def drill(self, *kinds: str) -> None:
        """Hands of chosen kinds, for no money."""
        if self.has_coach():
            run_drill(self.screen, self.seat.rules, self.me, kinds, self.seat.chance)
            self.screen.begin_round()
