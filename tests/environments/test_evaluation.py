"""Policies are measured: exactly where they decide by the hand alone, otherwise by playing."""

import json
import random
from pathlib import Path
from typing import Any

import numpy
import pytest
from click.testing import CliRunner

from spanish21 import BadInput, Rules, __version__, open_table, rules_of, what_if
from spanish21.analysis import advise, best_chart, edge
from spanish21.analysis.charts.best_charts import choices_of_chart
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.cli import main
from spanish21.dealer import play_round
from spanish21.environments import TABLE_ID
from spanish21.environments.measuring import held_out
from spanish21.environments.measuring.evaluation import board_of, evaluate, picture_of, states_csv
from spanish21.environments.measuring.held_out import evaluate_each, single_changes
from spanish21.environments.measuring.log_evaluation import evaluate_log
from spanish21.environments.measuring.policies import choices_of_policy, policy_of_chart, policy_of_choices
from spanish21.environments.table_rules import table_rules
from spanish21.game import commands as cmd
from spanish21.game.log.log_text import written_log
from spanish21.game.table import person_of
from spanish21.game.waiting import people_awaited

ROUNDS = 30_000


def never_busts(rows: Any, masks: Any) -> Any:
    hits = (masks[:, 1] == 1) & (rows[:, 1] < 12)
    return numpy.where(masks[:, 8] == 1, 8, numpy.where(hits, 1, 0))


@pytest.mark.parametrize("book", ["massachusetts", "pontoon"])
def test_a_chart_played_as_a_policy_is_found_to_be_that_chart(book: str) -> None:
    """Asked about every hand, it has the chart's exact edge, and its play agrees with it."""
    rules = rules_of(book)
    chart = best_chart(rules).chart
    policy = policy_of_chart(chart, rules)
    found = evaluate(policy, rules, rounds=ROUNDS)
    money = FixedMoney(5_00)
    assert found.is_exact
    known = edge(rules, money=money, strategy=choices_of_chart(chart, rules))
    assert found.expected_value == pytest.approx(known.expected_value, abs=1e-12)
    assert found.optimal == edge(rules, money=money).expected_value
    assert found.gap == pytest.approx(found.regret, abs=0.0005)


def test_the_best_decisions_cost_next_to_nothing() -> None:
    plays_on = what_if(rules_of("pontoon"), may_draw_after_double=True, most_doubles=2)
    for rules in (rules_of("players-edge"), plays_on):
        assert_costs_next_to_nothing(rules)


def assert_costs_next_to_nothing(rules: Rules) -> None:
    best = edge(rules, money=FixedMoney(5_00))
    found = evaluate(policy_of_choices(best.choices), rules, rounds=ROUNDS)
    assert found.gap < 5e-5
    assert found.regret < 5e-4


def test_what_a_simple_policy_gives_away_is_found_at_its_hands() -> None:
    found = evaluate(never_busts, rules_of("uk-casino"), rounds=ROUNDS)
    assert found.is_exact
    assert found.gap == pytest.approx(0.1188, abs=0.0005)
    assert found.regret == pytest.approx(found.gap, abs=0.005)
    assert (found.costly[0].hand, found.costly[0].up) == ("hard 12", "10")
    picture = picture_of(found)
    assert all(f">{hand}<" in picture for hand in ("hard 12", "hard 16", "soft 13"))
    assert 150 < len(found.states) < 1000
    assert sum(one.cost for one in found.states) == pytest.approx(found.regret, abs=1e-12)
    assert sum(one.seen for one in found.states) > 1.0
    rows = states_csv([found]).splitlines()
    assert len(rows) == len(found.states) + 1
    assert rows[0] == "policy,book,changes,hand,up,basis_points,seen_in_a_round"


