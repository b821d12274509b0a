"""`spanish21 report`: a report as evidence, written and verified."""

import os
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from spanish21.analysis.report.report_order import ReportOrder
from spanish21.cli.choosing import book_argument, examples, rules_options
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text


class Reports(click.Group):
    """`report BOOK` writes; `report verify FILE` verifies."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in (*self.commands, "-h", "--help"):
            args = ["write", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=Reports,
    epilog=examples(
        "spanish21 report maryland -o report.html",
        "spanish21 report maryland --submission casino.toml --prove 100000000 -o report.html",
        "spanish21 report verify report.html",
    ),
)
def report() -> None:
    """Write a report on a table as one HTML file, or verify one.

    `spanish21 report BOOK` is short for `spanish21 report write BOOK`.
    """


@report.command(
    epilog=examples(
        "spanish21 report maryland -o report.html",
        "spanish21 report maryland --submission casino.toml --prove 100000000 -o report.html",
    )
)
@book_argument
@rules_options
@click.option(
    "--without", default="", metavar="CARDS", help="Cards that have left the shoe, such as '7s Kd'."
)
@click.option("--prove", type=click.IntRange(1_000), metavar="ROUNDS", help="Also simulate this many rounds.")
@click.option("--seed", type=int, default=1, help="The seed of the rounds played.  [1]")
@click.option("--date", "day", metavar="DAY", help="The date on the report.  [SOURCE_DATE_EPOCH, or today]")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, help="Threads for --prove.  [1]")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="The file to write, a page or .json; BOOK.html by default.",
)
def write(
    book: str, output: str | None, threads: int, day: str | None, prove: int | None, **options: Any
) -> None:
    """Write a report on a table: one self-contained HTML file, or its JSON alone.

    Summary, charts, side wagers, rulings, prices, rules and method, with the operator, the digests of
    submission and rules, and everything needed to reproduce it. With --prove, a simulated run checks the
    computation.
    """
    from spanish21.books.rulebook import file_text, load_book
    from spanish21.cli.commands.price_commands import tell_of_compiling
    from spanish21.cli.progress_line import progress, tell
    from spanish21.cli.reporting import evidence_text, made_report

    tell_of_compiling()
    found = load_book(book)
    ordered = ReportOrder(book=found.place or book, date=day_of(day), prove=prove or 0, **options)
    submitted = file_text(ordered.submission) if ordered.submission else None
    with progress():
        text = made_report(ordered, submitted, threads, tell)
    path = Path(output or f"{book}.html")
    if path.suffix.lower() == ".json":
        text = evidence_text(text)
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"{path}: the report cannot be written: {error.strerror}") from None
    click.echo(f"{path}")


def day_of(given: str | None) -> str:
    """The day from --date, from SOURCE_DATE_EPOCH, or today."""
    if given:
        try:
            return date.fromisoformat(given).isoformat()
        except ValueError:
            raise BadInput(f"--date {given}: write a day such as 2026-05-31") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return datetime.now(UTC).date().isoformat()
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise BadInput(f"SOURCE_DATE_EPOCH is {epoch!r}; it must be a number of seconds") from None


@report.command(epilog=examples("spanish21 report schema > report.schema.json"))
def schema() -> None:
    """Print the JSON Schema of a report's JSON."""
    import json

    from spanish21.analysis.report.report_schema import report_schema

    click.echo(json.dumps(report_schema(), indent=1))


@report.command(epilog=examples("spanish21 report verify report.html"))
@click.argument("file", metavar="FILE")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, help="Threads for the run played.  [1]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def verify(ctx: click.Context, file: str, threads: int, as_json: bool) -> None:
    """Recompute every figure of a report, and name each one that differs.

    The exit code is 0 if nothing differs, and 1 otherwise.
    """
    from spanish21.cli.choosing import text_of_file
    from spanish21.cli.commands.price_commands import tell_of_compiling
    from spanish21.cli.printing import json_line
    from spanish21.cli.progress_line import progress, tell
    from spanish21.cli.reporting import differences_in

    tell_of_compiling()
    with progress():
        found = differences_in(text_of_file(file), file, threads, tell)
    if as_json:
        json_line({"file": file, "verified": not found, "differences": found})
    elif not found:
        click.echo(f"{file}: verified; every figure was recomputed and is the same")
    else:
        for one in found:
            click.echo(f"{one.place}: the file has {one.file}; it must be {one.computed}")
        click.echo(f"{file}: {count_text(len(found), 'difference')}")
    if found:
        ctx.exit(1)
