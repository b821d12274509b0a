"""Which test runs which line, and how long it takes: measured once for a state of the source."""

import gc
import hashlib
import json
import os
import subprocess
import sys
import time
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest
from tree import KEPT, ROOT, Tree

SOURCE = ROOT / "src" / "spanish21"
BOOKS = SOURCE / "rulebooks"
_OF_GAME = (
    "tests/clauses",
    "tests/game",
    "tests/cli",
    "tests/own_books",
    "tests/own_wagers",
    "tests/test_door.py",
)
TESTS: dict[str, tuple[str, ...]] = {
    "game": _OF_GAME,
    "books": _OF_GAME,
    "notation": _OF_GAME,
    "sentences": ("tests/sentences", "tests/server/test_steps.py", "tests/test_walkthroughs.py"),
    "server": ("tests/server", "tests/cli/test_server_commands.py"),
    "analysis": (
        "tests/analysis",
        "tests/figures",
        "tests/cli/test_report_command.py",
        "tests/cli/test_coach.py",
    ),
    "simulation": ("tests/simulation",),
    "display": ("tests/display", "tests/test_newcomers.py"),
    "school": ("tests/school", "tests/cli/test_deal.py"),
    "cli": (
        "tests/cli",
        "tests/analysis/test_analysis_commands.py",
        "tests/simulation/test_simulate_command.py",
    ),
    "strategy": (
        "tests/strategy",
        "tests/cli/test_strategy_command.py",
        "tests/analysis",
        "tests/simulation",
    ),
    "compiled": ("tests/test_cache.py", "tests/test_linking.py", "tests/test_ahead.py", "tests/simulation"),
    "environments": ("tests/environments",),
    "client": ("tests/server/test_client.py", "tests/server/test_server_examples.py", "tests/cli"),
}
"""The packages that are broken, with the tests that must notice."""
PLAIN = ("game", "books", "notation")
"""Packages whose tests run without the compiler: a kernel would have to be compiled for every mutant."""


FAILED = -1.0
"""Stands for the seconds of a test that does not pass without any breakage."""
EACH = 15
"""After so many tests the books are read again, which takes longer than most tests do."""
PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Options of every run; its modules are imported before it is forked."""


EVERYWHERE = ("test_laws", "test_play_round", "test_settlement_independent")
"""Random walks run nearly every line: which ones is not measured, that alone would take minutes."""


class Covered(NamedTuple):
    """Tests with their seconds, and for each line of each module a bit for each test that runs it."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, int]]
    everywhere: int

    def tests_of(self, path: str, first: int, last: int) -> int:
        """The tests that run any of these lines, as bits."""
        found = 0
        for line in range(first, last + 1):
            found |= self.lines.get(path, {}).get(line, 0)
        return found | self.everywhere


def digest(*paths: Path) -> str:
    """Names the state of these files."""
    found = hashlib.sha256()
    for path in paths:
        found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


def test_files(package: str) -> list[Path]:
    """The files of the tests that are tried on a package."""
    named = [ROOT / one for one in TESTS[package]]
    return sorted(path for one in named for path in ([one] if one.is_file() else one.glob("test_*.py")))


def what_tests_use() -> list[Path]:
    """The sources, the books, and what tests share or read."""
    shared = [
        path
        for path in sorted((ROOT / "tests").rglob("*"))
        if path.is_file()
        and not path.name.startswith("test_")
        and not {"__pycache__", "mutation", "page"} & set(path.parts)
    ]
    return [*sorted((ROOT / "src").rglob("*.py")), *sorted(BOOKS.rglob("*.toml")), *shared]


def covered(package: str, tree: Tree) -> Covered:
    """The map of a package in this state of the source: as kept for each file of tests, else measured now."""
    plain = package in PLAIN
    used = f"{'plain' if plain else 'whole'}-{digest(*what_tests_use())}"
    parts = {path: KEPT / f"covered-{used}-{digest(path)}.json" for path in test_files(package)}
    missing = {path: part for path, part in parts.items() if not part.exists()}
    if missing and not plain:
        tree.compile()
    for number, (path, part) in enumerate(missing.items(), start=1):
        print(f"measuring {path.relative_to(ROOT)}, {number} of {len(missing)}", flush=True)
        child = os.fork()
        if child == 0:
            _measure(tree, path, part, plain)
            os._exit(0)
        os.waitpid(child, 0)
    return _together(list(parts.values()))


