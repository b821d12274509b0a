"""The public table of exact edges: all of its rules, and a sample of its figures, computed again."""

import importlib.util
import random
from itertools import product
from pathlib import Path
from types import ModuleType

from spanish21.analysis import edge
from spanish21.analysis.report.run_evidence import rules_digest
from spanish21.books.rulebook import BOOKS
from spanish21.display.certain_digits import certain

DOCS = Path(__file__).parents[2] / "docs"
SAMPLE = 6


def table() -> ModuleType:
    spec = importlib.util.spec_from_file_location("edges", DOCS / "edges.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EDGES = table()
ROWS = EDGES.read()


def test_the_table_has_every_book_under_every_combination_of_its_rules() -> None:
    values = [
        [{True: "yes", False: "no"}.get(one, str(one)) if isinstance(one, bool) else str(one) for one in some]
        for some in EDGES.VARY.values()
    ]
    rows = [(row["book"], *(row[name] for name in EDGES.VARY)) for row in ROWS]
    assert set(rows) == set(product(BOOKS, *values))
    assert len(rows) == len(set(rows))


def test_the_digest_of_every_row_is_that_of_its_rules() -> None:
    for row in ROWS:
        assert row["rules_sha256"] == rules_digest(EDGES.table_of(row))


def test_a_sample_of_the_edges_is_computed_again() -> None:
    for row in random.Random(21).sample(ROWS, SAMPLE):
        found = certain(-edge(EDGES.table_of(row)).expected_value)
        assert abs(found - float(row["house_edge"])) < 1e-12, row


def test_the_page_shows_the_rows_of_the_file() -> None:
    page = (DOCS / "edges.md").read_text("utf-8")
    commit = page.partition("commit `")[2].partition("`")[0]
    assert page == EDGES.page(ROWS, commit)
