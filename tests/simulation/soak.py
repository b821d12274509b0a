"""The long proofs of the simulator.

`python tests/simulation/soak.py [table analyser distribution shuffles] [--small] [--threads=N] [--rounds=N]`

table      1,000,000 rounds at the game's own table and through the kernel: the same money on every wager
analyser   1e9 fresh-shoe rounds a book with the optimal strategy: within 3.5 standard errors of the analyser
           in total, for each up card, split and unsplit, and for each bonus
distribution
           1e10 fresh-shoe rounds a book (or --rounds): how often each result comes up, and its chance: chi²
           within its 99 % limits, each result and the standard deviation within 3.5 standard errors
shuffles   1e6 shoes: card by position, adjacent pairs, serial correlation at 99 % after correction
"""

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.charts import busy_chart, odd_composition
from simulation.compare import differences, every_side_wager
from simulation.shuffle_tests import every_test, shoes_as_array
from simulation.test_kernel import BOOKS, VARIANTS, card_sides
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.simulation.plan.run_plan import Plan

MOST_DEVIATION = 3.5
SHOES_OF_PART = 10_000


def table(small: bool, threads: int) -> bool:
    """The kernel against the game's own table, many seeds at once."""
    wanted = 20_000 if small else 1_000_000
    found, began = 0, time.monotonic()
    by_book: Counter[str] = Counter()
    with ProcessPoolExecutor(threads) as pool:
        waiting = deque(pool.submit(table_of_seed, seed) for seed in range(1, 2 * threads + 1))
        last = len(waiting)
        while by_book.total() < wanted:
            played, other = waiting.popleft().result()
            last += 1
            waiting.append(pool.submit(table_of_seed, last))
            by_book += played
            found += len(other)
            for line in other[:5]:
                print(line)
            seconds = time.monotonic() - began
            print(f"{by_book.total():,} rounds, {found} differences, {seconds:.0f} s", flush=True)
        pool.shutdown(cancel_futures=True)
    print(", ".join(f"{book} {by_book[book]:,}" for book in BOOKS))
    return found == 0


def table_of_seed(seed: int) -> tuple[Counter[str], list[str]]:
    """The rounds of a seed by book, with all numbers of boxes and in every variant; the lines that differ."""
    found: list[str] = []
    by_book: Counter[str] = Counter()
    strategies = (busy_chart(), odd_composition())
    for book, boxes, (place, strategy) in product(BOOKS, range(1, 8), enumerate(strategies)):
        rules = rules_of(book, decks=8 if seed % 2 else 6)
        wager, insures = 500 + 50 * (seed % 50), (seed + place) % 2 == 0
        sides = every_side_wager(rules)
        plan = Plan(rules, strategy, seed, boxes, wager=wager, sides=sides, insures=insures)
        played, other = differences(plan, range(4))
        by_book[book] += played
        found += other
    for changes in VARIANTS.values():
        book = BOOKS[seed % len(BOOKS)]
        rules = what_if(rules_of(book), **changes)
        # A table without a hole card offers no wager on it, and a match wager is made in chips.
        sides = {
            name: stake
            for name, stake in card_sides(rules).items()
            if (rules.hole_card or name == "match")
            and (name == "monster" or stake % rules.smallest_chip == 0)
        }
        plan = Plan(rules, strategies[seed % 2], seed, 2, wager=550, sides=sides, insures=True)
        played, other = differences(plan, range(4))
        by_book[book] += played
        found += other
    return by_book, found


def analyser(small: bool, threads: int) -> bool:
    """The simulator against the analyser: in total, by up card, split and unsplit, and by bonus."""
    from simulation.against_analyser import categories, simulated, table_of, worst
    from spanish21.analysis.report.edge_summary import analysis_of

    rounds = 10_000_000 if small else 1_000_000_000
    furthest = {}
    for place, book in enumerate(BOOKS):
        rules = rules_of(book)
        exact = analysis_of(rules)
        seed = 21 + place
        result = simulated(rules, exact, rounds, seed, threads=threads)
        found = categories(exact, result)
        print(f"{book}, {rounds:,} rounds, seed {seed}, {result.cpu_seconds:.0f} CPU seconds")
        print(table_of(found), end="\n\n", flush=True)
        furthest[book] = worst(found)
    for book, category in furthest.items():
        print(
            f"{book:<16} worst of its categories: {category.name}, {category.deviation:+.2f} standard errors"
        )
    return all(abs(category.deviation) < MOST_DEVIATION for category in furthest.values())


def distribution(small: bool, threads: int, rounds: int = 0) -> bool:
    """How often each result comes up, beside the law of a round."""
    from simulation.against_analyser import distribution_of, simulated, table_of, worst
    from spanish21.analysis.report.edge_summary import analysis_of

    rounds = rounds or (100_000_000 if small else 10_000_000_000)
    holds = True
    for place, book in enumerate(BOOKS):
        rules = rules_of(book)
        exact = analysis_of(rules)
        seed = 121 + place
        result = simulated(rules, exact, rounds, seed, threads=threads)
        played = {amount / result.mean_wager: count for amount, count in result.distribution().items()}
        found = distribution_of(exact.law, played)
        every = [*found.cells, found.deviation]
        print(f"{book}, {rounds:,} rounds, seed {seed}, {result.cpu_seconds:.0f} CPU seconds")
        print(table_of(every))
        low, high = found.limits
        print(
            f"chi² {found.chi_squared:.1f} of {len(found.cells)} results ({low:.1f} to {high:.1f})",
            end="\n\n",
        )
        sys.stdout.flush()
        holds = holds and found.fits and abs(worst(every).deviation) < MOST_DEVIATION
    return holds


def shuffles(small: bool, threads: int) -> bool:
    """The shuffles against uniform ones: one verdict on all shoes, which come in small parts."""
    shoes = 100_000 if small else 1_000_000
    tests = every_test(6)
    for first in range(0, shoes, SHOES_OF_PART):
        part = shoes_as_array(6, SHOES_OF_PART, 21, first)
        for test in tests:
            test.add(part)
    verdicts = [test.verdict() for test in tests]
    for verdict in verdicts:
        print(
            f"{verdict.name}, {shoes:,} shoes: largest of {verdict.comparisons:,} deviations"
            f" {verdict.largest:.2f}, allowed {verdict.allowed:.2f}",
            flush=True,
        )
    return all(verdict.passes for verdict in verdicts)


PROOFS: dict[str, Callable[[bool, int], bool]] = {
    "table": table,
    "analyser": analyser,
    "distribution": distribution,
    "shuffles": shuffles,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="The long proofs of the simulator.")
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=f"{', '.join(PROOFS)}; all unless named")
    parser.add_argument("--small", action="store_true", help="a hundredth of the length, or a tenth")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=0, help="of each book's distribution")
    asked = parser.parse_args()
    PROOFS["distribution"] = partial(distribution, rounds=asked.rounds)
    if unknown := set(asked.proofs) - set(PROOFS):
        parser.error(f"{', '.join(unknown)}: a proof is one of {', '.join(PROOFS)}")
    names = asked.proofs or list(PROOFS)
    failed = [name for name in names if not PROOFS[name](asked.small, asked.threads)]
    print("failed: " + ", ".join(failed) if failed else "all proofs hold")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
