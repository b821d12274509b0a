"""Submissions: where each setting's value comes from, and every bound that refuses one."""

import re
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanish21.books.citing import citations
from spanish21.books.clauses import Range
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.setting_text import pair_of
from spanish21.books.submissions import submission
from spanish21.books.submissions.submission import check_submission, chosen_rules, rules_of
from spanish21.books.submissions.submission_file import (
    Submission,
    WheelStop,
    load_submission,
    sample_submission,
    submission_of,
)
from spanish21.errors import BadInput, BadRules
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.rules import SETTING_NAMES, settings_of
from spanish21.game.side_wagers.match import NO_MATCH, edge_in_hundredths, match_line
from spanish21.game.side_wagers.registry import PACKAGED
from spanish21.game.side_wagers.terms import FIXED, PRIMARY, SECONDARY, MeterRules
from spanish21.notation.opening_tables import rules_lines

MARYLAND = files("spanish21").joinpath("rulebooks", "submissions", "maryland.toml").read_text("utf-8")

every_book = pytest.mark.parametrize("book", BOOKS)


def refusal_of(text: str) -> str:
    with pytest.raises(BadInput) as refusal:
        check_submission(submission_of(text, "casino.toml"))
    return str(refusal.value)


# -- where values come from ------------------------------------------------------------------------


@every_book
def test_a_sample_submission_gives_complete_rules_without_a_warning(book: str) -> None:
    assert check_submission(sample_submission(book)) == []
    rules = rules_of(book)
    assert rules.book == book
    assert set(settings_of(rules)) == set(SETTING_NAMES)


@every_book
def test_a_sample_that_somebody_changes_stays_as_it_was(book: str) -> None:
    decks = sample_submission(book).choose["decks"]
    sample_submission(book).choose["decks"] = 99
    sample_submission(book).approvals.clear()
    assert rules_of(book).decks == decks
    assert sample_submission(book).choose.get("decks", decks) == decks


@every_book
def test_a_sample_says_that_it_is_one(book: str) -> None:
    assert "sample" in sample_submission(book).operator


@every_book
def test_every_value_that_a_book_allows_can_be_chosen(book: str) -> None:
    sample = sample_submission(book)
    generous = {office: "X-1" for clause in load_book(book).clauses for office in clause.office}
    sample = msgspec.structs.replace(sample, approvals=generous)
    for name, bounds in load_book(book).bounds.items():
        if (
            name.endswith(("_offered", "_paytable", "_wager", "_suited", "_unsuited"))
            or name == "smallest_chip"
        ):
            continue
        for bound in bounds:
            for value in (bound.least, bound.usual) if isinstance(bound, Range) else bound:
                if name.endswith(("_minimum", "_maximum")) and value == 1:
                    continue  # one cent is below the smallest chip
                choices = {name: value, **({"hole_card": True} if name == "card_reader" else {})}
                chosen = settings_of(rules_of(book, sample, **choices))[name]
                assert chosen == value or list(chosen) == value


@pytest.mark.parametrize(
    ("choices", "pays"),
    [
        ({"match_suited": 9}, (18, 13, 9, 8, 4)),
        ({"match_suited": 10, "match_unsuited": 5}, (20, 15, 10, 10, 5)),
        ({"decks": 8, "match_unsuited": 4}, (24, 16, 12, 8, 4)),
    ],
)
def test_massachusetts_may_pay_a_match_better_than_its_table(
    choices: dict[str, int], pays: tuple[int, ...]
) -> None:
    assert rules_of("massachusetts", **choices).sides["match"].pays == pays


@pytest.mark.parametrize(
    ("choices", "clause"),
    [
        ({"match_suited": 8}, "6(e)(1)"),
        ({"match_suited": -1}, "at least 0 (massachusetts 6(e))"),
        ({"match_unsuited": 3}, "6(e)(1)"),
        ({"decks": 8, "match_suited": 11}, "6(e)(2)"),
    ],
)
def test_massachusetts_may_not_pay_a_match_worse(choices: dict[str, int], clause: str) -> None:
    with pytest.raises(BadRules, match=re.escape(clause)):
        rules_of("massachusetts", **choices)


@every_book
def test_every_reading_of_every_ruling_can_be_chosen(book: str) -> None:
    for ruling in load_book(book).rulings:
        for name, reading in ruling.reads.items():
            choices: dict[str, Any] = {ruling.id: name}
            if name == "own_table":
                choices[
                    "offers"
                ] = ()  # it goes with a wheel of its own: see the test of the one-dollar wager
            chosen = msgspec.to_builtins(settings_of(rules_of(book, None, **choices)))
            for setting, value in reading.sets.items():
                if not setting.startswith("paytables."):
                    assert chosen[setting] in (value, tuple(value) if isinstance(value, list) else value)


def test_maryland_comes_down_to_its_known_settings() -> None:
    chosen = settings_of(rules_of("maryland"))
    known = {
        "decks": 6,
        "hole_card": True,
        "card_reader": True,
        "dealer_hits_soft_17": False,
        "may_rescue": True,
        "may_double_21": False,
        "double_for_less": True,
        "most_doubles": 1,
        "most_hands": 4,
        "top_suit": "spades",
        "pays_blackjack": (3, 2),
        "pays_777_top": (3, 1),
        "two_card_21_after_split": "wins",
        "dealer_blackjack_takes": "original",
        "super_bonus_small": 1_000_00,
        "super_bonus_large": 5_000_00,
        "envy_pays": 50_00,
        "match_pays": (18, 13, 9, 8, 4),
        "match_down_offered": False,
        "match_down_pays": (0, 0, 0, 0, 0),
        "xtreme_spinner": "drawn_position",
        "spin_pays_by_rank": True,
        "cover_from_back": (1, 4),
        "decks_hours": 24,
        "blackjack_paid": "at_once_v_2_to_9",
    }
    assert {name: chosen[name] for name in known} == known


