"""The rules that a command is about: a book or a submission, and choices on top."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import click

from spanish21.errors import BadInput

USUAL_BOOK = "maryland"
Command = TypeVar("Command", bound=Callable[..., Any])


class BookParam(click.ParamType[str]):
    """A rulebook by its name or the path of its file; the command gets the name."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from spanish21.books.rulebook import load_book

        return load_book(str(value)).name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        from spanish21.books.rulebook import BOOKS

        names = [CompletionItem(name) for name in BOOKS if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


BOOK = BookParam()


def book_argument(command: Command) -> Command:
    """The argument BOOK; with --submission FILE it may be left out, since a submission names its book."""
    return click.argument("book", type=BOOK, required=False, callback=_book_or_that_of_submission)(command)


def _book_or_that_of_submission(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value is not None:
        return value
    given = ctx.params.get("submission")  # options that were typed come before an argument that was not
    if given is None:
        raise click.UsageError("name a BOOK, or give a submission with --submission FILE", ctx)
    from spanish21.books.submissions.submission_file import load_submission

    return load_submission(given).book


def examples(*lines: str) -> str:
    """The end of a command's help: a line an example."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


class Amount(click.ParamType[int]):
    """An amount of money as people write it, 5 or 12.50; the command gets it in the smallest unit."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from spanish21.game.money import amount_of
        from spanish21.game.settings import LARGEST

        if isinstance(value, int):
            return value
        option = f"{param.opts[0]}: " if param is not None else ""
        try:
            amount = amount_of(str(value).lstrip("$£"))
        except BadInput as error:
            raise BadInput(f"{option}{error}") from None
        if not 0 < amount <= LARGEST:
            raise BadInput(f"{option}{value} is out of range; an amount must be above 0, such as 5 or 12.50")
        return amount


AMOUNT = Amount()


class FiniteRange(click.FloatRange):
    """A number within a range: `nan` is within none, although no comparison says so."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is not in the range {self._describe_range()}.", param, ctx)
        return float(found)


def only_form(ctx: click.Context, param: click.Parameter, is_asked: bool) -> bool:
    """Refuse two forms of output together; the callback of --json, --svg and --toml."""
    if is_asked:
        earlier = ctx.meta.setdefault("form", param.opts[0])
        if earlier != param.opts[0]:
            raise BadInput(f"{earlier} and {param.opts[0]} are two forms of one answer; ask for one of them")
    return is_asked


def rules_options(command: Command) -> Command:
    """The options for the rules of a table: --decks, --set, --what-if, --submission."""
    for option in (
        click.option(
            "--submission",
            metavar="FILE",
            help="A Rules Submission (TOML) in place of the book's sample.",
        ),
        click.option(
            "--what-if",
            multiple=True,
            metavar="NAME=VALUE",
            help="Any setting, even outside the book; may be repeated.",
        ),
        click.option(
            "--set",
            "choices",
            metavar="NAME=VALUE",
            multiple=True,
            help="An operator's choice or a ruling, within the book; may be repeated.",
        ),
        click.option("--decks", type=int, help="The number of decks, the same as --set decks=NUMBER."),
    ):
        command = option(command)
    return command


def gathered(**records: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Options that are fields of a record (a named tuple) reach the command as one."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_records(**options: Any) -> None:
            found = {
                name: record(**{field: options.pop(field) for field in record._fields})
                for name, record in records.items()
            }
            command(**found, **options)

        return with_records

    return decorate


class RulesAsked(NamedTuple):
    """What the options of `rules_options` say."""

    submission: str | None
    choices: tuple[str, ...]
    what_if: tuple[str, ...]
    decks: int | None

    def of(self, book: str | None) -> "ChosenRules":
        """The rules of the book with these choices; without a book, of the submission's book or the default
        one."""
        return ChosenRules(book, *self)

    def words(self) -> list[str]:
        """The options as typed."""
        return [
            *(f"--set {choice}" for choice in self.choices),
            *(f"--what-if {change}" for change in self.what_if),
            *([f"--decks {self.decks}"] if self.decks is not None else []),
            *([f"--submission {self.submission}"] if self.submission is not None else []),
        ]


class ChosenRules:
    """The rules that a command's options describe."""

    def __init__(
        self,
        book: str | None,
        submission: str | None,
        choices: tuple[str, ...],
        what_if: tuple[str, ...] = (),
        decks: int | None = None,
    ) -> None:
        from spanish21.books.setting_text import changed_setting, pair_of
        from spanish21.books.submissions.submission import chosen_rules
        from spanish21.books.submissions.submission_file import load_submission
        from spanish21.game.rules import what_if as changed

        self.submission = load_submission(submission) if submission is not None else None
        if self.submission is not None and book is not None and self.submission.book != book:
            raise BadInput(f"{submission}: this is a submission for {self.submission.book}, not for {book}")
        self.choices = dict(pair_of(choice) for choice in choices)
        if decks is not None:
            self.choices["decks"] = decks
        self.what_if = dict(pair_of(change, "--what-if", changed_setting) for change in what_if)
        self.book = book or (self.submission.book if self.submission is not None else USUAL_BOOK)
        by_the_book = chosen_rules(self.book, self.submission, self.choices)
        self.rules = changed(by_the_book, **self.what_if) if self.what_if else by_the_book

    def described(self) -> dict[str, Any]:
        """The options as the output repeats them; amounts in the smallest unit."""
        return {
            "choices": self.choices,
            "what_if": self.what_if,
            "outside_the_book": bool(self.what_if),
            **({"submission": self.submission.source} if self.submission else {}),
        }


def text_of_file(path: str) -> str:
    """The text of a file, or of the standard input for -."""
    from spanish21.books.rulebook import file_text

    if not path.strip():
        raise BadInput("a file's name is missing: it is empty")
    if path != "-":
        return file_text(path)
    try:
        return bytes(sys.stdin.buffer.read()).decode("utf-8") if sys.stdin is not None else ""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path}: cannot be read: {reason}") from None
