"""Every example in help texts, README and docs runs as it stands, in a folder that has the files it names.

Those about servers are in server/test_server_examples.py.
"""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from spanish21.cli import COMMANDS, main

HERE = Path(__file__).parent
PROJECT = HERE.parent
PAGES = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").rglob("*.md"))]
KEYS = "\ns\n\ns\nq\n"
FEW_ROUNDS = "300"
"""What stands in for the number of rounds of an example, which nobody would wait for in a test."""


def help_of(name: str) -> str:
    root = main.make_context("spanish21", [])
    command = main.get_command(root, name)
    assert command is not None
    return command.get_help(click.Context(command, info_name=name, parent=root, terminal_width=200))


def texts() -> list[str]:
    """The help texts, the topics of `help`, and all blocks of commands or of text."""
    found = [main.get_help(main.make_context("spanish21", [])), *map(help_of, COMMANDS)]
    found += [
        path.read_text("utf-8") for path in sorted((PROJECT / "src/spanish21/cli/topics").glob("*.txt"))
    ]
    for page in PAGES:
        found += re.findall(r"```(?:text|sh)?\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return found


def lines_of_examples() -> list[str]:
    """The lines that begin with the program's name, each once."""
    found: dict[str, None] = {}
    for text in texts():
        for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines():
            example = re.sub(r"\s+# .*", "", line.strip())
            if re.match(r"spanish21 [a-z]+\b", example):
                found[example] = None
    return list(found)


SERVERS = (
    "serve",
    "witness",
    "bot",
    "user",
    "rekey",
    "audit",
    "verify",
    "export",
    "backup",
    "restore",
    "move",
)
ALL_EXAMPLES = lines_of_examples()
FOR_MODELS = ("mcp",)
"""What speaks with a program: tests/environments/test_mcp_server.py runs it."""
HASHED = ("shoe", "wheels")
"""No commands: the first line of a text that docs/fairness.md hashes."""
EXAMPLES = [line for line in ALL_EXAMPLES if line.split()[1] not in (*SERVERS, *FOR_MODELS, *HASHED)]
EXAMPLES_OF_SERVERS = [line for line in ALL_EXAMPLES if line.split()[1] in SERVERS]
"""Those that need a server or its database: tests/server/test_server_examples.py runs them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples name."""
    made = tmp_path_factory.mktemp("examples")
    sample = (PROJECT / "src/spanish21/rulebooks/submissions/maryland.toml").read_text("utf-8")
    sample = sample.replace("SAMPLE-", "C-")  # an operator's own, with the numbers of its approvals
    for name in ("casino.toml", "my-submission.toml"):
        (made / name).write_text(sample, "utf-8")
    (made / "round.txt").write_text(round_in_help(), "utf-8")
    counts = re.findall(r"```toml\n(.*?)```", (PROJECT / "docs/simulation.md").read_text("utf-8"), re.DOTALL)
    (made / "count.toml").write_text(counts[0], "utf-8")
    visit = CliRunner().invoke(main, ["play", "--save", str(made / "visit.jsonl")], input=KEYS)
    assert visit.exit_code == 0, visit.stderr
    (made / "tests").symlink_to(HERE, target_is_directory=True)
    chart = CliRunner().invoke(main, ["strategy", "maryland", "--csv"])
    assert chart.exit_code == 0, chart.stderr
    (made / "chart.csv").write_text(chart.stdout, "utf-8")
    (made / "answers.jsonl").write_text('{"number": 1, "answer": "yes"}\n', "utf-8")
    page = (PROJECT / "docs/environments.md").read_text("utf-8")
    (policies,) = re.findall(r"```python\n(import numpy\n\n\ndef cautious.*?)```", page, re.DOTALL)
    (made / "my_policies.py").write_text(policies, "utf-8")
    return made


def round_in_help() -> str:
    """The round that `settle --help` shows."""
    lines = help_of("settle").splitlines()
    first = next(at for at, line in enumerate(lines) if line.strip().startswith("book "))
    blank = next(at for at in range(first, len(lines)) if not lines[at].strip())
    return "\n".join(line.strip() for line in lines[first:blank]) + "\n"


def test_there_are_examples_of_every_command() -> None:
    told = {example.split()[1] for example in ALL_EXAMPLES}
    assert told >= set(COMMANDS)


def test_the_round_in_the_help_of_settle_is_a_round() -> None:
    result = CliRunner().invoke(main, ["settle", "-"], input=round_in_help())
    assert result.exit_code == 0, result.stderr
    assert "7-7-7" in result.stdout


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    words = shlex.split(example)[1:]
    keys = KEYS
    if "<" in words:
        at = words.index("<")
        keys = (folder / words[at + 1]).read_text("utf-8")
        words = words[:at]
    if ">" in words:
        words = words[: words.index(">")]
    if "|" in words:
        words = words[: words.index("|")]
    result = CliRunner().invoke(main, shortened(words), input=keys)
    is_failed_exam = "--exam" in words  # whoever answers with these keys does not pass
    assert result.exit_code == (1 if is_failed_exam else 0), result.stderr
    assert result.stdout.strip()


def shortened(words: list[str]) -> list[str]:
    """The same command with few rounds to play, and none of its threads, machines and checkpoints.

    A submission that is written goes to a file that is not there yet.
    """
    if words[:2] == ["submission", "new"] and "-o" in words:
        fresh = Path(f"new-{words[-1]}")
        fresh.unlink(missing_ok=True)
        return [*words[:-1], str(fresh)]
    if "--prove" in words:
        at = words.index("--prove") + 1
        return [*words[:at], "2000", *words[at + 1 :]]
    if words[0] != "simulate":
        return words
    kept: list[str] = []
    for at, word in enumerate(words):
        if "--until-error" in (word, words[at - 1]) or "--cluster" in (word, words[at - 1]):
            continue
        kept.append(FEW_ROUNDS if words[at - 1] == "--rounds" else word)
    return kept if "--rounds" in kept else [*kept, "--rounds", FEW_ROUNDS]
