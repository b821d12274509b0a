"""A seat at an automatic table: what happens is shown, what is typed is done."""

import random
from collections.abc import Callable, Iterable

from spanish21.books.approvals import training_text
from spanish21.books.citing import citations, refusal_clauses, refusal_text, why_text
from spanish21.books.prompting import prompt
from spanish21.books.rulebook import load_book
from spanish21.books.submission import Submission
from spanish21.cli.menu import menu
from spanish21.cli.printing import clause_list, money
from spanish21.cli.questions import lies_text, prompt_text, sentence, usual_text
from spanish21.cli.screen import Left, Screen
from spanish21.cli.talking import Talk
from spanish21.cli.telling import Result, colour_of, result_text, signed_money, told
from spanish21.cli.visit import Decision, Usual, Visit, chips, wagers_of
from spanish21.dealer import with_chance
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.evolve import evolve, set_up
from spanish21.game.table import DEALER, Table
from spanish21.game.view import view
from spanish21.game.waiting import people_awaited
from spanish21.notation import Recorder, Round
from spanish21.strategy import BELOW_17
from spanish21.strategy.player import player

ME = "you"
_MONEY_MOVES = (ev.WagerSettled, ev.BonusPaid, ev.SettlementUndone, ev.HandRemoved, ev.CardsCollected)


