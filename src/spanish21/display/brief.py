"""A `repr` that fits on a screen for any value: a class only needs `__repr__ = brief`.

A short value has the usual `Name(field=value, …)`. Long texts and collections end with an ellipsis, arrays
are described by their shape, and the last fields are left out for lack of room.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

MOST = 1_500
"""Characters of a whole value."""
MOST_OF_FIELD = 300
MOST_ITEMS = 24
WIDEST = 76


def brief(value: Any) -> str:
    """The fields of a struct, a named tuple or any other object, on one line.

    >>> from spanish21.game.commands import Shuffle
    >>> Shuffle(by="dealer", cards=tuple(range(4, 60)))
    Shuffle(cards=(4, 5, 6, 7, 8, 9, 10, 11, … 48 more), by='dealer')
    """
    fields = (f"{name}={_short(field)}" for name, field in _fields(value))
    return f"{type(value).__name__}({', '.join(_while_there_is_room(fields, MOST))})"


def brief_list(heading: str, lines: Sequence[str]) -> str:
    """A list as a heading and a line for each item, as many as fit on a screen."""
    shown = [_cut(line, WIDEST) for line in lines]
    if len(shown) > MOST_ITEMS:
        shown = [*shown[: MOST_ITEMS - 1], f"… {len(shown) - MOST_ITEMS + 1:,} more"]
    return "\n  ".join((f"<{heading}", *shown)) + ">"


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    for names in ("__struct_fields__", "_fields", "__slots__"):
        if (found := getattr(value, names, None)) is not None:
            return ((name, getattr(value, name)) for name in found)
    return ((name, field) for name, field in vars(value).items() if not name.startswith("_"))


def _while_there_is_room(texts: Iterable[str], room: int) -> Iterator[str]:
    for text in texts:
        room -= len(text) + 2
        if room < 0:
            yield "…"
            return
        yield text


def _short(value: Any) -> str:
    if isinstance(value, str):
        return _cut(repr(value), 80)
    if hasattr(value, "dtype") and value.shape:
        return f"<{'×'.join(map(str, value.shape))} array>"
    if type(value) in (tuple, list):
        ends = "()" if type(value) is tuple else "[]"
        lone = "," if ends == "()" and len(value) == 1 else ""
        return ends[0] + ", ".join(_first(map(_short, value), len(value))) + lone + ends[1]
    if isinstance(value, Mapping):
        items = (f"{key!r}: {_short(one)}" for key, one in value.items())
        return "{" + ", ".join(_first(items, len(value))) + "}"
    return _cut(" ".join(repr(value).split("\n")), MOST_OF_FIELD)


def _first(texts: Iterable[str], count: int) -> Iterator[str]:
    """The first items of a collection, and how many more there are: a few of many, all of a few."""
    room = MOST_OF_FIELD // 2
    for place, text in enumerate(texts):
        room -= len(text)
        if (place >= 8 and count > 12) or (place and room < 0):
            yield f"… {count - place:,} more"
            return
        yield text


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
