"""Sessions end in time, by idleness and by logging out; failed log-ins cost more and more time."""

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from server.people_at_work import DAY, HOUR, MINUTE, NOW, SECOND, account, guest, source
from spanish21.server.log.seals import MasterKey
from spanish21.server.people.lockout import (
    DELAY_EVERYWHERE,
    FIRST_DELAY,
    FREE_EVERYWHERE,
    FREE_OF_ADDRESS,
    FREE_OF_NAME,
    LONGEST_DELAY,
    Attempt,
    begin_attempt,
    browser_token,
    caller_from,
    delay,
    is_known_browser,
    succeeded,
)
from spanish21.server.people.log_in import check_password, finish_log_in
from spanish21.server.people.passwords import Passwords
from spanish21.server.people.sessions import (
    IDLE_TIME,
    LIFETIME,
    OpenSession,
    begin_session,
    end_session,
    end_sessions,
    is_to_be_kept,
    keep_session,
    new_token,
    renewed_session,
    session_of,
    sweep_sessions,
)
from spanish21.server.store import schema
from spanish21.server.store.counters import count_under, network_of, sweep_counters

MASTER = MasterKey(bytes(32))


def begun(connection: sa.Connection, person: str, now: int = NOW) -> tuple[str, OpenSession]:
    token = new_token(source)
    return token, begin_session(connection, person, token, new_token(source), now)


def test_a_token_opens_its_session_and_is_not_in_the_store(connection: sa.Connection) -> None:
    ann = account(connection, "Ann")
    token, session = begun(connection, ann.id)
    assert session_of(connection, token, NOW + 1) == session
    assert session.person == ann.id
    assert session_of(connection, new_token(source), NOW + 1) is None
    assert session_of(connection, "", NOW + 1) is None
    stored = connection.execute(sa.select(schema.sessions)).one()
    assert token not in repr(tuple(stored))
    assert bytes.fromhex(token) not in stored.digest


def test_a_session_ends_when_nobody_uses_it(connection: sa.Connection) -> None:
    token, session = begun(connection, account(connection, "Ann").id)
    assert session_of(connection, token, NOW + IDLE_TIME - 1) is not None
    assert session_of(connection, token, NOW + IDLE_TIME) is None
    assert not is_to_be_kept(session, NOW + MINUTE - 1)
    assert is_to_be_kept(session, NOW + MINUTE)
    keep_session(connection, session, NOW + MINUTE)
    assert session_of(connection, token, NOW + IDLE_TIME) is not None


