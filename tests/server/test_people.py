"""Accounts, guests, roles and one-time links; a person can be erased and the log stays."""

import re
import time

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from server.people_at_work import DAY, NOW, account, guest, source
from server.scribe import Scribe, open_house, shoe_key, written
from spanish21.errors import BadInput
from spanish21.server.audit.whole_audit import audit
from spanish21.server.people.accounts import (
    erase,
    keep_guest,
    new_pseudonym,
    person_named,
    person_of,
    set_password,
)
from spanish21.server.people.duties import go_off_duty, go_on_duty, on_duty_at
from spanish21.server.people.invitations import accept, invite, invite_first_administrator
from spanish21.server.people.limits import LOSS, exclude, set_limit
from spanish21.server.people.passwords import Passwords, require_good_password
from spanish21.server.people.roles import (
    ADMINISTRATOR,
    AUDITOR,
    PLAYER,
    ROLES,
    give_role,
    roles_of,
    take_role,
)
from spanish21.server.people.sessions import begin_session, new_token, session_of
from spanish21.server.store import schema
from spanish21.server.store.connect import Store
from spanish21.server.store.play_records import add_play

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_a_pseudonym_says_nothing_of_the_person_and_is_never_the_houses() -> None:
    names = {new_pseudonym(source) for _ in range(1_000)}
    assert len(names) == 1_000
    assert all(re.fullmatch(r"p[a-z2-7]{16}", name) for name in names)


def test_a_guest_is_there_at_once_and_is_a_player(connection: sa.Connection) -> None:
    ann = guest(connection)
    assert ann.is_guest
    assert person_of(connection, ann.id) == ann
    assert re.fullmatch(r"Guest [A-Z2-7]{5}", ann.name or "")
    assert roles_of(connection, ann.id) == {PLAYER}


def test_a_guest_can_be_given_an_account_and_stays_the_same_person(connection: sa.Connection) -> None:
    ann = guest(connection)
    keep_guest(connection, ann.id, "Ann", "a hash")
    kept = person_named(connection, "ann")
    assert kept is not None
    assert (kept.id, kept.name, kept.is_guest) == (ann.id, "Ann", False)
    with pytest.raises(BadInput, match="only a guest"):
        keep_guest(connection, ann.id, "Anna", "a hash")


