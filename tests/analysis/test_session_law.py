"""Sessions and exposure against methods that share nothing with them."""

import json
import random
from fractions import Fraction
from itertools import product

import numpy
import pytest
from click.testing import CliRunner

from spanish21.analysis import edge, exposure, session
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.sessions.boxes_together import covariance_of_boxes
from spanish21.analysis.sessions.exposure import most_super_bonuses
from spanish21.analysis.sessions.many_rounds import law_of_sum
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.errors import BadInput
from spanish21.game.rules import what_if

SMALL = {Fraction(-2): Fraction(1, 8), Fraction(-1, 2): Fraction(1, 4), Fraction(1): Fraction(5, 8)}


def added_up(rounds: int) -> dict[Fraction, Fraction]:
    """The law of a sum in fractions, way by way."""
    found: dict[Fraction, Fraction] = {}
    for way in product(SMALL.items(), repeat=rounds):
        chance = Fraction(1)
        for _, one in way:
            chance *= one
        result = sum((result for result, _ in way), Fraction(0))
        found[result] = found.get(result, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_a_small_session_is_the_sum_over_every_way_it_can_go(rounds: int) -> None:
    results = numpy.array([float(one) for one in SMALL])
    found = law_of_sum(results, numpy.array([float(one) for one in SMALL.values()]), rounds)
    exact = added_up(rounds)
    for result, chance in zip(found.results.tolist(), found.chances.tolist(), strict=True):
        assert abs(chance - float(exact.get(Fraction(result), 0))) < found.error
    assert abs(found.chances.sum() - 1.0) < found.error


def test_a_session_is_the_law_of_a_round_added_to_itself_round_by_round() -> None:
    law = edge("players-edge").law
    found = session("players-edge", 60)
    places = numpy.rint(law.results * 2).astype(int)
    one = numpy.zeros(places.max() - places.min() + 1)
    one[places - places.min()] = law.probabilities
    total = numpy.ones(1)
    for _ in range(60):
        total = numpy.convolve(total, one)
    lowest = 60 * int(places.min())
    wanted = {(place + lowest) / 2: chance for place, chance in enumerate(total.tolist())}
    shown = dict(zip(found.results.tolist(), found.probabilities.tolist(), strict=True))
    assert max(abs(wanted[result] - chance) for result, chance in shown.items()) < found.error
    assert sum(chance for result, chance in wanted.items() if result not in shown) < found.error
    assert abs(found.mean - 60 * law.mean) < 1e-12
    assert found.chance_ahead + found.chance_even + found.chance_behind == pytest.approx(1.0, abs=1e-10)


def test_a_rare_prize_stays_in_a_long_session() -> None:
    found = law_of_sum(numpy.array([-1.0, 1.0, 5_000.0]), numpy.array([0.5, 0.499999, 1e-6]), 1000)
    rare = float(found.chances[found.results > 4_000].sum())
    assert rare == pytest.approx(1.0 - (1.0 - 1e-6) ** 1000, rel=1e-9)


def test_quantiles_chances_and_money_belong_together() -> None:
    found = session("maryland", 280, wager=2500)
    low = found.quantile(0.05)
    assert found.chance_of_losing(-low) >= 0.05 > found.chance_of_losing(-low + 0.5)
    assert found.summary()["wager"] == 25.0
    assert found.theoretical_win == pytest.approx(-found.mean / 4)


def test_boxes_share_a_dealer_as_in_two_boxes_played_side_by_side() -> None:
    """Two boxes of maryland played 20,000,000 rounds with seed 1: their results had the covariance 0.4036
    (`simulate maryland --boxes 2 --rounds 20000000`), those of players-edge 0.5123."""
    for book, played in (("maryland", 0.4036), ("players-edge", 0.5123)):
        assert covariance_of_boxes(edge(book)) == pytest.approx(played, rel=0.02)


def test_the_most_that_a_round_costs_is_above_everything_that_the_law_of_a_round_has() -> None:
    for book in ("maryland", "uk-casino", "players-edge"):
        rules = rules_of(book)
        found = exposure(rules, 500, boxes=1)
        law = edge(rules, money=FixedMoney(500)).law
        main_wager = sum(
            (part.most for part in found.parts if part.name in ("main wagers", "super bonus")), Fraction(0)
        )
        likely = law.results[law.probabilities > 0.0].max()
        assert likely * 500 <= main_wager
        assert found.expected_hold == pytest.approx(found.house_edge * 500 * found.rounds)


def test_as_many_super_bonuses_as_the_sevens_of_a_suit_allow() -> None:
    """Counted by dealing: three 7s of a suit at a time, after each 7 as the up card."""
    for decks in (1, 2, 3, 5, 6, 8):
        most = 0
        for up in range(4):
            sevens = [decks - (suit == up) for suit in range(4)]
            hands = 0
            while any(left >= 3 for left in sevens):
                sevens[next(suit for suit, left in enumerate(sevens) if left >= 3)] -= 3
                hands += 1
            most = max(most, hands)
        assert most_super_bonuses(what_if(rules_of("maryland"), decks=decks)) == most


def test_a_session_played_by_chance_agrees() -> None:
    law = edge("maryland").law
    chance = random.Random(21)
    found = session("maryland", 100)
    ahead = sum(
        sum(chance.choices(law.results.tolist(), law.probabilities.tolist(), k=100)) > 0 for _ in range(4000)
    )
    error = (found.chance_ahead * found.chance_behind / 4000) ** 0.5
    assert abs(ahead / 4000 - found.chance_ahead) < 4 * error


def test_results_show_themselves() -> None:
    found, table = session("maryland", 100), exposure("maryland", 500)
    assert "<svg" in found._repr_html_()
    assert "Share of sessions" in found._repr_html_()
    assert sum(row["probability"] for row in found.to_records()) == pytest.approx(1.0)
    assert "expected hold" in repr(table)
    assert "most in a round" in table._repr_html_()
    assert len(repr(found)) < 200


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["session", "maryland", "--rounds", "5", "--hours", "2"], "give one of them"),
        (["session", "maryland", "--lose", "5"], "--lose needs --wager"),
        (["exposure", "maryland", "--boxes", "9"], "this table has 1 to 7"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], says: str) -> None:
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 2
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


def test_bounds_of_a_session_are_told() -> None:
    with pytest.raises(BadInput, match="it must have 1 to"):
        session("maryland", 0)
    with pytest.raises(BadInput, match="is not"):
        session("maryland", 5).quantile(1.5)


def test_the_commands_print_what_the_library_has() -> None:
    run = CliRunner().invoke(main, ["session", "maryland", "--rounds", "100", "--json"])
    assert json.loads(run.stdout)["chance_ahead"] == pytest.approx(session("maryland", 100).chance_ahead)
    run = CliRunner().invoke(main, ["exposure", "maryland", "--wager", "5", "--json"])
    assert json.loads(run.stdout)["boxes"] == 7
    assert "theoretical win" in CliRunner().invoke(main, ["session", "maryland", "--hours", "1"]).stdout
    assert "most in an evening" in CliRunner().invoke(main, ["exposure", "maryland"]).stdout
