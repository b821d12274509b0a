"""Players whose legal moves may have changed, so that `legal` is not asked again for everyone else.

`legal` for every listener was the largest cost of a busy server. While a hand is played most people at
the table wait, and events on other boxes do not change their legal moves.
"""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.states import Phase
from spanish21.game.table import Table

OF_A_HAND = frozenset(
    (
        ev.BlackjackAnnounced,
        ev.CardAsked,
        ev.CardDealt,
        ev.DoubleFollowed,
        ev.DoubleKept,
        ev.DoubleMade,
        ev.DoubleRescued,
        ev.HandRemoved,
        ev.HandStood,
        ev.HandSurrendered,
        ev.PairSplit,
        ev.PointsAnnounced,
        ev.SplitFollowed,
        ev.WagerSettled,
    )
)
"""Events on the hand in turn while decisions are made, which concern only the people on its box."""


def offered_anew(before: Table | None, after: Table, events: Sequence[ev.Event]) -> frozenset[str] | None:
    """The people whose legal moves the events may have changed; None: anyone's."""
    if before is None or before.phase != Phase.PLAY or after.phase != Phase.PLAY or not events:
        return None
    named: set[str] = set()
    for event in events:
        if type(event) not in OF_A_HAND:
            return None
        person = getattr(event, "person", None)
        if person is not None:
            named.add(person)
    for table in (before, after):
        named.update(stake.person for stake in table.boxes[table.turn_box].stakes)
        named.update(table.asked)
    return frozenset(named)
