"""A session: the law of the total result of many rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.sessions.many_rounds import law_of_sum
from spanish21.analysis.sessions.session_picture import session_svg
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules
from spanish21.display.notebook import figures_html, in_notebook, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.rules import Rules

Floats = NDArray[numpy.float64]
QUANTILES = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
MOST_ROUNDS = 10**8
ROUNDS_PER_HOUR = 70


@dataclass(frozen=True, eq=False, repr=False)
class Session(Shown):
    """What one box wins in a number of rounds, each from a full shoe, with its chances."""

    rules: Rules
    rounds: int
    wager: int
    """The wager in the smallest unit; 0 where results are counted in wagers."""
    rounds_per_hour: int
    results: Floats
    """The results, in wagers, in order."""
    probabilities: Floats
    mean: float
    """In wagers, as `standard_deviation`."""
    standard_deviation: float
    error: float
    """No probability is off by more, the law of one round taken as it is."""

    @property
    def chance_ahead(self) -> float:
        """How likely the session wins."""
        return float(self.probabilities[self.results > 0].sum())

    @property
    def chance_even(self) -> float:
        return float(self.probabilities[self.results == 0].sum())

    @property
    def chance_behind(self) -> float:
        return float(self.probabilities[self.results < 0].sum())

    @property
    def theoretical_win(self) -> float:
        """The house's average win in an hour, in wagers."""
        return -self.mean / self.rounds * self.rounds_per_hour

    def quantile(self, share: float) -> float:
        """The least result that at least this share of all sessions does not exceed, in wagers."""
        if not 0.0 < share < 1.0:
            raise BadInput(f"a quantile is between 0 and 1; {share} is not")
        place = int(numpy.searchsorted(numpy.cumsum(self.probabilities), share))
        return float(self.results[min(place, len(self.results) - 1)])

    def chance_of_losing(self, wagers: float) -> float:
        """How likely the session ends that many wagers behind, or more."""
        return float(self.probabilities[self.results <= -wagers].sum())

    def summary(self, quantiles: Sequence[float] = QUANTILES) -> dict[str, Any]:
        """Every figure as one object, ready for JSON; amounts are in wagers."""
        money = {"wager": self.wager / 100} if self.wager else {}
        return {
            "book": self.rules.book,
            "decks": self.rules.decks,
            "rounds": self.rounds,
            **money,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "chance_ahead": self.chance_ahead,
            "chance_even": self.chance_even,
            "chance_behind": self.chance_behind,
            "quantiles": [{"share": share, "result": self.quantile(share)} for share in quantiles],
            "rounds_per_hour": self.rounds_per_hour,
            "theoretical_win_per_hour": self.theoretical_win,
            "error": self.error,
        }

    def to_records(self) -> list[dict[str, float]]:
        """A dict for every result that has a chance above the error."""
        return [
            {"result": float(result), "probability": float(chance)}
            for result, chance in zip(self.results, self.probabilities, strict=True)
            if chance > self.error
        ]

    def svg(self) -> str:
        """An SVG: how likely each result is."""
        return session_svg(self.results, self.probabilities)

    def __repr__(self) -> str:
        table = f"{self.rules.book}, {decks_text(self.rules.decks)}"
        low, high = self.quantile(0.05), self.quantile(0.95)
        return (
            f"<Session: {table}, {self.rounds:,} rounds: ahead {self.chance_ahead:.3%}, mean"
            f" {self.mean:+.3f}, 90% from {low:+g} to {high:+g} wagers>"
        )

    def _repr_html_(self) -> str:
        """A notebook shows figures, picture and quantiles."""
        return in_notebook(session_html(self))


def session_html(found: Session) -> str:
    """Figures, picture and quantiles of a session."""
    figures = figures_html(
        (
            ("Ahead", f"{found.chance_ahead:.3%}"),
            ("Even", f"{found.chance_even:.3%}"),
            ("Behind", f"{found.chance_behind:.3%}"),
            ("Mean, in wagers", f"{found.mean:+.3f}"),
            ("Standard deviation", f"{found.standard_deviation:.3f}"),
        )
    )
    rows = [(f"{share:g}", result_text(found, found.quantile(share))) for share in QUANTILES]
    return f"{figures}{found.svg()}{table_html(('Share of sessions', 'Result at most'), rows)}"


def result_text(found: Session, result: float) -> str:
    """A result in wagers and, with a wager, in money."""
    if not found.wager:
        return f"{result:+g} wagers"
    amount = round(result * found.wager)
    sign = "-" if amount < 0 else "+"
    return f"{result:+g} wagers, {sign}{found.rules.currency}{amount_text(abs(amount))}"


def session(
    rules: AnyRules | Edge,
    rounds: int,
    *,
    wager: int | None = None,
    others: int = 0,
    rounds_per_hour: int = ROUNDS_PER_HOUR,
) -> Session:
    """The exact law of one box's result in that many independent rounds.

    With a `wager`, in the smallest unit, payments to the chip and the fixed payouts count. Rounds are taken
    as dealt from a full shoe each, as with continuous shuffling.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a session of {rounds:,} rounds; it must have 1 to {MOST_ROUNDS:,}")
    if not 1 <= rounds_per_hour <= 1000:
        raise BadInput(f"{rounds_per_hour:,} rounds per hour; there must be 1 to 1,000")
    money = FixedMoney(wager, others) if wager is not None else None
    found = rules if isinstance(rules, Edge) else edge(rules, money=money)
    law = found.law
    total = law_of_sum(law.results, law.probabilities, rounds)
    return Session(
        found.rules,
        rounds,
        found.money.wager if found.money else 0,
        rounds_per_hour,
        total.results,
        total.chances,
        law.mean * rounds,
        law.standard_deviation * rounds**0.5,
        total.error,
    )
