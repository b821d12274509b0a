"""What three of the books say: Massachusetts, Player's Edge and the casino in the United Kingdom."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from spanish21.books.clauses import Range, Rulebook
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import check_submission, rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.errors import BadRules
from spanish21.game.rules import Rules, settings_of

BOOKS = ("massachusetts", "players-edge", "uk-casino")

# How many clauses each document has, and the digest of their ids, one to a line, in the document's order.
CLAUSES = {
    "massachusetts": (123, "59867b09dcdb73a7"),
    "players-edge": (302, "c8b412a2f050ce75"),
    "uk-casino": (32, "5a8fe16b9d64b8ff"),
}

RULINGS_OF_ALL = {
    "two-card-21-after-split",
    "bonus-on-split",
    "double-for-less",
    "double-on-21",
    "super-bonus-in-addition",
    "super-bonus-minimum",
    "envy",
    "match-ten-values",
    "odd-money",
    "dealer-stays-idle",
    "void-after-settlement",
}
RULINGS = {
    "massachusetts": {
        "shared-box-counted",
        "dead-hands",
        "second-in-a-round",
        "bust-before-dealer-blackjack",
        "surrender-v-reader",
        "insurance-round-up",
        "rescue-before-dealer-blackjack",
        "rescue-on-shared-box",
        "declined-double",
        "coupon-on-split",
        "box-consent",
        "coupon-is-one-wager",
        "shared-box-bonus",
        "envy-below-least",
        "reader-insertion-error",
        "second-ten",
        "surrender-odd-half",
        "one-card-hand",
        "late-card-turn",
    },
    "players-edge": {
        "losing-chips-in-inventory",
        "dead-hands",
        "device-loads-shoe",
        "meter-share",
        "second-in-a-round",
        "progressive-stake",
        "void-progressive",
        "surrender-v-reader",
        "insurance-offered",
        "insurance-round-up",
        "rescue-after-redouble",
        "redouble-and-bust",
        "dealer-soft-17",
        "dealer-has-17",
        "seven-card-21",
        "pe-order-of-play",
        "envy-seven",
        "envy-below-least",
        "wager-taken-back",
        "match-table-by-decks",
        "monster-wager",
        "monster-two-pairs",
        "monster-same-color",
        "payout-limit",
        "sides-first",
        "reader-insertion-error",
        "second-ten",
        "surrender-odd-half",
        "one-card-hand",
        "late-card-turn",
    },
    "uk-casino": {"uk-blackjack-takes", "split-cards-order"},
}

# What tells the books' sample tables from each other.
SETTINGS: dict[str, dict[str, Any]] = {
    "massachusetts": {
        "hole_card": False,
        "card_reader": False,
        "bonus_on_split": True,
        "double_for_less": True,
        "most_hands": 4,
        "people_on_box": 3,
        "adjacent_boxes": 1,
        "boxes_apart": True,
        "cash_needs_floorperson": True,
        "coupons": True,
        "match_within_wager": True,
        "match_losers_first": True,
        "match_pays": (18, 13, 9, 8, 4),
        "blackjack_paid": "at_end",
        "settlement_order": "losers_first",
        "cut_after_device": False,
        "cut_order": "rotating",
        "cut_from_ends": 48,
        "recut_until": "deal",
        "burn_disclosed": True,
        "player_totals_announced": True,
        "dealer_total_announced": "at_end",
        "dealers_card_announced": True,
        "reader_failure": "without",
        "second_ten": "reshuffled",
        "shuffler_failure": "removed",
        "super_bonus_from": 5_00,
        "envy_pays": 50_00,
        "meters": {},
    },
    "players-edge": {
        "hole_card": True,
        "card_reader": True,
        "plays_from_right": True,
        "dealer_hits_soft_17": True,
        "double_for_less": False,
        "most_doubles": 3,
        "bonus_on_split": False,
        "pays_insurance": (2, 1),
        "pays_insurance_suited": (5, 1),
        "top_suit": "diamonds",
        "envy_pays": 50_00,
        "envy_with_seven": 100_00,
        "blackjack_paid": "at_once",
        "settlement_order": "right_to_left",
        "match_pays": (18, 13, 9, 8, 4),
        "match_down_pays": (18, 13, 9, 8, 4),
        "monster_pays": (0, 0, 200_00, 20_00, 12_00, 3_00),
        "monster_shares": (100, 10),
        "monster_wager": 1_00,
        "meters": {"monster": {"initial": 5_000_00, "reset": 5_000_00, "rate": (15, 100)}},
        "tens_torn": True,
        "decks_hours": 24,
        "reader_failure": "halt",
        "second_ten": "decks_removed",
    },
    "uk-casino": {
        "currency": "£",
        "hole_card": False,
        "card_reader": False,
        "may_surrender": False,
        "may_rescue": False,
        "double_for_less": False,
        "most_hands": 0,
        "may_double_21": False,
        "dealer_blackjack_takes": "all",
        "super_bonus_from": 0,
        "super_bonus_small": 1_000_00,
        "blackjack_paid": "at_end",
        "cash_wagers": False,
        "match_pays": (18, 13, 9, 8, 4),
    },
}


@pytest.fixture(params=BOOKS)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return load_book(request.param)


def plain(rules: Rules) -> dict[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(settings_of(rules))
    return settings


def test_a_book_has_every_clause_of_its_document_in_the_documents_order(book: Rulebook) -> None:
    ids = [clause.id for clause in book.clauses]
    assert (len(ids), sha256("\n".join(ids).encode()).hexdigest()[:16]) == CLAUSES[book.name]


def test_every_clause_does_something_and_says_it_in_whole_sentences(book: Rulebook) -> None:
    for clause in book.clauses:
        assert clause.kinds, clause.id
        assert clause.says.endswith("."), clause.id
        assert not clause.says[0].islower(), clause.id
        assert 2 < len(clause.says.split()) < 60, clause.id


def test_offices_and_equipment_have_plain_lower_case_names(book: Rulebook) -> None:
    names = {name for clause in book.clauses for name in (*clause.equipment, *clause.office)}
    assert all(name == name.lower() and name.isidentifier() for name in names)


def test_a_book_has_the_rulings_that_concern_it(book: Rulebook) -> None:
    assert {ruling.id for ruling in book.rulings} == RULINGS_OF_ALL | RULINGS[book.name]


def test_every_ruling_asks_a_question_and_says_why(book: Rulebook) -> None:
    for ruling in book.rulings:
        assert ruling.asks.endswith("?"), ruling.id
        assert ruling.because.endswith("."), ruling.id
        assert ruling.clauses, ruling.id
        assert all(reading.says.endswith(".") for reading in ruling.reads.values()), ruling.id


def test_the_sample_submission_raises_no_warning(book: Rulebook) -> None:
    assert check_submission(sample_submission(book.name)) == []


def test_the_sample_submission_names_only_choices_that_the_book_leaves_open(book: Rulebook) -> None:
    chosen = set(sample_submission(book.name).choose) - {"offers"}
    assert chosen <= set(book.bounds)


def test_the_settings_come_down_to_the_books_own_rules(book: Rulebook) -> None:
    settings = plain(rules_of(book.name))
    expected = SETTINGS[book.name]
    assert {name: settings[name] for name in expected} == expected


def test_every_reading_of_every_ruling_can_be_chosen(book: Rulebook) -> None:
    sample = sample_submission(book.name)
    for ruling in book.rulings:
        for name, reading in ruling.reads.items():
            submission = msgspec.structs.replace(sample, rulings={ruling.id: name})
            settings = plain(rules_of(book.name, submission))
            for setting, value in reading.sets.items():
                if not setting.startswith("paytables."):
                    assert settings[setting] == value, (ruling.id, name)


def test_every_choice_that_a_clause_lists_can_be_made(book: Rulebook) -> None:
    for name, bounds in book.bounds.items():
        if name.endswith(("_offered", "_paytable")):
            continue
        for bound in bounds:
            if isinstance(bound, Range):
                continue
            for value in bound:
                choices = {name: value}
                if name == "card_reader" and value:
                    choices["hole_card"] = True
                if value == "continuous":
                    continue
                chosen = plain(rules_of(book.name, **choices))[name]
                assert (list(chosen) if isinstance(chosen, tuple) else chosen) == value, name


@pytest.mark.parametrize("name", BOOKS)
def test_a_number_of_decks_outside_the_book_is_refused_with_its_clause(name: str) -> None:
    clause = {"massachusetts": "2(a)", "players-edge": "3.A", "uk-casino": "G5"}[name]
    with pytest.raises(BadRules, match="decks is 7") as refusal:
        rules_of(name, decks=7)
    assert f"{name} {clause}" in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "decks", "pays"),
    [
        ("massachusetts", 6, (18, 13, 9, 8, 4)),
        ("massachusetts", 8, (24, 15, 12, 6, 3)),
        ("uk-casino", 6, (18, 13, 9, 8, 4)),
        ("uk-casino", 8, (24, 15, 12, 6, 3)),
        ("players-edge", 6, (18, 13, 9, 8, 4)),
        ("players-edge", 8, (24, 15, 12, 6, 3)),
        ("players-edge", 5, (26, 16, 13, 6, 3)),
    ],
)
def test_the_match_wager_pays_by_the_number_of_decks(name: str, decks: int, pays: tuple[int, ...]) -> None:
    assert rules_of(name, decks=decks).sides["match"].pays == pays


@pytest.mark.parametrize(
    ("table", "shares", "pays"),
    [
        ("A", (100, 10), (200_00, 20_00, 12_00, 3_00)),
        ("B", (100, 10), (200_00, 25_00, 10_00, 2_00)),
        ("C", (100, 100), (200_00, 20_00, 12_00, 3_00)),
        ("D", (100, 100), (200_00, 20_00, 10_00, 2_00)),
        ("E", (100, 100), (200_00, 25_00, 10_00, 2_00)),
    ],
)
def test_monster_match_pays_by_its_paytable(
    table: str, shares: tuple[int, int], pays: tuple[int, ...]
) -> None:
    rules = rules_of("players-edge", monster_paytable=table)
    assert rules.sides["monster"].shares == shares
    assert rules.sides["monster"].pays == (0, 0, *pays)


def test_players_edge_redoubles_up_to_three_times_or_not_at_all() -> None:
    assert rules_of("players-edge", most_doubles=1).most_doubles == 1
    with pytest.raises(BadRules, match=r"players-edge 10\.I, 10\.K"):
        rules_of("players-edge", most_doubles=2)


def test_massachusetts_lets_three_people_share_a_box_and_a_pair_become_four_hands() -> None:
    assert rules_of("massachusetts", people_on_box=1).people_on_box == 1
    with pytest.raises(BadRules, match=r"massachusetts 13\(a\)"):
        rules_of("massachusetts", people_on_box=4)
    with pytest.raises(BadRules, match=r"massachusetts 10\(c\)"):
        rules_of("massachusetts", most_hands=5)


def test_massachusetts_may_deal_a_hole_card_and_use_a_reader() -> None:
    rules = rules_of("massachusetts", hole_card=True, card_reader=True)
    assert rules.hole_card
    assert rules.card_reader
    assert "card_reader_device" in rules.equipment
    assert "card_reader_device" not in rules_of("massachusetts").equipment


def test_players_edge_asks_for_the_equipment_of_the_wagers_on_offer_only() -> None:
    assert "progressive_system" in rules_of("players-edge").equipment
    assert "progressive_system" not in rules_of("players-edge", offers=["match"]).equipment


def test_a_continuous_shuffler_needs_its_approval() -> None:
    lacking = rules_of("players-edge", shuffling="continuous")
    assert lacking.approvals_missing == ("continuous_shuffler (5.J)",)
    sample = sample_submission("players-edge")
    approved = msgspec.structs.replace(sample, approvals=sample.approvals | {"continuous_shuffler": "7"})
    assert plain(rules_of("players-edge", approved, shuffling="continuous"))["shuffling"] == "continuous"


@pytest.mark.parametrize(
    ("name", "what", "clauses"),
    [
        ("massachusetts", "wager_is_locked", ("5(d)", "5(h)", "5(i)")),
        ("massachusetts", "pays_blackjack", ("5(e)",)),
        ("players-edge", "pays_insurance_suited", ("12.A(4)",)),
        ("players-edge", "paytables.monster.C.four_same_color", ("12.D(3)(b)",)),
        ("players-edge", "cards_are_not_handled", ("7.U#2",)),
        ("uk-casino", "wager_is_locked", ("G2",)),
        ("uk-casino", "super_bonus_large", ("G28",)),
    ],
)
def test_a_name_is_cited_by_its_clauses(name: str, what: str, clauses: tuple[str, ...]) -> None:
    assert load_book(name).cite(what) == clauses
