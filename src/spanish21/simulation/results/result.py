"""The results of a run: estimates with their errors, from exact totals."""

import math
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
import numpy

from spanish21.display.shown import Shown
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import Rules, settings_of
from spanish21.game.side_wagers.registry import kinds
from spanish21.simulation.kernel.tally import (
    ALL,
    ALL_PUT_DOWN,
    ALL_SQUARES,
    BASE,
    BASE_SQUARES,
    HIGH_TAIL,
    INITIAL,
    LOW_TAIL,
    MONEY,
    SHOES,
    SQUARES,
    STAKED,
    TIMES,
    TIMES_SQUARES,
    TOO_SHORT,
)
from spanish21.simulation.plan.count_names import (
    BEFORE_KINDS,
    BINS,
    DOUBLES,
    RESULTS,
    SPLIT,
    WAGERS,
)
from spanish21.simulation.plan.run_plan import Plan, wagers_of
from spanish21.simulation.results.bankroll import BankrollStep, ruin_ever, ruin_in_session, session_quantiles
from spanish21.simulation.results.run_meters import Meters
from spanish21.simulation.results.totals import (
    ALL_ALL,
    ALL_INITIAL,
    BASE_BASE,
    BASE_INITIAL,
    CLUSTERS,
    INITIAL_INITIAL,
    Totals,
)
from spanish21.strategy.counts import buckets_of, wager_at

NORMAL_90, NORMAL_95 = 1.6448536269514722, 1.959963984540054
FEWEST_CLUSTERS = 30
"""Below this many clusters their spread says too little, and rounds are taken as independent."""


class Took(NamedTuple):
    """How long a run has played, by the processor and by the clock, and how long it took to begin."""

    cpu_seconds: float
    seconds: float
    start_up_seconds: float


