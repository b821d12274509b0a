"""An operator's expected win at a table, and the most that it can lose in a round and in an evening."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from spanish21.analysis.hands.analyser_limits import MOST_WAGER
from spanish21.analysis.hands.rule_terms import FixedMoney, terms_of
from spanish21.analysis.hands.shoe_counts import full_shoe
from spanish21.analysis.sessions.boxes_together import covariance_of_boxes
from spanish21.analysis.sessions.session import ROUNDS_PER_HOUR
from spanish21.analysis.sides.side_prices import PricedSideWager, side_wagers
from spanish21.analysis.worth.fixed_payouts import SEVEN
from spanish21.analysis.worth.table_edge import edge, most_hands_of
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.books.submissions.submission_file import Submission
from spanish21.display.brief import brief_list
from spanish21.display.notebook import in_notebook, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game import pays
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import side_wager

NORMAL = {"68%": 1.0, "95%": 1.959963984540054, "99.9%": 3.2905267314919255}


@dataclass(frozen=True)
class Part:
    """Something that a table can lose in one round."""

    name: str
    most: Fraction
    """In the smallest unit."""
    says: str


@dataclass(frozen=True, eq=False, repr=False)
class Exposure(Shown):
    """A table with a wager on every box: what it wins and what it can lose; amounts in the smallest unit."""

    rules: Rules
    wager: int
    boxes: int
    hours: float
    rounds_per_hour: int
    house_edge: float
    deviation_of_box: float
    """In wagers."""
    covariance: float
    """Of two boxes in a round, in wagers squared."""
    parts: tuple[Part, ...]

    @property
    def rounds(self) -> int:
        return max(round(self.hours * self.rounds_per_hour), 1)

    @property
    def theoretical_win(self) -> float:
        """The house's average win from one person in an hour."""
        return self.house_edge * self.wager * self.rounds_per_hour

    @property
    def expected_hold(self) -> float:
        """The table's average win in the evening."""
        return self.house_edge * self.wager * self.boxes * self.rounds

    @property
    def deviation(self) -> float:
        """The standard deviation of the table's win in the evening."""
        variance = self.boxes * self.deviation_of_box**2 + self.boxes * (self.boxes - 1) * self.covariance
        return float(self.wager * (variance * self.rounds) ** 0.5)

    @property
    def most_in_a_round(self) -> Fraction:
        """No round can cost the house more."""
        return sum((part.most for part in self.parts), Fraction(0))

    @property
    def most_in_an_evening(self) -> Fraction:
        """No evening of that many rounds can cost more; every wager refills the meters."""
        return self.most_in_a_round * self.rounds

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for everything that the table can lose in a round, in dollars or pounds."""
        return [{"part": part.name, "most": float(part.most) / 100, "says": part.says} for part in self.parts]

    def intervals(self) -> dict[str, tuple[float, float]]:
        """The table's win in that share of all evenings, if evenings are normal."""
        mean, spread = self.expected_hold, self.deviation
        return {name: (mean - z * spread, mean + z * spread) for name, z in NORMAL.items()}

    def summary(self) -> dict[str, Any]:
        """Every figure as one object, ready for JSON; money in dollars or pounds."""
        return {
            "book": self.rules.book,
            "decks": self.rules.decks,
            "wager": self.wager / 100,
            "boxes": self.boxes,
            "hours": self.hours,
            "rounds_per_hour": self.rounds_per_hour,
            "rounds": self.rounds,
            "house_edge": self.house_edge,
            "covariance_of_boxes": self.covariance,
            "theoretical_win_per_person_and_hour": self.theoretical_win / 100,
            "expected_hold": self.expected_hold / 100,
            "standard_deviation_of_hold": self.deviation / 100,
            "hold_intervals": {
                name: [low / 100, high / 100] for name, (low, high) in self.intervals().items()
            },
            "most_in_a_round": float(self.most_in_a_round) / 100,
            "most_in_an_evening": float(self.most_in_an_evening) / 100,
            "parts": self.to_records(),
        }

    def lines(self) -> list[list[str]]:
        """The figures for people, as rows of two cells."""
        sign = self.rules.currency

        def money(amount: float | Fraction) -> str:
            return f"{'-' if amount < 0 else ''}{sign}{amount_text(abs(round(amount)))}"

        low, high = self.intervals()["95%"]
        rows = [
            ["theoretical win", f"{money(self.theoretical_win)} per person and hour"],
            ["expected hold", f"{money(self.expected_hold)} in {self.rounds:,} rounds"],
            ["in 95% of evenings", f"{money(low)} to {money(high)}"],
            ["most in a round", money(self.most_in_a_round)],
            ["most in an evening", money(self.most_in_an_evening)],
        ]
        return rows + [[f"  {part.name}", f"{money(part.most)}: {part.says}"] for part in self.parts]

    @property
    def heading(self) -> str:
        """The table and the evening in a line."""
        boxes = count_text(self.boxes, "box", "boxes")
        wager = f"{self.rules.currency}{amount_text(self.wager)}"
        return f"{self.rules.book}, {decks_text(self.rules.decks)}: {boxes} of {wager}, {self.hours:g} hours"

    def __repr__(self) -> str:
        rows = [f"{name:24} {told}" for name, told in self.lines()]
        return brief_list(f"Exposure: {self.heading}", rows)

    def _repr_html_(self) -> str:
        """A notebook shows the figures as a table."""
        return in_notebook(table_html(("What", "How much"), self.lines(), (0, 1)))


