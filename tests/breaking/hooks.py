"""Where the running game can be broken: events, refusals, commands, rules, functions.

`install()` puts the hooks in place, which by themselves change nothing; a break then fills one of them. It is
meant for a process that ends afterwards: nothing is ever put back.
"""

import sys
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from spanish21 import dealer
from spanish21.books.submissions import submission as submitting
from spanish21.errors import Refused
from spanish21.game import decide as deciding
from spanish21.game import evolve as evolving
from spanish21.game import rules as ruling
from spanish21.game.events import Event, TableSetUp
from spanish21.game.fast_paths import first_cards, last_cards
from spanish21.game.moves import act as acts
from spanish21.game.moves.act import Act
from spanish21.game.rules import Rules

MOST_STEPS = 6_000
"""Events and commands of one test after which a table is taken to be stuck."""

event_hooks: list[Callable[[Any, Any], Event | None]] = []
"""(table, event) -> the event that happens instead, or None: nothing happens."""
after_hooks: list[Callable[[Any, Any, Any], Any]] = []
"""(table before, event, table after) -> what the event makes of the table instead."""
passing: list[Callable[[str, Any, Any], bool]] = []
"""(reason, table, command) -> whether this refusal is left out."""
forbidding: list[Callable[[Any, Any], str]] = []
"""(table, command) -> a reason to refuse what should be accepted, or nothing."""
played_rules: list[Callable[[Rules, Any], Rules]] = []
"""(rules, the case they come from) -> the rules that the table plays by, whatever `rules_of` says."""
told_rules: list[Callable[[Rules], Rules]] = []
"""The rules as `rules_of` and everything that prints them says."""
steps = [0]

plain_rules_of: Callable[..., Rules] = submitting.rules_of_case
"""The rules of a case as the program makes them."""

_at: list[Any] = [None, None]
_played: dict[int, tuple[Rules, Rules]] = {}


class Stuck(Exception):
    """The table goes round in circles."""


def restart() -> None:
    """Before each test."""
    steps[0] = 0


def _count() -> None:
    steps[0] += 1
    if steps[0] > MOST_STEPS:
        raise Stuck("the table does not move on")


def replace_everywhere(old: object, new: object) -> int:
    """Put `new` wherever a loaded module, or a dict of one, holds `old`; how often that was."""
    count = 0
    for name, module in list(sys.modules.items()):
        if module is None or not name.startswith(("spanish21", "scenes", "test_", "dealt_rounds", "payout_")):
            continue
        for key, value in list(vars(module).items()):
            if value is old:
                setattr(module, key, new)
                count += 1
            elif type(value) is dict and not key.startswith("__"):
                for inner, held in list(value.items()):
                    if held is old:
                        value[inner] = new
                        count += 1
    return count


def wrap(function: Callable[..., Any], around: Callable[..., Any]) -> None:
    """Replace a function by `around(function, *arguments)`."""

    def wrapped(*arguments: Any, **named: Any) -> Any:
        return around(function, *arguments, **named)

    if not replace_everywhere(function, wrapped):
        raise LookupError(f"nothing uses {function.__module__}.{function.__name__}")


def install() -> None:
    """Put the hooks in place; the short cuts of a round are switched off, so that every event passes them."""
    for short_cut in (first_cards.begin_plain_round, last_cards.finish_round):
        wrap(short_cut, lambda function, *arguments: False)
    plain_emit = Act.emit

    def emit(self: Act, event: Event) -> None:
        _count()
        for hook in event_hooks:
            changed = hook(self.table, event)
            if changed is None:
                return
            event = changed
        before = self.table
        plain_emit(self, event)
        for after in after_hooks:
            self.table = after(before, event, self.table)

    Act.emit = emit  # type: ignore[method-assign]
    wrap(acts.refuse, _refuse)
    wrap(deciding.carry_on, _carry_on)
    wrap(deciding.carry_due, lambda carry_due, act, command: deciding.carry_on(act, command))
    wrap(evolving.set_up, _set_up)
    wrap(submitting.rules_of_case, _rules_of_case)
    wrap(ruling.what_if, _what_if)
    submitting._sample_rules.clear()
    assert dealer.set_up is evolving.set_up


def _refuse(refuse: Callable[..., Any], reason: str, detail: str = "") -> None:
    if not any(passes(reason, *_at) for passes in passing):
        refuse(reason, detail)


def _carry_on(carry_on: Callable[..., Any], act: Act, command: Any) -> None:
    _count()
    _at[:] = [act.table, command]
    for forbids in forbidding:
        reason = forbids(act.table, command)
        if reason:
            raise Refused(reason)
    carry_on(act, command)


def _set_up(set_up: Callable[..., Any], event: TableSetUp) -> Any:
    _told, played = _played.get(id(event.rules), (event.rules, event.rules))
    return set_up(replace(event, rules=played))


def _rules_of_case(rules_of_case: Callable[..., Rules], case: Any) -> Rules:
    rules = rules_of_case(case)
    played = rules
    for hook in played_rules:
        played = hook(played, case)
    for tell in told_rules:
        rules = tell(rules)
        played = tell(played)
    _played[id(rules)] = (rules, played)
    return rules


def _what_if(what_if: Callable[..., Rules], rules: Rules, **changes: Any) -> Rules:
    changed = what_if(rules, **changes)
    if id(rules) in _played:
        _played[id(changed)] = (changed, what_if(_played[id(rules)][1], **changes))
    return changed
