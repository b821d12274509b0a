"""The simulator's figures next to the analyser's, category by category: the run that proves a report.

Both play the first round of a shoe on one box with the analyser's best strategy. Three suited 7s against a 7
count at their odds alone, because the analyser leaves fixed payouts out.
"""

import math
from typing import Any, NamedTuple

from spanish21.analysis.report.edge_summary import Analysis
from spanish21.analysis.report.run_evidence import ProofRow, RunProof
from spanish21.errors import BadInput
from spanish21.game import hands, pays
from spanish21.game.pays import up_to_whole
from spanish21.game.rules import Rules, least_wager
from spanish21.simulation import simulate
from spanish21.simulation.kernel.tally import MONEY, SQUARES, TIMES
from spanish21.simulation.plan.count_names import BEFORE_KINDS, DOUBLES, SPLIT, SUPER_BONUS
from spanish21.simulation.results.result import Result
from spanish21.strategy import UP_LABELS, UP_VALUES


class Category(NamedTuple):
    """One figure of both, with the standard error of the simulated one."""

    name: str
    exact: float
    simulated: float
    error: float

    @property
    def deviation(self) -> float:
        """The difference in standard errors."""
        away = self.simulated - self.exact
        if self.error == 0.0:
            return math.copysign(math.inf, away) if away else 0.0
        return away / self.error


def simulated(
    rules: Rules, exact: Analysis, rounds: int, seed: int, threads: int = 1, wager: int = 0
) -> Result:
    """Fresh-shoe rounds with the strategy of an analysis."""
    strategy = exact.edge.strategy
    return simulate(rules, strategy, rounds, penetration=0.0, seed=seed, threads=threads, wager=wager)


def wager_at_exact_odds(rules: Rules) -> int:
    """The least wager that is paid its exact odds however often it is doubled, and is halved exactly."""
    unit = math.lcm(rules.smallest_chip, *(2 * odds[1] * rules.smallest_chip for odds in rules.pays_by_kind))
    wager = up_to_whole(rules.table_minimum, unit)
    if rules.payout_limit or wager > rules.table_maximum:
        raise BadInput("no wager of this table is always paid its exact odds, so that no run can prove them")
    return wager


def proof_of(exact: Analysis, rounds: int, seed: int, threads: int = 1) -> RunProof:
    """A run of this many rounds, and the analysis of a full shoe."""
    rules = exact.edge.rules
    wager = wager_at_exact_odds(rules)
    result = simulated(rules, exact, rounds, seed, threads, wager)
    rows = [
        ProofRow(one.name, one.exact, one.simulated, one.error, one.deviation if one.error else None)
        for one in categories(exact, result)
    ]
    return RunProof(seed, rounds, wager, tuple(rows))


def categories(exact: Analysis, result: Result) -> list[Category]:
    """The total, each up card, split and unsplit, and each bonus: how often, and what it contributes."""
    assert result.plan.boxes == 1
    assert result.plan.penetration == 0.0
    rounds = result.rounds
    cells = cells_at_odds(result)
    found = [_money("total", exact.edge.expected_value, cells.sum(axis=(1, 2)), result)]

    def add(name: str, probability: float, value: float, sums: Any) -> None:
        found.append(_frequency(name, probability, int(sums[TIMES]), rounds))
        found.append(_money(f"{name}, value", value, sums, result))

    for up, label in zip(UP_VALUES, UP_LABELS, strict=True):
        chance = float(exact.edge.up[up])
        add(f"up card {label}", chance, chance * float(exact.edge.by_up[up]), cells[:, up].sum(axis=1))
    split = cells[:, :, SPLIT * DOUBLES : (SPLIT + 1) * DOUBLES].sum(axis=(1, 2))
    for part in exact.by_split:
        sums = split if part.split else cells.sum(axis=(1, 2)) - split
        add("split" if part.split else "unsplit", part.probability, part.contribution, sums)
    for kind, bonus in enumerate(exact.law.bonuses, start=1):
        add(bonus.name, bonus.probability, bonus.contribution, result.totals.bonuses[:, kind])
    times = int(result.totals.wagers[TIMES, SUPER_BONUS])
    found.append(_frequency("super bonus", exact.law.super_bonus, times, rounds))
    return found


def cells_at_odds(result: Result) -> Any:
    """The run's sums by up card and outcome, three suited 7s against a 7 at their odds alone."""
    rules, wager = result.rules, result.plan.wager or least_wager(result.rules)
    assert all(
        _is_exact(wager << doubles, odds, rules) for doubles in range(4) for odds in rules.pays_by_kind
    )
    assert 2 * pays.returned_by_surrender(wager, rules) == wager
    cells = result.totals.cells[:, 0]
    if pays.super_bonus(wager, rules):
        for kind in (hands.SUITED_777, hands.TOP_777):
            outcome = (BEFORE_KINDS + kind) * DOUBLES
            paid = pays.payment(wager, rules.pays_by_kind[kind], rules)
            times = cells[TIMES, 7, outcome]
            cells[MONEY, 7, outcome], cells[SQUARES, 7, outcome] = times * paid, times * paid**2
    return cells


def _is_exact(amount: int, odds: tuple[int, int], rules: Rules) -> bool:
    """Whether a wager is paid its exact odds; the analyser rounds nothing and knows no payout limit."""
    return pays.payment(amount, odds, rules) * odds[1] == amount * odds[0]


def _frequency(name: str, probability: float, times: int, rounds: int) -> Category:
    """With the binomial error of the exact chance; two bonuses of a kind on one box are too rare to show."""
    return Category(name, probability, times / rounds, math.sqrt(probability * (1 - probability) / rounds))


def _money(name: str, exact: float, sums: Any, result: Result) -> Category:
    """With the error of the simulated money."""
    rounds, money, squares = result.rounds, int(sums[MONEY]), int(sums[SQUARES])
    variance = (squares * rounds - money * money) / rounds**2 / (rounds - 1)
    return Category(
        name, exact, money / rounds / result.mean_wager, math.sqrt(max(variance, 0.0)) / result.mean_wager
    )
