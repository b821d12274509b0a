"""Where the range of each setting ends, and what somebody is told who goes past it."""

from typing import Any

import pytest

from spanish21.books.setting_text import setting_value
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game.money import amount_text
from spanish21.game.rules import PAY_NAMES, SETTINGS, contradictions, settings_of, what_if
from spanish21.game.settings import fits, setting_words
from spanish21.game.side_wagers.terms import Stop, WheelTable

LARGEST = 10_000_000_000_000
MILLION = 1_000_000

COUNTS: dict[str, tuple[int, int]] = {
    "decks": (1, 100),
    "most_doubles": (0, 8),
    "most_hands": (0, 999),
    "boxes": (1, 9),
    "adjacent_boxes": (0, 9),
    "people_on_box": (1, 9),
    "most_shared_boxes": (0, 9),
    "most_shared_tables": (0, 10_000),
    "cut_from_ends": (0, 1_000),
    "decks_hours": (0, 10_000),
}
MONEY = {
    "super_bonus_from": 0,
    "super_bonus_large_from": 0,
    "super_bonus_small": 0,
    "super_bonus_large": 0,
    "envy_pays": 0,
    "envy_with_seven": 0,
    "smallest_chip": 1,
    "payout_limit": 0,
    "table_minimum": 1,
    "table_maximum": 1,
    "hand_maximum": 0,
    "match_minimum": 1,
    "match_maximum": 1,
    "monster_wager": 1,
}
LISTS = {
    "match_pays": (5, MILLION),
    "match_down_pays": (5, MILLION),
    "monster_pays": (6, LARGEST),
    "monster_shares": (2, 100),
}
NO_LIMIT = {
    "most_hands",
    "most_shared_boxes",
    "most_shared_tables",
    "decks_hours",
    "payout_limit",
    "hand_maximum",
}


def is_held(name: str, value: Any) -> bool:
    """Whether a setting may have a value."""
    return fits(SETTINGS[name], value)


def test_a_count_and_an_amount_go_from_their_least_to_their_most() -> None:
    ranges = COUNTS | {name: (least, LARGEST) for name, least in MONEY.items()}
    for name, (least, most) in ranges.items():
        assert is_held(name, least), name
        assert is_held(name, most), name
        assert not is_held(name, least - 1), name
        assert not is_held(name, most + 1), name


def test_yes_and_no_are_no_numbers() -> None:
    assert [is_held("double_for_less", value) for value in (True, False, 1, 0, None)] == [True, True] + [
        False
    ] * 3


def test_a_count_and_an_amount_say_their_range() -> None:
    for name, (least, most) in COUNTS.items():
        zero = " (0: no limit)" if name in NO_LIMIT else ""
        assert SETTINGS[name].takes == f"a whole number from {least} to {most}{zero}", name
    for name, least in MONEY.items():
        zero = " (0: no limit)" if name in NO_LIMIT else ""
        assert SETTINGS[name].takes == f"an amount such as 12.50, at least 0.0{least}{zero}", name


def test_no_limit_is_said_where_there_can_be_none_and_nowhere_else() -> None:
    for name in (*COUNTS, *MONEY):
        for word in ("none", "no limit", "no_limit", "None"):
            if name in NO_LIMIT:
                assert setting_value(name, word) == 0, name
            else:
                with pytest.raises(BadRules, match=f"^{name} is {word}; it must be "):
                    setting_value(name, word)


@pytest.mark.parametrize("name", [*PAY_NAMES, "pays_insurance", "pays_insurance_suited"])
def test_odds_go_up_to_a_million_and_their_second_number_is_at_least_one(name: str) -> None:
    for held in ((0, 1), (MILLION, 1), (0, MILLION), (MILLION, MILLION)):
        assert is_held(name, held)
    for wrong in ((-1, 1), (MILLION + 1, 1), (1, 0), (1, MILLION + 1)):
        assert not is_held(name, wrong)
    assert SETTINGS[name].takes == "odds such as 3:2, whole numbers up to 1,000,000, the second above 0"


def test_a_part_goes_from_nothing_to_the_whole() -> None:
    for held in ((0, 1), (1, 1), (1, 4), (LARGEST, LARGEST)):
        assert is_held("cover_from_back", held)
    for wrong in ((0, 0), (-1, 4), (5, 4), (1, LARGEST + 1)):
        assert not is_held("cover_from_back", wrong)
    assert SETTINGS["cover_from_back"].takes == "a fraction such as 1/4, from 0/1 to 1/1"


