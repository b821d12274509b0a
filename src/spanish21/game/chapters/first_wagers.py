"""The wagers of a whole round at once, when everybody puts one on the box they are seated at.

The events are the same as wager by wager and closed by the dealer, and so is the table that they make (a law
checks it); only the tables in between are not built.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.chapters.closing import why_not_begin
from spanish21.game.chapters.wagers import main_amounts
from spanish21.game.commands import PlaceWager
from spanish21.game.evolving.closing import begun
from spanish21.game.evolving.start import NO_TROUBLE
from spanish21.game.evolving.wagers import new_box
from spanish21.game.moves import ChipAmounts
from spanish21.game.states import Phase
from spanish21.game.table import Table

_WAGERS = Phase.WAGERS


def take_wagers(act: Act, wagers: Iterable[PlaceWager]) -> bool:
    """Take the wagers and close them; False, and nothing taken, when it must go one by one."""
    table = act.table
    if table.phase != _WAGERS or table.boxes or table.offers or table.trouble is not NO_TROUBLE or table.slip:
        return False
    if why_not_begin(table):
        return False
    events: list[ev.Event] = []
    people, boxes, callers = list(table.people), [], []
    last = 0
    for wager in wagers:
        name, number, amount = wager.by, wager.box, wager.amount
        at = _plain_wager_of(table, wager)
        if at < 0 or number <= last:
            return False
        last = number
        people[at] = replace(people[at], chips=people[at].chips - amount)
        boxes.append(new_box(number, name, amount, 0))
        callers.append((number, name))
        events.append(ev.WagerPlaced(name, number, "main", amount, 0))
    if not boxes:
        return False
    closed = ev.WagersClosed(table.round_number + 1, tuple(callers))
    act.events += events
    act.events.append(closed)
    act.table = begun(table, tuple(boxes), tuple(people), closed)
    return True


def _plain_wager_of(table: Table, wager: PlaceWager) -> int:
    """Who makes a main wager in chips, within the bounds, on their own box; -1: it is another wager."""
    if wager.kind != "main" or wager.instrument != "chips":
        return -1
    for at, person in enumerate(table.people):
        if person.name == wager.by:
            if person.barred or person.seat != wager.box:
                return -1
            offered = main_amounts(table.rules, None, None, person.chips, None)
            return at if type(offered) is ChipAmounts and offered.choice.holds(wager.amount) else -1
    return -1
