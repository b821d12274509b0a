"""Kernels are compiled once, ahead, whatever is asked afterwards; processes that save them take turns."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

from numba.core import caching

import spanish21.compiled.register  # noqa: F401  (lets processes save in turn)
from spanish21.compiled.ahead import compile_ahead

KERNELS = 20

EVERY_READING = """
from spanish21.analysis.charts.best_charts import best_chart
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.analysis.report.pricing import MAIN_SETTINGS
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.compiled.ahead import tell_of_compiling
from spanish21.game.rules import settings_of, what_if

tell_of_compiling(print)
tried = []
for book in BOOKS:
    rules = rules_of(book)
    settings = settings_of(rules)
    for ruling in load_book(book).rulings:
        for reading in ruling.reads.values():
            changes = {name: reading.sets[name] for name in reading.sets if name in MAIN_SETTINGS}
            if any(settings[name] != value for name, value in changes.items()) and changes not in tried:
                tried.append(changes)
                analysis_of(what_if(rules, **changes))
assert len(tried) > 5
best_chart(rules)
best_chart(what_if(rules_of(BOOKS[0]), most_hands=2))
"""


def test_no_book_chart_or_reading_needs_a_kernel_that_is_not_compiled_ahead() -> None:
    compile_ahead(["analysis"])
    run = subprocess.run([sys.executable, "-c", EVERY_READING], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("", "")


def save(folder: Path, writer: int) -> None:
    """Save kernels of a function that other processes save at the same time."""
    file = caching.IndexDataCacheFile(str(folder), "function", 0)  # type: ignore[no-untyped-call]
    for number in range(KERNELS):
        file.save((writer, number), f"{writer} {number}")  # type: ignore[no-untyped-call]


def test_kernels_saved_at_the_same_time_are_all_found_again(tmp_path: Path) -> None:
    writers = range(4)
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=save, args=(tmp_path, writer)) for writer in writers]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    file = caching.IndexDataCacheFile(str(tmp_path), "function", 0)  # type: ignore[no-untyped-call]
    asked = [(writer, number) for writer in writers for number in range(KERNELS)]
    found = [file.load(key) for key in asked]  # type: ignore[no-untyped-call]
    assert found == [f"{writer} {number}" for writer, number in asked]
