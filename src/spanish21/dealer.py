"""The automatic dealer: takes the due steps, and fills in the draws that the game leaves open.

A live table has another `run_house` on top of `do_due`; "Chance" in docs/design.md has both.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn

from msgspec.structs import replace

from spanish21.books.submissions.office_approvals import require_approvals
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import DRAWS, carry_due, carry_on, carry_out
from spanish21.game.due import due
from spanish21.game.events import LOG_VERSION, Event, TableSetUp
from spanish21.game.evolve import set_up
from spanish21.game.fast_paths.first_cards import begin_plain_round
from spanish21.game.fast_paths.last_cards import finish_round
from spanish21.game.moves.act import Act
from spanish21.game.moves.chance import Chance
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, OPENING_INVENTORY, Table
from spanish21.game.waiting import people_awaited

_CUT, _DEALER = Phase.CUT, Phase.DEALER

Step = tuple[Table, list[Event]]

_SYSTEM = random.SystemRandom()
_CLOSE = cmd.CloseWagers(by=DEALER)


def new_table(
    rules: AnyRules,
    inventory: int = OPENING_INVENTORY,
    is_real_shoe: bool = False,
    for_money: bool = False,
    number: int = 1,
) -> Step:
    """A table before its opening, and the event that set it up; the house's tables are numbered from 1.

    A table is for money only with every approval that its book requires; boxes are shared at no more tables
    than the submission says.
    """
    rules = as_rules(rules)
    if for_money:
        require_approvals(rules)
    if inventory < 0 or number < 1:
        raise BadInput("an inventory cannot be below 0, and tables are numbered from 1")
    if 0 < rules.most_shared_tables < number:
        rules = replace(rules, people_on_box=1)
    event = TableSetUp(LOG_VERSION, rules, inventory, is_real_shoe, for_money, number)
    return set_up(event), [event]


def do_due(
    act: Act,
    command: cmd.Command,
    draw: Callable[[Table, cmd.Command], cmd.Command],
    singly: bool = False,
) -> None:
    """Carry out a due step; `draw` fills in the command's random fields.

    The dealer's hand up to the pick-up is done in one step where nothing unusual happens, unless `singly`.
    """
    table = act.table
    if table.phase == _DEALER and not singly and finish_round(act):
        return
    carry_due(act, draw(table, command) if type(command) in DRAWS else command)


def run_house(
    table: Table, chance: random.Random | None = None, stop_at: Callable[[Table], bool] | None = None
) -> Step:
    """Take all due steps until the table waits for its people, or until `stop_at` says so."""
    act, draw = Act(table), partial(with_chance, chance=chance or _SYSTEM)
    while stop_at is None or not stop_at(act.table):
        command = due(act.table)
        if command is None:
            break
        do_due(act, command, draw, singly=stop_at is not None)
    return act.table, act.events


def play_round(
    table: Table,
    wagers: Sequence[cmd.PlaceWager],
    choose: Callable[[Table], cmd.Command | None],
    chance: random.Random | None = None,
) -> Step:
    """A whole round: the wagers, the answers of `choose` whenever the table waits for a player, and all that
    is due, until wagers can be placed again. An offered cut is declined."""
    act, draw = Act(table), partial(with_chance, chance=chance or _SYSTEM)
    begin_round(act, wagers)
    while True:
        table = act.table
        command = due(table)
        if command is not None:
            do_due(act, command, draw)
        elif table.phase == _CUT:
            carry_on(act, _no_cut(table))
        elif table.boxes:
            carry_on(act, choose(table) or _nobody_answers(table))
        else:
            return table, act.events


def begin_round(act: Act, wagers: Sequence[cmd.PlaceWager]) -> None:
    """Take the wagers of a round and close them; where nothing interrupts, deal the first cards as well."""
    if begin_plain_round(act, wagers):
        return
    for wager in wagers:
        carry_on(act, wager)
    carry_on(act, _CLOSE)


def _no_cut(table: Table) -> cmd.Command:
    (name,) = people_awaited(table)
    return cmd.RefuseCut(by=name)


def _nobody_answers(table: Table) -> NoReturn:
    names = " or ".join(people_awaited(table))
    raise BadInput(f"the table waits for {names} ({table.phase}), and no command came")


def with_chance(table: Table, command: cmd.Command, chance: Chance) -> cmd.Command:
    """The command with its random fields drawn: a shuffle's order, the hot spot, a wheel's stop."""
    draws = DRAWS.get(type(command))
    return command if draws is None else draws(table, command, chance)


def open_table(
    rules: AnyRules,
    people: dict[str, int],
    chance: random.Random | None = None,
    inventory: int = OPENING_INVENTORY,
    for_money: bool = False,
    number: int = 1,
) -> Step:
    """A table opened and ready for wagers, and its log: people by name with their chips, from box 1 on.

    `chance` shuffles; without it the operating system's randomness does.
    """
    table, events = new_table(rules, inventory, for_money=for_money, number=number)
    return ready(*seated(table, events, people), chance or _SYSTEM)


def seated(table: Table, events: list[Event], people: dict[str, int]) -> Step:
    """People by name with their chips at a table before its opening, from box 1 on."""
    rules = table.rules
    for seat, (name, chips) in enumerate(people.items(), start=1):
        act = carry_out(table, cmd.Join(by=name, chips=chips, seat=seat if seat <= rules.boxes else 0))
        table = act.table
        events += act.events
    return table, events


def ready(table: Table, events: list[Event], chance: random.Random) -> Step:
    """Continue until wagers can be placed; any offered cut is declined."""
    while True:
        table, more = run_house(table, chance)
        events += more
        if table.phase != _CUT:
            return table, events
        act = carry_out(table, _no_cut(table))
        table = act.table
        events += act.events
