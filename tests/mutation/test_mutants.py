"""The mutants themselves: small, of every kind, and Python all the same."""

import ast
import tomllib
from collections import Counter
from pathlib import Path

from choosing import chosen_mutants
from covering import BOOKS, ROOMS, ROOT
from mutants import KINDS, Mutant, mutants_of, mutants_under
from values import clause_of, value_mutants

EQUIVALENT = Path(__file__).parent / "equivalent.toml"

SOURCE = b'''"""A module."""

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
    return {one.change for one in mutants_of("module.py", SOURCE) if one.kind == kind}


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
    for one in mutants_of("module.py", SOURCE):
        assert "assert" not in one.text
        assert '"""' not in one.text
        assert "Table" not in one.old


def test_a_mutant_changes_only_its_place() -> None:
    for one in mutants_of("module.py", SOURCE):
        broken = one.broken(SOURCE)
        assert broken[: one.start] == SOURCE[: one.start]
        assert broken.endswith(SOURCE[one.end :])
        assert broken != SOURCE


def every_mutant() -> list[Mutant]:
    return [one for room in ROOMS for one in mutants_under(room, ROOT)]


def test_the_mutants_of_the_game_are_python_and_of_every_kind() -> None:
    mutants = every_mutant()
    assert Counter(one.kind for one in mutants).keys() == set(KINDS)
    assert len({one.key for one in mutants}) == len(mutants)
    for one in chosen_mutants(mutants, 400, "python"):
        source = (ROOT / one.path).read_bytes()
        assert ast.dump(ast.parse(one.broken(source))) != ast.dump(ast.parse(source))


def test_a_seed_chooses_the_same_mutants_again_and_some_of_every_module() -> None:
    mutants = every_mutant()
    chosen = chosen_mutants(mutants, 300, "seed")
    assert chosen == chosen_mutants(mutants, 300, "seed")
    assert chosen != chosen_mutants(mutants, 300, "other")
    assert len(set(chosen)) == 300
    modules = {one.path for one in mutants}
    assert {one.path for one in chosen} == modules
    assert min(Counter(one.kind for one in chosen).values()) >= (300 - len(modules)) // len(KINDS)


def test_what_is_called_equivalent_is_still_there() -> None:
    every = [*every_mutant(), *value_mutants(BOOKS, ROOT)]
    mutants = {(one.path, one.text, one.change) for one in every}
    for equal in tomllib.loads(EQUIVALENT.read_text("utf-8"))["equivalent"]:
        said = (f"src/spanish21/{equal['file']}", equal["line"], equal["change"])
        assert said in mutants, f"no mutant is {said}: mend or remove it in {EQUIVALENT.name}"


def test_a_value_of_a_book_stands_under_a_clause() -> None:
    values = value_mutants(BOOKS, ROOT)
    assert {Path(one.path).stem for one in values} >= {"maryland", "uk-casino"}
    assert len(chosen_mutants(values, 50, "seed")) == 50
    for one in values:
        assert clause_of(one, (ROOT / one.path).read_bytes())
