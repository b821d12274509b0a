"""The compiled kernel plays as its plain twin does, and as the game's own table does."""

from typing import Any

import numpy
import pytest
from msgspec.structs import replace

from simulation.charts import busy_chart, odd_composition
from simulation.compare import differences, every_side_wager
from simulation.given_shoes import rounds_of
from simulation.plain_rounds import play_round_plain
from spanish21.analysis.sides.side_prices import side_wagers
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.errors import BadInput
from spanish21.game.cards import cards as cards_of
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.rules import Rules, what_if
from spanish21.game.side_wagers.terms import MeterRules
from spanish21.simulation import simulate
from spanish21.simulation.plan.count_names import MONEY_COLUMNS
from spanish21.simulation.plan.run_plan import Plan, check
from spanish21.simulation.plan.streams import shuffled_shoe

BOOKS = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
VARIANTS: dict[str, dict[str, Any]] = {
    "as the book says": {},
    "no reader, all wagers lost": {"card_reader": False, "dealer_blackjack_takes": "all"},
    "no reader, busted wagers lost": {"card_reader": False, "dealer_blackjack_takes": "original_or_busted"},
    "no hole card": {"hole_card": False, "card_reader": False},
    "split 21 ties": {"two_card_21_after_split": "ties", "most_hands": 0},
    "split 21 as Blackjack, no reader": {"two_card_21_after_split": "pays_blackjack", "card_reader": False},
    "bonuses everywhere": {
        "bonus_on_double": True,
        "bonus_on_split": True,
        "super_bonus_replaces_odds": True,
    },
    "few splits": {"most_hands": 2, "split_aces_one_card": True, "may_double_after_split": False},
    "aces once": {"may_split_aces_again": False, "most_hands": 0},
    "aces once, one card each": {"may_split_aces_again": False, "split_aces_one_card": True},
    "many doubles": {"most_doubles": 3, "rescue_forfeits": "first_wager", "may_double_21": True},
    "doubles taken back before a Blackjack that takes all": {
        "most_doubles": 3,
        "rescue_forfeits": "first_wager",
        "card_reader": False,
        "dealer_blackjack_takes": "all",
    },
    "surrender in chips, up": {"surrender_half": "up", "smallest_chip": 550, "match_offered": False},
    "surrender in chips, down": {"surrender_half": "down", "smallest_chip": 550, "match_offered": False},
    "exact money": {"odd_money": "exact", "smallest_chip": 25, "seven_card_21_exactly": True},
    "dealer draws on soft 17": {"dealer_hits_soft_17": True, "plays_from_right": True, "payout_limit": 1200},
}
PONTOON: dict[str, dict[str, Any]] = {
    "as the book says": {},
    "doubled hands go on": {"may_draw_after_double": True, "most_doubles": 2},
    "of each hand": {
        "dealer_blackjack_takes": "original_of_each_hand",
        "may_draw_after_double": True,
        "most_doubles": 3,
        "most_hands": 4,
    },
    "9 to 11, split aces drawn to": {
        "double_on": "nine_to_eleven",
        "split_aces_one_card": False,
        "may_split_aces_again": True,
        "surrender_against": "any_card",
        "least_to_stand": 0,
    },
    "everything": {"dealer_blackjack_takes": "all", "doubled_aces_count_1": False},
}
SPLITS_MUCH = {"most_hands": 0, "may_split_again": True}


def card_sides(rules: Rules) -> dict[str, int]:
    """The side wagers that cards alone decide."""
    return {name: stake for name, stake in every_side_wager(rules).items() if name not in ("spin", "xtreme")}


def check_against_twin(rules: Rules, strategy: Any, boxes: int, insures: bool, shoe: int) -> int:
    cards = shuffled_shoe(rules.decks, 5, shoe)
    sides = card_sides(rules)
    kernel = rounds_of(rules, strategy, cards, boxes, 550, sides, insures)
    ends = [*kernel.first_card[1:], kernel.used]
    for number, (start, end) in enumerate(zip(kernel.first_card, ends, strict=True)):
        twin = play_round_plain(
            rules, strategy, cards[start:].tolist(), [550] * boxes, [sides] * boxes, insures
        )
        assert twin.used == end - start
        for box in range(boxes):
            plain = {name: money for name, money in twin.money[box].items() if money}
            assert kernel.by_name(number, box) == plain, (number, box, twin)
    return len(ends)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("book", BOOKS)
