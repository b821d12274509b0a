"""The wagers of a whole round at once, when everybody puts one on the box they are seated at.

The events are the same as wager by wager and closed by the dealer, and so is the table that they make (a law
checks it); only the tables in between are not built.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from spanish21.game.act import Act
from spanish21.game.chapters.closing import new_hand, why_not_begin
from spanish21.game.chapters.wagers import main_bounds, new_stake
from spanish21.game.commands import PlaceWager
from spanish21.game.events import WagerPlaced, WagersClosed
from spanish21.game.start import NO_TROUBLE
from spanish21.game.states import Phase
from spanish21.game.table import Box, Table

_DEAL, _WAGERS = Phase.DEAL, Phase.WAGERS


def take_wagers(act: Act, wagers: Iterable[PlaceWager]) -> bool:
    """Take the wagers and close them; False, and nothing taken, when it must go one by one."""
    table = act.table
    if table.phase != _WAGERS or table.boxes or table.offers or table.trouble is not NO_TROUBLE or table.slip:
        return False
    if why_not_begin(table):
        return False
    people, boxes, callers, events = list(table.people), [], [], []
    last = 0
    for wager in wagers:
        name, number, amount = wager.by, wager.box, wager.amount
        at = _plain_wager_of(table, wager)
        if at is None or number <= last:
            return False
        last = number
        people[at] = replace(people[at], chips=people[at].chips - amount)
        boxes.append(Box(number, (new_stake(name, amount, 0),), (new_hand((amount,), (0,)),), False, 0, ()))
        callers.append((number, name))
        events.append(WagerPlaced(name, number, "main", amount, 0))
    if not boxes:
        return False
    round_number = table.round_number + 1
    act.events += events
    act.events.append(WagersClosed(round_number, tuple(callers)))
    act.table = replace(
        table, phase=_DEAL, boxes=tuple(boxes), round_number=round_number, people=tuple(people)
    )
    return True


def _plain_wager_of(table: Table, wager: PlaceWager) -> int | None:
    """Who makes a main wager in chips, within the bounds, on their own box; None: it is another wager."""
    if wager.kind != "main" or wager.instrument != "chips":
        return None
    rules, name, amount = table.rules, wager.by, wager.amount
    for at, person in enumerate(table.people):
        if person.name == name:
            if person.barred or person.seat != wager.box:
                return None
            least, most = main_bounds(rules, rules.table_maximum, 0, person.chips)
            return at if least <= amount <= most and amount % rules.smallest_chip == 0 else None
    return None
