"""A little of `make fuzz`, and the tool itself: what dies is noticed and put down to its case."""

import random
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from fuzz import _of_counts, case, figures_wrong, run
from spanish21.cli import main as spanish21
from spanish21.strategy.counts import count_of


@pytest.mark.parametrize("part", ["settings", "files"])
def test_cases_at_random_are_read_or_refused_in_one_line(part: str) -> None:
    counts: Counter[str] = Counter()
    for number in range(400):
        told, wrong = case(21, part, number)
        assert not wrong
        counts += told
    accepted = sum(times for name, times in counts.items() if "accepted" in name)
    assert 40 < accepted < 360  # neither is everything refused, nor is nothing


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_accepted_table_goes_through_every_command(number: int) -> None:
    counts, wrong = case(21, "commands", number)
    assert not wrong
    assert {name.split()[0] for name in counts} >= {
        "rules",
        "edge",
        "strategy",
        "sidebets",
        "simulate",
        "play",
        "grid",
        "design",
        "session",
        "exposure",
    }


def test_the_commands_for_counting_are_among_those_that_are_tried(tmp_path: Path) -> None:
    words = [one for one, _ in _of_counts("maryland", [], random.Random(1), tmp_path)]
    assert {one[0] for one in words} == {"removal", "count", "indices"}
    count_of(tmp_path / "count.toml", is_played=False)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("session maryland --hours nan", "nan"),
        ("exposure maryland --hours nan", "nan"),
        ("deal maryland --irregular nan", "nan"),
        ("removal maryland --svg --json", "--svg and --json are two forms of one answer"),
        ("indices maryland count.toml --json --toml", "are two forms of one answer"),
        ("grid maryland --vary decks=nan", "decks"),
        ("design maryland --wager match --line suited=nan --edge 2%", "suited=nan"),
        ("design maryland --vary decks=6,8 --edge nan", "nan"),
        ("count maryland --level 9", "9"),
    ],
)
def test_what_no_command_can_take_is_refused_in_one_line(words: str, why: str) -> None:
    result = CliRunner().invoke(spanish21, words.split())
    assert result.exit_code == 2
    [line] = result.stderr.strip().splitlines()
    assert why in line


def test_a_case_that_dies_is_noticed_and_the_others_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("dying", 1, 4, 2, tmp_path / "state.json") == Counter(wrong=1)
    printed = capsys.readouterr().out
    assert "dying 1 died with -11" in printed
    assert "3 lived" in printed
    assert run("dying", 1, 4, 2, tmp_path / "state.json") == Counter(wrong=1)  # it is not done a second time


@pytest.mark.parametrize(
    "printed",
    [
        {"house_edge": None},
        {"rows": [{"probability": -0.1}]},
        {"rows": [{"probability": 1.5}]},
        {"standard_deviation": float("nan")},
    ],
)
def test_figures_that_cannot_be_are_noticed(printed: dict[str, object]) -> None:
    assert len(list(figures_wrong(printed, ""))) == 1