class Result(Shown):
    """The estimates of a run; a notebook displays them."""

    def __init__(
        self,
        plan: Plan,
        totals: Totals,
        meters: Meters,
        unit: int,
        took: Took,
        is_complete: bool,
    ) -> None:
        self.plan, self.totals, self.meters, self.unit = plan, totals, meters, unit
        self.cpu_seconds, self.seconds, self.start_up_seconds = took
        self.is_complete = is_complete
        self._sums = [int(one) for one in totals.rounds]

    @property
    def rules(self) -> Rules:
        return self.plan.rules

    @property
    def rounds(self) -> int:
        return self.totals.played

    @cached_property
    def mean_wager(self) -> float:
        """The mean wager on a box."""
        return self._sums[INITIAL] / max(self.rounds * self.plan.boxes, 1)

    @property
    def expected_value(self) -> float:
        """Won for each unit wagered at first, on the hands and super bonuses; below 0 the house wins."""
        return _ratio(self._sums[BASE], self._sums[INITIAL])

    @property
    def standard_error(self) -> float:
        """The standard error of `expected_value`."""
        return self._error(BASE, BASE_SQUARES, BASE_BASE, BASE_INITIAL)

    @property
    def total_expected_value(self) -> float:
        """The same over all wagers, for each unit of the main wager."""
        return _ratio(self._sums[ALL], self._sums[INITIAL])

    @property
    def total_standard_error(self) -> float:
        return self._error(ALL, ALL_SQUARES, ALL_ALL, ALL_INITIAL)

    @property
    def confidence_interval(self) -> tuple[float, float]:
        """The interval that holds the expected value in 95 of 100 runs."""
        reach = NORMAL_95 * self.standard_error
        return self.expected_value - reach, self.expected_value + reach

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round on all boxes, in mean wagers on a box."""
        return self._deviation(BASE, BASE_SQUARES)

    @property
    def total_standard_deviation(self) -> float:
        return self._deviation(ALL, ALL_SQUARES)

    @property
    def element_of_risk(self) -> float:
        """Won for each unit wagered, doubles and splits included."""
        return _ratio(self._sums[BASE], self._sums[ALL_PUT_DOWN])

    @property
    def return_to_player(self) -> float:
        """Returned of each unit wagered: all wagers, with doubles, splits, insurance and side wagers."""
        beside = sum(int(self.totals.wagers[STAKED, WAGERS[name]]) for name in ("insurance", *kinds()))
        return 1.0 + _ratio(self._sums[ALL], self._sums[ALL_PUT_DOWN] + beside)

    @property
    def hit_frequency(self) -> float:
        """The part of rounds that win, all wagers together."""
        won = sum(int(one) for one in self.totals.bins[BINS // 2 + 1 :])
        return _ratio(won, self.rounds)

    @property
    def volatility_index(self) -> float:
        """The standard deviation of a round with all wagers, times 1.645: half of a 90% interval."""
        return NORMAL_90 * self.total_standard_deviation

    def _deviation(self, money: int, squares: int) -> float:
        count = self.rounds
        if count == 0 or not self.mean_wager:
            return 0.0
        variance = _ratio(self._sums[squares] * count - self._sums[money] ** 2, count * count)
        return math.sqrt(max(variance, 0.0)) / self.mean_wager

    def _error(self, money: int, squares: int, products: int, crossed: int) -> float:
        clusters = self.totals.clusters
        number, initial = clusters[CLUSTERS], self._sums[INITIAL]
        if self.rounds < 2:
            return math.inf
        if self.plan.penetration == 0 or number < FEWEST_CLUSTERS:
            spread = self._deviation(money, squares) / self.plan.boxes
            return spread / math.sqrt(self.rounds - 1)
        # Clusters have different numbers of rounds, so the estimate is a ratio of two sums over them.
        won = self._sums[money]
        residual = (
            clusters[products] * initial * initial
            - 2 * won * initial * clusters[crossed]
            + won * won * clusters[INITIAL_INITIAL]
        )
        variance = _ratio(residual * number, initial**4 * (number - 1))
        return math.sqrt(max(variance, 0.0))

    # Outcomes

    def outcomes(self) -> dict[str, dict[str, float]]:
        """How often a box ended in each way, and what that way contributes, with standard errors."""
        cells = self.totals.cells.sum(axis=(1, 2)).reshape(3, len(RESULTS), DOUBLES)
        found = {}
        for result, name in enumerate(RESULTS):
            for doubles in range(DOUBLES):
                if cells[TIMES, result, doubles]:
                    found[_outcome_name(name, doubles)] = self._cell(cells[:, result, doubles])
        for name in ("super_bonus", "envy"):
            sums = self.totals.wagers[:, WAGERS[name]]
            if sums[TIMES]:
                found[name] = self._cell(sums)
        return found

    def by_up_card(self) -> dict[str, dict[str, float]]:
        """The same by the value of the dealer's up card."""
        cells = self.totals.cells.sum(axis=(1, 3))
        return {"A" if up == 1 else str(up): self._cell(cells[:, up]) for up in range(1, 11)}

    def by_split(self) -> dict[str, dict[str, float]]:
        """The same for boxes that split and boxes that did not."""
        cells = self.totals.cells.sum(axis=(1, 2)).reshape(3, len(RESULTS), DOUBLES).sum(axis=2)
        split = cells[:, SPLIT]
        return {"split": self._cell(split), "unsplit": self._cell(cells.sum(axis=1) - split)}

    def by_box(self) -> list[dict[str, float]]:
        """The expected value and standard deviation of each box, the dealer's left first."""
        cells = self.totals.cells.sum(axis=(2, 3))
        boxes = []
        for box in range(self.plan.boxes):
            times, money, squares = (int(one) for one in cells[:, box])
            variance = _ratio(squares * times - money * money, times * times)
            deviation = math.sqrt(max(variance, 0.0)) / self.mean_wager
            boxes.append(
                {
                    "expected_value": _ratio(money, times) / self.mean_wager,
                    "standard_deviation": deviation,
                    "standard_error": deviation / math.sqrt(max(times - 1, 1)),
                }
            )
        return boxes

    def split_hands(self) -> dict[str, dict[str, float]]:
        """How the single hands of boxes that split have ended, where no dealer's Blackjack took the box."""
        splits = self.totals.splits
        count = int(splits[0].sum())
        return {
            name: {"count": int(splits[0, place]), "frequency": _ratio(int(splits[0, place]), count)}
            for place, name in enumerate(RESULTS)
            if splits[0, place]
        }

    def bonuses(self) -> dict[str, dict[str, float]]:
        """Hands paid as each kind of 21, split ones included: how many for each box, what their odds add.

        A contribution is what the kind's odds add to even money, super bonuses left out.
        """
        bonuses = self.totals.bonuses
        return {
            name: self._cell(bonuses[:, kind], int(bonuses[TIMES_SQUARES, kind]))
            for kind, name in enumerate(RESULTS[BEFORE_KINDS:])
            if kind and bonuses[TIMES, kind]
        }

    def wagers(self) -> dict[str, dict[str, float]]:
        """The other wagers that were made: what each wins for a unit staked, with its standard error."""
        found = {}
        sums = self.totals.wagers
        for name in ("insurance", *kinds()):
            wager = WAGERS[name]
            times, money, squares, staked = (
                int(sums[kind, wager]) for kind in (TIMES, MONEY, SQUARES, STAKED)
            )
            if times:
                variance = _ratio(squares * times - money * money, times * times)
                error = math.sqrt(max(variance, 0.0) / max(times - 1, 1))
                found[name] = {
                    "count": times,
                    "staked": staked,
                    "expected_value": _ratio(money, staked),
                    "standard_error": error * times / staked,
                }
        return found

    def meter_report(self) -> dict[str, dict[str, Any]]:
        """Each meter: how often and after how many rounds it was hit, what it paid, its current amount."""
        found = {}
        for meter in self.meters.meters:
            if meter is not None:
                times = sorted(rounds for rounds, _ in meter.hits)
                found[meter.name] = {
                    "hits": meter.hit_times,
                    "paid": meter.paid,
                    "mean_paid": _ratio(meter.paid, meter.hit_times),
                    "mean_rounds_between_hits": _ratio(sum(times), len(times)),
                    "mean_rounds_at_each_table": _ratio(sum(times), len(times) * self.plan.tables),
                    "median_rounds_between_hits": times[len(times) // 2] if times else 0,
                    "amount": meter.amount,
                    "highest": meter.highest,
                }
        return found

    def _cell(self, sums: Any, squares_of_times: int | None = None) -> dict[str, float]:
        """Figures of sums over boxes; `squares_of_times` where a box may count more than once."""
        boxes = self.rounds * self.plan.boxes
        times, money, squares = int(sums[TIMES]), int(sums[MONEY]), int(sums[SQUARES])
        variance = _ratio(squares * boxes - money * money, boxes * boxes)
        once = times if squares_of_times is None else squares_of_times
        spread = _ratio(once * boxes - times * times, boxes * boxes)
        return {
            "count": times,
            "frequency": _ratio(times, boxes),
            "frequency_error": math.sqrt(max(spread, 0.0) / max(boxes - 1, 1)),
            "contribution": _ratio(money, boxes) / self.mean_wager,
            "contribution_error": math.sqrt(max(variance, 0.0) / max(boxes - 1, 1)) / self.mean_wager,
        }

    # The distribution, and what a bankroll goes through

    def distribution(self) -> dict[int, int]:
        """How often a round had each result, all wagers together; the outermost collect everything beyond."""
        bins = self.totals.bins
        return {(place - BINS // 2) * self.unit: int(bins[place]) for place in range(BINS) if bins[place]}

    def step(self) -> BankrollStep:
        """The distribution of one round as chances; results beyond the grid are at their mean."""
        bins = numpy.array([float(one) for one in self.totals.bins])
        if bins.sum() == 0:
            return BankrollStep(numpy.ones(1), 0, self.unit)
        used = numpy.flatnonzero(bins)
        low, high = int(used[0]), int(used[-1])
        chance, zero = bins[low : high + 1].copy(), BINS // 2 - low
        for place, tail in ((0, LOW_TAIL), (BINS - 1, HIGH_TAIL)):
            if bins[place] and self._sums[tail]:
                chance[place - low] = 0.0
                where = round(self._sums[tail] / bins[place] / self.unit) + zero
                before, behind = max(-where, 0), max(where + 1 - len(chance), 0)
                chance = numpy.pad(chance, (before, behind))
                low, zero = low - before, zero + before
                chance[where + before] += bins[place]
        return BankrollStep(chance / chance.sum(), zero, self.unit)

    def session(self, rounds: int = 1000, bankroll: int = 0) -> dict[str, Any]:
        """A session of `rounds` rounds: quantiles of its result, and the risk that `bankroll` is lost."""
        step = self.step()
        found: dict[str, Any] = {
            "rounds": rounds,
            "mean": step.mean * rounds,
            "standard_deviation": step.deviation * math.sqrt(rounds),
            "quantiles": session_quantiles(step, rounds),
            "n0": (step.deviation / step.mean) ** 2 if step.mean else None,
        }
        if bankroll:
            found["bankroll"] = bankroll
            found["risk_of_ruin_in_session"] = ruin_in_session(step, bankroll, rounds)
            found["risk_of_ruin"] = ruin_ever(step, bankroll)
        return found

    # As data and as text

    def _count(self) -> dict[str, Any] | None:
        """The count that was played by, and whether it is balanced."""
        count = self.plan.count
        if count is None:
            return None
        said = {name: getattr(count, name) for name in ("is_balanced", "sum_per_deck", "start_per_deck")}
        return {**said, "tags": count.tags, "first_count": count.first_count(self.rules.decks)}

    def by_true_count(self, bankroll: int = 0) -> list[dict[str, Any]]:
        """By true count before the round: how often, what a unit of the first wagers wins, its standard error
        and the wager that lets a bankroll grow fastest. The lowest and the highest stand for all beyond them;
        rounds are taken as independent. Empty without a count."""
        count = self.plan.count
        if count is None:
            return []
        found = []
        for place, true_count in enumerate(buckets_of(count)):
            times, money, squares = (int(one) for one in self.totals.levels[:, place])
            wager = wager_at(count, true_count) * self.plan.boxes
            mean = _ratio(money, times * wager)
            variance = max(_ratio(squares * times - money * money, (times * wager) ** 2), 0.0)
            found.append(
                {
                    "true_count": true_count,
                    "rounds": times,
                    "frequency": _ratio(times, self.rounds),
                    "wager": wager,
                    "expected_value": mean,
                    "standard_error": math.sqrt(variance / max(times - 1, 1)),
                    "standard_deviation": math.sqrt(variance),
                    "best_wager": int(bankroll * mean / variance) if variance and mean > 0 else 0,
                }
            )
        return found

    def to_records(self) -> list[dict[str, float]]:
        """A dict for every result of a round, all wagers together, and how many rounds had it."""
        return [
            {"result": amount, "rounds": times, "frequency": _ratio(times, self.rounds)}
            for amount, times in self.distribution().items()
        ]

    def summary(self) -> dict[str, Any]:
        """Everything as one dict for JSON."""
        return self.report()

    def svg(self) -> str:
        """How often a round came to each result."""
        from spanish21.simulation.results.plots import result_svg

        return result_svg(self)

    @property
    def rounds_per_cpu_second(self) -> float:
        return self.rounds / self.cpu_seconds if self.cpu_seconds else 0.0

    def report(self, session_rounds: int = 1000, bankroll: int = 0) -> dict[str, Any]:
        """Everything as one dict for JSON."""
        sums = self._sums
        return {
            "book": self.rules.book,
            "choices": {},
            "settings": msgspec.to_builtins(settings_of(self.rules)),
            "strategy": self.plan.strategy.name,
            "rounds": self.rounds,
            "shoes": sums[SHOES],
            "void_rounds": sums[TOO_SHORT],
            "is_complete": self.is_complete,
            "seed": self.plan.seed,
            "boxes": self.plan.boxes,
            "penetration": self.plan.penetration,
            "wagers_made": sorted(set(wagers_of(self.plan))),
            "count": self._count(),
            "by_true_count": self.by_true_count(bankroll),
            "expected_value": self.expected_value,
            "standard_error": self.standard_error,
            "confidence_interval": list(self.confidence_interval),
            "standard_deviation": self.standard_deviation,
            "element_of_risk": self.element_of_risk,
            "total_expected_value": self.total_expected_value,
            "total_standard_error": self.total_standard_error,
            "total_standard_deviation": self.total_standard_deviation,
            "return_to_player": self.return_to_player,
            "hit_frequency": self.hit_frequency,
            "volatility_index": self.volatility_index,
            "by_box": self.by_box(),
            "outcomes": self.outcomes(),
            "by_up_card": self.by_up_card(),
            "by_split": self.by_split(),
            "split_hands": self.split_hands(),
            "bonuses": self.bonuses(),
            "wagers": self.wagers(),
            "meters": self.meter_report(),
            "distribution": {str(amount): times for amount, times in self.distribution().items()},
            "session": self.session(session_rounds, bankroll),
            "cpu_seconds": self.cpu_seconds,
            "seconds": self.seconds,
            "start_up_seconds": self.start_up_seconds,
            "rounds_per_cpu_second": self.rounds_per_cpu_second,
        }

    def text(self, session_rounds: int = 1000, bankroll: int = 0) -> str:
        """The result in lines for people."""
        from spanish21.simulation.results.result_text import result_text

        return result_text(self, session_rounds, bankroll)

    def __repr__(self) -> str:
        rounds = count_text(self.rounds, "round")
        return f"<Result: {rounds}, {self.expected_value:+.4%} ± {self.standard_error:.4%}>"

    def _repr_html_(self) -> str:
        from spanish21.simulation.results.plots import result_html

        return result_html(self)


def _ratio(above: int, below: int) -> float:
    """The quotient of two whole numbers of any size, correctly rounded; 0 where nothing is divided."""
    return above / below if below else 0.0


def _outcome_name(result: str, doubles: int) -> str:
    return result if doubles == 0 else f"{result}_doubled" + (f"_{doubles}" if doubles > 1 else "")
