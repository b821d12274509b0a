"""With the database alone nobody can write another past that passes an audit against a checkpoint."""

import os
import random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from explore import NAMES
from server import forging
from server.authority_walk import AuthorityWalk, add_opened_table
from server.forging import Forgery, appended_to_house, body_changed, recomputed, set_where, truncated
from server.people_at_work import NOW
from server.scribe import Scribe, shoe_key, written
from server.test_authority_log import EDITS_OUTSIDE_THE_LOG
from spanish21.server.audit.one_log import Finding
from spanish21.server.audit.tree_audit import TREE
from spanish21.server.audit.whole_audit import AuditReport, Outside, audit
from spanish21.server.fairness.house_tree import newest_note, sequence
from spanish21.server.fairness.incarnation import MISSING_FILE, begin_incarnation
from spanish21.server.log.batch import BrokenLaw
from spanish21.server.log.house_events import HOUSE, ChipsGiven, Corrected, house_event_in
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import create_log
from spanish21.server.store.connect import Store
from spanish21.server.store.house_log import record
from spanish21.server.store.own_heads import HEAD_KEY
from spanish21.server.store.signing_key import head_key
from spanish21.server.store.store_reader import load
from spanish21.server.transparency.note import Note, SigningKey, note_from

FORGERIES = int(os.environ.get("SPANISH21_FORGERIES", "20"))
KEY = SigningKey("house", b"k" * 32)
SECRET = head_key(KEY)
GIVEN = '{"type":"ChipsGiven","person":"ann","amount":1000000,"why":"play chips"}'


@pytest.fixture
def house(store: Store) -> tuple[Store, Note]:
    """A house that has played, and its checkpoint, kept elsewhere."""
    forging.unhurried(store)
    store.authenticate(**{HEAD_KEY: SECRET})
    scribes = [Scribe("t1", "maryland", 8), Scribe("t2", "massachusetts", 3)]
    with store.writer.begin():
        begin_incarnation(store.writer, KEY, SECRET, None, NOW)
        for number, scribe in enumerate(scribes, start=1):
            create_log(store.writer, scribe.table_id)
            add_opened_table(store.writer, scribe, number)
        record(store.writer, *(ChipsGiven(name, 10**18, "play chips") for name in NAMES))
        correction = Corrected("ann", 500, "paid too little", "p1", "p2")
        record(store.writer, correction, by="p1", reason="paid too little", second="p2")
        AuthorityWalk("authority").run(store.writer, 150)
    for _ in range(12):
        written(store, [scribe.next(3) for scribe in scribes])
        with store.writer.begin():
            done = sequence(store.writer, KEY, SECRET, "here", NOW)
            assert done is not None
            assert done.altered == ()
    with store.reading() as connection:
        return store, note_from(newest_note(connection, 1).encode())


def audited(connection: sa.Connection, note: Note) -> AuditReport:
    return audit(connection, shoe_key, outside=Outside((note,), KEY.verifier(), SECRET))


def of_house(like: str, **values: Any) -> Forgery:
    """An event of the house's log with other values."""

    def forge(connection: sa.Connection, chance: random.Random) -> None:
        def change(body: str) -> str:
            return msgspec.json.encode(msgspec.structs.replace(house_event_in(body), **values)).decode()

        body_changed(connection, HOUSE, f'"type":"{like}"', change)

    return forge


def command_of(where: str, **values: Any) -> Forgery:
    return set_where(schema.commands, where, **values)


