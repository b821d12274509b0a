"""A break: what it is called, whether it changes the play or only what is told, and how it is done."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from breaking import hooks
from spanish21.game import events as ev
from spanish21.game.rules import what_if

PLAYS, TELLS = "behaviour", "shown"


@dataclass(frozen=True)
class Break:
    """One way to break a clause: how the play changes (`PLAYS`), or only what is told (`TELLS`)."""

    name: str
    apply: Callable[[], None]
    does: str = PLAYS


def drops(event: str, when: Callable[[Any, Any], bool] | None = None) -> Callable[[], None]:
    """An event of this name does not happen."""
    return changes(event, lambda table, found: None, when)


def changes(
    event: str, change: Callable[[Any, Any], Any], when: Callable[[Any, Any], bool] | None = None
) -> Callable[[], None]:
    """An event of this name happens in another way."""
    kind = ev.EVENTS[event]

    def hook(table: Any, found: Any) -> Any:
        if type(found) is kind and (when is None or when(table, found)):
            return change(table, found)
        return found

    return lambda: hooks.event_hooks.append(hook)


def after(event: str, change: Callable[[Any, Any, Any], Any]) -> Callable[[], None]:
    """An event of this name does something else to the table: `change(before, event, after)`."""
    kind = ev.EVENTS[event]

    def hook(before: Any, found: Any, table: Any) -> Any:
        return change(before, found, table) if type(found) is kind else table

    return lambda: hooks.after_hooks.append(hook)


def plays(**settings: Any) -> Callable[[], None]:
    """Every table plays these settings, whatever its rules say."""
    return lambda: hooks.played_rules.append(lambda rules, case: what_if(rules, **settings))


def passes(reason: str, when: Callable[[Any, Any], bool] | None = None) -> Callable[[], None]:
    """A refusal is left out."""

    def hook(found: str, table: Any, command: Any) -> bool:
        return found == reason and (when is None or when(table, command))

    return lambda: hooks.passing.append(hook)


def forbids(
    command: str, when: Callable[[Any, Any], bool] | None = None, reason: str = "not_now"
) -> Callable[[], None]:
    """A command that should be accepted is refused."""

    def hook(table: Any, found: Any) -> str:
        hit = type(found).__name__ == command and (when is None or when(table, found))
        return reason if hit else ""

    return lambda: hooks.forbidding.append(hook)


def instead(function: str, around: Callable[..., Any]) -> Callable[[], None]:
    """A function, named from the package on, answers otherwise: `around(function, *arguments)`."""

    def apply() -> None:
        module, _, name = function.rpartition(".")
        hooks.wrap(getattr(importlib.import_module(f"spanish21.{module}"), name), around)

    return apply
