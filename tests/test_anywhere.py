"""What runs on any system does: the game, the terminal, the analyser and the simulator without anything that
only POSIX has. The server says in one line that it needs POSIX."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE
from spanish21.compiled import ahead, cache

ONLY_POSIX = ("fcntl", "pwd", "grp", "resource", "termios", "tty", "pty", "syslog", "crypt", "spwd", "nis")
OF_OS = (
    "nice",
    "register_at_fork",
    "fchmod",
    "fork",
    "getuid",
    "geteuid",
    "getgid",
    "mkfifo",
    "killpg",
)
ELSEWHERE = f"""
import asyncio, multiprocessing, os, runpy, sys  # Python's own are other ones on another system
for name in {ONLY_POSIX!r}:
    sys.modules[name] = None
for name in {OF_OS!r}:
    if hasattr(os, name):
        delattr(os, name)
asyncio.SelectorEventLoop.add_signal_handler = None
sys.argv = ["spanish21", *sys.argv[1:]]
runpy.run_module("spanish21", run_name="__main__")
"""


def elsewhere(*words: str, keys: str = "") -> "subprocess.CompletedProcess[str]":
    """A command as it ends on a system that is not POSIX."""
    command = [sys.executable, "-c", ELSEWHERE, *words]
    return subprocess.run(command, input=keys, capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("words", "keys", "says"),
    [
        (("play", "maryland", "--seed", "7"), "\ns\n\ns\nq\n", "round"),
        (("rules", "uk-casino"), "", "uk-casino"),
        (("deal", "maryland", "--seed", "7"), "q\n", ""),
        (("edge", "uk-casino"), "", "%"),
        (("simulate", "uk-casino", "--rounds", "20000"), "", "%"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_is_not_the_server_runs_anywhere(words: tuple[str, ...], keys: str, says: str) -> None:
    found = elsewhere(*words, keys=keys)
    assert found.returncode == 0, found.stderr[-2_000:]
    assert says in found.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--database", "house.db"),
        ("audit", "--database", "house.db"),
        ("user", "list", "--database", "house.db"),
        ("backup", "copy.db", "--database", "house.db"),
    ],
    ids=lambda words: words[0],
)
def test_the_server_says_in_one_line_that_it_needs_posix(words: tuple[str, ...]) -> None:
    found = elsewhere(*words)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("spanish21: a server's database needs POSIX (Linux, macOS, BSD)")
    assert found.stderr.count("\n") == 1


def test_a_public_record_is_checked_and_a_bot_plays_from_anywhere() -> None:
    assert "nothing.json" in elsewhere("verify", "nothing.json").stderr
    found = elsewhere("bot", "http://127.0.0.1:9")
    assert found.returncode == 2
    assert "POSIX" not in found.stderr


def test_kernels_are_compiled_ahead_where_processes_have_no_niceness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(ahead, "_compile_analysis", lambda every: None)
    monkeypatch.setattr(cache, "kernels", lambda: tmp_path)
    ahead.main("analysis")
    assert (tmp_path / "analysis.compiled").exists()
