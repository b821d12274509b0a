"""`spanish21 rules`: a rulebook, or several side by side."""

from typing import Any

import click

from spanish21.cli.choosing import BOOK, RulesAsked, examples, gathered, rules_options

SIDES = "_offered"
GROUPS = (
    ("Cards and dealing", "decks"),
    ("Options of a hand", "may_surrender"),
    ("Payment of a hand", "pays_win"),
    ("Limits", "currency"),
    ("Side wagers", SIDES),
    ("Procedure", "blackjack_paid"),
)
"""The headings, each with the first setting under it; `SIDES` means the first of any side wager."""


@click.command(
    epilog=examples(
        "spanish21 rules maryland --clauses",
        "spanish21 rules maryland uk-casino --differences",
        "spanish21 rules players-edge --checklist",
        "spanish21 rules --json",
    )
)
@click.argument("books", type=BOOK, nargs=-1, metavar="[BOOK]...")
@rules_options
@click.option(
    "--clauses",
    "with_clauses",
    is_flag=True,
    help="Also show the text of every clause; in a comparison, only its number.",
)
@click.option("--differences", is_flag=True, help="In a comparison, show only differences.")
@click.option(
    "--checklist", is_flag=True, help="Show the opening checklist, the layout, approvals and rulings."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@gathered(asked=RulesAsked)
def rules(
    asked: RulesAsked,
    books: tuple[str, ...],
    with_clauses: bool,
    differences: bool,
    checklist: bool,
    as_json: bool,
) -> None:
    """Show a rulebook, or compare several.

    Without BOOK the five documents are compared; with a submission its own book is shown. Values are those of
    the book's sample submission unless --submission, --set or --what-if say otherwise; ≠ marks settings that
    differ.
    """
    from spanish21.books.rulebook import RULEBOOKS, load_book
    from spanish21.cli.printing import json_line

    if asked.submission is not None and len(books) > 1:
        raise click.UsageError("a submission goes with a single book")
    names = books if books or asked.submission is not None else RULEBOOKS
    played = [asked.of(name).rules for name in names or (None,)]
    described = [described_book(load_book(one.book), one) for one in played]
    if as_json:
        json_line({"books": described})
    elif checklist:
        for one in described:
            _print_checklist(one)
    elif len(described) == 1:
        _print_book(described[0], with_clauses)
    else:
        _print_comparison(described, with_clauses, differences)


def described_book(book: Any, played: Any) -> dict[str, Any]:
    """A book under a submission, as one object: every setting with its value and where it comes from."""
    from spanish21.books.submissions.office_approvals import training_text
    from spanish21.game.rules import settings_of

    values = settings_of(played)
    settings = {}
    for name in _names():
        if name not in values:
            continue  # of a side wager that the book does not have
        source, clauses = source_of(book, name)
        settings[name] = {
            "value": values[name],
            "text": value_text(name, values[name], played.currency),
            "source": source,
            "clauses": list(clauses),
        }
    return {
        "book": book.name,
        "title": book.title,
        "edition": book.edition,
        "settings": settings,
        "equipment": [{"item": item, "clauses": list(book.cite(item))} for item in played.equipment],
        "inscriptions": _inscriptions(book, played),
        "approvals": list(played.approvals),
        "approvals_missing": list(played.approvals_missing),
        "training": training_text(played),
        "rulings": [_ruling(one, values) for one in book.rulings],
        "clauses": [{"clause": one.id, "kind": list(one.kinds), "says": one.says} for one in book.clauses],
    }


def _names() -> list[str]:
    """The settings in the order of `Rules`, what hands are paid where its chapter begins."""
    from spanish21.game.rules import PAY_NAMES, SETTING_NAMES

    names = [name for name in SETTING_NAMES if name not in PAY_NAMES and name not in ("book", "currency")]
    paid, limits = names.index("pays_insurance"), names.index("table_minimum")
    return [*names[:paid], *PAY_NAMES, *names[paid:limits], "currency", *names[limits:]]


def source_of(book: Any, name: str) -> tuple[str, tuple[str, ...]]:
    """Where a setting's value comes from: a clause, the operator, a ruling or the house; and its clauses."""
    clauses = book.cite(name)
    if name in book.operator:
        return "operator's choice", clauses
    if name in book.fixed and not any(name in clause.allows for clause in book.clauses):
        return "book", clauses
    if name in book.bounds:
        return "operator's choice", clauses
    for ruling in book.rulings:
        if any(name in reading.sets for reading in ruling.reads.values()):
            return f"ruling {ruling.id}", clauses
    if name in book.house:
        return "house", clauses
    return "submission", clauses


def value_text(name: str, value: Any, currency: str) -> str:
    """A setting's value in words."""
    from spanish21.cli.printing import money
    from spanish21.game.rules import SETTINGS
    from spanish21.game.settings import AMOUNTS, MONEY, WHEELS
    from spanish21.game.side_wagers.registry import kind_of_setting, side_wager

    if isinstance(value, bool):
        return "yes" if value else "no"
    setting = SETTINGS[name]
    if setting.kind == MONEY:
        return "none" if value == 0 and setting.zero else money(value, currency)
    if name == "cover_from_back":
        return f"{value[0]}/{value[1]}"
    if name.startswith("pays_"):
        return f"{value[0]} to {value[1]}"
    if value == 0 and setting.zero:
        return setting.zero
    if name == "meters":
        return ", ".join(value).replace("_", " ") or "none"
    if setting.kind == WHEELS:
        return ", ".join(f"{one.paytable} for {money(one.wager, currency)}" for one in value) or "none"
    if setting.kind == AMOUNTS:
        shared = side_wager(kind_of_setting(name)).shared_lines
        return " ".join(money(one, currency) for one in value[shared:]) if any(value) else "none"
    if isinstance(value, tuple | list):
        return " ".join(str(one) for one in value) if any(value) else "none"
    return str(value).replace("_", " ")


def _inscriptions(book: Any, played: Any) -> list[dict[str, Any]]:
    from spanish21.game.rules import limit_inscription, settings_of

    found = []
    for text in played.inscriptions:
        ids = [clause.id for clause in book.clauses if clause.inscription == text]
        if text in limit_inscription(settings_of(played)):
            ids = list(book.cite("payout_limit"))
        found.append({"text": text, "clauses": ids})
    return found


def _ruling(ruling: Any, values: dict[str, Any]) -> dict[str, Any]:
    from spanish21.books.readings import taken_reading

    return {
        "id": ruling.id,
        "asks": ruling.asks,
        "reads": {name: reading.says for name, reading in ruling.reads.items()},
        "taken": taken_reading(ruling, values),
        "default": ruling.default,
        "because": ruling.because,
        "clauses": list(ruling.clauses),
    }


# -- on paper --------------------------------------------------------------------------------------


def _print_book(one: dict[str, Any], with_clauses: bool) -> None:
    from spanish21.cli.printing import fitting, paragraph

    _title(one)
    lines = fitting(
        [
            [f"  {name.replace('_', ' ')}", setting["text"], _source_text(setting)]
            for name, setting in one["settings"].items()
        ]
    )
    _print_groups(dict(zip(one["settings"], lines, strict=True)))
    if with_clauses:
        click.echo(f"\n{click.style('Clauses', bold=True)}")
        for clause in one["clauses"]:
            click.echo(f"{click.style(clause['clause'], bold=True)}  {', '.join(clause['kind'])}")
            click.echo(paragraph(clause["says"], "    "))


def _title(one: dict[str, Any]) -> None:
    from spanish21.cli.printing import paragraph

    click.echo(click.style(paragraph(f"{one['book']}: {one['title']}"), bold=True))
    click.echo(paragraph(one["edition"]))
    if one["training"]:
        click.echo(click.style(paragraph(one["training"]), fg="yellow"))


def _source_text(setting: dict[str, Any]) -> str:
    clauses = ", ".join(setting["clauses"][:4]) + (", …" if len(setting["clauses"]) > 4 else "")
    if setting["source"] == "book":
        return clauses
    return f"{setting['source']}{f' ({clauses})' if clauses else ''}"


def _print_groups(lines: dict[str, str]) -> None:
    heads = {first: title for title, first in GROUPS}
    title = ""
    for name, line in lines.items():
        head = SIDES if SIDES in heads and name.endswith(SIDES) else name
        title = heads.get(head, title)
        if head in heads:
            heads.pop(head)
            click.echo(f"\n{click.style(title, bold=True)}")
        click.echo(line)


def _print_comparison(described: list[dict[str, Any]], with_clauses: bool, differences: bool) -> None:
    from spanish21.cli.printing import fitting

    rows = [["  ", *(click.style(one["book"], bold=True) for one in described)]]
    known = {name for one in described for name in one["settings"]}
    names = [name for name in _names() if name in known]
    for name in names:
        cells = [one["settings"].get(name, _NOT_THERE) for one in described]
        differs = any(cell["value"] != cells[0]["value"] for cell in cells)
        texts = [f"{cell['text']}{_clause_cell(cell) if with_clauses else ''}" for cell in cells]
        mark = click.style("≠", fg="yellow") if differs else " "
        rows.append([f"{mark} {name.replace('_', ' ')}", *texts])
    lines = fitting(rows, headed=True)
    click.echo(lines[0])
    shown = dict(zip(names, lines[1:], strict=True))
    if differences:
        shown = {name: line for name, line in shown.items() if "≠" in line}
        for line in shown.values():
            click.echo(line)
    else:
        _print_groups(shown)


_NOT_THERE: dict[str, Any] = {"value": None, "text": "–", "clauses": []}
"""The cell of a side wager's setting where the book does not have the wager."""


def _clause_cell(cell: dict[str, Any]) -> str:
    return f" [{cell['clauses'][0]}]" if cell["clauses"] else ""


def _print_checklist(one: dict[str, Any]) -> None:
    from spanish21.cli.printing import fitting, paragraph

    _title(one)
    click.echo(f"\n{click.style('Opening checklist', bold=True)}")
    rows = [
        [f"  ☐ {item['item'].replace('_', ' ')}", ", ".join(item["clauses"])] for item in one["equipment"]
    ]
    click.echo("\n".join(fitting(rows)))
    click.echo(f"\n{click.style('The layout says', bold=True)}")
    rows = [[f"  {line['text']}", ", ".join(line["clauses"])] for line in one["inscriptions"]]
    click.echo("\n".join(fitting(rows)))
    click.echo(f"\n{click.style('Approvals', bold=True)}")
    for approval in one["approvals"]:
        click.echo(f"  {approval.replace('_', ' ')}")
    click.echo(f"\n{click.style('Rulings', bold=True)}")
    for ruling in one["rulings"]:
        click.echo(f"  {click.style(ruling['id'], bold=True)}  {', '.join(ruling['clauses'])}")
        click.echo(paragraph(ruling["asks"], "    "))
        for name, says in ruling["reads"].items():
            mark = "→" if name == ruling["taken"] else " "
            click.echo(paragraph(f"{mark} {name.replace('_', ' ')}: {says}", "      "))
