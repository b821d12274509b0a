"""Baselines: what is in the table of the documents is what the code measures, and learners learn."""

import re
from pathlib import Path
from typing import Any

import numpy
import pytest

from spanish21 import BadInput, rules_of
from spanish21.environments.learning import baselines, transfer
from spanish21.environments.learning.baselines import measured, random_policy
from spanish21.environments.learning.network import FEATURES, Network, features_of, learned_network
from spanish21.environments.learning.q_learning import q_learning
from spanish21.environments.measuring.evaluation import evaluate
from spanish21.environments.observation import FIELDS

PAGE = (Path(__file__).parents[2] / "docs/environments.md").read_text("utf-8")
EXACT = ("never bust", "dealer's play", "published chart", "best chart")
"""The columns that are cheap and exact."""


def table_on_page() -> dict[str, dict[str, str]]:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    begin = next(place for place, line in enumerate(lines) if line.startswith("| book | random"))
    heads, *rows = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[begin:])
    return {row[0]: dict(zip(heads, row, strict=True)) for row in rows[: len(transfer.compiled_books())]}


def test_the_page_has_every_compiled_book_and_every_baseline() -> None:
    page = table_on_page()
    assert list(page) == transfer.compiled_books()
    assert set(page["uk-casino"]) == {"book", *baselines.baselines(1, 1), "best play"}


@pytest.mark.parametrize("book", ["players-edge", "pontoon"])
def test_the_exact_columns_of_the_page_are_measured_again(book: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(baselines, "RANDOM_ROUNDS", 500)  # an exact edge needs none
    rules, page = rules_of(book), table_on_page()[book]
    policies = baselines.baselines(1, 1)
    found = [measured(name, policies[name](rules), rules) for name in EXACT]
    assert [baselines.edge_text(one) for one in found] == [page[name] for name in EXACT]
    assert f"{-100 * found[-1].optimal:.4f} %" == page["best play"]


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr(baselines, "RANDOM_ROUNDS", 500)
    baselines.main(["2000", "500", "uk-casino"])
    heads, _, row = capsys.readouterr().out.splitlines()
    assert heads.startswith("| book | random | never bust |")
    assert re.match(r"\| uk-casino \| \d+\.\d\d % ± \d\.\d\d \| 12\.32 % \| 3\.90 % \|", row)


def test_chance_takes_every_legal_action_alike() -> None:
    masks = numpy.tile(numpy.array([1, 1, 0, 0, 1, 0, 0, 0, 0], dtype=numpy.int8), (30_000, 1))
    counts = numpy.bincount(random_policy()(None, masks), minlength=9)
    assert counts[[2, 3, 5, 6, 7, 8]].sum() == 0
    assert ((counts[[0, 1, 4]] - 10_000) ** 2 / 10_000).sum() < 18


def test_q_learning_and_the_network_learn_from_rounds() -> None:
    rules = rules_of("maryland")
    few, many = (evaluate(q_learning(rules, rounds), rules, rounds=1_000) for rounds in (5_000, 150_000))
    assert many.is_exact
    assert few.gap == pytest.approx(0.1847, abs=1e-4)
    assert many.gap == pytest.approx(0.0347, abs=1e-4)
    small = evaluate(learned_network(rules, 80_000), rules, rounds=1_000)
    fresh = evaluate(Network(numpy.random.default_rng(21)), rules, rounds=1_000)
    assert fresh.gap == pytest.approx(0.2217, abs=1e-3)
    assert small.gap < fresh.gap / 2  # not to a digit: float32, whose sums depend on the processor


def test_the_network_moves_down_its_slope() -> None:
    """The gradient against differences, and one step lowers the loss."""
    chance = numpy.random.default_rng(3)
    network = Network(chance)
    rows = numpy.zeros((6, len(FIELDS)), dtype=numpy.int16)
    rows[:, 0], rows[:, 1], rows[:, 3], rows[:, 5] = 2, range(10, 16), 2, range(1, 7)
    assert features_of(rows).shape == (6, FEATURES)
    actions, brought = numpy.array([0, 1, 0, 1, 0, 1]), numpy.array([1.0, -1.0, 0.5, 0.0, -2.0, 1.5])

    def loss() -> float:
        values = network.layers(features_of(rows))[-1]
        return float(((values[numpy.arange(6), actions] - brought) ** 2).mean())

    before = loss()
    for _ in range(300):
        network.fit(rows, actions, brought, 3e-3)
    assert loss() < before / 100


def test_what_is_learned_from_other_books_is_measured_under_the_one_that_is_held_out() -> None:
    books = [rules_of(book) for book in ("massachusetts", "players-edge", "uk-casino")]
    found = transfer.transfers(books, 60_000, 1_000)
    assert [one.held_out.book for one in found] == [one.own.book for one in found]
    assert [one.own.book for one in found] == ["massachusetts", "players-edge", "uk-casino"]
    held_out, own = ([round(one.gap, 3) for one in side] for side in zip(*found, strict=True))
    assert held_out == pytest.approx([0.161, 0.141, 0.161], abs=1e-3)
    assert own == pytest.approx([0.142, 0.229, 0.131], abs=1e-3)
    assert found[0].line.startswith("| massachusetts | ")
    with pytest.raises(BadInput, match="two books at least"):
        transfer.transfers(books[:1], 100)
