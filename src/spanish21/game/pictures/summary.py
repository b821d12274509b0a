"""A table in a few lines: the cards that are face up, everyone's money, and the people it waits for."""

from collections.abc import Iterator

from spanish21.game.money import amount_text
from spanish21.game.table import Table
from spanish21.game.view import BoxView, view
from spanish21.game.waiting import waits_for

MOST_PEOPLE = 8


def summary(table: Table) -> str:
    """The table as it is printed; unseen cards are left out."""
    heading = f"Table: {table.rules.book}, round {table.round_number}, {table.phase}"
    try:
        awaited = " and ".join(waits_for(table))
        lines = list(_lines(table))
    except (LookupError, ValueError, AssertionError):
        return f"<{heading}, in no order>"  # a table that was put together by hand must still be printed
    heading += f", waits for {awaited}" if awaited else ""
    return "\n  ".join((f"<{heading}", *lines)) + ">"


def _lines(table: Table) -> Iterator[str]:
    seen = view(table, "")
    if seen.dealer:
        yield f"dealer  {' '.join(seen.dealer)}"
    yield from map(_box_line, seen.boxes)
    people = [f"{person.name} {amount_text(person.chips)}" for person in table.people[:MOST_PEOPLE]]
    more = len(table.people) - len(people)
    yield f"chips   {', '.join(people) or 'nobody'}{f' and {more} more' if more else ''}"
    yield f"cards   {seen.cards_left} in the shoe, {seen.discards} in the discard rack"


def _box_line(box: BoxView) -> str:
    stakes = ", ".join(f"{stake.person} {amount_text(stake.wager)}" for stake in box.stakes)
    hands = " | ".join(f"{' '.join(hand.cards)} ({hand.total}, {hand.state})" for hand in box.hands)
    return f"box {box.number}   {stakes}{f'  {hands}' if hands else ''}"
