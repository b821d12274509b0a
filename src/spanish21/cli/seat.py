"""A seat at an automatic table: what is seen, what may be typed, and what comes of it."""

import random
import sys
from typing import Any

import click

from spanish21.books.approvals import training_text
from spanish21.books.citing import citations, refusal_clauses, refusal_text, why_text
from spanish21.books.prompting import prompt
from spanish21.books.rulebook import load_book
from spanish21.books.submission import Submission
from spanish21.cli.keys import SIDE_WORDS, menu, menu_beside, typed
from spanish21.cli.picture import Result, first_cards, picture, result_line, told
from spanish21.cli.printing import clause_list, in_lines, json_line, money, wrapped
from spanish21.dealer import new_table, open_table, seated, with_chance
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.choices import May, OneOf
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Table, person_of
from spanish21.game.view import view
from spanish21.game.waiting import people_awaited
from spanish21.notation import Recorder, write_all
from spanish21.strategy import BELOW_17
from spanish21.strategy.player import player

ME = "you"


class Left(Exception):
    """The person at the keyboard has left, or the input has ended."""


class Seat:
    """One person's place at the table, the others beside them played by a simple rule."""

    def __init__(
        self,
        rules: Rules,
        submission: Submission | None,
        people: dict[str, int],
        wager: int,
        chance: random.Random,
        as_json: bool,
        procedure: bool = False,
    ) -> None:
        self.rules = rules
        self.book = load_book(rules.book)
        self.wager = wager
        self.sides: dict[str, int] = {}
        self.chance = chance
        self.as_json = as_json
        self.procedure = procedure
        self.recorder = Recorder(submission)
        self.results: list[Result] = []
        self.shown = ""
        self.titled = 0
        self.asked: cmd.Command | None = None
        self.before = people[ME]
        self.of_others = player(BELOW_17, *(name for name in people if name != ME))
        opened = seated(*new_table(rules), people) if procedure else open_table(rules, people, chance)
        self.table: Table = opened[0]

    def notation(self) -> str:
        """Every round that was played; the last one as far as it went."""
        unfinished = self.recorder.unfinished(self.table)
        return write_all([*self.recorder.rounds, *([unfinished] if unfinished is not None else [])])

    @property
    def balance(self) -> int:
        person = person_of(self.table, ME)
        return person.chips if person is not None else 0

    def say(self, text: str = "") -> None:
        if not self.as_json:
            click.echo(text)

    def tell(self, **document: Any) -> None:
        if self.as_json:
            json_line(document)

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
        rules, currency = self.rules, self.rules.currency
        limits = f"{money(rules.table_minimum, currency)} to {money(rules.table_maximum, currency)}"
        title = f"Spanish 21 · {self.book.title} · {rules.decks} decks · {limits}"
        self.say(click.style(title, bold=True))
        if training := training_text(rules):
            self.say(click.style(f"{training[0].upper()}{training[1:]}.", fg="yellow"))
        self.say(f"You sit at box 1 with {money(self.balance, currency)}.")
        self.say("Keys are in brackets; ? explains, q leaves.")

    def farewell(self) -> None:
        """Wagers come back before the first card; after it they stay on the layout."""
        mine = [box.number for box in self.table.boxes if any(stake.person == ME for stake in box.stakes)]
        if self.table.phase == "wagers":
            for number in mine:
                self.carry_out(cmd.WithdrawWager(by=ME, box=number))
        elif mine:
            self.say("\nThe round is not over: what you wagered stays on the layout.")
        self.say(f"\nYou leave with {money(self.balance, self.rules.currency)}.")
        self.tell(left=True, balance=self.balance)

    def carry_out(self, command: cmd.Command) -> None:
        act = self.recorder.carry_out(self.table, command)
        self.table = act.table
        for event in act.events:
            self.happened(event)

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
        self.say(click.style(wrapped(f"{step.to}: {step.says}{cited}", 92, "  "), dim=True))
        self.tell(prompt={"to": step.to, "says": step.says, "clauses": step.clauses})

    def happened(self, event: ev.Event) -> None:
        if isinstance(event, ev.WagersClosed):
            self.results = []
        if isinstance(event, ev.DealerDone | ev.RoundVoided):
            self.show()
        if (
            isinstance(event, ev.WagerSettled)
            and event.kind == "match"
            and not self.results
            and self.has_wager()
        ):
            self.say(click.style(f"  {first_cards(self.table, ME)}", dim=True))
        if isinstance(event, Result):
            self.results.append(event)
            self.say(result_line(self.rules, self.book, event))
            clauses = citations(self.book, self.rules, event.why)
            self.tell(event=event, says=why_text(self.rules, event.why), clauses=clauses)
        elif text := told(self.rules, event):
            self.say(click.style(f"  {text}", dim=True))
        if isinstance(event, ev.CardsCollected):
            net = self.balance - self.before
            colour = "green" if net > 0 else "red" if net < 0 else None
            text = f"{'+' if net > 0 else ''}{money(net, self.rules.currency)}"
            balance = money(self.balance, self.rules.currency)
            self.say(f"  {click.style(text, fg=colour, bold=True)}   balance {balance}")
            self.tell(round=self.table.round_number, net=net, balance=self.balance)
            self.shown = ""

    def show(self) -> None:
        """The picture of the table, unless it is the one shown last."""
        now = picture(self.table, ME)
        if now != self.shown:
            self.shown = now
            self.say(now)

    # -- the others --------------------------------------------------------------------------------

    def others(self) -> None:
        """Everybody else decides: no cut, no insurance, a card below 17."""
        while due(self.table) is None and (command := self.of_others(self.table)) is not None:
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
        """Show what is legal, read a line, and do what it says."""
        number = self.table.round_number + 1
        if self.table.phase == "wagers" and number != self.titled:
            self.titled = number
            self.say(click.style(f"\nRound {number}", bold=True))
        elif self.table.phase not in ("wagers", "cut"):
            self.show()
        offered = legal(self.table, ME)
        self.tell(view=view(self.table, ME), legal=offered)
        for line in in_lines(menu(self.table, ME, offered, self.usual_wager())):
            self.say(f"  {line}")
        self.say(
            click.style(f"  also {'   '.join(menu_beside(self.table, ME, offered))}   [?] why", dim=True)
        )
        self.answer()

    def answer(self) -> None:
        """Read a line and do what it says."""
        try:
            self.obey(self.line())
        except Refused as refused:
            text = refusal_text(self.rules, refused, self.asked)
            self.say(click.style(f"  No: {text}", fg="yellow"))
            clauses = refusal_clauses(self.rules, refused, self.asked)
            self.tell(refused=refused.reason, says=text, clauses=clauses)
        except BadInput as error:
            self.say(click.style(f"  {error}", fg="yellow"))
            self.tell(misunderstood=str(error))

    def line(self) -> str:
        if not self.as_json:
            click.echo("> ", nl=False)
        if sys.stdin is None:
            raise Left
        try:
            text = sys.stdin.readline()
        except UnicodeDecodeError:
            raise BadInput("that is not text") from None
        if not text:
            raise Left
        if not self.as_json and not sys.stdin.isatty():
            click.echo(text.strip())
        return text.strip()

    def obey(self, text: str) -> None:
        if text in ("q", "quit", "leave"):
            raise Left
        if text in ("?", "why"):
            self.explain()
            return
        if not text:
            self.enter()
            return
        if len(text) > 200:
            raise BadInput("that is too long for a key")
        command = self.asked = typed(text, self.table, ME)
        self.carry_out(command)
        self.remember(command)

    def remember(self, command: cmd.Command) -> None:
        """Enter places the same wager again."""
        if isinstance(command, cmd.PlaceWager) and command.instrument == "chips" and command.box == 1:
            if command.kind == "main":
                self.wager, self.sides = command.amount, {}
            else:
                self.sides[command.kind] = command.amount
        if isinstance(command, cmd.WithdrawWager):
            self.sides.pop(command.kind, None)

    def has_wager(self) -> bool:
        return any(stake.person == ME for box in self.table.boxes for stake in box.stakes)

    def usual_wager(self) -> str:
        currency = self.rules.currency
        sides = "".join(
            f" and {money(amount, currency)} on {SIDE_WORDS[kind]}" for kind, amount in self.sides.items()
        )
        return f"{money(self.wager, currency)}{sides}"

    def enter(self) -> None:
        """What Enter does: the usual wager and the deal, no cut, no insurance."""
        table = self.table
        if table.phase == "wagers" and not self.has_wager():
            sides = dict(self.sides)
            self.carry_out(cmd.PlaceWager(by=ME, box=1, amount=self.wager))
            for kind, amount in sides.items():
                self.carry_out(cmd.PlaceWager(by=ME, box=1, amount=amount, kind=kind))
            self.deal()
        elif table.phase == "wagers":
            self.deal()
        elif table.phase == "cut":
            self.carry_out(cmd.RefuseCut(by=ME))
        elif table.phase == "insurance":
            for box in table.boxes:
                if any(stake.person == ME and not stake.answered for stake in box.stakes):
                    self.carry_out(cmd.DeclineInsurance(by=ME, box=box.number))
        else:
            raise BadInput("Enter does nothing here; press one of the keys shown")

    def deal(self) -> None:
        mine = [stake for box in self.table.boxes for stake in box.stakes if stake.person == ME]
        staked = sum(stake.wager + sum(side.amount for side in stake.sides) for stake in mine)
        self.before = self.balance + staked
        self.wagers_of_others()
        self.carry_out(cmd.CloseWagers(by=DEALER))

    # -- the reason on request ---------------------------------------------------------------------

    def explain(self) -> None:
        """The clauses of what was just paid, or of what is offered now."""
        names: dict[str, tuple[str, ...]] = {}
        if self.table.phase == "wagers" and self.results and not self.has_wager():
            for event in self.results:
                if event.person == ME:
                    names[why_text(self.rules, event.why)] = citations(self.book, self.rules, event.why)
        else:
            for one in legal(self.table, ME):
                side = _side_of(one)
                name = f"{side}_offered" if side else _NAMES.get(one.command, "")
                if name and (clauses := self.book.cite(name)):
                    names[side.replace("_", " ") or _WORDS[one.command]] = clauses
        for text, ids in names.items():
            self.say(click.style(f"  {text}", bold=True))
            for clause_id in ids[:3]:
                clause = self.book.clause(clause_id)
                self.say(wrapped(f"{self.book.name} {clause_id}: {clause.says}", 92, "    "))
            if not ids:
                self.say("    no clause: this is a house rule")
        self.tell(why=[{"of": text, "clauses": ids} for text, ids in names.items()])


