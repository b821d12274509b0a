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
from spanish21.analysis import advise
from spanish21.analysis.hands.dealer_totals import dealer_totals
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.hands.totals_cache import forget_totals
from spanish21.analysis.report.edge_summary import analysis_of, edge_summary
from spanish21.analysis.worth.table_worth import edge
from spanish21.books.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.game.table import Table
from spanish21.strategy import BELOW_17, hand_numbers

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
    """Tables at which somebody has to decide, one after another as rounds are played."""
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
    edge(rules)
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
        "the command, cached": command_seconds(),
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
