"""`spanish21 help`: every topic is there, fits a terminal, and is found by its name."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

import spanish21.cli
from cli.test_main import assert_one_line, run
from spanish21.cli import COMMANDS, main
from spanish21.cli.commands.help_command import TOPICS

FOLDER = Path(spanish21.cli.__file__).parent / "topics"


def test_without_a_topic_all_are_listed_with_their_titles() -> None:
    lines = run("help").stdout.splitlines()
    for topic in TOPICS:
        title = (FOLDER / f"{topic}.txt").read_text("utf-8").splitlines()[0]
        assert any(line.split() == [topic, *title.split()] for line in lines)


def test_every_text_in_the_folder_is_a_topic() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_has_a_title_and_fits_a_terminal(topic: str) -> None:
    title, blank, *lines = (FOLDER / f"{topic}.txt").read_text("utf-8").splitlines()
    assert title[0].isupper()
    assert title[-1].isalpha()
    assert not blank
    assert max(map(len, lines)) <= 78
    assert run("help", topic).stdout.startswith(title)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in TOPICS])
def test_a_command_is_explained_by_its_own_help(command: str) -> None:
    assert run("help", command).stdout == run(command, "--help").stdout


def test_a_topic_adds_what_only_the_program_knows() -> None:
    assert "\n  pays_blackjack: " in run("help", "settings").stdout
    assert "\n  draws hot spot BOX\n" in run("help", "notation").stdout


def test_an_unknown_topic_is_one_line_with_those_that_are_near() -> None:
    result = run("help", "notatoin")
    assert_one_line(result)
    assert "notatoin is not a topic or command; did you mean notation?" in result.stderr
    assert run("help", "zzz").stderr.strip().endswith("spanish21 help lists the topics")


def test_a_shell_completes_topics() -> None:
    found = ShellComplete(main, {}, "spanish21", "_SPANISH21_COMPLETE").get_completions(["help"], "no")
    assert [item.value for item in found] == ["notation"]
