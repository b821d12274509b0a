"""A lesson: a table that plays itself until there is a question for the trainee.

`next()` brings the next question, `answer()` judges the answer. The events in between are in `shown`, event
by event, never ahead of a question about it. The table is a real one: the right answer is the one that the
engine does. Chance is given from outside.
"""

import random
from collections import Counter
from collections.abc import Mapping

import msgspec

from spanish21.dealer import new_table, with_chance
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.evolve import evolve
from spanish21.game.round.phases import what_stops
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.school.event_questions import after_event, before_event
from spanish21.school.lesson_steps import step_question
from spanish21.school.marks import Mark
from spanish21.school.players import CHIPS, NAMES, decision_of, place_wagers
from spanish21.school.questions import Question, Topic, answer_of, knows
from spanish21.school.requests import a_request, request_question
from spanish21.school.set_shoe import settings_of, with_cover_next, with_shoe, with_shoe_empty, with_ten_next
from spanish21.school.trouble import BEFORE, BY_NAME, SET_BY_INSTRUCTOR, troubles_of

OPTIONS = 4
MOST_ROUNDS = 90
"""An exam ends after this many rounds, even if they bring up fewer questions than planned; a lesson, after
this many without a question."""
NOTHING_KNOWN: Mapping[str, int] = {}

_BEFORE_PLAY = ("Opening the table", "Shuffling and cutting")
_ALL_ASKED = 100
"""A shorter exam leaves out some of the steps before play, so that they are not most of it."""


class LessonPlan(msgspec.Struct, frozen=True):
    """How a lesson is held: people at how many boxes, how often things go wrong (0 to 1), whether it begins
    with the opening of the table, for an exam how many questions are asked (0: as many as you like), and the
    topics of the questions (none: all)."""

    boxes: int = 3
    irregular: float = 0.15
    requests: float = 0.15
    opening: bool = False
    questions: int = 0
    only: tuple[Topic, ...] = ()