def _side_of(one: May) -> str:
    """The side wager that a command would place, or nothing."""
    kind = one.fields.get("kind")
    is_side = one.command == "PlaceWager" and isinstance(kind, OneOf) and kind.values[0] != "main"
    return str(kind.values[0]) if is_side and isinstance(kind, OneOf) else ""


_NAMES = {
    "Draw": "CardAsked",
    "Stand": "HandStood",
    "Double": "DoubleMade",
    "Split": "PairSplit",
    "Surrender": "may_surrender",
    "Rescue": "may_rescue",
    "Insure": "InsurancePlaced",
    "DeclineInsurance": "InsuranceDeclined",
    "PlaceWager": "WagerPlaced",
    "WithdrawWager": "WagerWithdrawn",
    "Cut": "StackCut",
    "RefuseCut": "CutRefused",
    "AskBurnCard": "burn_disclosed",
}
"""The event or setting whose clauses stand behind a command."""

_WORDS = {
    "Draw": "drawing",
    "Stand": "standing",
    "Double": "doubling",
    "Split": "splitting",
    "Surrender": "surrender",
    "Rescue": "rescue",
    "Insure": "insurance",
    "DeclineInsurance": "no insurance",
    "PlaceWager": "wagers",
    "WithdrawWager": "taking a wager back",
    "Cut": "the cut",
    "RefuseCut": "no cut",
    "AskBurnCard": "the burn card",
}
