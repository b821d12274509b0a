"""In what two Rules Submissions differ: in words, clauses and basis points."""

from collections.abc import Iterator
from typing import Any

import click

from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Submission, load_submission, sample_submission
from spanish21.cli.commands.rules_command import source_of, value_text
from spanish21.cli.printing import fitting, line_of, money
from spanish21.cli.progress_line import tell
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import SETTINGS, Rules, settings_of, what_if
from spanish21.game.settings import METER_TABLE, WHEELS
from spanish21.game.side_wagers.registry import wheel_wagers

Rows = list[dict[str, Any]]
_IN_PARTS = (METER_TABLE, WHEELS)
"""The kinds of settings whose parts are listed one by one."""


def submission_named(name: str) -> Submission:
    """The submission of a file, or the sample of a book that is named."""
    return sample_submission(name) if name in BOOKS else load_submission(name)


def difference(first: Submission, second: Submission) -> dict[str, Any]:
    """Everything in which the tables of two submissions differ, as one object."""
    one, other = rules_of(first.book, first), rules_of(second.book, second)
    settings = _settings(one, other)
    found: dict[str, Any] = {
        "a": _told(first),
        "b": _told(second),
        "settings": settings,
        "parts": [*_meters(one, other), *_wheels(one, other)],
        "approvals": _approvals(first, second),
        "equipment": _lists(one.equipment, other.equipment),
        "inscriptions": _lists(one.inscriptions, other.inscriptions),
    }
    return found | _prices(first, second, one, other, settings)


def _told(submission: Submission) -> dict[str, str]:
    return {"file": submission.source, "book": submission.book, "operator": submission.operator}


def _settings(one: Rules, other: Rules) -> Rows:
    mine, its = settings_of(one), settings_of(other)
    books = load_book(one.book), load_book(other.book)
    rows = []
    for name in SETTINGS:
        if name not in mine or name not in its:
            continue
        texts = value_text(name, mine[name], one.currency), value_text(name, its[name], other.currency)
        if (
            mine[name] == its[name]
            or name == "book"
            or (SETTINGS[name].kind in _IN_PARTS and texts[0] == texts[1])
        ):
            continue
        rows.append(
            {
                "setting": name,
                "a": texts[0],
                "b": texts[1],
                "source": source_of(books[0], name)[0],
                "clauses": _clauses(books, name),
            }
        )
    return rows


def _clauses(books: tuple[Any, Any], name: str) -> list[str]:
    """The clauses behind a name; with their book, if there are two."""
    if books[0].name == books[1].name:
        return list(books[0].cite(name))
    return [f"{book.name} {clause}" for book in books for clause in book.cite(name)]


def _meters(one: Rules, other: Rules) -> Iterator[dict[str, str]]:
    for name in [name for name in one.meters if name in other.meters]:
        mine, its = one.meters[name], other.meters[name]
        for part in ("initial", "reset"):
            amounts = getattr(mine, part), getattr(its, part)
            if amounts[0] != amounts[1]:
                texts = money(amounts[0], one.currency), money(amounts[1], other.currency)
                yield {"part": f"meter {name}, {part}", "a": texts[0], "b": texts[1]}
        if mine.rate != its.rate:
            rates = [f"{rate[0]}/{rate[1]} of a wager" for rate in (mine.rate, its.rate)]
            yield {"part": f"meter {name}, rate", "a": rates[0], "b": rates[1]}


def _wheels(one: Rules, other: Rules) -> Iterator[dict[str, str]]:
    for kind in (record.kind for record in wheel_wagers()):
        theirs = {table.paytable: table for table in wheel_tables(other, kind)}
        for table in wheel_tables(one, kind):
            if table.paytable not in theirs:
                continue
            for wheel in ("wheel", "community"):
                mine, its = (_shares(getattr(which, wheel)) for which in (table, theirs[table.paytable]))
                for symbol in dict.fromkeys((*mine, *its)):
                    texts = mine.get(symbol, "none"), its.get(symbol, "none")
                    if texts[0] != texts[1]:
                        part = f"{kind} {wheel} of {table.paytable}, {symbol}"
                        yield {"part": part, "a": texts[0], "b": texts[1]}


def _shares(stops: Any) -> dict[str, str]:
    """How many stops each symbol has and what it pays, and how many stops there are."""
    weights: dict[str, int] = {}
    pays = {stop.symbol: "a meter" if stop.source else money(stop.pays) for stop in stops}
    for stop in stops:
        weights[stop.symbol] = weights.get(stop.symbol, 0) + stop.weight
    shares = {symbol: f"{weight}, pays {pays[symbol]}" for symbol, weight in weights.items()}
    return shares | ({"all stops": str(sum(weights.values()))} if weights else {})


def _approvals(first: Submission, second: Submission) -> Rows:
    mine, its = first.approvals, second.approvals
    names = dict.fromkeys((*mine, *its))
    return [
        {"approval": name, "a": mine.get(name, "none"), "b": its.get(name, "none")}
        for name in names
        if mine.get(name) != its.get(name)
    ]


def _lists(mine: tuple[str, ...], its: tuple[str, ...]) -> dict[str, list[str]]:
    return {
        "only_in_a": [one for one in mine if one not in its],
        "only_in_b": [one for one in its if one not in mine],
    }


# -- prices ----------------------------------------------------------------------------------------


