"""Effects of removal, best tags, what a count is worth, indices and ramps, each by a method of its own."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import msgspec
import numpy
import pytest
from click.testing import CliRunner

from spanish21.analysis import best_counts, edge, indices, judge, ramp, ramp_grid, removal
from spanish21.analysis.counts.best_tags import best_tags
from spanish21.analysis.counts.correlations import correlation, with_side_count
from spanish21.analysis.counts.decision_points import (
    expanded,
    option_values,
    points_of,
    values_by_count,
)
from spanish21.analysis.counts.earning import earning
from spanish21.analysis.counts.effects import Removal
from spanish21.analysis.counts.index_search import Indices, cells_of, indices_of, of_cells
from spanish21.analysis.counts.judging import AtCount, CountWorth, rows_of
from spanish21.analysis.counts.removed_shoes import CardKind, Expansion, RemovedShoes
from spanish21.analysis.counts.side_effects import side_values, without_card
from spanish21.analysis.counts.true_counts import CountLaw
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_of_counts, shoe_without
from spanish21.analysis.law.second_moment import SecondMoment
from spanish21.analysis.worth.table_edge import Edge
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, what_if
from spanish21.simulation import simulate
from spanish21.strategy import Chart
from spanish21.strategy.counts import Count, count_of, count_text

HIGH_LOW = Count(
    {"A": -1, **{str(rank): 1 for rank in range(2, 7)}, "J": -1, "Q": -1, "K": -1}, start_per_deck=-4
)
PUBLISHED = dict(zip("23456789JQKA", (31, 40, 59, 73, 41, 8, -20, -13, -39, -39, -39, -99), strict=True))
"""Effects of removal as liveblackjack.co prints them, in hundredths of a percent."""


@cache
def game() -> Rules:
    """The published game: bonuses are paid on split hands, too."""
    return what_if(rules_of("maryland"), bonus_on_split=True)


@cache
def shoes() -> RemovedShoes:
    return RemovedShoes(rules_of("maryland"))


def chart() -> Chart:
    found = shoes().chart
    assert found is not None
    return found


@cache
def removed(book: str = "maryland") -> Removal:
    return removal(rules_of(book))


@cache
def removed_from_game() -> Removal:
    return removal(game())


@cache
def judged() -> CountWorth:
    """To the first order, which takes a fifth of the time."""
    return judge(rules_of("maryland"), HIGH_LOW, second=False)


@cache
def second_order() -> Expansion:
    """The expected value's expansion."""
    return shoes().expansion(lambda one: numpy.array(one.expected_value))


def to_second_order(law: CountLaw) -> dict[int, AtCount]:
    values = second_order()
    return {row.true_count: row for row in rows_of(law, values, values._replace(second=values.second[:0]))}


@cache
def found_indices() -> Indices:
    return indices_of(shoes(), HIGH_LOW, 0.75, second=False)


def test_effects_of_all_cards_add_up_to_nothing_for_every_wager() -> None:
    for book in ("maryland", "players-edge", "massachusetts"):
        found = removed(book)
        assert {"main", "insurance", "match"} <= set(found.wagers)
        for wager, total in found.checks().items():
            assert abs(total) < 1e-12, (book, wager)


def test_published_effects_are_reproduced_to_their_two_decimals() -> None:
    ours = removed_from_game().by_rank()
    scale = (48 * 6 - 1) / 47 * 100
    for rank, printed in PUBLISHED.items():
        assert ours[rank] * scale == pytest.approx(printed / 100, abs=0.01)


def test_an_effect_of_removal_is_the_price_of_the_shoe_without_the_card() -> None:
    found = removal("maryland", "optimal")
    whole = edge("maryland")
    best = whole.strategy
    for card in ("Ah", "6s", "7d", "Kc"):
        without = edge("maryland", shoe_without(6, card), None, best).expected_value
        rank, suit = "?A23456789TJQK".index(card[0]), "cdhs".index(card[1])
        assert found.effects["main"][4 * rank + suit] == pytest.approx(
            without - whole.expected_value, abs=1e-14
        )


def test_effects_on_side_wagers_are_those_of_every_single_card() -> None:
    """Cards that are taken for alike are priced one by one."""
    rules = rules_of("players-edge")
    shoe, found = full_shoe(rules.decks), removed("players-edge")
    for name, (_, value) in side_values(rules).items():
        for card in (4, 7, 29, 31, 32, 55):
            change = value(without_card(shoe, card)) - value(shoe)
            assert found.effects[name][card] == pytest.approx(float(change), abs=1e-15), (name, card)


