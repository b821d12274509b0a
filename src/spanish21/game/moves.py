"""A move, declared once: who may make it and when, what each of its fields may be and why not, what happens.

`decide`, `legal` and `why_not` (decide.py) read the same declaration, so no condition is spelled twice.

The fields of a move are offered one after another. An offer is asked with the values of the fields before it
that lead on: the box of a wager leads on to its kind, the kind to the amount. It answers with a `Bound`,
which knows the reason for each of its edges, or with the reason why there is nothing to offer.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, get_args

from spanish21.game.act import Act
from spanish21.game.choices import AllOf, Amounts, Choice, May, OneOf
from spanish21.game.commands import Command
from spanish21.game.phases import what_stops
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, FLOORPERSON, Phase, Table

STRANGER = "stranger"
PLAYER = "player"
ROLES = (STRANGER, PLAYER, DEALER, FLOORPERSON)

_NOTHING = OneOf(())

ANY_PHASE: frozenset[str] = frozenset(get_args(Phase))
IN_A_ROUND: frozenset[str] = frozenset(
    ("deal", "match", "insurance", "reader", "play", "dealer", "settle", "collect")
)

C = TypeVar("C", bound=Command)


class Why(NamedTuple):
    """Why not: a name from reasons.py, and what would be right where a word more helps."""

    reason: str
    detail: str = ""


class Several(NamedTuple):
    """What any of these choices allows; `legal` lists each of them by itself."""

    choices: tuple[Choice, ...]

    def holds(self, value: Any) -> bool:
        return any(choice.holds(value) for choice in self.choices)


class Bound(NamedTuple):
    """What a field may be, and the reason why a given other value may not be.

    `groups`: where many values lead on to the same further offers, the values sorted into such groups.
    """

    choice: Choice | Several
    why_not: Callable[[Any], Why]
    groups: tuple[tuple[Any, ...], ...] | None = None


Offer = Bound | Why


class Field(NamedTuple):
    """A field of a command: `offer(table, who, *values that lead on)` says what it may be.

    `leads_on`: what the fields after it may be depends on its value. Their offers are asked with that value,
    or with what `leads_to(table, who, value)` makes of it, so that it is looked up once.
    """

    name: str
    offer: Callable[..., Offer]
    leads_on: bool = False
    leads_to: Callable[[Table, str, Any], Any] | None = None


def any_book(rules: Rules) -> str:
    """A move that every book has."""
    return ""


def always(table: Table, who: str) -> str:
    """A move with no condition beyond its phase and role."""
    return ""


def not_now(table: Table, who: str) -> str:
    """The reason for a move that belongs to another phase."""
    return "not_now"


class Move(NamedTuple):
    """What somebody may do at a table.

    `absent(rules)`: the reason why a book does not have the move at all.
    `why_not(table, who)`: the reason why not now, in its phases and for its roles; or nothing.
    `out_of_phase(table, who)`: the reason in every other phase.
    `not_for`: the reason for everybody in another role.
    `in_any_case`: it can also be made while the whole table waits (for its reader, a fill, …).
    """

    command: type[Command]
    roles: tuple[str, ...]
    phases: frozenset[str]
    happens: Callable[[Act, Any], None]
    why_not: Callable[[Table, str], str | Why] = always
    fields: tuple[Field, ...] = ()
    out_of_phase: Callable[[Table, str], str] = not_now
    absent: Callable[[Rules], str] = any_book
    not_for: str = ""
    in_any_case: bool = False


def role_of(table: Table, who: str) -> str:
    """What somebody is at this table."""
    if who == DEALER or who == FLOORPERSON:
        return who
    for person in table.people:
        if person.name == who:
            return PLAYER
    return STRANGER


def why_not_move(move: Move, table: Table, who: str) -> Why | None:
    """The reason why somebody cannot make a move now, whatever its fields; or None."""
    reason: str | Why = "" if move.in_any_case else what_stops(table)
    if not reason and (role := role_of(table, who)) not in move.roles:
        reason = move.not_for or ("not_at_the_table" if _is_missing(role, move) else "not_your_office")
    if not reason:
        reason = move.absent(table.rules)
    if not reason:
        reason = (move.why_not if table.phase in move.phases else move.out_of_phase)(table, who)
    if not reason:
        return None
    return Why(reason) if isinstance(reason, str) else reason


def _is_missing(role: str, move: Move) -> bool:
    return role == STRANGER and PLAYER in move.roles


def why_not_fields(move: Move, table: Table, who: str, command: Command) -> Why | None:
    """The reason why the fields of a command are not what the move offers, or None."""
    values: tuple[Any, ...] = ()
    for name, offer, leads_on, leads_to in move.fields:
        offered = offer(table, who, *values)
        if isinstance(offered, Why):
            return offered
        value = getattr(command, name)
        if not offered.choice.holds(value):
            return offered.why_not(value)
        if leads_on:
            values += (leads_to(table, who, value) if leads_to else value,)
    return None


def mays_of(move: Move, table: Table, who: str) -> list[May]:
    """What a move offers to somebody who can make it now: a `May` for each way its fields lead on."""
    if not move.fields:
        return [May(move.command.__name__, {})]
    found: list[May] = []
    _find_mays(found, move, table, who, (), {})
    return found


def _find_mays(
    found: list[May],
    move: Move,
    table: Table,
    who: str,
    values: tuple[Any, ...],
    chosen: dict[str, Choice],
) -> None:
    """Follow the fields from where `chosen` ends; whatever reaches the end is found."""
    fields = move.fields
    for name, offer, leads_on, leads_to in fields[len(chosen) :]:
        offered = offer(table, who, *values)
        if isinstance(offered, Why):
            return
        choice = offered.choice
        if type(choice) is OneOf and not choice.values:
            return
        if leads_on:
            assert type(choice) is OneOf, f"{name} leads on, so it is one of a few values"
            for group in offered.groups or [(value,) for value in choice.values]:
                one = {**chosen, name: OneOf(group)}
                led = leads_to(table, who, group[0]) if leads_to else group[0]
                _find_mays(found, move, table, who, (*values, led), one)
            return
        if isinstance(choice, Several):
            for part in choice.choices:
                _find_mays(found, move, table, who, values, {**chosen, name: part})
            return
        chosen = {**chosen, name: choice}
    found.append(May(move.command.__name__, chosen))


def why_not_partial(move: Move, table: Table, who: str, given: dict[str, Any]) -> Why | None:
    """The reason why no command with the given fields would be accepted, or None: of all ways to fill the
    other fields, the reason of the one that gets farthest."""
    return why_not_move(move, table, who) or _why_not_from(move, table, who, given, 0, ())[1]


def _why_not_from(
    move: Move, table: Table, who: str, given: dict[str, Any], at: int, values: tuple[Any, ...]
) -> tuple[int, Why | None]:
    if at == len(move.fields):
        return at, None
    name, offer, leads_on, leads_to = move.fields[at]
    offered = offer(table, who, *values)
    if isinstance(offered, Why):
        return at, offered
    value = given.get(name)
    if (name in given and not offered.choice.holds(value)) or offered.choice == _NOTHING:
        return at, offered.why_not(value)
    if not leads_on:
        return _why_not_from(move, table, who, given, at + 1, values)
    assert isinstance(offered.choice, OneOf)
    farthest: tuple[int, Why | None] = (at, None)
    for value in (given[name],) if name in given else offered.choice.values:
        led = leads_to(table, who, value) if leads_to else value
        reached = _why_not_from(move, table, who, given, at + 1, (*values, led))
        if reached[1] is None:
            return reached
        farthest = max(farthest, reached, key=lambda one: one[0])
    return farthest


# -- bounds ----------------------------------------------------------------------------------------


def one_of(values: tuple[Any, ...], otherwise: str | Why | Callable[[Any], str | Why]) -> Offer:
    """One of these values (perhaps none), and the reason why not for others."""
    return Bound(OneOf(values), _reasons(otherwise))


def _reasons(otherwise: str | Why | Callable[[Any], str | Why]) -> Callable[[Any], Why]:
    if callable(otherwise):
        reason = otherwise
        return lambda value: as_why(reason(value))
    why = as_why(otherwise)
    return lambda value: why


def as_why(reason: str | Why) -> Why:
    return Why(reason) if isinstance(reason, str) else reason


def either() -> Bound:
    """Yes or no."""
    return _EITHER


_EITHER = Bound(OneOf((False, True)), lambda value: Why("not_now"))


def from_to(least: int, most: int, reason: str | Why, unit: str = "", step: int = 1) -> Bound:
    """A whole number; every other one is refused for the same reason, with the bounds."""
    why = Why(reason, f"from {least} to {most}{unit}") if isinstance(reason, str) else reason
    return Bound(Amounts(least, most, step), lambda value: why)


def all_of(values: tuple[str, ...], otherwise: Callable[[Any], str | Why]) -> Bound:
    """All of these, each once."""
    return Bound(AllOf(values), _reasons(otherwise))


def amounts(
    least: int, most: int, step: int, below: str, above: str | Callable[[int], str], between: str
) -> Bound:
    """An amount of chips, with the reason for each of its edges."""

    def why_not(value: int) -> Why:
        if value > most:
            return Why(above if isinstance(above, str) else above(value), f"at most {most}")
        if value < least:
            return Why(below, f"at least {least}")
        return Why(between, f"multiples of {step}")

    return Bound(Amounts(least, most, step), why_not)
