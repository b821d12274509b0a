"""How long an analysis takes on one core with the kernels compiled: `python -m benchmarks analysis`."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy

from spanish21.analysis.dealer import dealer_totals
from spanish21.analysis.shoe import full_shoe, shoe_without
from spanish21.analysis.summary import analysis_of, edge_summary
from spanish21.analysis.worth import edge
from spanish21.books.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.strategy import hand_numbers


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The median time of a piece of work, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def command_seconds() -> float:
    """The time of the whole command in a new process, its kernels in the cache."""
    words = [sys.executable, "-c", "from spanish21.cli import main; main()", "edge", "maryland", "--json"]
    return seconds(lambda: subprocess.run(words, check=True, capture_output=True), 3)


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
    return {
        "dealer, all hands and up cards": seconds(lambda: dealer_totals(counts, held, False)),
        "edge with distribution and summary, six decks": seconds(lambda: edge_summary(analysis_of(rules))),
        "edge by decks": by_decks,
        "eight decks over six": by_decks[8] / by_decks[6],
        "edge by the limit of hands": by_hands,
        "a used shoe over a full one": seconds(lambda: edge(rules, used)) / by_decks[6],
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
