"""`spanish21 check`: does a Rules Submission fit its book?"""

from typing import Any

import click

from spanish21.cli.choosing import examples


@click.command(
    epilog=examples(
        "spanish21 check casino.toml",
        "spanish21 check casino.toml --for-money",
        "spanish21 check casino.toml --json",
    )
)
@click.argument("file", metavar="FILE")
@click.option(
    "--for-money",
    is_flag=True,
    help="Also refuse a submission that lacks an approval its book demands.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: str, for_money: bool, as_json: bool) -> None:
    """Check a Rules Submission against its book.

    FILE is a TOML file, or - for the standard input. If the submission does not fit, one line names the
    field, its value, the bound and the clause, and the exit code is 2. A submission that lacks an approval
    fits, but its table is for training only.
    """
    from spanish21.books.approvals import require_approvals, training_text
    from spanish21.books.submission import check_submission, rules_of, submission_of
    from spanish21.cli.choosing import text_of_file
    from spanish21.cli.printing import json_line
    from spanish21.game.rules import settings_of

    submission = submission_of(text_of_file(file), file)
    warnings = check_submission(submission)
    rules = rules_of(submission.book, submission)
    if for_money:
        require_approvals(rules)
    usual = settings_of(rules_of(submission.book))
    here = settings_of(rules)
    changed = sorted(name for name, value in here.items() if value != usual[name])
    priced = _prices(submission, rules)
    warnings += [row["warning"] for row in priced if row["offered"] and "warning" in row]
    if as_json:
        json_line(
            {
                "file": file,
                "book": submission.book,
                "operator": submission.operator,
                "fits": True,
                "warnings": warnings,
                "side_wagers": priced,
                "differs_from_sample": changed,
                "equipment": list(rules.equipment),
                "inscriptions": list(rules.inscriptions),
                "approvals": list(rules.approvals),
                "approvals_missing": list(rules.approvals_missing),
            }
        )
        return
    click.echo(f"{file}: fits {submission.book} ({submission.operator})")
    for row in priced:
        read = f", read as {row['reading'].replace('_', ' ')}" if "reading" in row else ""
        note = "" if row["offered"] else " (not this table's reading)"
        click.echo(f"{row['name']} {row['paytable']}{read}: house edge {row['house_edge']:.3%}{note}")
    for text in warnings:
        click.echo(f"warning: {text}")
    if changed:
        click.echo(f"differs from the sample submission in {', '.join(changed)}")
    items, approvals = len(rules.equipment), len(rules.approvals)
    click.echo(f"{items} items on the opening checklist, {approvals} approvals named")
    if rules.approvals_missing:
        click.echo(training_text(rules))


def _prices(submission: Any, rules: Any) -> list[dict[str, Any]]:
    """The side wagers that the table offers, priced; of a wager that hangs on a ruling, every reading."""
    try:
        from spanish21.analysis.sidebets import side_wagers
    except ImportError:  # the analyser is an extra
        return []
    found = side_wagers(rules, submission)
    own = {(wager.name, wager.paytable) for wager in found if wager.offered and wager.name != "insurance"}
    return [wager.as_row() for wager in found if (wager.name, wager.paytable) in own]
