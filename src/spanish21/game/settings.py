"""The settings of `Rules`: the kind of each, its range, and its description for people.

A setting that is yes or no, or a word of `rules.WORDS`, describes itself. Every other one has a line here,
from which follow how it is read (setting_text.py), checked (rules.py) and shown. What the analyser and the
simulator cannot hold within these ranges is refused by analyser_limits.py and kernel_limits.py.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from spanish21.game.money import amount_text

# The kinds of settings.
YES_OR_NO, WORD, COUNT, MONEY, ODDS, PART, COUNTS, AMOUNTS, WHEELS, METER_TABLE, TEXT = range(11)

LARGEST = 10**13
"""No amount, weight or count is larger: it fits 64 bits with all numbers computed from it."""
LARGEST_ODDS = 1_000_000
MOST_STOPS = 1_000
MOST_LETTERS = 40


class Setting(msgspec.Struct, frozen=True):
    """A setting's kind and range."""

    kind: int
    least: int = 0
    most: int = LARGEST
    zero: str = ""
    """The meaning of 0 where it is not a number: "none", "no limit"."""
    words: tuple[str, ...] = ()
    length: int = 0
    """How many numbers a list has."""

    @property
    def takes(self) -> str:
        """The allowed values of the setting, in words."""
        return _TAKES[self.kind](self)


def _or_zero(setting: Setting) -> str:
    return f" (0: {setting.zero})" if setting.zero else ""


def _count_text(setting: Setting) -> str:
    return f"a whole number from {setting.least} to {setting.most}{_or_zero(setting)}"


def _money_text(setting: Setting) -> str:
    return f"an amount such as 12.50, at least {amount_text(setting.least)}{_or_zero(setting)}"


_TAKES: dict[int, Callable[[Setting], str]] = {
    YES_OR_NO: lambda setting: "yes or no",
    WORD: lambda setting: f"one of {', '.join(setting.words)}",
    COUNT: _count_text,
    MONEY: _money_text,
    ODDS: lambda setting: f"odds such as 3:2, whole numbers up to {LARGEST_ODDS:,}, the second above 0",
    PART: lambda setting: "a fraction such as 1/4, from 0/1 to 1/1",
    COUNTS: lambda setting: f"{setting.length} whole numbers from 0 to {setting.most:,}",
    AMOUNTS: lambda setting: f"{setting.length} amounts such as 12.50",
    WHEELS: lambda setting: "a list of tables, each with wager, paytable, wheel, community, pairs and meters",
    METER_TABLE: lambda setting: "meters by name, each with initial, reset and rate",
    TEXT: lambda setting: f"text of 1 to {setting.most} characters",
}

_UNLIMITED = Setting(MONEY, zero="no limit")
_PRICE = Setting(MONEY, least=1)
_ODDS = Setting(ODDS, most=LARGEST_ODDS)

NUMBERS: dict[str, Setting] = {
    "book": Setting(TEXT, most=MOST_LETTERS),
    "currency": Setting(TEXT, most=4),
    "decks": Setting(COUNT, 1, 100),
    "most_doubles": Setting(COUNT, 0, 8),
    "least_to_stand": Setting(COUNT, 0, 12, zero="none: any hand may stand"),
    "most_hands": Setting(COUNT, 0, 999, zero="no limit"),
    "pays_insurance": _ODDS,
    "pays_insurance_suited": _ODDS,
    "super_bonus_from": Setting(MONEY),
    "super_bonus_large_from": Setting(MONEY),
    "super_bonus_small": Setting(MONEY),
    "super_bonus_large": Setting(MONEY),
    "envy_pays": Setting(MONEY),
    "envy_with_seven": Setting(MONEY),
    "smallest_chip": _PRICE,
    "payout_limit": _UNLIMITED,
    "table_minimum": _PRICE,
    "table_maximum": _PRICE,
    "hand_maximum": _UNLIMITED,
    "boxes": Setting(COUNT, 1, 9),
    "adjacent_boxes": Setting(COUNT, 0, 9),
    "people_on_box": Setting(COUNT, 1, 9),
    "most_shared_boxes": Setting(COUNT, 0, 9, zero="no limit"),
    "most_shared_tables": Setting(COUNT, 0, 10_000, zero="no limit"),
    "meters": Setting(METER_TABLE),
    "cut_cards": Setting(COUNT, 0, 2, zero="none: no cut, and a shuffle after every round"),
    "cut_from_ends": Setting(COUNT, 0, 1_000),
    "cover_from_back": Setting(PART),
    "decks_hours": Setting(COUNT, 0, 10_000, zero="no limit"),
}
"""The settings other than yes or no and words; odds on hands (`PAY_NAMES`) are added by rules.py."""


