"""The stack before it is in the shoe: to whom the cut is offered; bounds of the cut and the cover card."""

from spanish21.game.table import DEALER, Table, cards_left
from spanish21.game.words import CutOrder


def cut_order(table: Table) -> tuple[str, ...]:
    """Who is offered the cut, in turn.

    At the start of a game: the first to arrive. Later, from the player farthest to the dealer's right on,
    counterclockwise, beginning with the box on which the cover card appeared where the book says so and
    no floorperson ordered the shuffle; in a rotating book one place further each time.
    """
    if not table.people:
        return ()
    seated = sorted((person for person in table.people if person.seat), key=lambda person: -person.seat)
    names = [person.name for person in seated] + [p.name for p in table.people if not p.seat]
    cutting = table.cutting
    if cutting.just_beginning:
        first = names.index(table.people[0].name)
    elif table.rules.cut_order == CutOrder.ROTATING:
        first = cutting.rotation % len(names)
    elif (
        table.cover_seen_by is not None
        and table.cover_seen_by in names
        and not cutting.ordered_by_floorperson
    ):
        first = names.index(table.cover_seen_by)
    else:
        first = 0
    return tuple(names[first:] + names[:first])


def whose_cut(table: Table) -> str | None:
    """Who may cut now: the person offered, or the dealer when no one is left to ask."""
    cutting = table.cutting
    if cutting.offered is None:
        return None
    return cutting.order[cutting.offered] if cutting.offered < len(cutting.order) else DEALER


def cut_bounds(table: Table) -> tuple[int, int]:
    """The least and the most cards above the cutting card."""
    size = cards_left(table)
    least = min(table.rules.cut_from_ends, size // 2)
    return least, size - least


def cover_bounds(table: Table) -> tuple[int, int]:
    """The least and the most cards behind the cover card."""
    size = cards_left(table)
    over, under = table.rules.cover_from_back
    least = -(-size * over // under)
    return least, max(least, size - 1)