def exposure(
    rules: AnyRules,
    wager: int | None = None,
    *,
    boxes: int | None = None,
    hours: float = 8.0,
    rounds_per_hour: int = ROUNDS_PER_HOUR,
    submission: Submission | None = None,
) -> Exposure:
    """The expected win of a table with this wager on every box, and the most that it can lose.

    The wager is in the smallest unit, the table's maximum if none is given; side wagers at their maximum.
    Every box has one person.
    """
    rules = as_rules(rules)
    boxes = rules.boxes if boxes is None else boxes
    wager = min(rules.table_maximum, MOST_WAGER) if wager is None else wager
    if not 1 <= boxes <= rules.boxes:
        raise BadInput(f"{boxes} boxes; this table has 1 to {rules.boxes}")
    if not 0 < hours <= 10_000:
        raise BadInput(f"{hours:g} hours; there must be more than 0, and at most 10,000")
    if not 1 <= rounds_per_hour <= 1000:
        raise BadInput(f"{rounds_per_hour:,} rounds per hour; there must be 1 to 1,000")
    found = edge(rules, money=FixedMoney(wager, boxes - 1))
    parts = (*_of_main_wagers(rules, wager, boxes), *_of_side_wagers(rules, boxes, submission))
    return Exposure(
        rules,
        wager,
        boxes,
        hours,
        rounds_per_hour,
        found.house_edge,
        found.law.standard_deviation,
        covariance_of_boxes(found),
        parts,
    )


def _of_main_wagers(rules: Rules, wager: int, boxes: int) -> list[Part]:
    terms = terms_of(rules, FixedMoney(wager, boxes - 1))
    doubled = min(rules.most_doubles, terms.pay.shape[1] - 1) + 1
    whole, of_split = ((terms.pay[split, :doubled].max(axis=1) * wager).round() for split in (0, 1))
    hands = boxes * _most_hands(rules)
    # A hand takes two cards and one for each double, the dealer two.
    cards = full_shoe(rules.decks).size - 2
    by_card = max(int(paid) / (2 + number) for number, paid in enumerate(of_split))
    split = min(hands * int(of_split.max()), int(cards * by_card))
    # Insurance wins where the dealer's Blackjack takes the insured wager.
    insured = max(Fraction(*rules.pays_insurance), Fraction(*rules.pays_insurance_suited)) * wager / 2
    best = max(Fraction(split), boxes * Fraction(int(whole.max())), boxes * insured)
    says = f"{boxes} boxes of {_most_hands(rules)} hands, {amount_text(int(of_split.max()))} each at most"
    parts = [Part("main wagers", best, says)]
    bonus, often = pays.super_bonus(wager, rules), min(boxes, most_super_bonuses(rules))
    beyond = max(bonus + Fraction(int(whole[0])) - best / boxes, Fraction(0))
    if beyond and often:
        says = f"{often} x {amount_text(bonus)}, beyond what the box could win otherwise"
        parts.append(Part("super bonus", often * beyond, says))
    others = (boxes - 1) * max(rules.envy_pays, rules.envy_with_seven)
    if bonus and often and others:
        says = f"{often} super bonuses, {boxes - 1} others"
        parts.append(Part("others' super bonuses", Fraction(often * others), says))
    return parts


def _most_hands(rules: Rules) -> int:
    """The most hands of a box; without a limit, as many as there are cards of a value."""
    if rules.most_hands == 1:
        return 1
    limit = most_hands_of(rules)
    cards = int(full_shoe(rules.decks).values.max())
    return min(limit, cards) if limit else cards


def most_super_bonuses(rules: Rules) -> int:
    """How many hands of three 7s of one suit a shoe holds, a 7 of some suit lying before the dealer."""
    left: list[int] = full_shoe(rules.decks).ranks[SEVEN].tolist()
    return max(sum((count - (place == up)) // 3 for place, count in enumerate(left)) for up in range(4))


def _of_side_wagers(rules: Rules, boxes: int, submission: Submission | None) -> list[Part]:
    parts: dict[str, Part] = {}
    for row in side_wagers(rules, submission):
        if not row.offered or row.name not in rules.sides or row.top_result <= 0:
            continue
        wager = _most_wagered(rules, row)
        says = f"{boxes} wagers of {amount_text(wager)} that win {float(row.top_result):g} to 1"
        if row.meter_price:
            says += ", the meter at its initial amount"
        part = Part(row.name.replace("_", " "), row.top_result * wager * boxes, says)
        if row.name not in parts or part.most > parts[row.name].most:
            parts[row.name] = part
    return list(parts.values())


def _most_wagered(rules: Rules, row: PricedSideWager) -> int:
    """The most that a table takes on a side wager at a paytable."""
    record = side_wager(row.name)
    if record.wheel:
        return next(one.wager for one in wheel_tables(rules, row.name) if one.paytable == row.paytable)
    terms = rules.sides[record.like or row.name]
    return terms.wager or terms.maximum or rules.table_maximum
