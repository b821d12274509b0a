"""Which rules a command is asked about: a book or a submission, and choices on top."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from spanish21.errors import BadInput

BOOK_NAMES = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
Command = TypeVar("Command", bound=Callable[..., Any])


class Book(click.ParamType[str]):
    """The name of a rulebook."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in BOOK_NAMES:
            raise BadInput(f"there is no book {str(value)!r}; the books are {', '.join(BOOK_NAMES)}")
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in BOOK_NAMES if name.startswith(incomplete)]


BOOK = Book()


def examples(*lines: str) -> str:
    """The end of a command's help: a line an example."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def rules_options(command: Command) -> Command:
    """The options --submission and --set."""
    command = click.option(
        "--set",
        "choices",
        metavar="NAME=VALUE",
        multiple=True,
        help="A choice of the operator or a ruling, checked against the book; may be given several times.",
    )(command)
    return click.option(
        "--submission",
        metavar="FILE",
        help="A Rules Submission (TOML) in place of the book's sample.",
    )(command)


def chosen(book: str | None, submission: str | None, choices: tuple[str, ...]) -> tuple[Any, Any]:
    """The rules that options ask for, and the submission (None: the book's sample)."""
    from spanish21.game.notation_table import chosen_rules, setting_value
    from spanish21.game.submission import load_submission

    submitted = load_submission(submission) if submission is not None else None
    if submitted is not None and book is not None and submitted.book != book:
        raise BadInput(f"{submission}: it is a submission for {submitted.book}, not for {book}")
    named: dict[str, Any] = {}
    for choice in choices:
        name, equals, value = choice.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"--set {choice!r}: a choice is written NAME=VALUE, as decks=8")
        named[name.strip()] = setting_value(name.strip(), value.strip())
    name = book or (submitted.book if submitted is not None else BOOK_NAMES[0])
    return chosen_rules(name, submitted, named), submitted


def text_of_file(path: str) -> str:
    """The text of a file, or of the standard input for -."""
    try:
        if path == "-":
            return bytes(sys.stdin.buffer.read()).decode("utf-8") if sys.stdin is not None else ""
        return Path(path).read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path}: cannot be read: {reason}") from None
