"""Every block of code in README, CONTRIBUTING and docs is known by its language, and each language is run."""

import doctest
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

import spanish21
from patience import PATIENCE
from spanish21.cli import main
from test_examples import ALL_EXAMPLES, PAGES, PROJECT

LANGUAGES = {"sh", "python", "pycon", "toml", "json", "round", "text", "vectors"}
MAKEFILE = (PROJECT / "Makefile").read_text("utf-8")
EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
RUN_ELSEWHERE = {
    "README.md": "test_docs.py",
    "docs/programs.md": "test_programs.py",
    "docs/new-book.md": "own_books/test_sixth_book.py",
    "docs/log.md": "game/test_log.py",
    "docs/new-side-wager.md": "own_wagers/test_tenth_wager.py",
    "docs/new-decision.md": "own_moves/test_even_money.py",
    "docs/tutorial.md": "test_docs.py",
    "docs/learning.md": "test_docs.py",
    "docs/counting.md": "analysis/test_counting_questions.py",
}
"""Pages whose blocks of python are run by a test of their own."""


class Block(NamedTuple):
    """A block of a page: its language and text, and the line on which it begins."""

    page: str
    line: int
    language: str
    text: str


def blocks_of(path: Path) -> list[Block]:
    text = path.read_text("utf-8")
    name = path.relative_to(PROJECT).as_posix()
    return [
        Block(name, text[: found.start()].count("\n") + 1, found[2], found[3])
        for found in re.finditer(r"^( *)```(\S*)\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    ]


BLOCKS = [block for path in PAGES for block in blocks_of(path)]


def of(language: str) -> Any:
    """The blocks of a language, each under the name of its place."""
    found = [block for block in BLOCKS if block.language == language]
    return pytest.mark.parametrize("block", found, ids=[f"{one.page}:{one.line}" for one in found])


def test_every_block_names_its_language() -> None:
    assert {(one.page, one.line) for one in BLOCKS if one.language not in LANGUAGES} == set()


def lines_of(block: Block) -> list[str]:
    """The commands of a block without their comments."""
    whole = re.sub(r"\s*\\\n\s*", " ", block.text)
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in whole.splitlines()) if line]


def is_known(line: str) -> bool:
    """Whether a command is run by a test, or is one that can be looked up."""
    first, *words = shlex.split(line)
    if first == "spanish21":
        return line in ALL_EXAMPLES
    if first == "make":
        return all(re.search(rf"^{word}:", MAKEFILE, re.MULTILINE) for word in words)
    if first == "eval":
        return line in ('eval "$(spanish21 completion bash)"', 'eval "$(spanish21 completion zsh)"')
    if first.endswith("pip"):
        asked = re.search(r"\[(.*)\]", line)
        return words[0] == "install" and asked is not None and set(asked[1].split(",")) <= set(EXTRAS)
    if first == "docker":
        return words[0] in ("build", "run", "exec", "logs") and (PROJECT / "Dockerfile").exists()
    if first.endswith("python"):
        return words[0] == "-m" or (PROJECT / words[0]).exists()
    return first in ("git", "cd")


@of("sh")
def test_every_command_is_run_by_a_test_or_can_be_looked_up(block: Block) -> None:
    assert [line for line in lines_of(block) if not is_known(line)] == []


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_script_of_completion_is_one_that_its_shell_reads(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell]).stdout
    assert "_SPANISH21_COMPLETE" in script
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


@of("python")
def test_python_is_run_here_or_by_the_test_of_its_page(block: Block, tmp_path: Path) -> None:
    if elsewhere := RUN_ELSEWHERE.get(block.page):
        page = block.page.rpartition("/")[2]
        assert page in (PROJECT / "tests" / elsewhere).read_text("utf-8")
        return
    program = block.text
    if "await " in program:
        program = f"async def main():\n{textwrap.indent(program, '    ')}\nasyncio.run(main())\n"
    command = [sys.executable, "-c", f"{TAKEN_FOR_GRANTED[block.page]}\n{program}"]
    subprocess.run(command, check=True, timeout=PATIENCE, cwd=tmp_path)


TAKEN_FOR_GRANTED = {
    "docs/environments.md": "",
    "docs/models.md": "",
    "docs/analysis.md": """
import random
from spanish21 import carry_out, commands, open_table, rules_of, run_house
table, _ = open_table(rules_of("uk-casino"), {"ann": 500_00}, random.Random(5))
table = carry_out(table, commands.PlaceWager(by="ann", box=1, amount=10_00)).table
table, _ = run_house(carry_out(table, commands.CloseWagers(by="dealer")).table, random.Random(5))
""",
    "docs/server.md": """
import asyncio
from spanish21 import new_table, rules_of
from spanish21.server.log.batch import RecordedCommand, new_log
from spanish21.server.store.writer import Writer
from spanish21.server.store.connect import open_store
from spanish21.server.store.store_reader import command_of, load
from spanish21.server.log.recorder import Deed, LogContext, recorded
from spanish21.server.log.seals import MasterKey
from spanish21.server.store.batch_rows import create_log
address, owner, table_id, now = "house.db", "here", "table", 1
master = MasterKey(bytes(32))
by, command_id, digest, name, role, reason, second = "house", "1", bytes(32), "SetUp", "house", "", ""
_, events = new_table(rules_of("maryland"))
""",
}
"""What the programs of a page take for granted."""


@of("pycon")
def test_an_example_of_the_reference_says_what_it_shows(block: Block) -> None:
    names = {name: getattr(spanish21, name) for name in spanish21.__all__}
    test = doctest.DocTestParser().get_doctest(block.text, names, block.page, block.page, block.line)
    found: list[str] = []
    doctest.DocTestRunner().run(test, out=found.append)
    assert not found, "".join(found)


@of("toml")
def test_toml_can_be_read(block: Block) -> None:
    tomllib.loads(block.text)


@of("round")
def test_a_round_is_settled(block: Block) -> None:
    result = CliRunner().invoke(main, ["settle", "-"], input=block.text)
    assert result.exit_code == 0, result.stderr


def test_the_first_round_of_the_notation_is_settled_as_shown() -> None:
    first, shown = (
        next(one.text for one in BLOCKS if one.page == "docs/notation.md" and one.language == language)
        for language in ("round", "text")
    )
    settled = CliRunner().invoke(main, ["settle", "-"], input=first).stdout
    assert settled.startswith(shown.replace("round.txt", "-"))