FORGED_LOGS: dict[str, tuple[Forgery, tuple[str, ...]]] = {
    "chips appended to the house's log": (lambda c, _: appended_to_house(c, GIVEN), (HOUSE,)),
    "a role appended to the house's log": (
        lambda c, _: appended_to_house(
            c, '{"type":"RoleGiven","person":"ann","role":"administrator","by":"test","at":5}'
        ),
        (HOUSE,),
    ),
    "more chips given": (of_house("ChipsGiven", amount=2 * 10**18), (HOUSE,)),
    "chips given to another": (of_house("ChipsGiven", person="mallory"), (HOUSE,)),
    "another reason for chips": (of_house("ChipsGiven", why="won"), (HOUSE,)),
    "a correction's amount": (of_house("Corrected", amount=5), (HOUSE,)),
    "a correction's second person": (of_house("Corrected", second="p3"), (HOUSE,)),
    "a correction's second person left out": (of_house("Corrected", second=""), (HOUSE,)),
    "a correction's first person": (of_house("Corrected", by="p3"), (HOUSE,)),
    "a correction's command": (command_of("table_id = 'house' AND second = 'p2'", second=""), (HOUSE,)),
    "a correction's reason": (command_of("table_id = 'house' AND second = 'p2'", reason="none"), (HOUSE,)),
    "who was given a role": (of_house("RoleGiven", person="mallory"), (HOUSE,)),
    "an exclusion's end": (of_house("PersonExcluded", until=5), (HOUSE,)),
    "the house's log cut off": (lambda c, _: truncated(c, HOUSE, 3), (HOUSE,)),
    "a table's last commits cut off": (lambda c, _: truncated(c, "t1", 5), ("t1",)),
    "a table's whole log cut off but for its beginning": (lambda c, _: truncated(c, "t2", 10), ("t2",)),
    "a table deleted": (lambda c, _: forging.without_log(c, "t2"), ()),
    "a table's times moved": (lambda c, _: forging.times_moved(c, "t1", 60_000), ("t1",)),
    "the times of a log's end moved": (lambda c, _: forging.times_moved(c, "t1", 60_000, 20), ("t1",)),
    "a command ascribed to another": (command_of("table_id = 't1'", by="mallory"), ("t1",)),
    "a command's role": (command_of("table_id = 't2'", role="floorperson"), ("t2",)),
    "a command's digest": (command_of("table_id = 't1'", digest=b"0" * 32), ("t1",)),
}


def test_what_was_not_forged_passes(house: tuple[Store, Note]) -> None:
    store, note = house
    with store.reading() as connection:
        report = audited(connection, note)
        assert (report.findings, report.uncovered, report.unknown) == ([], {}, "")
        alone = audit(connection, shoe_key)
        assert alone.ok
        assert "kept elsewhere" in alone.unknown


def test_every_forged_log_is_found(house: tuple[Store, Note]) -> None:
    store, note = house
    assert len(FORGED_LOGS) >= 21
    for name, (forge, logs) in FORGED_LOGS.items():
        with store.writer.begin() as transaction:
            forge(store.writer, random.Random(name))
            recomputed(store.writer, *logs)
            assert audited(store.writer, note).findings, name
            transaction.rollback()


def test_most_forged_logs_would_pass_if_nothing_were_signed(house: tuple[Store, Note]) -> None:
    """So that the test above cannot pass because they are forged badly."""
    store, _ = house
    passed = []
    for name, (forge, logs) in FORGED_LOGS.items():
        with store.writer.begin() as transaction:
            forge(store.writer, random.Random(name))
            recomputed(store.writer, *logs)
            for table in (schema.origins, schema.leaves, schema.checkpoints):
                store.writer.execute(sa.delete(table))
            passed += [name] if audit(store.writer, shoe_key).ok else []
            transaction.rollback()
    print(sorted(set(FORGED_LOGS) - set(passed)))
    assert len(passed) >= 15


def test_a_forged_log_is_found_without_the_houses_keys_too(house: tuple[Store, Note]) -> None:
    """By whoever has a checkpoint and the public key; an addition after it is named as not covered."""
    store, note = house
    for name, (forge, logs) in FORGED_LOGS.items():
        with store.writer.begin() as transaction:
            forge(store.writer, random.Random(name))
            recomputed(store.writer, *logs)
            report = audit(store.writer, outside=Outside((note,), KEY.verifier()))
            assert report.findings or HOUSE in report.uncovered, name
            transaction.rollback()


