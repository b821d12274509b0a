"""Settings as people type them: the one parser of `set`, `what-if`, --set and --what-if.

Money is money everywhere: 500 is five hundred dollars or pounds, 5.50 is five and a half, also inside a wheel
or a meter. (Only a Rules Submission, which is data, counts in the smallest unit.)
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from spanish21.books.clauses import NUMBER_CHOICES
from spanish21.errors import BadInput, BadRules, one_line
from spanish21.game.money import amount_of, amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import SETTINGS, unknown
from spanish21.game.settings import (
    AMOUNTS,
    COUNT,
    COUNTS,
    METER_TABLE,
    MONEY,
    ODDS,
    PART,
    TEXT,
    WHEELS,
    WORD,
    YES_OR_NO,
    Setting,
)

_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}
_NONE = ("none", "no limit", "no_limit")
_MONEY_FIELDS = ("wager", "pays", "initial", "reset")
_MOST_TEXT = 100_000
_OPPOSITE = {"yes": "no", "true": "no", "no": "yes", "false": "yes"}
ABBREVIATIONS = {
    "h17": "dealer_hits_soft_17",
    "s17": "dealer_hits_soft_17",
    "das": "may_double_after_split",
    "rsa": "may_split_aces_again",
    "ls": "may_surrender",
}
"""Players' names of some settings; s17 is the opposite of its setting."""


def pair_of(
    text: str, option: str = "--set", read: Callable[[str, str], tuple[str, Any]] | None = None
) -> tuple[str, Any]:
    """The name and the value of an option NAME=VALUE.

    >>> pair_of("table_maximum=500"), pair_of("pays_blackjack=6:5")
    (('table_maximum', 50000), ('pays_blackjack', [6, 5]))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        such = f"{text.strip().lower()}=yes" if text.strip().lower() in ABBREVIATIONS else "decks=8"
        raise BadInput(one_line(f"{option} {text!r}: write NAME=VALUE, such as {such}"))
    return (read or chosen_setting)(name.strip(), value.strip())


def _in_full(name: str, text: str) -> tuple[str, str]:
    """A setting's own name, for a name that players use.

    >>> _in_full("s17", "yes"), _in_full("DAS", "no"), _in_full("decks", "6")
    (('dealer_hits_soft_17', 'no'), ('may_double_after_split', 'no'), ('decks', '6'))
    """
    plain = name.lower()
    text = _OPPOSITE.get(text.lower(), text) if plain == "s17" else text
    return ABBREVIATIONS.get(plain, name), text


def chosen_setting(name: str, text: str) -> tuple[str, Any]:
    """A choice of `set`, and its value; the book decides whether there is such a choice."""
    name, text = _in_full(name, text)
    return name, setting_value(name, text)


def setting_value(name: str, text: str) -> Any:
    """The value of a setting, or of another choice of an operator, as a person writes it."""
    if name == "offers":
        return [] if text in ("", "none") else [word.strip() for word in text.split(",") if word.strip()]
    setting = NUMBER_CHOICES.get(name) or SETTINGS.get(name)
    if setting is None:
        return text  # a paytable, a reading, or an unknown name: the caller will say
    if len(text) > _MOST_TEXT:
        raise BadRules(f"{name} has {len(text):,} characters; it must be {setting.takes}")
    if setting.zero and text.lower() in _NONE:
        return 0
    try:
        return _READS[setting.kind](text, setting)
    except (ValueError, KeyError, TypeError, RecursionError, BadInput):
        raise BadRules(one_line(f"{name} is {_shortened(text)}; it must be {setting.takes}")) from None


def changed_setting(name: str, text: str) -> tuple[str, Any]:
    """A setting of `what-if`, and its value; refuses an unknown name."""
    name, text = _in_full(name, text)
    plain = name.replace("-", "_")
    if plain not in SETTINGS or plain == "book":
        raise BadRules(one_line(unknown(_shortened(name), SETTINGS.keys() - {"book"})))
    return plain, setting_value(plain, text)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _money(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    return sign * amount_of(text.removeprefix("-").lstrip("$£"))


def _whole(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 20:
        raise ValueError(text)
    return int(text)


def _word(text: str, setting: Setting) -> str:
    word = text.replace("-", "_").replace(" ", "_").lower()
    if word not in setting.words:
        raise ValueError(text)
    return word


def _parts(text: str) -> list[str]:
    inside = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    return [part.strip() for part in inside.split(",")]


def _pair(text: str, _: Setting) -> list[int]:
    """Odds or a part: 3:2, 3/2, 3 to 2, [3,2]; 3 alone is 3 to 1."""
    for mark in (":", "/", " to "):
        text = text.replace(mark, ",")
    numbers = [_whole(part) for part in _parts(text)]
    if len(numbers) > 2:
        raise ValueError(text)
    return numbers if len(numbers) == 2 else [*numbers, 1]


def _table(text: str, _: Setting) -> Any:
    """A wheel or the meters, as JSON with its money written as money."""
    return _with_money(json.loads(text, parse_float=str, parse_int=str, parse_constant=_refused))


def _refused(constant: str) -> Any:
    raise ValueError(constant)


def _with_money(value: Any, field: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _with_money(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_with_money(one, field) for one in value]
    if field in _MONEY_FIELDS:
        return _money(value)
    return _whole(value) if field in ("weight", "source", "pair", "rate") else value


_READS: dict[int, Callable[[str, Setting], Any]] = {
    YES_OR_NO: lambda text, _: _YES_OR_NO[text.lower()],
    WORD: _word,
    COUNT: lambda text, _: _whole(text),
    MONEY: lambda text, _: _money(text),
    ODDS: _pair,
    PART: _pair,
    COUNTS: lambda text, _: [_whole(part) for part in _parts(text)],
    AMOUNTS: lambda text, _: [_money(part) for part in _parts(text)],
    WHEELS: _table,
    METER_TABLE: _table,
    TEXT: lambda text, _: text,
}


def setting_text(name: str, value: Any) -> str:
    """A value as `setting_value` reads it."""
    if name == "offers":
        return ",".join(value) or "none"
    setting = NUMBER_CHOICES.get(name) or SETTINGS.get(name)
    if setting is not None and setting.kind == MONEY:
        return amount_text(value)
    if setting is not None and setting.kind == AMOUNTS:
        return ",".join(amount_text(one) for one in value)
    plain = _money_as_text(msgspec.to_builtins(value))
    return plain if isinstance(plain, str) else json.dumps(plain, separators=(",", ":"))


def _money_as_text(value: Any, field: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _money_as_text(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_money_as_text(one, field) for one in value]
    return amount_text(value) if field in _MONEY_FIELDS else value


def decks_text(decks: int) -> str:
    """A number of decks in words."""
    return count_text(decks, "deck")
