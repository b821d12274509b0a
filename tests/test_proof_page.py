"""Every test that docs/proof.md and docs/security.md name is there, and every promise has a row."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROMISES = 22
"""The promises of docs/security.md are numbered from 1."""


@pytest.mark.parametrize(("page", "least"), [("proof.md", 25), ("security.md", 70)])
def test_every_test_named_as_a_proof_is_there(page: str, least: int) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / page).read_text("utf-8"))
    assert len(named) > least
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file}::{test}"


@pytest.mark.parametrize("page", ["proof.md", "security.md"])
def test_every_file_of_tests_named_as_a_proof_is_there(page: str) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", (ROOT / "docs" / page).read_text("utf-8"))
    assert named
    assert [file for file in named if not (ROOT / file).is_file()] == []


def test_every_promise_of_the_page_on_security_has_a_test_and_a_figure() -> None:
    rows = re.findall(r"^\| (\d+) \|(.+)\|$", (ROOT / "docs/security.md").read_text("utf-8"), re.MULTILINE)
    assert {int(number) for number, _ in rows} == set(range(1, PROMISES + 1))
    for number, row in rows:
        promise, attack, test, figure = (cell.strip() for cell in row.split(" | "))
        assert promise, number
        assert attack, number
        assert "`tests/" in test, (number, test)
        assert figure, number
