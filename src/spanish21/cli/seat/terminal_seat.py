"""A seat at an automatic table: what happens is shown, what is typed is done."""

import random

from spanish21.books.citing import refusal_clauses, refusal_where
from spanish21.books.submissions.office_approvals import training_text
from spanish21.books.submissions.submission_file import Submission
from spanish21.cli.printing import money
from spanish21.cli.seat.course import ME, Course
from spanish21.cli.seat.menu import menu
from spanish21.cli.seat.screen import Left, Screen
from spanish21.cli.seat.seat_talk import Talk
from spanish21.cli.seat.visit import Decision, Usual, wagers_of
from spanish21.cli.seat.wager_questions import lies_text, order_text, prompt_text, sentence, usual_text
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.decide import legal, why_not
from spanish21.game.due import due
from spanish21.game.pictures.count_text import count_text
from spanish21.game.reasons import Reason
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.game.view import view


class TerminalSeat(Course):
    """One person's place at the table, with other players who follow a simple rule."""

    def __init__(
        self,
        log: list[ev.Event],
        wager: int | None,
        chance: random.Random,
        screen: Screen,
        submission: Submission | None = None,
    ) -> None:
        super().__init__(log, wager, chance, screen, submission)
        self._titled = -1
        self._order_said = False
        self._asked_at: Table | None = None
        self.waiting: Usual = {}
        """Side wagers that were typed before the wager on the hand, by box."""
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
        title = f"{self.book.title} · {count_text(rules.decks, 'deck')} · {limits}"
        screen.say(title, margin="", bold=True)
        if training := training_text(rules):
            screen.say(f"{training[0].upper()}{training[1:]}.", margin="", hanging="", fg="yellow")
        balance, number = money(self.balance, currency), self.table.round_number
        sits = f"You sit down again with {balance}, in round {number}." if number else ""
        screen.say(sits or f"You sit at box 1 with {balance}.", margin="", hanging="")
        screen.say("Type the text in [brackets]; help lists every word.", margin="", hanging="")

    def farewell(self) -> None:
        """Wagers come back before the first card; after it they stay on the layout."""
        mine = wagers_of(self.table, ME)
        if self.table.phase == Phase.WAGERS:
            for number in mine:
                self.carry_out(cmd.WithdrawWager(by=ME, box=number))
        elif mine and not self.talk.has_confirmed:
            self.screen.say()
            self.screen.say(
                f"The round is not over. --resume {self.kept_in} takes it up where you left it."
                if self.kept_in
                else "The round is not over: your wagers stay on the layout."
            )
        self.screen.say()
        self.talk.figures(with_luck=self.talk.is_worth_waiting())
        self.screen.say(f"You leave with {money(self.balance, self.rules.currency)}.", margin="")
        self.screen.tell(left=True, balance=self.balance)

    # -- the person at the keyboard ----------------------------------------------------------------

    def ask(self) -> None:
        """Show the table and what is legal, read a line, and do what it says."""
        table, screen = self.table, self.screen
        if table.phase == Phase.WAGERS and table.round_number + 1 != self._titled:
            self._titled = table.round_number + 1
            screen.say()
            balance = money(self.balance, self.rules.currency)
            screen.say(f"Round {self._titled} · you have {balance}", margin="", bold=True)
        elif table.phase not in (Phase.WAGERS, Phase.CUT):
            screen.show(table)
            self._say_order()
        if self._asked_at is not table:
            offered = legal(table, ME)
            screen.tell(view=view(table, ME), legal=offered)
            items = menu(table, ME, offered, usual_text(self.usual_now(), self.rules.currency))
            screen.items([*items, *self.talk.offered()])
            self._asked_at = table
        self.answer(prompt_text(table, ME))

    def _say_order(self) -> None:
        """In which order the book goes, the first time that several boxes are played."""
        if self.table.phase == Phase.PLAY and not self._order_said and len(self.table.boxes) > 1:
            self.screen.say(order_text(self.table), dim=True)
            self._order_said = True

    def answer(self, question: str) -> None:
        """Read a line and do what it says."""
        asked: list[cmd.Command] = []
        try:
            self.obey(self.screen.line(question), asked)
        except Refused as refused:
            command = asked[0] if asked else None
            text = self._already(command, refused) or self._refusal(command, refused)
            self.screen.say(f"No: {text}", fg="yellow")
            clauses = refusal_clauses(self.rules, refused, command)
            self.screen.tell(refused=refused.reason, says=text, clauses=clauses)
        except BadInput as error:
            self.screen.say(sentence(str(error)), fg="yellow")
            self.screen.tell(misunderstood=str(error))

    def _refusal(self, command: cmd.Command | None, refused: Refused) -> str:
        says = self.reader.language.refusal(self.rules, refused)
        return f"{says} [{refusal_where(self.rules, refused, command)}]"

    def obey(self, text: str, asked: list[cmd.Command]) -> None:
        """Do what a line says; `asked` gets the command, for the clauses of a refusal."""
        if len(text) > 200:
            raise BadInput("that is too long for a key")
        if not text:
            self.enter(asked)
        elif not self.talk.answers(text):
            self.do(self.talk.command(text), asked)

    def do(self, command: cmd.Command, asked: list[cmd.Command]) -> None:
        """Carry out what the person asks for, say what is now on the box, and let the coach speak."""
        asked.append(command)
        table = self.table
        if self._waits(command):
            return
        self.carry_out(command)
        is_cash = getattr(command, "instrument", "") == "cash"
        if isinstance(command, cmd.PlaceWager | cmd.WithdrawWager) and not is_cash:
            try:
                self._place_waiting(command.box, asked)
            finally:
                self.screen.say(lies_text(wagers_of(self.table, ME), command.box, self.rules.currency))
        if isinstance(command, cmd.Insure):
            amount = money(command.amount, self.rules.currency)
            self.screen.say(f"Box {command.box} is insured for {amount}.")
        if self.talk.teacher.speaks and table.phase in (Phase.PLAY, Phase.INSURANCE):
            self.talk.teacher.judge(Decision(table, command))

    def _waits(self, command: cmd.Command) -> bool:
        """Whether a side wager now waits for the wager on its hand, or one that waited is taken back."""
        if self.table.phase != Phase.WAGERS or not isinstance(command, cmd.PlaceWager | cmd.WithdrawWager):
            return False
        box, kind = command.box, command.kind
        if isinstance(command, cmd.WithdrawWager):
            held = self.waiting.get(box, {})
            gone = {one: amount for one, amount in held.items() if kind in (one, "main")}
            if not gone or box in wagers_of(self.table, ME):
                return False
            self.waiting[box] = {one: amount for one, amount in held.items() if one not in gone}
            self.screen.say(f"No longer kept: {_sides_text(gone, self.rules.currency)}.")
            self._asked_at = None
            return True
        why = why_not(self.table, ME, cmd.PlaceWager, box=box, kind=kind)
        if why is None or why.reason != Reason.MAIN_WAGER_FIRST or command.instrument != "chips":
            return False
        self.waiting.setdefault(box, {})[kind] = command.amount
        text = _sides_text(self.waiting[box], self.rules.currency)
        self.screen.say(f"Kept for box {box}: {text}. Now wager on the hand: type an amount, or Enter.")
        self.screen.tell(waiting=self.waiting)
        self._asked_at = None
        return True

    def _place_waiting(self, box: int, asked: list[cmd.Command]) -> None:
        """The side wagers that waited for the wager on a box."""
        if "main" in wagers_of(self.table, ME).get(box, {}):
            for kind, amount in self.waiting.pop(box, {}).items():
                asked[:] = [cmd.PlaceWager(by=ME, box=box, amount=amount, kind=kind)]
                self.carry_out(asked[0])

    def _drop_waiting(self) -> None:
        """Forget the side wagers whose hands got no wager, and say so."""
        for box, sides in self.waiting.items():
            if sides and box not in wagers_of(self.table, ME):
                text = _sides_text(sides, self.rules.currency)
                self.screen.say(f"Not placed on box {box}, which has no wager: {text}.", fg="yellow")
        self.waiting = {}

    def usual_now(self) -> Usual:
        """What Enter places: the usual wagers, with the side wagers that wait for them."""
        usual = self.visit.usual
        return {box: wagers | self.waiting.get(box, {}) for box, wagers in usual.items()}

    def _already(self, command: cmd.Command | None, refused: Refused) -> str:
        """That a side wager is placed, where a second one of a fixed amount is refused."""
        if refused.reason != Reason.SIDE_WAGER_AMOUNT or not isinstance(command, cmd.PlaceWager):
            return ""
        amount = wagers_of(self.table, ME).get(command.box, {}).get(command.kind)
        if amount is None:
            return ""
        return f"{_sides_text({command.kind: amount}, self.rules.currency)} is already on box {command.box}"

    def enter(self, asked: list[cmd.Command]) -> None:
        """What Enter does: the usual wagers and the deal; no cut, no insurance."""
        if self.table.phase == Phase.WAGERS:
            if not wagers_of(self.table, ME):
                self.place(self.usual_now(), asked)
            self._drop_waiting()
            self.wagers_of_others()
            self.carry_out(cmd.CloseWagers(by=DEALER))
        elif self.table.phase == Phase.CUT:
            self.do(cmd.RefuseCut(by=ME), asked)
        elif self.table.phase == Phase.INSURANCE:
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


def _sides_text(sides: dict[str, int], currency: str) -> str:
    """Side wagers with their amounts, in words."""
    return " and ".join(f"{side_wager(kind).title} for {money(one, currency)}" for kind, one in sides.items())
