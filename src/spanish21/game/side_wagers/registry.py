"""All side wagers: the package's own, and those that a program registers."""

import re
from collections.abc import Callable, Mapping
from string import ascii_lowercase
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from spanish21.errors import BadRules
from spanish21.game.settings import nothing_of
from spanish21.game.side_wagers.match import MATCH
from spanish21.game.side_wagers.match_down import MATCH_DOWN
from spanish21.game.side_wagers.monster import MONSTER
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.spin import SPIN
from spanish21.game.side_wagers.xtreme import XTREME

PACKAGED = (MATCH, MATCH_DOWN, MONSTER, SPIN, XTREME)
MOST_WAGERS = 12
"""The most side wagers at a time: the simulator has a column for each."""
_KIND = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_TAKEN = ("main", "insurance", "cash", "community", "super_bonus", "envy", "table", "hand", "meters")
_KEY = re.compile(r"[a-z]{1,2}")
_TAKEN_KEYS = (*"bcdfhijlnpqrstuxy", "no")
"""The keys that mean something else in the terminal."""

Value = TypeVar("Value")

_records: dict[str, SideWager] = {}
_kept_up: list[Callable[[], None]] = []


def register(record: SideWager) -> None:
    """Register a side wager; registering it again is harmless, but a kind has one record only."""
    known = _records.get(record.kind)
    if known is not None and known != record:
        raise BadRules(f"another side wager is registered as {record.kind}; give this one another kind")
    if known is None:
        _check(record)
        _records[record.kind] = record
        _changed()


def unregister(kind: str) -> None:
    """Forget a side wager that was registered; the package's own stay."""
    if kind not in {record.kind for record in PACKAGED}:
        _records.pop(kind, None)
        _changed()


def current_dict(find: Callable[[], Mapping[str, Value]]) -> dict[str, Value]:
    """A dict with the result of `find`, kept current as side wagers are added and removed."""
    found: dict[str, Value] = {}

    def refresh() -> None:
        found.clear()
        found.update(find())

    _kept_up.append(refresh)
    refresh()
    return found


def _changed() -> None:
    for refresh in _kept_up:
        refresh()


def wrong_word(record: SideWager) -> str:
    """The error of a field that allows only certain words; "" if all are known."""
    for name, form in get_type_hints(SideWager).items():
        held, words = getattr(record, name), get_args(form)
        if get_origin(form) is tuple and get_origin(words[0]) is Literal:
            words = get_args(words[0])
        elif get_origin(form) is Literal:
            held = (held,)
        else:
            continue
        for word in held:
            if word not in words:
                return f"its {name} is {word!r}; it must be one of {', '.join(map(repr, words))}"
    return ""


def _check(record: SideWager) -> None:
    """Refuse a record that nothing could play."""
    kind = record.kind
    if wrong := wrong_word(record):
        raise BadRules(f"{kind}: {wrong}")
    if not _KIND.fullmatch(kind) or kind in _TAKEN:
        raise BadRules(f"{kind!r} cannot be the kind of a side wager; use small letters and underscores")
    if len(_records) == MOST_WAGERS:
        raise BadRules(f"there are {MOST_WAGERS} side wagers already; {kind} is one too many")
    keys = {one.key: one.kind for one in _records.values()}
    if not _KEY.fullmatch(record.key) or record.key in (*keys, *_TAKEN_KEYS):
        free = [key for key in ascii_lowercase if key not in keys and key not in _TAKEN_KEYS]
        right = ", ".join([*free, "or two small letters that are not another key"])
        raise BadRules(f"{kind}: its key is {record.key!r}; it must be {'one of ' if free else ''}{right}")
    if len(record.lines) != len(record.line_words) or not record.lines:
        raise BadRules(f"{kind}: every line of its paytable needs its words")
    if record.moment == "first_cards" and (record.needs_second or record.is_progressive):
        raise BadRules(f"{kind} is settled with the first cards: no second card, no meter and no wheel")
    if (record.pays_by == "wheel") != bool(record.wheel) or (record.shared_lines and not record.meters):
        raise BadRules(f"{kind}: a wheel is paid by a wheel, and shares are those of a meter")
    if record.wheel == "hot_spot" and "player" in record.sees:
        raise BadRules(f"{kind}: at a hot spot all win or none, by the dealer's cards")
    if record.like and record.like not in _records:
        raise BadRules(f"{kind} shares its paytables with {record.like}, which is not a side wager")


def side_wager(kind: str) -> SideWager:
    """The record of a side wager."""
    return _records[kind]


def is_side_wager(kind: str) -> bool:
    return kind in _records


def is_progressive(kind: str) -> bool:
    """Whether a wager is a side wager whose wins are validated."""
    return kind in _records and _records[kind].is_progressive


def is_settled_first(kind: str) -> bool:
    """Whether a side wager is settled as soon as the first cards are out."""
    return _records[kind].moment == "first_cards"


def side_wagers() -> tuple[SideWager, ...]:
    """The records of all side wagers, in the order of the layout."""
    return tuple(_records.values())


def kinds() -> tuple[str, ...]:
    """The kinds of all side wagers, in the order of the layout."""
    return tuple(_records)


def wheel_wagers() -> tuple[SideWager, ...]:
    """The side wagers with a wheel."""
    return tuple(record for record in _records.values() if record.wheel)


def meter_names() -> tuple[str, ...]:
    """The meters of all side wagers, in the order in which a table has them."""
    ranked = sorted(_records.values(), key=lambda record: record.meters_rank)
    return tuple(name for record in ranked for name in record.meters)


def kind_of_setting(name: str) -> str:
    """The side wager that brings a setting, or nothing.

    >>> kind_of_setting("match_down_offered"), kind_of_setting("match_pays"), kind_of_setting("decks")
    ('match_down', 'match', '')
    """
    return _KIND_OF.get(name, "")


def same_as_none(kind: str) -> dict[str, Any]:
    """The settings of a side wager that a book does not have."""
    return {name: nothing_of(setting) for name, setting in _records[kind].settings()}


for _record in PACKAGED:
    register(_record)

_KIND_OF = current_dict(
    lambda: {name: record.kind for record in _records.values() for name, _ in record.settings()}
)