def test_version_one_has_marylands_settings_but_for_the_progressives() -> None:
    now, before = settings_of(rules_of("maryland")), settings_of(rules_of("maryland-v1"))
    differing = {name for name in SETTING_NAMES if now[name] != before[name]}
    progressives = {
        "spin_offered",
        "spin_tables",
        "xtreme_offered",
        "xtreme_tables",
        "meters",
    }
    assert differing == {"book", *progressives}


def test_a_choice_stands_above_the_usual_and_a_chosen_ruling_above_the_default() -> None:
    assert rules_of("maryland", decks=8).decks == 8
    assert rules_of("maryland", odd_money="down").odd_money == 1
    assert rules_of("maryland", None, **{"odd-money": "exact"}).odd_money == 2
    assert rules_of("maryland", envy="each_box").envy_by_box is True
    bare = msgspec.structs.replace(sample_submission("maryland-v1"), choose={}, rulings={})
    rules = rules_of("maryland-v1", bare)
    assert (rules.decks, rules.most_hands, rules.adjacent_boxes, rules.sides["match"].offered) == (
        6,
        4,
        3,
        False,
    )
    assert rules.sides["match"].pays == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("book", "decks", "pays"),
    [
        ("maryland", 6, (18, 13, 9, 8, 4)),
        ("maryland", 8, (24, 15, 12, 6, 3)),
        ("massachusetts", 8, (24, 15, 12, 6, 3)),
        ("uk-casino", 6, (18, 13, 9, 8, 4)),
        ("players-edge", 5, (26, 16, 13, 6, 3)),
        ("players-edge", 6, (18, 13, 9, 8, 4)),
        ("players-edge", 8, (24, 15, 12, 6, 3)),
    ],
)
def test_the_match_paytable_goes_with_the_decks(book: str, decks: int, pays: tuple[int, ...]) -> None:
    assert rules_of(book, decks=decks).sides["match"].pays == pays


def test_an_unusual_match_paytable_is_allowed_with_a_warning_that_names_its_edge() -> None:
    sample = sample_submission("players-edge")
    unusual = msgspec.structs.replace(sample, choose={**sample.choose, "match_paytable": "C"})
    assert rules_of("players-edge", unusual).sides["match"].pays == (26, 16, 13, 6, 3)
    (warning,) = check_submission(unusual)
    assert "match_paytable C with 6 decks is unusual: the house edge of a match wager is 1.66 %" in warning


@pytest.mark.parametrize(("decks", "pays"), [(6, [18, 13, 9, 8, 4]), (8, [24, 15, 12, 6, 3])])
def test_the_edge_of_a_match_wager_is_what_counting_every_hand_gives(decks: int, pays: list[int]) -> None:
    dealers = SPANISH_DECK[0]
    shoe = sorted(SPANISH_DECK * decks)
    shoe.remove(dealers)
    lines = [match_line(first, second, dealers) for first, second in combinations(shoe, 2)]
    lost = sum(1 if line == NO_MATCH else -pays[line] for line in lines)
    assert edge_in_hundredths(pays, decks) == round(Fraction(10_000 * lost, len(lines)))


def test_a_warning_for_more_adjacent_boxes_than_the_table_has() -> None:
    warnings = check_submission(submission_of(MARYLAND.replace("boxes = 7", "boxes = 2", 1), "casino.toml"))
    assert warnings == ["casino.toml: adjacent_boxes is 3, but the table has 2 boxes"]


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ('layout = "SAMPLE-2026-001"', "", "layout (2.B)"),
        ('progressive_system = "SAMPLE-2026-005"', "", "progressive_system (2.B(7))"),
        ('shuffling = "hand"', 'shuffling = "continuous"', "continuous_shuffler (5.J)"),
    ],
)
def test_a_submission_without_an_approval_fits_but_says_what_is_missing(
    old: str, new: str, missing: str
) -> None:
    assert old in MARYLAND
    submission = submission_of(MARYLAND.replace(old, new), "casino.toml")
    assert check_submission(submission) == []
    assert rules_of("maryland", submission).approvals_missing == (missing,)


def test_the_checklist_and_the_approvals_follow_what_is_offered() -> None:
    both, match = rules_of("maryland"), rules_of("maryland", offers=["match"])
    assert "progressive_system" in both.equipment
    assert "progressive_system" not in match.equipment
    assert {"discard_rack", "card_reader", "match_areas"} <= set(match.equipment)
    assert match.inscriptions == ("Blackjack pays 3 to 2", "Insurance pays 2 to 1")
    assert "layout: SAMPLE-2026-001" in match.approvals


