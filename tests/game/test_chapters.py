"""The moves and what they bring about are cut into the same chapters."""

import ast
import random
from collections import defaultdict
from pathlib import Path

import pytest

from explore import Walk, a_near_command, some_rules
from scenes import BOOKS
from spanish21.dealer import with_chance
from spanish21.errors import Refused
from spanish21.game import chapters
from spanish21.game.decide import carry_out, decide
from spanish21.game.due import due
from spanish21.game.events import BESIDE_THE_GAME, EVENTS, TableSetUp
from spanish21.game.moves.act import EVOLVE
from spanish21.game.procedure import CHAPTERS, MOVES


def _happen_in() -> dict[str, set[str]]:
    """The chapters in which each event happens."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(chapters.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in EVENTS:
                    found[name].add(path.stem)
    return found


def test_an_event_evolves_under_the_name_of_a_chapter_in_which_it_happens() -> None:
    happen_in = _happen_in()
    for event, function in EVOLVE.items():
        if event not in {TableSetUp, *BESIDE_THE_GAME}:
            assert function.__module__.rpartition(".")[2] in happen_in[event.__name__], event.__name__


def test_every_event_evolves_in_one_chapter_alone() -> None:
    kinds = [event for chapter in CHAPTERS for event in getattr(chapter, "EVOLVES", ())]
    assert len(kinds) == len(set(kinds))
    assert {*kinds, TableSetUp, *BESIDE_THE_GAME} == set(EVENTS.values()) == EVOLVE.keys()


def test_every_move_says_which_events_it_emits() -> None:
    """All but handling the cards, which is never allowed; every event but a log's own has a move."""
    assert [kind.__name__ for kind, move in MOVES.items() if not move.emits] == ["HandleCards"]
    emitted = {event for move in MOVES.values() for event in move.emits}
    assert emitted == set(EVENTS.values()) - {TableSetUp, *BESIDE_THE_GAME}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("is_real_shoe", [False, True])
def test_a_command_emits_only_what_its_move_says(book: str, is_real_shoe: bool) -> None:
    chance = random.Random(f"emits {book} {is_real_shoe}")
    walk = Walk(some_rules(book, chance), chance, is_real_shoe)
    for _ in range(150):
        before = walk.table
        walk.step(0.2)
        for who in (person.name for person in before.people[:1]):
            command = a_near_command(before, who, chance)
            try:
                events = decide(before, command)
            except Refused:
                continue
            assert {type(event) for event in events} <= set(MOVES[type(command)].emits), command
        command = due(before)
        if command is not None and not before.is_real_shoe:
            events = carry_out(before, with_chance(before, command, chance)).events
            assert {type(event) for event in events} <= set(MOVES[type(command)].emits), command
