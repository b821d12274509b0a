"""Runs tests against one mutant in a process of its own, forked before the package is imported."""

import contextlib
import faulthandler
import os
import resource
import signal
import tempfile
from typing import Any

import pytest
from covering import PLAIN, PYTEST, prepare
from mutants import Mutant
from tree import Tree

PASSED, FAILED = 0, 1
MOST_MEMORY = 12 * 2**30
TO_COMPILE = 300.0
"""A test that may have to compile kernels is given this many seconds more."""
LONGEST_NAME = 1_000


class Chosen:
    """Runs the chosen tests in their order and says which one is running."""

    def __init__(self, tests: dict[str, float], says: int, to_compile: float) -> None:
        self.tests = tests
        self.says = says
        self.to_compile = to_compile
        self.nowhere = os.open(os.devnull, os.O_WRONLY)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {name: at for at, name in enumerate(self.tests)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda one: order[one.nodeid])
        if len(items) != len(order):  # a value on which tests are parametrized has changed
            missing = next(name for name in order if name not in {item.nodeid for item in items})
            self.say(f"{missing} is not collected")
            os._exit(FAILED)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.say(item.nodeid)
        self.watch(60 + 20 * self.tests[item.nodeid])
        yield
        self.watch(60)

    def watch(self, seconds: float) -> None:
        """End the process if nothing else happens in this time; a compiled loop is ended, too."""
        faulthandler.dump_traceback_later(seconds + self.to_compile, exit=True, file=self.nowhere)

    def say(self, what: str) -> None:
        os.pwrite(self.says, what.encode().ljust(LONGEST_NAME)[:LONGEST_NAME], 0)


def outcome(tree: Tree, mutant: Mutant, tests: dict[str, float]) -> tuple[int, str]:
    """Whether the tests pass or fail on the mutant that is in the tree, and which test was the last."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            _run(tree, mutant, tests, said.fileno())
        _, status = os.waitpid(child, 0)
        last = os.pread(said.fileno(), LONGEST_NAME, 0).decode().strip() or "the tests cannot be collected"
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whatever the tests have started and left
    ended = os.waitstatus_to_exitcode(status)
    return (PASSED if ended == PASSED else FAILED), last


def _run(tree: Tree, mutant: Mutant, tests: dict[str, float], says: int) -> None:
    code = FAILED
    try:
        os.setsid()
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        package = mutant.path.split("/")[2]
        if package in PLAIN:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        prepare(tree, package in PLAIN or mutant.kind == "rule")
        files = list(dict.fromkeys(name.partition("::")[0] for name in tests))
        compiles = package in ("analysis", "simulation", "strategy")
        chosen = Chosen(tests, says, TO_COMPILE if compiles else 0.0)
        chosen.watch(300)
        code = int(pytest.main([*files, *PYTEST, "-x", "--tb=no"], plugins=[chosen]))
    finally:
        os._exit(code)
