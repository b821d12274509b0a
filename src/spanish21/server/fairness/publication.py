"""The public record of a table, made from the store alone, with published keys only."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.cards import text_of
from spanish21.game.pictures.count_text import count_text
from spanish21.server.fairness.public_record import (
    HOW,
    PublicDraw,
    PublicEvent,
    PublicRecord,
    PublicShoe,
    public_rules,
)
from spanish21.server.log.chain import Row, event_in, first_chain, opened_body
from spanish21.server.log.commit_rows import ShoeRow
from spanish21.server.log.sealed_rows import secret_of
from spanish21.server.log.shoe_numbers import cards_of
from spanish21.server.store import schema
from spanish21.server.store.store_reader import rows, rows_of_table

PUBLIC = frozenset(
    (
        ev.BatchTaken,
        ev.BatchWithdrawn,
        ev.CardAsked,
        ev.CardDealt,
        ev.CardDrawnInError,
        ev.CardRefused,
        ev.CardsSpread,
        ev.CardsWashed,
        ev.CommunityWheelSpun,
        ev.CoverCardPlaced,
        ev.CoverCardReached,
        ev.CutOffered,
        ev.CutRefused,
        ev.DealerDone,
        ev.DealerRelieved,
        ev.DealerSkipped,
        ev.DecksRemoved,
        ev.DoubleKept,
        ev.DoubleMade,
        ev.FaceUpFound,
        ev.HandStood,
        ev.HandsCalledDead,
        ev.HoleCardTurned,
        ev.HotSpotDrawn,
        ev.PairSplit,
        ev.ReaderAnswered,
        ev.RecutOrdered,
        ev.ReshuffleOrdered,
        ev.RoundVoided,
        ev.SeedPromised,
        ev.SeedsListed,
        ev.SeedsOpened,
        ev.ShoeEmptied,
        ev.ShoeLoaded,
        ev.ShufflerFailed,
        ev.ShufflerJammed,
        ev.ShufflerPutAside,
        ev.StackCut,
        ev.TableIdle,
        ev.TenFound,
        ev.WagerPlaced,
        ev.WagerSettled,
        ev.WagerWithdrawn,
        ev.WagersClosed,
        ev.WheelSpun,
    )
)
"""Public events: these are published in full unless they are sealed."""

PUBLIC_WITH_SHOE = PUBLIC | {
    ev.BatchPlaced,
    ev.BatchShuffled,
    ev.CardBurned,
    ev.CardDiscarded,
    ev.DecksReceived,
    ev.ShoeShuffled,
    ev.TenTakenOut,
}
"""Events that are published when their shoe is open. All others, such as people's chips, stay private; the
hash stands for it."""


def public_record(connection: sa.Connection, table_id: str, shoe: int | None = None) -> PublicRecord:
    """The record of a whole table, or of the time of one shoe."""
    state = connection.scalar(sa.select(schema.tables.c.state).where(schema.tables.c.id == table_id))
    first_row = _row(connection, table_id, 1)
    if state is None or first_row is None:
        raise BadInput(f"there is no table {table_id!r}")
    set_up = event_in(first_row.body or "")
    assert isinstance(set_up, ev.TableSetUp)
    shoes = rows_of_table(connection, schema.shoes, table_id)
    first, last = 1, None
    if shoe is not None:
        wanted = [row for row in shoes if row.number == shoe]
        if not wanted:
            raise BadInput(
                f"table {table_id!r} has had {count_text(len(shoes), 'shoe')}; there is no shoe {shoe}"
            )
        first, last = wanted[0].first_seq, wanted[0].last_seq
    keys = {row.number: row.key for row in shoes if row.key is not None}
    before = _row(connection, table_id, first - 1)
    chain = first_chain(table_id) if before is None else before.chain
    return PublicRecord(
        HOW,
        table_id,
        public_rules(set_up.rules),
        shoe is None,
        state == "closed",
        chain.hex(),
        tuple(_public_event(row, keys) for row in rows(connection, table_id, first - 1, last)),
        tuple(_public_shoe(connection, row) for row in shoes if shoe in (None, row.number)),
        _public_draws(rows_of_table(connection, schema.draws, table_id), first),
    )


def public_events(
    connection: sa.Connection, table_id: str, first: int, last: int
) -> tuple[str, tuple[PublicEvent, ...]]:
    """The published events of a table, and the chain before the first."""
    shoes = rows_of_table(connection, schema.shoes, table_id)
    keys = {row.number: row.key for row in shoes if row.key is not None}
    before = _row(connection, table_id, first - 1)
    chain = first_chain(table_id) if before is None else before.chain
    found = tuple(_public_event(row, keys) for row in rows(connection, table_id, first - 1, last))
    return chain.hex(), found


def _row(connection: sa.Connection, table_id: str, seq: int) -> Row | None:
    """One row of a log, if it is there."""
    return next(iter(list(rows(connection, table_id, seq - 1, seq))), None)


def _public_event(row: Row, keys: dict[int, bytes]) -> PublicEvent:
    key = keys.get(row.shoe)
    hashes = PublicEvent(row.seq, row.at, row.shoe, row.leaf.hex(), row.chain.hex(), (row.note or b"").hex())
    if row.sealed is None:
        salt, body = row.salt or b"", (row.body or "").encode()
    elif key is not None:
        salt, body = opened_body(key, row)
    else:
        return hashes
    if type(event_in(body)) not in (PUBLIC if key is None else PUBLIC_WITH_SHOE):
        return hashes
    return msgspec.structs.replace(hashes, salt=salt.hex(), body=body.decode())


def _public_shoe(connection: sa.Connection, row: sa.Row[Any]) -> PublicShoe:
    if row.key is None:
        return PublicShoe(row.number, row.commitment.hex(), row.first_seq)
    began = _row(connection, row.table_id, row.first_seq)
    assert began is not None
    salt, cards = secret_of(ShoeRow._make(row))
    cards = cards or cards_of(event_in(opened_body(row.key, began)[1]))
    return PublicShoe(row.number, row.commitment.hex(), row.first_seq, row.last_seq, salt, text_of(cards))


def _public_draws(found: Sequence[sa.Row[Any]], first: int) -> tuple[PublicDraw, ...]:
    """The draws that were not over before the record begins."""
    return tuple(
        PublicDraw(row.round, row.commitment.hex(), (row.opened or b"").decode())
        for row in found
        if row.last_seq is None or row.last_seq >= first
    )
