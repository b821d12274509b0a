"""The words of a seat that ask rather than decide: help, ?, hint, chart, history, stats, drill."""

import sys
from typing import TYPE_CHECKING

import click

from spanish21.cli.printing import clause_list
from spanish21.cli.seat import coach
from spanish21.cli.seat.keys import typed
from spanish21.cli.seat.menu import menu_of_more
from spanish21.cli.seat.screen import Left
from spanish21.cli.seat.seat_lines import result_text, signed_money
from spanish21.cli.seat.seat_words import help_lines, rules_lines
from spanish21.cli.seat.teacher import Teacher
from spanish21.cli.seat.visit import wagers_of
from spanish21.cli.seat.visit_figures import Luck, figures, luck_lines, luck_of, picture_of_round
from spanish21.cli.seat.wager_help import (
    INSURANCE,
    MAIN,
    WagerPrice,
    explained,
    price_text,
    prices_of,
    wager_named,
    words_for_wagers,
)
from spanish21.cli.seat.wager_questions import sentence
from spanish21.cli.seat.why import reason_in_full, reasons
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.states import Phase

if TYPE_CHECKING:
    from spanish21.cli.seat.terminal_seat import TerminalSeat

_ENOUGH = 5
"""After this many rounds, the farewell mentions luck even if the analyser has to be compiled for it."""
LEAVING = ("q", "quit", "exit", "leave", "bye")