def test_kernel_and_twin_pay_the_same_in_every_round(book: str, variant: str) -> None:
    rules = what_if(rules_of(book), **VARIANTS[variant])
    rounds = sum(
        check_against_twin(rules, strategy, boxes, boxes == 2, boxes)
        for strategy in (busy_chart(), odd_composition())
        for boxes in (1, 2, 7)
    )
    assert rounds > 100


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("boxes", [1, 2, 4, 7])
def test_kernel_and_table_pay_the_same_in_every_round(book: str, boxes: int) -> None:
    rules = rules_of(book)
    for strategy in (busy_chart(), odd_composition()):
        sides, insures = every_side_wager(rules), boxes % 2 == 0
        plan = Plan(rules, strategy, 1, boxes, wager=500, sides=sides, insures=insures)
        rounds, found = differences(plan, range(boxes, boxes + 4))
        assert rounds > 30
        assert found == []


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("book", "seed"), [("maryland", 1), ("players-edge", 3), ("uk-casino", 4)])
def test_kernel_and_table_agree_outside_the_books_too(book: str, seed: int, variant: str) -> None:
    rules = what_if(rules_of(book), **VARIANTS[variant])
    sides = {
        name: stake
        for name, stake in card_sides(rules).items()
        if rules.hole_card and (name == "monster" or stake % rules.smallest_chip == 0)
    }
    plan = Plan(rules, odd_composition(), seed, 2, wager=550, sides=sides, insures=True)
    rounds, found = differences(plan, range(6))
    assert rounds > 100
    assert found == []


@pytest.mark.parametrize("variant", PONTOON)
def test_kernel_twin_and_table_play_pontoon_alike(variant: str) -> None:
    rules = what_if(rules_of("pontoon", shuffling="hand"), **PONTOON[variant])
    for strategy in (busy_chart(), odd_composition()):
        assert check_against_twin(rules, strategy, 2, True, 2) > 20
    rounds, found = differences(Plan(rules, odd_composition(), 5, 2, wager=550, insures=True), range(6))
    assert rounds > 100
    assert found == []


def test_kernel_and_table_play_red_dragon_alike() -> None:
    plan = Plan(rules_of("red-dragon"), odd_composition(), 6, 2, wager=550, insures=True)
    rounds, found = differences(plan, range(6))
    assert rounds > 100
    assert found == []


@pytest.mark.parametrize("reading", ["drawn_position", "drawn_bettor", "each_bettor"])
@pytest.mark.parametrize("boxes", [1, 3])
def test_kernel_and_table_turn_the_wheels_of_either_amount(reading: str, boxes: int) -> None:
    sample = sample_submission("maryland")
    meters = {**sample.meters, "spin": MeterRules(5_000_00, 5_000_00, (1, 10))}
    choose = {**sample.choose, "spin_paytable": "B,D", "decks": 8, "boxes": 4}
    submission = replace(sample, choose=choose, meters=meters, rulings={"xtreme-hot-spot": reading})
    rules = rules_of("maryland", submission)
    for amount in fixed_amounts(rules, "spin"):
        sides = {"spin": amount, "xtreme": 5_00}
        plan = Plan(rules, busy_chart(), 1, boxes, wager=500, sides=sides)
        rounds, found = differences(plan, range(12))
        assert rounds > 300
        assert found == []


@pytest.mark.parametrize("reading", ["drawn_position", "drawn_bettor", "each_bettor"])
def test_the_hot_spot_costs_what_the_analyser_says(reading: str) -> None:
    """Two bettors at a table of four positions, on wheels that pay from no meter."""
    sample = sample_submission("maryland")
    wheels = {
        **sample.wheels,
        "xtreme": tuple(stop for stop in sample.wheels["xtreme"] if stop.symbol.isdecimal()),
    }
    submission = replace(
        sample,
        wheels=wheels,
        choose={**sample.choose, "boxes": 4},
        rulings={"xtreme-hot-spot": reading},
    )
    rules = rules_of("maryland", submission)
    exact = next(
        wager
        for wager in side_wagers(rules, submission, others=1)
        if wager.name == "xtreme" and wager.offered
    )
    result = simulate(rules, busy_chart(), 400_000, boxes=2, sides={"xtreme": 5_00}, penetration=0.0)
    found = result.wagers()["xtreme"]
    assert abs(found["expected_value"] + exact.house_edge) < 4 * found["standard_error"]


