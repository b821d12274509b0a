"""Second factors: the vectors of the RFC, codes that are good once, recovery codes, wrong ones that wait."""

import pytest
import sqlalchemy as sa

from server.people_at_work import NOW, SECOND, account, guest, source
from spanish21.errors import BadInput
from spanish21.server.control.factors import (
    RECOVERY_CODES,
    begin_factor,
    confirm_factor,
    recovery_left,
    remove_factor,
    try_factor,
)
from spanish21.server.control.totp import STEP, address_of, code_at, secret_text, step_of
from spanish21.server.log.seals import KEY_SIZE, MasterKey
from spanish21.server.people.sessions import begin_session, new_token, session_of
from spanish21.server.store import schema

MASTER = MasterKey(bytes(range(KEY_SIZE)))
RFC_SECRET = b"12345678901234567890"
RFC_6238 = {
    59: "94287082",
    1111111109: "07081804",
    1111111111: "14050471",
    1234567890: "89005924",
    2000000000: "69279037",
    20000000000: "65353130",
}
"""Appendix B of RFC 6238, SHA-1: the time in seconds and the code of eight digits."""
RFC_4226 = [
    *("755224", "287082", "359152", "969429", "338314"),
    *("254676", "287922", "162583", "399871", "520489"),
]
"""Appendix D of RFC 4226: the codes of the first ten steps."""


def test_the_codes_are_those_of_the_rfcs() -> None:
    assert {at: code_at(RFC_SECRET, at // 30, 8) for at in RFC_6238} == RFC_6238
    assert [code_at(RFC_SECRET, step) for step in range(10)] == RFC_4226


def test_a_code_is_good_for_a_step_more_on_either_side_and_once() -> None:
    at = NOW // STEP
    for step, is_good in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        found = step_of(RFC_SECRET, code_at(RFC_SECRET, at + step), NOW, 0)
        assert found == (at + step if is_good else None)
    assert step_of(RFC_SECRET, code_at(RFC_SECRET, at), NOW, at) is None
    assert step_of(RFC_SECRET, "१२३४५६", NOW, 0) is None


def test_an_authenticator_reads_the_address_that_is_shown() -> None:
    assert secret_text(RFC_SECRET) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert address_of(RFC_SECRET, "Ann Bell", "Spanish 21") == (
        "otpauth://totp/Spanish%2021%3AAnn%20Bell?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Spanish+21"
    )


def logged_in(connection: sa.Connection) -> tuple[str, bytes, str]:
    """Somebody with an account and a session: the person, the session's digest and its token."""
    person, token = account(connection, "Ann").id, new_token(source)
    return person, begin_session(connection, person, token, "", NOW).digest, token


def with_factor(connection: sa.Connection) -> tuple[str, bytes, str, bytes, list[str]]:
    person, digest, token = logged_in(connection)
    secret = begin_factor(connection, MASTER, person, source)
    codes = confirm_factor(connection, MASTER, person, code_at(secret, NOW // STEP), NOW, source)
    return person, digest, token, secret, codes


def test_a_factor_counts_once_a_code_of_it_was_given_and_is_nowhere_in_the_store(
    connection: sa.Connection,
) -> None:
    person, digest, _ = logged_in(connection)
    assert "no authenticator" in try_factor(connection, MASTER, person, digest, "123456", NOW).why
    with pytest.raises(BadInput, match="begin to set up"):
        confirm_factor(connection, MASTER, person, "123456", NOW, source)
    secret = begin_factor(connection, MASTER, person, source)
    with pytest.raises(BadInput, match="not the six digits"):
        confirm_factor(connection, MASTER, person, "123456", NOW, source)
    codes = confirm_factor(connection, MASTER, person, code_at(secret, NOW // STEP), NOW, source)
    assert len(set(codes)) == RECOVERY_CODES == recovery_left(connection, person)
    stored = str(connection.execute(sa.select(schema.factors)).all())
    assert repr(secret)[2:-1] not in stored
    assert not any(code.replace("-", "") in stored for code in codes)
    with pytest.raises(BadInput, match="only an account"):
        begin_factor(connection, MASTER, guest(connection).id, source)


def test_a_code_proves_the_session_and_is_good_once(connection: sa.Connection) -> None:
    person, digest, token, secret, _ = with_factor(connection)
    session = session_of(connection, token, NOW)
    assert session is not None
    assert session.proved == 0
    used = code_at(secret, NOW // STEP)
    assert try_factor(connection, MASTER, person, digest, used, NOW).why, "it was used to set up"
    later = NOW + 60 * SECOND
    code = code_at(secret, later // STEP)
    assert try_factor(connection, MASTER, person, digest, f"{code[:3]} {code[3:]}", later).why == ""
    session = session_of(connection, token, later)
    assert session is not None
    assert session.proved == later
    assert try_factor(connection, MASTER, person, digest, code, later).why


def test_a_recovery_code_is_good_once(connection: sa.Connection) -> None:
    person, digest, _, _, codes = with_factor(connection)
    trial = try_factor(connection, MASTER, person, digest, codes[3].lower(), NOW)
    assert (trial.why, trial[1]) == ("", RECOVERY_CODES - 1)
    assert try_factor(connection, MASTER, person, digest, codes[3], NOW).why
    assert recovery_left(connection, person) == RECOVERY_CODES - 1


def test_wrong_codes_wait_longer_and_longer(connection: sa.Connection) -> None:
    person, digest, _, secret, _ = with_factor(connection)
    later = NOW + 60 * SECOND
    for _ in range(5):
        assert try_factor(connection, MASTER, person, digest, "000000", later).why.startswith("these are not")
    right = code_at(secret, later // STEP)
    waits = try_factor(connection, MASTER, person, digest, right, later).why
    assert waits == "too many wrong codes; wait 30 seconds"
    later += 31 * SECOND
    assert try_factor(connection, MASTER, person, digest, code_at(secret, later // STEP), later).why == ""


def test_whoever_has_lost_it_sets_up_another_and_is_new_again(connection: sa.Connection) -> None:
    person, digest, _, _, codes = with_factor(connection)
    remove_factor(connection, person, "two others", NOW)
    assert try_factor(connection, MASTER, person, digest, codes[0], NOW).why
    query = sa.select(schema.people.c.reset_at).where(schema.people.c.id == person)
    assert connection.scalar(query) == NOW
    with pytest.raises(BadInput, match="no authenticator"):
        remove_factor(connection, person, "two others", NOW)
