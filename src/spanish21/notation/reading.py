"""A round read from text: its first lines make a table, and the others are carried out on it.

The house's duties need no lines. Before a line, all due steps are taken until the table waits; or,
after a line `house N`, exactly N steps of it, cards dealt one by one.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from spanish21.books.citing import refusal_text
from spanish21.books.rulebook import is_path, load_book
from spanish21.books.setting_text import changed_setting, chosen_setting
from spanish21.books.submissions.submission import chosen_rules
from spanish21.books.submissions.submission_file import Submission, load_submission
from spanish21.errors import BadInput, BadRules, Refused, one_line
from spanish21.game import commands as cmd
from spanish21.game.cards import UNSEEN
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.events import CardsCollected, Event
from spanish21.game.hands import is_two_card_21
from spanish21.game.money import amount_of, amount_text
from spanish21.game.round.places import place_due
from spanish21.game.rules import Rules, what_if
from spanish21.game.side_wagers.registry import meter_names
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, HOUSE, Person, Table
from spanish21.game.waiting import people_awaited
from spanish21.notation.opening_tables import (
    STATES,
    Start,
    state_problem,
    table_of,
)
from spanish21.notation.phrases import KEYWORDS, Token, cards_of, number_of, tokens, understood
from spanish21.notation.writing import CHANCES, Round, RoundStep, drawn_card

BETWEEN_ROUNDS = "---"
Settings = dict[str, tuple[Any, int]]
"""Values of settings by their names, each with the number of its line."""
_HEADER = ("book", "submission", "set", "what-if", "state", "meter", "sit", "stand", "consents", "shoe")
_MOST_DECKS_OF_TEXT = 4_000_000


class _BadLine(BadInput):
    """A refusal that already names its line."""


class Line(msgspec.Struct, frozen=True):
    """A line with content: its number and its words."""

    number: int
    words: list[Token]

    @property
    def keyword(self) -> str:
        """The keyword of the line; empty if it begins with a person's name."""
        first = self.words[0]
        return first.text if first.text in KEYWORDS and not first.quoted else ""


def _without(name: str, settings: Settings) -> Settings:
    return {other: value for other, value in settings.items() if other != name}


def read(text: str, source: str = "round", load: Callable[[str], Submission] | None = None) -> Round:
    """The round in a text, played to its end; `BadInput` names the wrong line."""
    rounds = read_all(text, source, load)
    if len(rounds) != 1:
        raise BadInput(f"{source}: there are {len(rounds)} rounds here; there must be one")
    return rounds[0]


def read_all(
    text: str, source: str = "round", load: Callable[[str], Submission] | None = None
) -> list[Round]:
    """The rounds of a text, which lines of --- part."""
    if len(text) > _MOST_DECKS_OF_TEXT:
        raise BadInput(f"{source}: {len(text)} characters are too many for a round")
    parts: list[list[Line]] = [[]]
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() == BETWEEN_ROUNDS:
            parts.append([])
            continue
        try:
            words = tokens(line)
        except BadInput as error:
            raise BadInput(one_line(f"{source}:{number}: {error}")) from None
        if words:
            parts[-1].append(Line(number, words))
    return [_Reader(source, lines, load).round() for lines in parts]


def load_beside(source: str) -> Callable[[str], Submission]:
    """A loader of submissions whose paths count from the folder of `source`."""
    return lambda path: load_submission(Path(source).parent / path)