def test_a_policy_that_looks_at_more_than_the_hand_is_played() -> None:
    def by_place(rows: Any, masks: Any) -> Any:
        later = (rows[:, 9] > 0) & (masks[:, 1] == 1)
        return numpy.where(later, 1, never_busts(rows, masks))

    rules = rules_of("maryland")
    assert choices_of_policy(by_place, table_rules(rules, 5_00)) is None
    found = evaluate(by_place, rules, rounds=ROUNDS)
    assert 0 < found.error < 0.02
    assert abs(found.gap - found.regret) < 4 * found.error


def test_masked_actions_are_counted_and_replaced() -> None:
    found = evaluate(lambda rows, masks: numpy.full(len(rows), 5), rules_of("uk-casino"), rounds=500)
    assert found.illegal > 400
    assert not found.is_exact


@pytest.mark.parametrize("answer", [[0.5], [9], ["stand"], [0, 0, 0]])
def test_a_policy_that_does_not_answer_with_actions_is_refused(answer: list[Any]) -> None:
    def wrong(rows: Any, masks: Any) -> Any:
        return numpy.array(answer * (len(rows) if len(answer) == 1 else 1))

    with pytest.raises(BadInput, match="the policy returned"):
        evaluate(wrong, rules_of("maryland"), rounds=10)


def test_a_changed_clause_has_its_own_best_play_and_the_board_keeps_the_order() -> None:
    rules = rules_of("maryland")
    changed = what_if(rules, dealer_hits_soft_17=True)
    one = evaluate(never_busts, rules, "simple", rounds=2_000)
    other = evaluate(never_busts, changed, "simple", rounds=2_000, changes=("hits soft 17",))
    assert other.optimal < one.optimal
    board = json.loads(board_of([other, one]))
    assert board["format"] == "spanish21 leaderboard 1"
    assert [entry["changes"] for entry in board["entries"]] == [[], ["hits soft 17"]]
    assert board["entries"][0]["standard_error"] == 0.0
    assert {(one["environment"], one["version"]) for one in board["entries"]} == {(TABLE_ID, __version__)}


def test_every_clause_is_changed_alone_and_has_its_own_best_play() -> None:
    """A policy that never doubles loses nothing where a book has no doubles."""

    def never_doubles(rows: Any, masks: Any) -> Any:
        return never_busts(rows, masks)

    rules = rules_of("players-edge")
    changes = dict(single_changes(rules))
    assert len(changes) > 30
    assert changes["most doubles: 0"] == what_if(rules, most_doubles=0)
    assert all(changed != rules for changed in changes.values())
    kept = {"most doubles: 0", "dealer hits soft 17: true"}
    with pytest.MonkeyPatch.context() as patch:
        some = [(words, changed) for words, changed in changes.items() if words in kept]
        too_many = ("most doubles: 9", what_if(rules, most_doubles=5))
        patch.setattr(held_out, "single_changes", lambda _: [*some, too_many])
        found, missing = evaluate_each(lambda _: never_doubles, rules, rounds=500)
    assert [one.changes for one in found] == [(), *((words,) for words, _ in some)]
    by_change = {" ".join(one.changes): one for one in found}
    assert by_change["most doubles: 0"].gap < by_change[""].gap
    assert by_change["most doubles: 0"].optimal < by_change[""].optimal
    assert missing == [
        'most doubles: 9: most_doubles is 5; compiled tables take 0 to 3; use vectorization_mode="sync"'
    ]


def recorded(book: str, rounds: int, people: tuple[str, ...] = ("ann",)) -> tuple[list[Any], float, float]:
    """A log in which people stand or double by a seed; what ann's cost, and what she won, in wagers."""
    chance = random.Random(4)
    table, events = open_table(book, dict.fromkeys(people, 10_000_00), chance)
    events, cost, won = list(events), 0.0, list[float]()

    def choose(now: Any) -> Any:
        nonlocal cost
        who = people_awaited(now)[0]
        options = [one for one in advise(now, who).options if one.cost is not None]
        chosen = chance.choice(options)
        if who == "ann" and not isinstance(chosen.command, cmd.Insure | cmd.DeclineInsurance):
            cost += chosen.cost / wager
        return chosen.command

    for number in range(rounds):
        wager = 10_00 if number % 2 else 20_00
        placed = [cmd.PlaceWager(by=who, box=box + 1, amount=wager) for box, who in enumerate(people)]
        before = person_of(table, "ann").chips / wager
        table, more = play_round(table, placed, choose, chance)
        events += more
        won.append(person_of(table, "ann").chips / wager - before)
    return events, cost / rounds, sum(won) / rounds


