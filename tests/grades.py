"""Breaks every clause and writes down which of them its own tests notice: `make grades`.

Each break (see `tests/breaking/`) is made in a process of its own that has everything loaded; the tests that
carry the clause's mark run there until one fails. The grades go into `src/spanish21/rulebooks/grades.json`:

- `behaviour`: every way in which the clause was broken made the table, or the check of a submission, do
  something else, and its tests noticed each;
- `shown`: its breaks only left something untold (a checklist, the layout, a record), and its tests noticed
  each;
- `claimed`: something was not noticed, or nobody has said how to break it; `because` says what.
"""

import argparse
import json
import os
import pickle
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parent))

from breaking import hooks, ordinary
from breaking.breaks import PLAYS, TELLS, Break
from breaking.of_clauses import breaks_of
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.cli.commands.clauses_command import tests_by_clause

ROOT = Path(__file__).parent.parent
GRADES = ROOT / "src" / "spanish21" / "rulebooks" / "grades.json"
CLAIMED = "claimed"
FAULTS = ("AttributeError", "TypeError", "NameError", "KeyError", "ImportError")
"""Raised in a break's own lines, these say that the break no longer fits the program."""
Grade = dict[str, Any]


class Grader:
    """A pytest plugin that, instead of running all tests, measures the clauses asked for."""

    def __init__(self, wanted: list[str], workers: int, known: dict[str, Grade], log: str = "") -> None:
        self.wanted, self.workers, self.known, self.log = wanted, workers, known, log
        self.grades: dict[str, Grade] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        hooks.install()
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for mark in item.iter_markers("clause"):
                for name in mark.args:
                    items.setdefault(name, []).append(item)
        needed = {item.nodeid: item for name in self.wanted for item in items.get(name, [])}
        failing = _in_child(lambda: [name for name, item in needed.items() if _first_failure([item])])
        for name in failing:
            print(f"{name} fails without any break and is left out", flush=True)
        items = {name: [one for one in own if one.nodeid not in failing] for name, own in items.items()}
        shares = [self.wanted[start :: self.workers] for start in range(self.workers)]
        pipes = [_started(lambda share=share: self._measured(share, items)) for share in shares]
        for pipe in pipes:
            self.grades.update(_answer(pipe))
        return True

    def _measured(self, names: list[str], items: dict[str, list[pytest.Item]]) -> dict[str, Grade]:
        return {name: self._grade(name, items.get(name, [])) for name in names}

    def _grade(self, name: str, items: list[pytest.Item]) -> Grade:
        book, _, clause = name.partition(" ")
        breaks, without = breaks_of(book, clause)
        before = set(self.known.get(name, {}).get("noticed", {}).values())
        ordered = sorted(items, key=lambda item: item.nodeid not in before)
        noticed: dict[str, str] = {}
        for one in breaks:
            died = _in_child(lambda one=one: _broken(one, book, ordered))
            if died:
                noticed[one.name], how = died
                self._tell(f"{name}: {one.name}: {how}")
        return graded(breaks, noticed, without)

    def _tell(self, line: str) -> None:
        """Keep how a break was noticed, for whoever wants to know which break only makes the table crash."""
        if self.log:
            with Path(self.log).open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def graded(breaks: list[Break], noticed: dict[str, str], without: list[str]) -> Grade:
    """The grade of a clause whose breaks were noticed or not, and of which some parts nothing breaks."""
    grade: Grade = {"proof": CLAIMED, "noticed": noticed}
    because = [f"not noticed: {one.name}" for one in breaks if one.name not in noticed]
    because += [f"nothing breaks: {part}" for part in without]
    if because:
        grade["because"] = because
    elif any(one.does == PLAYS for one in breaks):
        grade["proof"] = PLAYS
    elif breaks:
        grade["proof"] = TELLS
    return grade


def _broken(one: Break, book: str, items: list[pytest.Item]) -> tuple[str, str] | None:
    """The test that notices a break; nothing, too, where no table of the book can play any more."""
    try:
        one.apply()
    except (AttributeError, ImportError, LookupError) as error:
        print(f"{one.name}: cannot be done any more: {error}", flush=True)
        return None
    if not ordinary.is_possible(book):
        print(f"{one.name}: no round of {book} is possible under it", flush=True)
        return None
    died = _first_failure(items)
    if died and died[1].startswith(FAULTS) and "/breaking/" in died[2]:
        print(f"{one.name}: the break itself is at fault: {died[1]}", flush=True)
        return None
    return died[:2] if died else None


