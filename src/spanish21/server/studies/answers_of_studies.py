"""The answers of the studies and the school: the shapes of their JSON.

The page's types are written from them (docs/writers/wire_types.py).
"""

from typing import Any, NotRequired, TypedDict

import msgspec

from spanish21.game.view import HandView, View
from spanish21.school.marks import ChapterMark, Failed
from spanish21.school.trainee_progress import Skill
from spanish21.server.answers import NamedFelt

# -- figures and charts


class UpCard(TypedDict):
    """An up card: its frequency, and a wager's worth given it."""

    up: str
    probability: float
    expected_value: float


class SplitShare(TypedDict):
    """Boxes that are split, or are not, and their part of the expected value."""

    split: bool
    probability: float
    contribution: float


class BonusShare(TypedDict):
    """A bonus: how often it is paid for each round, and its gain over even money."""

    name: str
    probability: float
    contribution: float


class ResultOfRound(TypedDict):
    """A result of a round in wagers, and its probability."""

    result: float
    probability: float


class InsuranceHand(TypedDict):
    """Two cards against an ace: how likely they and the Blackjack are, and the gain of a unit insured."""

    cards: list[str]
    probability: float
    blackjack: float
    expected_value: float


class InsuranceByHand(TypedDict):
    """The gain of insurance; without aces it is not offered."""

    hands: list[InsuranceHand]
    expected_value: NotRequired[float]


class EdgeFigures(TypedDict):
    """The figures of a table under its best strategy, in wagers."""

    book: str
    title: str
    decks: int
    split_policy: str
    expected_value: float
    house_edge: float
    return_to_player: float
    standard_deviation: float
    standard_deviation_error: float
    average_wager: float
    element_of_risk: float
    hit_frequency: float
    by_up_card: list[UpCard]
    by_split: list[SplitShare]
    bonuses: list[BonusShare]
    insurance: InsuranceByHand
    distribution_error: float
    distribution: list[ResultOfRound]


class Figures(EdgeFigures):
    """The figures of a table, with its currency and limits."""

    currency: str
    minimum: int
    maximum: int


class Letter(TypedDict):
    """A letter of a chart, and the option for which it is written."""

    letter: str
    option: str


class Cell(TypedDict):
    """A cell of a chart: its text, the worth of each option, and the cell's frequency."""

    text: str
    values: dict[str, float]
    often: float


class ChartRow(TypedDict):
    """A row of a chart."""

    label: str
    cells: list[Cell]


class ChartTable(TypedDict):
    """One table of a chart."""

    screen: str
    title: str
    rows: list[ChartRow]


class Strategy(TypedDict):
    """The best chart of a table, with the values behind each cell."""

    split_policy: str
    optimal_value: float
    expected_value: float
    columns: list[str]
    letters: list[Letter]
    marks: list[Any]
    tables: list[ChartTable]
    csv: str


class PriceRow(TypedDict):
    """The worth of one change to the player, in basis points."""

    kind: str
    change: str
    changes: dict[str, Any]
    expected_value: float
    basis_points: float
    clauses: list[str]
    wager: int
    others: int
    payout_limit: int
    currency: str
    needs: str


class OtherReading(TypedDict):
    """Another reading of a ruling, and its worth."""

    reading: str
    says: str
    basis_points: float | None
    needs: str


class RulingRow(TypedDict):
    """A ruling with the reading taken and the others."""

    id: str
    asks: str
    clauses: list[str]
    taken: str
    says: str
    others: list[OtherReading]


class Prices(TypedDict):
    """The worth of each choice, ruling and rule."""

    prices: list[PriceRow]
    rulings: list[RulingRow]


class SidePrice(TypedDict):
    """A side wager at a paytable; meters in dollars or pounds."""

    name: str
    paytable: str
    decks: int
    offered: bool
    pays: str
    house_edge: float
    house_edge_exact: str
    hit_rate: float
    standard_deviation: float
    reading: NotRequired[str]
    others_on: NotRequired[str]
    warning: NotRequired[str]
    meter: NotRequired[float]
    least_meter: NotRequired[float]
    house_edge_at_least_meter: NotRequired[float]
    house_edge_at_zero_meter: NotRequired[float]
    house_edge_falls_per_unit: NotRequired[float]
    break_even_meter: NotRequired[float | None]
    seed: NotRequired[float]
    rate: NotRequired[list[int]]
    long_run_house_edge: NotRequired[float | None]


class SideNotPriced(TypedDict):
    """A paytable that has no price, and why."""

    name: str
    paytable: str
    offered: bool
    house_edge: None
    not_priced: str


class SidePrices(TypedDict):
    """All side wagers at all paytables."""

    side_wagers: list[SidePrice]
    not_priced: list[SideNotPriced]


class Difference(TypedDict):
    """One difference between two tables, and its worth alone."""

    kind: str
    change: str
    changes: dict[str, Any]
    expected_value: float
    basis_points: float
    clauses: list[str]
    setting: str
    here: str
    there: str


class Differences(TypedDict):
    """Two tables side by side."""

    differences: list[Difference]
    tables: list[EdgeFigures]


class ReportFile(TypedDict):
    """A report as HTML."""

    name: str
    html: str


