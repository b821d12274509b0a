"""The automatic dealer: does what is due, and brings in the chance that the game leaves open."""

import random
from collections.abc import Callable, Sequence
from typing import NoReturn

from msgspec.structs import replace

from spanish21.books.approvals import require_approvals
from spanish21.books.submission import AnyRules, as_rules
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.act import Act
from spanish21.game.chapters.asked_cards import deal_asked_card
from spanish21.game.chapters.first_cards import deal_first_cards
from spanish21.game.chapters.first_wagers import take_wagers
from spanish21.game.chapters.last_cards import finish_round
from spanish21.game.chapters.progressives import hot_spots, next_side, wheel_due
from spanish21.game.chapters.shuffling import cards_to_shuffle
from spanish21.game.decide import carry_due, carry_on, carry_out
from spanish21.game.due import due
from spanish21.game.events import LOG_VERSION, Event, TableSetUp
from spanish21.game.evolve import set_up
from spanish21.game.rules import Stop
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, OPENING_INVENTORY, Table
from spanish21.game.waiting import people_awaited

_CUT, _DEALER = Phase.CUT, Phase.DEALER

Step = tuple[Table, list[Event]]

_SYSTEM = random.SystemRandom()
_CLOSE = cmd.CloseWagers(by=DEALER)
_CHANCY = frozenset((cmd.Shuffle, cmd.DrawHotSpot, cmd.Spin, cmd.SpinCommunity))


def new_table(
    rules: AnyRules,
    inventory: int = OPENING_INVENTORY,
    is_real_shoe: bool = False,
    for_money: bool = False,
    number: int = 1,
) -> Step:
    """A table before its opening, and the event that set it up; the house's tables are numbered from 1.

    A table is for money only with every approval that its book demands; boxes are shared at no more tables
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


def run_house(
    table: Table, chance: random.Random | None = None, stop_at: Callable[[Table], bool] | None = None
) -> Step:
    """Do all that is due until the table waits for its people, or until `stop_at` says so."""
    chance = chance or _SYSTEM
    act = Act(table)
    while stop_at is None or not stop_at(act.table):
        if stop_at is None and act.table.phase == _DEALER and finish_round(act):
            continue
        command = due(act.table)
        if command is None:
            break
        if type(command) in _CHANCY:
            command = with_chance(act.table, command, chance)
        carry_due(act, command)
    return act.table, act.events


def play_round(
    table: Table,
    wagers: Sequence[cmd.PlaceWager],
    choose: Callable[[Table], cmd.Command | None],
    chance: random.Random | None = None,
) -> Step:
    """A whole round: the wagers, what `choose` answers whenever the table waits for somebody, and all that is
    due, until wagers can be placed again. Whoever is offered the cut declines it."""
    chance = chance or _SYSTEM
    act = Act(table)
    if take_wagers(act, wagers):
        deal_first_cards(act)
    else:
        for wager in wagers:
            carry_on(act, wager)
        carry_on(act, _CLOSE)
    while True:
        table = act.table
        if table.phase == _DEALER and finish_round(act):
            continue
        command = due(table)
        if command is None:
            if table.phase == _CUT:
                command = _no_cut(table)
            elif table.boxes:
                command = choose(table) or _nobody_answers(table)
                if type(command) is cmd.Draw and deal_asked_card(act, command):
                    continue
            else:
                return table, act.events
            carry_on(act, command)
            continue
        if type(command) in _CHANCY:
            command = with_chance(table, command, chance)
        carry_due(act, command)


def _no_cut(table: Table) -> cmd.Command:
    (name,) = people_awaited(table)
    return cmd.RefuseCut(by=name)


def _nobody_answers(table: Table) -> NoReturn:
    names = " or ".join(people_awaited(table))
    raise BadInput(f"the table waits for {names} ({table.phase}), and no command came")


def with_chance(table: Table, command: cmd.Command, chance: random.Random) -> cmd.Command:
    """The command with what it leaves to chance drawn: a shuffle's order, the hot spot, a wheel's stop."""
    kind = type(command)
    if kind is cmd.Shuffle:
        cards = list(cards_to_shuffle(table))
        chance.shuffle(cards)
        return replace(command, cards=tuple(cards))
    if kind is cmd.DrawHotSpot:
        return cmd.DrawHotSpot(by=DEALER, box=chance.choice(hot_spots(table)))
    if isinstance(command, cmd.Spin | cmd.SpinCommunity):
        side = next_side(table)
        assert side is not None
        return replace(command, stop=weighted_stop(wheel_due(table, side), chance))
    return command


def weighted_stop(wheel: tuple[Stop, ...], chance: random.Random) -> int:
    """A stop of a wheel, each as likely as its weight."""
    at = chance.randrange(sum(stop.weight for stop in wheel))
    for index, stop in enumerate(wheel):
        at -= stop.weight
        if at < 0:
            return index
    raise AssertionError("weights must be positive")


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
    """On until wagers can be placed; whoever is offered the cut declines it."""
    while True:
        table, more = run_house(table, chance)
        events += more
        if table.phase != _CUT:
            return table, events
        act = carry_out(table, _no_cut(table))
        table = act.table
        events += act.events