class Talk:
    """What a person at a seat may ask."""

    def __init__(self, seat: "TerminalSeat") -> None:
        self.seat = seat
        self.me = seat.visit.me
        self.screen = seat.screen
        self._back = 0
        self.teacher = Teacher(seat)
        self._judge = coach.Judge()
        self.has_confirmed = False

    def answers(self, text: str) -> bool:
        """Answer a line that asks something; False if it is none of these words."""
        first, *rest = text.lower().split() or [""]
        if first.startswith("?") and len(first) > 1:
            first, rest = "?", [first[1:], *rest]
        self._back = self._back if first in ("history", "back") else 0
        if first in LEAVING:
            self.leave()
        elif first in ("?", "why", "rules") and rest:
            self.explain_one(" ".join(rest), is_rule=first == "rules")
        elif first in ("?", "why"):
            self.explain()
        elif first in ("history", "back"):
            self.history(*rest[:1])
        elif first in ("chart", "drill") or (first in ("hint", "coach") and not rest):
            getattr(self.teacher, first)(*rest)
        elif first in ("help", "more", "rules", "stats") and not rest:
            getattr(self, first)()
        else:
            return False
        return True

    def command(self, text: str) -> cmd.Command:
        """The command that a line of keys asks for."""
        return typed(text, self.seat.table, self.me)

    def offered(self) -> list[str]:
        """The words that a menu ends with."""
        decides = self.seat.table.phase in (Phase.PLAY, Phase.INSURANCE)
        return ["[hint]", "[more]", "[?]"] if decides else ["[more]", "[?]", "[q] leave"]

    def leave(self) -> None:
        """Leave; with money on the layout that stays there, ask first."""
        table = self.seat.table
        if not wagers_of(table, self.me) or table.phase == Phase.WAGERS or self.screen.as_json:
            raise Left
        kept = self.seat.kept_in
        stays = f"--resume {kept} takes it up." if kept else "Your wagers stay on the layout."
        self.screen.say(f"The round is not over. {stays} Leave anyway? [y] yes  [n] no", fg="yellow")
        if self.screen.line("leave?").lower() in ("y", "yes", *LEAVING):
            self.has_confirmed = True
            raise Left

    # -- contents ----------------------------------------------------------------------------------

    def help(self) -> None:
        """Every word and what it does."""
        for word, says in help_lines(self.seat.rules):
            self.screen.say(f"{click.style(word, bold=True)}: {says}", hanging="    ")

    def more(self) -> None:
        """What else may be done now."""
        table = self.seat.table
        self.screen.items(menu_of_more(table, self.me, legal(table, self.me)))
        words = ("chart", "coach", "drill", "history", "stats", "rules", "help")
        self.screen.items([f"[{word}]" for word in words], dim=True)

    def rules(self) -> None:
        """The rules of this table in short."""
        for line in rules_lines(self.seat.rules):
            self.screen.say(line, hanging="    ")

    def explain_one(self, word: str, is_rule: bool) -> None:
        """A wager with its paytable, or why a decision is offered or not, with the clauses in words."""
        kind = wager_named(self.seat.rules, word)
        if kind and (is_rule or kind != INSURANCE or self.seat.table.phase == Phase.WAGERS):
            self.wager(kind)
        elif is_rule and not kind:
            known = ", ".join(words_for_wagers(self.seat.rules))
            raise BadInput(f"rules explains the wagers {known}; rules alone tells the rules of this table")
        else:
            reason, clauses = reason_in_full(self.seat.table, self.me, word)
            self.screen.say(f"{click.style(reason[0], bold=True)}: {reason[1]}")
            for line in clauses or ["no clause: this is a rule of the house"]:
                self.screen.say(line, margin="    ", hanging="      ")
            self.screen.tell(why=[{"of": reason[0], "says": reason[1], "clauses": reason[2]}])

    def wager(self, kind: str) -> None:
        """What a wager pays, its cost and an example."""
        found = explained(self.seat.table, kind)
        cited = click.style(f"[{clause_list(self.seat.rules.book, found.clauses)}]", dim=True)
        title = f"{click.style(found.title, bold=True)}: "
        for table in found.tables:
            self.screen.say(f"{title}{table.says}", hanging="    ")
            self.screen.rows(table.rows)
            title = ""
        prices = self._prices(kind)
        for price in prices:
            self.screen.say(price_text(price), hanging="    ")
        example = f"Example: {found.example}. " if found.example else ""
        self.screen.say(f"{example}{cited}", hanging="    ")
        self.screen.tell(
            wager={
                "kind": kind,
                "title": found.title,
                "tables": [
                    {"says": table.says, "rows": [row._asdict() for row in table.rows]}
                    for table in found.tables
                ],
                "example": found.example,
                "clauses": found.clauses,
            },
            prices=[price._asdict() for price in prices],
        )

    def _prices(self, kind: str) -> list[WagerPrice]:
        """The prices of a wager, where the analyser is installed and has room for the rules."""
        if not coach.is_there():
            return []
        if kind == MAIN:
            self.teacher.has_coach()  # says so while it compiles
        try:
            return prices_of(self.seat.table, kind, self.seat.submission)
        except BadInput as error:
            self.screen.say(sentence(f"its edge cannot be told: {error}"), hanging="    ")
            return []

    def explain(self) -> None:
        """The clauses of what was just paid, or why each decision is offered or not."""
        table, name = self.seat.table, self.seat.rules.book
        last = self.seat.visit.rounds[-1:]
        found = reasons(table, self.me, [event for played in last for _, event in played.results])
        for of, says, ids in found:
            cited = click.style(f"[{clause_list(name, ids)}]", dim=True)
            self.screen.say(f"{click.style(of, bold=True)}: {says} {cited}", hanging="    ")
        if table.phase in (Phase.PLAY, Phase.INSURANCE):
            self.screen.say("? and a word, such as ? double, shows the clauses.", dim=True)
        self.screen.tell(why=[{"of": of, "says": says, "clauses": ids} for of, says, ids in found])

    # -- the visit ---------------------------------------------------------------------------------

    def history(self, word: str = "") -> None:
        """The last round; again, the one before it; with a number, that round."""
        over = [played for played in self.seat.visit.rounds if played.is_over]
        if word and not word.isdecimal():
            raise BadInput(f"history takes the number of a round, such as history {len(over) or 1}")
        found = [one for one in over if one.number == int(word)] if word else over[: len(over) - self._back]
        if not found:
            raise BadInput("there is no such round" if over and word else "there is no earlier round")
        self._back += 0 if word else 1
        played, currency = found[-1], self.seat.rules.currency
        self.screen.say(f"Round {played.number}: {signed_money(played.net, currency)}", bold=True)
        self.screen.lines(picture_of_round(played, self.seat.rules))
        for table, event in played.results:
            self.screen.result(*result_text(table, self.seat.book, event))
        if not word and len(found) > 1:
            self.screen.say("history again goes one round further back.", dim=True)
        self.screen.tell(history=played.number, net=played.net, view=played.seen)

    def stats(self) -> None:
        """Rounds, hands, net, luck, and what mistakes cost."""
        if not self.seat.visit.over:
            raise BadInput("no round is over yet")
        self.figures(with_luck=self.teacher.has_coach())

    def figures(self, with_luck: bool) -> None:
        """The figures of the visit."""
        visit, rules = self.seat.visit, self.seat.rules
        if not visit.over:
            return
        for line in figures(visit, rules):
            self.screen.say(line, hanging="    ")
        told: dict[str, object] = {"rounds": len(visit.over), "hands": visit.hands(), "net": visit.net()}
        if with_luck:
            told["luck"] = self._luck()
        self.screen.tell(stats=told)

    def _luck(self) -> Luck | None:
        """Tell of luck and mistakes; or why the analyser cannot tell, where the rules are too unusual."""
        rules = self.seat.rules
        try:
            luck = luck_of(self.seat.visit, coach.value_of(rules), self._judge)
        except BadInput as error:
            self.screen.say(sentence(f"luck cannot be told: {error}"), hanging="    ")
            return None
        for line in luck_lines(luck, rules):
            self.screen.say(line, hanging="    ")
        return luck

    def is_worth_waiting(self) -> bool:
        """Whether the farewell tells of luck: if asked before; to a person if it is quick, or after
        some rounds, when compiling the rest is worth the time."""
        is_person = sys.stdin is not None and sys.stdin.isatty() and not self.screen.as_json
        if self.teacher.was_asked or not is_person or not coach.is_there():
            return self.teacher.was_asked
        return coach.is_quick() or len(self.seat.visit.over) >= _ENOUGH