def described(
    types: Mapping[str, Any], words: Mapping[str, tuple[str, ...]], pay_names: tuple[str, ...]
) -> dict[str, Setting]:
    """Every setting's description, from the types of `Rules`, its words and the lines above."""
    found: dict[str, Setting] = {}
    for name, form in types.items():
        if name in words:
            found[name] = Setting(WORD, words=words[name])
        elif form is bool:
            found[name] = Setting(YES_OR_NO)
        else:
            found[name] = NUMBERS[name]
    return found | dict.fromkeys(pay_names, _ODDS)


def nothing_of(setting: Setting) -> Any:
    """The value of a setting of a missing feature."""
    if setting.kind in (COUNTS, AMOUNTS):
        return [0] * setting.length
    if setting.kind == WORD:
        return setting.words[0]
    return {YES_OR_NO: False, WHEELS: []}.get(setting.kind, setting.least)


def fits(setting: Setting, value: Any) -> bool:
    """Whether a value of the right form is in its setting's range."""
    if setting.kind == YES_OR_NO:
        return isinstance(value, bool)
    if setting.kind in (COUNT, MONEY):
        return bool(setting.least <= value <= setting.most)
    if setting.kind == ODDS:
        return bool(0 <= value[0] <= setting.most and 1 <= value[1] <= setting.most)
    if setting.kind == PART:
        return bool(0 <= value[0] <= value[1] <= LARGEST and value[1] > 0)
    if setting.kind in (COUNTS, AMOUNTS):
        return len(value) == setting.length and all(0 <= one <= setting.most for one in value)
    if setting.kind == WHEELS:
        return all(_is_wheel_table(table, setting.most) for table in value)
    if setting.kind == METER_TABLE:
        return all(_is_meter(meter) for meter in value.values())
    if setting.kind == WORD and setting.words:
        return value in setting.words
    if setting.kind == TEXT:
        return 1 <= len(value) <= setting.most and str(value).isprintable() and not str(value).isspace()
    return True


def _is_wheel_table(table: Any, most_stops: int) -> bool:
    return bool(
        1 <= table.wager <= LARGEST
        and _is_name(table.paytable)
        and max(len(table.wheel), len(table.community), len(table.pairs)) <= most_stops
        and all(_is_stop(stop) for stop in table.wheel + table.community)
        and all(0 <= stop.pair <= len(table.pairs) for stop in table.wheel)
        and all(_is_name(pair.symbol) and 0 <= pair.pays <= LARGEST for pair in table.pairs)
    )


def _is_stop(stop: Any) -> bool:
    return bool(
        1 <= stop.weight <= LARGEST
        and 0 <= stop.source <= 2
        and 0 <= stop.pays <= LARGEST
        and _is_name(stop.symbol)
    )


def _is_name(text: str) -> bool:
    return 1 <= len(text) <= MOST_LETTERS and text.isprintable()


def _is_meter(meter: Any) -> bool:
    return bool(
        0 <= meter.initial <= LARGEST
        and 0 <= meter.reset <= LARGEST
        and 1 <= meter.rate[0] <= meter.rate[1] <= LARGEST
    )


def setting_words(setting: Setting | None, value: Any) -> str:
    """A value as a person would write it, money as money."""
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return str(value).lower()
    is_number = isinstance(value, int)
    if setting is not None and setting.kind == MONEY and is_number:
        return amount_text(value)
    if setting is not None and setting.kind in (ODDS, PART) and _is_pair(value):
        return f"{value[0]}:{value[1]}" if setting.kind == ODDS else f"{value[0]}/{value[1]}"
    if setting is not None and setting.kind == AMOUNTS and isinstance(value, list | tuple):
        return ",".join(setting_words(_PRICE, one) for one in value)
    if (
        setting is not None
        and setting.kind in (WHEELS, METER_TABLE)
        and isinstance(value, list | tuple | dict)
    ):
        return ", ".join(map(_table_shown, value)) or "empty"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _table_shown(table: Any) -> str:
    """A wheel's table by its amount; a named one by its name."""
    wager = getattr(table, "wager", None)
    return str(table) if wager is None else f"a table for {amount_text(wager)}"


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(one, int) for one in value)


# -- settings that go together ---------------------------------------------------------------------


def contradictions(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """(setting, its value, the error) for settings of the game itself that contradict each other."""
    yield from limits_crossed(settings, "table_minimum", "table_maximum")
    if 0 < settings["hand_maximum"] < settings["table_minimum"]:
        minimum = amount_text(settings["table_minimum"])
        bound = f"it must be 0 for no limit, or at least table_minimum, which is {minimum}"
        yield "hand_maximum", settings["hand_maximum"], bound


def limits_crossed(settings: Mapping[str, Any], least: str, most: str) -> Iterator[tuple[str, Any, str]]:
    """A minimum above its maximum."""
    if settings[least] > settings[most]:
        yield least, settings[least], f"it must be at most {most}, which is {amount_text(settings[most])}"
