"""Every setting is described once: what is typed is read by it, and nothing out of range becomes rules."""

import re
from typing import Any

import pytest

from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.setting_text import changed_setting, pair_of, setting_text, setting_value
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput, BadRules
from spanish21.game.rules import PAY_NAMES, SETTING_NAMES, SETTINGS, WORDS, Rules, settings_of, what_if
from spanish21.game.settings import NUMBERS, WORD, Setting, fits, nothing_of
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.notation import read, write
from spanish21.notation.opening_tables import rules_lines

every_book = pytest.mark.parametrize("book", BOOKS)


# -- one description -------------------------------------------------------------------------------


def test_every_setting_is_described() -> None:
    yes_or_no = {name for name, form in Rules.__annotations__.items() if form is bool}
    of_sides = {name for record in side_wagers() for name, _ in record.settings()}
    told = yes_or_no | set(WORDS) | set(PAY_NAMES) | set(NUMBERS) | of_sides
    assert set(SETTING_NAMES) == told, "a setting that is a number needs a line in game/settings.py"
    assert set(SETTINGS) == set(SETTING_NAMES)


def test_a_word_of_something_that_is_not_there_is_the_first() -> None:
    assert nothing_of(Setting(WORD, words=("none", "some"))) == "none"


@every_book
def test_every_value_of_every_book_and_ruling_fits_and_reads_back_as_it_is_written(book: str) -> None:
    for name, value in settings_of(rules_of(book)).items():
        assert fits(SETTINGS[name], value), name
        if name != "book":
            again = setting_value(name, setting_text(name, value))
            changed = what_if(rules_of(book), **{name: again})
            assert settings_of(changed) == settings_of(rules_of(book))


def test_a_setting_says_what_it_takes() -> None:
    assert SETTINGS["decks"].takes == "a whole number from 1 to 100"
    assert SETTINGS["may_rescue"].takes == "yes or no"
    assert SETTINGS["odd_money"].takes == "one of up, down, exact"
    assert SETTINGS["table_minimum"].takes == "an amount such as 12.50, at least 0.01"
    assert all(setting.takes for setting in SETTINGS.values())