class _Reader:
    """One round being read."""

    def __init__(self, source: str, lines: list[Line], load: Callable[[str], Submission] | None) -> None:
        self.source = source
        self.lines = lines
        self.load = load or load_beside(source)
        self.at = lines[0].number if lines else 1
        self.submission: Submission | None = None
        self.cards_line = 0
        self.listed: tuple[int, ...] = ()
        self.drawn: list[int] = []
        self.commands: list[cmd.Command] = []
        self.events: list[Event] = []
        self.is_over = False
        self.is_stopped = False
        self.steps_told = -1
        self.table: Table

    def fail(self, problem: str, at: int = 0) -> NoReturn:
        raise _BadLine(one_line(f"{self.source}:{at or self.at}: {problem}"))

    def round(self) -> Round:
        body = [line for line in self.lines if line.keyword not in _HEADER]
        start = self.start(body)
        self.table = start
        for line in body:
            self.at = line.number
            if self.is_stopped:
                self.fail("nothing may follow stop")
            try:
                self.play(line)
            except _BadLine:
                raise
            except BadInput as error:
                self.fail(str(error))
        if not self.is_stopped:
            self.run_to_end()
        if len(self.drawn) < len(self.listed):
            over = len(self.listed) - len(self.drawn)
            self.fail(
                f"{over} of the {len(self.listed)} cards are left over; list only those that left the shoe",
                self.cards_line,
            )
        return Round(start, tuple(self.commands), tuple(self.events), self.table, self.submission)

    # -- the first lines ---------------------------------------------------------------------------

    def start(self, body: list[Line]) -> Table:
        rules = self.rules(self.lines)
        told = self.told(self.lines, rules)
        start = Start(beside=self.shuffled(body), **told, **self.told_cards(body))
        self.listed = start.cards
        try:
            return table_of(rules, start)
        except BadInput as error:
            self.fail(str(error), self.cards_line)

    def only(self, lines: list[Line], keyword: str) -> Line | None:
        found = [line for line in lines if line.keyword == keyword]
        if len(found) > 1:
            self.fail(f"{keyword} is given here and in line {found[0].number}; give it once", found[1].number)
        return found[0] if found else None

    def word(self, line: Line, count: int, form: str) -> list[str]:
        """The words of a line after its first, which must be `count`."""
        self.at = line.number
        if len(line.words) != count + 1:
            self.fail(f"{line.keyword} is written: {form}")
        return [word.text for word in line.words[1:]]

    def rules(self, header: list[Line]) -> Rules:
        named = self.only(header, "book")
        if named is None:
            self.fail("a round must first name its book, such as: book maryland")
        (word,) = self.word(named, 1, "book NAME")
        place = Path(self.source).parent / word if is_path(word) else word
        book = self.check(load_book, place).name
        submitted = self.only(header, "submission")
        if submitted is not None:
            (path,) = self.word(submitted, 1, "submission FILE")
            self.submission = self.check(self.load, path)
            self.submission = msgspec.structs.replace(self.submission, source=path)
        choices, changes = self.choices(header, "set"), self.choices(header, "what-if")
        self.at = named.number
        try:
            return self.chosen(book, choices, changes)
        except BadRules as error:
            self.fail(str(error), self.line_at_fault(str(error), book, choices, changes))

    def chosen(self, book: str, choices: Settings, changes: Settings) -> Rules:
        rules = chosen_rules(book, self.submission, {name: value for name, (value, _) in choices.items()})
        outside = {name: value for name, (value, _) in changes.items()}
        return what_if(rules, **outside) if outside else rules

    def line_at_fault(self, refusal: str, book: str, choices: Settings, changes: Settings) -> int:
        """The first line without which the refusal disappears or changes; 0 if there is no such line."""
        for name, (_, at) in {**choices, **changes}.items():
            try:
                self.chosen(
                    book, *({n: v for n, v in given.items() if n != name} for given in (choices, changes))
                )
            except BadRules as error:
                if str(error) == refusal:
                    continue
            return at
        return 0

    def check(self, wanted: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a call; its refusal becomes that of the line."""
        try:
            return wanted(*arguments)
        except BadInput as error:
            self.fail(str(error))

    def choices(self, header: list[Line], keyword: str) -> Settings:
        found: Settings = {}
        for line in header:
            if line.keyword != keyword:
                continue
            name, text = self.word(line, 2, f"{keyword} NAME VALUE")
            read = changed_setting if keyword == "what-if" else chosen_setting
            name, value = self.check(read, name, text)
            if name in found:
                self.fail(f"{name} already has a value in line {found[name][1]}")
            found[name] = (value, line.number)
        return found

    def told(self, header: list[Line], rules: Rules) -> dict[str, Any]:
        people = self.people(header, rules)
        states: dict[str, str] = {}
        cut_order: tuple[str, ...] = ()
        for line in header:
            if line.keyword != "state":
                continue
            self.at = line.number
            if len(line.words) > 2 and line.words[1].text == "cut_order":
                cut_order = tuple(word.text for word in line.words[2:])
                if cut_order != (DEALER,) and not set(cut_order) <= {person.name for person in people}:
                    self.fail("the cut is offered to people at the table; one of these is not there")
                continue
            name, value = self.word(line, 2, f"state NAME VALUE; the names are {', '.join(STATES)}")
            if problem := state_problem(name, value):
                self.fail(problem)
            if name in states:
                self.fail(f"state {name} is given twice")
            states[name] = value
        shoe = self.only(header, "shoe")
        is_real = shoe is not None and [word.text for word in shoe.words[1:]] == ["real"]
        cards: tuple[int, ...] = ()
        if shoe is not None and not is_real:
            self.at = shoe.number
            cards = self.check(cards_of, shoe.words[1:])
        return {
            "people": people,
            "meters": self.meters(header, rules),
            "states": states,
            "cut_order": cut_order,
            "is_real_shoe": is_real,
            "shoe": cards,
        }

    def people(self, header: list[Line], rules: Rules) -> tuple[Person, ...]:
        people: dict[str, Person] = {}
        for line in header:
            if line.keyword not in ("sit", "stand"):
                continue
            self.at = line.number
            words = [word.text for word in line.words[1:]]
            barred = words[-1:] == ["barred"]
            words = words[: len(words) - barred]
            form = "sit NAME BOX CHIPS" if line.keyword == "sit" else "stand NAME CHIPS"
            if len(words) != (3 if line.keyword == "sit" else 2):
                self.fail(f"{line.keyword} is written: {form}, such as sit ann 1 500.00 or stand bob 500.00")
            name = words[0]
            seat = self.check(number_of, words[1]) if line.keyword == "sit" else 0
            chips = self.check(amount_of, words[-1])
            if not name or name in HOUSE or name in people:
                self.fail(f"{name!r} is taken; each person needs a unique name, not dealer or floorperson")
            if line.keyword == "sit" and not 1 <= seat <= rules.boxes:
                self.fail(f"there is no box {seat}; the table has boxes 1 to {rules.boxes}")
            if seat and any(other.seat == seat for other in people.values()):
                self.fail(f"box {seat} is already taken")
            people[name] = Person(name, chips, seat, barred, ())
        for line in header:
            if line.keyword == "consents":
                self.at = line.number
                names = [word.text for word in line.words[1:]]
                if len(names) < 2 or names[0] not in people:
                    self.fail("consents is written: consents NAME NAME, the first of them at the table")
                people[names[0]] = msgspec.structs.replace(people[names[0]], consents=tuple(names[1:]))
        return tuple(people.values())

    def meters(self, header: list[Line], rules: Rules) -> dict[str, tuple[int, int]]:
        meters: dict[str, tuple[int, int]] = {}
        for line in header:
            if line.keyword != "meter":
                continue
            self.at = line.number
            words = [word.text for word in line.words[1:]]
            if len(words) not in (2, 4) or words[2:3] not in ([], ["carries"]):
                self.fail("meter is written: meter NAME AMOUNT [carries REMAINDER]")
            if words[0] not in rules.meters:
                here = ", ".join(name for name in meter_names() if name in rules.meters) or "none"
                self.fail(f"this table has no meter {words[0]!r}; its meters: {here}")
            amount = self.check(amount_of, words[1])
            carried = self.check(number_of, words[3]) if len(words) == 4 else 0
            if carried >= rules.meters[words[0]].rate[1]:
                self.fail(f"the remainder must be below {rules.meters[words[0]].rate[1]}")
            meters[words[0]] = (amount, carried)
        return meters

    def told_cards(self, body: list[Line]) -> dict[str, Any]:
        found: dict[str, tuple[int, ...]] = {}
        for keyword in ("cards", "burns"):
            line = self.only(body, keyword)
            if line is not None:
                self.at = line.number
                found[keyword] = self.check(cards_of, line.words[1:])
                if keyword == "cards":
                    self.cards_line = line.number
        if not self.cards_line and not any(line.keyword == "stop" for line in body):
            self.fail("a round needs a line of cards, such as: cards 7s Kd 9h 8c", self.lines[-1].number)
        return found

    def shuffled(self, body: list[Line]) -> tuple[int, ...]:
        """The cards of a shuffle in the middle of the round: a 10 among them must be in the decks."""
        for line in body:
            if len(line.words) > 2 and line.words[1].text == "shuffles":
                self.at = line.number
                return tuple(self.check(cards_of, line.words[2:]))
        return ()

    # -- the lines with commands ------------------------------------------------------------

    def play(self, line: Line) -> None:
        """Carry a line out."""
        words = line.words[1:]
        keyword = line.keyword
        if keyword == "burns":
            return
        if self.is_over:
            self.fail("the round is over; only --- and another round may follow")
        if keyword == "house":
            if self.steps_told >= 0:
                self.fail("two house lines in a row; write one with the sum of their numbers")
            (count,) = self.word(line, 1, "house NUMBER")
            self.steps_told = number_of(count)
            return
        if keyword == "stop":
            if words:
                self.fail("nothing may follow stop on its line")
            self.house(())
            self.is_stopped = True
            return
        command = self.command_of(line)
        self.house((type(command),) if isinstance(command, CHANCES) else ())
        if self.is_over:
            self.fail("the round is over before this line")
        self.do(command)

    def command_of(self, line: Line) -> cmd.Command:
        keyword, words = line.keyword, [word.text for word in line.words[1:]]
        if keyword == "cards":
            return cmd.CloseWagers(by=DEALER)
        if keyword == "bet":
            return self.bet(words)
        if keyword == "spin":
            return self.spin(words)
        return understood(line.words[0].text, line.words[1:])

    def bet(self, words: list[str]) -> cmd.Command:
        instrument = words.pop() if words and words[-1] in ("cash", "coupon") else "chips"
        if not 3 <= len(words) <= 5:
            raise BadInput(
                "a wager is written bet NAME BOX AMOUNT [WAGER] [cash|coupon], such as bet ann 1 10.00"
            )
        if len(words) == 5:
            raise BadInput(f"{words[4]!r} is not a way to pay; write cash or coupon, or nothing for chips")
        kind = words[3] if len(words) == 4 else "main"
        name, box, amount = words[0], number_of(words[1]), amount_of(words[2])
        return cmd.PlaceWager(by=name, box=box, amount=amount, kind=kind, instrument=instrument)

    def spin(self, words: list[str]) -> cmd.Command:
        if len(words) != 5 or words[3] != "stop":
            raise BadInput("spin is written: spin NAME BOX WAGER stop NUMBER")
        return cmd.Spin(
            by=DEALER,
            person=words[0],
            box=number_of(words[1]),
            kind=words[2],
            stop=number_of(words[4]),
        )

    def house(self, until: tuple[type[cmd.Command], ...]) -> None:
        """Take due steps: the given number, or all until the table waits or the given command comes."""
        told, self.steps_told = self.steps_told, -1
        done = 0
        while told < 0 or done < told:
            command = due(self.table)
            if command is None or (told < 0 and type(command) in until):
                break
            if self.is_over:
                break
            self.step(command)
            done += 1
        if told > done:
            self.fail(f"the house has {done} steps to do here, not {told}")

    def run_to_end(self) -> None:
        while not self.is_over:
            command = due(self.table)
            if command is None:
                self.fail(f"the round is not over: {self.waiting_for()}")
            self.step(command)

    def waiting_for(self) -> str:
        table = self.table
        if table.asked:
            return f"{table.asked[0]} must answer"
        if table.phase == Phase.PLAY:
            box = table.boxes[table.turn_box]
            return f"{people_awaited(table)[0]} must decide on box {box.number}, hand {table.turn_hand + 1}"
        if table.phase == Phase.INSURANCE:
            return "insurance is offered; every player must insure or decline"
        return (
            "the cards are never dealt" if table.phase == Phase.WAGERS else f"the table waits ({table.phase})"
        )

    def step(self, command: cmd.Command) -> None:
        if isinstance(command, cmd.Spin):
            where = f"{command.person} {command.box} {command.kind}"
            self.fail(f"the wheel turns here; add a line such as: spin {where} stop 0")
        if isinstance(command, cmd.DrawHotSpot):
            self.fail("the hot spot is drawn here; add a line such as: dealer draws hot spot 1")
        if isinstance(command, cmd.SpinCommunity):
            wager = amount_text(command.wager)
            self.fail(
                f"the community wheel turns here; add a line such as: dealer spins community {wager} stop 0"
            )
        if isinstance(command, cmd.Shuffle) and not self.table.is_real_shoe:
            self.fail("the cards are shuffled here; add a line such as: dealer shuffles 7s Kd 9h")
        if isinstance(command, cmd.Deal):
            command = cmd.Deal(by=DEALER, count=1)
        self.do(command)

    def do(self, command: cmd.Command) -> None:
        command = self.with_cards(command)
        before = self.table
        try:
            act = carry_out(before, command)
        except Refused as refused:
            self.fail(refusal_text(before.rules, refused, command))
        self.table = act.table
        self.commands.append(command)
        self.events += act.events
        for event in act.events:
            if isinstance(event, CardsCollected):
                self.is_over = True
        self.keep_card(RoundStep(before, command, act.table))

    def keep_card(self, step: RoundStep) -> None:
        card = drawn_card(step)
        if card is None:
            return
        at = len(self.drawn)
        if at >= len(self.listed):
            self.fail(f"the round needs more cards than the {at} that line {self.cards_line} lists")
        listed = self.listed[at]
        if card not in (listed, UNSEEN):
            self.fail("the cards listed do not match the shuffle", self.cards_line)
        self.drawn.append(card)

    def with_cards(self, command: cmd.Command) -> cmd.Command:
        """For a real shoe: the command with the next card read."""
        table = self.table
        if not table.is_real_shoe:
            return command
        if isinstance(command, cmd.TurnHoleCard):
            return cmd.TurnHoleCard(by=command.by, card=self.hole_card())
        if isinstance(command, cmd.InsertHoleCard):
            answer = bool(table.dealer) and is_two_card_21(table.dealer[0], self.hole_card())
            return cmd.InsertHoleCard(by=command.by, answer=answer)
        if isinstance(command, cmd.Deal):
            return cmd.Deal(by=command.by, cards=(self.next_card(command),))
        if isinstance(command, cmd.FindFaceUp | cmd.DrawInError | cmd.OverdrawDealer):
            return msgspec.structs.replace(command, card=self.next_card(command))
        return command

    def next_card(self, command: cmd.Command) -> int:
        table = self.table
        if table.trouble.loose_card and isinstance(command, cmd.Deal):
            return table.trouble.loose_card
        if len(self.drawn) >= len(self.listed):
            self.fail(
                f"the round needs more cards than the {len(self.drawn)} that line {self.cards_line} lists"
            )
        place = place_due(table) if isinstance(command, cmd.Deal) else None
        return UNSEEN if place is not None and place[2] else self.listed[len(self.drawn)]

    def hole_card(self) -> int:
        """The card listed where the hole card was dealt, or the one drawn in error that became it."""
        if len(self.table.dealer) > 1 and self.table.dealer[1] != UNSEEN:
            return self.table.dealer[1]
        if UNSEEN not in self.drawn:
            return UNSEEN
        return self.listed[self.drawn.index(UNSEEN)]
