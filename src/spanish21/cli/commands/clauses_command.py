"""`spanish21 clauses`: every clause, what it is, what it says, and how it is proved."""

import re
from typing import Any

import click

from spanish21.cli.choosing import BOOK, examples

KINDS = ("sets", "allows", "refuses", "step", "term", "equipment", "office")
PROOFS = ("behaviour", "shown", "claimed")


@click.command(
    epilog=examples(
        "spanish21 clauses uk-casino",
        "spanish21 clauses maryland 11.D",
        'spanish21 clauses --search "split aces"',
        "spanish21 clauses maryland --kind refuses",
        "spanish21 clauses --proof shown",
        "spanish21 clauses --json > clauses.jsonl",
    )
)
@click.argument("book", type=BOOK, required=False)
@click.argument("clause_id", metavar="[CLAUSE]", required=False)
@click.option("--search", metavar="WORDS", help="Only clauses with words that begin so, all of them.")
@click.option("--kind", type=click.Choice(KINDS), help="Only clauses of this kind.")
@click.option("--proof", type=click.Choice(PROOFS), help="Only clauses with this proof.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line, one for each clause.")
def clauses(
    book: str | None,
    clause_id: str | None,
    search: str | None,
    kind: str | None,
    proof: str | None,
    as_json: bool,
) -> None:
    """List every clause of the rulebooks, and how it is proved.

    With the number of a CLAUSE, that clause alone: its settings, its rulings, its tests and how they noticed
    when it was broken.

    A clause sets or allows a value, refuses something, is a step of the procedure, a term, a piece of
    equipment, or an office that approves.

    Proofs were measured by breaking each clause. behaviour: the table, or the check of a submission, then
    acts differently, and a test of the clause fails. shown: something is then left out of a checklist, the
    layout or a record, and a test of the clause fails. claimed: no test noticed, or no one has said how to
    break the clause.
    """
    from spanish21.books.rulebook import RULEBOOKS, load_book
    from spanish21.cli.printing import json_line

    if book and clause_id:
        from spanish21.cli.commands.clause_page import print_clause

        print_clause(load_book(book), clause_id, as_json)
        return
    words = [re.compile(rf"\b{re.escape(word)}").search for word in (search or "").lower().split()]
    tests, grades = tests_by_clause(), grades_by_clause()
    counts = dict.fromkeys(PROOFS, 0)
    for name in (book,) if book else RULEBOOKS:
        for clause in load_book(name).clauses:
            found = described(name, clause, tests, grades)
            if (kind and kind not in clause.kinds) or (proof and proof != found["proof"]):
                continue
            if not all(begins(text_of(clause)) for begins in words):
                continue
            counts[found["proof"]] += 1
            if as_json:
                json_line(found)
            else:
                _print(found)
    if not as_json:
        click.echo(clause_counts(counts))


def text_of(clause: Any) -> str:
    """Everything of a clause in which a word may be looked for, in small letters."""
    names = (*clause.sets, *clause.allows, *clause.by_approval, *clause.refuses, *clause.step)
    things = (*clause.equipment, *clause.office, *clause.decides)
    said = (clause.id, clause.says, clause.term, clause.inscription)
    return " ".join((*said, *names, *things)).replace("_", " ").lower()


def clause_counts(counts: dict[str, int]) -> str:
    """How many clauses there are, by proof.

    >>> counted({"behaviour": 1200, "shown": 3, "claimed": 0})
    '1,203 clauses: 1,200 behaviour, 3 shown, 0 claimed'
    """
    parts = ", ".join(f"{count:,} {proof}" for proof, count in counts.items())
    return f"{sum(counts.values()):,} clauses: {parts}"


def tests_by_clause() -> dict[str, list[str]]:
    """The tests that carry each clause's mark, by `BOOK CLAUSE`."""
    found: dict[str, list[str]] = _packaged("proofs.json")
    return found


def grades_by_clause() -> dict[str, dict[str, Any]]:
    """How each clause is proved, by `BOOK CLAUSE`: `proof`, `noticed`, and `because` where it is claimed."""
    found: dict[str, dict[str, Any]] = _packaged("grades.json")
    return found


def _packaged(name: str) -> Any:
    from importlib.resources import files

    import msgspec

    file = files("spanish21").joinpath("rulebooks", name)
    return msgspec.json.decode(file.read_bytes()) if file.is_file() else {}


def described(
    book: str, clause: Any, tests: dict[str, list[str]], grades: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """A clause as one object: `noticed` names each way in which it was broken and a test that then failed."""
    key = f"{book} {clause.id}"
    grade = grades.get(key, {})
    return {
        "book": book,
        "clause": clause.id,
        "kind": list(clause.kinds),
        "says": clause.says,
        "proof": grade.get("proof", PROOFS[-1]),
        "noticed": grade.get("noticed", {}),
        "because": grade.get("because", []),
        "shown_by": tests.get(key, []),
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
    from spanish21.cli.printing import paragraph, text_width, width_of

    tests = len(found["shown_by"])
    number = f"{tests} test{'s' * (tests != 1)}" if tests else "no test"
    head = click.style(f"{found['book']} {found['clause']}", bold=True)
    line = f"{head}  {', '.join(found['kind'])} · {found['proof']} · {number}"
    click.echo(line if width_of(line) <= text_width() else paragraph(line))
    click.echo(paragraph(found["says"], "    "))
    for reason in found["because"]:
        click.echo(paragraph(f"claimed only, {reason}", "    "))
