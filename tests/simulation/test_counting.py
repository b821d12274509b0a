"""A count of the cards: the wager follows the count of the cards that were seen."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simulation.charts import busy_chart
from simulation.compare import assert_same
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game.cards import SPANISH_DECK
from spanish21.simulation import simulate
from spanish21.simulation.kernel.compiled_rounds import bucket_at
from spanish21.simulation.kernel.tally import ShoeRange, tally_of_shoes
from spanish21.simulation.plan.decision_table import decision_table
from spanish21.simulation.plan.kernel_counts import options_at
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.plan.streams import shuffled_shoe
from spanish21.simulation.run.tasks import NO_LIMIT, _tally, fast_of
from spanish21.strategy import (
    DOUBLE,
    DOUBLED,
    FIRST,
    HIT,
    RESCUE,
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    STAND,
    SURRENDER,
    doubled_situation,
    hand_number,
)
from spanish21.strategy.counts import Count, Index, buckets_of, count_of, wager_at

HIGH_LOW = {"A": -1, "3": 1, "4": 1, "5": 1, "6": 1, "J": -1, "Q": -1, "K": -1}
COUNT = Count(tags=HIGH_LOW, ramp={"-1": 500, "1": 1000, "2": 2000}, insure_from=3)
UNBALANCED = Count(
    tags={**HIGH_LOW, "2": 1}, ramp={"-5": 500, "-3": 1000, "-2": 2000}, insure_from=-1, start_per_deck=-4
)
RANKS_OF = {"A": 1, "J": 11, "Q": 12, "K": 13, **{str(rank): rank for rank in range(2, 10)}}


@pytest.mark.parametrize("played", [COUNT, UNBALANCED], ids=["balanced", "unbalanced"])
def test_the_wager_of_each_round_is_that_of_the_count_before_it(played: Count, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    simulate(rules_of("maryland"), busy_chart(), 4000, count=played, rounds_out=path, seed=6)
    values = {RANKS_OF[rank]: tag for rank, tag in played.tags.items()}
    start = 0 if played is COUNT else 6 * -4
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    shoe, cards, seen = -1, None, 0
    for row in rows:
        if row["shoe"] != shoe:
            shoe, seen = row["shoe"], 1
            cards = shuffled_shoe(6, 6, shoe)
        assert cards is not None
        count = start + sum(values.get(int(card) >> 2, 0) for card in cards[1 : row["first_card"]])
        left = len(cards) - row["first_card"]
        true_count = count * 48 // left
        assert row["wager"] == wager_at(played, true_count), row
        assert row["first_card"] >= seen
        seen = row["first_card"]
    assert {row["wager"] for row in rows} == {500, 1000, 2000}
    assert any(row["insurance"] for row in rows)
    assert len(SPANISH_DECK) == 48


def test_a_true_count_is_rounded_down_exactly() -> None:
    lowest, buckets = -100, 201
    setup = SimpleNamespace(lowest_count=lowest, buckets=buckets)
    for left in (1, 2, 47, 48, 49, 96, 143, 288, 416, 832):
        for count in range(-1000, 1001):
            bucket = min(max(count * 48 // left - lowest, 0), buckets - 1)
            assert bucket_at.py_func(setup, count, left) == bucket  # type: ignore[attr-defined]


def test_counting_wagers_more_when_it_is_worth_more() -> None:
    flat = simulate(rules_of("maryland"), busy_chart(), 100_000)
    counted = simulate(rules_of("maryland"), busy_chart(), 100_000, count=COUNT)
    assert counted.mean_wager > flat.mean_wager == 500
    assert (
        counted.totals == simulate(rules_of("maryland"), busy_chart(), 100_000, count=COUNT, threads=2).totals
    )


def test_an_index_changes_its_hand_from_its_count_on() -> None:
    count = Count(HIGH_LOW, {"0": 500}, indices=(Index("hard 16", "10", "stand", at_least=2),))
    options = decision_table(rules_of("maryland"), busy_chart())
    assert list(buckets_of(count)) == [-1, 0, 1, 2]
    sixteen = hand_number([9 << 2, 7 << 2])
    rules = rules_of("maryland")
    at_one, at_two = options_at(count, rules, options, (1, 2))
    assert at_one[FIRST, sixteen, 10] == HIT
    assert at_two[FIRST, sixteen, 10] == STAND
    assert at_two[FIRST, sixteen, 9] == options[FIRST, sixteen, 9]


@pytest.mark.parametrize(
    ("index", "cards", "situation", "played", "not_played"),
    [
        (Index("hard 16", "9", "surrender", at_least=0), (9, 7), FIRST, SURRENDER, (SPLIT_LAST, (9, 5, 2))),
        (Index("hard 12", "6", "double", at_least=0), (9, 3), SPLIT_LAST, DOUBLE, (FIRST, (9, 2))),
        (Index("pair 9", "7", "split", at_most=0), (9, 9), SPLIT_AGAIN, SPLIT, (SPLIT_LAST, (9, 9))),
        (Index("soft 19", "6", "double", at_least=0), (1, 8), FIRST, DOUBLE, (DOUBLED, (1, 8))),
        (Index("hard 17", "9", "rescue", at_least=0, doubles=1), (9, 6, 2), DOUBLED, RESCUE, (FIRST, (9, 8))),
        (
            Index("hard 18", "9", "rescue", at_least=0, doubles=1),
            (9, 7, 2),
            doubled_situation(1, True),
            RESCUE,
            (SPLIT_LAST, (9, 7, 2)),
        ),
    ],
)
def test_an_index_may_take_any_option_that_the_rules_allow(
    index: Index, cards: tuple[int, ...], situation: int, played: int, not_played: tuple[int, tuple[int, ...]]
) -> None:
    rules = rules_of("maryland")
    before = decision_table(rules, busy_chart())
    after = options_at(Count(HIGH_LOW, {"0": 500}, indices=(index,)), rules, before, [0])[0]
    up = int(index.up)
    assert after[situation, hand_number([card << 2 for card in cards]), up] == played
    other = not_played[0], hand_number([card << 2 for card in not_played[1]]), up
    assert after[other] == before[other]


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (Index("hard 16", "10", "jump", at_least=0), "one of stand, hit, double"),
        (Index("hard 16", "11", "stand", at_least=0), "not an up card"),
        (Index("hard 16", "²", "stand", at_least=0), "not an up card"),
        (Index("hard 16", "10", "stand"), "at_least or at_most"),
        (Index("hard 16", "10", "stand", at_least=0, doubles=9), "doubles is 0 to 3"),
        (Index("hard 99", "10", "stand", at_least=0), "is not a hand"),
        (Index("hard 16", "10", "split", at_least=0), "never let that hand split"),
        (Index("hard 16", "10", "rescue", at_least=0), "never let that hand rescue"),
    ],
)
def test_a_bad_index_gets_one_clear_line(index: Index, message: str) -> None:
    rules = rules_of("maryland")
    count = Count(HIGH_LOW, {"0": 500}, indices=(index,))
    with pytest.raises(BadInput, match=message):
        options_at(count, rules, decision_table(rules, busy_chart()), [0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tags = {X = 1}\nramp = {0 = 5}", "'X' is not a rank"),
        ("tags = {A = 1, 2 = -1}\nramp = {}", "at least one true count"),
        ("tags = {A = 1}\nramp = {much = 5}", "not a whole true count"),
        ("tags = {A = 1}\nramp = {0 = 5, 1000000 = 6}", "a true count is from -100 to 100"),
        ("tags = {A = 1}\nramp = {0 = 5}\ninsure_from = -9999", "a true count is from -100 to 100"),
        ("tags = {A = 99999999}\nramp = {0 = 5}", "A is 99999999; a tag is from -100 to 100"),
        (
            "tags = {A = 1}\nramp = {0 = 5}",
            r"a deck adds up to \+4, so the count is unbalanced; .*, such as -4",
        ),
        ("tags = {A = 1, 2 = -1}\nramp = {0 = 5}\nstart_per_deck = 2", "a balanced count starts at 0"),
        ("tags = {A = 1}\nramp = {0 = 5}\nstart_per_deck = 5000", "it must be from -4800 to 4800"),
        ("tags = {A = 1}\nramp = {0 = 5}\nstart_per_deck = 0.5", "not a count"),
        ("tags = 5", "not a count"),
        ("tags = [", "not a count"),
    ],
)
def test_a_bad_count_gets_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "count.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=message) as refusal:
        count_of(path)
    assert "\n" not in str(refusal.value)


def test_a_count_is_read_from_toml_and_json(tmp_path: Path) -> None:
    written: dict[str, Any] = {"tags": HIGH_LOW, "ramp": {"0": 500}, "insure_from": 3}
    (tmp_path / "count.json").write_text(json.dumps(written))
    (tmp_path / "count.toml").write_text(
        "insure_from = 3\n[tags]\n"
        + "\n".join(f"{k} = {v}" for k, v in HIGH_LOW.items())
        + "\n[ramp]\n0 = 500\n"
    )
    assert count_of(tmp_path / "count.json") == count_of(tmp_path / "count.toml")
    with pytest.raises(BadInput, match="No such file"):
        count_of(tmp_path / "none.toml")


def test_an_unbalanced_count_without_a_start_is_refused_by_the_library_too() -> None:
    with pytest.raises(BadInput, match="so the count is unbalanced"):
        simulate(rules_of("maryland"), busy_chart(), 100, count=Count({"A": 1}, {"0": 500}))


def test_a_result_says_whether_its_count_is_balanced() -> None:
    rules = rules_of("maryland")
    found = simulate(rules, busy_chart(), 100, count=COUNT)
    assert "\ncount" in found.text()
    assert "balanced\n" in found.text()
    assert found.report()["count"]["is_balanced"]
    other = simulate(rules, busy_chart(), 100, count=UNBALANCED)
    assert "unbalanced: +4 a deck, starts at -24\n" in other.text()
    said = other.report()["count"]
    assert (said["is_balanced"], said["sum_per_deck"], said["start_per_deck"]) == (False, 4, -4)
    assert simulate(rules, busy_chart(), 100).report()["count"] is None


@pytest.mark.parametrize("ramp", [{"-5": 500, "-4": 1000}, {"-5": 500}], ids=["ramp", "flat"])
@pytest.mark.parametrize(
    "options", [{}, {"boxes": 3}, {"penetration": 0.0}, {"boxes": 3, "penetration": 0.0}], ids=str
)
def test_a_count_that_starts_elsewhere_is_played_alike_by_every_engine(
    options: dict[str, Any], ramp: dict[str, int]
) -> None:
    index = Index("hard 16", "10", "stand", at_least=-4)
    found = []
    for start in (-4, 0, -9):
        count = Count(UNBALANCED.tags, ramp, indices=(index,), start_per_deck=start)
        ready = prepared(Plan(rules_of("maryland"), busy_chart(), count=count, **options))
        shoes, fast = ShoeRange(3, 400, 100), fast_of(ready)
        assert fast is not None
        kernel = tally_of_shoes(ready, shoes, NO_LIMIT)
        assert_same(_tally(ready, fast, shoes), kernel)
        found.append(kernel.rounds.tolist())
    assert found[0] != found[1] != found[2]