def test_match_has_no_effect_of_removal_and_no_count_follows_it() -> None:
    found = removed()
    assert set(found.effects["match"].values()) == {0.0}
    assert correlation(found, HIGH_LOW.tags, "match") is None


def test_insurance_effects_follow_from_counting_tens() -> None:
    found = removed()
    tens, cards = 72, 287
    assert found.exact["insurance"] == Fraction(3 * tens, cards) - 1
    assert found.effects["insurance"][4 * 13] == pytest.approx(3 * (71 / 286 - 72 / 287))
    assert found.effects["insurance"][4 * 5] == pytest.approx(3 * (72 / 286 - 72 / 287))


def test_second_order_terms_are_degenerate() -> None:
    """Over all cards that may come second, what is added beyond both adds up to nothing."""
    found = second_order()
    number = shoes().shoe.values.astype(float)
    assert number @ found.first == pytest.approx(0.0, abs=1e-8)
    for value in range(1, 11):
        left = number.copy()
        left[value] -= 1.0
        assert left @ found.second[value] == pytest.approx(0.0, abs=1e-6)
    assert abs(found.second).max() > 1.0


def test_two_cards_gone_are_found_from_the_expansion() -> None:
    found = second_order()
    cards = shoes().cards
    both = edge("maryland", shoe_without(6, "Kd 4c"), None, shoes().choices).expected_value
    first = -(found.first[10] + found.first[4]) / (cards - 2)
    second = found.second[10, 4] / comb(cards - 2, 2)
    assert found.mean + first + second == pytest.approx(both, abs=1e-13)


@pytest.mark.parametrize("book", ["maryland", "uk-casino"])
def test_the_mean_square_without_a_card_is_that_of_its_whole_law(book: str) -> None:
    """Of split boxes only what two hands win times each other is taken from the whole shoe."""
    whole = edge(book)
    moment = SecondMoment(whole)
    squares = [one.law.standard_deviation**2 + one.law.mean**2 for one in (whole, without_a_king(whole))]
    found = [moment.of(one) for one in (whole, without_a_king(whole))]
    assert found[0] == pytest.approx(squares[0], abs=1e-7)
    assert found[1] - found[0] == pytest.approx(squares[1] - squares[0], rel=0.1)


@cache
def without_a_king(whole: Edge) -> Edge:
    return edge(whole.rules, shoe_without(whole.rules.decks, "Kd"), None, whole.strategy)


# -- correlations and tags -------------------------------------------------------------------------


def test_high_low_correlates_as_published_with_published_effects_and_less_with_exact_ones() -> None:
    effects = numpy.array(list(PUBLISHED.values()), dtype=float)
    tags = numpy.array([HIGH_LOW.tags.get(rank, 0) for rank in PUBLISHED], dtype=float)
    printed = numpy.corrcoef(tags, effects)[0, 1]
    exact = correlation(removed_from_game(), HIGH_LOW.tags)
    assert exact == pytest.approx(0.920, abs=0.001)
    assert exact == pytest.approx(printed, abs=0.001)


@pytest.mark.parametrize("is_balanced", [True, False])
def test_the_best_tags_of_level_1_are_the_best_of_all(is_balanced: bool) -> None:
    found = removed()
    effects = numpy.array([found.by_rank()[rank] for rank in "A23456789J"])
    weights = numpy.array([1.0] * 9 + [3.0]) / 12
    every = numpy.array(list(product((-1, 0, 1), repeat=10)), dtype=float)
    if is_balanced:
        every = every[every @ weights == 0.0]
    centred = every - (every @ weights)[:, None]
    spread = (centred**2) @ weights
    follows = (centred * weights) @ effects / numpy.sqrt(numpy.maximum(spread, 1e-9))
    best = every[int(follows.argmax())]
    tags = best_tags(found, 1, is_balanced)
    assert [tags[rank] for rank in "A23456789J"] == best.tolist()
    assert tags["J"] == tags["Q"] == tags["K"]