# -- what is typed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("table_maximum=500", 500_00),
        ("table_maximum=5.50", 5_50),
        ("table_maximum=$500.00", 500_00),
        ("hand_maximum=none", 0),
        ("most_hands=none", 0),
        ("may_rescue=yes", True),
        ("may_rescue=True", True),
        ("may_rescue=no", False),
        ("may_rescue=false", False),
        ("pays_blackjack=6:5", [6, 5]),
        ("pays_blackjack=[6,5]", [6, 5]),
        ("pays_blackjack=6/5", [6, 5]),
        ("pays_blackjack=2", [2, 1]),
        ("cover_from_back=1/4", [1, 4]),
        ("odd_money=down", "down"),
        ("dealer_blackjack_takes=original-or-busted", "original_or_busted"),
        ("match_pays=18,13,9,8,4", [18, 13, 9, 8, 4]),
        ("monster_pays=0,0,200,20,12,3", [0, 0, 200_00, 20_00, 12_00, 3_00]),
        ("offers=match,spin", ["match", "spin"]),
        ("offers=none", []),
        ("offers=", []),
        ("offers= match , ,spin", ["match", "spin"]),
        ("spin_paytable=B", "B"),
        ("spin_paytable=B,D", "B,D"),
        ("match_paytable=8", "8"),
        ("match_suited=12", 12),
        ("match_unsuited=4", 4),
        ("spin_wager=5", 5_00),
        ("xtreme_wager=1.00", 1_00),
        ("table_maximum=£500", 500_00),
        ("table_maximum=-5.50", -5_50),
        ("decks=-3", -3),
        ("decks=" + "1" * 20, int("1" * 20)),
        ("payout_limit=No Limit", 0),
        ("payout_limit=no_limit", 0),
        ("pays_blackjack=3 to 2", [3, 2]),
        ("cover_from_back=[ 1 , 4 ]", [1, 4]),
        ("may_rescue=YES", True),
        ("dealer_blackjack_takes=Original Or Busted", "original_or_busted"),
        ("match_pays=[18, 13, 9, 8, 4]", [18, 13, 9, 8, 4]),
        ("odd-money=down", "down"),
        ("odd-money=Sideways", "Sideways"),
        ("no-such-thing=1", "1"),
        ("currency=kr", "kr"),
        (
            'meters={"spin":{"initial":1000,"reset":12.50,"rate":[1,10]}}',
            {"spin": {"initial": 1000_00, "reset": 12_50, "rate": [1, 10]}},
        ),
        (
            'spin_tables=[{"wager":5,"paytable":"B","wheel":[{"weight":3,"symbol":"x","source":1,"pays":2.50,'
            '"pair":1}],"pairs":[{"symbol":"10","pays":7}],"meters":["spin"]}]',
            [
                {
                    "wager": 5_00,
                    "paytable": "B",
                    "wheel": [{"weight": 3, "symbol": "x", "source": 1, "pays": 2_50, "pair": 1}],
                    "pairs": [{"symbol": "10", "pays": 7_00}],
                    "meters": ["spin"],
                }
            ],
        ),
    ],
)
def test_what_is_typed_is_read_by_what_it_is_for(typed: str, value: Any) -> None:
    assert pair_of(typed) == (typed.partition("=")[0], value)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("decks=many", "decks is many; it must be a whole number from 1 to 100"),
        ("decks=6.0", "decks is 6.0; it must be a whole number from 1 to 100"),
        ("table_maximum=nan", "table_maximum is nan; it must be an amount such as 12.50, at least 0.01"),
        ("table_maximum=1e3", "table_maximum is 1e3; it must be an amount"),
        ("may_rescue=perhaps", "may_rescue is perhaps; it must be yes or no"),
        ("odd_money=sideways", "odd_money is sideways; it must be one of up, down, exact"),
        ("pays_blackjack=3:2:1", "pays_blackjack is 3:2:1; it must be odds such as 3:2"),
        ("meters=spin", "meters is spin; it must be meters by name"),
        ('meters={"spin":{"initial":NaN}}', 'meters is {"spin":{"initial":NaN}}; it must be meters by name'),
        ('meters={"spin":{"rate":[1.5,10]}}', 'meters is {"spin":{"rate":[1.5,10]}}; it must be meters'),
        ('meters={"spin":{"initial":"much"}}', "meters is "),
        ('spin_tables=[{"weight":1.5}]', 'spin_tables is [{"weight":1.5}]; it must be a list of tables'),
        ('spin_tables=[{"source":"a"}]', "spin_tables is "),
        ('spin_tables=[{"pair":"a"}]', "spin_tables is "),
        ("spin_tables=" + "[" * 100_000, "spin_tables is [[["),
        ("decks=" + "1" * 21, "decks is " + "1" * 21 + "; it must be a whole number from 1 to 100"),
        ("decks=" + "x" * 40, "decks is " + "x" * 40 + "; it must be a whole number"),
        ("decks=" + "x" * 41, "decks is " + "x" * 39 + "…; it must be a whole number"),
        ("decks=" + "1" * 100_000, "decks is " + "1" * 39 + "…; it must be a whole number"),
        ("decks=" + "1" * 100_001, "decks has 100,001 characters; it must be a whole number from 1 to 100"),
        ("decks=٣", "decks is ٣; it must be a whole number"),
        ("decks=²", "decks is ²; it must be a whole number"),
        ("decks=--3", "decks is --3; it must be a whole number"),
        ("decks=", "decks is ; it must be a whole number"),
        ("decks=none", "decks is none; it must be a whole number"),
        ("pays_blackjack=", "pays_blackjack is ; it must be odds such as 3:2"),
        ("match_pays=[1,2", "match_pays is [1,2; it must be 5 whole numbers"),
        ("match_pays=1,2]", "match_pays is 1,2]; it must be 5 whole numbers"),
        ("match_pays=[1,2,3,4,55", "match_pays is [1,2,3,4,55; it must be 5 whole numbers"),
        ("match_pays=01,2,3,4,5]", "match_pays is 01,2,3,4,5]; it must be 5 whole numbers"),
        ("=7", "--set '=7': write NAME=VALUE, such as decks=8"),
        (" = 7", "--set ' = 7': write NAME=VALUE"),
        ("decks", "--set 'decks': write NAME=VALUE, such as decks=8"),
    ],
)
def test_what_cannot_be_read_is_one_line_that_says_what_would_be_right(typed: str, says: str) -> None:
    with pytest.raises(BadInput) as refusal:
        pair_of(typed)
    assert str(refusal.value).startswith(says)


