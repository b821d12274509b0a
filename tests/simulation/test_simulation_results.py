"""The figures of a result are the figures of its rounds."""

import json
import math
import re
from pathlib import Path

import msgspec
import numpy
import pytest

from simulation.charts import busy_chart, odd_composition
from simulation.given_cards import play_given_shoe
from simulation.plain_rounds import PlainHand, play_round_plain
from spanish21.books.submissions.submission import rules_of
from spanish21.game import hands, pays
from spanish21.game.round.meters import meter_step
from spanish21.game.rules import Rules, what_if
from spanish21.simulation import simulate
from spanish21.simulation.kernel.tally import ROUNDS, TIMES, TIMES_SQUARES, ShoeRange, tally_of_shoes
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.plan.streams import shuffled_shoe
from spanish21.simulation.results.bankroll import BankrollStep, ruin_ever, ruin_in_session, session_quantiles
from spanish21.simulation.results.plots import HEIGHT, MARGIN, bars, result_html
from spanish21.simulation.results.result import Result
from spanish21.simulation.results.run_meters import Meters


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, list[dict[str, int]]]:
    path: Path = tmp_path_factory.mktemp("rounds") / "rounds.jsonl"
    result = simulate(rules_of("maryland"), busy_chart(), 30_000, rounds_out=path, seed=2, penetration=0.0)
    return result, [json.loads(line) for line in path.read_text().splitlines()]


def test_expected_value_and_deviation_are_those_of_the_rounds(
    recorded: tuple[Result, list[dict[str, int]]],
) -> None:
    result, rows = recorded
    won = numpy.array([(row["main"] + row["super_bonus"]) / row["wager"] for row in rows])
    assert result.expected_value == pytest.approx(won.mean())
    assert result.standard_deviation == pytest.approx(won.std())
    assert result.standard_error == pytest.approx(won.std() / math.sqrt(len(rows) - 1))
    low, high = result.confidence_interval
    assert high - low == pytest.approx(2 * 1.959964 * result.standard_error)
    put_down = sum(row["put_down"] for row in rows)
    assert result.element_of_risk == pytest.approx(
        sum(row["main"] + row["super_bonus"] for row in rows) / put_down
    )


def test_return_hit_frequency_and_volatility_are_those_of_the_rounds(tmp_path: Path) -> None:
    path, stakes = tmp_path / "rounds.jsonl", {"match": 200}
    chart = msgspec.structs.replace(busy_chart(), insures=True)
    result = simulate(rules_of("maryland"), chart, 5_000, rounds_out=path, sides=stakes, boxes=2)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    kinds = ("main", "insurance", "match", "super_bonus", "envy")
    won = numpy.array([sum(row[kind] for kind in kinds) for row in rows]).reshape(-1, 2).sum(axis=1)
    insured = sum(250 for row in rows if row["insurance"])
    staked = sum(row["put_down"] for row in rows) + insured + 200 * len(rows)
    assert insured > 0
    assert result.return_to_player == pytest.approx((staked + won.sum()) / staked)
    assert result.hit_frequency == pytest.approx((won > 0).mean())
    assert result.volatility_index == pytest.approx(1.644854 * won.std() / 500)


