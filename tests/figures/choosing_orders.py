"""What a house could gain if it chose among k orders of a shoe: `python tests/figures/choosing_orders.py`.

Prints the table of docs/fairness.md. Whole shoes are played with one box at the table minimum by the book's
best chart; the gain is that of the best of k shoes, by the order statistics of all that were played.
"""

import argparse

import numpy

from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.game.words import Shuffling
from spanish21.simulation.kernel.tally import ShoeRange, tally_of_shoes
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.run.named_strategies import strategy_named

CHOICES = (2, 10, 100, 1_000)


def totals_of_shoes(book: str, shoes: int) -> numpy.ndarray:
    """What the house wins with each of some shoes, in wagers."""
    rules = rules_of(book)
    chart = strategy_named("chart", rules)
    is_continuous = rules.shuffling == Shuffling.CONTINUOUS  # each round is dealt from another order
    ready = prepared(Plan(rules, chart, penetration=0) if is_continuous else Plan(rules, chart))
    clusters = tally_of_shoes(ready, ShoeRange(0, shoes, 1), 2**62).clusters
    return -clusters["base"] / rules.table_minimum


def best_of(totals: numpy.ndarray, k: int) -> float:
    """The mean of the largest of k totals, each drawn from all."""
    places = numpy.arange(len(totals) + 1) / len(totals)
    return float((numpy.sort(totals) * numpy.diff(places**k)).sum())


def main() -> None:
    reads = argparse.ArgumentParser()
    reads.add_argument("--shoes", type=int, default=50_000)
    reads.add_argument("--book", choices=BOOKS, action="append", help="this book alone; may be repeated")
    asked = reads.parse_args()
    best = " | ".join(f"best of {k:,}" for k in CHOICES)
    print(f"| book | mean | deviation | {best} | after a drop |")
    print("|---|---|---|---|---|---|---|---|")
    for book in asked.book or BOOKS:
        totals = totals_of_shoes(book, asked.shoes)
        mean = totals.mean()
        gains = " | ".join(f"{best_of(totals, k) - mean:+.2f}" for k in CHOICES)
        again = float(numpy.maximum(totals - mean, 0).mean())
        title = load_book(book).title
        print(f"| {title} | {mean:+.2f} | {totals.std():.2f} | {gains} | {again:+.2f} |", flush=True)


if __name__ == "__main__":
    main()
