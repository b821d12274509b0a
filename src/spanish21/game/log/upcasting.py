"""Older logs brought up to date: numbered functions on the raw JSON of one event, applied in order.

`UPCASTERS[n]` turns an event of version n into one of version n + 1: a dict into a dict, before any struct is
made. `upcast` itself sets the `version` that a log begins or continues with. Once version n + 1 is released,
its upcaster is not changed any more; nor does it read today's code, for it writes what that version was.
"""

from collections.abc import Callable, Mapping
from typing import Any

from spanish21.game.events import LOG_VERSION

Raw = dict[str, Any]

VERSIONED = ("TableSetUp", "LogContinued")
"""The events that say in which version the log is written."""


_SIDES_OF_0: Mapping[str, tuple[str, ...]] = {
    "match": ("offered", "pays", "minimum", "maximum", "within_wager", "losers_first"),
    "match_down": ("offered", "pays"),
    "monster": ("offered", "wager", "pays", "shares", "each_pair"),
    "spin": ("offered", "tables", "pays_by_rank"),
    "xtreme": ("offered", "tables", "spinner"),
}
"""The settings of side wagers that the rules of version 0 had as separate fields: `match_offered`."""
_SIDE_PARTS_OF_1 = {"wager": 0, "pays": [], "minimum": 0, "maximum": 0, "shares": [], "tables": []}
_SPINNERS_OF_0 = ("drawn_position", "drawn_bettor", "every_bettor")


def from_0(event: Raw) -> Raw:
    """Version 0 had no version, rounds ended without a digest, and side wagers were fields of the rules."""
    if event.get("type") == "CardsCollected":
        return {"digest": None, **event}
    if event.get("type") == "TableSetUp" and isinstance(event.get("rules"), dict):
        return {**event, "rules": _rules_of_0(event["rules"])}
    return event


def _rules_of_0(rules: Raw) -> Raw:
    """The rules with each side wager's settings gathered under its kind; missing ones stay missing."""
    rules = dict(rules)
    sides = {kind: _side_of_0(rules, kind, parts) for kind, parts in _SIDES_OF_0.items()}
    return {**rules, "sides": {kind: side for kind, side in sides.items() if side is not None}}


def _side_of_0(rules: Raw, kind: str, parts: tuple[str, ...]) -> Raw | None:
    if any(f"{kind}_{part}" not in rules for part in parts):
        return None
    side = {part: rules.pop(f"{kind}_{part}") for part in parts}
    if side.get("spinner") in range(len(_SPINNERS_OF_0)):
        side["spinner"] = _SPINNERS_OF_0[side["spinner"]]
    own = {part: side.pop(part) for part in parts if part not in ("offered", *_SIDE_PARTS_OF_1)}
    return {**_SIDE_PARTS_OF_1, **side, "options": own}


_RULES_OF_2 = {
    "dead_undoes": 2,
    "meter_share": 0,
    "shuffled_by": 0,
    "cut_before_loading": False,
    "cut_cards": 1,
    "rack_height": 0,
    "payouts_posted": 0,
}
"""How tables worked before there were settings for it: when all hands were dead, settlements stood, …"""
_OWN_BOXES_OF_1 = {"pays_by_rank": False, "spinner": True}
"""Whether community pay reached the winner's own boxes, by the option that tells one kind of wheel from the
other."""


def from_1(event: Raw) -> Raw:
    """Version 1 had no `DoubleKept` and no `HandsCalledDead`, and fewer settings."""
    if event.get("type") == "TableSetUp" and isinstance(event.get("rules"), dict):
        return {**event, "rules": _rules_of_1(event["rules"])}
    return event


def _rules_of_1(rules: Raw) -> Raw:
    sides = rules.get("sides")
    if isinstance(sides, dict):
        rules = {**rules, "sides": {kind: _side_of_1(side) for kind, side in sides.items()}}
    return {**rules, **_RULES_OF_2}


def _side_of_1(side: Any) -> Any:
    """A side wager with its wheel's treatment of the winner's own boxes; malformed data stays as is."""
    if not isinstance(side, dict) or not isinstance(side.get("options"), dict):
        return side
    own = [reaches for option, reaches in _OWN_BOXES_OF_1.items() if option in side["options"]]
    return {**side, "options": {**side["options"], "own_boxes": own[0]}} if own else side


_RULES_OF_3 = {
    "surrender_against": 0,
    "double_on": 0,
    "doubled_aces_count_1": False,
    "may_draw_after_double": False,
    "least_to_stand": 0,
    "any_21_paid_at_once": False,
}
"""How tables worked before there were settings for it: any total was doubled, a 21 waited for the end, …"""


def from_2(event: Raw) -> Raw:
    """Version 2 had fewer settings."""
    if event.get("type") == "TableSetUp" and isinstance(event.get("rules"), dict):
        return {**event, "rules": {**event["rules"], **_RULES_OF_3}}
    return event


UPCASTERS: Mapping[int, Callable[[Raw], Raw]] = {0: from_0, 1: from_1, 2: from_2}
"""Version -> the function that brings an event of it to the next version."""


def upcast(event: Raw, version: int) -> Raw:
    """An event of an older version as it would be written now."""
    for older in range(version, LOG_VERSION):
        event = UPCASTERS[older](event)
    return {**event, "version": LOG_VERSION} if event.get("type") in VERSIONED else event
