"""`spanish21 check`: everything that is wrong with a Rules Submission, or what table it makes."""

from collections.abc import Iterator
from typing import Any

import click

from spanish21.cli.choosing import examples
from spanish21.game.pictures.count_text import count_text


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
@click.pass_context
def check(ctx: click.Context, file: str, for_money: bool, as_json: bool) -> None:
    """Check a Rules Submission against its book, and show the table it describes.

    FILE is a TOML file, or - for the standard input. All errors are listed together, in the order of the
    file: one line each, with the field, its value, the bound and the clause; the exit code is then 2. A
    submission that lacks an approval fits, but its table is for training only.
    """
    from spanish21.books.submissions.office_approvals import require_approvals
    from spanish21.books.submissions.submission import rules_of
    from spanish21.books.submissions.submission_file import submission_of
    from spanish21.books.submissions.submission_problems import problems_with
    from spanish21.cli.choosing import text_of_file
    from spanish21.cli.printing import json_line
    from spanish21.errors import one_line

    text = text_of_file(file)
    problems = problems_with(text, file)
    if problems:
        if as_json:
            json_line({"file": file, "fits": False, "errors": problems})
        for problem in problems:
            line = f", line {problem.line}" if problem.line else ""
            click.echo(one_line(f"spanish21: {file}{line}: {problem.says}"), err=True)
        ctx.exit(2)
    submission = submission_of(text, file)
    rules = rules_of(submission.book, submission)
    if for_money:
        require_approvals(rules)
    found = checked(file, submission, rules)
    if as_json:
        json_line(found)
        return
    for line in check_lines(found, rules):
        click.echo(line)


def checked(file: str, submission: Any, rules: Any) -> dict[str, Any]:
    """The result for a submission that fits, as one object."""
    from spanish21.books.submissions.submission import check_submission, rules_of
    from spanish21.game.rules import settings_of

    usual, here = settings_of(rules_of(submission.book)), settings_of(rules)
    main_wager, side_wagers = _edge(rules), _side_wagers(submission, rules)
    warnings = check_submission(submission)
    warnings += [row["warning"] for row in side_wagers if row["offered"] and "warning" in row]
    if main_wager.get("house_edge", 0) < 0:
        edge = -main_wager["house_edge"]
        warnings.append(f"the main wager favours the player by {edge:.4%}, played without mistakes")
    return {
        "file": file,
        "book": submission.book,
        "operator": submission.operator,
        "fits": True,
        "errors": [],
        "warnings": warnings,
        **main_wager,
        "side_wagers": side_wagers,
        "differs_from_sample": sorted(name for name, value in here.items() if value != usual[name]),
        "equipment": list(rules.equipment),
        "inscriptions": list(rules.inscriptions),
        "approvals": list(rules.approvals),
        "approvals_missing": list(rules.approvals_missing),
    }


def check_lines(found: dict[str, Any], rules: Any) -> Iterator[str]:
    """The same for a person."""
    from spanish21.books.submissions.office_approvals import training_text
    from spanish21.cli.printing import fitting, line_of, money

    yield line_of(f"{found['file']}: fits {found['book']} ({found['operator']})")
    limits = f"{money(rules.table_minimum, rules.currency)} to {money(rules.table_maximum, rules.currency)}"
    yield f"{count_text(rules.decks, 'deck')}, {count_text(rules.boxes, 'box', 'boxes')}, wagers of {limits}"
    rows = [["main wager", "best play", _edge_text(found)]] if "house_edge" in found else []
    rows += [
        [row["name"].replace("_", " "), _paytable_text(row), f"house edge {row['house_edge']:8.4%}"]
        for row in found["side_wagers"]
    ]
    yield from fitting(rows)
    if "not_priced" in found:
        yield line_of(f"the main wager is not priced: {found['not_priced']}")
    for text in found["warnings"]:
        yield line_of(click.style("warning:", fg="yellow") + f" {text}")
    if found["differs_from_sample"]:
        yield line_of(f"differs from the sample submission in {', '.join(found['differs_from_sample'])}")
    items, approvals = len(rules.equipment), len(rules.approvals)
    yield f"{count_text(items, 'item')} on the opening checklist, {count_text(approvals, 'approval')} named"
    if rules.approvals_missing:
        yield line_of(training_text(rules))


def _edge_text(found: dict[str, Any]) -> str:
    return f"house edge {found['house_edge']:8.4%}, standard deviation {found['standard_deviation']:.4f}"


def _paytable_text(row: dict[str, Any]) -> str:
    read = f", read as {row['reading'].replace('_', ' ')}" if "reading" in row else ""
    return f"paytable {row['paytable']}{read}{'' if row['offered'] else ' (not in use here)'}"


def _edge(rules: Any) -> dict[str, Any]:
    """The price of the main wager, or why it has no price; nothing without the analyser, which is an
    extra."""
    from spanish21.cli.progress_line import tell
    from spanish21.errors import BadInput

    try:
        from spanish21.analysis.report.edge_summary import analysis_of
        from spanish21.compiled.ahead import tell_of_compiling
    except ImportError:
        return {}
    tell_of_compiling(tell)
    try:
        analysis = analysis_of(rules)
    except BadInput as error:
        return {"not_priced": str(error)}
    return {
        "house_edge": -analysis.expected_value,
        "standard_deviation": analysis.law.standard_deviation,
    }


def _side_wagers(submission: Any, rules: Any) -> list[dict[str, Any]]:
    """The side wagers that the table offers, priced; of a wager that hangs on a ruling, every reading."""
    try:
        from spanish21.analysis.sides.side_prices import side_wagers
    except ImportError:
        return []
    found = side_wagers(rules, submission)
    own = {(wager.name, wager.paytable) for wager in found if wager.offered and wager.name != "insurance"}
    return [wager.as_row() for wager in found if (wager.name, wager.paytable) in own]
