"""Bankrolls that are played: how many of them are lost, and whether the recursion says the same.

Rounds come from real shoes, one after another, with the wagers of a count if there is one: a bankroll meets
good and bad shoes as a player does. The recursion (results/bankroll.py) takes rounds as independent; the
difference of both is what that leaves out.
"""

from dataclasses import dataclass
from typing import Any, Unpack

import numpy
from numpy.typing import NDArray

from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.shown import Shown, bars_of
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.results.bankroll import BankrollStep, ruin_in_session
from spanish21.simulation.run.named_strategies import strategy_named
from spanish21.simulation.run.run_options import Options, all_options
from spanish21.simulation.run.tasks import tally_with_records
from spanish21.simulation.run.whole_run import check_run, plan_of
from spanish21.strategy.player import Strategy

Ints = NDArray[numpy.int64]

MOST_ROUNDS = 10**9
MOST_OF_SESSION = 1_000_000
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False, repr=False)
class PlayedBankrolls(Shown):
    """What became of bankrolls that were played."""

    rounds: int
    """In each session."""
    bankroll: int
    """In the smallest unit, as all money here."""
    results: Ints
    """What each session won or lost, had the bankroll never run out."""
    lowest: Ints
    """The lowest that each session stood."""
    ruin_by_recursion: float
    """The chance that a session loses the bankroll, from the distribution of these very rounds, by exact
    recursion: rounds are independent there."""

    @property
    def risk_of_ruin(self) -> float:
        """The part of all sessions in which nothing was left of the bankroll at some point."""
        return float((self.lowest <= -self.bankroll).mean())

    @property
    def standard_error(self) -> float:
        """Of the risk of ruin."""
        return float((self.risk_of_ruin * (1.0 - self.risk_of_ruin) / len(self.results)) ** 0.5)

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every session."""
        return [
            {"session": number, "result": result, "lowest": lowest, "is_ruined": lowest <= -self.bankroll}
            for number, (result, lowest) in enumerate(
                zip(self.results.tolist(), self.lowest.tolist(), strict=True), start=1
            )
        ]

    def summary(self) -> dict[str, Any]:
        """Every figure as one object, ready for JSON."""
        return {
            "sessions": len(self.results),
            "rounds": self.rounds,
            "bankroll": self.bankroll,
            "risk_of_ruin": self.risk_of_ruin,
            "standard_error": self.standard_error,
            "ruin_by_recursion": self.ruin_by_recursion,
            "mean": float(self.results.mean()),
            "quantiles": {f"{one:g}": float(numpy.quantile(self.results, one)) for one in QUANTILES},
        }

    def svg(self) -> str:
        """A bar for the result of a session at some shares of all sessions."""
        quantiles = self.summary()["quantiles"].items()
        rows = [{"share": share, "result": result / 100} for share, result in quantiles]
        return bars_of("Sessions", rows, "result", ("share",))

    def __repr__(self) -> str:
        sessions = count_text(len(self.results), "session")
        ruin = f"{self.risk_of_ruin:.2%} ± {self.standard_error:.2%}"
        return f"<PlayedBankrolls: {sessions}, {amount_text(self.bankroll)} lost in {ruin}>"


def played_bankrolls(
    rules: AnyRules,
    strategy: str | Strategy = "chart",
    *,
    bankroll: int,
    rounds: int = 1000,
    sessions: int = 1000,
    **options: Unpack[Options],
) -> PlayedBankrolls:
    """Plays so many sessions of so many rounds, each with that bankroll, in the smallest unit.

    The options are those of `simulate` that say how rounds are played: a count and its ramp, boxes,
    penetration, side wagers. A count that wagers a cent below some true count watches those rounds.
    """
    rules = as_rules(rules)
    if bankroll < 1:
        raise BadInput(f"bankroll is {amount_text(bankroll)}; it must be more than nothing")
    if not 1 <= rounds <= MOST_OF_SESSION:
        raise BadInput(f"rounds is {rounds}; it must be from 1 to {MOST_OF_SESSION:,}")
    if sessions < 1 or rounds * sessions > MOST_ROUNDS:
        raise BadInput(f"sessions is {sessions}; it must be from 1 to {MOST_ROUNDS // rounds:,}")
    told = all_options(options)
    check_run(rules, rounds * sessions, **options)
    plays = strategy_named(strategy, rules) if isinstance(strategy, str) else strategy
    won = _results(plan_of(rules, plays, told), rounds * sessions)
    stood = won.reshape(sessions, rounds).cumsum(axis=1)
    ruin = ruin_in_session(_step_of(won), bankroll, rounds)
    return PlayedBankrolls(rounds, bankroll, stood[:, -1], stood.min(axis=1), ruin)


def _results(plan: Plan, rounds: int) -> Ints:
    """What each round won on all boxes, all wagers together, in the order of play."""
    ready = prepared(plan)
    found: list[Ints] = []
    left, task = rounds, 0
    while left > 0:
        records = tally_with_records(ready, task, left).records
        money = records["money"].sum(axis=1).astype(numpy.int64)
        found.append(money.reshape(-1, ready.boxes).sum(axis=1))
        left -= len(found[-1])
        task += 1
    return numpy.concatenate(found)


def _step_of(won: Ints) -> BankrollStep:
    """The distribution of one round among those that were played."""
    unit = max(int(numpy.gcd.reduce(won)), 1)
    places = won // unit
    chances = numpy.bincount(places - places.min()) / len(won)
    return BankrollStep(chances, -int(places.min()), unit)
