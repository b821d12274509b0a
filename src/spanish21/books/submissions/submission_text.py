"""A submission's tables as TOML text, which reads back as the same tables."""

from collections.abc import Iterator, Mapping
from typing import Any

from spanish21.books.submissions.submission_case import setting_of
from spanish21.books.submissions.submission_template import toml_value
from spanish21.game.settings import MONEY

_TABLES = ("choose", "rulings", "approvals")
_MONEY_OF_METER = ("initial", "reset")


def submission_text(document: Mapping[str, Any]) -> str:
    """A submission as a file; errors stay in it, for the checks to find."""
    plain = {name: value for name, value in document.items() if not isinstance(value, dict)}
    parts = [f"{_key(name)} = {_value(value)}" for name, value in plain.items()]
    for name in _TABLES:
        parts += _table(name, document.get(name))
    for name, meter in _entries(document.get("meters")):
        parts += _table(f"meters.{_key(name)}", meter)
    wheels = list(_entries(document.get("wheels")))
    if wheels:
        parts += ["", "[wheels]"]
    for name, stops in wheels:
        parts += [f"{_key(name)} = [", *(f"  {_value(stop)}," for stop in _listed(stops)), "]"]
    return "\n".join(parts) + "\n"


def _entries(table: Any) -> Iterator[tuple[str, Any]]:
    yield from table.items() if isinstance(table, dict) else ()


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _table(name: str, table: Any) -> list[str]:
    if not isinstance(table, dict) or not table:
        return []
    lines = [f"{_key(key)} = {_value(value, _is_money(key))}" for key, value in table.items()]
    return ["", f"[{name}]", *lines]


def _is_money(name: str) -> bool:
    setting = setting_of(name)
    return name in _MONEY_OF_METER or (setting is not None and setting.kind == MONEY)


def _key(name: str) -> str:
    is_bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if is_bare else _quoted(name)


def _value(value: Any, is_money: bool = False) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        entries = (f"{_key(key)} = {_value(one, key == 'prize')}" for key, one in value.items())
        return f"{{ {', '.join(entries)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    if value is None:
        return '""'
    return toml_value(value, is_money and isinstance(value, int))


def _quoted(text: str) -> str:
    """A text as a basic string of TOML."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(letter: str) -> str:
    return _ESCAPES.get(letter) or (letter if letter.isprintable() else f"\\U{ord(letter):08x}")


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