@pytest.mark.parametrize(
    ("book", "decks", "why", "clauses"),
    [
        ("maryland", 6, "match_pays.two_suited", ("12.A(4)(a)(i)",)),
        ("maryland", 6, "match_pays.unsuited", ("12.A(4)(a)(ii)",)),
        ("maryland", 8, "match_pays.suited_and_unsuited", ("12.A(4)(b)(i)", "12.A(4)(b)(ii)")),
        ("maryland", 6, "spin_wheel.B.1000", ("12.D(2)(b)",)),
        ("maryland", 6, "spin_wheel.B.250+100", ("12.D(9)(b)(i)",)),
        ("maryland", 6, "xtreme_wheel.A.primary", ("12.E(1)(a)",)),
        ("maryland", 6, "xtreme_community.A.25", ("12.E(6)(a)(viii)",)),
        ("maryland", 6, "pays_blackjack", ("12.A(2)",)),
        ("maryland", 6, "dealer_blackjack", ("7.G(3)", "7.Q")),
        ("maryland", 6, "bust", ("7.O(2)",)),
        ("maryland", 6, "no_such_setting.line", ()),
        ("players-edge", 6, "match_pays.two_suited", ("12.A(5)(a)(i)",)),
        ("players-edge", 8, "match_down_pays.unsuited", ("12.A(5)(b)(v)",)),
        ("players-edge", 6, "monster_pays.suited_pair", ("12.D(1)(f)",)),
    ],
)
def test_a_payment_is_cited_from_the_paytable_in_use(
    book: str, decks: int, why: str, clauses: tuple[str, ...]
) -> None:
    assert citations(load_book(book), rules_of(book, decks=decks), why) == clauses


# -- wheels and meters -----------------------------------------------------------------------------


def test_a_stop_pays_what_its_paytable_says() -> None:
    rules = rules_of("maryland")
    (bonus_spin,), (xtreme,) = rules.sides["spin"].tables, rules.sides["xtreme"].tables
    assert (bonus_spin.wager, bonus_spin.paytable, xtreme.wager, xtreme.paytable) == (1_00, "B", 5_00, "A")
    spin = {stop.symbol: (stop.source, stop.pays, stop.pair) for stop in bonus_spin.wheel}
    assert spin["jackpot"] == (PRIMARY, 0, 0)
    assert spin["1000"] == (FIXED, 1_000_00, 0)
    assert spin["250+100"] == (FIXED, 250_00, 1)
    pairs = [(pair.symbol, pair.pays) for pair in bonus_spin.pairs]
    assert pairs == [("250+100", 100_00), ("100+20", 20_00), ("30+3", 3_00)]
    prizes = {stop.symbol: (stop.source, stop.pays) for stop in xtreme.wheel}
    assert (prizes["primary"], prizes["secondary"], prizes["600"]) == (
        (PRIMARY, 0),
        (SECONDARY, 0),
        (FIXED, 600_00),
    )
    assert {stop.pays for stop in xtreme.community if stop.symbol == "150"} == {150_00}
    assert set(rules.meters) == {"spin", "xtreme", "xtreme_secondary"}
    assert rules.meters["xtreme_secondary"].reset == 5_000_00


def one_dollar_submission(*stops: WheelStop) -> Submission:
    sample = sample_submission("maryland")
    return msgspec.structs.replace(
        sample,
        rulings={"xtreme-one-dollar": "own_table"},
        choose={**sample.choose, "offers": ["xtreme"]},
        wheels={"xtreme": stops, "xtreme_community": (WheelStop("prize", 1, 5_00),)},
    )


def test_a_one_dollar_wager_on_xtreme_16_needs_a_table_of_the_submission() -> None:
    with pytest.raises(BadRules, match=r"xtreme_wager is 1.00; .*maryland 12.E"):
        rules_of("maryland", xtreme_wager=1_00)
    with pytest.raises(BadRules, match="paytable own has primary, secondary, prize"):
        rules_of("maryland", xtreme_one_dollar="own_table")
    with pytest.raises(BadRules, match=r"wheels.xtreme.prize is 0.00; it must be at least 0.01"):
        rules_of("maryland", one_dollar_submission(WheelStop("prize", 3)))
    stops = (WheelStop("primary", 1), WheelStop("prize", 9, 40_00), WheelStop("prize", 3, 100_00))
    rules = rules_of("maryland", one_dollar_submission(*stops))
    (own,) = rules.sides["xtreme"].tables
    assert own.wager == 1_00
    assert [stop.pays for stop in own.wheel] == [0, 40_00, 100_00]
    assert [stop.source for stop in own.wheel] == [PRIMARY, FIXED, FIXED]
    assert rules.meters["xtreme"].reset >= 10_000_00
    assert citations(load_book("maryland"), rules, "xtreme_wheel.own.prize") == ("6.G(3)", "12.E")


def with_prize_wheel(prize: int) -> Submission:
    text = MARYLAND.replace('"jackpot", weight = 1', f'"jackpot", weight = 1, prize = {prize}')
    text = text.replace('spin_paytable = "B"', 'spin_paytable = "A"').replace('"15", weight', '"20", weight')
    return submission_of(without_other_wheels(text), "casino.toml")


def without_other_wheels(text: str) -> str:
    """The sample without its wheels for the paytables that are not in use."""
    return re.sub(r"spin_[ACD] = \[.*?\n\]\n", "", text, flags=re.DOTALL)


def test_a_fixed_prize_is_named_by_the_submission_and_needs_no_meter() -> None:
    rules = rules_of("maryland", with_prize_wheel(2_000_00))
    stop = rules.sides["spin"].tables[0].wheel[0]
    assert (stop.source, stop.pays) == (FIXED, 2_000_00)
    assert "spin" not in rules.meters


def test_a_fixed_prize_has_a_least_amount() -> None:
    with pytest.raises(BadRules) as refusal:
        check_submission(with_prize_wheel(999_99))
    assert "wheels.spin.prize is 999.99; it must be at least 1000.00 (maryland 12.D(6)(b)(i))" in str(
        refusal.value
    )


