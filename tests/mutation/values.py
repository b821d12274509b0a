"""Every value that a clause of a rulebook sets or allows, changed."""

import re
import tomllib
from pathlib import Path

from mutants import Mutant

_VALUE = re.compile(rb"^(?P<name>(sets|allows)\.[^=]+?) = (?P<value>.+)$", re.MULTILINE)
_CLAUSE = re.compile(rb'^id = "(?P<id>[^"]+)"$', re.MULTILINE)


def value_mutants(folder: Path, root: Path) -> list[Mutant]:
    """A mutant for each value that the books' clauses set or allow."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        source = path.read_bytes()
        for match in _VALUE.finditer(source):
            changed = changed_value(match["name"].decode(), match["value"].decode())
            if changed:
                found.append(_mutant(str(path.relative_to(root)), source, match, changed))
    return found


def _mutant(path: str, source: bytes, match: re.Match[bytes], changed: str) -> Mutant:
    line = source.count(b"\n", 0, match.start()) + 1
    start, end = match.span("value")
    old, text = match["value"].decode(), match[0].decode()
    return Mutant(path, "rule", line, line, line, start, end, old, changed, text)


def clause_of(mutant: Mutant, source: bytes) -> str:
    """The clause under which a value stands."""
    ids = [match["id"].decode() for match in _CLAUSE.finditer(source, 0, mutant.start)]
    return f"{Path(mutant.path).stem} {ids[-1]}" if ids else ""


def changed_value(name: str, text: str) -> str:
    """Another value of the same form, or nothing where there is none."""
    value = tomllib.loads(f"value = {text}")["value"]
    if isinstance(value, bool):
        return str(not value).lower()
    if isinstance(value, int):
        return str(value + (100 if value >= 1000 else 1))
    if isinstance(value, list) and name.startswith("sets") and all(type(one) is int for one in value):
        return str([value[0] + 1, *value[1:]])
    if isinstance(value, list) and name.startswith("allows") and len(value) > 1:
        return "[" + ", ".join(_toml_of(one) for one in value[:-1]) + "]"
    for bound, by in (("most", 1), ("least", -1)):
        if isinstance(value, dict) and bound in value:
            moved = {**value, bound: value[bound] + by}
            return "{ " + ", ".join(f"{key} = {_toml_of(one)}" for key, one in moved.items()) + " }"
    return ""


def _toml_of(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
