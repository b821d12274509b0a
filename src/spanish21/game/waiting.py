"""`waits_for(table)`: whom the table awaits."""

from spanish21.game.chapters.play.insurance import may_insure
from spanish21.game.due import due
from spanish21.game.round.phases import caller_of
from spanish21.game.round.stack import whose_cut
from spanish21.game.states import Phase
from spanish21.game.table import Table


def waits_for(table: Table) -> tuple[str, ...]:
    """Those without whom the table cannot go on now, by name.

    Dealer or floorperson while something is due; else the player who is asked about a double, a split or a
    late card, is offered the cut, or decides on the hand in turn; or all who have not yet answered about
    insurance, in the order of their boxes. Empty while wagers are placed, because a round needs no one in
    particular, and at an empty table.
    """
    step = due(table)
    return (step.by,) if step is not None else people_awaited(table)


def people_awaited(table: Table) -> tuple[str, ...]:
    """Those of its people whom a table awaits at which nothing is due."""
    if table.asked:
        return table.asked[:1]
    if table.phase == Phase.PLAY:
        box = table.boxes[table.turn_box]
        return (caller_of(box, box.hands[table.turn_hand]),)
    if table.phase == Phase.INSURANCE:
        stakes = (stake for box in table.boxes if may_insure(box) for stake in box.stakes)
        return tuple(dict.fromkeys(stake.person for stake in stakes if not stake.answered))
    cuts = whose_cut(table) if table.phase == Phase.CUT else None
    return (cuts,) if cuts else ()