def test_the_spaces_around_a_name_and_its_value_do_not_count() -> None:
    assert pair_of(" decks = 8 ") == ("decks", 8)
    assert pair_of("currency=a=b") == ("currency", "a=b")


def test_another_option_names_itself_and_refuses_what_no_setting_is() -> None:
    assert pair_of("pays-blackjack=6:5", "--what-if", changed_setting) == ("pays_blackjack", [6, 5])
    with pytest.raises(BadInput, match=r"^--what-if 'decks': write NAME=VALUE"):
        pair_of("decks", "--what-if", changed_setting)
    for name in ("book", "spin_wager", "odd-monye", "x" * 41):
        shortened = name if len(name) < 41 else "x" * 39 + "…"
        with pytest.raises(BadRules, match=f"^{shortened} is not a setting"):
            pair_of(f"{name}=1", "--what-if", changed_setting)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("offers", [], "none"),
        ("offers", ["match", "spin"], "match,spin"),
        ("spin_wager", 5_00, "5.00"),
        ("match_suited", 12, "12"),
        ("table_minimum", 12_50, "12.50"),
        ("monster_pays", (0, 1_50), "0.00,1.50"),
        ("match_pays", (1, 2), "[1,2]"),
        ("may_rescue", True, "true"),
        ("odd_money", "up", "up"),
        ("odd-money", "up", "up"),
        ("meters", {"spin": {"initial": 5, "rate": (1, 10)}}, '{"spin":{"initial":"0.05","rate":[1,10]}}'),
        (
            "spin_tables",
            [{"wager": 1_00, "wheel": [{"weight": 2, "pays": 3_00}]}],
            '[{"wager":"1.00","wheel":[{"weight":2,"pays":"3.00"}]}]',
        ),
    ],
)
def test_a_setting_is_written_as_it_is_typed(name: str, value: Any, text: str) -> None:
    assert setting_text(name, value) == text


@pytest.mark.parametrize(
    ("name", "near"),
    [("deks", "decks"), ("pays_blackjak", "pays_blackjack"), ("dealer_hit_soft_17", "dealer_hits_soft_17")],
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, near: str) -> None:
    with pytest.raises(BadRules, match=f"^{name} is not a setting; did you mean {near}"):
        changed_setting(name, "1")
    with pytest.raises(BadRules, match=f"^{name} is not a setting; did you mean {near}"):
        what_if(rules_of("maryland"), **{name: 1})
    with pytest.raises(BadRules, match=f'"{name}" is not a choice; did you mean {near}'):
        rules_of("maryland", **{name: 1})


def test_money_of_the_notation_is_money_in_set_and_in_what_if() -> None:
    text = "book maryland\nset table_maximum 500\nwhat-if payout_limit 100\nsit ann 1 500.00\nstop\n"
    rules = read(text).start.rules
    assert (rules.table_maximum, rules.payout_limit) == (500_00, 100_00)
    assert "what-if envy_pays 75.00" in rules_lines(what_if(rules_of("maryland"), envy_pays=75_00))


def test_settings_that_need_each_other_are_changed_together_in_the_notation() -> None:
    text = "book maryland\nwhat-if table_minimum 6000\nwhat-if table_maximum 7000\nsit ann 1 500.00\nstop\n"
    assert read(text).start.rules.table_minimum == 6_000_00


@pytest.mark.parametrize("name", ["spin_tables", "meters", "monster_pays", "currency", "match_pays"])
def test_any_setting_is_written_and_read_back(name: str) -> None:
    changes: dict[str, Any] = {
        "spin_tables": [
            {
                "wager": 1_00,
                "paytable": "X",
                "wheel": [{"weight": 1, "symbol": 'a "b" #c', "source": 0, "pays": 12_50, "pair": 1}],
                "community": [],
                "pairs": [{"symbol": "1", "pays": 5}],
                "meters": ["spin"],
            }
        ],
        "meters": {**rules_of("maryland").meters, "monster": {"initial": 1, "reset": 2_50, "rate": [1, 3]}},
        "monster_pays": [0, 0, 1, 2, 3_00, 4_50],
        "currency": "kr",
        "match_pays": [1, 2, 3, 4, 5],
    }
    rules = what_if(rules_of("maryland"), **{name: changes[name]})
    text = "\n".join(
        ["book maryland", *rules_lines(rules), "sit ann 1 500.00", "bet ann 1 10.00", "stop", ""]
    )
    assert read(text).start.rules == rules
    assert write(read(text)) == text