def test_five_dollar_paytables_cost_five_dollars() -> None:
    text = MARYLAND.replace('spin_paytable = "B"\nspin_wager = 1_00', 'spin_paytable = "D"')
    text = text.replace("initial = 1_000_00\nreset = 1_000_00", "initial = 5_000_00\nreset = 5_000_00")
    wheel = '[\n  { symbol = "jackpot", weight = 1 },\n  { symbol = "500+100", weight = 9 },\n]'
    head, _, rest = without_other_wheels(text).partition("spin = [\n  {")
    rules = rules_of(
        "maryland", submission_of(f"{head}spin = {wheel}\n{rest.partition(']')[2]}", "casino.toml")
    )
    (table,) = rules.sides["spin"].tables
    assert (table.wager, table.paytable) == (5_00, "D")
    assert [stop.pays for stop in table.wheel] == [0, 500_00]
    assert rules.meters["spin"].reset == 5_000_00


# -- what is refused -------------------------------------------------------------------------------

OWN = "(maryland, the operator's own choice)"

BAD_CHOICES: list[tuple[str, Any, str]] = [
    ("decks", 7, "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", 0, "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", -6, "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", True, "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", "6", "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", 6.0, "it must be one of 6, 8 (maryland 3.A)"),
    ("decks", [6, 8], "it must be one of 6, 8 (maryland 3.A)"),
    ("boxes", 0, "it must be from 1 to 7 (maryland 2.A)"),
    ("boxes", 8, "it must be from 1 to 7 (maryland 2.A)"),
    ("adjacent_boxes", 0, "it must be from 1 to 7 (maryland 6.H)"),
    ("adjacent_boxes", 8, "it must be from 1 to 7 (maryland 6.H)"),
    ("adjacent_boxes", "three", "it must be from 1 to 7 (maryland 6.H)"),
    ("most_hands", -1, "it must be at least 2 (maryland 11.D)"),
    ("most_hands", 4.5, "it must be at least 2 (maryland 11.D)"),
    ("most_hands", False, "it must be at least 2 (maryland 11.D)"),
    ("payout_limit", -1, "it must be at least 0.00 (maryland 2.B(6)(b))"),
    ("payout_limit", 10**20, "it must be at most 100000000000.00 (maryland 2.B(6)(b))"),
    ("settlement_order", "winners_first", "it must be one of right_to_left, losers_first (maryland 7.R"),
    ("shuffling", "magic", "it must be one of hand, device, continuous (maryland 5.A, 5.J)"),
    ("device_loads_shoe", 1, "it must be one of false, true (maryland 5.A(2))"),
    ("recut_by", "dealer", "it must be one of last, next (maryland 5.F(1))"),
    ("cash_wagers", "no", "it must be one of true, false (maryland 6.B)"),
    ("mid_shoe_entry", None, "it must be one of true, false (maryland 6.C)"),
    ("spin_paytable", "E", "it must be one of A, B, C, D (maryland 12.D"),
    ("spin_wager", 2_00, "it must be one of 1.00, 5.00 (maryland 6.G(2)"),
    ("spin_wager", 5_00, "paytable B is for a wager of 1.00 (maryland 12.D"),
    ("table_minimum", 0, f"it must be at least 0.01 {OWN}"),
    ("table_minimum", 5_25, f"it must be a multiple of the smallest chip, 0.50 {OWN}"),
    ("table_minimum", 6_000_00, f"it must be at most table_maximum, which is 5000.00 {OWN}"),
    ("match_minimum", 600_00, f"it must be at most match_maximum, which is 500.00 {OWN}"),
    ("match_maximum", 33, f"it must be a multiple of the smallest chip, 0.50 {OWN}"),
    ("hand_maximum", 4_50, f"it must be 0 for no limit, or at least table_minimum, which is 5.00 {OWN}"),
    ("smallest_chip", 0, f"it must be at least 0.01 {OWN}"),
    ("smallest_chip", "quarter", f"it must be at least 0.01 {OWN}"),
    ("dealer_hits_soft_17", True, "the book sets it to false (maryland 7.M)"),
    ("hole_card", False, "the book sets it to true (maryland 1.B(4), 7.E(4))"),
    ("pays_blackjack", [6, 5], "the book sets it to 3:2 (maryland 12.A(2))"),
    ("may_surrender", False, "the book sets it to true (maryland 9.A)"),
    ("most_doubles", 3, "the book sets it to 1 (maryland 7.K, 10.C)"),
    ("people_on_box", 3, "it is not left to the operator (maryland, the house's choice)"),
    ("match_offered", True, "side wagers are offered by their names in offers (maryland 6.G(1))"),
    ("monster_offered", True, "side wagers are offered by their names in offers (maryland, the house's"),
    ("offers", ["monster"], "it must be one of match, spin, xtreme (maryland 6.G(1))"),
    ("offers", "match", "it must be a list of names from match, spin, xtreme (maryland 6.G(1))"),
    ("offers", [["match"]], "it must be one of match, spin, xtreme (maryland 6.G(1))"),
]