def _prices(
    first: Submission, second: Submission, one: Rules, other: Rules, settings: Rows
) -> dict[str, Any]:
    """The tables' edges, and in each row of `settings` its worth; nothing without the analyser."""
    try:
        from spanish21.analysis.report.pricing import differences
    except ImportError:
        return {}
    try:
        found = differences(one, other, tell=tell)
    except BadInput as error:
        return {"not_priced": str(error)}
    worth = {name: price for price in found for name in price.changes}
    for row in settings:
        name = row["setting"]
        if name in worth:
            row["basis_points"] = worth[name].basis_points
        else:
            row |= _money_price(one, {name: settings_of(other)[name]})
    together = next(price for price in found if price.kind == "all")
    gain = together.basis_points
    return {
        "house_edge": {
            "a": -(together.expected_value - gain / 10_000),
            "b": -together.expected_value,
            "basis_points": gain,
        },
        "side_wagers": _side_wagers(first, second, one, other),
    }


def _money_price(rules: Rules, changes: dict[str, Any]) -> dict[str, Any]:
    """What a change of rounding or of a fixed payout is worth to a wager that shows it."""
    from spanish21.analysis.law.distribution import value_with_envy
    from spanish21.analysis.report.pricing import odd_money_of, pay_alike
    from spanish21.analysis.worth.table_edge import edge
    from spanish21.display.certain_digits import basis_points

    wager = odd_money_of(rules, max(rules.table_minimum, rules.super_bonus_from))
    try:
        changed = what_if(rules, **changes)
        if pay_alike(rules, changed, wager):
            return {}
        gain = value_with_envy(edge(changed, money=wager)) - value_with_envy(edge(rules, money=wager))
    except BadInput:
        return {}  # not a table without other changes
    return {"basis_points": basis_points(gain), "wager": wager.wager, "others": wager.others}


def _side_wagers(first: Submission, second: Submission, one: Rules, other: Rules) -> Rows:
    from spanish21.analysis.sides.side_prices import side_wagers

    edges = [
        {(wager.name, wager.paytable): wager.house_edge for wager in side_wagers(rules, its) if wager.offered}
        for its, rules in ((first, one), (second, other))
    ]
    return [
        {"wager": name, "paytable": table, "a": edges[0].get((name, table)), "b": edges[1].get((name, table))}
        for name, table in dict.fromkeys((*edges[0], *edges[1]))
        if edges[0].get((name, table)) != edges[1].get((name, table))
    ]


# -- as text ---------------------------------------------------------------------------------------


def diff_lines(found: dict[str, Any]) -> Iterator[str]:
    """The differences for a person."""
    for letter in ("a", "b"):
        one = found[letter]
        yield line_of(f"{letter.upper()}: {one['file']}, {one['book']} ({one['operator']})")
    rows = [_row(row) for row in found["settings"]]
    rows += [["", row["part"], row["a"], "→", row["b"], ""] for row in found["parts"]]
    rows += [
        ["", f"approval of {row['approval'].replace('_', ' ')}", row["a"], "→", row["b"], ""]
        for row in found["approvals"]
    ]
    if not rows:
        yield "the two make the same table"
        return
    yield ""
    heads = ["basis points", "", "A", "", "B", "clauses"]
    yield from fitting([[click.style(head, bold=True) for head in heads], *rows], right=(0,))
    yield from _noted(found)
    yield from _edges(found)


def _row(row: dict[str, Any]) -> list[str]:
    worth = f"{row['basis_points']:+.2f}" if "basis_points" in row else ""
    if row.get("wager"):
        worth += "*"
    clauses = ", ".join(row["clauses"][:4]) + (", …" if len(row["clauses"]) > 4 else "")
    source = f"{row['source']} " if row["source"].startswith("ruling") else ""
    return [worth, row["setting"].replace("_", " "), row["a"], "→", row["b"], f"{source}{clauses}"]


def _noted(found: dict[str, Any]) -> Iterator[str]:
    wagers = {(row["wager"], row["others"]) for row in found["settings"] if "wager" in row}
    for wager, others in wagers:
        others_there = count_text(others, "other")
        yield line_of(f"* for a wager of {money(wager)}, with {others_there} at the table")
    for kind, title in (("equipment", "opening checklist"), ("inscriptions", "layout")):
        for letter in ("a", "b"):
            for item in found[kind][f"only_in_{letter}"]:
                yield line_of(f"only {letter.upper()}, {title}: {item.replace('_', ' ')}")


def _edges(found: dict[str, Any]) -> Iterator[str]:
    yield ""
    if "not_priced" in found:
        yield line_of(f"not priced: {found['not_priced']}")
    if "house_edge" not in found:
        return
    edge = found["house_edge"]
    rows = [
        [
            "main wager",
            f"{edge['a']:.4%}",
            "→",
            f"{edge['b']:.4%}",
            f"{edge['basis_points']:+.2f} basis points",
        ]
    ]
    for row in found["side_wagers"]:
        texts = ["not offered" if row[letter] is None else f"{row[letter]:.4%}" for letter in ("a", "b")]
        both = row["a"] is not None and row["b"] is not None
        gain = f"{(row['a'] - row['b']) * 10_000:+.2f} basis points" if both else ""
        rows.append([f"{row['wager'].replace('_', ' ')} {row['paytable']}", texts[0], "→", texts[1], gain])
    yield click.style("house edge; basis points are the player's gain", bold=True)
    yield from fitting(rows, right=(1, 3))
