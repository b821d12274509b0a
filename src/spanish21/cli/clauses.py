"""`spanish21 clauses`: every clause, what it is, what it says, and what proves it."""

from typing import Any

import click

from spanish21.cli.choosing import BOOK, BOOK_NAMES, examples

KINDS = ("sets", "allows", "refuses", "step", "term", "equipment", "office")


@click.command(
    epilog=examples(
        "spanish21 clauses uk-casino",
        "spanish21 clauses maryland --kind refuses",
        "spanish21 clauses --json > clauses.jsonl",
    )
)
@click.argument("book", type=BOOK, required=False)
@click.option("--kind", type=click.Choice(KINDS), help="Only clauses of this kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a clause, a line each.")
def clauses(book: str | None, kind: str | None, as_json: bool) -> None:
    """List every clause of the rulebooks, and the tests that prove it.

    A clause sets or allows a value, refuses something, is a step of the procedure, a term, a piece of
    equipment, or an office that approves.
    """
    from spanish21.cli.printing import json_line
    from spanish21.game.rulebook import load_book

    proofs = proofs_by_clause()
    shown = proved = 0
    for name in (book,) if book else BOOK_NAMES:
        loaded = load_book(name)
        for clause in loaded.clauses:
            if kind is not None and kind not in clause.kinds:
                continue
            found = described(name, clause, proofs)
            shown += 1
            proved += bool(found["shown_by"])
            if as_json:
                json_line(found)
            else:
                _print(found)
    if not as_json:
        click.echo(f"{shown} clauses, {proved} of them proved by tests")


def proofs_by_clause() -> dict[str, list[str]]:
    """The tests that prove each clause, by `BOOK CLAUSE`."""
    from importlib.resources import files

    import msgspec

    file = files("spanish21").joinpath("rulebooks", "proofs.json")
    if not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]])


def described(book: str, clause: Any, proofs: dict[str, list[str]]) -> dict[str, Any]:
    """A clause as one object."""
    return {
        "book": book,
        "clause": clause.id,
        "kind": list(clause.kinds),
        "says": clause.says,
        "shown_by": proofs.get(f"{book} {clause.id}", []),
        "shown_at": shown_at(book, clause),
    }


def shown_at(book: str, clause: Any) -> list[str]:
    """Where the product shows a clause on equipment, approvals or the dealer's hands."""
    places = [f"spanish21 rules {book} --checklist: {item}" for item in clause.equipment]
    if clause.inscription:
        places.append(f"spanish21 rules {book} --checklist: layout: {clause.inscription}")
    places += [f"spanish21 check: approvals.{office}" for office in clause.office]
    if "dealing_hands" in clause.sets or "one_hand_cards" in clause.sets:
        places.append(f"spanish21 play {book} --procedure")
    return places


def _print(found: dict[str, Any]) -> None:
    from spanish21.cli.printing import wrapped

    tests = len(found["shown_by"])
    proof = f"{tests} test{'s' * (tests != 1)}" if tests else "no test"
    head = click.style(f"{found['book']} {found['clause']}", bold=True)
    click.echo(f"{head}  {', '.join(found['kind'])} · {proof}")
    click.echo(wrapped(found["says"], 98, "    "))
