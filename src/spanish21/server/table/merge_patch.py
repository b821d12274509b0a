"""What changed between two JSON values, as an RFC 7396 merge patch."""

from collections.abc import Mapping
from typing import Any


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What turns the old object into the new one: None removes, lists are replaced whole.

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
