"""docs/walkthroughs.md names functions that exist, called in its order; other pages name files that exist."""

import ast
import re
from pathlib import Path

import pytest
from benchmarks.metrics.checkout import Checkout
from benchmarks.metrics.walkthroughs import PAGE, WALKTHROUGHS, called_in, is_compiled, steps_of

TREE = Checkout(Path(__file__).resolve().parents[1])
STEPS = steps_of((TREE.root / PAGE).read_text("utf-8"))
WAYS = {"tally_of_lanes", "tally_of_fresh", "tally_in_step", "tally_of_shoes"}
"""Ways to play a task: a run takes one of them, and tries each when it warms up."""


@pytest.mark.parametrize("name", WALKTHROUGHS.values())
def test_every_function_of_a_walkthrough_exists(name: str) -> None:
    assert len(STEPS[name]) > 10
    missing = [f"{path}:{function}" for path, function in STEPS[name] if not exists(path, function)]
    assert missing == []


def exists(path: str, function: str) -> bool:
    if not (TREE.source / path).exists():
        return path.startswith("tests/") and f"\ndef {function}(" in (TREE.root / path).read_text("utf-8")
    if path.endswith(".js"):
        text = (TREE.source / path).read_text("utf-8")
        return re.search(rf"\bfunction {function}\(|\bconst {function} = ", text) is not None
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return any(isinstance(node, kinds) and node.name == function for node in ast.walk(TREE.module(path)))


@pytest.mark.parametrize("name", WALKTHROUGHS.values())
def test_the_functions_of_a_walkthrough_are_called_in_its_order(name: str) -> None:
    called = called_in(TREE, name)
    followed = [
        f"{path}:{function}"
        for path, function in STEPS[name]
        if path.endswith(".py") and function not in WAYS and not is_compiled(TREE, path, function)
    ]
    assert [place for place in followed if place not in called] == []
    assert sorted(followed, key=called.index) == followed


def test_every_file_that_a_recipe_names_exists() -> None:
    page = (TREE.root / "docs" / "recipes.md").read_text("utf-8")
    named = re.findall(r"`((?:[a-z_]+/)+(?:[\w-]+\.\w+)?)`", page)
    assert len(named) > 30
    missing = [path for path in named if not any((root / path).exists() for root in (TREE.source, TREE.root))]
    assert missing == []


def test_every_answer_to_a_newcomers_question_exists() -> None:
    page = (TREE.root / "docs" / "newcomers-questions.md").read_text("utf-8")
    questions = re.findall(r"^(\d+)\. ", page, re.MULTILINE)
    answers = dict(re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE))
    assert len(questions) == 20
    assert list(answers) == questions
    for number, answer in answers.items():
        named = re.findall(r"`((?:[\w-]+/)+[\w-]+\.\w+)(?::(\w+))?`", answer)
        assert named, number
        for path, function in named:
            assert exists(path, function) if function else is_there(path), f"{number}: {path}:{function}"


def is_there(path: str) -> bool:
    return any((root / path).exists() for root in (TREE.source, TREE.root))
