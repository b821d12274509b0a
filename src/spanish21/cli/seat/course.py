"""The course of a table at which one person sits: the house and the others act, and what happens is shown."""

import random
from collections.abc import Callable, Iterable

import msgspec

from spanish21.books.citing import citations
from spanish21.books.prompting import prompt
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission_file import Submission
from spanish21.cli.printing import clause_list
from spanish21.cli.seat.screen import Screen
from spanish21.cli.seat.seat_lines import (
    Result,
    colour_of,
    line_of_event,
    reader_at,
    result_text,
    signed_money,
)
from spanish21.cli.seat.visit import Visit, chips, wagers_of
from spanish21.cli.seat.wager_questions import lies_text
from spanish21.dealer import with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.due import due
from spanish21.game.evolve import evolve, set_up
from spanish21.game.rules import least_wager
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.game.view import view
from spanish21.game.waiting import people_awaited
from spanish21.notation import Recorder, Round
from spanish21.sentences.language import Language
from spanish21.sentences.reader import Voice
from spanish21.sentences.text import text_of
from spanish21.strategy import BELOW_17
from spanish21.strategy.player import player

ME = "you"
_MONEY_MOVES = (ev.WagerSettled, ev.BonusPaid, ev.SettlementUndone, ev.HandRemoved, ev.CardsCollected)


class Course:
    """A table that plays itself until it waits for the person at the keyboard."""

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
        self.submission = submission
        self.recorder = Recorder(submission)
        self._moved: dict[str, ev.MeterMoved] = {}
        self.visit = Visit(ME)
        self.procedure = False
        self.keep: Callable[[Iterable[ev.Event]], None] = _nowhere
        self.write_round: Callable[[Round], None] = _nowhere
        self.kept_in = ""
        first = log[0]
        assert isinstance(first, ev.TableSetUp)
        self.table = set_up(first)
        for event in log[1:]:
            after = evolve(self.table, event)
            self.visit.happened(self.table, event, after)
            self.table = after
        self.rules = self.table.rules
        self.book = load_book(self.rules.book)
        self.reader = reader_at(self.rules, ME)
        self.visit.usual = self.visit.usual or {1: {"main": wager or least_wager(self.rules)}}
        others = [person.name for person in self.table.people if person.name != ME]
        self._of_others = player(BELOW_17, *others)

    def speak(self, language: Language) -> None:
        """From now on, what happens is told in a language."""
        self.reader = reader_at(self.rules, ME, language)

    @property
    def balance(self) -> int:
        return chips(self.table, ME)

    # -- events ------------------------------------------------------------------------------------

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
        self.say_meters()
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
        if isinstance(event, ev.MeterMoved):
            self._moved[event.meter] = event
            return
        self.say_meters()
        if isinstance(event, ev.WagersClosed):
            self.screen.begin_round()
        if isinstance(event, _MONEY_MOVES):
            self.screen.show_changes(before)
        elif isinstance(event, ev.HoleCardTurned) or (_is_dealers_draw(event) and len(before.dealer) > 0):
            self.screen.show_changes(before, of_players=True)
        if isinstance(event, Result):
            self.screen.result(*result_text(before, self.book, event, self.reader.language))
            clauses = citations(self.book, self.rules, event.why)
            self.screen.tell(
                event=event, says=self.reader.language.why(self.rules, event.why), clauses=clauses
            )
        elif text := line_of_event(after, event, self.reader):
            self.screen.say(text, dim=True)
        if isinstance(event, ev.CashConfirmed) and event.person == ME and event.converted:
            self.screen.say(lies_text(wagers_of(after, ME), event.box, self.rules.currency))
        if isinstance(event, ev.CardsCollected):
            self.round_over(before, after)

    def say_meters(self) -> None:
        """What the meters show that have moved since anything else happened, in one line."""
        if self._moved:
            record = msgspec.structs.replace(self.reader, voice=Voice.LOG)
            self.screen.say(" ".join(text_of(event, record) for event in self._moved.values()), dim=True)
            self._moved = {}

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
        """The other players decide: no cut, no insurance, a card below 17."""
        while due(self.table) is None and (command := self._of_others(self.table)) is not None:
            self.carry_out(command)

    def is_mine(self) -> bool:
        """Whether the table waits for the person at the keyboard."""
        return self.table.phase == Phase.WAGERS or ME in people_awaited(self.table)

    def wagers_of_others(self) -> None:
        for person in self.table.people:
            if person.name != ME and person.seat:
                wager = cmd.PlaceWager(by=person.name, box=person.seat, amount=least_wager(self.rules))
                try:
                    self.carry_out(wager)
                except Refused:
                    continue


def _is_dealers_draw(event: ev.Event) -> bool:
    return isinstance(event, ev.CardDealt) and event.box == 0 and not event.face_down


def _nowhere(events: object) -> None:
    """Where a visit that is not saved is kept."""
