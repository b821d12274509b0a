"""Which mutants are tried, and which tests are tried on each, in which order."""

import ast
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path

from covering import PLAIN, Covered
from mutants import Mutant
from tree import ROOT
from values import clause_of

READ_ONCE = ("rulebook", "clauses", "checking", "submission", "paytables", "rules")
"""Modules that make what all tests use and only the first is seen to need: books, submissions, rules. What a
module defines outside its functions is used like that as well."""
PAGES = "test_answers.py"
"""Tests of whatever anybody may try: each is fast, and together they notice most of what is broken."""
WALKS = ("test_walks.py", "test_told.py")
"""Tests that notice nearly everything, a little slower: they come behind the quick ones near a mutant."""
FEW_TESTS = 1_000
"""A line that no more tests run than these is tried on them before all others."""
QUICK = 0.1
"""Tests that take fewer seconds go before all that take more."""
FEW_FILES = 5
"""How many files of tests are tried first: most breakages are noticed by tests near them."""


def chosen_mutants(mutants: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """One mutant of each module, then others at random, as many of each kind."""
    chance = random.Random(seed)
    shuffled = chance.sample(mutants, len(mutants))
    first = {one.path: one for one in reversed(shuffled)}
    chosen = dict.fromkeys(chance.sample(sorted(first.values(), key=lambda one: one.key), len(first)))
    kinds = sorted({one.kind for one in mutants})
    by_kind = [[one for one in shuffled if one.kind == kind and one not in chosen] for kind in kinds]
    for row in zip_longest(*by_kind):
        chosen.update(dict.fromkeys(one for one in row if one is not None))
        if len(chosen) >= count:
            break
    return list(chosen)[:count]


def stages(mutant: Mutant, covered: Covered, budget: float) -> Iterator[dict[str, float]]:
    """The tests for a mutant, with their seconds: those of a few near files, then all within the budget."""
    at = tests_for(mutant, covered)
    if not at:
        return
    ordered = at if mutant.kind == "rule" else in_order(mutant, at, covered)
    spent, within = 0.0, []
    for one in ordered:
        spent += covered.seconds[one]
        if within and spent > budget:
            break
        within.append(one)
    names = {covered.tests[one]: covered.seconds[one] for one in within}
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))[:FEW_FILES]
    near = {name: took for name, took in names.items() if name.partition("::")[0] in files and took < 1}
    if near:
        yield near
    rest = {name: took for name, took in names.items() if name not in near}
    if rest:
        yield rest


def in_order(mutant: Mutant, at: list[int], covered: Covered) -> list[int]:
    """Tests near the mutant first (by their name, or because they import it or name what it defines), then
    the walks, those that run its line if they are few, the pages of answers, and one of each function of
    tests in turn, the fastest first; slow ones after all others."""
    stem, module = Path(mutant.path).stem, module_of(mutant)
    bits = covered.tests_of(mutant.path, mutant.first, mutant.last) & ~covered.everywhere
    few = bits if bits.bit_count() <= FEW_TESTS else 0
    names = defined_at(mutant)
    groups: dict[str, list[int]] = {}
    for one in sorted(at, key=lambda one: covered.seconds[one]):
        groups.setdefault(covered.tests[one].partition("[")[0], []).append(one)
    by_speed = sorted(groups.values(), key=lambda group: covered.seconds[group[0]])
    near, direct, pages, others = [], [], [], []
    for group in by_speed:
        file = covered.tests[group[0]].partition("::")[0]
        is_near = stem in file or module in _imported(file) or any(_names(file, name) for name in names)
        kind = near if is_near else pages if file.endswith(PAGES) else others
        if kind is not near and any(few >> one & 1 for one in group):
            kind = direct
        kind.append(group)
    ordered = [
        one
        for some in (near, direct, pages, others)
        for row in zip_longest(*some)
        for one in row
        if one is not None
    ]
    by_name = {one for group in near for one in group}

    def rank(one: int) -> int:
        if covered.tests[one].partition("::")[0].endswith(WALKS):
            return 1
        return 3 if covered.seconds[one] > QUICK else 0 if one in by_name else 2

    return sorted(ordered, key=rank)


