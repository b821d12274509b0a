"""How long an analysis takes on one core with the kernels compiled: `python -m benchmarks analysis`."""

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy

from spanish21 import commands, open_table, play_round, player
from spanish21.analysis import (
    advise,
    best_counts,
    both_hands,
    design_wager,
    grid,
    indices,
    judge,
    removal,
    session,
    splits_bound,
)
from spanish21.analysis.counts.removed_shoes import forget_charts
from spanish21.analysis.hands.dealer_totals import dealer_totals
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.hands.totals_cache import forget_totals
from spanish21.analysis.report.edge_summary import analysis_of, edge_summary
from spanish21.analysis.report.pricing import changes_of
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import Rules, what_if
from spanish21.game.table import Table
from spanish21.strategy import BELOW_17, hand_numbers
from spanish21.strategy.counts import Count

PLAYER = "player"


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The median time of a piece of work, after one run to warm up; each time of a shoe not met before."""
    work()
    taken = []
    for _ in range(times):
        forget_totals()
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def command_seconds() -> float:
    """The time of the whole command in a new process, its kernels in the cache."""
    words = [sys.executable, "-c", "from spanish21.cli import main; main()", "edge", "maryland", "--json"]
    return seconds(lambda: subprocess.run(words, check=True, capture_output=True), 3)


def asked_tables(number: int) -> list[Table]:
    """Tables that wait for a decision, one after another as rounds are played."""
    rules, chance, asked = rules_of("maryland"), random.Random(21), list[Table]()
    plays = player(BELOW_17, PLAYER)

    def choose(table: Table) -> Any:
        asked.append(table)
        return plays(table)

    table, _ = open_table(rules, {PLAYER: 10**9}, chance, inventory=10**9)
    while len(asked) < number:
        wager = commands.PlaceWager(by=PLAYER, box=1, amount=rules.table_minimum)
        table, _ = play_round(table, [wager], choose, chance)
    return asked[:number]


def advice_seconds(number: int = 200) -> dict[str, float]:
    """How long advice takes at tables of many rounds: the median, and the longest of a hundred."""
    found = {}
    tables = asked_tables(number)
    for memory in ("round", "shoe"):
        advise(tables[0], PLAYER, memory)
        taken = []
        for table in tables:
            start = time.perf_counter()
            advise(table, PLAYER, memory)
            taken.append(time.perf_counter() - start)
        taken.sort()
        found[f"{memory}, median"] = statistics.median(taken)
        found[f"{memory}, longest of 100"] = taken[len(taken) * 99 // 100]
    return found


def designed_match() -> None:
    """Every paytable of the match wager in 94,221 that keeps 2 % to 4 %."""
    lines = {"suited_and_unsuited": range(1, 30), "suited": range(1, 20), "two_unsuited": range(1, 20)}
    lines |= {"two_suited": range(12, 13), "unsuited": range(1, 10)}
    design_wager("maryland", "match", {"house_edge": "2%..4%"}, lines=lines)


def grid_seconds() -> float:
    """The time of 10,000 rulesets over all cores, taken from 1,152 of them."""
    either = [True, False]
    vary: dict[str, list[Any]] = {"decks": [5, 6, 8], "most_doubles": [0, 1, 2, 3], "most_hands": [2, 3, 4]}
    vary |= {"dealer_hits_soft_17": either, "may_rescue": either, "may_surrender": either}
    vary |= {"may_split_aces_again": either, "bonus_on_split": either}
    start = time.perf_counter()
    found = grid("maryland", vary)
    return (time.perf_counter() - start) / len(found.rows) * 10_000


def removed_again(rules: Rules) -> None:
    """Effects of removal, with the chart that they need."""
    forget_charts()
    removal(rules)


def ruling_seconds() -> dict[str, float]:
    """The edge of uk-casino under each reading that is not its own, the slowest first."""
    rules = rules_of("uk-casino")
    tables = {
        change: what_if(rules, **changes)
        for kind, change, changes, _ in changes_of(rules)
        if kind == "ruling"
    }
    taken = {change: seconds(lambda table=table: edge(table), 3) for change, table in tables.items()}
    return dict(sorted(taken.items(), key=lambda one: -one[1]))


def split_play_seconds() -> dict[str, float]:
    """How long the classes of play of split hands take: two hands exactly, any number bounded."""
    return {
        "two hands with each other in mind": seconds(lambda: both_hands("maryland"), 1),
        "the bound for any number of hands": seconds(lambda: splits_bound("maryland"), 1),
    }


def counting_seconds(one_edge: float) -> dict[str, float]:
    """How long effects of removal, the best tags and all indices of a chart take, with the chart itself."""
    rules = rules_of("maryland")
    tags = {"A": -1, **{str(rank): 1 for rank in range(2, 7)}, "J": -1, "Q": -1, "K": -1}
    count = Count(tags, start_per_deck=-4)
    found = removal(rules)
    removed = seconds(lambda: removed_again(rules), 3)
    return {
        "effects of removal of every wager": removed,
        "effects of removal over one edge": removed / one_edge,
        "the best tags of three levels, after that": seconds(lambda: best_counts(rules, found=found), 3),
        "all indices of a chart": seconds(lambda: indices(rules, count), 1),
        "the worth of a count": seconds(lambda: judge(rules, count), 1),
    }


def measured() -> dict[str, Any]:
    """Every figure that the analyser promises, in seconds, megabytes and ratios."""
    rules = rules_of("maryland")
    held = hand_numbers().held.astype(numpy.int16)
    counts = full_shoe(6).values
    used = shoe_without(6, "As Kd 7c 7d 2s 3s 4s 5s 5h 6c Jd Qd Kh Ac")
    by_decks = {
        decks: seconds(lambda decks=decks: edge(what_if(rules, decks=decks))) for decks in (1, 2, 4, 6, 8)
    }
    by_hands = {
        hands or "none": seconds(lambda hands=hands: edge(what_if(rules, most_hands=hands)), 3)
        for hands in (2, 4, 8, 0)
    }
    found = edge(rules)
    began = time.perf_counter()
    for may in (True, False, True, False):
        edge(what_if(rules, may_surrender=may))
    again = (time.perf_counter() - began) / 4
    return {
        "dealer, all hands and up cards": seconds(lambda: dealer_totals(counts, held, False)),
        "edge with distribution and summary, six decks": seconds(lambda: edge_summary(analysis_of(rules))),
        "edge by decks": by_decks,
        "edge of the same shoe under another rule": again,
        "eight decks over six": by_decks[8] / by_decks[6],
        "edge by the limit of hands": by_hands,
        "a used shoe over a full one": seconds(lambda: edge(rules, used)) / by_decks[6],
        "advice, by what is remembered": advice_seconds(),
        **counting_seconds(by_decks[6]),
        **split_play_seconds(),
        "the command, cached": command_seconds(),
        "uk-casino under each of its rulings": ruling_seconds(),
        "a session of 100,000 rounds": seconds(lambda: session(found, 100_000)),
        "a design of 94,221 paytables": seconds(designed_match, 1),
        "10,000 rulesets of maryland, from a grid of 1,152": grid_seconds(),
        "peak memory, megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Print every figure, one on a line."""
    for name, figure in measured().items():
        if isinstance(figure, dict):
            print(f"{name}:", ", ".join(f"{key}: {value:.3f} s" for key, value in figure.items()))
        else:
            unit = "" if "over" in name or "megabytes" in name else " s"
            print(f"{name}: {figure:.3f}{unit}")


if __name__ == "__main__":
    main()
