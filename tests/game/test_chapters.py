"""The moves and what they bring about are cut into the same chapters."""

import ast
from collections import defaultdict
from pathlib import Path

from spanish21.game import chapters
from spanish21.game.act import EVOLVE
from spanish21.game.events import EVENTS, LogContinued, TableSetUp
from spanish21.game.procedure import CHAPTERS


def _happen_in() -> dict[str, set[str]]:
    """The chapters in which each event happens."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(chapters.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                if name in EVENTS:
                    found[name].add(path.stem)
    return found


def test_an_event_evolves_under_the_name_of_a_chapter_in_which_it_happens() -> None:
    happen_in = _happen_in()
    for event, function in EVOLVE.items():
        if event not in (TableSetUp, LogContinued):
            assert function.__module__.rpartition(".")[2] in happen_in[event.__name__], event.__name__


def test_every_event_evolves_in_one_chapter_alone() -> None:
    kinds = [event for chapter in CHAPTERS for event in getattr(chapter, "EVOLVES", ())]
    assert len(kinds) == len(set(kinds))
    assert {*kinds, TableSetUp, LogContinued} == set(EVENTS.values()) == EVOLVE.keys()
