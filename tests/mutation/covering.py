"""Which test runs which line of the game, and how long it takes: measured once for a state of the source."""

import gc
import hashlib
import json
import os
import sys
import time
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest

ROOT = Path(__file__).parent.parent.parent
ROOMS = tuple(ROOT / "src" / "spanish21" / room for room in ("game", "books", "notation"))
BOOKS = ROOT / "src" / "spanish21" / "rulebooks"
KEPT = ROOT / ".mutation"
TESTS = (
    "tests/clauses",
    "tests/game",
    "tests/cli",
    "tests/own_books",
    "tests/own_wagers",
    "tests/test_door.py",
)
"""The tests that run the game itself; a compiled kernel would keep the source it was compiled from."""


FAILED = -1.0
"""Stands for the seconds of a test that does not pass without any breakage."""
EACH = 15
"""After so many tests the books are read anew, which takes longer than most tests do."""
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


def test_files() -> list[Path]:
    """The files of the tests that are tried."""
    named = [ROOT / one for one in TESTS]
    return sorted(path for one in named for path in ([one] if one.is_file() else one.glob("test_*.py")))


def what_tests_use() -> list[Path]:
    """The sources, the books, and what tests share or read."""
    shared = [
        path
        for path in sorted((ROOT / "tests").rglob("*"))
        if path.is_file()
        and not path.name.startswith("test_")
        and not {"__pycache__", "mutation", "analysis", "simulation"} & set(path.parts)
    ]
    return [*sorted((ROOT / "src").rglob("*.py")), *sorted(BOOKS.rglob("*.toml")), *shared]


def state() -> str:
    """Names the state of everything that a mutant's fate depends on."""
    return digest(*what_tests_use(), *test_files())


def covered(workers: int) -> Covered:
    """The map of this state of the source: as kept for each file of tests, else measured now."""
    KEPT.mkdir(exist_ok=True)
    used = digest(*what_tests_use())
    parts = {path: KEPT / f"covered-{used}-{digest(path)}.json" for path in test_files()}
    missing = [path for path, part in parts.items() if not part.exists()]
    if missing:
        print(f"measuring which of the tests in {len(missing)} files runs which line", flush=True)
    children = []
    for worker in range(workers if missing else 0):
        child = os.fork()
        if child == 0:
            _measure({path: parts[path] for path in missing[worker::workers]})
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    for old in set(KEPT.glob("covered-*.json")) - set(parts.values()):
        old.unlink()
    return _together(list(parts.values()))


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


def prepare() -> None:
    """What every process that runs tests begins with."""
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # the same examples each time
    sys.path.insert(0, str(ROOT / "src"))
    sys.modules["numba"] = None  # type: ignore[assignment]


def _measure(parts: dict[Path, Path]) -> None:
    """Run each file of tests under coverage and keep what its tests run."""
    prepare()
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for path, part in parts.items():
        cov = coverage.Coverage(data_file=None, include=[f"{room}/*" for room in ROOMS], config_file=False)
        cov.set_option("run:disable_warnings", ["no-data-collected"])
        measures = path.stem not in EVERYWHERE
        if measures:
            cov.start()
        recorder = Recorder(cov if measures else None)
        pytest.main([str(path), *PYTEST, "--continue-on-collection-errors"], plugins=[recorder])
        if measures:
            cov.stop()
        written = part.with_suffix(".part")
        written.write_text(json.dumps(_found(recorder.seconds, cov.get_data())), "utf-8")
        written.rename(part)


def _found(seconds: dict[str, float], data: Any) -> dict[str, Any]:
    """The tests that passed, with their seconds, and for each line a bit for each of them."""
    passed = {name: took for name, took in seconds.items() if took >= 0}
    index = {name: at for at, name in enumerate(passed)}
    lines: dict[str, dict[str, str]] = {}
    for name in data.measured_files():
        by_line = lines[str(Path(name).relative_to(ROOT))] = {}
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
        before = time.process_time()
        yield
        self.seconds.setdefault(item.nodeid, time.process_time() - before)
        self.switch("")

    def switch(self, context: str) -> None:
        if self.cov is not None:
            self.cov.switch_context(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.seconds[report.nodeid] = FAILED
