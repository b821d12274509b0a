"""How `Rules` are made of settings, and what is wrong with settings that make none."""

import pytest
from msgspec.structs import replace

from scenes import BOOKS
from spanish21.books.rulebook import book_of, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.errors import BadRules
from spanish21.game.rules import (
    PAY_NAMES,
    SETTING_NAMES,
    WORDS,
    compose,
    settings_of,
    unknown,
    what_if,
    word_index,
)


@pytest.mark.parametrize("book", BOOKS)
def test_settings_make_the_rules_that_they_were_taken_from(book: str) -> None:
    rules = rules_of(book)
    settings = settings_of(rules)
    assert settings.keys() == set(SETTING_NAMES)
    again = compose(settings, rules.equipment, rules.inscriptions, rules.approvals)
    assert again == rules
    assert compose(settings) == replace(rules, equipment=(), inscriptions=(), approvals=())
    for name, words in WORDS.items():
        assert settings[name] == words[getattr(rules, name)]
    assert [settings[name] for name in PAY_NAMES] == list(rules.pays_by_kind)


@pytest.mark.parametrize(
    ("change", "tells"),
    [
        ({"decks": None}, "decks has the wrong form"),
        ({"shuffling": "never"}, "shuffling is 'never'; it must be one of hand, device, continuous"),
        ({"pays_win": (1, 0)}, "pays_win is 1:0"),
        ({"pays_win": (-1, 1)}, "pays_win is -1:1"),
        ({"pays_blackjack": "much"}, "pays_blackjack has the wrong form"),
    ],
)
def test_a_setting_of_the_wrong_form_is_named(change: dict[str, object], tells: str) -> None:
    settings = {**settings_of(rules_of("maryland")), **change}
    with pytest.raises(BadRules) as caught:
        compose(settings)
    assert tells in str(caught.value)


def test_settings_that_are_missing_or_unknown_are_named() -> None:
    settings = settings_of(rules_of("maryland"))
    short = {name: value for name, value in settings.items() if name not in ("decks", "boxes")}
    with pytest.raises(BadRules, match=r"decks, boxes|boxes, decks"):
        compose(short)
    with pytest.raises(BadRules, match="jokers"):
        compose({**settings, "jokers": 2})
    with pytest.raises(BadRules, match="jokers"):
        what_if(rules_of("maryland"), jokers=2)


def test_three_names_near_to_an_unknown_one_are_offered() -> None:
    near = ["deck1", "deck2", "deck3", "deck4", "boxes"]
    assert unknown("deck", near).count("deck") == 4
    assert unknown("keno", near) == "keno is not a setting"
    assert unknown("boxs", near, "choice") == "boxs is not a choice; did you mean boxes?"


def test_odds_may_be_nothing_to_one() -> None:
    assert what_if(rules_of("maryland"), pays_five_card_21=(0, 1)).pays_by_kind[8] == (0, 1)


def test_a_word_stands_for_its_place() -> None:
    for name, words in WORDS.items():
        assert [word_index(name, word) for word in words] == list(range(len(words)))


@pytest.mark.parametrize("book", BOOKS)
def test_what_if_changes_a_setting_and_nothing_else(book: str) -> None:
    rules = rules_of(book)
    changed = what_if(rules, decks=7)
    assert changed.decks == 7
    assert replace(changed, decks=rules.decks, approvals_missing=rules.approvals_missing) == rules


def test_rules_changed_outside_the_book_say_so_once_and_unchanged_ones_do_not() -> None:
    rules = rules_of("maryland")
    assert rules.approvals_missing == ()
    assert what_if(rules) == rules
    assert what_if(rules, decks=6) == rules
    once = what_if(rules, decks=7)
    assert once.approvals_missing == ("rules_outside_the_book",)
    twice = what_if(once, boxes=3)
    assert (twice.decks, twice.boxes) == (7, 3)
    assert twice.approvals_missing == ("rules_outside_the_book",)


def test_a_setting_of_the_wrong_form_in_a_list_or_a_table_is_named() -> None:
    rules = rules_of("maryland")
    for change, name in (
        ({"match_pays": [1, 2, 3, 4, "x"]}, "match_pays"),
        ({"pays_seven_card_21": [3]}, "pays_seven_card_21"),
        ({"pays_win": [3, "x"]}, "pays_win"),
        ({"meters": {"spin": {"initial": "x"}}}, "meters"),
    ):
        with pytest.raises(BadRules, match=rf"^{name} has the wrong form: (expected|object) "):
            what_if(rules, **change)


@pytest.mark.parametrize("book", BOOKS)
def test_every_inscription_and_item_of_equipment_says_something_once(book: str) -> None:
    rules = rules_of(book)
    assert all(rules.inscriptions)
    assert all(rules.equipment)
    assert len(set(rules.equipment)) == len(rules.equipment)
    named = {clause.inscription for clause in load_book(book).clauses}
    assert set(rules.inscriptions) <= named
    items = {item for clause in load_book(book).clauses for item in clause.equipment}
    assert set(rules.equipment) <= items


@pytest.mark.parametrize("chip", [0, -50])
def test_a_smallest_chip_that_is_none_is_refused(chip: int) -> None:
    sample = sample_submission("maryland")
    with pytest.raises(BadRules, match="smallest_chip"):
        rules_of("maryland", replace(sample, choose={**sample.choose, "smallest_chip": chip}))


def test_a_submission_is_of_the_book_that_is_played() -> None:
    with pytest.raises(BadRules, match="players-edge"):
        rules_of("maryland", sample_submission("players-edge"))


BOOK = """book = "tiny"
title = "A tiny book"
edition = "first"

[[clause]]
id = "1"
says = "A clause."
"""


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        (BOOK + 'term = "word"\ninscription = "Blackjack pays"\n', "inscription"),
        (BOOK, "tiny.toml"),
        (BOOK + BOOK[BOOK.index("[[clause]]") :], "1"),
        (BOOK.replace('says = "A clause."', "says = 3"), "says"),
    ],
)
def test_a_book_that_cannot_be_right_is_refused_in_one_line(text: str, tells: str) -> None:
    with pytest.raises(BadRules) as caught:
        book_of(text, "tiny.toml")
    assert tells in str(caught.value)
    assert "\n" not in str(caught.value)