@pytest.mark.parametrize("name", LISTS)
def test_a_list_has_its_length_and_each_number_its_range(name: str) -> None:
    length, most = LISTS[name]
    assert is_held(name, (0,) * length)
    assert is_held(name, (most,) * length)
    assert not is_held(name, (0,) * (length + 1))
    assert not is_held(name, (0,) * (length - 1))
    for at in range(length):
        for wrong in (-1, most + 1):
            numbers = [0] * length
            numbers[at] = wrong
            assert not is_held(name, numbers)
    if name == "monster_pays":
        assert SETTINGS[name].takes == "6 amounts such as 12.50"
    else:
        assert SETTINGS[name].takes == f"{length} whole numbers from 0 to {most:,}"


def test_a_text_has_its_letters_and_they_are_seen() -> None:
    for name, most in (("currency", 4), ("book", 40)):
        assert is_held(name, "x")
        assert is_held(name, "x" * most)
        assert is_held(name, "a b")
        for wrong in ("", "x" * (most + 1), " ", "  ", "a\tb", "\n"):
            assert not is_held(name, wrong), repr(wrong)
        assert SETTINGS[name].takes == f"text of 1 to {most} characters"


# -- wheels and meters -----------------------------------------------------------------------------

STOP = {"weight": 1, "symbol": "10", "source": 0, "pays": 10_00, "pair": 0}
PAIR = {"symbol": "5+5", "pays": 5_00}
TABLE: dict[str, Any] = {
    "wager": 1_00,
    "paytable": "X",
    "wheel": [STOP],
    "community": [STOP],
    "pairs": [PAIR],
    "meters": [],
}


def refusal_of(name: str, value: Any) -> str:
    """What is said when a setting of Maryland is changed to a value; nothing if it may be."""
    try:
        what_if(rules_of("maryland"), **{name: value})
    except BadRules as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"wager": 1},
        {"wager": LARGEST},
        {"paytable": "x" * 40},
        {"wheel": [STOP] * 1_000},
        {"community": [STOP] * 1_000},
        {"community": []},
        {"pairs": [PAIR] * 1_000},
        {"pairs": []},
        {"pairs": [{"symbol": "x" * 40, "pays": LARGEST}]},
        {"pairs": [{"symbol": "x", "pays": 0}]},
        {"wheel": [{**STOP, "weight": LARGEST, "symbol": "x" * 40, "pays": LARGEST, "pair": 1}]},
        {"wheel": [{**STOP, "symbol": "x", "source": 1, "pays": 0}]},
    ],
)
def test_a_wheel_table_is_held_up_to_its_limits(change: dict[str, Any]) -> None:
    assert refusal_of("spin_tables", [{**TABLE, **change}]) == ""


@pytest.mark.parametrize(
    "change",
    [
        {"wager": 0},
        {"wager": LARGEST + 1},
        {"paytable": ""},
        {"paytable": "x" * 41},
        {"paytable": "a\nb"},
        {"wheel": [STOP] * 1_001},
        {"community": [STOP] * 1_001},
        {"pairs": [PAIR] * 1_001},
        {"pairs": [{"symbol": "", "pays": 0}]},
        {"pairs": [{"symbol": "x" * 41, "pays": 0}]},
        {"pairs": [{"symbol": "a\tb", "pays": 0}]},
        {"pairs": [{"symbol": "x", "pays": -1}]},
        {"pairs": [{"symbol": "x", "pays": LARGEST + 1}]},
        {"pairs": [PAIR, {"symbol": "x", "pays": -1}]},
        {"wheel": [{**STOP, "weight": 0}]},
        {"wheel": [{**STOP, "weight": LARGEST + 1}]},
        {"wheel": [{**STOP, "symbol": ""}]},
        {"wheel": [{**STOP, "symbol": "x" * 41}]},
        {"wheel": [{**STOP, "source": -1}]},
        {"wheel": [{**STOP, "source": 3}]},
        {"wheel": [{**STOP, "pays": -1}]},
        {"wheel": [{**STOP, "pays": LARGEST + 1}]},
        {"wheel": [{**STOP, "pair": -1}]},
        {"wheel": [{**STOP, "pair": 2}]},
        {"wheel": [STOP, {**STOP, "weight": 0}]},
        {"wheel": [STOP, {**STOP, "pair": 2}]},
        {"community": [{**STOP, "weight": 0}]},
        {"community": [{**STOP, "pays": LARGEST + 1}]},
    ],
)
def test_a_wheel_table_past_a_limit_is_refused(change: dict[str, Any]) -> None:
    for tables in ([{**TABLE, **change}], [{**TABLE, "wager": 7_00}, {**TABLE, **change}]):
        refusal = refusal_of("spin_tables", tables)
        shown_first = amount_text(tables[0]["wager"])
        assert refusal.startswith(f"spin_tables is a table for {shown_first}")
        assert refusal.endswith(
            "it must be a list of tables, each with wager, paytable, wheel, community, pairs and meters"
        )


