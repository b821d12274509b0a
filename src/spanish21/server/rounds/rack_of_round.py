"""The hands of a round as the discard rack shows them, alongside the hands that the log says were dealt."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT
from spanish21.game.evolve import evolve, set_up
from spanish21.game.log.rack import Hands, hands_dealt, hands_in_rack
from spanish21.game.table import Table
from spanish21.server.answers import Rack, RackHand
from spanish21.server.log.batch import KeyOf
from spanish21.server.store import schema
from spanish21.server.store.store_reader import events_of, rows

MOST_EVENTS = 200_000
"""A longer log is for `spanish21 audit`, which has more time than a page request."""


def rack_of_round(connection: sa.Connection, table_id: str, number: int, key_of: KeyOf) -> Rack | None:
    """The hands of a finished round, dealt and in the rack; None if the round does not exist.

    An unseen hole card stays unseen.
    """
    rounds = schema.rounds
    of_round = sa.select(rounds).where(rounds.c.table_id == table_id, rounds.c.number == number)
    row = connection.execute(of_round).one_or_none()
    if row is None or row.last_seq is None:
        return None
    if row.last_seq > MOST_EVENTS:
        raise BadInput("the log is too long to be read for a page; use `spanish21 audit`")
    before, after, events = _around(connection, table_id, (row.first_seq, row.last_seq), key_of)
    dealt, found = hands_dealt(events), hands_in_rack(before.rack, after.rack, events)
    if before.rules.hole_card and not any(isinstance(event, ev.HoleCardTurned) for event in events):
        dealt, found = _with_hole_down(dealt), _with_hole_down(found)
    hands: list[RackHand] = [
        {
            "box": box,
            "hand": hand,
            "dealt": _texts(dealt.get((box, hand), ())),
            "rack": _texts(found[box, hand]) if (box, hand) in found else None,
        }
        for box, hand in sorted(dealt, reverse=True)
    ]
    return {"round": number, "first": row.first_seq, "last": row.last_seq, "hands": hands}


def _around(
    connection: sa.Connection, table_id: str, seqs: tuple[int, int], key_of: KeyOf
) -> tuple[Table, Table, list[ev.Event]]:
    """The table before and after some events, and the events."""
    table: Table | None = None
    before: Table | None = None
    events: list[ev.Event] = []
    for seq, event in enumerate(events_of(rows(connection, table_id, 0, seqs[1]), key_of), start=1):
        if seq == seqs[0]:
            before = table
        if seq >= seqs[0]:
            events.append(event)
        table = evolve(table, event) if table is not None else _begun(event)
    assert before is not None
    assert table is not None
    return before, table, events


def _begun(event: ev.Event) -> Table:
    assert isinstance(event, ev.TableSetUp)
    return set_up(event)


def _with_hole_down(hands: Hands) -> Hands:
    dealer = hands.get((0, 0), ())
    return {**hands, (0, 0): (*dealer[:1], 0, *dealer[2:])} if len(dealer) > 1 else hands


def _texts(cards: tuple[int, ...]) -> list[str]:
    return [CARD_TEXT[card] if card else "??" for card in cards]