def _first_failure(items: list[pytest.Item]) -> tuple[str, str, str] | None:
    """The id of the first test that fails, how, and in which file; or nothing."""
    for item in items:
        hooks.restart()
        for report in runtestprotocol(item, log=False, nextitem=None):
            if report.failed:
                crash = getattr(report.longrepr, "reprcrash", None)
                how = str(crash.message if crash else report.longrepr).split("\n")[0][:120]
                return item.nodeid, how, crash.path if crash else ""
    return None


# -- processes -------------------------------------------------------------------------------------


def _started(work: Any) -> int:
    """Run `work` in a copy of this process; the pipe on which its answer will come."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        return reading
    os.close(reading)
    try:
        answer = pickle.dumps(work())
    except BaseException as error:
        answer = pickle.dumps(SystemExit(f"{type(error).__name__}: {error}"))
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(answer)
    os._exit(0)


def _answer(pipe: int) -> Any:
    with os.fdopen(pipe, "rb") as reading:
        answer = pickle.loads(reading.read())
    os.wait()
    if isinstance(answer, SystemExit):
        raise answer
    return answer


def _in_child(work: Any) -> Any:
    return _answer(_started(work))


# -- the command -----------------------------------------------------------------------------------


def all_clauses() -> Iterator[str]:
    for book in BOOKS:
        for clause in load_book(book).clauses:
            yield f"{book} {clause.id}"


def measure(
    wanted: list[str], workers: int = 2, known: dict[str, Grade] | None = None, log: str = ""
) -> dict[str, Grade]:
    """The grades of these clauses, measured now."""
    grader = Grader(wanted, workers, known or {}, log)
    options = ["-qq", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"]
    code = pytest.main([*options, str(ROOT / "tests" / "clauses")], plugins=[grader])
    if set(grader.grades) != set(wanted):
        raise SystemExit(f"the measurement did not end (pytest said {code!r})")
    return grader.grades


def read_grades() -> dict[str, Grade]:
    if not GRADES.is_file():
        return {}
    found: dict[str, Grade] = json.loads(GRADES.read_text("utf-8"))
    return found


def write_grades(grades: dict[str, Grade]) -> None:
    ordered = {name: grades[name] for name in all_clauses() if name in grades}
    GRADES.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", "utf-8")


def is_open(name: str, grade: Grade) -> bool:
    """Whether a clause is claimed, or its grade is of other breaks or tests than there are now."""
    book, _, clause = name.partition(" ")
    breaks, _without = breaks_of(book, clause)
    noticed = grade.get("noticed", {})
    marked = set(tests_by_clause().get(name, ()))
    is_current = set(noticed) == {one.name for one in breaks} and set(noticed.values()) <= marked
    return not is_current or grade["proof"] == CLAIMED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--book", help="only this book")
    parser.add_argument("--clause", help="only clauses whose id begins so")
    parser.add_argument("--again", action="store_true", help="only what is claimed or out of date")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sample", type=int, default=0, help="only so many of them, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a grade has changed")
    parser.add_argument("--log", default="", help="write to this file how each break was noticed")
    options = parser.parse_args()
    os.chdir(ROOT)
    known = read_grades()
    wanted = [
        name
        for name in all_clauses()
        if (not options.book or name.split(" ")[0] == options.book)
        and (not options.clause or name.partition(" ")[2].startswith(options.clause))
        and (not options.again or is_open(name, known.get(name, {})))
    ]
    if options.sample:
        wanted = random.Random(options.seed).sample(wanted, min(options.sample, len(wanted)))
    started = time.monotonic()
    measured = measure(wanted, options.workers, known, options.log)
    for name, grade in measured.items():
        for line in grade.get("because", ()):
            print(f"{name}: {line}")
    breaks = sum(len(grade["noticed"]) + len(grade.get("because", ())) for grade in measured.values())
    counts = Counter(grade["proof"] for grade in measured.values())
    print(f"{len(measured)} clauses, {breaks} breaks, {time.monotonic() - started:.0f} s: {dict(counts)}")
    if not options.check:
        write_grades({**known, **measured})
        return
    changed = [name for name, grade in measured.items() if grade["proof"] != known.get(name, {}).get("proof")]
    if changed:
        raise SystemExit(f"run `make grades`; graded otherwise now: {', '.join(changed)}")


if __name__ == "__main__":
    main()
