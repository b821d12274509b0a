"""The environment's version goes up whenever spaces, rulings or defaults change what is learned."""

import json
import re
from copy import deepcopy
from pathlib import Path

import golden as recorder
import pytest
from golden import FILE, differences, golden, playthrough

from spanish21 import __version__, rules_of, what_if
from spanish21.environments import TABLE_ID
from spanish21.environments.actions import Action
from spanish21.environments.observation import FIELDS
from spanish21.game.rules import Rules

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs/environments.md").read_text("utf-8")


def test_what_is_learned_has_not_changed_under_this_version() -> None:
    recorded, now = json.loads(FILE.read_text("utf-8")), golden()
    changed = differences(recorded, now)
    assert changed == [], (
        f"{changed} changed what is learned: raise the version in environments/__init__.py (TABLE_ID), then"
        " python tests/environments/golden.py"
    )
    assert recorded == now, "python tests/environments/golden.py"


def test_a_change_is_found_and_a_new_book_or_version_is_none() -> None:
    recorded = json.loads(FILE.read_text("utf-8"))
    other = deepcopy(recorded)
    other["books"]["maryland"], other["spaces"] = "0", "0"
    assert differences(recorded, other) == ["spaces", "maryland"]
    del other["books"]["uk-casino"]
    assert differences(recorded, other) == ["spaces", "maryland", "uk-casino"]
    assert differences(recorded, other | {"environment": "spanish21/Table-v1"}) == []
    assert differences(recorded, deepcopy(recorded) | {"books": recorded["books"] | {"new": "1"}}) == []


@pytest.mark.parametrize(
    "change", [{"dealer_hits_soft_17": True}, {"table_minimum": 10_00}, {"may_surrender": False}]
)
def test_a_changed_setting_shows_in_the_playthrough(
    change: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = playthrough("maryland")
    changed: Rules = what_if(rules_of("maryland"), **change)
    monkeypatch.setattr(recorder, "rules_of", lambda _: changed)
    assert playthrough("maryland") != before


def test_the_page_has_the_spaces_as_they_are() -> None:
    """The two tables of docs/environments.md against the fields and actions of the code."""
    fields = re.findall(r"^\| (\d+) \| (\w+) \| (\d+) \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert [(int(place), name, int(low), int(high), means) for place, name, low, high, means in fields] == [
        (place, *field) for place, field in enumerate(FIELDS)
    ]
    listed = PAGE.partition("| action | meaning |")[2].partition("\n\n")[0]
    actions = dict(re.findall(r"^\| (\d+) \| (\w+)", listed, re.MULTILINE))
    assert {int(number): word for number, word in actions.items()} == {
        int(action): action.name.lower().split("_")[0] for action in Action
    }


def test_the_page_cites_this_version_and_the_citation_file_too() -> None:
    citation = (PROJECT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {__version__}\n" in citation
    assert f"version {__version__}" in PAGE
    assert TABLE_ID in PAGE