@pytest.mark.parametrize(("name", "value", "bound"), BAD_CHOICES)
def test_a_choice_out_of_bounds_is_refused_with_its_clause(name: str, value: Any, bound: str) -> None:
    sample = sample_submission("maryland")
    bad = msgspec.structs.replace(sample, choose={**sample.choose, name: value}, source="casino.toml")
    with pytest.raises(BadRules) as refusal:
        check_submission(bad)
    assert str(refusal.value).startswith(f"casino.toml: {name} is ")
    assert f"; {bound}" in str(refusal.value)
    with pytest.raises(BadRules, match=f"^choices: {name} is "):
        rules_of("maryland", **{name: value})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "reset = 1_000_00",
            "reset = 999_99",
            "meters.spin.reset is 999.99; it must be at least 1000.00 (maryland 12.D(6)(b)(ii))",
        ),
        (
            "initial = 1_000_00",
            "initial = 1",
            "meters.spin.initial is 0.01; it must be at least 1000.00 (maryland 12.D(6)(b)(ii))",
        ),
        (
            "initial = 10_000_00",
            "initial = 9_999_99",
            "meters.xtreme.initial is 9999.99; it must be at least 10000.00 (maryland 12.E(3)(b)(i))",
        ),
        (
            "reset = 5_000_00",
            "reset = 0",
            "meters.xtreme_secondary.reset is 0.00; it must be at least 5000.00 (maryland 12.E(3)(b)(i))",
        ),
        (
            "rate = [10, 100]",
            "rate = [0, 100]",
            "meters.spin.rate is [0, 100]; it must be a part of the wager",
        ),
        (
            "rate = [10, 100]",
            "rate = [101, 100]",
            "meters.spin.rate is [101, 100]; it must be a part of the wager",
        ),
        ("rate = [10, 100]", "rate = [1, 0]", "meters.spin.rate is [1, 0]; it must be a part of the wager"),
        ("rate = [10, 100]", "rate = 0.1", "meters.spin.rate: Expected array, got float"),
        ("rate = [10, 100]", "", "meters.spin: missing field rate"),
        ("[meters.spin]", "[meters.slot]", "meters.slot is not a meter; the meters are spin, monster"),
        (
            "[meters.xtreme_secondary]\ninitial = 5_000_00\nreset = 5_000_00\nrate = [2, 100]",
            "",
            "meters.xtreme_secondary is missing; it needs initial and reset of at least 5000.00, and a rate "
            "(maryland",
        ),
        (
            '"15", weight',
            '"20", weight',
            'is "20"; paytable B has jackpot, 1000, 350, 120, 50, 33, 15, 10, 250+100, 100+20, 30+3 (',
        ),
        (
            '"secondary", weight',
            '"jackpot", weight',
            'wheels.xtreme.symbol is "jackpot"; paytable A has primary, secondary, 1000',
        ),
        (
            '"150", weight',
            '"151", weight',
            'wheels.xtreme_community.symbol is "151"; paytable A has 150, 100, 75',
        ),
        ("weight = 300", "weight = 0", "wheels.spin.weight is 0; it must be a whole number from 1"),
        ("weight = 300", "weight = -3", "wheels.spin.weight is -3; it must be a whole number from 1"),
        ("weight = 300", "weight = 2.5", "wheels.spin[6].weight: Expected int, got float"),
        (
            "weight = 300",
            "weight = 300, prize = 1",
            "wheels.spin.prize is 0.01; only a prize has one, and 15 is not a prize",
        ),
        ("weight = 300", "weight = 300, color = 1", "wheels.spin[6]: unknown field color"),
        ("xtreme_community = [", "roulette = [", "wheels.roulette is not a wheel; the wheels are spin"),
        ("[wheels]\nspin = [", "[wheels]\nspin = []\nxtreme = [", "this is not TOML"),
        (
            '"SAMPLE-2026-004"',
            '" "',
            'approvals.shoe_location is " "; it must be the approval\'s number (maryland 7.A)',
        ),
        ('"SAMPLE-2026-004"', "4", "approvals.shoe_location: Expected str, got int"),
        ("shoe_location =", "hat_location =", "approvals.hat_location is not an approval; the approvals are"),
        (
            'odd-money = "up"',
            'odd-money = "sideways"',
            'rulings.odd-money is "sideways"; it must be one of up, down, exact (maryland 12.A(2), 12.B)',
        ),
        ('odd-money = "up"', "odd-money = 1", "rulings.odd-money: Expected str, got int"),
        ('odd-money = "up"', 'even-money = "up"', "rulings: maryland has no ruling 'even-money'; it has"),
        (
            "decks = 6",
            'odd_money = "up"',
            'odd_money is "up"; it is a ruling, chosen as rulings.odd-money from up, down, exact',
        ),
        ("decks = 6", "dice = 6", '"dice" is not a choice; the choices are offers, adjacent_boxes'),
        ("decks = 6", 'match_paytable = "A"', '"match_paytable" is not a choice'),
        ('book = "maryland"', 'book = "nevada"', "there is no book 'nevada'; the books are"),
        (
            'book = "maryland"',
            'book = "maryland-v1"',
            'offers is "spin"; it must be one of match (maryland-v1 6.G(1))',
        ),
        ('book = "maryland"\n', "", ": missing field book"),
        ("operator =", "owner =", ": unknown field owner"),
        ("[choose]", 'offers = ["match"]\n[choose]', "offers is at the top; it belongs under [choose]"),
        ("[choose]", 'source = "me"\n[choose]', "source is at the top; it belongs nowhere"),
        ("[choose]", "choose = 3\n[chosen]", "choose: Expected object, got int"),
        ("[rulings]", "rulings = 3\n[ruled]", "this is not TOML|wheels.rulings"),
        ("decks = 6", "decks = 6 6", "this is not TOML"),
        ("decks = 6", "decks = " + "9" * 5_000, "this is not TOML"),
        ("decks = 6", "decks = " + "[" * 5_000, "this is not TOML"),
        ("decks = 6", "decks = 1979-05-27", "decks is 1979-05-27; it must be one of 6, 8 (maryland 3.A)"),
        ("decks = 6", "decks = nan", "decks is nan; it must be one of 6, 8 (maryland 3.A)"),
        ("decks = 6", '"new\\nline" = 1', '"new line" is not a choice'),
        ("decks = 6", 'decks = "a\\nb"', 'decks is "a b"; it must be one of 6, 8 (maryland 3.A)'),
    ],
)
def test_a_submission_with_a_mistake_is_refused_in_one_line(old: str, new: str, complaint: str) -> None:
    assert old in MARYLAND
    refusal = refusal_of(MARYLAND.replace(old, new, 1))
    assert refusal.startswith("casino.toml: ")
    assert any(part in refusal for part in complaint.split("|")), refusal
    assert len(refusal.splitlines()) == 1