def test_a_session_ends_in_time_however_much_it_is_used(connection: sa.Connection) -> None:
    token, session = begun(connection, account(connection, "Ann").id)
    for minutes in range(0, LIFETIME // MINUTE, 30):
        keep_session(connection, session, NOW + minutes * MINUTE)
    keep_session(connection, session, NOW + LIFETIME - 1)
    assert session_of(connection, token, NOW + LIFETIME - 1) is not None
    assert session_of(connection, token, NOW + LIFETIME) is None


def test_a_log_out_ends_the_session_at_once(connection: sa.Connection) -> None:
    ann = account(connection, "Ann")
    (token, session), (other, _) = begun(connection, ann.id), begun(connection, ann.id)
    end_session(connection, session)
    assert session_of(connection, token, NOW) is None
    assert session_of(connection, other, NOW) is not None


def test_a_session_under_another_token_is_no_longer_under_the_first(connection: sa.Connection) -> None:
    person = guest(connection)
    token, session = begun(connection, person.id)
    renewed = renewed_session(connection, session, "another token")
    assert session_of(connection, token, NOW) is None
    assert session_of(connection, "another token", NOW) == renewed
    assert (renewed.person, renewed.expires) == (session.person, session.expires)


def test_a_person_is_logged_out_everywhere_but_here(connection: sa.Connection) -> None:
    ann, bob = account(connection, "Ann"), account(connection, "Bob")
    tokens = [begun(connection, ann.id) for _ in range(3)]
    bobs, _ = begun(connection, bob.id)
    ended = end_sessions(connection, ann.id, but=tokens[0][1])
    assert set(ended) == {session.digest for _, session in tokens[1:]}
    assert [session_of(connection, token, NOW) is not None for token, _ in tokens] == [True, False, False]
    assert end_sessions(connection, ann.id) == (tokens[0][1].digest,)
    assert session_of(connection, bobs, NOW) is not None


def test_sessions_that_are_over_are_swept(connection: sa.Connection) -> None:
    ann = account(connection, "Ann")
    _, old = begun(connection, ann.id)
    token, _ = begun(connection, ann.id, NOW + HOUR)
    assert sweep_sessions(connection, NOW + IDLE_TIME) == (old.digest,)
    assert session_of(connection, token, NOW + IDLE_TIME) is not None


# -- lock-out ------------------------------------------------------------------------------------------


def tries(connection: sa.Connection, name: str, address: str, now: int, browser: str = "") -> Attempt:
    return begin_attempt(connection, caller_from(MASTER, name, address, browser), now)


def test_the_delay_grows_and_has_an_end() -> None:
    assert [delay(failures, 4) for failures in range(8)] == [
        *[0] * 5,
        FIRST_DELAY,
        2 * FIRST_DELAY,
        4 * FIRST_DELAY,
    ]
    assert delay(10**9, 4) == LONGEST_DELAY


def test_after_some_failures_a_name_waits_longer_and_longer(connection: sa.Connection) -> None:
    ann = account(connection, "Ann", "the hash")
    now, waits = NOW, []
    for _ in range(9):
        attempt = tries(connection, "ann", "10.1.0.1", now)
        assert (attempt.person, attempt.stored, attempt.wait) == (ann.id, "the hash", 0)
        waits.append(tries(connection, "ann", "10.1.0.1", now).wait)
        now += waits[-1]
        if waits[-1]:
            assert tries(connection, "ann", "10.1.0.1", now - 1).wait == 1
    # The second try of each turn counts as well while it costs no time.
    free = [wait for wait in waits if not wait]
    grown = [wait for wait in waits if wait]
    assert len(free) <= FREE_OF_NAME
    assert grown == [FIRST_DELAY << place for place in range(len(grown))]
    assert grown[-1] > 10 * MINUTE


def test_a_wait_is_no_try_and_tells_nothing(connection: sa.Connection) -> None:
    account(connection, "Ann", "the hash")
    for _ in range(FREE_OF_NAME + 1):
        tries(connection, "Ann", "10.0.0.1", NOW)
    for _ in range(50):
        attempt = tries(connection, "Ann", "10.0.0.1", NOW + 1)
        assert (attempt.person, attempt.stored, attempt.wait) == ("", None, FIRST_DELAY - 1)
    assert tries(connection, "Ann", "10.0.0.1", NOW + FIRST_DELAY).wait == 0


def test_a_name_that_nobody_has_waits_like_any_other(connection: sa.Connection) -> None:
    account(connection, "Ann")
    known = [tries(connection, "Ann", "10.0.0.1", NOW).wait for _ in range(8)]
    unknown = [tries(connection, "Zoe", "10.0.1.1", NOW).wait for _ in range(8)]
    assert known == unknown
    assert known[-1] == FIRST_DELAY


def test_a_stranger_who_guesses_keeps_nobody_else_out(connection: sa.Connection) -> None:
    account(connection, "Ann", "the hash")
    for _ in range(FREE_OF_NAME + 1):
        tries(connection, "Ann", "198.51.100.7", NOW)
    assert tries(connection, "Ann", "198.51.100.7", NOW).wait == FIRST_DELAY
    own = tries(connection, "Ann", "203.0.113.5", NOW)
    assert (own.stored, own.wait) == ("the hash", 0), "the administrator comes from another network"


def test_a_browser_that_has_logged_in_before_is_let_through_and_counted_by_itself(
    connection: sa.Connection,
) -> None:
    account(connection, "Ann", "the hash")
    browser = browser_token(MASTER, "ANN")
    for _ in range(FREE_OF_NAME + 1):  # from the browser's own network, and from everywhere
        tries(connection, "Ann", "203.0.113.5", NOW)
    assert tries(connection, "Ann", "203.0.113.5", NOW).wait == FIRST_DELAY
    for turn in range(FREE_EVERYWHERE):
        tries(connection, "Ann", f"10.{turn}.0.1", NOW)
    assert tries(connection, "Ann", "10.250.0.1", NOW).wait == DELAY_EVERYWHERE
    assert tries(connection, "Ann", "203.0.113.5", NOW, browser).stored == "the hash"
    for _ in range(FREE_OF_NAME):
        tries(connection, "Ann", "203.0.113.5", NOW, browser)
    assert tries(connection, "Ann", "203.0.113.5", NOW, browser).wait == FIRST_DELAY, "it may not guess"


def test_a_browser_is_known_under_its_own_name_alone() -> None:
    browser = browser_token(MASTER, "Ann")
    assert is_known_browser(MASTER, "ann", browser)
    for name, token in (("Bob", browser), ("Ann", browser[:-1] + "x"), ("Ann", ""), ("Ann", "é." * 9)):
        assert not is_known_browser(MASTER, name, token)
    assert not is_known_browser(MasterKey(bytes(31) + b"\1"), "Ann", browser)


def test_guesses_from_many_networks_make_strangers_wait_a_few_seconds(connection: sa.Connection) -> None:
    account(connection, "Ann", "the hash")
    waits = [tries(connection, "Ann", f"10.{turn}.0.1", NOW).wait for turn in range(FREE_EVERYWHERE + 2)]
    assert waits[-2:] == [0, DELAY_EVERYWHERE]
    later = NOW + DELAY_EVERYWHERE
    assert tries(connection, "Ann", "10.250.0.1", later).stored == "the hash"
    assert tries(connection, "Ann", "10.251.0.1", later).wait == DELAY_EVERYWHERE, "and it grows no longer"


def test_an_address_that_tries_many_names_waits_too(connection: sa.Connection) -> None:
    account(connection, "Ann")
    for turn in range(FREE_OF_ADDRESS + 1):
        assert tries(connection, f"name {turn}", "10.0.0.1", NOW).wait == 0
    assert tries(connection, "Ann", "10.0.0.1", NOW).wait == FIRST_DELAY
    assert tries(connection, "Ann", "10.0.0.2", NOW).wait == 0


def test_the_right_password_clears_the_name_but_not_the_address(connection: sa.Connection) -> None:
    account(connection, "Ann")
    for _ in range(FREE_OF_NAME):
        tries(connection, "Ann", "10.0.0.1", NOW)
    succeeded(connection, tries(connection, "Ann", "10.0.0.1", NOW), NOW)
    here, network, everywhere = caller_from(MASTER, "Ann", "10.0.0.1").counts
    assert count_under(connection, here.digest) == (0, NOW)
    assert count_under(connection, network.digest) == (FREE_OF_NAME, NOW)
    assert count_under(connection, everywhere.digest) == (FREE_OF_NAME, NOW)
    for _ in range(FREE_OF_NAME):
        assert tries(connection, "Ann", "10.0.0.1", NOW).wait == 0


def test_failures_are_forgotten_after_a_day(connection: sa.Connection) -> None:
    account(connection, "Ann")
    for _ in range(FREE_OF_NAME):
        tries(connection, "Ann", "10.0.0.1", NOW)
    for _ in range(FREE_OF_NAME + 1):
        assert tries(connection, "Ann", "10.0.0.1", NOW + DAY).wait == 0
    assert tries(connection, "Ann", "10.0.0.1", NOW + DAY).wait == FIRST_DELAY
    assert sweep_counters(connection, NOW + DAY + MINUTE) == 3


def test_many_at_once_are_counted_before_their_passwords_are_looked_at(connection: sa.Connection) -> None:
    account(connection, "Ann", "the hash")
    attempts = [tries(connection, "Ann", "10.0.0.1", NOW) for _ in range(1_000)]
    assert sum(attempt.stored is not None for attempt in attempts) == FREE_OF_NAME + 1
    spread = [tries(connection, "Ann", f"10.{turn // 200}.{turn % 200}.1", NOW) for turn in range(1_000)]
    assert sum(attempt.stored is not None for attempt in spread) == FREE_EVERYWHERE - FREE_OF_NAME


def test_the_store_does_not_hold_addresses_or_names_that_were_tried(connection: sa.Connection) -> None:
    tries(connection, "Zoe Miller", "203.0.113.77", NOW)
    text = repr([tuple(row) for row in connection.execute(sa.select(schema.counters))])
    assert "Miller" not in text
    assert "203" not in text
    other = MasterKey(bytes(31) + b"\1")
    assert caller_from(other, "Ann", "10.0.0.1") != caller_from(MASTER, "Ann", "10.0.0.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.77"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.77", "203.0.113.77"),
        ("unix", "unix"),
    ],
)
def test_a_whole_network_of_ipv6_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_times_are_in_milliseconds() -> None:
    assert (FIRST_DELAY, IDLE_TIME) == (30 * SECOND, HOUR)


