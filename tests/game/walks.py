"""What a table answered on long walks, kept as digests: nothing about the game changes unnoticed.

A walk is a table under random commands, most of them usual. After each command everybody is asked what they
may do and see, and tries something that may well be refused; all of it, the events, the words for them and
the rounds as text go into a digest. `python tests/game/walks.py` writes the digests anew, after a change that
is meant to be one.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from keeping import keep

from explore import Walk, a_near_command, everybody, some_rules
from spanish21.books.explaining import cite, explain
from spanish21.books.prompting import prompt
from spanish21.books.rulebook import GUIDED_BOOKS, RULEBOOKS
from spanish21.errors import Refused
from spanish21.game.decide import carry_out, legal
from spanish21.game.round.digest import digest_of
from spanish21.game.seen import seen
from spanish21.game.view import view
from spanish21.game.waiting import people_awaited
from spanish21.notation import Recorder, write

KEPT = Path(__file__).parent / "walks.json"
SEEDS = range(32)
SEEDS_OF_GUIDED_BOOKS = range(6)
WALKS = [(book, seed) for book in RULEBOOKS for seed in SEEDS]
WALKS += [(book, seed) for book in GUIDED_BOOKS for seed in SEEDS_OF_GUIDED_BOOKS]
STEPS, STEPS_OF_PART = 600, 40
STRANGER = "nobody"


def answers(book: str, seed: int) -> Iterator[bytes]:
    """All that is said after each command of a walk."""
    chance = random.Random(f"{book} {seed}")
    walk = Walk(some_rules(book, chance), chance, real=seed % 6 == 5)
    walk.recorder = Recorder()
    for _ in range(STEPS):
        before = len(walk.events)
        walk.step(0.05)
        yield b"".join(told if isinstance(told, bytes) else told.encode() for told in said(walk, before))


def said(walk: Walk, before: int) -> Iterator[str | bytes]:
    """All that a table says after a command, and what it says to other ones."""
    table, chance = walk.table, walk.chance
    for event in walk.events[before:]:
        yield msgspec.json.encode(event)
        yield f"{explain(table, event)} {cite(table, event)}"
        for who in (STRANGER, *everybody(table)):
            yield msgspec.json.encode(seen(event, who))
    yield f"{digest_of(table)} {people_awaited(table)} {prompt(table)}"
    printed = repr(table)
    for who in (STRANGER, *everybody(table)):
        yield msgspec.json.encode(legal(table, who))
        yield msgspec.json.encode(view(table, who))
        yield printed
        command = a_near_command(table, who, chance)
        try:
            yield msgspec.json.encode(carry_out(table, command).events)
        except Refused as refused:
            yield f"{explain(table, refused, command)} {cite(table, refused, command)}"
    assert repr(table) == printed, "whoever looks at a table, or tries something, leaves it as it is"
    assert walk.recorder is not None
    for played in walk.recorder.rounds:
        yield write(played)
    walk.recorder.rounds.clear()


def walks() -> dict[str, Iterator[bytes]]:
    return {f"{book} {seed}": answers(book, seed) for book, seed in WALKS}


if __name__ == "__main__":
    keep(KEPT, walks(), STEPS_OF_PART)