def test_a_higher_level_never_follows_worse_and_a_balanced_count_never_better() -> None:
    counts = best_counts("maryland", found=removed())
    balanced, free = counts[::2], counts[1::2]
    for same in (balanced, free):
        follows = [one.betting_correlation for one in same]
        assert follows == sorted(follows)
    for one, other in zip(balanced, free, strict=True):
        assert sum(one.tags.values()) == 0
        assert one.betting_correlation <= other.betting_correlation
        assert max(one.side_counts.values()) > one.betting_correlation
    assert counts.to_records()[0]["level"] == 1


def test_tags_by_suit_follow_better_where_a_bonus_asks_for_suits_and_a_higher_correlation_earns_more() -> (
    None
):
    found = removed()
    for one in best_counts("maryland", (2, 3), found=found):
        assert one.suit_correlation > one.betting_correlation - 1e-9
        suited = {name for name in one.suit_tags if len(name) > 1}
        assert {"7s", "7cdh"} <= suited
        by_card = {card: float(one.suit_tags[_kind(card, one.suit_tags)]) for card in found.effects["main"]}
        assert with_side_count(found, {}, by_card) == pytest.approx(one.suit_correlation, abs=1e-9)
        assert 0.0 < one.earns["tags"] <= one.earns["suit_tags"] + 1e-9 < 1.0
        assert one.earns["side_count"] > one.earns["tags"]


def _kind(card: int, tags: dict[str, int]) -> str:
    rank, suit = "?A23456789TJQK"[card >> 2], "cdhs"[card & 3]
    return next(name for name in tags if name[0] == rank and (len(name) == 1 or suit in name[1:]))


def test_what_a_count_earns_by_its_correlation_is_what_its_ramp_scores() -> None:
    """Two counts, judged by the exact distribution of their true counts, and by correlations alone."""
    other = Count({"A": -1, "5": 1, "6": 1, "K": -1})
    values, squares = shoes().expansion(lambda one: numpy.array(one.expected_value), None, False), judged()
    scores = []
    for count in (HIGH_LOW, other):
        law = CountLaw(rules_of("maryland"), shoes().shoe, count, 0.75, 24)
        worth = replace(
            squares, count=count, rows=rows_of(law, values, values._replace(mean=values.mean**2 + 1.34))
        )
        scores.append(ramp(worth, 10_000_000_00, 1000, 1.0, enter_at=worth.even_from).score)
    parts = [earning(removed(), correlation(removed(), count.tags) or 0.0) for count in (HIGH_LOW, other)]
    assert scores[1] / scores[0] == pytest.approx(parts[1] / parts[0], rel=0.15)  # 0.658 and 0.592
    assert scores[1] < 0.9 * scores[0]