class Seat:
    """One person's place at the table, the others beside them played by a simple rule."""

    def __init__(
        self,
        log: list[ev.Event],
        wager: int | None,
        chance: random.Random,
        screen: Screen,
        submission: Submission | None = None,
    ) -> None:
        self.chance = chance
        self.screen = screen
        self.recorder = Recorder(submission)
        self.visit = Visit(ME)
        self.procedure = self.coached = False
        self.keep: Callable[[Iterable[ev.Event]], None] = _nowhere
        self.write_round: Callable[[Round], None] = _nowhere
        self.kept_in = ""
        self._titled = -1
        self._asked_at: Table | None = None
        first = log[0]
        assert isinstance(first, ev.TableSetUp)
        self.table = set_up(first)
        for event in log[1:]:
            after = evolve(self.table, event)
            self.visit.happened(self.table, event, after)
            self.table = after
        self.rules = self.table.rules
        self.book = load_book(self.rules.book)
        self.visit.usual = self.visit.usual or {1: {"main": wager or self.rules.table_minimum}}
        others = [person.name for person in self.table.people if person.name != ME]
        self._of_others = player(BELOW_17, *others)
        self.talk = Talk(self)

    # -- the course of a visit ---------------------------------------------------------------------

    def play(self) -> None:
        """Rounds until the person leaves or the input ends."""
        self.welcome()
        try:
            while True:
                self.house()
                self.others()
                if due(self.table) is None and self.is_mine():
                    self.ask()
        except Left:
            self.farewell()

    def welcome(self) -> None:
        rules, currency, screen = self.rules, self.rules.currency, self.screen
        limits = f"{money(rules.table_minimum, currency)} to {money(rules.table_maximum, currency)}"
        title = f"Spanish 21 · {self.book.title} · {rules.decks} decks · {limits}"
        screen.say(title, margin="", bold=True)
        if training := training_text(rules):
            screen.say(f"{training[0].upper()}{training[1:]}.", margin="", hanging="", fg="yellow")
        balance, number = money(self.balance, currency), self.table.round_number
        sits = f"You sit down again with {balance}, in round {number}." if number else ""
        screen.say(sits or f"You sit at box 1 with {balance}.", margin="", hanging="")
        screen.say("Type what stands in [brackets]; help lists every word.", margin="", hanging="")

    def farewell(self) -> None:
        """Wagers come back before the first card; after it they stay on the layout."""
        mine = wagers_of(self.table, ME)
        if self.table.phase == "wagers":
            for number in mine:
                self.carry_out(cmd.WithdrawWager(by=ME, box=number))
        elif mine and not self.talk.has_confirmed:
            self.screen.say()
            self.screen.say(
                f"The round is not over. --resume {self.kept_in} takes it up where you left it."
                if self.kept_in
                else "The round is not over: what you wagered stays on the layout."
            )
        self.screen.say()
        self.talk.figures(with_luck=self.talk.is_worth_waiting())
        self.screen.say(f"You leave with {money(self.balance, self.rules.currency)}.", margin="")
        self.screen.tell(left=True, balance=self.balance)

    @property
    def balance(self) -> int:
        return chips(self.table, ME)

    # -- what happens ------------------------------------------------------------------------------

    def carry_out(self, command: cmd.Command) -> None:
        """Carry a command out, keep its events, and show them one by one."""
        table = self.table
        act = self.recorder.carry_out(table, command)
        self.keep(act.events)
        for event in act.events:
            after = evolve(table, event)
            self.visit.happened(table, event, after)
            self.happened(table, event, after)
            table = after
        self.table = act.table
        while self.recorder.rounds:
            self.write_round(self.recorder.rounds.pop(0))

    def write_unfinished(self) -> None:
        """Write the last round as far as it went."""
        unfinished = self.recorder.unfinished(self.table)
        if unfinished is not None:
            self.write_round(unfinished)

    def house(self) -> None:
        """Do all that is due; with the procedure shown, card by card."""
        while (command := due(self.table)) is not None:
            if self.procedure:
                self.show_step()
                command = cmd.Deal(by=DEALER, count=1) if isinstance(command, cmd.Deal) else command
            self.carry_out(with_chance(self.table, command, self.chance))

    def show_step(self) -> None:
        """What the house does next, as its person is told."""
        step = prompt(self.table)
        assert step is not None
        cited = f" [{clause_list(self.rules.book, step.clauses)}]" if step.clauses else ""
        self.screen.say(f"{step.to}: {step.says}{cited}", dim=True)
        self.screen.tell(prompt={"to": step.to, "says": step.says, "clauses": step.clauses})

    def happened(self, before: Table, event: ev.Event, after: Table) -> None:
        """Show an event; the cards that decide about money come before the money."""
        if isinstance(event, ev.WagersClosed):
            self.screen.begin_round()
        if isinstance(event, _MONEY_MOVES):
            self.screen.show_changes(before)
        elif isinstance(event, ev.HoleCardTurned) or (_is_dealers_draw(event) and len(before.dealer) > 0):
            self.screen.show_changes(before, of_players=True)
        if isinstance(event, Result):
            self.screen.result(*result_text(before, self.book, event))
            clauses = citations(self.book, self.rules, event.why)
            self.screen.tell(event=event, says=why_text(self.rules, event.why), clauses=clauses)
        elif text := told(after, event):
            self.screen.say(text, dim=True)
        if isinstance(event, ev.CashConfirmed) and event.person == ME and event.converted:
            self.screen.say(lies_text(wagers_of(after, ME), event.box, self.rules.currency))
        if isinstance(event, ev.CardsCollected):
            self.round_over(before, after)

    def round_over(self, before: Table, after: Table) -> None:
        """The dealer's hand as it ended, what the round brought, and what there is now."""
        played = self.visit.rounds[-1]
        seen = view(before, ME)
        text = signed_money(played.net, self.rules.currency)
        balance = chips(after, ME)
        if played.wagered:
            self.screen.say(f"Round {played.number}: {text}", bold=True, fg=colour_of(played.net))
        self.screen.tell(
            round=played.number,
            net=played.net,
            balance=balance,
            dealer=seen.dealer,
            dealer_total=seen.dealer_total,
        )

    # -- the others --------------------------------------------------------------------------------

    def others(self) -> None:
        """Everybody else decides: no cut, no insurance, a card below 17."""
        while due(self.table) is None and (command := self._of_others(self.table)) is not None:
            self.carry_out(command)

    def is_mine(self) -> bool:
        """Whether the table waits for the person at the keyboard."""
        return self.table.phase == "wagers" or ME in people_awaited(self.table)

    def wagers_of_others(self) -> None:
        for person in self.table.people:
            if person.name != ME and person.seat:
                wager = cmd.PlaceWager(by=person.name, box=person.seat, amount=self.rules.table_minimum)
                try:
                    self.carry_out(wager)
                except Refused:
                    continue

    # -- the person at the keyboard ----------------------------------------------------------------

    def ask(self) -> None:
        """Show the table and what is legal, read a line, and do what it says."""
        table, screen = self.table, self.screen
        if table.phase == "wagers" and table.round_number + 1 != self._titled:
            self._titled = table.round_number + 1
            screen.say()
            balance = money(self.balance, self.rules.currency)
            screen.say(f"Round {self._titled} · you have {balance}", margin="", bold=True)
        elif table.phase not in ("wagers", "cut"):
            screen.show(table)
        if self._asked_at is not table:
            offered = legal(table, ME)
            screen.tell(view=view(table, ME), legal=offered)
            items = menu(table, ME, offered, usual_text(self.visit.usual, self.rules.currency))
            screen.items([*items, *self.talk.offered()])
            self._asked_at = table
        self.answer(prompt_text(table, ME))

    def answer(self, question: str) -> None:
        """Read a line and do what it says."""
        asked: list[cmd.Command] = []
        try:
            self.obey(self.screen.line(question), asked)
        except Refused as refused:
            command = asked[0] if asked else None
            text = refusal_text(self.rules, refused, command)
            self.screen.say(f"No: {text}", fg="yellow")
            clauses = refusal_clauses(self.rules, refused, command)
            self.screen.tell(refused=refused.reason, says=text, clauses=clauses)
        except BadInput as error:
            self.screen.say(sentence(str(error)), fg="yellow")
            self.screen.tell(misunderstood=str(error))

    def obey(self, text: str, asked: list[cmd.Command]) -> None:
        """Do what a line says; `asked` gets the command, for the clauses of a refusal."""
        if len(text) > 200:
            raise BadInput("that is too long for a key")
        if not text:
            self.enter(asked)
        elif not self.talk.answers(text):
            self.do(self.talk.command(text), asked)

    def do(self, command: cmd.Command, asked: list[cmd.Command]) -> None:
        """Carry out what the person asks for, say what now lies there, and let the coach speak."""
        asked.append(command)
        table = self.table
        self.carry_out(command)
        is_cash = getattr(command, "instrument", "") == "cash"
        if isinstance(command, cmd.PlaceWager | cmd.WithdrawWager) and not is_cash:
            self.screen.say(lies_text(wagers_of(self.table, ME), command.box, self.rules.currency))
        if isinstance(command, cmd.Insure):
            amount = money(command.amount, self.rules.currency)
            self.screen.say(f"Box {command.box} is insured for {amount}.")
        if self.coached and table.phase in ("play", "insurance"):
            self.talk.judge(Decision(table, command))

    def enter(self, asked: list[cmd.Command]) -> None:
        """What Enter does: the usual wagers and the deal; no cut, no insurance."""
        if self.table.phase == "wagers":
            if not wagers_of(self.table, ME):
                self.place(self.visit.usual, asked)
            self.wagers_of_others()
            self.carry_out(cmd.CloseWagers(by=DEALER))
        elif self.table.phase == "cut":
            self.do(cmd.RefuseCut(by=ME), asked)
        elif self.table.phase == "insurance":
            self.do(self.talk.command("n"), asked)
        else:
            raise BadInput("Enter does nothing here; type one of the keys shown")

    def place(self, usual: Usual, asked: list[cmd.Command]) -> None:
        """The same wagers again, on every box."""
        for box, wagers in usual.items():
            for kind, amount in wagers.items():
                asked[:] = [cmd.PlaceWager(by=ME, box=box, amount=amount, kind=kind)]
                try:
                    self.carry_out(asked[0])
                except Refused:
                    for lies in wagers_of(self.table, ME):
                        self.screen.say(lies_text(wagers_of(self.table, ME), lies, self.rules.currency))
                    raise


def _is_dealers_draw(event: ev.Event) -> bool:
    return isinstance(event, ev.CardDealt) and event.box == 0 and not event.face_down


def _nowhere(events: object) -> None:
    """Where a visit that is not saved is kept."""
