"""The master key is made once and must be the right one; what is sealed opens with its key, in its place."""

import os
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.log.seals import NONCE_SIZE, BrokenSeal, MasterKey, context_of, sealed, unseal
from spanish21.server.store import schema
from spanish21.server.store.master_key import created_key, key_for_store, key_in

KEY, NONCE, PLACE = b"k" * 32, b"n" * NONCE_SIZE, context_of("t1", 7)


def test_what_is_sealed_opens_under_its_key_in_its_place() -> None:
    blob = sealed(KEY, b"the cards to come", PLACE, NONCE)
    assert b"cards" not in blob
    assert unseal(KEY, blob, PLACE) == b"the cards to come"


def test_a_seal_does_not_open_with_another_key_elsewhere_or_changed() -> None:
    blob = sealed(KEY, b"the cards to come", PLACE, NONCE)
    wrong = [(b"x" * 32, blob, PLACE), (KEY, blob, context_of("t1", 8)), (KEY, blob, context_of("t2", 7))]
    wrong += [(KEY, blob[:at] + bytes((blob[at] ^ 1,)) + blob[at + 1 :], PLACE) for at in range(len(blob))]
    wrong += [(KEY, blob[:length], PLACE) for length in (0, 5, NONCE_SIZE, NONCE_SIZE + 3, len(blob) - 1)]
    for key, changed, place in wrong:
        with pytest.raises(BrokenSeal, match="is broken"):
            unseal(key, changed, place)


def test_every_shoe_of_every_table_has_a_key_of_its_own() -> None:
    master = MasterKey(KEY)
    keys = {master.shoe_key(table, number) for table in ("t1", "t2", "t1/1") for number in range(20)}
    keys |= {master.draw_key(table, number) for table in ("t1", "t2", "t1/1") for number in range(20)}
    assert len(keys) == 120
    assert master.shoe_key("t1", 3) == MasterKey(KEY).shoe_key("t1", 3)
    assert master.shoe_key("t1", 3) != MasterKey(b"l" * 32).shoe_key("t1", 3)


def test_the_key_is_never_printed() -> None:
    assert repr(MasterKey(KEY)) == str(MasterKey(KEY)) == "MasterKey(…)"
    assert KEY.hex() not in MasterKey(KEY).fingerprint()
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        MasterKey(b"x" * 31)


# -- the file ------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "master.key"
    assert key_in(path) is None
    made = created_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    read = key_in(path)
    assert read is not None
    assert read.fingerprint() == made.fingerprint()
    with pytest.raises(BadInput, match="cannot be written"):
        created_key(path)
    assert key_in(path) is not None


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    created_key(path)
    path.chmod(0o640)
    with pytest.raises(BadInput, match="chmod 600"):
        key_in(path)


@pytest.mark.parametrize("text", ["", "abc", "00" * 31, "zz" * 32, "é"])
def test_a_file_without_a_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "master.key"
    path.write_text(text, "utf-8")
    path.chmod(0o600)
    with pytest.raises(BadInput, match=r"does not hold a master key|cannot be read"):
        key_in(path)


def add_shoe(connection: sa.Connection, key: bytes | None) -> None:
    row = {"table_id": "t1", "number": 1, "commitment": b"c", "sealed": b"s", "first_seq": 1, "key": key}
    connection.execute(sa.insert(schema.shoes).values(**row))


def test_a_start_makes_the_key_and_the_next_start_finds_it(connection: sa.Connection, tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    first = key_for_store(connection, path)
    add_shoe(connection, None)
    assert key_for_store(connection, path).fingerprint() == first.fingerprint()


def test_a_store_with_sealed_shoes_is_not_served_without_its_key(
    connection: sa.Connection, tmp_path: Path
) -> None:
    path = tmp_path / "master.key"
    key_for_store(connection, path)
    add_shoe(connection, None)
    os.rename(path, tmp_path / "kept")
    with pytest.raises(BadInput, match="is missing, and the database has shoes sealed"):
        key_for_store(connection, path)
    assert not path.exists()
    created_key(path)
    with pytest.raises(BadInput, match="is another key, and the database has shoes sealed"):
        key_for_store(connection, path)
    os.replace(tmp_path / "kept", path)
    key_for_store(connection, path)


def test_a_seed_of_wheels_that_is_not_open_needs_the_key_too(
    connection: sa.Connection, tmp_path: Path
) -> None:
    path = tmp_path / "master.key"
    key_for_store(connection, path)
    row = {"table_id": "t1", "number": 1, "round": 1, "kind": "wheels", "commitment": b"c", "sealed": b"s"}
    connection.execute(sa.insert(schema.draws).values(**row, first_seq=1))
    path.unlink()
    with pytest.raises(BadInput, match="is missing"):
        key_for_store(connection, path)


def test_with_every_shoe_open_a_new_key_will_do(connection: sa.Connection, tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    first = key_for_store(connection, path)
    add_shoe(connection, b"published")
    path.unlink()
    second = key_for_store(connection, path)
    assert second.fingerprint() != first.fingerprint()
    assert key_for_store(connection, path).fingerprint() == second.fingerprint()


def test_nothing_in_the_store_is_the_key(connection: sa.Connection, tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    key_for_store(connection, path)
    secret = path.read_text("ascii").strip()
    assert all(secret not in row.value for row in connection.execute(sa.select(schema.meta)))