def test_a_submission_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "casino.toml"
    path.write_text(MARYLAND.replace("decks = 6", "decks = 8"), "utf-8")
    assert rules_of("maryland", load_submission(path)).decks == 8
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match=r"casino\.toml: cannot be read: it is not UTF-8 text"):
        load_submission(path)
    with pytest.raises(BadInput, match=r"none\.toml: cannot be read: No such file"):
        load_submission(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        load_submission(tmp_path)
    with pytest.raises(BadInput, match="cannot be read"):
        load_submission("a\0b")


def test_a_submission_for_another_book_is_refused() -> None:
    with pytest.raises(BadRules, match="book is 'maryland'; the table plays uk-casino"):
        rules_of("uk-casino", sample_submission("maryland"))


def test_every_limit_and_every_wager_is_made_of_chips() -> None:
    limits = {
        "table_minimum": 6_00,
        "table_maximum": 6_000_00,
        "match_minimum": 3_00,
        "match_maximum": 300_00,
    }
    threes = {**limits, "smallest_chip": 3_00}
    assert rules_of("maryland", offers=["match"], **threes).smallest_chip == 3_00
    for name, value in (
        ("table_minimum", 7_00),
        ("table_maximum", 6_001_00),
        ("hand_maximum", 7_00),
        ("match_minimum", 4_00),
        ("match_maximum", 301_00),
    ):
        choices = {"offers": ["match"], **threes, name: value}
        with pytest.raises(BadRules, match=rf"^choices: {name} is .*a multiple of the smallest chip, 3\.00 "):
            rules_of("maryland", **choices)
    assert rules_of("maryland", offers=[], **threes, hand_maximum=9_00).hand_maximum == 9_00
    few = {**threes, "match_minimum": 4_00}
    assert rules_of("maryland", offers=[], **few).sides["match"].minimum == 4_00
    for kind, amount in (("spin", "1.00"), ("xtreme", "5.00")):
        with pytest.raises(
            BadRules, match=rf"^choices: {kind}_wager is {amount}; it must be a multiple of the smallest"
        ):
            rules_of("maryland", offers=[kind], **threes)


@every_book
def test_a_setting_that_a_ruling_decides_is_refused_with_the_ruling(book: str) -> None:
    loaded = load_book(book)
    for ruling in loaded.rulings:
        for name in {name for reading in ruling.reads.values() for name in reading.sets}:
            if name in loaded.bounds or name in loaded.fixed or name.startswith("paytables."):
                continue
            chosen = f"it is a ruling, chosen as rulings.{ruling.id} from {', '.join(ruling.reads)} ({book} "
            bad = msgspec.structs.replace(sample_submission(book), choose={name: None})
            with pytest.raises(BadRules, match=f"{name} is missing; ") as refusal:
                check_submission(bad)
            if sum(name in one.sets for other in loaded.rulings for one in other.reads.values()) == 1:
                assert chosen in str(refusal.value)
            assert "it is a ruling, chosen as rulings." in str(refusal.value)


@pytest.mark.parametrize(
    ("decks", "table", "edge"),
    [(5, "A", "4.37"), (5, "B", "6.88"), (6, "B", "5.15"), (8, "A", "1.42"), (8, "C", "-0.67")],
)
def test_the_edge_of_an_unusual_match_paytable_is_told(decks: int, table: str, edge: str) -> None:
    sample = sample_submission("players-edge")
    choose = {**sample.choose, "decks": decks, "match_paytable": table}
    (warning,) = check_submission(msgspec.structs.replace(sample, choose=choose, source="casino.toml"))
    told = f"casino.toml: match_paytable {table} with {decks} decks is unusual: "
    assert warning == f"{told}the house edge of a match wager is {edge} %"
    for offers, count in ((["match_down"], 1), (["match"], 1), ([], 0)):
        some = msgspec.structs.replace(sample, choose={**choose, "offers": offers})
        assert len(check_submission(some)) == count


@pytest.mark.parametrize(("decks", "table"), [(5, "C"), (6, "A"), (8, "B")])
def test_the_paytable_of_the_decks_is_not_unusual(decks: int, table: str) -> None:
    sample = sample_submission("players-edge")
    choose = {**sample.choose, "decks": decks, "match_paytable": table}
    assert check_submission(msgspec.structs.replace(sample, choose=choose)) == []


def test_a_side_wager_without_an_edge_of_its_own_has_no_unusual_paytable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = sample_submission("players-edge")
    unusual = msgspec.structs.replace(sample, choose={**sample.choose, "decks": 5, "match_paytable": "A"})
    assert len(check_submission(unusual)) == 1
    without = {one.kind: msgspec.structs.replace(one, house_edge=None) for one in PACKAGED}
    monkeypatch.setattr(submission, "side_wager", without.get)
    assert check_submission(unusual) == []


def test_as_many_adjacent_boxes_as_the_table_has_are_not_unusual() -> None:
    assert check_submission(submission_of(MARYLAND.replace("boxes = 7", "boxes = 3", 1), "casino.toml")) == []


def test_the_layout_says_the_payout_limit() -> None:
    def said(**choices: Any) -> list[str]:
        return [one for one in rules_of("maryland", **choices).inscriptions if one.startswith("Payout")]

    assert said() == []
    assert said(payout_limit=1_234_05) == [
        "Payout limit $1234.05 a hand, doubles included; fixed payouts come on top"
    ]
    everything = rules_of("maryland", payout_limit=100_00, **{"payout-limit": "everything"})
    assert everything.inscriptions[-1] == (
        "Payout limit $100.00 for everything on a hand, its fixed payout included"
    )


def test_a_choice_up_to_the_largest_amount_is_taken_and_a_long_one_is_shown_short() -> None:
    assert rules_of("maryland", payout_limit=10**13).payout_limit == 10**13
    with pytest.raises(
        BadRules, match=r"payout_limit is 100000000000\.01; it must be at most 100000000000\.00 "
    ):
        rules_of("maryland", payout_limit=10**13 + 1)
    assert rules_of("maryland", most_hands=999).most_hands == 999
    with pytest.raises(BadRules, match="most_hands is 1000; it must be at most 999 "):
        rules_of("maryland", most_hands=1_000)
    with pytest.raises(BadRules, match=r'decks is "x{59}; it must be one of 6, 8'):
        rules_of("maryland", decks="x" * 100)


@pytest.mark.parametrize(
    ("paytables", "problem"),
    [
        (
            "A,B",
            'spin_paytable is "A,B"; each is for a wager of 1.00, and an amount has one paytable (maryland',
        ),
        (["B", "E"], 'spin_paytable is "E"; it must be one of A, B, C, D (maryland 12.D'),
        ("B, E", 'spin_paytable is "E"; it must be one of A, B, C, D (maryland 12.D'),
        ([], "spin_paytable is []; it must be one of A, B, C, D (maryland 12.D"),
        (3, "spin_paytable is 3; it must be one of A, B, C, D (maryland 12.D"),
    ],
)
def test_paytables_that_do_not_go_together_are_refused(paytables: Any, problem: str) -> None:
    with pytest.raises(BadRules) as refusal:
        rules_of("maryland", spin_paytable=paytables)
    found = str(refusal.value).removeprefix("choices: ")
    assert found.startswith(problem), found


def test_two_paytables_make_two_amounts() -> None:
    for paytables in ("B,D", "B , D", ["B", "D"], ("B", "D")):
        sample = sample_submission("maryland")
        meters = {**sample.meters, "spin": MeterRules(5_000_00, 6_000_00, (1, 10))}
        rich = msgspec.structs.replace(sample, meters=meters)
        choose: dict[str, Any] = {"spin_paytable": paytables}
        rules = rules_of("maryland", rich, **choose, spin_wager=5_00)
        assert [(table.paytable, table.wager) for table in rules.sides["spin"].tables] == [
            ("B", 1_00),
            ("D", 5_00),
        ]
        assert rules.meters["spin"] == MeterRules(5_000_00, 6_000_00, (1, 10))
        short = {**sample.meters, "spin": MeterRules(4_999_99, 6_000_00, (1, 10))}
        with pytest.raises(
            BadRules, match=r"meters\.spin\.initial is 4999\.99; it must be at least 5000\.00 \(maryland 12"
        ):
            rules_of("maryland", msgspec.structs.replace(sample, meters=short), **choose)


def test_a_wheel_of_a_paytable_that_is_not_in_use_is_checked_all_the_same() -> None:
    sample = sample_submission("maryland")
    wheels = {**sample.wheels, "spin_D": (WheelStop("20", 0),)}
    with pytest.raises(BadRules, match=r"wheels\.spin_D\.symbol is .20.; paytable D has "):
        rules_of("maryland", msgspec.structs.replace(sample, wheels=wheels))
    without = {**sample.wheels, "spin": ()}
    with pytest.raises(
        BadRules, match=r"wheels\.spin(_B)? is missing; it needs at least one stop of jackpot, 1000, "
    ):
        rules_of("maryland", msgspec.structs.replace(sample, wheels=without))


@pytest.mark.parametrize("weight", [1, 10**13])
def test_a_stop_weighs_from_one_to_the_largest_number(weight: int) -> None:
    sample = sample_submission("maryland")

    def with_weight(heavy: int) -> Submission:
        wheels = {**sample.wheels, "spin": (WheelStop("jackpot", heavy),)}
        return msgspec.structs.replace(sample, wheels=wheels)

    assert rules_of("maryland", with_weight(weight)).sides["spin"].tables[0].wheel[0].weight == weight
    wrong = 0 if weight == 1 else weight + 1
    with pytest.raises(
        BadRules, match=f"weight is {wrong}; it must be a whole number from 1 to 10000000000000 "
    ):
        rules_of("maryland", with_weight(wrong))


def test_only_the_wheel_of_bonus_spin_has_symbols_with_two_amounts() -> None:
    sample = sample_submission("maryland")
    for name in ("xtreme", "xtreme_community"):
        wheels = {**sample.wheels, name: (WheelStop("250+100", 1),)}
        with pytest.raises(
            BadRules, match=rf"wheels\.{name}\.symbol is .250\+100.; paytable A has "
        ) as refusal:
            rules_of("maryland", msgspec.structs.replace(sample, wheels=wheels))
        assert str(refusal.value).count("+") == 1


def test_a_card_reader_needs_a_hole_card() -> None:
    assert rules_of("massachusetts", hole_card=True, card_reader=True).card_reader
    with pytest.raises(BadRules, match=r"^choices: card_reader is true; .*false where no hole card is dealt"):
        rules_of("massachusetts", card_reader=True)


def test_a_wheel_with_too_many_stops_is_refused_with_its_file() -> None:
    sample = sample_submission("maryland")
    stops = (WheelStop("jackpot", 1),) * 1_001
    many = msgspec.structs.replace(sample, wheels={**sample.wheels, "spin": stops}, source="casino.toml")
    with pytest.raises(
        BadRules, match=r"^casino\.toml: spin_tables is a table for 1\.00; it must be a list of tables"
    ):
        rules_of("maryland", many)


def test_the_usual_paytable_of_monster_match_holds_without_a_choice() -> None:
    sample = sample_submission("players-edge")
    plain = {name: value for name, value in sample.choose.items() if not name.endswith("_paytable")}
    rules = rules_of("players-edge", msgspec.structs.replace(sample, choose=plain))
    assert (rules.sides["monster"].shares, rules.sides["monster"].pays) == (
        (100, 10),
        (0, 0, 200_00, 20_00, 12_00, 3_00),
    )


# -- anything at all -------------------------------------------------------------------------------

PIECES = [
    "= ",
    "[",
    "]",
    "{",
    "}",
    '"',
    "\n",
    "-1",
    "1e9",
    "true",
    "[choose]",
    "offers",
    "'",
    ",",
    "#",
    "\\u0000",
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=4), values, max_size=2),
    max_leaves=5,
)


