"""A run gives the same totals however it is shared out, interrupted or written down."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy
import pytest

from simulation.charts import busy_chart
from simulation.compare import every_side_wager
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.simulation import simulate
from spanish21.simulation.kernel.tally import Tally, new_task, tally_of
from spanish21.simulation.plan.count_names import WAGERS
from spanish21.simulation.plan.kernel_records import CLUSTER
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.results.result import Result
from spanish21.simulation.results.run_progress import Progress
from spanish21.simulation.results.totals import Totals
from spanish21.simulation.run.rounds_out import DICTIONARY
from spanish21.simulation.run.tasks import fast_of, tally_of_part

ROUNDS = 700_000
"""More than two tasks of a shoe game, and a part of a third."""


def run(rounds: int | None = ROUNDS, **options: Any) -> Result:
    return simulate(rules_of("maryland"), busy_chart(), rounds, seed=8, **options)


@pytest.fixture(scope="module")
def alone() -> Result:
    return run()


def test_exactly_the_rounds_that_were_asked_for_are_played(alone: Result) -> None:
    assert alone.rounds == ROUNDS
    assert run(1).rounds == 1
    assert run(100_001, boxes=3).rounds == 100_001


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_the_totals(alone: Result, threads: int) -> None:
    assert run(threads=threads).totals == alone.totals


@pytest.mark.parametrize(
    "options",
    [{}, {"boxes": 3}, {"penetration": 0.0}, {"sides": {"match": 500}}, {"boxes": 7, "sides": "every"}],
)
def test_the_first_rounds_of_a_task_are_the_same_however_they_are_played(options: dict[str, Any]) -> None:
    rules = rules_of("maryland")
    if options.get("sides") == "every":
        options = {**options, "sides": every_side_wager(rules)}
    ready = prepared(Plan(rules, busy_chart(), seed=8, **options))
    for rounds in (1, 30_000, 200_001 if ready.boxes == 1 else 40_001):
        fast, slow = tally_of_part(ready, fast_of(ready), 1, rounds), tally_of_part(ready, None, 1, rounds)
        assert fast.rounds[0] == rounds
        for name in Tally._fields:
            assert numpy.array_equal(getattr(fast, name), getattr(slow, name)), name


@pytest.mark.parametrize("money", [1, 10**6, 10**9])
def test_products_of_clusters_are_exact_however_large(money: int) -> None:
    """In 64 bits where they fit, and beyond."""
    random = numpy.random.default_rng(21)
    rows = [(*(int(one) * money for one in random.integers(-(10**6), 10**6, 3)), 1) for _ in range(64)]
    rows[7] = (0, 0, 0, 0)
    tally = tally_of(new_task(64), 1)._replace(clusters=numpy.array(rows, dtype=CLUSTER))
    totals = Totals(1)
    totals.add(tally)
    totals.add(tally)
    base, everything, initial, _ = zip(*rows, strict=True)
    pairs = [
        (base, base),
        (base, initial),
        (initial, initial),
        (everything, everything),
        (everything, initial),
    ]
    assert totals.clusters == [
        2 * 63,
        *(2 * sum(one * other for one, other in zip(*pair, strict=True)) for pair in pairs),
    ]


def test_other_seeds_change_the_totals(alone: Result) -> None:
    assert simulate(rules_of("maryland"), busy_chart(), ROUNDS, seed=9).totals != alone.totals


@pytest.mark.parametrize("threads", [1, 2])
def test_until_error_stops_at_the_same_round_for_any_number_of_threads(threads: int) -> None:
    result = run(None, until_error=0.0015, threads=threads)
    assert result.standard_error <= 0.0015
    assert result.rounds == run(None, until_error=0.0015).rounds


def test_an_interrupted_run_goes_on_from_its_checkpoint(alone: Result, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"

    def interrupt(result: Result) -> None:
        if result.rounds > 300_000:
            raise KeyboardInterrupt

    stopped = run(checkpoint=path, show=interrupt)
    assert not stopped.is_complete
    assert 300_000 < stopped.rounds < ROUNDS
    resumed = run(checkpoint=path, resume=True, threads=2)
    assert resumed.is_complete
    assert resumed.totals == alone.totals


def test_a_finished_run_can_be_made_longer(alone: Result, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    run(400_000, checkpoint=path)
    assert run(checkpoint=path, resume=True).totals == alone.totals


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    run(400_000, checkpoint=path)
    with pytest.raises(BadInput, match="other rules, strategy, wagers or seed"):
        simulate(rules_of("maryland"), busy_chart(), ROUNDS, seed=9, checkpoint=path, resume=True)
    path.write_text(path.read_text().replace('"format":2', '"format":1'))
    with pytest.raises(BadInput, match="its format is 1; this version reads 2"):
        run(checkpoint=path, resume=True)
    path.write_text("{}")
    with pytest.raises(BadInput, match="not a checkpoint"):
        run(checkpoint=path, resume=True)


def test_recorded_rounds_are_the_rounds_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    recorded = run(20_000, rounds_out=path, boxes=2, sides={"match": 100})
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert recorded.totals == run(20_000, boxes=2, sides={"match": 100}).totals
    assert len(rows) == 40_000
    assert set(rows[0]) == set(DICTIONARY)
    won = sum(row["main"] + row["super_bonus"] for row in rows)
    assert won / sum(row["wager"] for row in rows) == recorded.expected_value
    assert {name for row in rows[:5000] for name in WAGERS if row[name]} <= {"main", "match"}
    assert len({(row["shoe"], row["first_card"]) for row in rows}) == 20_000


def test_parquet_holds_the_same_rounds_and_their_dictionary(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(3000, rounds_out=tmp_path / "rounds.parquet")
    run(3000, rounds_out=tmp_path / "rounds.jsonl")
    table = parquet.read_table(tmp_path / "rounds.parquet")
    rows = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text().splitlines()]
    assert table.to_pylist() == rows
    assert table.schema.field("up").metadata[b"description"] == DICTIONARY["up"].encode()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds is 0; it must be at least 1"),
        ({"rounds": 5, "until_error": 0.1}, "not both"),
        ({"rounds": None, "until_error": 0.0}, "until-error is 0.0"),
        ({"boxes": 8}, "boxes is 8"),
        ({"penetration": 1.0}, "penetration is 1.0"),
        ({"penetration": -0.1}, "penetration is -0.1"),
        ({"threads": 0}, "threads is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"sides": {"nothing": 5}}, "'nothing' is not a side wager"),
        ({"sides": {"monster": 100}}, "monster is not offered"),
        ({"sides": {"spin": 300}}, "spin: the stake is 3.00; it must be 1.00"),
        ({"resume": True}, "resume needs"),
        ({"wager": -5}, "wager is -0.05; it must be from 0.01"),
        ({"boxs": 2}, "boxs is not an option of simulate; did you mean boxes"),
    ],
)
def test_bad_input_gets_one_clear_line(options: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"rounds": 10, **options}
    with pytest.raises(BadInput, match=message) as refusal:
        simulate(rules_of("maryland"), busy_chart(), **arguments)
    assert "\n" not in str(refusal.value)


def test_a_shoe_that_runs_out_is_filled_from_the_discards() -> None:
    result = run(20_000, boxes=7, penetration=0.95)
    assert result.rounds == 20_000
    assert abs(result.expected_value) < 0.1


@pytest.mark.parametrize(
    ("rounds", "until", "played", "error", "part"),
    [
        (1_000, None, 250, 0.5, 0.25),
        (1_000, None, 2_000, 0.5, 1.0),
        (0, None, 0, 0.5, 0.0),
        (None, 0.001, 100, 0.002, 0.25),
        (None, 0.001, 100, 0.0005, 1.0),
        (None, 0.001, 1, 0.002, 0.0),
        (None, None, 100, 0.002, 0.0),
    ],
)
def test_progress_knows_how_much_of_a_run_is_done(
    rounds: int | None, until: float | None, played: int, error: float, part: float
) -> None:
    result = cast(Result, SimpleNamespace(rounds=played, standard_error=error, expected_value=-0.004))
    progress = Progress(rounds, until)
    assert progress.part(result) == pytest.approx(part)
    assert f"{part:4.0%}" in progress.line(result, 10.0)
