"""A little of `make fuzz`, and the tool itself: what dies is noticed and put down to its case."""

from collections import Counter
from pathlib import Path

import pytest

from fuzz import case, figures_wrong, run


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
    }


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