def test_the_command_measures_a_function_and_refuses_what_is_no_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "simple_policies.py").write_text(
        "def none(rows, masks):\n    return rows[:, 0] * 0\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(
        main, ["evaluate", "simple_policies:none", "--book", "maryland", "--rounds", "2000", "--json"]
    )
    assert run.exit_code == 0, run.output
    (found,) = json.loads(run.stdout)
    assert found["book"] == "maryland"
    assert found["illegal"] > 0
    for said, says in (("nothing", "is not a policy"), ("simple_policies:no", "there is no such policy")):
        refused = CliRunner().invoke(main, ["evaluate", said])
        assert refused.exit_code == 2
        assert says in refused.stderr


@pytest.mark.parametrize("book", ["massachusetts", "pontoon"])
def test_a_recorded_log_is_measured_decision_by_decision(book: str) -> None:
    """Every decision against the advice of its moment, also where compiled tables do not play."""
    rounds = 12
    events, cost, won = recorded(book, rounds)
    found = evaluate_log(events, "ann's evening")
    assert found.rounds == rounds
    assert found.regret == pytest.approx(cost, abs=1e-12)
    assert found.expected_value == pytest.approx(won, abs=1e-12)
    assert sum(one.cost for one in found.states) == pytest.approx(cost, abs=1e-12)
    rules = rules_of(book)
    wagers = [edge(rules, money=FixedMoney(one)).expected_value for one in (10_00, 20_00)]
    assert found.optimal == pytest.approx(sum(wagers) / 2, abs=1e-12)


def test_the_command_measures_a_log_and_asks_whose_decisions(tmp_path: Path) -> None:
    events, cost, _ = recorded("maryland", 4, ("ann", "bob"))
    log, states = tmp_path / "evening.jsonl", tmp_path / "states.csv"
    log.write_bytes(b"".join(written_log(events)))
    asked = CliRunner().invoke(main, ["evaluate", str(log)])
    assert (asked.exit_code, "ann, bob decide in this log; name one person" in asked.stderr) == (2, True)
    run = CliRunner().invoke(
        main, ["evaluate", str(log), "--person", "ann", "--states", str(states), "--json"]
    )
    assert run.exit_code == 0, run.output
    (found,) = json.loads(run.stdout)
    assert found["regret"] == pytest.approx(cost, abs=1e-12)
    assert len(states.read_text("utf-8").splitlines()) == len(found["states"]) + 1
    for said, says in (
        (["--person", "eve"], "eve has no round in this log"),
        (["--book", "maryland"], "a log is measured under the rules that it was played under"),
    ):
        refused = CliRunner().invoke(main, ["evaluate", str(log), *said])
        assert (refused.exit_code, says in refused.stderr) == (2, True)
    twice = log.read_bytes() * 2
    log.write_bytes(twice)
    run = CliRunner().invoke(main, ["evaluate", str(log), "--person", "ann", "--json"])
    assert json.loads(run.stdout)[0]["rounds"] == 2 * found["rounds"]
    assert json.loads(run.stdout)[0]["regret"] == pytest.approx(cost, abs=1e-12)
    log.write_bytes(twice + b"{}")
    assert "the log that begins in line " in CliRunner().invoke(main, ["evaluate", str(log)]).stderr
    log.write_text("{}", "utf-8")
    assert "evening.jsonl: line 1: " in CliRunner().invoke(main, ["evaluate", str(log)]).stderr
