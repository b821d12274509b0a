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

import pytest

ROOT = Path(__file__).parent.parent.parent
GAME = ROOT / "src" / "spanish21" / "game"
BOOKS = ROOT / "src" / "spanish21" / "rulebooks"
KEPT = ROOT / ".mutation"
TESTS = ("tests/clauses", "tests/game", "tests/cli", "tests/test_layers.py")
"""The tests that run the game itself; a compiled kernel would keep the source it was compiled from."""


EACH = 15
"""After so many tests the books are read anew, which takes longer than most tests do."""
PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Options of every run; its modules are imported before it is forked."""


class Covered(NamedTuple):
    """Tests with their seconds, and for each line of each module a bit for each test that runs it."""

    tests: list[str]
    seconds: list[float]
    lines: dict[str, dict[int, int]]

    def tests_of(self, path: str, first: int, last: int) -> int:
        """The tests that run any of these lines, as bits."""
        found = 0
        for line in range(first, last + 1):
            found |= self.lines.get(path, {}).get(line, 0)
        return found


def digest() -> str:
    """Names the state of everything that a mutant's fate depends on."""
    found = hashlib.sha256()
    for folder, pattern in ((ROOT / "src", "*.py"), (BOOKS, "*.toml"), (ROOT / "tests", "**/*")):
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts and "mutation" not in path.parts:
                found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


def covered(workers: int) -> Covered:
    """The map of this state of the source, from the file that keeps it or measured now."""
    KEPT.mkdir(exist_ok=True)
    path = KEPT / f"covered-{digest()}.json"
    if not path.exists():
        for old in KEPT.glob("covered-*.json"):
            old.unlink()
        path.write_text(json.dumps(_measured(workers)), "utf-8")
    kept = json.loads(path.read_text("utf-8"))
    lines = {
        name: {int(line): int(bits, 16) for line, bits in by_line.items()}
        for name, by_line in kept["lines"].items()
    }
    return Covered(kept["tests"], kept["seconds"], lines)


def prepare() -> None:
    """What every process that runs tests begins with."""
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # the same examples each time
    sys.path.insert(0, str(ROOT / "src"))
    sys.modules["numba"] = None  # type: ignore[assignment]


def _measured(workers: int) -> dict[str, Any]:
    """Every test run once under coverage, in so many processes."""
    files = sorted(
        str(path.relative_to(ROOT))
        for one in TESTS
        for path in ((ROOT / one).glob("test_*.py") if (ROOT / one).is_dir() else (ROOT / one,))
    )
    print(f"measuring which of the tests in {len(files)} files runs which line", flush=True)
    parts = []
    for worker in range(workers):
        part = KEPT / f"part-{os.getpid()}-{worker}.json"
        child = os.fork()
        if child == 0:
            _measure(files[worker::workers], part)
            os._exit(0)
        parts.append((child, part))
    tests: list[str] = []
    seconds: list[float] = []
    lines: dict[str, dict[str, int]] = {}
    for child, part in parts:
        os.waitpid(child, 0)
        measured = json.loads(part.read_text("utf-8"))
        part.unlink()
        for name, by_line in measured["lines"].items():
            for line, bits in by_line.items():
                known = lines.setdefault(name, {})
                known[line] = known.get(line, 0) | int(bits, 16) << len(tests)
        tests += measured["tests"]
        seconds += measured["seconds"]
    written = {name: {line: f"{bits:x}" for line, bits in by.items()} for name, by in lines.items()}
    return {"tests": tests, "seconds": seconds, "lines": written}


def _measure(files: list[str], part: Path) -> None:
    import coverage

    prepare()
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    cov = coverage.Coverage(data_file=None, include=[f"{GAME}/*"], config_file=False)
    cov.start()
    recorder = Recorder(cov)
    pytest.main([*files, *PYTEST, "--continue-on-collection-errors"], plugins=[recorder])
    cov.stop()
    index = {name: at for at, name in enumerate(recorder.seconds)}
    lines: dict[str, dict[str, str]] = {}
    data = cov.get_data()
    for name in data.measured_files():
        by_line = lines[str(Path(name).relative_to(ROOT))] = {}
        for line, contexts in data.contexts_by_lineno(name).items():
            bits = sum(1 << index[one] for one in set(contexts) if one in index)
            by_line[str(line)] = f"{bits:x}"
    found = {"tests": list(index), "seconds": list(recorder.seconds.values()), "lines": lines}
    part.write_text(json.dumps(found), "utf-8")


class Recorder:
    """Tells coverage which test runs, and keeps the seconds of those that pass."""

    def __init__(self, cov: Any) -> None:
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
        self.cov.switch_context(item.nodeid)
        before = time.process_time()
        yield
        self.seconds.setdefault(item.nodeid, time.process_time() - before)
        if self.seconds[item.nodeid] < 0:
            del self.seconds[item.nodeid]
        self.cov.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.seconds[report.nodeid] = -1.0
