"""The laws at length: `make soak`, or `python tests/soak.py --rounds 100000 --books maryland uk-casino`.

Each book's rounds are walked in many tables with irregularities, all roles and random choices of the
submission. Chips and cards are checked after every command, the others as `check_round` says.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from explore import (
    Walk,
    a_command,
    a_near_command,
    cards_at,
    check_accepts_exactly_legal,
    check_cards,
    chips_at,
    everybody,
    some_rules,
    with_unseen_shuffled,
)
from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput
from spanish21.game.decide import legal
from spanish21.game.evolve import replay
from spanish21.game.log.rack import Packets, rack_differences
from spanish21.game.view import as_json
from spanish21.notation import Recorder, Round, read, write

STEPS_OF_A_TABLE = 2500


def walk_table(book: str, seed: str, done: Counter[str]) -> None:
    """One table for a few hundred rounds, every law checked on the way."""
    chance = random.Random(f"{book} {seed}")
    walk = Walk(some_rules(book, chance), chance, real=chance.random() < 0.1)
    walk.recorder = Recorder()
    irregular = chance.choice((0.0, 0.02, 0.02, 0.1))
    start, rack = 0, walk.table.rack
    for _ in range(STEPS_OF_A_TABLE):
        before = walk.rounds
        walk.step(irregular)
        assert chips_at(walk.table) == walk.chips
        assert cards_at(walk.table) == walk.cards
        done["commands"] += 1
        if chance.random() < 0.05:
            check_cards(walk.table)
            check_moment(walk, done)
        if walk.rounds > before:
            check_round(walk, start, rack, done)
            start, rack = len(walk.events), walk.table.rack
    assert replay(walk.events) == walk.table
    done["tables"] += 1
    done["events"] += len(walk.events)
    for event in walk.events:
        done[f"event {type(event).__name__}"] += 1


def check_moment(walk: Walk, done: Counter[str]) -> None:
    """What holds at any time: decide accepts exactly what is legal, and nobody sees an unseen card."""
    chance, table = walk.chance, walk.table
    people = (*everybody(table), "nobody")
    for who in people:
        check_accepts_exactly_legal(table, a_near_command(table, who, chance))
        offered = legal(table, who)
        if offered:
            check_accepts_exactly_legal(table, a_command(chance.choice(offered), who, chance))
        done["legality checks"] += 2
    if not table.is_real_shoe:
        other = with_unseen_shuffled(table, chance.shuffle)
        for who in people:
            assert as_json(other, who) == as_json(table, who)
            done["view checks"] += 1


def check_round(walk: Walk, start: int, rack: Packets, done: Counter[str]) -> None:
    """What holds after a round: its cards are in place and its hands can be read from the rack."""
    done["rounds"] += 1
    check_cards(walk.table)
    for played in walk.recorder.rounds:
        check_notation(played)
        done["rounds read as written"] += 1
    walk.recorder.rounds.clear()
    if walk.table.phase == "wagers" and len(walk.table.rack) > len(rack) and not walk.table.is_real_shoe:
        events = walk.events[start:]
        assert rack_differences(rack, walk.table.rack, events) == ()
        done["rounds rebuilt from the rack"] += 1


def check_notation(played: Round) -> None:
    """A round written as text and read again is the same; one that is not is shown."""
    text = write(played)
    try:
        again = read(text)
        assert again.events == played.events
        assert write(again) == text
    except (AssertionError, BadInput):
        print(text, flush=True)
        raise


def soak_book(task: tuple[str, int, int]) -> Counter[str]:
    """Tables of one book until it has played that many rounds."""
    book, rounds, seed = task
    done: Counter[str] = Counter()
    table = 0
    while done["rounds"] < rounds:
        walk_table(book, f"soak {seed} {table}", done)
        table += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds of each book")
    parser.add_argument("--books", nargs="*", default=list(BOOKS), choices=BOOKS)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    share = -(-options.rounds // options.processes)
    for book in options.books:
        begun = time.perf_counter()
        tasks = [(book, share, options.seed * 1000 + index) for index in range(options.processes)]
        with multiprocessing.Pool(options.processes) as pool:
            done = sum(pool.map(soak_book, tasks), Counter())
        seconds = time.perf_counter() - begun
        figures = ", ".join(
            f"{done[name]:,} {name}" for name in sorted(done) if not name.startswith("event ")
        )
        kinds = sum(1 for name in done if name.startswith("event "))
        print(f"{book}: {figures}, {kinds} kinds of events, {seconds:.0f} s; no law broken", flush=True)


if __name__ == "__main__":
    main()
