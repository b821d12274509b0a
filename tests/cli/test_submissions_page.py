"""docs/submissions.md: its commands run, and its examples are what the program says."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission_template import template_of
from spanish21.cli import main

PAGE = (Path(__file__).parents[2] / "docs/submissions.md").read_text("utf-8")


def test_every_command_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    commands = [line for kind, block in blocks if kind == "sh" for line in block.splitlines()]
    assert len(commands) == 6
    for command in commands:
        words = command.replace("100000000", "20000").split()
        assert words[0] == "spanish21"
        result = CliRunner().invoke(main, words[1:], input="q\n")
        assert result.exit_code == 0, (command, result.stderr)


def test_the_examples_are_what_the_program_says(tmp_path: Path) -> None:
    (template,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert template in template_of(load_book("maryland"), "maryland")
    (errors,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    text = (
        'book = "maryland"\noperator = "x"\n\n\n[choose]\ndecks = 7\ndeks = 6\n\n\n\n\noffers = ["lottery"]\n'
    )
    said = CliRunner().invoke(main, ["check", "-"], input=text).stderr
    assert said == errors.replace("casino.toml", "-")
