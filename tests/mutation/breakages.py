"""Breakages of the page, made by hand: JavaScript is broken as a person would break it, not at random."""

import tomllib
from pathlib import Path
from typing import NamedTuple

from mutants import Mutant
from tree import ROOT

LIST = Path(__file__).with_suffix(".toml")
PAGE = ROOT / "src" / "spanish21" / "server" / "page"


class Breakage(NamedTuple):
    """A mutant of the page, what a user would see of it, and the tests that should notice."""

    mutant: Mutant
    seen: str
    tests: tuple[str, ...]


def breakages() -> list[Breakage]:
    """The list; each old text must occur once in its file."""
    return [_breakage(one) for one in tomllib.loads(LIST.read_text("utf-8")).get("breakage", [])]


def _breakage(said: dict[str, str]) -> Breakage:
    path = PAGE / said["file"]
    source, old, new = path.read_bytes(), said["old"].encode(), said["new"]
    count = source.count(old)
    assert count == 1, f"{said['file']}: {said['old']!r} occurs {count} times: correct {LIST.name}"
    start = source.index(old)
    line = source.count(b"\n", 0, start) + 1
    name = str(path.relative_to(ROOT))
    mutant = Mutant(name, "page", line, line, line, start, start + len(old), said["old"], new, said["seen"])
    return Breakage(mutant, said["seen"], tuple(said["tests"].split()))
