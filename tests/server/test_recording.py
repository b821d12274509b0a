"""How events become a batch: hashes, seals, shoes and rounds; and that nothing is told by the form."""

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from explore import Walk, some_rules
from scenes import BOOKS
from server.scribe import Scribe, asked, desk, shoe_key
from spanish21.game import events as ev
from spanish21.game.log.log_text import read_log
from spanish21.game.seen import SEES, everybody
from spanish21.server.log.batch import BrokenLaw, LogBatch, new_log
from spanish21.server.log.chain import (
    SALT_SIZE,
    Row,
    body_of,
    event_in,
    first_chain,
    is_chained,
    leaf_of,
    one_digit_numbers,
    opened_body,
    sealed_body,
)
from spanish21.server.log.hidden_events import KNOWN
from spanish21.server.log.recorder import Deed, recorded
from spanish21.server.log.seals import NONCE_SIZE, BrokenSeal
from spanish21.server.store.store_reader import events_of

LOGS = Path(__file__).parent.parent / "logs"


def batches_of(book: str, seed: int, count: int = 80) -> tuple[Scribe, list[LogBatch]]:
    scribe = Scribe("t1", book, seed)
    return scribe, [scribe.next(1 + turn % 6) for turn in range(count)]


@pytest.mark.parametrize("book", BOOKS)
def test_the_rows_of_all_batches_are_one_chain_of_the_events(book: str) -> None:
    scribe, batches = batches_of(book, 1)
    chain, rows = first_chain("t1"), [row for batch in batches for row in batch.events]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    for row, event in zip(rows, scribe.walk.events, strict=True):
        assert is_chained(row, chain)
        chain = row.chain
        if row.sealed is None:
            salt, body = row.salt or b"", (row.body or "").encode()
        else:
            salt, body = opened_body(shoe_key("t1", row.shoe), row)
        assert leaf_of(salt, body) == row.leaf
        assert event_in(body) == event
    assert chain == scribe.log.chain
    assert [row.note is not None for row in batches[3].events] == [False] * (len(batches[3].events) - 1) + [
        True
    ]


def test_every_row_has_a_salt_and_every_seal_a_nonce_that_no_other_has() -> None:
    _, batches = batches_of("maryland", 1)
    rows = [row for batch in batches for row in batch.events]
    sealed = [row for row in rows if row.sealed is not None]
    salts = [row.salt for row in rows if row.sealed is None]
    salts += [opened_body(shoe_key("t1", row.shoe), row)[0] for row in sealed]
    assert len(sealed) > 10
    assert len(set(salts)) == len(rows)
    assert {len(salt or b"") for salt in salts} == {SALT_SIZE}
    assert len({(row.sealed or b"")[:NONCE_SIZE] for row in sealed}) == len(sealed)


def test_a_seal_opens_at_its_own_place_under_its_own_key_only() -> None:
    _, batches = batches_of("maryland", 2)
    row = next(row for batch in batches for row in batch.events if row.sealed is not None)
    opened_body(shoe_key("t1", row.shoe), row)
    changed = bytes([row.sealed[20] ^ 1]) if row.sealed else b""
    for wrong in (
        row._replace(seq=row.seq + 1),
        row._replace(table_id="t2"),
        row._replace(sealed=(row.sealed or b"")[:20] + changed + (row.sealed or b"")[21:]),
    ):
        with pytest.raises(BrokenSeal):
            opened_body(shoe_key("t1", row.shoe), wrong)
    with pytest.raises(BrokenSeal):
        opened_body(shoe_key("t1", row.shoe + 1), row)


def test_the_length_of_a_seal_does_not_tell_the_card() -> None:
    lengths = set()
    for card in range(4, 56):
        body = body_of(ev.CardDealt(card, 0, 0, True, 0))
        seal = sealed_body(bytes(32), ("t1", 7), bytes(16), body, bytes(12))
        lengths.add(len(seal))
        row = Row("t1", 7, 0, 1, leaf_of(bytes(16), body), b"", None, None, None, seal)
        assert opened_body(bytes(32), row) == (bytes(16), body)
    assert len(lengths) == 1
    assert [one_digit_numbers(text) for text in (b"", b"7", b"[1,22,3,4]", b"12 345")] == [0, 1, 3, 0]


@pytest.mark.parametrize("book", BOOKS)
def test_an_event_that_is_stored_open_tells_no_unseen_card(book: str) -> None:
    """The walk is recorded twice, with the hole card exchanged: what is open stays the same byte for byte."""
    chance = random.Random(f"open {book}")
    walk = Walk(some_rules(book, chance), chance, real=False)
    for _ in range(1_500):
        walk.step(0.02)
    other = list(_with_other_hole_cards(walk.events))
    assert other != walk.events or not walk.table.rules.hole_card
    rows = [_open_rows(events) for events in (walk.events, other)]
    assert rows[0] == rows[1]


