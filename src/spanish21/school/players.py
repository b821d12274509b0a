"""The people at the school's table: how they wager, cut, insure and decide, each by temperament."""

import random
from typing import Literal, NamedTuple

from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_on, legal
from spanish21.game.moves.act import Act
from spanish21.game.moves.choices import Amounts, May, OneOf
from spanish21.game.round.stack import cut_bounds
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.rules import Rules, least_wager, sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import Phase
from spanish21.game.table import Person, Table
from spanish21.game.waiting import people_awaited
from spanish21.strategy import BELOW_17
from spanish21.strategy.player import player

Temperament = Literal["careful", "bold", "erratic"]
NAMES = ("Ines", "Omar", "Petra", "Lars", "Mei", "Tomas", "Ruth", "Anton", "Bea")


class Manner(NamedTuple):
    """How a person plays: what they wager in units of the minimum, and how likely they do this and that."""

    wagers: tuple[int, ...]
    odd_chips: float
    sides: float
    insures: float
    cuts: float
    decisions: dict[str, float]


MANNERS: dict[Temperament, Manner] = {
    "careful": Manner((1, 1, 2, 3), 0.2, 0.25, 0.3, 0.3, {}),
    "bold": Manner((2, 4, 5, 10), 0.3, 0.7, 0.7, 0.6, {"Split": 0.9, "Double": 0.35, "Rescue": 0.2}),
    "erratic": Manner(
        (1, 2, 5, 7),
        0.6,
        0.5,
        0.5,
        0.5,
        {"Split": 0.7, "Double": 0.2, "Surrender": 0.15, "Rescue": 0.4, "Stand": 0.25},
    ),
}
_ORDER: tuple[Temperament, ...] = ("careful", "bold", "erratic")
CHIPS = 20_000_00


def temperament_of(name: str) -> Temperament:
    """How one of the school's people plays."""
    return _ORDER[NAMES.index(name) % len(_ORDER)]


def decision_of(table: Table, chance: random.Random, plainly: str = "") -> cmd.Command:
    """What the person does whom the table waits for; the one who plays `plainly` just hits below 17."""
    name = people_awaited(table)[0]
    manner = MANNERS[temperament_of(name)]
    if table.phase == Phase.CUT:
        least, most = cut_bounds(table)
        if chance.random() < manner.cuts:
            return cmd.Cut(by=name, at=chance.randint(least, most))
        return cmd.RefuseCut(by=name)
    offered = {one.command: one for one in legal(table, name)}
    if table.phase == Phase.INSURANCE:
        return _insurance(name, offered, manner, chance)
    if "AnswerLateCard" in offered:
        return cmd.AnswerLateCard(by=name, takes=chance.random() < 0.6)
    for decision, likely in manner.decisions.items() if name != plainly else ():
        if decision in offered and chance.random() < likely:
            return _made(name, offered[decision], chance)
    command = player(BELOW_17, name)(table)
    assert command is not None, "whom the table awaits is asked"
    return command


def _insurance(name: str, offered: dict[str, May], manner: Manner, chance: random.Random) -> cmd.Command:
    kind = "Insure" if "Insure" in offered and chance.random() < manner.insures else "DeclineInsurance"
    return _made(name, offered[kind], chance)


def _made(name: str, may: May, chance: random.Random) -> cmd.Command:
    """A command that is offered, for the most where it is for an amount, or now and then for less."""
    fields: dict[str, object] = {}
    for field, choice in may.fields.items():
        if isinstance(choice, Amounts):
            steps = (choice.most - choice.least) // choice.step
            fewer = chance.randint(0, steps) if chance.random() < 0.25 else steps
            fields[field] = choice.least + fewer * choice.step
        elif isinstance(choice, OneOf):
            fields[field] = choice.values[0]
    return cmd.COMMANDS[may.command](by=name, **fields)


# -- wagers ----------------------------------------------------------------------------------------


def place_wagers(table: Table, chance: random.Random) -> Act:
    """All players' wagers for a round, with side wagers, and shared boxes where the book has them."""
    act = Act(table)
    for person in table.people:
        if person.seat:
            _place(act, person, person.seat, chance)
    standing = [person for person in table.people if not person.seat]
    hosts = [person for person in table.people if person.seat]
    for guest in standing:
        host = chance.choice(hosts)
        _try(act, cmd.Consent(by=host.name, person=guest.name))
        _place(act, guest, host.seat, chance)
    return act


def _place(act: Act, person: Person, box: int, chance: random.Random) -> None:
    rules = act.table.rules
    manner = MANNERS[temperament_of(person.name)]
    amount = chance.choice(manner.wagers) * least_wager(rules)
    if chance.random() < manner.odd_chips:
        amount += rules.smallest_chip * chance.randint(1, 9)
    if not _try(act, cmd.PlaceWager(by=person.name, box=box, amount=amount)):
        _try(act, cmd.PlaceWager(by=person.name, box=box, amount=least_wager(rules)))
    for kind in sides_offered(rules):
        if chance.random() < manner.sides:
            side = _side_amount(rules, kind, chance)
            _try(act, cmd.PlaceWager(by=person.name, box=box, amount=side, kind=kind))


def _side_amount(rules: Rules, kind: str, chance: random.Random) -> int:
    record = side_wager(kind)
    if record.pays_by != "odds":
        return chance.choice(fixed_amounts(rules, kind) or (rules.table_minimum,))
    return rules.sides[record.paytable].minimum * chance.choice((1, 2, 5))


def _try(act: Act, command: cmd.Command) -> bool:
    """Carry a command out; False where the book refuses it."""
    try:
        carry_on(act, command)
    except Refused:
        return False
    return True
