"""`spanish21 submission`: an operator's Rules Submission, from a template to a table."""

import os

import click

from spanish21.cli.choosing import BOOK, examples
from spanish21.cli.commands.check_command import check
from spanish21.errors import BadInput


@click.group(
    epilog=examples(
        "spanish21 submission new maryland -o casino.toml",
        "spanish21 submission check casino.toml",
        "spanish21 play --submission casino.toml",
        "spanish21 submission diff maryland casino.toml",
    )
)
def submission() -> None:
    """Write, check and compare Rules Submissions."""


submission.add_command(check)


@submission.command(
    epilog=examples(
        "spanish21 submission new maryland -o casino.toml",
        "spanish21 submission new tests/own_books/harbour.toml",
    )
)
@click.argument("book", type=BOOK)
@click.option("--output", "-o", metavar="FILE", help="The file to write; it must not exist yet.")
def new(book: str, output: str | None) -> None:
    """Write a Rules Submission to fill in.

    Every choice that BOOK leaves open is in it, with its bounds, its clause, its meaning and the usual
    value. The file is valid as written: every choice is set to its usual value.
    """
    from spanish21.books.rulebook import load_book
    from spanish21.books.submissions.submission_template import template_of

    found = load_book(book)
    named = _path_from(output, found.place) if found.place else found.name
    text = template_of(found, named)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with open(output, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"{output}: this file exists; choose another name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"{output}: cannot be written: {reason}") from None
    click.echo(f"{output}: a submission for {found.name}; next: spanish21 submission check {output}")


def _path_from(output: str | None, place: str) -> str:
    """A book's path as a file elsewhere names it."""
    path = os.path.relpath(place, os.path.dirname(output or "") or ".")
    return path if os.sep in path else os.path.join(".", path)


@submission.command(
    epilog=examples(
        "spanish21 submission diff maryland casino.toml",
        "spanish21 submission diff casino.toml my-submission.toml --json",
    )
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def diff(first: str, second: str, as_json: bool) -> None:
    """Show in what two Rules Submissions differ, with clauses and basis points.

    A and B are files, or names of books, which stand for their sample submissions. Each difference that the
    analyser can price is priced alone, put into A: a plus is more for the player, in hundredths of a per cent
    of the wager.
    """
    from spanish21.cli.commands.submission_diff import diff_lines, difference, submission_named
    from spanish21.cli.printing import json_line
    from spanish21.cli.progress_line import progress

    with progress():
        found = difference(submission_named(first), submission_named(second))
    if as_json:
        json_line(found)
        return
    for line in diff_lines(found):
        click.echo(line)
