"""The figures about the code base that must not get worse: docs/figures.md has them all."""

import re
from pathlib import Path

from benchmarks.metrics import decisions, javascript, sentences
from benchmarks.metrics.checkout import Checkout

TREE = Checkout(Path(__file__).resolve().parents[1])


def test_an_event_has_one_sentence_in_each_language() -> None:
    events, most, where = sentences.figures(TREE)
    assert events.endswith("languages: English, Spanish")
    assert most == "sentences per event and language: 1 at most, 1.00 on average"
    assert where.endswith("2 (sentences/english.py, sentences/spanish.py)")


def test_no_line_of_the_page_is_unchecked() -> None:
    (line,) = javascript.figures(TREE)
    assert line.endswith("unchecked: 0 files, 0 lines")


def test_the_places_that_name_a_decision_are_counted_in_python_and_in_the_page() -> None:
    named = [line for line in decisions.figures(TREE) if "scripts" in line]
    assert [line.split(":")[0] for line in named] == [
        "modules that name Rescue",
        "modules that name DeclineInsurance",
    ]
    counts = [int(count) for line in named for count in re.findall(r"\d+", line)]
    assert len(counts) == 4
    assert all(counts)