def played(book: str, text: str, boxes: int = 1, wager: int = 500, **changes: Any) -> list[dict[str, int]]:
    """The money of one round from cards that are laid out, nothing burned."""
    rules = what_if(rules_of(book), **changes)
    given = rounds_of(rules, busy_chart(), cards_of(text), boxes, wager, start=0)
    assert len(given.first_card) == 1
    return [given.by_name(0, box) for box in range(boxes)]


def test_three_suited_sevens_against_a_seven_pay_the_super_bonus_and_envy() -> None:
    # Box 1: 7-7, not split but drawn to because suited; box 2 stands on 20 and envies.
    money = played("maryland", "7s Kd 7d 7s Jc 9h 7s Kc", boxes=2)
    assert money[0] == {"main": 1500, "super_bonus": 100_000}
    assert money[1]["envy"] == 5000


@pytest.mark.parametrize(("needs_least", "envy"), [(False, 5000), (True, 0)])
def test_a_wager_below_the_least_pays_the_others_unless_it_is_read_otherwise(
    needs_least: bool, envy: int
) -> None:
    cards = "7s Kd 7d 7s Jc 9h 7s Kc"
    for plain in (False, True):
        rules = what_if(rules_of("maryland"), envy_needs_least=needs_least)
        given = rounds_of(rules, busy_chart(), cards_of(cards), 2, 400, start=0)
        money = [given.by_name(0, box) for box in range(2)]
        if plain:
            money = play_round_plain(rules, busy_chart(), cards_of(cards), [400] * 2, [{}] * 2, False).money
        assert money[0] == {"main": 1200}
        assert money[1].get("envy", 0) == envy


def test_a_surrender_costs_exactly_half() -> None:
    assert played("massachusetts", "9c Ad 7c 9s", wager=555, smallest_chip=1) == [{"main": -278}]


def test_a_payout_limit_on_everything_is_refused() -> None:
    rules = rules_of("maryland", payout_limit=60_00, **{"payout-limit": "everything"})
    with pytest.raises(
        BadInput,
        match="payout_limit_covers is everything; the simulator can limit payouts for main_wager only",
    ):
        check(Plan(rules, busy_chart()))


def test_the_envy_payout_is_larger_with_a_seven_in_one_book() -> None:
    money = played("players-edge", "7d 7c 7s 7d Kc 9h 7d 5c", boxes=2)
    assert money[0]["super_bonus"] == 100_000
    assert money[1]["envy"] == 10_000


def test_a_dealer_blackjack_without_a_reader_takes_the_original_wager_only() -> None:
    # 11 doubled against a king, 20 made; the dealer's second card is an ace.
    assert played("massachusetts", "5c Kd 6c 9d As") == [{"main": -500}]
    assert played("massachusetts", "5c Kd 6c 9d As", dealer_blackjack_takes="all") == [{"main": -1000}]


def test_a_surrender_loses_the_whole_wager_to_a_late_blackjack() -> None:
    assert played("massachusetts", "9c Ad 7c Ks") == [{"main": -500}]
    assert played("massachusetts", "9c Ad 7c 9s") == [{"main": -250}]


def test_the_dealer_draws_nothing_when_every_hand_is_decided() -> None:
    rules = rules_of("maryland")
    given = rounds_of(rules, busy_chart(), cards_of("Kc 5d 6c 4d Ks"), start=0)
    assert given.used == 5
    assert given.by_name(0, 0) == {"main": -500}


def test_a_shoe_that_is_too_short_gives_no_half_round() -> None:
    given = rounds_of(rules_of("maryland"), busy_chart(), cards_of("Kc 5d 6c"), start=0)
    assert given.money.shape == (0, 1, MONEY_COLUMNS)
    assert given.used == 0


def test_the_cover_card_ends_the_shoe_after_the_round_it_shows_in() -> None:
    rules = rules_of("maryland")
    cards = shuffled_shoe(6, 1, 0)
    whole = rounds_of(rules, busy_chart(), cards)
    first, second = int(whole.first_card[1]), int(whole.first_card[2])
    # In front of the second round's first card: the cover card shows with it, and that round is the last.
    assert rounds_of(rules, busy_chart(), cards, cover=first).used == second
    assert rounds_of(rules, busy_chart(), cards, cover=first + 1).used == second
    assert rounds_of(rules, busy_chart(), cards, cover=first - 1).used == first


def test_money_of_given_rounds_has_a_place_for_every_wager() -> None:
    given = rounds_of(rules_of("maryland"), busy_chart(), shuffled_shoe(6, 1, 0), 3)
    assert given.money.dtype == numpy.int64
    assert given.money.shape[1:] == (3, MONEY_COLUMNS)
