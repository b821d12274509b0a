"""What a store publishes can be checked, and tells nothing that is not for everybody."""

import json
import random

import pytest
import sqlalchemy as sa

from scenes import BOOKS
from server.scribe import Scribe, desk, open_house, shoe_key, written
from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.seen import SEES, everybody
from spanish21.server.audit.whole_audit import audit
from spanish21.server.fairness.public_record import record_json
from spanish21.server.fairness.publication import PUBLIC, PUBLIC_WITH_SHOE, public_record
from spanish21.server.fairness.verification import Mismatch, verified
from spanish21.server.log.batch import WheelDraw
from spanish21.server.log.commitments import draw_commitment
from spanish21.server.log.sealed_rows import WHEELS, draw_row, seed_of
from spanish21.server.log.seals import BrokenSeal, MasterKey
from spanish21.server.store import schema
from spanish21.server.store.connect import Store
from spanish21.server.table.closure import close_table


def kept_table(store: Store, book: str, batches: int = 120) -> Scribe:
    scribe = Scribe("t1", book, 3)
    open_house(store, [scribe])
    for _ in range(batches):
        written(store, [scribe.next(6)])
    return scribe


def about_cards(findings: tuple[Mismatch, ...]) -> list[Mismatch]:
    """The wheels of a random walk do not turn by seeds."""
    return [one for one in findings if not one.where.startswith("round")]


@pytest.mark.parametrize("book", BOOKS)
def test_the_record_of_a_stored_table_holds(store: Store, book: str) -> None:
    scribe = kept_table(store, book)
    with store.reading() as connection:
        record = public_record(connection, "t1")
        assert about_cards(verified(record)) == []
        assert len(record.events) == scribe.log.seq
        numbers = [shoe.number for shoe in record.shoes]
        assert numbers == list(range(1, scribe.log.shoes.last + 1))
        for shoe in record.shoes:
            one = public_record(connection, "t1", shoe.number)
            assert about_cards(verified(one)) == []
            assert [found.number for found in one.shoes] == [shoe.number]
            assert one.events[0].seq == shoe.first_seq


def test_what_is_not_there_has_no_record(store: Store) -> None:
    kept_table(store, "maryland", 5)
    with store.reading() as connection:
        with pytest.raises(BadInput, match="there is no table 't9'"):
            public_record(connection, "t9")
        with pytest.raises(BadInput, match="there is no shoe 99"):
            public_record(connection, "t1", 99)


def test_a_record_tells_no_card_of_a_closed_shoe_and_nothing_private(store: Store) -> None:
    scribe = kept_table(store, "maryland")
    with store.reading() as connection:
        file = json.loads(record_json(public_record(connection, "t1")))
    closed = [shoe for shoe in file["shoes"] if "cards" not in shoe]
    assert closed
    assert all(set(shoe) == {"number", "commitment", "first_seq"} for shoe in closed)
    numbers = {shoe["number"] for shoe in closed}
    told = [
        json.loads(event["body"]) | {"shoe": event["shoe"]} for event in file["events"] if "body" in event
    ]
    hidden = ("ShoeShuffled", "CardBurned", "CardDiscarded", "CardsCollected", "BatchPlaced", "BatchShuffled")
    assert not [one for one in told if one["shoe"] in numbers and one["type"] in hidden]
    assert not [one for one in told if one["shoe"] in numbers and one.get("face_down")]
    assert {one["type"] for one in told} <= {kind.__name__ for kind in PUBLIC_WITH_SHOE}
    assert not {"PersonJoined", "ChipsBought", "InventoryFilled", "TableSetUp"} & {
        one["type"] for one in told
    }
    withheld = [event for event in file["events"] if "body" not in event]
    assert withheld
    assert not any("salt" in event for event in withheld)
    assert any(isinstance(event, ev.PersonJoined) for event in scribe.walk.events)


def test_what_is_published_is_what_a_stranger_may_see_and_later_the_cards() -> None:
    for kind in PUBLIC_WITH_SHOE:
        hidden = {name for name, sees in SEES[kind].items() if sees is not everybody}
        # A card that lies face down, or was drawn in error unseen, is sealed until its shoe is open.
        may_be_hidden = {"card"} if kind in (ev.CardDealt, ev.CardDrawnInError) else set()
        assert hidden <= (may_be_hidden if kind in PUBLIC else {"card", "cards"}), kind


def test_a_closed_table_has_every_shoe_open(store: Store) -> None:
    scribe = kept_table(store, "maryland")
    with store.writer.begin():
        close_table(store.writer, scribe.log, desk("t1").key_of)
    with store.reading() as connection:
        record = public_record(connection, "t1")
        assert record.is_closed
        assert all(shoe.is_open for shoe in record.shoes)
        assert about_cards(verified(record)) == []
        report = audit(connection)
        assert report.findings == []
        assert report.unread == {}


def test_a_closed_table_with_a_closed_shoe_is_found(store: Store) -> None:
    kept_table(store, "maryland")
    with store.writer.begin():
        store.writer.execute(sa.update(schema.tables).values(state="closed"))
    with store.reading() as connection:
        assert "is over and has not been opened" in str(verified(public_record(connection, "t1")))
        assert "has not been opened" in str(audit(connection, shoe_key).findings)


# -- the seeds of rounds ---------------------------------------------------------------------------------


def test_the_seed_of_a_round_is_sealed_for_its_own_place() -> None:
    source = random.Random(4).randbytes
    master = MasterKey(bytes(32))
    draw: WheelDraw = draw_row(master, "t1", 3, 17, source)
    assert (draw.number, draw.round, draw.kind) == (3, 17, WHEELS)
    seed = seed_of(master, "t1", 3, draw.sealed)
    assert draw.commitment == draw_commitment(seed, "t1", 17)
    assert seed.encode() not in draw.sealed
    for table, number in (("t2", 3), ("t1", 4)):
        with pytest.raises(BrokenSeal):
            seed_of(master, table, number, draw.sealed)