def test_every_edit_outside_the_logs_is_found_against_a_checkpoint(house: tuple[Store, Note]) -> None:
    store, note = house
    assert len(EDITS_OUTSIDE_THE_LOG) >= 24
    for name, edit in EDITS_OUTSIDE_THE_LOG.items():
        with store.writer.begin() as transaction:
            edit(store.writer)
            assert audited(store.writer, note).findings, name
            transaction.rollback()


def test_random_consistent_forgeries_are_found(house: tuple[Store, Note]) -> None:
    """By the house itself, and by anybody who has a checkpoint, the public key and no secret at all."""
    store, note = house
    for number in range(FORGERIES):
        chance = random.Random(f"forgery {number}")
        with store.writer.begin() as transaction:
            log = forging.random_edit(store.writer, chance, ("t1", "t2", HOUSE))
            recomputed(store.writer, log)
            assert audited(store.writer, note).findings, number
            stranger = audit(store.writer, shoe_key, outside=Outside((note,), KEY.verifier()))
            assert any(told_by_tree(finding) for finding in stranger.findings), number
            transaction.rollback()


def told_by_tree(finding: Finding) -> bool:
    """Whether a finding comes of the checkpoint, and not of something that was forged badly."""
    return finding.table == TREE or "of the tree has" in finding.what


def test_a_house_does_not_go_on_with_a_log_that_was_added_to(house: tuple[Store, Note]) -> None:
    """Its next commit would vouch for what was forged, and its next checkpoint sign it."""
    store, _ = house
    with store.writer.begin() as transaction:
        appended_to_house(store.writer, GIVEN)
        recomputed(store.writer, HOUSE)
        with pytest.raises(BrokenLaw, match="the log of house does not end where the program left it"):
            record(store.writer, ChipsGiven("ann", 5, "play chips"))
        transaction.rollback()
    with store.writer.begin():
        forging.times_moved(store.writer, "t1", 60_000)
        recomputed(store.writer, "t1")
    with store.reading() as connection:
        load(connection, "t2", lambda number: shoe_key("t2", number))
        with pytest.raises(BrokenLaw, match="the log of t1 does not end"):
            load(connection, "t1", lambda number: shoe_key("t1", number))


def test_a_copy_or_a_missing_file_makes_no_forgery_good(house: tuple[Store, Note]) -> None:
    """A restored house signs everything again, but not a log that does not end where the house left it."""
    store, _ = house
    with store.writer.begin():
        appended_to_house(store.writer, GIVEN)
        recomputed(store.writer, HOUSE)
        assert begin_incarnation(store.writer, KEY, SECRET, None, NOW).why == MISSING_FILE
        with pytest.raises(BrokenLaw):
            record(store.writer, ChipsGiven("ann", 5, "play chips"))
        done = sequence(store.writer, KEY, SECRET, "here", NOW)
        assert done is not None
        assert done.altered == (HOUSE,)


def test_a_log_that_was_added_to_is_not_signed(house: tuple[Store, Note]) -> None:
    """The server that runs on a forged database does not take the forgery into its tree."""
    store, _ = house
    with store.writer.begin() as transaction:
        appended_to_house(store.writer, GIVEN)
        recomputed(store.writer, HOUSE)
        done = sequence(store.writer, KEY, SECRET, "here", NOW)
        assert done is not None
        assert (done.note, done.altered) == (None, (HOUSE,))
        transaction.rollback()


def test_a_checkpoint_of_another_house_or_with_another_signature_is_a_finding(
    house: tuple[Store, Note],
) -> None:
    store, note = house
    with store.reading() as connection:
        other = Outside((note,), SigningKey("house", b"o" * 32).verifier())
        assert any("not signed" in one.what for one in audit(connection, shoe_key, outside=other).findings)
        text = note.text.replace("spanish21.house/", "spanish21.house/0")
        elsewhere = Outside((Note(text, note.signatures),))
        assert any("is not in the store" in one.what for one in audit(connection, outside=elsewhere).findings)
