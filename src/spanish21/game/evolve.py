"""`evolve(table, event)`: the table after an event. It never refuses."""

from collections.abc import Iterable

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game import procedure  # noqa: F401  which fills EVOLVE
from spanish21.game.chapters.payment.pick_up import cards_to_pick_up
from spanish21.game.moves.act import EVOLVE
from spanish21.game.round.digest import digest_of
from spanish21.game.round.start import NO_CUTTING, NO_ROUND, NO_SHOE, NO_TROUBLE, NOT_OPENED
from spanish21.game.side_wagers.registry import meter_names
from spanish21.game.states import Phase
from spanish21.game.table import Meter, Table


def evolve(table: Table, event: ev.Event) -> Table:
    """The table after the event."""
    return EVOLVE[type(event)](table, event)


_UNFIT = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""The errors of an event that cannot have happened at a table: no such box, no such card."""


def replay(events: Iterable[ev.Event]) -> Table:
    """The table after a whole log; `BadInput` if it is not a log, or disagrees with its own records of the
    play."""
    remaining = iter(events)
    first = next(remaining, None)
    if not isinstance(first, ev.TableSetUp):
        found = "nothing" if first is None else type(first).__name__
        raise BadInput(f"a log begins with a TableSetUp, not with {found}")
    table = set_up(first)
    for number, event in enumerate(remaining, start=2):
        if type(event) is ev.CardsCollected:
            check_end_of_round(table, event, number)
        try:
            table = EVOLVE[type(event)](table, event)
        except _UNFIT:
            name = type(event).__name__
            raise BadInput(f"event {number}: this {name} cannot have happened at this table") from None
    return table


def check_end_of_round(table: Table, end: ev.CardsCollected, number: int) -> None:
    """Refuse a log whose replay ends a round differently from the recorded play."""
    difference = ""
    if cards_to_pick_up(table) != end.hands:
        difference = "its hands differ from those that the log says were picked up"
    elif end.digest is not None and end.digest != digest_of(table):
        difference = f"its digest is {digest_of(table)}, and the log says {end.digest}"
    if difference:
        where = f"event {number}: the table at the end of round {table.round_number}"
        raise BadInput(f"{where} is not the one that was played: {difference}")


def set_up(event: ev.TableSetUp) -> Table:
    """The table before anything is done."""
    rules = event.rules
    meters = tuple(
        Meter(name, rules.meters[name].initial, 0) for name in meter_names() if name in rules.meters
    )
    return Table(
        rules=rules,
        phase=Phase.CLOSED,
        people=(),
        inventory=event.inventory,
        drop_box=0,
        inventory_counted=False,
        slip=None,
        meters=meters,
        pool=(),
        is_real_shoe=event.is_real_shoe,
        torn=(),
        set_aside=(),
        device=(),
        cover_seen=False,
        cover_seen_by=None,
        reshuffle_ordered=False,
        burns_due=0,
        round_number=0,
        rounds_since_shuffle=0,
        offers=(),
        opening=NOT_OPENED,
        cutting=NO_CUTTING,
        trouble=NO_TROUBLE,
        minutes=0,
        decks_opened=0,
        **NO_SHOE,
        **NO_ROUND,
    )
