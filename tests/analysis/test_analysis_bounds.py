"""What the analyser cannot hold it refuses in one line, and what it holds adds up."""

import json
from itertools import pairwise

import numpy
import pytest
from click.testing import CliRunner, Result

from spanish21.analysis.hands.analyser_limits import most_cards
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe, shoe_of_counts
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.analysis.splits.split_values import split_plan, split_weights
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.errors import BadInput
from spanish21.game.rules import what_if


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def shoe_of(**counts: int) -> Shoe:
    """A shoe by rank letter, all in spades: shoe_of(A=3, K=20)."""
    found = numpy.zeros((14, 4), dtype=numpy.int64)
    for letter, number in counts.items():
        found["?A23456789TJQK".index(letter.removeprefix("_")), 3] = number
    return shoe_of_counts(found)


ALL_BUT_ACES = " ".join(f"{rank}{suit}" for rank in "23456789JQK" for suit in "cdhs" for _ in range(6))

BAD = [
    (("edge", "maryland", "--what-if", "most_doubles=4"), "most_doubles is 4; "),
    (("edge", "maryland", "--what-if", "most_doubles=8"), "most_doubles is 8; "),
    (("strategy", "maryland", "--what-if", "most_doubles=5"), "most_doubles is 5; "),
    (("prices", "maryland", "--what-if", "most_doubles=5"), "most_doubles is 5; "),
    (("report", "maryland", "--what-if", "most_doubles=5"), "most_doubles is 5; "),
    (("simulate", "maryland", "--what-if", "most_doubles=5"), "most_doubles is 5; "),
    (
        ("simulate", "maryland", "--what-if", "decks=11", "--strategy", "optimal"),
        "decks is 11; the simulator",
    ),
    (("edge", "maryland", "--what-if", "decks=0"), "decks is 0; it must be a whole number from 1 to 100"),
    (("edge", "maryland", "--what-if", "decks=-3"), "decks is -3; "),
    (("edge", "maryland", "--what-if", "most_hands=-1"), "most_hands is -1; "),
    (("edge", "maryland", "--what-if", "smallest_chip=-5", "--wager", "5"), "smallest_chip is -5.00; "),
    (("edge", "maryland", "--what-if", "smallest_chip=0", "--wager", "5"), "smallest_chip is 0.00; "),
    (("edge", "maryland", "--wager", "nan"), '--wager: "nan" is not an amount'),
    (("edge", "maryland", "--wager", "inf"), '--wager: "inf" is not an amount'),
    (("edge", "maryland", "--wager", "0.001"), '--wager: "0.001" is not an amount'),
    (("edge", "maryland", "--wager", "0"), "--wager: 0 is out of range"),
    (
        ("edge", "maryland", "--wager", "99999999"),
        "the wager is 99999999.00; it must be an amount from 0.01 to",
    ),
    (("simulate", "maryland", "--wager", "9999999"), "amounts too large to count exactly"),
    (("edge", "maryland", "--what-if", f"pays_blackjack={'9' * 20}:1"), "pays_blackjack is 999999999999999"),
    (("sidebets", "maryland", "--what-if", "xtreme_tables=[]"), "xtreme_tables is empty; "),
    (("sidebets", "maryland", "--what-if", "meters={}"), "meters is empty; spin_tables needs a meter"),
    (("edge", "maryland", "--what-if", "pays_insurance=[2,0]"), "pays_insurance is 2:0; "),
    (("prices", "maryland", "--what-if", "pays_insurance=2:0"), "pays_insurance is 2:0; "),
    (("edge", "maryland", "--without", ALL_BUT_ACES), "an impossible shoe: a round may take 27 of its cards"),
    (
        ("prices", "maryland", "--without", ALL_BUT_ACES),
        "an impossible shoe: a round may take 27 of its cards",
    ),
    (("edge", "maryland", "--what-if", "dealer_hits_soft_71=1"), "did you mean dealer_hits_soft_17?"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_bad_settings_are_one_line_and_exit_code_2(words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.stdout
    assert says in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


COMMANDS_OF_MONEY = (
    ("rules", "maryland"),
    ("edge", "maryland"),
    ("simulate", "maryland", "--rounds", "100", "--strategy", "optimal"),
)


@pytest.mark.parametrize("words", COMMANDS_OF_MONEY)
@pytest.mark.parametrize(("typed", "cents"), [("500", 500_00), ("5.50", 5_50), ("$25.00", 25_00)])
def test_an_amount_means_the_same_to_every_command(words: tuple[str, ...], typed: str, cents: int) -> None:
    result = run(*words, "--set", f"table_maximum={typed}", "--json")
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    if words[0] == "rules":
        assert found["books"][0]["settings"]["table_maximum"]["value"] == cents
    else:
        assert found["choices"] == {"table_maximum": cents}


def test_a_simulation_takes_what_if_as_an_analysis_does() -> None:
    words = ("maryland", "--what-if", "pays_blackjack=1:1", "--what-if", "may_rescue=no", "--json")
    played = json.loads(run("simulate", *words, "--rounds", "200000", "--quiet").stdout)
    priced = json.loads(run("edge", *words).stdout)
    asked = {"pays_blackjack": [1, 1], "may_rescue": False}
    assert (played["what_if"], played["outside_the_book"]) == (asked, True)
    assert (priced["what_if"], priced["outside_the_book"]) == (asked, True)
    assert -played["expected_value"] == pytest.approx(priced["house_edge"], abs=5 * played["standard_error"])
    assert priced["house_edge"] > 0.015


# -- how many hands --------------------------------------------------------------------------------


def test_more_hands_are_never_worse_and_a_limit_that_cannot_be_reached_is_none() -> None:
    rules = rules_of("maryland")
    limits = (4, 8, 26, 27, 40, 95, 999, 0)
    values = [edge(what_if(rules, most_hands=limit)).expected_value for limit in limits]
    assert all(later >= earlier - 1e-14 for earlier, later in pairwise(values))
    assert values[-2] == values[-1] == pytest.approx(values[-3], abs=1e-13)


def test_the_weights_of_splits_are_whole_numbers_that_give_each_hand_its_cards() -> None:
    counts = full_shoe(8).values
    for limit in (2, 3, 4, 16, 27, 60):
        plan = split_plan(counts, limit)
        weights = split_weights(limit, plan.chance.shape[2] - 1)
        assert (weights.not_paired == numpy.rint(weights.not_paired)).all()
        number = (plan.chance[8, 7] * (weights.not_paired + weights.any_card).sum(axis=0)).sum()
        assert 2.0 <= number <= 2.4


# -- shoes -----------------------------------------------------------------------------------------


def test_the_most_cards_of_a_round_are_the_lowest() -> None:
    assert most_cards(shoe_of(A=24), 1) == 26
    assert most_cards(shoe_of(K=24), 1) == 2 + 1 + 2
    assert most_cards(full_shoe(1), 4) < full_shoe(1).size


IMPOSSIBLE = [
    ("maryland", shoe_of(A=24)),
    ("maryland", shoe_of(A=14, _3=5, _4=3)),
    ("uk-casino", shoe_of(K=30)),
    ("uk-casino", shoe_of(_7=21, _8=10)),
    ("uk-casino", shoe_of(_5=3, _9=5, K=15)),
]


@pytest.mark.parametrize(("book", "shoe"), IMPOSSIBLE)
def test_a_shoe_that_runs_out_is_refused(book: str, shoe: Shoe) -> None:
    with pytest.raises(
        BadInput,
        match=r"^an impossible shoe: .*; (use fewer low cards, or more cards|set most_hands to \d+ or less)$",
    ):
        analysis_of(rules_of(book), shoe)


POSSIBLE = [
    ("maryland", shoe_of(_7=22)),
    ("maryland", shoe_of(A=3, K=20)),
    ("massachusetts", shoe_of(A=2, K=30, _9=4)),
    ("uk-casino", shoe_of(_2=9, _3=9, _6=8, _7=5, K=20)),
    ("players-edge", shoe_of(A=6, _6=9, _7=9, _8=9, Q=8)),
    ("uk-casino", full_shoe(1)),
    ("massachusetts", full_shoe(100)),
]


@pytest.mark.parametrize(("book", "shoe"), POSSIBLE)
def test_a_shoe_that_does_not_adds_up(book: str, shoe: Shoe) -> None:
    found = analysis_of(rules_of(book), shoe)
    assert found.law.probabilities.min() >= 0.0
    assert found.law.probabilities.sum() == pytest.approx(1.0, abs=1e-9)
    assert found.edge.dealt.min() >= 0.0
    assert numpy.isfinite(found.expected_value)
    assert found.law.mean == pytest.approx(found.expected_value, abs=1e-6)


def test_a_dealer_who_is_sure_to_have_a_blackjack_leaves_nothing_to_decide() -> None:
    result = run("edge", "maryland", "--hands", "--json", "--without", _all_but("A" * 3 + "K" * 20))
    assert result.exit_code == 0, result.stderr
    assert "nan" not in result.stdout.lower().replace("finance", "")


def _all_but(kept: str) -> str:
    """The cards of six decks but for some, by rank, that stay."""
    shoe = [f"{rank}{suit}" for rank in "A23456789JQK" for suit in "cdhs" for _ in range(6)]
    for rank in kept:
        shoe.remove(next(card for card in shoe if card[0] == rank))
    return " ".join(shoe)


# -- money -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", [5_03, 12_345_67, 1])
def test_the_law_of_a_round_adds_up_with_an_odd_wager(wager: int) -> None:
    found = analysis_of(rules_of("maryland"), None, FixedMoney(wager))
    assert found.law.probabilities.sum() == pytest.approx(1.0, abs=1e-9)
    assert found.law.mean == pytest.approx(found.expected_value, abs=1e-6)


def test_the_law_of_a_round_adds_up_with_odds_that_have_no_step_in_common() -> None:
    odds = {
        "pays_blackjack": (999_983, 999_979),
        "pays_win": (999_961, 999_959),
        "pays_678_mixed": (7, 999_953),
    }
    found = analysis_of(what_if(rules_of("maryland"), **odds))
    assert found.law.mean == pytest.approx(found.expected_value, abs=1e-6)