# -- from end to end -----------------------------------------------------------------------------------


def logged_in(
    connection: sa.Connection, name: str, password: str, passwords: Passwords, now: int = NOW
) -> str:
    """The token of a new session, or nothing."""
    attempt = begin_attempt(connection, caller_from(MASTER, name, "10.0.0.1"), now)
    token = new_token(source)
    answer = check_password(attempt, password, passwords)
    return token if finish_log_in(connection, attempt, answer, (token, "csrf"), now) else ""


def test_a_log_in_from_end_to_end(connection: sa.Connection) -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    ann = account(connection, "Ann", passwords.hashed("correct horse"))
    assert not logged_in(connection, "Ann", "correct house", passwords)
    assert not logged_in(connection, "Zoe", "correct horse", passwords)
    session = session_of(connection, logged_in(connection, "ANN", "correct horse", passwords), NOW)
    assert session is not None
    assert session.person == ann.id


def test_a_right_password_opens_nothing_while_the_name_must_wait(connection: sa.Connection) -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    account(connection, "Ann", passwords.hashed("correct horse"))
    for _ in range(FREE_OF_NAME + 1):
        assert not logged_in(connection, "Ann", "wrong", passwords)
    assert not logged_in(connection, "Ann", "correct horse", passwords, NOW + FIRST_DELAY - 1)
    assert logged_in(connection, "Ann", "correct horse", passwords, NOW + FIRST_DELAY)


def test_a_log_in_renews_a_hash_of_old_parameters(connection: sa.Connection) -> None:
    old = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    new = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    account(connection, "Ann", old.hashed("correct horse"))
    assert logged_in(connection, "Ann", "correct horse", new)
    stored = connection.scalar(sa.select(schema.people.c.password))
    assert not new.needs_rehash(stored)
    assert logged_in(connection, "Ann", "correct horse", new)


def test_a_guest_has_no_password_to_log_in_with(connection: sa.Connection) -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    name = guest(connection).name or ""
    for password in ("", "the password of nobody"):
        assert not logged_in(connection, name, password, passwords)