def is_accepted_or_refused_in_one_line(text: str) -> bool:
    try:
        check_submission(submission_of(text, "mangled.toml"))
    except BadInput as refusal:
        return len(str(refusal).splitlines()) == 1 and str(refusal).startswith("mangled.toml: ")
    return True


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_mangled_submission_is_accepted_or_refused_in_one_line(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(MARYLAND)))
    length = data.draw(st.integers(0, 40))
    put = data.draw(st.text(max_size=12) | st.sampled_from(PIECES))
    assert is_accepted_or_refused_in_one_line(MARYLAND[:start] + put + MARYLAND[start + length :])


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_submission_with_any_value_anywhere_is_accepted_or_refused_in_one_line(data: st.DataObject) -> None:
    lines = MARYLAND.splitlines()
    index = data.draw(st.sampled_from([at for at, line in enumerate(lines) if " = " in line]))
    value = data.draw(VALUES.filter(lambda drawn: drawn is not None))
    lines[index] = f"{lines[index].partition(' = ')[0]} = {toml_text(value)}"
    assert is_accepted_or_refused_in_one_line("\n".join(lines))


def toml_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(toml_text(part) for part in value if part is not None)}]"
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f'"{name.encode().hex()}" = {toml_text(part)}' for name, part in value.items())
            + "}"
        )
    return f'"{value.encode().hex()}"' if isinstance(value, str) else str(value)


