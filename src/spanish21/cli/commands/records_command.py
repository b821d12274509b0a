"""`spanish21 audit`, `verify` and `export`: what a server's database, or a public record, says."""

import sys

import click

from spanish21.cli.choosing import examples, text_of_file
from spanish21.cli.database import database_of, database_option, master_key, reading
from spanish21.cli.printing import json_line
from spanish21.game.count_text import count_text

FOUND = 1
"""The exit code when something is wrong with what was looked at."""


@click.command(epilog=examples("spanish21 audit --database house.db", "spanish21 audit --json"))
@database_option
@click.option("--key", metavar="FILE", help="The master key.  [default: beside the SQLite file]")
@click.option("--without-key", is_flag=True, help="Go only as far as shoes have been opened.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with ok and findings.")
def audit(database: str | None, key: str | None, without_key: bool, as_json: bool) -> None:
    """Derive every table, balance, meter and shoe of a server again from its logs alone.

    A server may be running on the database. The exit code is 1 if anything is found.
    """
    from msgspec import to_builtins

    from spanish21.server.audit.whole import audit as audited

    address = database_of(database)
    master = None if without_key else master_key(address, key)
    with reading(address) as store, store.reading() as connection:
        report = audited(connection, master.shoe_key if master is not None else None)
    if as_json:
        json_line(to_builtins(report))
    else:
        for finding in report.findings:
            click.echo(f"{finding.table} {finding.seq}: {finding.what}")
        for table, seq in report.unread.items():
            click.echo(f"{table}: shoes from {seq} on are still sealed; only their chain was checked")
        said = "everything is as it should be" if report.ok else count_text(len(report.findings), "finding")
        click.echo(f"{count_text(report.tables, 'log')}, {count_text(report.events, 'event')}: {said}")
    if not report.ok:
        sys.exit(FOUND)


@click.command(epilog=examples("spanish21 verify record.json", "spanish21 verify - < record.json"))
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with ok and findings.")
def verify(file: str, as_json: bool) -> None:
    """Check the public record of a table or of one shoe, with nothing but the record.

    FILE is what a server gives out under /api/tables/ID/record. The exit code is 1 if anything is wrong.
    """
    from msgspec import to_builtins

    from spanish21.server.fairness.public_record import record_from
    from spanish21.server.fairness.verification import verified

    record = record_from(text_of_file(file).encode())
    findings = verified(record)
    if as_json:
        json_line({"ok": not findings, "findings": to_builtins(findings), "shoes": len(record.shoes)})
    else:
        for finding in findings:
            click.echo(f"{finding.where}: {finding.what}")
        opened = sum(1 for shoe in record.shoes if shoe.is_open)
        said = count_text(len(findings), "finding") if findings else "everything is as it was promised"
        click.echo(f"{count_text(len(record.shoes), 'shoe')}, {opened} opened: {said}")
    if findings:
        sys.exit(FOUND)


@click.command(
    epilog=examples(
        "spanish21 export --database house.db --output rounds.jsonl",
        "spanish21 export --table 6517685ea629 --output rounds.parquet",
        "spanish21 export --output rounds.txt",
        "spanish21 export --format notation | less",
    )
)
@database_option
@click.option("--table", metavar="ID", help="One table's rounds.  [default: all tables]")
@click.option(
    "--format",
    "form",
    type=click.Choice(("jsonl", "parquet", "notation")),
    help="[default: as the file's name ends, in .jsonl, .parquet or .txt; without a file, jsonl]",
)
@click.option("--output", "-o", metavar="FILE", help="The file to write.  [default: the standard output]")
@click.option("--json", "as_json", is_flag=True, help="The same as --format jsonl.")
def export(
    database: str | None, table: str | None, form: str | None, output: str | None, as_json: bool
) -> None:
    """Write the rounds that were played, as everybody could see them.

    JSON Lines: a round a line, with its events. Parquet: an event a row, and in a second file, whose name
    ends in -hands.parquet, a hand a row: cards, decisions, wagers, results and times. Notation: text that
    `settle` reads, of rounds whose shoes have been opened. No card that nobody has seen is in any of them.
    """
    from spanish21.errors import BadInput
    from spanish21.server.rounds import export as exporting

    if as_json and form not in (None, "jsonl"):
        raise BadInput(f"--json is the same as --format jsonl, and not --format {form}")
    form = exporting.format_of("jsonl" if as_json else form, output)
    if form == "parquet" and output is None:
        raise BadInput("--format parquet needs --output FILE")
    with reading(database_of(database)) as store, store.reading() as connection:
        if form == "notation":
            count = exporting.write_notation(exporting.exported_notation(connection, table), output)
        elif form == "parquet":
            count = exporting.write_parquet(exporting.exported_rounds(connection, table), str(output))
        else:
            count = exporting.write_jsonl(exporting.exported_rounds(connection, table), output)
    if output is not None:
        files = f"{output} and {exporting.hands_path(output)}" if form == "parquet" else output
        click.echo(f"{count_text(count, 'round')} written to {files}", err=True)
    elif count == 0:
        click.echo(
            "0 rounds: nothing to export yet (as notation, rounds follow once their shoe is opened)", err=True
        )