class PricedSubmission(TypedDict):
    """A submission that fits, with its prices; the figures are null where they cannot be found."""

    house_edge: float | None
    standard_deviation: float | None
    not_priced: str
    side_wagers: list[SidePrice]
    warnings: list[str]


# -- sessions and runs


class Point(msgspec.Struct, frozen=True):
    """The house edge after this many rounds, and its standard error."""

    rounds: int
    edge: float
    error: float


class Bar(TypedDict):
    """A result in wagers, and its chance."""

    result: float
    chance: float


class Ruin(TypedDict):
    """A bankroll in wagers, and the chance that it is lost."""

    bankroll: int
    chance: float


class Session(TypedDict):
    """The result of a session, in wagers; `path` has the quantiles after some rounds."""

    rounds: int
    mean: float
    standard_deviation: float
    ahead: float
    even: float
    behind: float
    bars: list[Bar]
    quantiles: dict[str, float]
    path: list[dict[str, float]]
    ruin: list[Ruin]
    round: list[Bar]


class RunSoFar(TypedDict):
    """A run of the simulator so far; `exact` is null until it has been worked out."""

    rounds: int
    exact: float | None
    wager: int
    points: list[Point]
    next: int
    is_over: bool
    trouble: str


# -- hands, drills and examples


class Priced(TypedDict):
    """A decision, its worth and its cost against the best, in cents."""

    command: str
    amount: int
    value: float
    cost: float


class JudgedDecision(TypedDict):
    """A decision at an event: its cost against the best, in cents, and every choice."""

    seq: int
    box: int
    hand: int
    command: str
    best: str
    cost: float
    options: list[Priced]


class JudgedRound(TypedDict):
    """A finished round, as the coach sees it: its decisions, and their total cost in cents."""

    decisions: list[JudgedDecision]
    cost: float


class PricedHand(TypedDict):
    """A decision on a hand: its value in wagers and in cents; null where it has no price."""

    command: str
    amount: int
    value: float | None
    money: float | None
    cost: float | None
    note: str


class LaidHand(TypedDict):
    """Cards with their total."""

    cards: list[str]
    total: int
    soft: bool


class LaidOut(TypedDict):
    """A hand that was laid out, with the value of every decision."""

    hand: LaidHand
    dealer: list[str]
    wager: int
    unseen: int
    insurance: list[PricedHand]
    options: list[PricedHand]


class Spot(TypedDict):
    """A place in a chart."""

    title: str
    row: str
    up: str


class Picture(TypedDict):
    """The player's view of the table; `turn` is -1 where no hand is in turn."""

    dealer: list[str]
    dealer_total: int
    hands: list[HandView]
    turn: int
    wager: int


class DrillHand(Picture):
    """A hand of a drill, of a requested kind."""

    kind: str
    options: list[Priced]
    spot: Spot | None


class KindOfHand(TypedDict):
    """A kind of hands that drills are about."""

    kind: str
    title: str


class Drill(TypedDict):
    """Hands of a drill."""

    kinds: list[KindOfHand]
    currency: str
    hands: list[DrillHand]


class ExampleStep(Picture):
    """A step of an example: an event in words, or a decision with its options."""

    text: str
    clauses: list[str]
    options: list[Priced]


class Example(TypedDict):
    """A round, step by step."""

    kind: str
    currency: str
    steps: list[ExampleStep]


class AdvisedOption(TypedDict):
    """A decision to send, its worth and its cost, in cents; `why` names the reason why
    another one is better."""

    command: dict[str, Any] | None
    value: float | None
    cost: float | None
    text: str
    why: str


class HandChances(TypedDict):
    """A hand's odds: how likely one more card busts it, and how likely the dealer busts."""

    total: int
    busts: float
    dealer_busts: float


class Advised(TypedDict):
    """The worth of each decision."""

    options: list[AdvisedOption]
    text: str
    chances: NotRequired[HandChances | None]
    spot: NotRequired[Spot | None]


# -- the school


class QuestionShown(TypedDict):
    """A question without its answer."""

    topic: str
    kind: str
    asks: str
    options: tuple[str, ...]


class ScoreShown(TypedDict):
    """All answers so far."""

    right: int
    asked: int
    hinted: int
    rows: list[ChapterMark]
    chapters: dict[str, tuple[int, int]]
    failed: list[Failed]
    percent: int


class LessonState(TypedDict):
    """A lesson: the table, the events, the question, the score and what was learned by skill."""

    number: int
    of: int
    told: list[str]
    view: View
    question: QuestionShown | None
    score: ScoreShown
    is_exam: bool
    is_over: bool
    is_passed: bool
    learned: dict[str, Skill]


class LessonShown(LessonState):
    """A lesson with its felt."""

    lesson: str
    sheet: NamedFelt


class Judged(TypedDict):
    """The right answer, and its clauses."""

    is_right: bool
    answer: str
    asks: str
    explains: str
    floor: str
    clauses: list[str]


class LessonAnswered(LessonState):
    """The judgement of an answer, null in an exam, and the next question."""

    mark: Judged | None


class Hint(TypedDict):
    """A hint."""

    hint: str
