"""A move, declared once: who may make it and when, the allowed values of each field and why, its events.

`decide`, `legal` and `why_not` (decide.py) read the same declaration, so no condition is spelled twice.

The fields of a move are offered one after another. An offer is asked with the values of the fields before it
that lead on: the box of a wager leads on to its kind, the kind to the amount. It answers with a `Bound`,
which knows the reason for each of its edges, or with the reason why there is nothing to offer.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, final

import msgspec

from spanish21.game.commands import Command
from spanish21.game.events import Event
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds, at_least, at_most, from_one_to_another, multiples_of
from spanish21.game.moves.chance import Draws
from spanish21.game.moves.choices import AllOf, Amounts, Choice, May, OneOf
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import what_stops
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table

STRANGER = "stranger"
PLAYER = "player"
ROLES = (STRANGER, PLAYER, DEALER, FLOORPERSON)

_NOTHING = OneOf(())
_NOT_NOW = Reason.NOT_NOW  # bound once: an attribute of an enumeration is slow to look up

ANY_PHASE: frozenset[Phase] = frozenset(Phase)
IN_A_ROUND: frozenset[Phase] = frozenset(
    (
        Phase.DEAL,
        Phase.MATCH,
        Phase.INSURANCE,
        Phase.READER,
        Phase.PLAY,
        Phase.DEALER,
        Phase.SETTLE,
        Phase.COLLECT,
    )
)

C = TypeVar("C", bound=Command)


@final
class Why(NamedTuple):
    """Why not: a name from reasons.py, and the bounds where they help."""

    reason: Reason
    bounds: Bounds | None = None


@final
class Several(NamedTuple):
    """The union of these choices; `legal` lists each of them separately."""

    choices: tuple[Choice, ...]

    def holds(self, value: Any) -> bool:
        return any(choice.holds(value) for choice in self.choices)


class Bound(msgspec.Struct, frozen=True, gc=False):
    """The allowed values of a field, and the reason against any other value.

    `groups`: where many values lead on to the same further offers, the values sorted into such groups.
    """

    choice: Choice | Several
    why_not: Callable[[Any], Why]
    groups: tuple[tuple[Any, ...], ...] | None = None

    def groups_of(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        return self.groups or tuple([(value,) for value in values])

    def refusal(self, value: Any) -> Why | None:
        """The reason why a field may not be this value, or None."""
        return None if self.choice.holds(value) else self.why_not(value)


class Among(msgspec.Struct, frozen=True, gc=False):
    """The allowed values out of a few; only the value that was sent is checked.

    `grouped(values)` sorts values into groups that lead on to the same further offers.
    """

    values: tuple[Any, ...]
    reason: Callable[[Any], Reason | None]
    grouped: Callable[[tuple[Any, ...]], tuple[tuple[Any, ...], ...]] | None = None

    @property
    def choice(self) -> OneOf:
        return OneOf(tuple([value for value in self.values if not self.reason(value)]))

    def groups_of(self, values: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        return self.grouped(values) if self.grouped else tuple([(value,) for value in values])

    def refusal(self, value: Any) -> Why | None:
        reason = self.reason(value)
        return Why(reason) if reason else None

    def why_not(self, value: Any) -> Why:
        reason = self.reason(value)
        assert reason is not None, "called for a value that is not offered"
        return Why(reason)


@final
class ChipAmounts(msgspec.Struct, frozen=True, gc=False):
    """An amount of chips, with the reason for each of its edges.

    `beyond`: above it the reason is another one, `too_high`: the first limit that an amount breaks is told.
    """

    choice: Amounts
    below: Reason
    above: Reason
    between: Reason
    beyond: int | None = None
    too_high: Reason = Reason.NOT_ENOUGH_CHIPS

    def why_not(self, value: Any) -> Why:
        least, most, step = self.choice.least, self.choice.most, self.choice.step
        if value > most:
            is_beyond = self.beyond is not None and value > self.beyond
            return Why(self.too_high if is_beyond else self.above, at_most(most))
        if value < least:
            return Why(self.below, at_least(least))
        return Why(self.between, multiples_of(step))

    def refusal(self, value: Any) -> Why | None:
        return None if self.choice.holds(value) else self.why_not(value)


Offer = Bound | Among | ChipAmounts | Why


class Field(NamedTuple):
    """A field of a command, and its allowed values.

    Either `offer(table, who, *leading)` says it; or it is one of a few `values(table, who, *leading)`, if
    `why_not(table, who, value, *leading)` has no reason against it: then deciding asks about one value alone.
    `leads_on`: the allowed values of later fields depend on its value, which is then one of `leading`; or
    what `leads_to(table, who, value)` makes of it, so that it is looked up once. `why_not` gets that as well.
    `grouped(table, who, values, *leading)` sorts values into groups that lead on to the same further offers.
    """

    name: str
    offer: Callable[..., Offer] | None = None
    leads_on: bool = False
    leads_to: Callable[[Table, str, Any], Any] | None = None
    values: Callable[..., tuple[Any, ...]] | None = None
    why_not: Callable[..., Reason | None] | None = None
    grouped: Callable[..., tuple[tuple[Any, ...], ...]] | None = None

    def offered(self, table: Table, who: str, leading: tuple[Any, ...]) -> Offer:
        """The allowed values of the field, after fields with these values."""
        if self.offer is not None:
            return self.offer(table, who, *leading)
        values, why_not, leads_to, grouped = self.values, self.why_not, self.leads_to, self.grouped
        assert values is not None
        assert why_not is not None

        def reason(value: Any) -> Reason | None:
            led = leads_to(table, who, value) if leads_to else value
            return why_not(table, who, led, *leading)

        def groups(found: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
            assert grouped is not None
            return grouped(table, who, found, *leading)

        return Among(values(table, who, *leading), reason, groups if grouped else None)


def any_book(rules: Rules) -> Reason | None:
    """A move that every book has."""
    return None


def always(table: Table, who: str) -> Reason | None:
    """A move with no condition beyond its phase and role."""
    return None


def not_now(table: Table, who: str) -> Reason:
    """The reason for a move that belongs to another phase."""
    return _NOT_NOW


def when(is_so: Callable[[Table], bool]) -> Callable[[Table, str], Reason | None]:
    """A condition that is a step of the procedure: until it holds, the procedure has not got that far."""
    return lambda table, who: None if is_so(table) else _NOT_NOW


class Move(msgspec.Struct, frozen=True):
    """One kind of move of a person at a table.

    `absent(rules)`: the reason why a book does not have the move at all.
    `why_not(table, who)`: the reason why not now, in its phases and for its roles; or nothing.
    `out_of_phase(table, who)`: the reason in every other phase.
    `not_for`: the reason for everyone in another role.
    `in_any_case`: it can also be made while the whole table waits (for its reader, a fill, …).
    `draws(table, command, chance)`: fills in the command's random fields.
    `emits`: the events that may happen. The first is the step of which the books speak, unless `step` names
    another, or `is_step` says that no single one does.
    `at_any_time`: no change at the table makes it into something other than was meant.
    """

    command: type[Command]
    roles: tuple[str, ...]
    phases: frozenset[Phase]
    happens: Callable[[Act, Any], None]
    why_not: Callable[[Table, str], Reason | Why | None] = always
    fields: tuple[Field, ...] = ()
    out_of_phase: Callable[[Table, str], Reason | Why | None] = not_now
    absent: Callable[[Rules], Reason | None] = any_book
    not_for: Reason | None = None
    in_any_case: bool = False
    draws: Draws | None = None
    emits: tuple[type[Event], ...] = ()
    step: type[Event] | None = None
    is_step: bool = True
    at_any_time: bool = False


def role_of(table: Table, who: str) -> str:
    """A person's role at this table."""
    if who == DEALER or who == FLOORPERSON:
        return who
    for person in table.people:
        if person.name == who:
            return PLAYER
    return STRANGER


