"""Do the clause tests notice? Breaks rule values and procedure steps at random and counts what is caught.

`python tests/mutation.py --count 50 --seed 1`: each time one thing is broken in a copy of the sources (a
value that a clause sets or allows, an event not emitted, a refusal left out) and the clause tests
run against the copy until one fails or they hang.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOOKS = ROOT / "src" / "spanish21" / "rulebooks"
CHAPTERS = ROOT / "src" / "spanish21" / "game" / "chapters"
LONGEST = 240
"""Seconds after which the tests are taken to hang on a step that never comes."""

VALUE = re.compile(r"^(?P<name>(sets|allows)\.[^=]+?) = (?P<value>.+)$")


def value_mutants() -> list[tuple[Path, str, str]]:
    """(file, line, changed line) for every value that a clause sets or allows."""
    found = []
    for path in sorted(BOOKS.glob("*.toml")):
        for line in path.read_text("utf-8").splitlines():
            match = VALUE.match(line)
            if match:
                changed = changed_value(match["name"], match["value"])
                if changed:
                    found.append((path, line, f"{match['name']} = {changed}"))
    return found


def changed_value(name: str, text: str) -> str:
    """Another value of the same form, or nothing where there is none."""
    value = tomllib.loads(f"value = {text}")["value"]
    if isinstance(value, bool):
        return str(not value).lower()
    if isinstance(value, int):
        return str(value + (100 if value >= 1000 else 1))
    if isinstance(value, list) and name.startswith("sets") and all(type(one) is int for one in value):
        return str([value[0] + 1, *value[1:]])
    if isinstance(value, list) and name.startswith("allows") and len(value) > 1:
        return "[" + ", ".join(toml_of(one) for one in value[:-1]) + "]"
    if isinstance(value, dict) and "most" in value:
        return (
            "{ " + ", ".join(f"{k} = {toml_of(v + 1 if k == 'most' else v)}" for k, v in value.items()) + " }"
        )
    if isinstance(value, dict) and "least" in value:
        return (
            "{ "
            + ", ".join(f"{k} = {toml_of(v - 1 if k == 'least' else v)}" for k, v in value.items())
            + " }"
        )
    return ""


def toml_of(value: object) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )


def step_mutants() -> list[tuple[Path, str, str]]:
    """(file, source, changed source) for every event that could be left out and every refusal."""
    found = []
    for path in sorted(CHAPTERS.glob("*.py")):
        source = path.read_text("utf-8")
        lines = source.splitlines(keepends=True)
        for node in ast.walk(ast.parse(source)):
            if is_emit(node) or is_refusal(node) or is_requirement(node):
                start, end = node.lineno - 1, node.end_lineno or node.lineno  # type: ignore[attr-defined]
                indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
                changed = [*lines[:start], f"{indent}pass\n", *lines[end:]]
                found.append((path, source, "".join(changed)))
    return found


def is_emit(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and "act.emit(" in ast.unparse(node).partition("(")[0] + "("


def is_refusal(node: ast.AST) -> bool:
    if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1:
        return False
    return isinstance(node.body[0], ast.Expr) and ast.unparse(node.body[0]).startswith("refuse(")


def is_requirement(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith(
        ("require_dealer", "require_floor", "require_house")
    )


def is_caught(path: Path, before: str, after: str) -> bool:
    """Whether the clause tests fail on a copy in which `before` is replaced by `after`."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("src", "tests", "pyproject.toml"):
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, copy / part)
        target = copy / path.relative_to(ROOT)
        text = target.read_text("utf-8")
        assert before in text
        target.write_text(text.replace(before, after), "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", "-p", "no:cacheprovider"]
        run = subprocess.Popen(
            [*command, "tests/clauses"],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy / "src")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return run.wait(timeout=LONGEST) != 0
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave the first ones out, to go on after a stop")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    values, steps = value_mutants(), step_mutants()
    print(f"{len(values)} values and {len(steps)} steps can be broken")
    half = options.count // 2
    chosen = chance.sample(values, half) + chance.sample(steps, options.count - half)
    caught = 0
    for path, before, after in chosen[options.skip :]:
        noticed = is_caught(path, before, after)
        caught += noticed
        print(f"{'caught' if noticed else 'MISSED'}  {path.name}: {what_changed(before, after)}", flush=True)
    print(f"{caught} of {len(chosen) - options.skip} caught")


def what_changed(before: str, after: str) -> str:
    old, new = before.splitlines(), after.splitlines()
    if len(old) == 1:
        return f"{before} -> {after}"
    for number, (one, other) in enumerate(zip(old, new, strict=False), start=1):
        if one != other:
            return f"line {number}: {one.strip()}"
    return "the end"


if __name__ == "__main__":
    main()