def used_shoes(number: int, left: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Shoes with so many cards left, and their running counts."""
    chance = numpy.random.default_rng(seed)
    deck = numpy.array([rank * 4 + suit for rank in (*range(1, 10), 11, 12, 13) for suit in range(4)] * 6)
    for _ in range(number):
        drawn = chance.permutation(deck)[:left]
        tags = sum(HIGH_LOW.tags.get("?A23456789TJQK"[card >> 2], 0) for card in drawn.tolist())
        yield shoe_of_counts(numpy.bincount(drawn, minlength=56).reshape(14, 4)), -tags


# -- true counts -----------------------------------------------------------------------------------


def test_true_counts_are_as_likely_as_sets_of_cards_are_counted() -> None:
    law = CountLaw(rules_of("maryland"), full_shoe(6), HIGH_LOW, 0.75)
    seen = numpy.array([[1, 0, 2]])
    left, behind = 120, 1
    chances = law.chances(left, seen, behind)
    low, middle, high = (int(one) for one in law.number - seen[0])
    expected = numpy.zeros(len(law.true_counts))
    for minus in range(low + 1):
        for plus in range(high + 1):
            if 0 <= left - minus - plus <= middle:
                running = law.first + law.total - (plus - minus)
                true_count = running * 48 // (left - behind - law.burned)
                place = min(max(true_count - law.true_counts.start, 0), len(law.true_counts) - 1)
                ways = comb(low, minus) * comb(high, plus) * comb(middle, left - minus - plus)
                expected[place] += ways / comb(low + middle + high, left)
    assert chances.alone[0] == pytest.approx(expected, abs=1e-12)
    number = law.number - seen[0]
    assert number @ chances.with_one[0] == pytest.approx(expected, abs=1e-12)
    pairs = numpy.outer(number, number) - numpy.diag(number)
    assert numpy.einsum("ij,ijk->k", pairs, chances.with_two[0]) == pytest.approx(expected, abs=1e-12)


def test_the_mean_over_all_true_counts_is_the_table_itself() -> None:
    assert judged().expected_value == pytest.approx(shoes().whole.expected_value, abs=1e-9)
    rows = to_second_order(CountLaw(rules_of("maryland"), shoes().shoe, HIGH_LOW, 0.75)).values()
    mean = sum(row.frequency * row.expected_value for row in rows)
    assert mean == pytest.approx(shoes().whole.expected_value, abs=1e-9)
    assert sum(row.frequency for row in judged().rows) == pytest.approx(1.0, abs=1e-9)


def test_the_value_at_a_true_count_is_that_of_used_shoes_with_it() -> None:
    """Shoes of 120 cards are drawn and priced: their mean at each true count, with its error."""
    rules, left = rules_of("maryland"), 120
    law = CountLaw(rules, shoes().shoe, HIGH_LOW, 0.75)
    law.begins, law.shares = [left], numpy.ones(1)
    rows = to_second_order(law)
    residuals = []
    for shoe, running in used_shoes(30, left, 5):
        priced = edge(rules, shoe, None, shoes().choices).expected_value
        residuals.append(priced - rows[running * 48 // left].expected_value)
    error = numpy.std(residuals) / len(residuals) ** 0.5
    assert abs(numpy.mean(residuals)) < 4 * error
    assert error < 0.003


# -- decisions -------------------------------------------------------------------------------------


def test_over_all_true_counts_an_option_is_worth_what_it_is_in_the_whole_shoe() -> None:
    points = points_of(shoes())
    some = numpy.argsort(-points.often)[:300]
    points = points.at(some)
    values = expanded(shoes(), points)
    law = CountLaw(rules_of("maryland"), shoes().shoe, HIGH_LOW, 0.75, depths=2)
    found = values_by_count(shoes(), points, values, law)
    whole = option_values(shoes().whole, points) * points.often[:, None]
    assert found.worth.sum(axis=2) == pytest.approx(whole, abs=1e-10, nan_ok=True)
    assert found.often.sum(axis=1) == pytest.approx(points.often, abs=1e-12)


def test_decisions_of_used_shoes_change_where_the_indices_say() -> None:
    """What hitting 14 against a 3 and 15 against a 2 gains over standing in shoes that were priced one by one
    falls on the right side of the index, in the mean."""
    points = points_of(shoes())
    cells = {cell: places for cell, places in cells_of(points).items() if cell[2] == 0}
    told = {(one.hand, one.up): one for one in found_indices().found}
    for cell, option, other in ((("hard 14", "3", 0), 0, 1), (("hard 15", "2", 0), 1, 0)):
        index, places = told[cell[:2]], cells[cell]
        some = points.at(places)
        of_two = some.is_of_two & (some.state < 3000)
        some = some.at(of_two)
        far: dict[bool, list[float]] = {True: [], False: []}
        for shoe, running in used_shoes(24, 120, 7):
            true_count = (running - 1) * 48 / 117
            if abs(true_count - index.crossing) > 1.5:
                values = option_values(edge(rules_of("maryland"), shoe, None, shoes().choices), some)
                gain = float(some.often @ (values[:, option] - values[:, other]))
                far[true_count > index.crossing].append(gain)
        above, below = numpy.mean(far[True] or [numpy.nan]), numpy.mean(far[False] or [numpy.nan])
        if index.at_least is not None:
            assert above > 0 or numpy.isnan(above)
            assert below < 0 or numpy.isnan(below)
        else:
            assert below > 0 or numpy.isnan(below)
            assert above < 0 or numpy.isnan(above)


def test_indices_are_sorted_by_what_they_add_and_name_every_kind_of_decision() -> None:
    found = found_indices()
    gains = [one.gain for one in found.found]
    assert gains == sorted(gains, reverse=True)
    assert all(gain > 0 for gain in gains)
    assert {"hit", "stand", "double", "surrender", "split"} <= {one.action for one in found.found}
    assert "decline" not in {one.action for one in found.found}


def test_doubled_hands_are_rescued_redoubled_and_kept_by_the_count() -> None:
    redoubling = RemovedShoes(rules_of("players-edge"))
    points = points_of(redoubling)
    doubled = numpy.flatnonzero(points.doubles > 0)
    some = points.at(doubled)
    law = CountLaw(redoubling.rules, redoubling.shoe, HIGH_LOW, 0.75, depths=1)
    values = values_by_count(redoubling, some, expanded(redoubling, some, second=False), law)
    found = list(of_cells(some, values, law))
    assert {"rescue", "double", "stand"} <= {one.action for one in found}
    assert min(one.doubles for one in found) == 1


def test_indices_are_played_by_the_simulator_and_gain_what_they_should() -> None:
    """The same shoes with and without indices; what they gain is a difference with little noise."""
    flat = {"-50": 500}
    played = msgspec.structs.replace(found_indices().with_indices, ramp=flat)
    without = msgspec.structs.replace(HIGH_LOW, ramp=flat)
    gains = []
    for seed in range(4):
        with_them = simulate("maryland", chart(), 1_500_000, count=played, seed=seed)
        plain = simulate("maryland", chart(), 1_500_000, count=without, seed=seed)
        gains.append(with_them.total_expected_value - plain.total_expected_value)
    error = numpy.std(gains, ddof=1) / len(gains) ** 0.5
    assert abs(numpy.mean(gains) - found_indices().gain) < 5 * max(error, 1e-4)
    assert numpy.mean(gains) > 0.0003


def test_a_count_with_its_indices_is_read_again_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "count.toml"
    count = msgspec.structs.replace(found_indices().first(12).with_indices, ramp={"-3": 1000, "0": 5000})
    file.write_text(count_text(count), "utf-8")
    assert count_of(file) == count


# -- ramps -----------------------------------------------------------------------------------------


def test_a_ramp_wins_what_the_simulator_wins_by_it() -> None:
    found = ramp(judged(), 10_000_00)
    played = simulate("maryland", chart(), 3_000_000, count=found.count)
    won = played.expected_value * played.mean_wager
    assert won == pytest.approx(found.win, abs=5 * played.standard_error * played.mean_wager)
    assert played.mean_wager == pytest.approx(found.mean_wager, rel=0.05)
    deviation = played.standard_deviation * played.mean_wager
    assert deviation == pytest.approx(found.standard_deviation, rel=0.05)


def test_values_at_true_counts_are_those_of_simulated_rounds() -> None:
    count = msgspec.structs.replace(HIGH_LOW, ramp={str(at): 500 for at in range(-9, 2)})
    played = simulate("maryland", chart(), 4_000_000, count=count)
    exact = to_second_order(CountLaw(rules_of("maryland"), shoes().shoe, HIGH_LOW, 0.75, 24))
    rows = played.by_true_count(10_000_00)[1:-1]
    assert sum(row["rounds"] for row in played.by_true_count()) == played.rounds
    for row in rows:
        far = (row["expected_value"] - exact[row["true_count"]].expected_value) / row["standard_error"]
        assert abs(far) < 4.5, row
    assert "true count  frequency" in played.text()


def test_more_bankroll_less_risk_and_more_spread_more_score() -> None:
    by_bankroll = [ramp(judged(), bankroll).risk_of_ruin for bankroll in (2_000_00, 50_000_00, 100_000_00)]
    assert by_bankroll == sorted(by_bankroll, reverse=True)
    by_spread = [ramp(judged(), 10_000_00, spread).score for spread in (2, 4, 8, 16)]
    assert by_spread == sorted(by_spread)
    watched = ramp(judged(), 10_000_00, enter_at=-3)
    assert watched.score > ramp(judged(), 10_000_00).score
    assert min(step.wager for step in watched.steps) == 0
    flat = ramp(judged(), 10_000_00, 1)
    assert flat.win < 0
    assert flat.risk_of_ruin == 1.0
    assert flat.n0 is None


def test_kelly_wagers_grow_a_bankroll_fastest() -> None:
    """Of all wagers at one true count, the best grows the mean of the logarithm most."""
    (row,) = (row for row in judged().rows if row.true_count == 0)
    bankroll = 1_000_000_00
    best = ramp(judged(), bankroll, 1000, 1.0).steps
    (step,) = (step for step in best if step.true_count == 0)

    def growth(wager: float) -> float:
        share = wager / bankroll
        return share * row.expected_value - share**2 * row.standard_deviation**2 / 2

    assert growth(step.best_wager) > max(growth(step.best_wager * 0.9), growth(step.best_wager * 1.1))


def test_a_grid_has_a_row_for_every_shoe_and_deeper_is_better() -> None:
    grid = ramp_grid("uk-casino", HIGH_LOW, 10_000_00, (6,), (0.5, 0.9), second=False)
    assert [row["penetration"] for row in grid.to_records()] == [0.5, 0.9]
    scores = [row["score"] for row in grid]
    assert scores == sorted(scores)
    assert "SCORE" in repr(grid)


# -- what they look like, and what is refused ------------------------------------------------------


def test_every_result_has_records_data_a_picture_and_a_short_repr() -> None:
    shown: list[Any] = [removed(), judged(), found_indices(), ramp(judged(), 10_000_00)]
    for one in shown:
        assert one.to_records()
        assert json.loads(msgspec.json.encode(one.summary()))
        assert one.svg().startswith("<svg")
        assert one.svg().endswith("</svg>")
        assert len(repr(one)) < 2_000
        assert "<table" in one._repr_html_()


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def test_the_commands_print_what_the_library_finds(tmp_path: Path) -> None:
    file = tmp_path / "high-low.toml"
    file.write_text(count_text(HIGH_LOW), "utf-8")
    told = json.loads(run("removal", "uk-casino", "--json").stdout)
    assert [one["wager"] for one in told["wagers"]] == ["main", "insurance", "match"]
    best = run("count", "uk-casino", "--level", "1")
    assert best.exit_code == 0
    assert "balanced" in best.stdout
    whole = run("count", "uk-casino", str(file), "--bankroll", "5000", "--order", "1")
    assert whole.exit_code == 0, whole.output
    assert "risk of ruin" in whole.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("removal", "maryland", "--strategy", "nowhere.csv"), "nowhere.csv"),
        (("removal", "nowhere"), "nowhere"),
        (("count", "maryland", "nowhere.toml"), "nowhere.toml"),
        (("count", "maryland", "FILE", "--level", "1"), "--level"),
        (("count", "maryland", "--without", "7s"), "--without"),
        (("count", "maryland", "FILE", "--shoes", "2,6"), "--bankroll"),
        (("count", "maryland", "FILE", "--bankroll", "100", "--shoes", "two"), "--shoes"),
        (("count", "massachusetts", "FILE", "--penetration", "1"), "penetration"),
        (("count", "massachusetts", "FILE", "--bankroll", "100", "--spread", "0"), "spread"),
        (("count", "massachusetts", "FILE", "--bankroll", "100", "--depths", "0.5,2"), "penetration"),
        (("count", "maryland", "FILE", "--bankroll", "100", "--shoes", "1,,2"), "--shoes"),
        (("count", "maryland", "FILE", "--bankroll", "100", "--depths", " "), "--depths"),
        (("count", "maryland", "FILE", "--bankroll", "100", "--enter-at", "999999"), "enter-at"),
        (("indices", "maryland", "nowhere.toml"), "nowhere.toml"),
        (("indices", "maryland", "FILE", "--chart", ""), "a file's name is missing"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    file = tmp_path / "high-low.toml"
    file.write_text(count_text(HIGH_LOW), "utf-8")
    result = run(*(str(file) if word == "FILE" else word for word in words))
    assert result.exit_code == 2
    (line,) = result.stderr.strip().splitlines()[-1:]
    assert says in line
    assert "Traceback" not in result.stderr


def test_a_count_that_tells_nothing_or_tells_court_cards_apart_is_refused_where_it_cannot_be() -> None:
    with pytest.raises(BadInput, match="same tag"):
        CountLaw(rules_of("maryland"), full_shoe(6), Count({}), 0.75)
    jacks = Count({"J": 1, "Q": -1})
    with pytest.raises(BadInput, match="J, Q and K"):
        indices("massachusetts", jacks, second=False)
    with pytest.raises(BadInput, match="spread"):
        ramp(judged(), 1000_00, 0)
    with pytest.raises(BadInput, match="play is"):
        removal("maryland", "clever")


def test_kinds_of_cards_are_alike_where_no_suit_matters() -> None:
    kinds = shoes().kinds()
    assert kinds[CardKind(10)] == 72
    assert kinds[CardKind(7, 3)] == 6
    assert sum(kinds.values()) == 288
    assert replace(removed(), play="x").play == "x"