def why_not_move(move: Move, table: Table, who: str) -> Why | None:
    """The reason why a person cannot make a move now, with any fields; or None."""
    if table.trouble is not NO_TROUBLE or table.slip is not None:  # else nothing stops the table
        stopped = None if move.in_any_case else what_stops(table)
        if stopped is not None:
            return Why(stopped)
    role = role_of(table, who)
    if role not in move.roles:
        return Why(move.not_for or _why_not_in_role(role, move))
    if move.absent is not any_book and (missing := move.absent(table.rules)) is not None:
        return Why(missing)
    reason = (move.why_not if table.phase in move.phases else move.out_of_phase)(table, who)
    return None if reason is None else as_why(reason)


def _why_not_in_role(role: str, move: Move) -> Reason:
    is_missing = role == STRANGER and PLAYER in move.roles
    return Reason.NOT_AT_THE_TABLE if is_missing else Reason.NOT_YOUR_OFFICE


def why_not_fields(move: Move, table: Table, who: str, command: Command) -> Why | None:
    """The reason why the fields of a command are not allowed, or None."""
    leading: tuple[Any, ...] = ()
    for name, offer, leads_on, leads_to, _values, why_not, _grouped in move.fields:
        value = getattr(command, name)
        if why_not is not None:
            if leads_to is not None:
                value = leads_to(table, who, value)
            reason = why_not(table, who, value, *leading)
            if reason is not None:
                return Why(reason)
            if leads_on:
                leading += (value,)
            continue
        assert offer is not None
        offered = offer(table, who, *leading) if leading else offer(table, who)
        if type(offered) is Why:
            return offered
        why = offered.refusal(value)
        if why is not None:
            return why
        if leads_on:
            leading += (leads_to(table, who, value) if leads_to else value,)
    return None