class Lesson:
    """One table and its questions; `known` says how often in a row each skill was right in lessons before."""

    def __init__(
        self, rules: Rules, plan: LessonPlan, chance: random.Random, known: Mapping[str, int] = NOTHING_KNOWN
    ) -> None:
        self.plan = plan
        self.chance = chance
        self.marks: list[Mark] = []
        self.shown: list[ev.Event] = []
        self.round: list[ev.Event] = []
        """The events since the last round ended, for checking the school's arithmetic."""
        self.current: Question | None = None
        self.hinted = False
        self._pending: list[Question] = []
        self._queue: list[ev.Event] = []
        self._is_asked = False
        self._settings: list[str] = []
        self._troubles: list[str] = []
        self._planned: list[str] = []
        self._plainly = ""
        self._requested = -1
        self._asked: Counter[str] = Counter()
        self._right_running: Counter[str] = Counter(known)
        self._last_asked = 0
        self._missed: dict[str, int] = {}
        self.table: Table = _with_people(rules, plan.boxes, chance)

    # -- the trainee's side ------------------------------------------------------------------------

    def next(self) -> Question | None:
        """The next question, or None when an exam is over, or when a lesson has no more to ask about."""
        self.shown = []
        self.hinted = False
        while not self.is_over:
            if self._pending:
                question = self._pending.pop(0)
                if self._wants(question):
                    self._last_asked = self.table.round_number
                    self.current = self._with_options(question)
                    return self.current
            elif self._queue:
                self._take_event()
            else:
                self._go_on()
        self.current = None
        return None

    def answer(self, typed: str) -> Mark:
        """What was typed, judged; `BadInput` when it does not answer such a question."""
        question = self.current
        assert question is not None, "a question was asked"
        answer = answer_of(question, typed)
        is_right = answer == question.right
        mark = Mark(question, answer, is_right, self.hinted)
        self.marks.append(mark)
        self._asked[question.skill] += 1
        self._right_running[question.skill] = self._right_running[question.skill] + 1 if is_right else 0
        if is_right:
            self._missed.pop(question.skill, None)
        else:
            self._missed[question.skill] = self._missed.get(question.skill, 0) + 1
        self.current = None
        return mark

    def bring(self, name: str) -> None:
        """Have something go wrong as soon as it can."""
        known = troubles_of(self.table.rules)
        if name not in known:
            raise BadInput(f"{name!r} is not an irregularity of this book; they are {', '.join(known)}")
        self._planned = [BEFORE[name], name] if name in BEFORE else [name]

    @property
    def is_exam(self) -> bool:
        return self.plan.questions > 0

    @property
    def is_over(self) -> bool:
        """An exam ends after its questions, and a second chance for what was wrong; a lesson when nothing
        that it is to ask about comes up any more."""
        if not self.is_exam:
            return self.table.round_number - self._last_asked > MOST_ROUNDS
        if self.table.round_number > MOST_ROUNDS:
            return True
        if len(self.marks) < self.plan.questions:
            return False
        again = [skill for skill, times in self._missed.items() if times < 2]
        return not again or len(self.marks) >= self.plan.questions * 3 // 2

    # -- questions ---------------------------------------------------------------------------------

    def _wants(self, question: Question) -> bool:
        """In an exam each kind of question once, payments and totals twice, and again what was wrong; in a
        lesson well-known topics only now and then."""
        skill = question.skill
        if self.plan.only and question.topic not in self.plan.only:
            return False
        if question.topic == "Opening the table" and not self.plan.opening:
            return False
        if self.is_exam:
            if skill in self._missed:
                return self._missed[skill] < 2
            if question.topic in _BEFORE_PLAY and self._leaves_out():
                return False
            most = 2 if skill.startswith(("pay.", "total.")) else 1
            return len(self.marks) < self.plan.questions and self._asked[skill] < most
        return self._right_running[skill] < 2 or self.chance.random() < 0.15

    def _leaves_out(self) -> bool:
        """Whether a short exam leaves a step before play out."""
        asked = self.plan.questions
        return asked < _ALL_ASKED and self.chance.random() >= asked / _ALL_ASKED

    def _with_options(self, question: Question) -> Question:
        """The question with its options drawn and in some order."""
        if question.kind != "choice":
            return question
        wrong = list(question.wrong)
        self.chance.shuffle(wrong)
        options = [question.right, *wrong[: OPTIONS - 1]]
        self.chance.shuffle(options)
        return msgspec.structs.replace(question, options=tuple(options))

    # -- how the table continues --------------------------------------------------------------------------

    def _take_event(self) -> None:
        """Ask what is to be asked before the next event; then let it happen."""
        if not self._is_asked:
            self._is_asked = True
            self._pending = before_event(self.table, self._queue, self.round)
            if self._pending:
                return
        self._is_asked = False
        event = self._queue.pop(0)
        self.table = evolve(self.table, event)
        self.shown.append(event)
        self.round.append(event)
        self._pending = after_event(self.table, event)
        if isinstance(event, ev.CardsCollected):
            self._troubles += self._planned[-1:]
            self._planned = []

    def _go_on(self) -> None:
        """The next command: something that goes wrong, what is due, or what a person does."""
        if self._goes_wrong():
            return
        command = due(self.table)
        if command is not None:
            self._pending = self._step_questions(command)
            self._do(self._as_planned(with_chance(self.table, command, self.chance)))
        elif self.table.phase == Phase.WAGERS:
            self._begin_round()
        elif not self._requests():
            self._do(decision_of(self.table, self.chance, self._plainly))

    def _do(self, command: cmd.Command) -> None:
        self._queue = list(carry_out(self.table, command).events)
        self._is_asked = False

    def _step_questions(self, command: cmd.Command) -> list[Question]:
        """The step that is due; of the first cards only before the very first."""
        if self.table.phase == Phase.DEAL and self.table.step:
            return []
        return [step_question(self.table, command)]

    def _as_planned(self, command: cmd.Command) -> cmd.Command:
        """The command that is due: the dealer's cards one at a time, the first cards too where something goes
        wrong among them; decks as they come from the maker, with their 10s."""
        if isinstance(command, cmd.ReceiveDecks) and knows(self.table.rules, "TensRemoved"):
            return cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * self.table.rules.decks)
        if isinstance(command, cmd.Deal) and self.table.phase == Phase.DEALER:
            return cmd.Deal(by=DEALER, count=1)
        if self.table.phase == Phase.DEAL and any(BY_NAME[name].deals_singly for name in self._planned):
            return cmd.Deal(by=DEALER, count=1)
        return command

    def _goes_wrong(self) -> bool:
        """Whether what was planned to go wrong does so now."""
        if not self._planned or what_stops(self.table):
            return False
        trouble = BY_NAME[self._planned[0]]
        command = trouble.command(self.table)
        if command is None:
            return False
        if trouble.name == "shoe_empty":
            self.table = with_shoe_empty(self.table)
        elif trouble.name in SET_BY_INSTRUCTOR:
            self.table = with_ten_next(self.table)
        self._planned.pop(0)
        self._do(command)
        return True

    def _requests(self) -> bool:
        """Whether a player now asks for something that may not be allowed."""
        moment = len(self.round)
        if self._requested == moment or self.chance.random() >= self.plan.requests:
            return False
        self._requested = moment
        request = a_request(self.table, self.chance, frozenset(self._asked))
        if request is None:
            return False
        self._pending = [request_question(self.table, request)]
        return True

    # -- rounds ------------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        """Wagers, then a shoe that teaches something, then the call that no more are taken."""
        if not self.table.boxes:
            self.round = []
            if self._between_rounds():
                return
            self._queue = list(place_wagers(self.table, self.chance).events)
            return
        setting = self._next_setting()
        self._plainly = self._who_plays_plainly() if setting != "plain" else ""
        self.table = with_shoe(self.table, setting, self.chance)
        if self.table.round_number % 7 == 5:
            self.table = with_cover_next(self.table, 2 * len(self.table.boxes) + 3)
        if not self._planned:
            self._plan_trouble()
        close = cmd.CloseWagers(by=DEALER)
        self._pending = [step_question(self.table, close)]
        self._do(close)

    def _between_rounds(self) -> bool:
        """Now and then a new dealer, or a shuffle that the floorperson orders."""
        number = self.table.round_number
        if number % 6 == 3 and not self.table.burns_due and self._requested != -number - 2:
            self._requested = -number - 2
            self._do(cmd.RelieveDealer(by=FLOORPERSON))
            return True
        return False

    def _next_setting(self) -> str:
        if not self._settings:
            self._settings = list(settings_of(self.table.rules))
            self.chance.shuffle(self._settings)
        return self._settings.pop()

    def _who_plays_plainly(self) -> str:
        at = -1 if self.table.rules.plays_from_right else 0
        return self.table.boxes[at].stakes[0].person

    def _plan_trouble(self) -> None:
        """What goes wrong in this round, each kind in turn."""
        if self.chance.random() >= self.plan.irregular:
            return
        if not self._troubles:
            self._troubles = list(troubles_of(self.table.rules))
            self.chance.shuffle(self._troubles)
        if self._troubles:
            name = self._troubles.pop(0)
            self._planned = [BEFORE[name], name] if name in BEFORE else [name]


def _with_people(rules: Rules, boxes: int, chance: random.Random) -> Table:
    """A table before its opening, with people at some of its boxes, who came in any order."""
    table, _ = new_table(rules)
    seats = sorted(chance.sample(range(1, rules.boxes + 1), min(boxes, rules.boxes)))
    people = list(zip(NAMES, seats, strict=False))
    chance.shuffle(people)
    for name, seat in people:
        table = carry_out(table, cmd.Join(by=name, chips=CHIPS, seat=seat)).table
    if rules.people_on_box > 1:
        table = carry_out(table, cmd.Join(by=NAMES[len(people)], chips=CHIPS, seat=0)).table
    return table
