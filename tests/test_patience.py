"""Tests wait for what they check: a sleep is in a loop that looks again, or in the list below."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
SLEEPS = ("sleep", "wait_for_timeout")
ALLOWED = {
    "page/film.py filmed": "a film is a picture every so often; nothing is asserted",
    "page/figures.py dealing": "a measurement over a time, for the documents",
    "page/tasks.py begun": "no test: clicks are counted for the documents",
    "page/tasks.py done": "no test: clicks are counted for the documents",
    "page/pictures.py taken": "a picture is taken when all is at rest; nothing is asserted",
    "page/pictures.py take_house": "a picture is taken when all is at rest; nothing is asserted",
    "page/room_pictures.py _how": "a picture is taken when all is at rest; nothing is asserted",
    "page/room_pictures.py _misfit": "a picture is taken when all is at rest; nothing is asserted",
    "page/room_pictures.py take_rooms": "a picture is taken when all is at rest; nothing is asserted",
    "page/lines.py close_soon": "the clock of the stand-in server, not a test's patience",
    "page/test_early.py test_a_late_hint_is_not_shown_under_the_next_question": "nothing may happen",
    "page/test_lobby.py test_an_edge_that_the_list_does_not_know_is_worked_out_once_and_filled_in": (
        "nothing may happen"
    ),
    "server/scripted.py _run": "ends with the process, which another task kills",
    "server/test_crash.py killed": "a kill at a random moment; any will do",
    "server/test_live_rounds.py main": "a restart at a random moment; any will do",
    "server/test_restored_house.py _at_some_moment": "a backup at a random moment; any will do",
    "server/test_live_house.py main": "nothing may happen: a clock that must not run would have run out",
    "server/test_live_records.py step": "nothing may happen: a clock that must not run would have run out",
}
"""Where a test sleeps otherwise, and why. Too short a sleep in these can never make a test fail."""


def sleeps(tree: ast.Module) -> Iterator[str]:
    """The functions that sleep for some time outside a `while`."""
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or name_of(call.func) not in SLEEPS:
            continue
        if call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0:
            continue  # only lets others have their turn
        node: ast.AST = call
        while not isinstance(
            node, ast.While | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module
        ):
            node = parents[node]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            yield getattr(node, "name", "")


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_no_test_sleeps_and_hopes() -> None:
    found = {
        f"{path.relative_to(TESTS).as_posix()} {name}"
        for path in TESTS.rglob("*.py")
        for name in sleeps(ast.parse(path.read_text("utf-8")))
    }
    assert found == set(ALLOWED)


def test_a_sleep_outside_a_loop_is_found() -> None:
    text = (
        "def test_it():\n    for _ in range(5):\n        time.sleep(1)\n    while x:\n        time.sleep(1)"
    )
    assert list(sleeps(ast.parse(text))) == ["test_it"]
