"""In the worker: the variable rules of a table, grids of rulesets, and side wagers that meet a target."""

from collections.abc import Mapping
from math import prod
from typing import Annotated, Any, cast

from msgspec import Meta

from spanish21.errors import BadInput
from spanish21.server.studies.answers_of_numbers import (
    DesignFound,
    GridFound,
    GridRow,
    Ranges,
    SettingRange,
    WagerRange,
    WagerSolution,
)
from spanish21.server.studies.study_queue import Unfinished
from spanish21.server.studies.subject import StudySubject, Subject

MOST_RULESETS = 2_000
RULESETS_OF_PART = 50
"""Rulesets priced before other questions have their turn: about a second."""
MOST_CANDIDATES = 1_000_000
MOST_FOUND, MOST_SHOWN = 20_000, 500
PARTS_OF_WAGER = {"line": "lines", "weight": "weights", "meter": "meter"}

_Text = Annotated[str, Meta(max_length=1_000)]
_Texts = Annotated[dict[str, _Text], Meta(max_length=40)]


class AskedGrid(StudySubject):
    """Settings and their values as people write them: `{"decks": "5,6,8"}`; a target is a range of edges."""

    vary: _Texts
    target: _Text = ""


class AskedDesign(StudySubject):
    """A side wager, and the numbers that its lines, stops and meter may have: `{"suited": "5..12"}`."""

    wager: _Text
    vary: _Texts
    targets: _Texts
    is_ordered: bool = True


def ranges(subject: Subject) -> Ranges:
    """The rules that may vary at the table."""
    from spanish21.analysis.design.wager_model import WagerModel, edge_of
    from spanish21.analysis.report.pricing import alternatives
    from spanish21.books.setting_text import setting_text
    from spanish21.game.rules import is_offered

    settings: list[SettingRange] = [
        {"name": name, "values": [_typed(setting_text(name, value)) for value in values]}
        for name, values in alternatives(subject.rules).items()
    ]
    wagers: list[WagerRange] = []
    for kind in subject.rules.sides:
        if not is_offered(subject.rules, kind):
            continue
        try:
            model = WagerModel(subject.rules, kind)
            edge = float(edge_of(model.law(model.now)))
        except BadInput:
            continue  # a wager without a price has no design
        choices = [{"kind": one.kind, "name": one.name, "now": now} for one, now in model.now.items()]
        wagers.append(cast(WagerRange, {"wager": kind, "house_edge": edge, "choices": choices}))
    return {"settings": settings, "wagers": wagers}


def grid(subject: Subject, asked: AskedGrid, so_far: dict[str, Any] | None = None) -> GridFound | Unfinished:
    """Every combination priced, a part of them at a time."""
    from spanish21.analysis.design.grid import grid_of, planned
    from spanish21.analysis.design.many_rulesets import price_rulesets
    from spanish21.analysis.design.rules_design import meeting
    from spanish21.analysis.design.targets import targets_of
    from spanish21.analysis.design.variations import parsed_variation

    vary = dict(
        parsed_variation(f"{name}={text}", MOST_RULESETS, "vary") for name, text in asked.vary.items()
    )
    wanted = targets_of({"house_edge": asked.target}) if asked.target else {}
    plan, figures = planned(subject.rules, vary, MOST_RULESETS), dict(so_far or {})
    part = [key for key in plan.tables if key not in figures][:RULESETS_OF_PART]
    figures |= price_rulesets({key: plan.tables[key] for key in part}, law=False, processes=1)
    if len(figures) < len(plan.tables):
        return Unfinished(figures, len(figures), len(plan.tables))
    found = grid_of(plan, figures)
    return {
        "names": found.names,
        "combinations": len(plan.made) + sum(plan.left_out.values()),
        "priced": found.priced,
        "left_out": [{"why": why, "rulesets": number} for why, number in found.left_out.items()],
        "rows": [_row(found.names, row) for row in found.ranked()],
        "target": [float(end) for end in wanted["house_edge"]] if wanted else None,
        "solutions": [_row(found.names, row) for row in meeting(found.rows, wanted)] if wanted else [],
    }


def _row(names: list[str], row: Mapping[str, Any]) -> GridRow:
    told = {name: row[name] for name in ("house_edge", "basis_points", "inside_book") if name in row}
    return cast(GridRow, {"values": {name: _typed(row[name]) for name in names}, **told})


def _typed(value: str) -> str:
    """A value as a person types it: odds are 3:2."""
    return value[1:-1].replace(",", ":") if value.startswith("[") else value


def design(subject: Subject, asked: AskedDesign) -> DesignFound:
    """Every choice for a side wager that meets the targets."""
    from spanish21.analysis.design.variations import parsed_numbers
    from spanish21.analysis.design.wager_design import design_wager
    from spanish21.analysis.design.wager_model import WagerModel

    kinds = {one.name: one.kind for one in WagerModel(subject.rules, asked.wager).now}
    given: dict[str, dict[str, list[int]]] = {name: {} for name in PARTS_OF_WAGER.values()}
    for name, text in asked.vary.items():
        plain, numbers = parsed_numbers(f"{name}={text}", "vary")
        given[PARTS_OF_WAGER[kinds.get(plain, "line")]][plain] = numbers
    candidates = prod(len(set(numbers)) for part in given.values() for numbers in part.values())
    if candidates > MOST_CANDIDATES:
        raise BadInput(
            f"these ranges hold {candidates:,} candidates; at most {MOST_CANDIDATES:,} are searched here: "
            "narrow them"
        )
    ordered = asked.is_ordered
    found = design_wager(subject.rules, asked.wager, asked.targets, **given, ordered=ordered, most=MOST_FOUND)
    return {
        "wager": found.kind,
        "candidates": found.candidates,
        "found": len(found.solutions),
        "now": _solution(found.now),
        "solutions": [_solution(one) for one in found.solutions[:MOST_SHOWN]],
    }


def _solution(one: Any) -> WagerSolution:
    row = one.as_row()
    rest = {name: value for name, value in row.items() if name not in one.chosen}
    return cast(WagerSolution, {"chosen": one.chosen, **rest})