def unmeasured(package: str, tree: Tree) -> Covered:
    """The tests of a package without a map: each may run any line, and each is taken to last a second."""
    command = [sys.executable, "-m", "pytest", *TESTS[package], *PYTEST, "--collect-only", "-v"]
    said = subprocess.run(command, cwd=tree.path, env=tree.environment(), capture_output=True, text=True)
    tests = [line for line in said.stdout.splitlines() if "::" in line]
    if not tests:
        sys.exit(f"no tests are collected for {package}:\n{said.stdout}{said.stderr}")
    return Covered(tests, [1.0] * len(tests), {}, 0)


def _together(parts: list[Path]) -> Covered:
    tests: list[str] = []
    seconds: list[float] = []
    lines: dict[str, dict[int, int]] = {}
    everywhere = 0
    for part in parts:
        measured = json.loads(part.read_text("utf-8"))
        if not measured["lines"]:
            everywhere |= ((1 << len(measured["tests"])) - 1) << len(tests)
        for name, by_line in measured["lines"].items():
            known = lines.setdefault(name, {})
            for line, bits in by_line.items():
                known[int(line)] = known.get(int(line), 0) | int(bits, 16) << len(tests)
        tests += measured["tests"]
        seconds += measured["seconds"]
    return Covered(tests, seconds, lines, everywhere)


def prepare(tree: Tree, plain: bool) -> None:
    """What every process that runs tests begins with."""
    os.chdir(tree.path)
    os.environ.update(tree.environment())
    sys.path.insert(0, str(tree.path / "src"))
    if plain:
        sys.modules["numba"] = None  # type: ignore[assignment]


def _measure(tree: Tree, path: Path, part: Path, plain: bool) -> None:
    """Run a file of tests under coverage and keep what its tests run."""
    prepare(tree, plain)
    os.environ["SPANISH21_FRESH"] = "1"  # a cached result would hide the lines that find it
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    rooms = [f"{tree.path}/src/spanish21/{room}/*" for room in TESTS if (room in PLAIN) == plain]
    cov = coverage.Coverage(data_file=None, include=rooms, config_file=False)
    cov.set_option("run:disable_warnings", ["no-data-collected"])
    measures = path.stem not in EVERYWHERE
    if measures:
        cov.start()
    recorder = Recorder(cov if measures else None)
    name = str(tree.path / path.relative_to(ROOT))
    pytest.main([name, *PYTEST, "--continue-on-collection-errors"], plugins=[recorder])
    if measures:
        cov.stop()
    written = part.with_suffix(".part")
    written.write_text(json.dumps(_found(recorder.seconds, cov.get_data(), tree)), "utf-8")
    written.rename(part)


def _found(seconds: dict[str, float], data: Any, tree: Tree) -> dict[str, Any]:
    """The tests that passed, with their seconds, and for each line a bit for each of them."""
    passed = {name: took for name, took in seconds.items() if took >= 0}
    index = {name: at for at, name in enumerate(passed)}
    lines: dict[str, dict[str, str]] = {}
    for name in data.measured_files():
        by_line = lines[str(Path(name).relative_to(tree.path))] = {}
        for line, contexts in data.contexts_by_lineno(name).items():
            bits = sum(1 << index[one] for one in set(contexts) if one in index)
            if bits:
                by_line[str(line)] = f"{bits:x}"
    return {"tests": list(passed), "seconds": list(passed.values()), "lines": lines}


class Recorder:
    """Tells coverage which test runs, and keeps the seconds of those that pass."""

    def __init__(self, cov: coverage.Coverage | None) -> None:
        self.cov = cov
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []
        self.count = 0

    def pytest_collection_finish(self) -> None:
        self.caches = [
            one
            for one in gc.get_objects()
            if isinstance(one, _lru_cache_wrapper) and str(one.__module__).startswith("spanish21")
        ]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        if self.count % EACH == 0:  # or only the first test would be seen to read a book
            for cache in self.caches:
                cache.cache_clear()
        self.count += 1
        self.switch(item.nodeid)
        before = time.monotonic()
        yield
        self.seconds.setdefault(item.nodeid, time.monotonic() - before)
        self.switch("")

    def switch(self, context: str) -> None:
        if self.cov is not None:
            self.cov.switch_context(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.seconds[report.nodeid] = FAILED