# -- ranges ----------------------------------------------------------------------------------------

OUT_OF_RANGE: list[tuple[str, Any, str]] = [
    ("decks", 0, "decks is 0; it must be a whole number from 1 to 100"),
    ("decks", -3, "decks is -3;"),
    ("decks", 10**30, "decks is 1000"),
    ("most_hands", -1, "most_hands is -1; it must be a whole number from 0 to 999 (0: no limit)"),
    ("most_doubles", 9, "most_doubles is 9; it must be a whole number from 0 to 8"),
    ("smallest_chip", -500, "smallest_chip is -5.00; it must be an amount such as 12.50, at least 0.01"),
    ("smallest_chip", 0, "smallest_chip is 0.00;"),
    ("xtreme_wager", 0, "xtreme_wager is not a setting; did you mean"),
    ("pays_blackjack", [10**20, 1], "pays_blackjack is 100000000000000000000:1; it must be odds such as 3:2"),
    ("pays_blackjack", [3, 0], "pays_blackjack is 3:0;"),
    ("pays_insurance", [2, 0], "pays_insurance is 2:0;"),
    ("pays_insurance", [-2, 1], "pays_insurance is -2:1;"),
    ("cover_from_back", [5, 4], "cover_from_back is 5/4; it must be a fraction such as 1/4"),
    ("monster_shares", [101, 0], "monster_shares is (101, 0); it must be 2 whole numbers from 0 to 100"),
    ("meters", {}, "meters is empty; spin_tables needs a meter spin"),
    ("meters", {"slot": {"initial": 1, "reset": 1, "rate": [1, 2]}}, "meters is slot; the meters are spin,"),
    ("spin_tables", [], "spin_tables is empty; spin is offered and needs at least one table"),
    (
        "table_minimum",
        6_000_00,
        "table_minimum is 6000.00; it must be at most table_maximum, which is 5000.00",
    ),
    (
        "hand_maximum",
        1_00,
        "hand_maximum is 1.00; it must be 0 for no limit, or at least table_minimum, which is 5.00",
    ),
    ("currency", "", 'currency is ""; it must be text of 1 to 4 characters'),
    ("currency", "\n", "currency is"),
    ("book", "maryland", "book is not a setting"),
]


@pytest.mark.parametrize(("name", "value", "says"), OUT_OF_RANGE)
def test_rules_out_of_range_cannot_be(name: str, value: Any, says: str) -> None:
    with pytest.raises(BadRules) as refusal:
        what_if(rules_of("maryland"), **{name: value})
    assert str(refusal.value).startswith(says)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("source", [-1, 3, 2])
def test_a_stop_pays_from_a_source_that_there_is(source: int) -> None:
    stop = {"weight": 1, "symbol": "x", "source": source, "pays": 0, "pair": 0}
    table = {"wager": 1, "paytable": "X", "wheel": [stop], "community": [], "pairs": [], "meters": []}
    with pytest.raises(BadRules, match=r"^spin_tables is"):
        what_if(rules_of("maryland"), spin_tables=[table])


@every_book
def test_every_bound_of_a_book_lies_in_its_settings_range(book: str) -> None:
    for name, bounds in load_book(book).bounds.items():
        for bound in bounds:
            if name in SETTINGS and not isinstance(bound, tuple):
                assert SETTINGS[name].least <= bound.least
                assert bound.most is None or bound.most <= SETTINGS[name].most


def test_errors_show_money_as_money() -> None:
    with pytest.raises(
        BadRules, match=re.escape("spin_wager is 2.00; it must be one of 1.00, 5.00 (maryland 6.G(2))")
    ):
        rules_of("maryland", spin_wager=2_00)
