"""The mutants themselves: small, of every kind, and Python all the same."""

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import covering
from breakages import breakages
from choosing import chosen_mutants
from covering import BOOKS, PLAIN, SOURCE, TESTS
from mutants import KINDS, Mutant, mutants_of, mutants_under
from tree import ROOT, importers
from values import clause_of, value_mutants

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
CHECKS_IN = Path(__file__).parent / "test_equivalent.py"
CHECKS = {
    one.name for one in ast.parse(CHECKS_IN.read_text("utf-8")).body if isinstance(one, ast.FunctionDef)
}

MODULE = b'''"""A module."""

LIMIT = 3


def settle(table: Table, most: int = 2) -> int:
    """What is paid."""
    assert table.phase == "settle"
    if table.wager > LIMIT and not table.void:
        refuse("above_maximum")
    table = replace(table, phase="collect", step=0)
    return min(table.wager, most) if table.open else -1
'''


def changes(kind: str) -> set[str]:
    return {one.change for one in mutants_of("module.py", MODULE) if one.kind == kind}


def test_each_kind_breaks_what_it_says() -> None:
    assert "table.wager > LIMIT -> (table.wager >= LIMIT)" in changes("comparison")
    assert "table.wager > LIMIT and not table.void -> ((table.wager > LIMIT) or (not table.void))" in changes(
        "boolean"
    )
    assert "not table.void -> (table.void)" in changes("boolean")
    assert {"3 -> 4", "3 -> 2", "2 -> 3", "\"collect\" -> 'collectx'"} <= changes("value")
    assert "min -> max" in changes("call")
    assert 'refuse("above_maximum") -> pass' in changes("statement")
    assert 'phase="collect", -> ' in changes("field")
    assert any(change.startswith("table.wager -> table.") for change in changes("field"))


def test_what_only_a_reader_sees_is_left_alone() -> None:
    for one in mutants_of("module.py", MODULE):
        assert "assert" not in one.text
        assert '"""' not in one.text
        assert "Table" not in one.old


def test_a_mutant_of_an_async_function_knows_the_lines_of_its_statement() -> None:
    source = (
        b"@route(\n    code=1,\n)\nasync def serve(desk):\n    desk.require(1, 2)\n    await desk.close()\n"
    )
    found = mutants_of("module.py", source)
    assert {(one.line, one.first, one.last) for one in found} == {(5, 5, 5), (6, 6, 6)}
    assert "await desk.close() -> pass" in {one.change for one in found}


def test_a_mutant_changes_only_its_place() -> None:
    for one in mutants_of("module.py", MODULE):
        broken = one.broken(MODULE)
        assert broken[: one.start] == MODULE[: one.start]
        assert broken.endswith(MODULE[one.end :])
        assert broken != MODULE


@cache
def mutants_of_packages(*packages: str) -> list[Mutant]:
    return [one for package in packages for one in mutants_under(SOURCE / package, ROOT)]


def test_the_mutants_of_the_game_are_python_and_of_every_kind() -> None:
    mutants = mutants_of_packages(*PLAIN)
    assert Counter(one.kind for one in mutants).keys() == set(KINDS)
    assert len({one.key for one in mutants}) == len(mutants)
    for one in chosen_mutants(mutants, 400, "python"):
        source = (ROOT / one.path).read_bytes()
        assert ast.dump(ast.parse(one.broken(source))) != ast.dump(ast.parse(source))


def test_a_seed_chooses_the_same_mutants_again_and_some_of_every_module() -> None:
    mutants = mutants_of_packages(*PLAIN)
    chosen = chosen_mutants(mutants, 300, "seed")
    assert chosen == chosen_mutants(mutants, 300, "seed")
    assert chosen != chosen_mutants(mutants, 300, "other")
    assert len(set(chosen)) == 300
    modules = {one.path for one in mutants}
    assert {one.path for one in chosen} == modules
    assert min(Counter(one.kind for one in chosen).values()) >= (300 - len(modules)) // len(KINDS)


def test_what_is_called_equivalent_is_still_there_and_was_checked_by_somebody_else() -> None:
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))["equivalent"]
    files = {f"src/spanish21/{one['file']}" for one in listed}
    python = [path for path in files if path.endswith(".py")]
    broken = [one for path in python for one in mutants_of(path, (ROOT / path).read_bytes())]
    mutants = {(one.path, one.text, one.change) for one in (*broken, *value_mutants(BOOKS, ROOT))}
    for equal in listed:
        said = (f"src/spanish21/{equal['file']}", equal["line"], equal["change"])
        assert said in mutants, f"no mutant is {said}: correct or remove it in {EQUIVALENT.name}"
        assert len(equal["because"]) > 20
        assert equal.get("checked", "") in CHECKS, (
            f"{said}: which test of {CHECKS_IN.name} shows that it holds?"
        )


def test_every_package_has_tests_that_must_notice() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert set(TESTS) == rooms - {"rulebooks"}
    for package in TESTS:
        assert covering.test_files(package)


def test_kernels_of_modules_that_import_a_mutant_are_not_taken_over() -> None:
    pages = importers("src/spanish21/analysis/report/html_report.py")
    assert Path("src/spanish21/cli/reporting.py") in pages
    assert Path("src/spanish21/analysis/hands/hand_values.py") not in pages
    everything = importers("src/spanish21/game/hands.py")
    kernels = {path.name for path in everything}
    assert {"compiled_rounds.py", "hand_values.py", "split_values.py"} <= kernels


def test_every_breakage_of_the_page_still_applies_and_names_its_tests() -> None:
    found = breakages()
    assert len(found) >= 30
    assert len({(one.mutant.path, one.mutant.start, one.mutant.new) for one in found}) == len(found)
    for one in found:
        assert one.mutant.old != one.mutant.new
        for test in one.tests:
            file, _, name = test.partition("::")
            assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8"), test


def test_a_value_of_a_book_stands_under_a_clause() -> None:
    values = value_mutants(BOOKS, ROOT)
    assert {Path(one.path).stem for one in values} >= {"maryland", "uk-casino"}
    assert len(chosen_mutants(values, 50, "seed")) == 50
    for one in values:
        assert clause_of(one, (ROOT / one.path).read_bytes())
