"""One clause: what it says and does, the rulings on it, and how its tests prove it."""

from collections.abc import Iterator
from typing import Any

import click

from spanish21.books.clauses import Clause, Rulebook, bound_text
from spanish21.books.readings import taken_reading
from spanish21.books.submissions.submission import rules_of
from spanish21.cli.commands.clauses_command import described, grades_by_clause, tests_by_clause
from spanish21.cli.commands.rules_command import value_text
from spanish21.cli.printing import json_line, paragraph
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.rules import SETTINGS, settings_of, unknown
from spanish21.game.settings import MONEY

_LISTS = (
    ("refuses", "refuses"),
    ("step", "is a step"),
    ("decides", "decides"),
    ("equipment", "on the opening checklist"),
    ("office", "needs the approval"),
)


def print_clause(book: Rulebook, clause_id: str, as_json: bool) -> None:
    """Print one clause of a book for a person, or as JSON."""
    found = clause_document(book, _clause(book, clause_id))
    if as_json:
        json_line(found)
        return
    for line in clause_lines(found):
        click.echo(line)


def _clause(book: Rulebook, clause_id: str) -> Clause:
    """The clause with an id, in upper or lower case; a refusal suggests similar ids."""
    asked = clause_id.replace(" ", "").lower()
    for clause in book.clauses:
        if clause.id.lower() == asked:
            return clause
    ids = [clause.id for clause in book.clauses]
    begun = [one for one in ids if one.lower().startswith(asked)]
    if begun:
        raise BadInput(f"{book.name} has no clause {clause_id}; there are {', '.join(begun[:8])}")
    raise BadInput(unknown(clause_id, ids, f"clause of {book.name}"))


def clause_document(book: Rulebook, clause: Clause) -> dict[str, Any]:
    """A clause as one object, with what `clauses` lists of it."""
    values = settings_of(rules_of(book))
    rulings = [
        {
            "id": ruling.id,
            "asks": ruling.asks,
            "taken": taken_reading(ruling, values),
            "default": ruling.default,
            "reads": {name: reading.says for name, reading in ruling.reads.items()},
            "because": ruling.because,
        }
        for ruling in book.rulings
        if clause.id in ruling.clauses
    ]
    return {
        **described(book.name, clause, tests_by_clause(), grades_by_clause()),
        "term": clause.term,
        "inscription": clause.inscription,
        "sets": {name: _value(name, value) for name, value in clause.sets.items()},
        "allows": {name: _bound(name, bound) for name, bound in clause.allows.items()},
        "by_approval": {name: _bound(name, bound) for name, bound in clause.by_approval.items()},
        **{kind: list(getattr(clause, kind)) for kind, _ in _LISTS},
        "only_if": list(clause.only_if),
        "rulings": rulings,
        "below": [one.id for one in book.clauses if _is_below(one.id, clause.id)],
    }


def _is_below(one: str, another: str) -> bool:
    return one.startswith(another) and one != another and not one[len(another)].isalnum()


def _value(name: str, value: Any) -> str:
    if name in SETTINGS:
        return value_text(name, value, "")
    is_money = name.endswith((".wager", ".reset_least")) and isinstance(value, int)
    return amount_text(value) if is_money else str(value)


def _bound(name: str, bound: Any) -> str:
    setting = SETTINGS.get(name)
    is_money = (setting is not None and setting.kind == MONEY) or name.endswith("_wager")
    return bound_text(bound, amount_text if is_money else None)


# -- for a person ----------------------------------------------------------------------------------


def clause_lines(found: dict[str, Any]) -> Iterator[str]:
    """A clause in lines."""
    yield click.style(f"{found['book']} {found['clause']}", bold=True) + f"  {', '.join(found['kind'])}"
    yield paragraph(found["says"], "    ")
    yield from _does(found)
    for ruling in found["rulings"]:
        yield ""
        yield f"{click.style('ruling', bold=True)} {ruling['id']}"
        yield paragraph(ruling["asks"], "    ")
        for name, says in ruling["reads"].items():
            mark = "→" if name == ruling["taken"] else " "
            yield paragraph(f"{mark} {name.replace('_', ' ')}: {says}", "      ")
        yield paragraph(f"why: {ruling['because']}", "    ")
    yield ""
    yield from _proof(found)
    if found["below"]:
        yield ""
        yield paragraph(f"below it: {', '.join(found['below'])}")


def _does(found: dict[str, Any]) -> Iterator[str]:
    for name, text in found["sets"].items():
        yield paragraph(f"sets {name.replace('_', ' ')}: {text}", "    ")
    for name, text in found["allows"].items():
        yield paragraph(f"leaves open {name.replace('_', ' ')}: {text}", "    ")
    for name, text in found["by_approval"].items():
        yield paragraph(f"leaves open with approval {name.replace('_', ' ')}: {text}", "    ")
    if found["term"]:
        yield paragraph(f"defines {found['term']}", "    ")
    for kind, words in _LISTS:
        if found[kind]:
            yield paragraph(f"{words}: {', '.join(one.replace('_', ' ') for one in found[kind])}", "    ")
    if found["inscription"]:
        yield paragraph(f"on the layout: {found['inscription']}", "    ")
    if found["only_if"]:
        yield paragraph(f"only with {' or '.join(one.replace('_', ' ') for one in found['only_if'])}", "    ")


def _proof(found: dict[str, Any]) -> Iterator[str]:
    yield f"{click.style('proof', bold=True)} {found['proof']}"
    for broken, test in found["noticed"].items():
        yield paragraph(f"broken so that {broken.replace('_', ' ')}: noticed by {_test_name(test)}", "    ")
    for reason in found["because"]:
        yield paragraph(f"claimed only, {reason}", "    ")
    names: dict[str, int] = {}
    for test in found["shown_by"]:
        file, _, rest = test.partition("::")
        name = f"{file}::{rest.partition('[')[0]}"
        names[name] = names.get(name, 0) + 1
    if names:
        yield click.style("tests", bold=True)
    for name, count in names.items():
        yield f"    {name}{f' ({count} cases)' if count > 1 else ''}"


def _test_name(test: str) -> str:
    return test.partition("::")[2].partition("[")[0]
