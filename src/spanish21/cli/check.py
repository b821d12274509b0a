"""`spanish21 check`: does a Rules Submission fit its book?"""

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

    FILE is a TOML file, or - for the standard input. A submission that does not fit gets one line: the
    field, its value, the bound and the clause; and the exit code 2. A submission that lacks an approval
    fits, but its table is for training only.
    """
    from spanish21.cli.choosing import text_of_file
    from spanish21.cli.printing import json_line
    from spanish21.game.approvals import require_approvals, training_text
    from spanish21.game.rules import settings_of
    from spanish21.game.submission import check_submission, rules_of, submission_of

    submission = submission_of(text_of_file(file), file)
    warnings = check_submission(submission)
    rules = rules_of(submission.book, submission)
    if for_money:
        require_approvals(rules)
    usual = settings_of(rules_of(submission.book))
    here = settings_of(rules)
    changed = sorted(name for name, value in here.items() if value != usual[name])
    if as_json:
        json_line(
            {
                "file": file,
                "book": submission.book,
                "operator": submission.operator,
                "fits": True,
                "warnings": warnings,
                "differs_from_sample": changed,
                "equipment": list(rules.equipment),
                "inscriptions": list(rules.inscriptions),
                "approvals": list(rules.approvals),
                "approvals_missing": list(rules.approvals_missing),
            }
        )
        return
    click.echo(f"{file}: it fits {submission.book} ({submission.operator})")
    for warning in warnings:
        click.echo(f"warning: {warning}")
    if changed:
        click.echo(f"differs from the sample submission in {', '.join(changed)}")
    items, approvals = len(rules.equipment), len(rules.approvals)
    click.echo(f"{items} items on the opening checklist, {approvals} approvals named")
    if rules.approvals_missing:
        click.echo(training_text(rules))