METER = {"initial": 10_00, "reset": 10_00, "rate": [1, 10]}


@pytest.mark.parametrize(
    ("change", "is_right"),
    [
        ({"initial": 0}, True),
        ({"initial": LARGEST}, True),
        ({"initial": -1}, False),
        ({"initial": LARGEST + 1}, False),
        ({"reset": 0}, True),
        ({"reset": LARGEST}, True),
        ({"reset": -1}, False),
        ({"reset": LARGEST + 1}, False),
        ({"rate": [1, 1]}, True),
        ({"rate": [1, LARGEST]}, True),
        ({"rate": [0, 1]}, False),
        ({"rate": [2, 1]}, False),
        ({"rate": [1, LARGEST + 1]}, False),
    ],
)
def test_a_meter_is_held_within_its_limits(change: dict[str, Any], is_right: bool) -> None:
    ours = {**rules_of("maryland").meters}
    for name in ("spin", "monster"):
        refusal = refusal_of("meters", {**ours, name: {**METER, **change}})
        told = "it must be meters by name, each with initial, reset and rate"
        assert refusal == "" if is_right else refusal.endswith(told)


# -- settings beside each other --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["table", "match"])
def test_the_least_wager_may_be_the_most_but_not_more(kind: str) -> None:
    rules = rules_of("maryland")
    least, most = f"{kind}_minimum", f"{kind}_maximum"
    assert settings_of(what_if(rules, **{least: 50_00, most: 50_00}))[least] == 50_00
    with pytest.raises(BadRules, match=rf"^{least} is 50\.01; it must be at most {most}, which is 50\.00$"):
        what_if(rules, **{least: 50_01, most: 50_00})


def test_the_most_on_a_hand_is_no_limit_or_at_least_the_least_wager() -> None:
    rules = what_if(rules_of("maryland"), table_minimum=5_00)
    for held in (0, 5_00, 5_01):
        assert what_if(rules, hand_maximum=held).hand_maximum == held
    for wrong in (1, 4_99):
        with pytest.raises(BadRules, match=r"^hand_maximum is .*at least table_minimum, which is 5\.00$"):
            what_if(rules, hand_maximum=wrong)


def test_monster_match_needs_its_meter() -> None:
    rules = rules_of("maryland")
    with pytest.raises(
        BadRules, match=r"^meters is spin, xtreme, xtreme_secondary; Monster Match is offered"
    ):
        what_if(rules, monster_offered=True)
    meters = {**rules.meters, "monster": METER}
    assert what_if(rules, monster_offered=True, meters=meters).sides["monster"].offered
    assert not what_if(rules, meters=meters).sides["monster"].offered


def test_a_wheel_that_is_not_offered_needs_nothing() -> None:
    rules = what_if(rules_of("maryland"), spin_offered=False, xtreme_offered=False, meters={})
    assert rules.meters == {}
    assert what_if(rules, spin_tables=[], xtreme_tables=[]).sides["spin"].tables == ()


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        ("spin", {"wheel": []}, "spin_tables is the wheel of X; a wheel has at least one stop"),
        ("spin", {"community": []}, ""),
        ("spin", {"wheel": [{**STOP, "source": 1}]}, ""),
        (
            "spin",
            {"wheel": [STOP, {**STOP, "source": 2}]},
            "spin_tables is source 2; the wheel of X has sources 0 to 1",
        ),
        ("xtreme", {"wheel": []}, "xtreme_tables is the wheel of X; a wheel has at least one stop"),
        ("xtreme", {"community": []}, "xtreme_tables is the community of X; a wheel has at least one stop"),
        ("xtreme", {"wheel": [{**STOP, "source": 2}, STOP]}, ""),
        (
            "xtreme",
            {"community": [{**STOP, "source": 1}]},
            "xtreme_tables is source 1; the community of X has sources 0 to 0",
        ),
        (
            "xtreme",
            {"meters": ["spin", "monster"]},
            "meters is spin, xtreme, xtreme_secondary; xtreme_tables needs a meter monster",
        ),
    ],
)
def test_a_wheel_pays_from_the_sources_that_its_wager_has(
    kind: str, change: dict[str, Any], says: str
) -> None:
    assert refusal_of(f"{kind}_tables", [{**TABLE, **change}]) == says


