"""Every program in docs/programs.md runs as it stands, is short, and imports from the doors alone."""

import ast
import re
from pathlib import Path

import pytest

import spanish21
import spanish21.analysis
from simulation.charts import busy_chart
from spanish21.strategy import chart_csv

PROJECT = Path(__file__).parents[1]
PAGE = (PROJECT / "docs" / "programs.md").read_text("utf-8")
PROGRAMS = dict(re.findall(r"## ([^\n]+)\n.*?```python\n(.*?)```", PAGE, re.DOTALL))
USERS = (
    "A player, or a trainer",
    "An operator",
    "A mathematician",
    "A regulator, or a laboratory",
    "A researcher",
    "A programmer",
)
LIVE = ("A bot at a live table", "A client of your own")
"""Programs that need a server; tests/server/test_server_examples.py runs them."""
MOST_LINES = 30
DOORS = (
    "spanish21",
    "spanish21.analysis",
    "spanish21.simulation",
    "spanish21.client.bot",
    "spanish21.client.client",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that programs name."""
    sample = PROJECT / "src/spanish21/rulebooks/submissions/maryland.toml"
    (tmp_path / "casino.toml").write_text(sample.read_text("utf-8"), "utf-8")
    told = PROJECT / "tests/rounds/maryland-six-seven-eight-of-spades.txt"
    (tmp_path / "round.txt").write_text(told.read_text("utf-8"), "utf-8")
    (tmp_path / "chart.csv").write_text(chart_csv(busy_chart()), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def imports_of(program: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spanish21"):
            found.setdefault(node.module or "", []).extend(name.name for name in node.names)
    return found


def test_there_is_a_program_for_every_kind_of_user() -> None:
    assert tuple(PROGRAMS) == (*USERS, *LIVE)
    assert PAGE.count("```python") == len(PROGRAMS)


@pytest.mark.parametrize("user", PROGRAMS)
def test_a_program_is_short_and_imports_from_the_doors_alone(user: str) -> None:
    assert len(PROGRAMS[user].strip().split("\n")) <= MOST_LINES
    imported = imports_of(PROGRAMS[user])
    assert imported
    assert set(imported) <= set(DOORS)


@pytest.mark.parametrize("user", USERS)
def test_a_program_runs_as_it_stands(user: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAMS[user], f"the program of: {user}", "exec"), {"__name__": "program"})
    assert len(capsys.readouterr().out.strip().split("\n")) >= 2


def test_the_help_of_the_one_import_tells_every_name() -> None:
    assert set(spanish21.__all__) <= set(re.findall(r"\w+", spanish21.__doc__ or ""))