def module_of(mutant: Mutant) -> str:
    """The name under which the mutant's module is imported."""
    return mutant.path.removeprefix("src/").removesuffix(".py").replace("/", ".")


def tests_for(mutant: Mutant, covered: Covered) -> list[int]:
    """The tests that a mutant can fail: those that run its line, or use what its line defines."""
    if mutant.kind == "rule":
        return _tests_of_rule(mutant, covered)
    bits = covered.tests_of(mutant.path, mutant.first, mutant.last)
    names = defined_at(mutant)
    if names:
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
        for path in covered.lines:
            for number, line in enumerate(_lines(path), start=1):
                if pattern.search(line):
                    bits |= covered.lines[path].get(number, 0)
        for at, test in enumerate(covered.tests):  # a test may look at the name itself
            file = test.partition("::")[0]
            if module_of(mutant) in _imported(file) and any(_names(file, name) for name in names):
                bits |= 1 << at
        for by_line in covered.lines.get(mutant.path, {}).values():  # or at what follows from it
            bits |= by_line
    files = {name.partition("::")[0] for at, name in enumerate(covered.tests) if bits >> at & 1}
    shares = mutant.path.split("/")[2] not in PLAIN  # what one test has set up, others of its file look at
    found = [
        at
        for at, name in enumerate(covered.tests)
        if bits >> at & 1 or (shares and name.partition("::")[0] in files)
    ]
    if names or not found or Path(mutant.path).stem.startswith(READ_ONCE):  # compiled lines are not measured
        found += sorted(set(one_of_each(covered)) - set(found))
    return found


def one_of_each(covered: Covered) -> list[int]:
    """The fastest test of each function of tests."""
    fastest: dict[str, int] = {}
    for at, name in enumerate(covered.tests):
        function = name.partition("[")[0]
        if function not in fastest or covered.seconds[at] < covered.seconds[fastest[function]]:
            fastest[function] = at
    return list(fastest.values())


def _tests_of_rule(mutant: Mutant, covered: Covered) -> list[int]:
    """The tests that prove the clause, and the others of the clauses."""
    proofs = json.loads((ROOT / "src/spanish21/rulebooks/proofs.json").read_text("utf-8"))
    proof = set(proofs.get(clause_of(mutant, (ROOT / mutant.path).read_bytes()), ()))
    tests = [at for at, name in enumerate(covered.tests) if name.startswith("tests/clauses")]
    return sorted(tests, key=lambda at: covered.tests[at] not in proof)


def defined_at(mutant: Mutant) -> list[str]:
    """The names that a statement outside every function defines or fills; none inside a function."""
    body = ast.parse((ROOT / mutant.path).read_bytes()).body
    for top in body:
        if top.lineno <= mutant.line <= (top.end_lineno or top.lineno):
            if isinstance(top, ast.For | ast.Expr):
                filled = {name for one in body for name in _assigned(one)}
                return sorted(
                    {one.id for one in ast.walk(top) if isinstance(one, ast.Name) and one.id in filled}
                )
            if isinstance(top, ast.Assign | ast.AnnAssign):
                return _assigned(top)
            if isinstance(top, ast.ClassDef):
                inside = [one for one in top.body if isinstance(one, ast.FunctionDef)]
                at = mutant.line
                return [] if any(one.lineno <= at <= (one.end_lineno or 0) for one in inside) else [top.name]
    return []


def _assigned(statement: ast.stmt) -> list[str]:
    """The names that an assignment defines."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return []
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


@cache
def _names(path: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", "\n".join(_lines(path))) is not None


@cache
def _imported(path: str) -> frozenset[str]:
    """The modules from which a file of tests imports, and those that it imports whole."""
    found = set()
    for one in ast.walk(ast.parse("\n".join(_lines(path)))):
        if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("spanish21"):
            found |= {one.module or "", *(f"{one.module}.{name.name}" for name in one.names)}
    return frozenset(found)


@cache
def _lines(path: str) -> list[str]:
    return (ROOT / path).read_text("utf-8").splitlines()
