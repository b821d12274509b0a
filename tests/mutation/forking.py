"""Runs tests against one mutant in a process of its own, forked before the game is imported."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from covering import PYTEST, ROOT, prepare
from mutants import Mutant

PASSED, FAILED, HUNG = 0, 1, 3
MOST_MEMORY = 6 * 2**30


class Broken(importlib.machinery.SourceFileLoader):
    """Loads a module from the source of a mutant."""

    source = b""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.source, self.path, "exec", dont_inherit=True)
        return code


class Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is broken, and leaves the others to Python."""

    def __init__(self, mutant: Mutant) -> None:
        self.path = ROOT / mutant.path
        parts = Path(mutant.path).relative_to("src").with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.source = mutant.broken(self.path.read_bytes())

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = Broken(fullname, str(self.path))
        loader.source = self.source
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)


def break_source(mutant: Mutant) -> None:
    """From now on this process imports, or reads, the mutant."""
    if mutant.path.endswith(".py"):
        sys.meta_path.insert(0, Finder(mutant))
        return
    whole = ROOT / mutant.path
    broken = mutant.broken(whole.read_bytes()).decode()
    read = Path.read_text

    def read_text(self: Path, *args: Any, **options: Any) -> str:
        is_it = (self.parent, self.name) == (whole.parent, whole.name)
        return broken if is_it else read(self, *args, **options)

    Path.read_text = read_text  # type: ignore[method-assign, assignment]


class Chosen:
    """Runs the chosen tests in their order, stops at the first failure, and tells which it was."""

    def __init__(self, tests: dict[str, float], told: int) -> None:
        self.tests = tests
        self.told = told

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {name: at for at, name in enumerate(self.tests)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda one: order[one.nodeid])
        if len(items) != len(order):  # a value on which tests are parametrized has changed
            missing = next(name for name in order if name not in {item.nodeid for item in items})
            self.tell(f"{missing} is not collected")
            os._exit(FAILED)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        def hangs(*_: object) -> None:
            self.tell(f"{item.nodeid} hangs")
            os._exit(HUNG)

        signal.signal(signal.SIGPROF, hangs)
        signal.setitimer(signal.ITIMER_PROF, 5 + 20 * self.tests[item.nodeid])
        yield
        signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(report.nodeid)
            os._exit(FAILED)

    def tell(self, what: str) -> None:
        os.write(self.told, what.encode())


def outcome(mutant: Mutant, tests: dict[str, float]) -> tuple[int, str]:
    """Whether the tests pass, fail or hang on the mutant, and which test it was."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        _run(mutant, tests, writes)
    os.close(writes)
    status = _waited(child, 120 + 60 * sum(tests.values()))
    with os.fdopen(reads, "rb") as told:
        which = told.read().decode()
    if os.WIFSIGNALED(status):
        return HUNG, which or f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.WEXITSTATUS(status)
    return (code if code in (PASSED, HUNG) else FAILED), which or "the tests cannot be collected"


def _waited(child: int, longest: float) -> int:
    until = time.monotonic() + longest
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)


def _run(mutant: Mutant, tests: dict[str, float], told: int) -> None:
    code = FAILED
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        limit = int(60 + 20 * sum(tests.values()))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        prepare()
        break_source(mutant)
        files = list(dict.fromkeys(name.partition("::")[0] for name in tests))
        code = int(pytest.main([*files, *PYTEST, "-x", "--tb=no"], plugins=[Chosen(tests, told)]))
    finally:
        os._exit(code)
