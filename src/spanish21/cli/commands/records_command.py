"""`spanish21 audit`, `verify` and `export`: what a server's database, or a public record, says."""

import sys

import click

from spanish21.cli.choosing import examples, text_of_file
from spanish21.cli.database import database_of, database_option, master_key, reading
from spanish21.cli.printing import json_line
from spanish21.game.pictures.count_text import count_text

FOUND = 1
"""The exit code for findings."""


@click.command(
    epilog=examples(
        "spanish21 audit --database house.db",
        "spanish21 audit --against house.checkpoint",
        "spanish21 audit --against house.checkpoint --json",
    )
)
@database_option
@click.option("--key", metavar="FILE", help="The master key.  [default: next to the SQLite file]")
@click.option("--without-key", is_flag=True, help="Go only as far as shoes have been opened.")
@click.option(
    "--against",
    "kept",
    multiple=True,
    metavar="FILE|URL",
    help="A signed checkpoint that was kept elsewhere; may be repeated.",
)
@click.option(
    "--log-key", metavar="KEY", help="The public key of the house.  [default: the one in the database]"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with ok and findings.")
def audit(
    database: str | None,
    key: str | None,
    without_key: bool,
    kept: tuple[str, ...],
    log_key: str | None,
    as_json: bool,
) -> None:
    """Derive every table, balance, meter, role and shoe of a server again from its logs alone.

    With --against, every change to the log before a checkpoint is found; without, only changes that do
    not fit together. A server may be running on the database. The exit code is 1 if anything is found.
    """
    from msgspec import to_builtins

    from spanish21.cli.checkpoints import checkpoint_at
    from spanish21.server.audit.whole_audit import Outside
    from spanish21.server.audit.whole_audit import audit as audited
    from spanish21.server.store.signing_key import head_key, signing_key_in, signing_path
    from spanish21.server.transparency.note import verifier_key
    from spanish21.server.web.serving import key_path

    address = database_of(database)
    master = None if without_key else master_key(address, key)
    signing = None if without_key else signing_key_in(signing_path(key_path(address, key or "")))
    outside = Outside(
        tuple(map(checkpoint_at, kept)),
        verifier_key(log_key) if log_key else None,
        head_key(signing) if signing is not None else b"",
    )
    with reading(address) as store, store.reading() as connection:
        report = audited(connection, master.shoe_key if master is not None else None, outside=outside)
    if as_json:
        json_line(to_builtins(report))
    else:
        for finding in report.findings:
            click.echo(f"{finding.table} {finding.seq}: {finding.what}")
        for table, seq in report.unread.items():
            click.echo(f"{table}: shoes from {seq} on are still sealed; only their chain was checked")
        for log, seq in report.uncovered.items():
            click.echo(f"{log}: events from {seq} on are in no signed checkpoint yet")
        for log, seq in report.unwitnessed.items():
            click.echo(f"{log}: events up to {seq} are unwitnessed: older than the house's first checkpoint")
        if report.unknown:
            click.echo(f"checked against itself: {report.unknown}")
        if report.discarded:
            click.echo(f"{count_text(report.discarded, 'draw')} of the house thrown away, for want of a seed")
        said = "everything is as it should be" if report.ok else count_text(len(report.findings), "finding")
        click.echo(f"{count_text(report.tables, 'log')}, {count_text(report.events, 'event')}: {said}")
    if not report.ok:
        sys.exit(FOUND)


@click.command(epilog=examples("spanish21 verify record.json", "spanish21 verify - < record.json"))
@click.argument("file")
@click.option("--log-key", metavar="KEY", help="The public key of the house, for a proof or a receipt.")
@click.option("--receipt", metavar="FILE", help="The receipt for a seed, which the record must have.")
@click.option(
    "--against", "other", metavar="FILE", help="Another proof of a round of the same house, to be compared."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with ok and findings.")
def verify(file: str, log_key: str | None, receipt: str | None, other: str | None, as_json: bool) -> None:
    """Check the public record of a table or of one shoe, or the proof of a round, without any other file.

    FILE is the server's answer under /api/tables/ID/record or /api/tables/ID/rounds/NUMBER/proof. With
    --against two proofs are compared that each hold by themselves: a house that shows two histories has
    signed both. The exit code is 1 if anything is wrong.
    """
    from msgspec import to_builtins

    from spanish21.errors import BadInput
    from spanish21.server.fairness.public_record import record_from
    from spanish21.server.fairness.seed_receipts import receipt_findings
    from spanish21.server.fairness.verification import discarded, verified
    from spanish21.server.transparency.note import verifier_key

    text = text_of_file(file)
    if '"proof":' in text:
        _verify_round(text, log_key, other, as_json)
        return
    if other is not None:
        raise BadInput("--against compares two proofs of rounds; this is a record")
    record = record_from(text.encode())
    findings = verified(record)
    if receipt is not None:
        key = verifier_key(log_key) if log_key else None
        findings += receipt_findings(text_of_file(receipt).encode(), record, key)
    thrown_away = discarded(record)
    if as_json:
        counts = {"shoes": len(record.shoes), "discarded": len(thrown_away)}
        json_line({"ok": not findings, "findings": to_builtins(findings), **counts})
    else:
        for finding in findings:
            click.echo(f"{finding.where}: {finding.what}")
        for one in thrown_away:
            who = ", ".join(one.missing)
            click.echo(f"{one.purpose} {one.number} was thrown away, because a seed was not opened by {who}")
        opened = sum(1 for shoe in record.shoes if shoe.is_open)
        said = count_text(len(findings), "finding") if findings else "every promise was kept"
        click.echo(f"{count_text(len(record.shoes), 'shoe')}, {opened} opened: {said}")
    if findings:
        sys.exit(FOUND)


def _verify_round(text: str, log_key: str | None, other: str | None, as_json: bool) -> None:
    from msgspec import to_builtins

    from spanish21.server.fairness.round_proof import contradictions, round_findings, round_proof_from
    from spanish21.server.transparency.note import verifier_key

    given = round_proof_from(text.encode())
    key = verifier_key(log_key) if log_key else None
    findings, checkpoint = round_findings(given, key)
    if other is not None:
        second = round_proof_from(text_of_file(other).encode())
        findings += round_findings(second, key or verifier_key(given.key))[0]
        findings += contradictions(given, second)
    if as_json:
        told = {"origin": checkpoint.origin, "size": checkpoint.size, "key": log_key or given.key}
        json_line({"ok": not findings, "findings": to_builtins(findings), **told})
    else:
        for finding in findings:
            click.echo(f"{finding.where}: {finding.what}")
        said = count_text(len(findings), "finding") if findings else "it is in the tree that was signed"
        click.echo(f"round {given.round} of {given.table}, {checkpoint.origin} at {checkpoint.size}: {said}")
        if given.is_unwitnessed:
            click.echo("unwitnessed: the round was over before the house first signed a checkpoint")
        if not log_key:
            click.echo(f"signed by the key that the proof itself names; is it the house's? {given.key}")
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
    """Write the rounds that were played, as everyone could see them.

    JSON Lines: one round per line, with its events. Parquet: one event per row, and in a second file, whose
    name ends in -hands.parquet, one hand per row: cards, decisions, wagers, results and times. Notation:
    text that `settle` reads, of rounds whose shoes have been opened. None of them contains an unseen card.
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