def test_every_error_is_the_deviation_over_the_root_of_the_number(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    result = simulate(
        rules_of("maryland"),
        busy_chart(),
        20_000,
        rounds_out=path,
        seed=3,
        penetration=0.0,
        sides={"match": 500},
        insures=True,
    )
    rows = [json.loads(line) for line in path.read_text().splitlines()]

    def error_of(amounts: list[float]) -> float:
        return float(numpy.std(amounts) / math.sqrt(len(amounts) - 1))

    match = result.wagers()["match"]
    assert match["standard_error"] == pytest.approx(error_of([row["match"] / 500 for row in rows]))
    won = [(row["main"] + row["super_bonus"]) / row["wager"] for row in rows]
    assert result.by_box()[0]["standard_error"] == pytest.approx(error_of(won))
    assert result.by_box()[0]["standard_deviation"] == pytest.approx(numpy.std(won))
    totals = [
        (row["main"] + row["super_bonus"] + row["match"] + row["insurance"]) / row["wager"] for row in rows
    ]
    assert result.total_standard_error == pytest.approx(error_of(totals))
    doubled = [row["main"] / row["wager"] * (row["result"] == "won" and row["doubles"] == 1) for row in rows]
    cell = result.outcomes()["won_doubled"]
    assert cell["contribution_error"] == pytest.approx(error_of(doubled))
    assert cell["frequency_error"] == pytest.approx(error_of([float(one != 0) for one in doubled]))
    assert f"standard error {match['standard_error']:.4%}" in result.text()
    assert f"{result.standard_error:.6%}" in result.text()


def test_outcomes_count_every_round_once(recorded: tuple[Result, list[dict[str, int]]]) -> None:
    result, rows = recorded
    outcomes = {name: cell for name, cell in result.outcomes().items() if name not in ("super_bonus", "envy")}
    assert sum(cell["count"] for cell in outcomes.values()) == len(rows)
    assert sum(cell["contribution"] for cell in outcomes.values()) == pytest.approx(result.expected_value)
    assert sum(cell["count"] for cell in result.by_up_card().values()) == len(rows)
    split = result.by_split()
    assert split["split"]["count"] == sum(row["hands"] > 1 for row in rows)
    assert split["split"]["count"] + split["unsplit"]["count"] == len(rows)
    blackjacks = [row for row in rows if row["result"] == "blackjack"]  # type: ignore[comparison-overlap]
    assert outcomes["blackjack"]["count"] == len(blackjacks)
    assert outcomes["blackjack"]["frequency_error"] == pytest.approx(
        math.sqrt(len(blackjacks) / len(rows) * (1 - len(blackjacks) / len(rows)) / (len(rows) - 1))
    )


def test_bonuses_are_those_of_the_hands_one_by_one() -> None:
    # Bonuses on doubled and split hands too, and as many splits as the cards give.
    changes = {"bonus_on_double": True, "bonus_on_split": True, "two_card_21_after_split": "pays_blackjack"}
    rules = what_if(rules_of("massachusetts"), most_hands=0, **changes)
    strategy, shoes, wager = odd_composition(), 300, 500
    ready = prepared(Plan(rules, strategy, seed=4, wager=wager, boxes=2))
    tally = tally_of_shoes(ready, ShoeRange(0, shoes, 100), 2**62)
    expected = numpy.zeros_like(tally.bonuses)
    splits, start_at = 0, int(rules.burns_first_card)
    for shoe in range(shoes):
        cards = shuffled_shoe(rules.decks, 4, shoe)
        given = play_given_shoe(ready, cards, start_at, cover=round(0.75 * len(cards)))
        for start in given.first_card:
            played = play_round_plain(rules, strategy, cards[start:].tolist(), [wager, wager])
            for box in played.boxes:
                splits += len(box) * (len(box) > 1)
                paid = [bonus for hand in box if (bonus := bonus_of(rules, hand, played.dealer, wager))]
                for kind in {kind for kind, _ in paid}:
                    added = [money for other, money in paid if other == kind]
                    expected[:, kind] += [len(added), sum(added), sum(added) ** 2, len(added) ** 2]
    assert numpy.array_equal(tally.bonuses, expected)
    assert tally.splits[0].sum() == splits
    # Some box was paid a bonus twice.
    assert (expected[TIMES] < expected[TIMES_SQUARES]).any()


def bonus_of(rules: Rules, hand: PlainHand, dealer: list[int], wager: int) -> tuple[int, int] | None:
    """The kind of 21 that a hand was paid as, and what its odds added."""
    if hand.state not in ("stood", "blackjack") or hand.total != 21:
        return None
    total = hands.total(sum(map(hands.value, dealer)), sum(map(hands.is_ace, dealer)))
    dealer_blackjack = len(dealer) == 2 and hands.is_two_card_21(*dealer)
    count = len(hand.cards)
    won = pays.outcome(21, count, hand.is_blackjack, hand.split, total, len(dealer), dealer_blackjack, rules)
    if count == 2:
        kind = hands.BLACKJACK
    elif count == 3:
        first, second, third = hand.cards
        kind = hands.kind_of_three(first, second, third, rules.top_suit)
    else:
        kind = hands.kind_of_long(count, rules.seven_card_21_exactly)
    paid = pays.paid_kind(kind, count, 21, hand.doubles, hand.split, rules)
    if won != pays.WON or paid == hands.ORDINARY:
        return None
    amount = wager << hand.doubles
    return paid, pays.payment(amount, rules.pays_by_kind[paid], rules) - amount


def test_a_result_gives_each_bonus_with_its_errors(recorded: tuple[Result, list[dict[str, int]]]) -> None:
    result, rows = recorded
    blackjack = result.bonuses()["blackjack"]
    assert blackjack["count"] == result.outcomes()["blackjack"]["count"]
    assert blackjack["frequency_error"] == pytest.approx(result.outcomes()["blackjack"]["frequency_error"])
    assert blackjack["contribution"] == pytest.approx(0.5 * blackjack["count"] / len(rows))
    assert blackjack["contribution_error"] == pytest.approx(0.5 * blackjack["frequency_error"])


def test_the_distribution_is_that_of_the_rounds(recorded: tuple[Result, list[dict[str, int]]]) -> None:
    result, rows = recorded
    found: dict[int, int] = {}
    for row in rows:
        found[row["main"]] = found.get(row["main"], 0) + 1
    assert result.distribution() == found
    assert result.step().mean == pytest.approx(result.expected_value * 500)
    assert result.step().deviation == pytest.approx(result.standard_deviation * 500)


def test_the_error_from_clusters_fits_the_error_of_independent_rounds() -> None:
    result = simulate(rules_of("maryland"), busy_chart(), 2_000_000, seed=3)
    independent = result.standard_deviation / math.sqrt(result.rounds)
    assert result.totals.clusters[0] > 300
    assert result.standard_error == pytest.approx(independent, rel=0.2)


def test_many_seeds_spread_as_the_standard_error_says() -> None:
    results = [simulate(rules_of("uk-casino"), busy_chart(), 40_000, seed=seed) for seed in range(40)]
    values = numpy.array([result.expected_value for result in results])
    told = numpy.mean([result.standard_error for result in results])
    assert values.std(ddof=1) == pytest.approx(told, rel=0.4)


def test_a_report_is_plain_json_and_shows_itself(recorded: tuple[Result, list[dict[str, int]]]) -> None:
    result, _ = recorded
    report = json.loads(json.dumps(result.report(200, 20_000)))
    asked = "book choices strategy rounds seed expected_value standard_error standard_deviation outcomes"
    for name in [*asked.split(), "cpu_seconds", "rounds_per_cpu_second"]:
        assert name in report
    shown = result._repr_html_()
    assert shown.count("<svg") == 2
    assert "expected value" in shown


def step(chances: dict[int, float]) -> BankrollStep:
    low, high = min(chances), max(chances)
    return BankrollStep(numpy.array([chances.get(place, 0.0) for place in range(low, high + 1)]), -low, 1)


def test_a_bankroll_that_no_session_can_lose_is_not_followed_through_it() -> None:
    assert ruin_in_session(step({-1: 0.52, 1: 0.48}), 10**13, 1000) == 0.0
    assert ruin_in_session(step({-1: 0.52, 1: 0.48}), 1, 1000) > 0.9


def test_ruin_is_what_the_gamblers_ruin_formula_says() -> None:
    fair_enough = step({-1: 0.48, 1: 0.52})
    assert ruin_ever(fair_enough, 10) == pytest.approx((0.48 / 0.52) ** 10)
    assert ruin_ever(step({-1: 0.52, 1: 0.48}), 10) == 1.0
    assert ruin_in_session(fair_enough, 10, 20_000) == pytest.approx((0.48 / 0.52) ** 10, abs=1e-4)
    # Two losses in a row, or one large one.
    assert ruin_in_session(step({-1: 0.5, 1: 0.5}), 2, 2) == pytest.approx(0.25)
    assert ruin_in_session(step({-3: 0.1, 0: 0.4, 1: 0.5}), 2, 1) == pytest.approx(0.1)


def test_session_quantiles_are_those_of_the_sum() -> None:
    quantiles = session_quantiles(step({-1: 0.5, 1: 0.5}), 100)
    assert quantiles["0.5"] == 0.0
    assert quantiles["0.95"] == pytest.approx(16.0)
    assert quantiles["0.05"] == pytest.approx(-16.0)


def test_a_meter_pays_what_wager_by_wager_would_make_it() -> None:
    rules = rules_of("players-edge")
    sides = {"monster": rules.sides["monster"].wager}
    ready = prepared(Plan(rules, busy_chart(), seed=1, boxes=3, sides=sides))
    tally = tally_of_shoes(ready, ShoeRange(0, 3000, 1000), 2**62)
    hits = tally.meter_hits.tolist()
    assert len(hits) > 3
    meters = Meters(rules, sides, 3)
    meters.pay(tally, ready.unit)
    amount, remainder, paid = rules.meters["monster"].initial, 0, 0
    by_round: dict[int, list[int]] = {}
    for number, _, _, share, _, _ in hits:
        by_round.setdefault(number, []).append(share)
    for number in range(int(tally.rounds[ROUNDS])):
        for _ in range(3):
            added, remainder = meter_step(
                remainder, rules.sides["monster"].wager, rules.meters["monster"].rate
            )
            amount += added
        for share in by_round.get(number, []):
            won = amount * share // 100
            paid += won
            amount = rules.meters["monster"].reset if share == 100 else amount - won
    meter = meters.meters[1]
    assert meter is not None
    assert (meter.amount, meter.remainder, meter.paid) == (amount, remainder, paid)
    assert sum(rounds for rounds, _ in meter.hits) + meter.rounds == tally.rounds[ROUNDS]


def test_meters_are_the_same_for_any_number_of_threads() -> None:
    rules = rules_of("players-edge")
    options = {"sides": {"monster": rules.sides["monster"].wager}, "boxes": 2}
    one = simulate(rules, busy_chart(), 400_000, **options)  # type: ignore[arg-type]
    two = simulate(rules, busy_chart(), 400_000, threads=2, **options)  # type: ignore[arg-type]
    assert one.totals == two.totals
    assert one.meter_report() == two.meter_report()
    assert one.meter_report()["monster"]["hits"] > 0
    assert one.wagers()["monster"]["count"] == 800_000


def test_wheels_turn_and_pay() -> None:
    rules = rules_of("maryland")
    sides = {"spin": rules.sides["spin"].tables[0].wager, "xtreme": rules.sides["xtreme"].tables[0].wager}
    result = simulate(rules, busy_chart(), 200_000, sides=sides, boxes=2)
    wagers = result.wagers()
    assert wagers["spin"]["count"] == wagers["xtreme"]["count"] == 400_000
    assert -1 < wagers["spin"]["expected_value"] < 1
    assert result.meter_report()["spin"]["hits"] > 0


def test_match_the_dealer_costs_what_combinations_say() -> None:
    # 6 decks: for each of two cards 5 of 287 match in rank and suit (9 to 1), 18 in rank alone (4 to 1).
    result = simulate(rules_of("maryland"), busy_chart(), 400_000, sides={"match": 100}, penetration=0.0)
    suited, unsuited = 5 / 287, 18 / 287
    two = {(5 * 4): 18, (2 * 5 * 18): 13, (18 * 17): 8, (2 * 5 * 264): 9, (2 * 18 * 264): 4}
    expected = sum(ways * pays for ways, pays in two.items()) / (287 * 286)
    nothing = 264 * 263 / (287 * 286)
    match = result.wagers()["match"]
    assert abs(match["expected_value"] - (expected - nothing)) < 4 * match["standard_error"]
    assert suited < unsuited


def test_a_bar_goes_up_for_a_gain_and_down_for_a_loss_and_as_far_as_its_size() -> None:
    drawn = bars("a title", {"+1": 2.0, "0": 0.0, "-1": -4.0})
    found = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)" fill="(.{4})"', drawn
    )
    (left, top, tall, green), (_, _, flat, _), (right, below, deep, red) = found
    zero = float(re.findall(r'y1="([\d.]+)"', drawn)[0])
    assert float(left) < float(right)
    assert (float(top) + float(tall), float(below)) == (pytest.approx(zero, abs=0.2), pytest.approx(zero))
    assert (float(deep) / float(tall), float(flat)) == (pytest.approx(2.0, abs=0.01), 0.0)
    assert (green, red) == ("#2a7", "#c44")
    assert float(top) == pytest.approx(MARGIN)
    assert float(below) + float(deep) == pytest.approx(HEIGHT - MARGIN, abs=0.2)


def test_a_plot_has_a_bar_for_each_result_in_wagers(recorded: tuple[Result, list[dict[str, int]]]) -> None:
    result, rows = recorded
    drawn = result_html(result)
    lost = sum(row["main"] + row["super_bonus"] + row["insurance"] == -row["wager"] for row in rows)
    assert f"<title>-1: {lost / len(rows):.5f}</title>" in drawn
    ace = result.by_up_card()["A"]["contribution"]
    assert f"<title>A: {ace:.5f}</title>" in drawn