def mays_of(move: Move, table: Table, who: str) -> list[May]:
    """The options of a move for a person who can make it now: a `May` for each way its fields lead on."""
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
    leading: tuple[Any, ...],
    chosen: dict[str, Choice],
) -> None:
    """Follow the fields from where `chosen` ends; every complete path is an option."""
    at = len(chosen)
    field = move.fields[at]
    name, offer, leads_on, leads_to, _values, why_not, _grouped = field
    if why_not is not None and leads_on:
        for group, led in _groups_by_value(field, table, who, leading):
            _find_mays(found, move, table, who, (*leading, led), {**chosen, name: OneOf(group)})
        return
    offered = field.offered(table, who, leading) if offer is None else offer(table, who, *leading)
    if type(offered) is Why:
        return
    choice = offered.choice
    is_last = at + 1 == len(move.fields)
    if is_last and type(choice) is Amounts:
        found.append(May(move.command.__name__, {**chosen, name: choice}))
        return
    if leads_on:
        assert type(offered) is not ChipAmounts, f"nothing depends on an amount, {name}"
        assert type(choice) is OneOf, f"{name} leads on, so it is one of a few values"
        for group in offered.groups_of(choice.values):
            led = leads_to(table, who, group[0]) if leads_to else group[0]
            _find_mays(found, move, table, who, (*leading, led), {**chosen, name: OneOf(group)})
        return
    for part in choice.choices if type(choice) is Several else (choice,):
        if type(part) is OneOf and not part.values:
            continue
        if is_last:
            found.append(May(move.command.__name__, {**chosen, name: part}))
        else:
            _find_mays(found, move, table, who, leading, {**chosen, name: part})


def _groups_by_value(
    field: Field, table: Table, who: str, leading: tuple[Any, ...]
) -> list[tuple[tuple[Any, ...], Any]]:
    """The allowed values of a field, in groups, and the fields that follow the first of each."""
    _name, _offer, _leads_on, leads_to, values, why_not, grouped = field
    assert values is not None
    assert why_not is not None
    led = {}
    for value in values(table, who, *leading):
        at = leads_to(table, who, value) if leads_to else value
        if why_not(table, who, at, *leading) is None:
            led[value] = at
    if grouped is None or len(led) < 2:
        return [((value,), at) for value, at in led.items()]
    return [(group, led[group[0]]) for group in grouped(table, who, tuple(led), *leading)]


def why_not_partial(move: Move, table: Table, who: str, given: dict[str, Any]) -> Why | None:
    """The reason why no command with the given fields would be accepted, or None: of all ways to fill the
    other fields, the reason of the one that gets farthest."""
    return why_not_move(move, table, who) or _why_not_from(move, table, who, given, 0, ())[1]


def _why_not_from(
    move: Move, table: Table, who: str, given: dict[str, Any], at: int, values: tuple[Any, ...]
) -> tuple[int, Why | None]:
    if at == len(move.fields):
        return at, None
    field = move.fields[at]
    name, leads_to = field.name, field.leads_to
    offered = field.offered(table, who, values)
    if isinstance(offered, Why):
        return at, offered
    value = given.get(name)
    if (name in given and not offered.choice.holds(value)) or offered.choice == _NOTHING:
        return at, offered.why_not(value)
    if not field.leads_on:
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


def one_of(values: tuple[Any, ...], otherwise: Reason | Why | Callable[[Any], Reason | Why]) -> Offer:
    """One of these values (perhaps none), and the reason why not for others."""
    return Bound(OneOf(values), _reasons(otherwise))


def _reasons(otherwise: Reason | Why | Callable[[Any], Reason | Why]) -> Callable[[Any], Why]:
    if callable(otherwise):
        reason = otherwise
        return lambda value: as_why(reason(value))
    why = otherwise if type(otherwise) is Why else Why(otherwise)
    return lambda value: why


def as_why(reason: Reason | Why) -> Why:
    return Why(reason) if isinstance(reason, Reason) else reason


def either() -> Bound:
    """Yes or no."""
    return _EITHER


_EITHER = Bound(OneOf((False, True)), lambda value: Why(Reason.NOT_NOW))


def from_to(least: int, most: int, reason: Reason | Why, unit: str = "", step: int = 1) -> Bound:
    """A whole number; every other one is refused for the same reason, with the bounds."""
    bounds = from_one_to_another(least, most, unit)
    why = Why(reason, bounds) if isinstance(reason, Reason) else reason
    return Bound(Amounts(least, most, step), lambda value: why)


def all_of(values: tuple[str, ...], otherwise: Callable[[Any], Reason | Why]) -> Bound:
    """All of these, each once."""
    return Bound(AllOf(values), _reasons(otherwise))