def test_names_that_look_alike_are_one_name(connection: sa.Connection) -> None:
    account(connection, "Ann  Bell")
    for name in ("ann bell", "ANN BELL", "Ａｎｎ Bell"):
        with pytest.raises(BadInput, match="is taken"):
            account(connection, name)
        found = person_named(connection, name)
        assert found is not None
        assert found.name == "Ann Bell"
    other = guest(connection)
    with pytest.raises(BadInput, match="is taken"):
        keep_guest(connection, other.id, "Ann Bell", "a hash")
    assert account(connection, "Ann").name == "Ann"  # the transaction goes on


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a", "2 to 32"),
        ("a" * 33, "2 to 32"),
        ("<b>", "'<' cannot be"),
        ("a\u202eb", "U\\+202E is not a printable character"),
        ("Dealer", "the house's own"),
        ("FLOORPERSON", "the house's own"),
        ("guest abc", "the house's own"),
    ],
)
def test_a_name_that_would_mislead_is_refused(connection: sa.Connection, name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        account(connection, name)


# -- passwords ---------------------------------------------------------------------------------------


def test_a_password_is_kept_as_a_hash_of_argon2() -> None:
    passwords = Passwords()
    stored = passwords.hashed("correct horse")
    assert stored.startswith("$argon2id$")
    assert "correct" not in stored
    assert passwords.is_right(stored, "correct horse")
    assert not passwords.is_right(stored, "correct house")
    assert not passwords.needs_rehash(stored)


def test_a_hash_of_other_parameters_is_still_right_and_is_made_anew() -> None:
    stored = Passwords(QUICK).hashed("correct horse")
    passwords = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert passwords.is_right(stored, "correct horse")
    assert passwords.needs_rehash(stored)


class Counting(PasswordHasher):
    """A hasher that counts how often it has worked on a password."""

    verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        self.verified += 1
        return super().verify(hash, password)


def test_a_name_that_nobody_has_takes_the_same_work() -> None:
    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    passwords = Passwords(hasher)
    assert not passwords.is_right(None, "correct horse")
    assert hasher.verified == 1
    assert not passwords.is_right(None, "the password of nobody")
    assert not passwords.is_right("not a hash", "correct horse")


@pytest.mark.parametrize("password", ["1234567", "x" * 257, "Annabella"])
def test_a_bad_password_is_refused(password: str) -> None:
    with pytest.raises(BadInput, match="password"):
        require_good_password(password, "annaBELLA")
    require_good_password("correct horse", "ann")


@pytest.mark.parametrize(
    "password",
    [
        *("password", "12345678", "qwertyuiop", "Passw0rd!", "iloveyou2", "aaaaaaaaaaaaaaaaaaaa", "11111111"),
        *("letmein123", "spanish21", "blackjack21", "bartholomew1", "Miller1987", "administrator"),
    ],
)
def test_a_password_that_is_easily_guessed_is_refused(password: str) -> None:
    with pytest.raises(BadInput, match="guessed"):
        require_good_password(password, "Bartholomew Miller")


@pytest.mark.parametrize(
    "password", ["correct horse", "a long secret", "ünbekannte wörter", "x9!Kq2#vLm", "密码很长不好猜对吧"]
)
def test_a_password_of_unrelated_words_or_signs_is_good(password: str) -> None:
    require_good_password(password, "Bartholomew Miller")


def test_a_long_password_is_judged_quickly() -> None:
    began = time.process_time()
    require_good_password("a long secret " * 18, "ann")
    assert time.process_time() - began < 1


def test_a_new_password_replaces_the_old(connection: sa.Connection) -> None:
    ann = account(connection, "Ann", "old")
    set_password(connection, ann.id, "new")
    assert connection.scalar(sa.select(schema.people.c.password)) == "new"
    bob = guest(connection)
    set_password(connection, bob.id, "new")
    assert connection.scalar(sa.select(schema.people.c.password).where(schema.people.c.id == bob.id)) is None


# -- roles -------------------------------------------------------------------------------------------


def test_roles_are_given_and_taken(connection: sa.Connection) -> None:
    ada, ann = account(connection, "Ada"), account(connection, "Ann")
    for role in ROLES:
        give_role(connection, ann.id, role, ada.id, NOW)
        give_role(connection, ann.id, role, ada.id, NOW)
    assert roles_of(connection, ann.id) == set(ROLES)
    take_role(connection, ann.id, AUDITOR)
    assert roles_of(connection, ann.id) == set(ROLES) - {AUDITOR}
    with pytest.raises(BadInput, match="'king' is not a role"):
        give_role(connection, ann.id, "king", ada.id, NOW)
    with pytest.raises(BadInput, match="no such person"):
        give_role(connection, "p1", PLAYER, ada.id, NOW)
    with pytest.raises(BadInput, match="a guest cannot be an auditor"):
        give_role(connection, guest(connection).id, AUDITOR, ada.id, NOW)


def test_the_last_administrator_stays_one(connection: sa.Connection) -> None:
    ada, ann = account(connection, "Ada"), account(connection, "Ann")
    give_role(connection, ada.id, ADMINISTRATOR, "", NOW)
    with pytest.raises(BadInput, match="the last administrator"):
        take_role(connection, ada.id, ADMINISTRATOR)
    with pytest.raises(BadInput, match="the last administrator"):
        erase(connection, ada.id, NOW)
    give_role(connection, ann.id, ADMINISTRATOR, ada.id, NOW)
    take_role(connection, ada.id, ADMINISTRATOR)
    assert roles_of(connection, ada.id) == {PLAYER}


def test_a_table_has_one_dealer_who_has_the_role(connection: sa.Connection) -> None:
    dora, dick = account(connection, "Dora"), account(connection, "Dick")
    with pytest.raises(BadInput, match="only a person with the role dealer"):
        go_on_duty(connection, "t1", dora.id, "dealer", NOW)
    with pytest.raises(BadInput, match="not a duty"):
        go_on_duty(connection, "t1", dora.id, "player", NOW)
    give_role(connection, dora.id, "floorperson", "", NOW)
    for person in (dora, dick):
        give_role(connection, person.id, "dealer", "", NOW)
    go_on_duty(connection, "t1", dora.id, "dealer", NOW)
    go_on_duty(connection, "t1", dick.id, "dealer", NOW)
    assert on_duty_at(connection, "t1") == {dick.id: "dealer"}
    go_on_duty(connection, "t1", dora.id, "floorperson", NOW)
    assert on_duty_at(connection, "t1") == {dick.id: "dealer", dora.id: "floorperson"}
    go_on_duty(connection, "t1", dora.id, "dealer", NOW)
    go_off_duty(connection, "t1", dora.id)
    assert on_duty_at(connection, "t1") == {}


# -- one-time links ------------------------------------------------------------------------------------


def test_the_link_for_the_first_administrator_works_once(connection: sa.Connection) -> None:
    token = new_token(source)
    assert invite_first_administrator(connection, token, NOW)
    assert token.encode() not in b"".join(connection.scalars(sa.select(schema.invitations.c.digest)))
    assert accept(connection, token, NOW + 1) == ADMINISTRATOR
    with pytest.raises(BadInput, match="this link was used"):
        accept(connection, token, NOW + 2)


def test_a_link_expires_and_a_new_start_makes_another(connection: sa.Connection) -> None:
    first, second = new_token(source), new_token(source)
    assert invite_first_administrator(connection, first, NOW)
    with pytest.raises(BadInput, match="has expired"):
        accept(connection, first, NOW + DAY)
    assert invite_first_administrator(connection, second, NOW + DAY)
    with pytest.raises(BadInput, match="never was one"):
        accept(connection, first, NOW + 2)
    assert accept(connection, second, NOW + DAY + 2) == ADMINISTRATOR


@pytest.mark.parametrize("used", [0, 1])
def test_a_second_server_leaves_the_link_of_the_first_valid_until_one_is_used(
    connection: sa.Connection, used: int
) -> None:
    links = [new_token(source), new_token(source)]
    for turn, link in enumerate(links):
        assert invite_first_administrator(connection, link, NOW + turn)
    assert accept(connection, links[used], NOW + 2) == ADMINISTRATOR
    with pytest.raises(BadInput, match="never was one"):
        accept(connection, links[1 - used], NOW + 3)


def test_there_is_no_link_when_there_is_an_administrator(connection: sa.Connection) -> None:
    give_role(connection, account(connection, "Ada").id, ADMINISTRATOR, "", NOW)
    token = new_token(source)
    assert not invite_first_administrator(connection, token, NOW)
    with pytest.raises(BadInput, match="link"):
        accept(connection, token, NOW)
    invite(connection, AUDITOR, token, NOW)
    assert accept(connection, token, NOW) == AUDITOR


# -- erasure -------------------------------------------------------------------------------------------


def all_text(connection: sa.Connection) -> str:
    """Everything that the store holds, as text."""
    tables = schema.metadata.sorted_tables
    return "\n".join(repr(tuple(row)) for table in tables for row in connection.execute(sa.select(table)))


def test_nothing_leads_from_the_log_to_a_person_who_was_erased(connection: sa.Connection) -> None:
    ann = account(connection, "Annabella", "secret hash")
    give_role(connection, ann.id, "dealer", "", NOW)
    go_on_duty(connection, "t1", ann.id, "dealer", NOW)
    token = new_token(source)
    begin_session(connection, ann.id, token, "csrf", NOW)
    set_limit(connection, ann.id, LOSS, 100, NOW)
    add_play(connection, {ann.id: (-5, 60)}, NOW)
    exclude(connection, ann.id, NOW + DAY, NOW)
    assert "Annabella" in all_text(connection)
    erase(connection, ann.id, NOW + 1)
    text = all_text(connection)
    assert "nnabella" not in text.lower()
    assert "secret hash" not in text
    gone = person_of(connection, ann.id)
    assert gone is not None
    assert (gone.name, gone.erased, gone.excluded_until) == (None, NOW + 1, NOW + DAY)
    assert person_named(connection, "Annabella") is None
    assert session_of(connection, token, NOW + 2) is None
    assert roles_of(connection, ann.id) == frozenset()
    assert on_duty_at(connection, "t1") == {}
    assert account(connection, "Annabella").id != ann.id


def test_the_log_stays_intact_when_a_person_is_erased(store: Store) -> None:
    scribe = Scribe("t1", "maryland")
    open_house(store, [scribe])
    for _ in range(20):
        written(store, [scribe.next(5)])
    with store.writer.begin():
        row = {"id": "ann", "name": "Annabella", "folded": "annabella", "is_guest": 0}
        store.writer.execute(sa.insert(schema.people).values(**row, created=NOW, last_seen=NOW))
        erase(store.writer, "ann", NOW)
        assert "Annabella" not in all_text(store.writer)
        assert audit(store.writer, shoe_key).ok
