"""Merge patches (RFC 7396) between JSON values; members of lists are patched by number or name."""

from collections.abc import Mapping
from typing import Any

KEYS = ("number", "name")
"""The key of the members of a list: boxes have a number, people a name."""


def merged(old: Any, patch: Any) -> Any:
    """A value with a patch applied. An object replaces the members of a list that it names.

    >>> merged({"a": 1, "b": {"c": 2, "d": 3}}, {"a": None, "b": {"d": 4}})
    {'b': {'c': 2, 'd': 4}}
    >>> merged([{"number": 1, "a": 1}, {"number": 2}], {"1": {"number": 1, "a": 5}})
    [{'number': 1, 'a': 5}, {'number': 2}]
    """
    if not isinstance(patch, dict):
        return patch
    if isinstance(old, list) and old and (key := key_of(old[0])):
        return [patch.get(str(one[key]), one) for one in old]
    result = dict(old) if isinstance(old, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def key_of(member: Any) -> str:
    """The field by which the members of a list are patched; "" if the list can only be replaced."""
    return next((key for key in KEYS if key in member), "") if isinstance(member, dict) else ""


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The patch that turns the old object into the new one: None removes, lists are replaced.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'b': {'d': 4}, 'a': None}
    """
    patch: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name)
        if value is before or value == before:
            continue
        both = isinstance(before, dict) and isinstance(value, dict)
        patch[name] = merge_patch(before, value) if both else value  # type: ignore[arg-type]
    patch |= {name: None for name, value in old.items() if name not in new and value is not None}
    return patch