@settings(max_examples=400, deadline=None)
@given(
    book=st.sampled_from(BOOKS),
    choices=st.dictionaries(
        st.sampled_from([*SETTING_NAMES, "offers", "match_paytable", "spin_paytable", "double-on-21"]).filter(
            lambda name: name != "book"
        ),
        VALUES,
        max_size=2,
    ),
)
def test_any_choice_is_accepted_or_refused_in_one_line(book: str, choices: dict[str, Any]) -> None:
    try:
        complaint = rules_of(book, **choices).book
    except BadInput as refusal:
        complaint = str(refusal)
    assert len(complaint.splitlines()) == 1


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_no_submission_and_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        submission_of(text, "text.toml")
    assert len(str(refusal.value).splitlines()) == 1


@every_book
def test_no_ruling_has_the_name_of_a_setting(book: str) -> None:
    assert not {ruling.id for ruling in load_book(book).rulings} & set(SETTING_NAMES)


@every_book
def test_every_reading_of_every_ruling_can_be_chosen_by_name_and_is_written_as_text(book: str) -> None:
    for ruling in load_book(book).rulings:
        for reading in ruling.reads:
            if (ruling.id, reading) == ("xtreme-one-dollar", "own_table"):
                continue  # it needs a wheel of its own
            rules = chosen_rules(book, None, dict([pair_of(f"{ruling.id}={reading}")]))
            for name, value in ruling.reads[reading].sets.items():
                if name in SETTING_NAMES:
                    as_json = msgspec.json.encode(settings_of(rules)[name])
                    assert as_json == msgspec.json.encode(value)
            told = dict(line.removeprefix("set ").split(" ", 1) for line in rules_lines(rules))
            assert chosen_rules(book, None, dict(pair_of(f"{one}={told[one]}") for one in told)) == rules


def test_a_name_with_hyphens_is_a_rulings_before_it_is_a_settings() -> None:
    chosen = [pair_of("payout-limit=everything"), pair_of("payout_limit=100"), pair_of("table-maximum=500")]
    rules = chosen_rules("maryland", None, dict(chosen))
    assert (rules.payout_limit, rules.table_maximum) == (100_00, 500_00)
    assert settings_of(rules)["payout_limit_covers"] == "everything"
