"""The one import: every name that a program needs, loaded when it is used."""

import ast
import doctest
import random
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

import spanish21
from explore import Walk
from spanish21.books import explaining

SOURCE = Path(spanish21.__file__)
WITHOUT = ("numpy", "numba", "msgspec", "click", "typing")


def loaded_after(program: str) -> set[str]:
    """The modules that a program of its own has loaded."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"{program}\nimport sys; print(*sys.modules)"],
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def homes_told_to_type_checkers() -> dict[str, tuple[str, str]]:
    """The imports that type checkers see, as the names' homes."""
    found = {}
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("spanish21"):
            for name in node.names:
                found[name.asname or name.name] = (node.module.removeprefix("spanish21."), name.name)
    return found


def test_the_import_alone_loads_nothing() -> None:
    loaded = loaded_after("import spanish21")
    assert not loaded.intersection(WITHOUT)
    assert not [name for name in loaded if name.startswith("spanish21.")]


def test_no_name_here_needs_numpy() -> None:
    loaded = loaded_after("from spanish21 import *")
    assert "spanish21.game.decide" in loaded
    assert not loaded.intersection(("numpy", "numba", "click"))


def test_type_checkers_see_the_names_that_a_program_gets() -> None:
    told = homes_told_to_type_checkers()
    assert told == spanish21._PLACES
    assert sorted(told) == sorted(spanish21.__all__)
    assert set(spanish21.__all__) < set(dir(spanish21))


@pytest.mark.parametrize("name", spanish21.__all__)
def test_a_name_is_there_and_documents_itself(name: str) -> None:
    found = getattr(spanish21, name)
    assert name == "BOOKS" or (found.__doc__ or "").strip()
    assert getattr(spanish21, name) is found


def test_an_unknown_name_is_an_attribute_error_and_rooms_can_still_be_imported() -> None:
    with pytest.raises(AttributeError, match="module 'spanish21' has no attribute 'blackjack'"):
        spanish21.blackjack  # type: ignore[attr-defined]  # noqa: B018
    from spanish21 import books, strategy

    assert books.__name__ == "spanish21.books"
    assert strategy.Chart is spanish21.Chart


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spanish21", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"spanish21 {spanish21.__version__}\n"


# -- a table as it is printed ----------------------------------------------------------------------


@pytest.mark.parametrize("book", spanish21.BOOKS)
def test_a_table_prints_on_a_screen_and_shows_no_unseen_card(book: str) -> None:
    walk = Walk(spanish21.rules_of(book), random.Random(7))
    for _ in range(400):
        walk.step()
        table = walk.table
        lines = repr(table).split("\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 160
        assert lines[0].startswith(f"<Table: {book}, round {table.round_number}, {table.phase}")
        unseen = list(table.shoe[table.dealt :])
        random.Random(1).shuffle(unseen)
        assert repr(replace(table, shoe=(*table.shoe[: table.dealt], *unseen))) == repr(table)


def test_a_table_prints_its_hands_its_people_and_whom_it_awaits() -> None:
    table, _ = spanish21.open_table(
        spanish21.rules_of("maryland"), {"ann": 500_00, "bob": 200_00}, random.Random(3)
    )
    cmd = spanish21.commands
    for command in (cmd.PlaceWager(by="ann", box=1, amount=10_00), cmd.CloseWagers(by="dealer")):
        table = spanish21.carry_out(table, command).table
    table, _ = spanish21.run_house(table, random.Random(3))
    assert repr(table) == (
        "<Table: maryland, round 1, play, waits for ann\n"
        "  dealer  7h ??\n"
        "  box 1   ann 10.00  Jh Qd (20, open)\n"
        "  chips   ann 490.00, bob 200.00\n"
        "  cards   283 in the shoe, 1 in the discard rack>"
    )
    assert json.decode(json.encode(table), type=spanish21.Table) == table
    assert "in no order" in repr(replace(table, turn_box=7))


# -- why -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", spanish21.BOOKS)
def test_every_event_is_explained_with_its_clause_or_the_houses_reason(book: str) -> None:
    rules = spanish21.rules_of(book)
    walk = Walk(rules, random.Random(11))
    for _ in range(600):
        walk.step()
    for event in walk.events:
        says, _, where = spanish21.explain(rules, event).rpartition(" [")
        clauses = spanish21.cite(walk.table, event)
        assert says
        if clauses:
            assert where.startswith(f"{book} {clauses[0]}")
        else:
            assert where.startswith("house: ")
            assert where != "house: its own rule]"


def test_a_refusal_is_explained_with_the_command_that_was_refused() -> None:
    rules = spanish21.rules_of("maryland")
    table, _ = spanish21.open_table(rules, {"ann": 500_00})
    command = spanish21.commands.Surrender(by="ann")
    with pytest.raises(spanish21.Refused) as error:
        spanish21.decide(table, command)
    assert spanish21.cite(table, error.value, command) == spanish21.cite(rules, "HandSurrendered")
    assert spanish21.explain(table, error.value, command).startswith("the procedure is not at that step [")
    assert spanish21.explain(rules, "pays_blackjack") == "a Blackjack pays 3 to 2 [maryland 12.A(2)]"
    assert spanish21.explain(rules, "nothing_known") == "nothing known [house: its own rule]"


def test_a_greyed_out_button_says_why_with_the_clause() -> None:
    rules = spanish21.rules_of("maryland")
    table, _ = spanish21.open_table(rules, {"ann": 500_00})
    kind = spanish21.commands.PlaceWager
    assert spanish21.why_not(table, "ann", kind) is None
    why = spanish21.why_not(table, "ann", kind, box=1, kind="main", instrument="chips", amount=1_00)
    assert why is not None
    assert spanish21.explain(table, why, kind).startswith("the wager is below the minimum (at least ")
    stand = spanish21.commands.Stand
    why = spanish21.why_not(table, "ann", stand)
    assert why is not None
    assert spanish21.cite(table, why, stand) == spanish21.cite(table, why, stand(by="ann")) != ()


def test_the_examples_in_the_documentation_of_these_functions_are_true() -> None:
    assert doctest.testmod(explaining).attempted >= 2
    assert doctest.testmod(explaining).failed == 0


# -- rounds ----------------------------------------------------------------------------------------


def test_rounds_are_read_from_a_text_or_a_file_and_written_back(tmp_path: Path) -> None:
    path = Path(__file__).parent / "rounds" / "maryland-six-seven-eight-of-spades.txt"
    (one,) = spanish21.read_rounds(path)
    text = spanish21.write_rounds(one)
    assert spanish21.write_rounds(spanish21.read_rounds(text)) == text
    assert spanish21.write_rounds([one, one]) == f"{text}---\n{text}"
    with pytest.raises(spanish21.BadInput, match=r"nowhere\.txt: cannot be read"):
        spanish21.read_rounds(tmp_path / "nowhere.txt")
