"""1,000,000 shoes drawn through the server's own path, under the tests of the simulator's shuffle.

`python tests/server/soak_shuffles.py [--shoes=N] [--decks=N] [--house=KIND] [--state=FILE]` continues where
it stopped. KIND is `alone` (no seeds of players), `honest` (mixed with seeds) or `same` (a house that always
commits to the same order, mixed with seeds).
"""

import argparse
import os
import pickle
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from server.fair_shoes import mixed_shoes, same_order, shoes_of_the_server
from simulation.shuffle_tests import ShuffleTest, every_test
from spanish21.server.system_chance import SystemChance

SHOES_OF_PART = 10_000


def kept(state: Path, decks: int) -> tuple[int, list[ShuffleTest]]:
    """How many shoes were drawn before, and what the tests had counted by then."""
    if not state.exists():
        return 0, every_test(decks)
    done, of_decks, tests = pickle.loads(state.read_bytes())
    if of_decks != decks:
        sys.exit(f"{state} is of {of_decks} decks, not {decks}; remove it or name another with --state")
    return done, tests


def keep(state: Path, done: int, decks: int, tests: list[ShuffleTest]) -> None:
    """Write the counts beside the old ones first, so that a stop in the middle loses one part at most."""
    fresh = state.with_suffix(".new")
    fresh.write_bytes(pickle.dumps((done, decks, tests)))
    os.replace(fresh, state)


def main() -> None:
    reads = argparse.ArgumentParser()
    reads.add_argument("--shoes", type=int, default=1_000_000)
    reads.add_argument("--decks", type=int, default=8)
    reads.add_argument("--house", choices=("alone", "honest", "same"), default="alone")
    reads.add_argument("--state", type=Path)
    asked = reads.parse_args()
    if asked.state is None:
        asked.state = Path(".soak-shuffles" if asked.house == "alone" else f".soak-shuffles-{asked.house}")
    done, tests = kept(asked.state, asked.decks)
    began, first = time.monotonic(), done
    while done < asked.shoes:
        count = min(SHOES_OF_PART, asked.shoes - done)
        if asked.house == "alone":
            shoes = shoes_of_the_server(asked.decks, count)
        else:
            house = SystemChance() if asked.house == "honest" else same_order(asked.decks)
            shoes = mixed_shoes(asked.decks, count, house)
        for test in tests:
            test.add(shoes)
        done += len(shoes)
        keep(asked.state, done, asked.decks, tests)
        pace = (done - first) / (time.monotonic() - began)
        print(f"{done:,} of {asked.shoes:,} shoes, {pace:,.0f} a second", flush=True)
    verdicts = [test.verdict() for test in tests]
    for verdict in verdicts:
        print(
            f"{verdict.name}, {done:,} shoes: largest of {verdict.comparisons:,} deviations"
            f" {verdict.largest:.2f}, allowed {verdict.allowed:.2f}",
        )
    sys.exit(0 if all(verdict.passes for verdict in verdicts) else 1)


if __name__ == "__main__":
    main()