@pytest.mark.parametrize(
    ("kind", "source", "meter"),
    [("spin", 1, "spin"), ("xtreme", 1, "xtreme"), ("xtreme", 2, "xtreme_secondary")],
)
def test_a_stop_that_pays_out_a_meter_needs_that_meter(kind: str, source: int, meter: str) -> None:
    rules = what_if(rules_of("maryland"), spin_offered=False, xtreme_offered=False)
    table = {**TABLE, "wheel": [{**STOP, "source": source}]}
    others = {name: one for name, one in rules.meters.items() if name != meter}
    told = {f"{kind}_offered": True, f"{kind}_tables": [table]}
    assert what_if(rules, meters={meter: METER}, **told).meters.keys() == {meter}
    with pytest.raises(BadRules, match=f"; {kind}_tables needs a meter {meter}$"):
        what_if(rules, meters=others, **told)


def test_every_contradiction_is_told_one_after_the_other() -> None:
    table = WheelTable(1_00, "X", (Stop(1, "a", 2, 0, 0), Stop(1, "b", 1, 0, 0)), (), (), ("monster",))
    settings = {**settings_of(rules_of("maryland")), "spin_tables": (table, table), "xtreme_offered": False}
    settings |= {"meters": {}, "table_minimum": 9_00, "table_maximum": 8_00, "hand_maximum": 1_00}
    assert [(name, bound) for name, _, bound in contradictions(settings)] == [
        ("table_minimum", "it must be at most table_maximum, which is 8.00"),
        ("hand_maximum", "it must be 0 for no limit, or at least table_minimum, which is 9.00"),
        ("spin_tables", "each amount has one table"),
        *[
            ("spin_tables", "the wheel of X has sources 0 to 1"),
            ("meters", "spin_tables needs a meter monster"),
            ("meters", "spin_tables needs a meter spin"),
        ]
        * 2,
    ]


# -- how a value is shown --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("decks", None, "missing"),
        ("may_rescue", True, "true"),
        ("may_rescue", False, "false"),
        ("decks", 7, "7"),
        ("table_minimum", 12_50, "12.50"),
        ("table_minimum", "x", '"x"'),
        ("table_minimum", [1], "[1]"),
        ("table_minimum", True, "true"),
        ("pays_blackjack", [3, 2], "3:2"),
        ("pays_blackjack", (3, 2), "3:2"),
        ("pays_blackjack", [3], "[3]"),
        ("pays_blackjack", [3, 2, 1], "[3, 2, 1]"),
        ("pays_blackjack", [3, "2"], "[3, '2']"),
        ("pays_blackjack", "32", '"32"'),
        ("cover_from_back", (1, 4), "1/4"),
        ("cover_from_back", (1,), "(1,)"),
        ("monster_pays", [0, 1_50], "0.00,1.50"),
        ("monster_pays", (3,), "0.03"),
        ("monster_pays", 3, "3"),
        ("match_pays", [1, 2], "[1, 2]"),
        ("meters", ["spin", "xtreme"], "spin, xtreme"),
        ("meters", {"spin": 1}, "spin"),
        ("meters", [], "empty"),
        ("meters", 3, "3"),
        ("spin_tables", (), "empty"),
        ("spin_tables", ["1.00"], "1.00"),
        ("currency", "$", '"$"'),
    ],
)
def test_a_value_is_shown_as_a_person_would_write_it(name: str, value: Any, text: str) -> None:
    assert setting_words(SETTINGS[name], value) == text


def test_a_value_of_no_setting_is_shown_as_it_is() -> None:
    assert [setting_words(None, value) for value in (None, True, 5, "x", [1, 2], {})] == [
        "missing",
        "true",
        "5",
        '"x"',
        "[1, 2]",
        "{}",
    ]


def test_amounts_have_two_places_after_the_point() -> None:
    for amount, text in ((0, "0.00"), (5, "0.05"), (99, "0.99"), (100, "1.00"), (-1_250, "-12.50")):
        assert amount_text(amount) == text
