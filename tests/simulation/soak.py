"""The long proofs of the simulator: `python tests/simulation/soak.py [table analyser shuffles] [--small]`.

table      1,000,000 rounds at the game's own table and through the kernel: the same money on every wager
analyser   1e9 fresh-shoe rounds a book with the optimal strategy: within 3.5 standard errors of the analyser
shuffles   1e6 shoes: card by position, adjacent pairs, serial correlation at 99 % after correction
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.charts import busy_chart, odd_composition
from simulation.compare import differences, every_side_wager
from simulation.shuffle_tests import (
    check_of_adjacent_pairs,
    check_of_cards_by_position,
    check_of_serial_correlation,
    shoes_as_array,
)
from simulation.test_kernel import BOOKS, VARIANTS, card_sides
from spanish21.game.rules import what_if
from spanish21.game.submission import rules_of
from spanish21.simulation import simulate

MOST_DEVIATION = 3.5


def table(small: bool) -> bool:
    """The kernel against the game's own table."""
    wanted = 20_000 if small else 1_000_000
    rounds, found, began, seed = 0, 0, time.monotonic(), 0
    by_book = dict.fromkeys(BOOKS, 0)
    strategies = (busy_chart(), odd_composition())
    while rounds < wanted:
        seed += 1
        for book in BOOKS:
            for boxes in range(1, 8):
                for place, strategy in enumerate(strategies):
                    rules = rules_of(book, decks=8 if seed % 2 else 6)
                    sides = every_side_wager(rules)
                    wager = 500 + 50 * (seed % 50)
                    played, other = differences(
                        rules, strategy, range(4), boxes, wager, sides, (seed + place) % 2 == 0, seed
                    )
                    rounds, found = rounds + played, found + len(other)
                    by_book[book] += played
                    for line in other[:5]:
                        print(line)
        for changes in VARIANTS.values():
            book = BOOKS[seed % len(BOOKS)]
            rules = what_if(rules_of(book), **changes)
            # A table without a hole card offers no wager on it.
            sides = card_sides(rules) if rules.hole_card else {"match": rules.match_minimum}
            played, other = differences(rules, strategies[seed % 2], range(4), 2, 550, sides, True, seed)
            rounds, found = rounds + played, found + len(other)
            by_book[book] += played
            for line in other[:5]:
                print(line)
        print(f"{rounds:,} rounds, {found} differences, {time.monotonic() - began:.0f} s", flush=True)
    print(", ".join(f"{book} {count:,}" for book, count in by_book.items()))
    return found == 0


def analyser(small: bool) -> bool:
    """The simulator against the analyser, in total and by up card."""
    from spanish21.analysis.edge import edge

    rounds = 10_000_000 if small else 1_000_000_000
    fits = True
    print(f"{'book':<16}{'analyser':>12}{'simulated':>12}{'error':>10}{'deviation':>11}{'worst up card':>20}")
    for book in BOOKS:
        rules = rules_of(book)
        exact = edge(rules)
        result = simulate(rules, exact.strategy, rounds, penetration=0.0, seed=21, threads=2)
        bonus = result.outcomes().get("super_bonus", {"contribution": 0.0})["contribution"]
        value = result.expected_value - bonus
        deviation = (value - exact.expected_value) / result.standard_error
        by_up = []
        for up, cell in enumerate(result.by_up_card().values(), start=1):
            won = cell["contribution"] - (bonus if up == 7 else 0.0)
            by_up.append((won - float(exact.up[up] * exact.by_up[up])) / cell["contribution_error"])
        largest = max(by_up, key=abs)
        fits = fits and abs(deviation) < MOST_DEVIATION and abs(largest) < MOST_DEVIATION
        print(
            f"{book:<16}{exact.expected_value:>+12.6%}{value:>+12.6%}{result.standard_error:>10.6%}"
            f"{deviation:>+11.2f}{largest:>+20.2f}",
            flush=True,
        )
    return fits


def shuffles(small: bool) -> bool:
    """The shuffles against uniform ones, in parts that fit into memory."""
    parts = 1 if small else 10
    fits = True
    for part in range(parts):
        shoes = shoes_as_array(6, 100_000, 21, part * 100_000)
        for check in (check_of_cards_by_position, check_of_adjacent_pairs, check_of_serial_correlation):
            verdict = check(shoes)
            # Ten parts are ten chances to fail; what counts is that none is far out.
            fits = fits and verdict.largest < verdict.allowed + (0.0 if small else 0.5)
            print(part, verdict, "passes" if verdict.passes else "fails", flush=True)
    return fits


PROOFS = {"table": table, "analyser": analyser, "shuffles": shuffles}


def main() -> None:
    names = [word for word in sys.argv[1:] if word in PROOFS] or list(PROOFS)
    small = "--small" in sys.argv[1:]
    failed = [name for name in names if not PROOFS[name](small)]
    print("failed: " + ", ".join(failed) if failed else "all proofs hold")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