def _with_other_hole_cards(events: list[ev.Event]) -> Iterator[ev.Event]:
    """Until it is turned, or picked up without having been turned, the hole card is another one."""
    hole = 0
    for event in events:
        if isinstance(event, ev.CardDealt) and event.face_down:
            hole = 4 + (event.card - 3) % 52
            yield msgspec.structs.replace(event, card=hole)
            continue
        if isinstance(event, ev.CardsCollected) and hole:
            (up, _), *others = event.hands[::-1]
            yield msgspec.structs.replace(event, hands=(*others[::-1], (up, hole)))
            hole = 0
            continue
        if isinstance(event, ev.HoleCardTurned):
            hole = 0
        yield event


def _open_rows(events: list[ev.Event]) -> list[tuple[str | None, int]]:
    found = []
    log, table = new_log("t1", 1), None
    for event in events:
        done = recorded(log, table, [Deed(asked(str(log.seq)), [event])], 1, desk("t1"))
        log, table = done.log, done.table
        row = done.batch.events[0]
        found.append((row.body, len(row.sealed or b"")))
    return found


def test_every_order_of_cards_gets_a_number_and_a_commitment_and_is_opened_once() -> None:
    _, batches = batches_of("maryland", 5, 800)
    begun = [row.number for batch in batches for row in batch.shoes]
    opened = [row[3] for batch in batches for row in batch.shoes_opened]
    assert begun == list(range(1, len(begun) + 1))
    assert len(begun) > 2
    assert len(opened) == len(set(opened)) >= len(begun) - 3
    assert all(key == shoe_key("t1", number) for batch in batches for _, key, _, number in batch.shoes_opened)


def test_a_round_goes_from_its_first_wager_to_the_collected_cards() -> None:
    scribe, batches = batches_of("maryland", 6, 400)
    begun = {row.number: row.first_seq for batch in batches for row in batch.rounds}
    ended = {number: last for batch in batches for last, _, number in batch.rounds_ended}
    assert len(ended) > 3
    for number, last in ended.items():
        events = scribe.walk.events[begun[number] - 1 : last]
        assert isinstance(events[0], ev.WagerPlaced | ev.CashOffered)
        assert isinstance(events[-1], ev.CardsCollected)
        assert sum(isinstance(event, ev.WagersClosed) for event in events) == 1


def test_money_that_the_events_do_not_account_for_breaks_the_law() -> None:
    scribe, _ = batches_of("maryland", 7, 40)
    assert scribe.table is not None
    richer = msgspec.structs.replace(scribe.table, inventory=scribe.table.inventory + 1)
    with pytest.raises(BrokenLaw, match="disagrees with its table"):
        recorded(scribe.log, richer, [Deed(asked("x"), [ev.TimeTold(1)])], 1, desk("t1"))


def test_a_log_of_an_older_version_goes_on_in_todays() -> None:
    scribe, _ = batches_of("maryland", 9, 10)
    older = msgspec.structs.replace(scribe.log, version=0)
    done = recorded(older, scribe.table, [Deed(asked("x"), [ev.TimeTold(1)])], 1, desk("t1"))
    assert [event_in(row.body or "") for row in done.batch.events] == [
        ev.LogContinued(ev.LOG_VERSION),
        ev.TimeTold(1),
    ]
    assert done.log.version == ev.LOG_VERSION
    assert done.batch.commands[0][6:8] == (older.seq + 1, older.seq + 2)


def test_every_event_with_cards_that_a_stranger_may_not_see_is_sealed_or_known_to_be_harmless() -> None:
    sealed_kinds = {
        ev.ShoeShuffled,
        ev.BatchPlaced,
        ev.BatchShuffled,
        ev.CardBurned,
        ev.BurnCardDisclosed,
        ev.DecksReceived,
        ev.CardDealt,
        ev.CardDrawnInError,
        ev.CardDiscarded,
        ev.CardsCollected,
    }
    may_hide = {
        kind
        for kind, fields in SEES.items()
        if any(name in ("card", "cards", "hands") and sees is not everybody for name, sees in fields.items())
    }
    assert may_hide == sealed_kinds | KNOWN


def test_rows_that_an_older_version_wrote_are_read_in_todays_form() -> None:
    lines = (LOGS / "version-0" / "maryland.jsonl").read_bytes().splitlines()
    assert b'"version"' not in lines[0][:100]
    rows = [
        Row("t1", seq, 0, 0, leaf_of(b"s" * 16, line), b"", None, b"s" * 16, line.decode(), None)
        for seq, line in enumerate(lines, start=1)
    ]
    assert list(events_of(rows, lambda number: b"")) == list(read_log(lines))
