"""Routes of the caller's second factor, sessions and the tokens derived from them."""

import os
from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import delete, get, post, put
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath

from spanish21.server.answers import (
    FactorBegun,
    ModelAsks,
    ModelToken,
    OwnSession,
    RecoveryCodes,
    RecoveryLeft,
)
from spanish21.server.control.factors import begin_factor, confirm_factor, recovery_left, try_factor
from spanish21.server.control.totp import address_of, secret_text
from spanish21.server.people.callers import NotAllowed, require_proof, required
from spanish21.server.people.model_tokens import end_model_token, make_model_token
from spanish21.server.people.sessions import end_session_named, model_session_of, prove_session, sessions_of
from spanish21.server.web.routes.caller import Asking, Desk

HOUSE = "Spanish 21"


class SixDigits(msgspec.Struct, forbid_unknown_fields=True):
    """The code of an authenticator, or a recovery code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


_CODE = [Example(value={"code": "287082"})]


@post("/api/me/factor", summary="Begin to set up an authenticator", status_code=200, asks="set_factor")
async def begin(desk: Desk, caller: Asking) -> FactorBegun:
    """A secret for any authenticator (TOTP, RFC 6238); it takes effect once a code of it was given."""
    asking = required(caller, "set_factor")
    if asking.is_guest:
        raise NotAllowed("a guest has no authenticator; open an account first", 409)
    require_proof(asking, False, desk.now())
    secret = await desk.writer.run(
        lambda connection: begin_factor(connection, desk.master, asking.id, os.urandom)
    )
    return {"secret": secret_text(secret), "address": address_of(secret, asking.name, HOUSE)}


@put("/api/me/factor", summary="Finish setting up an authenticator", asks="set_factor")
async def confirm(
    desk: Desk, caller: Asking, data: Annotated[SixDigits, Body(examples=_CODE)]
) -> RecoveryCodes:
    """Ten recovery codes, shown this once."""
    asking, now = required(caller, "set_factor"), desk.now()
    require_proof(asking, False, now)

    def work(connection: sa.Connection) -> list[str]:
        codes = confirm_factor(connection, desk.master, asking.id, data.code, now, os.urandom)
        prove_session(connection, asking.session.digest, now)
        return codes

    return {"codes": await desk.writer.run(work)}


@post("/api/me/factor/prove", summary="Give the second factor", status_code=200, asks="prove_factor")
async def prove(desk: Desk, caller: Asking, data: Annotated[SixDigits, Body(examples=_CODE)]) -> RecoveryLeft:
    """After a log-in, and again before money moves; a recovery code does it, too, once."""
    asking, now = required(caller, "prove_factor"), desk.now()
    digest = asking.session.digest
    trial = await desk.writer.run(
        lambda connection: try_factor(connection, desk.master, asking.id, digest, data.code, now)
    )
    if trial.why:
        raise NotAllowed(trial.why, 429 if trial.must_wait else 403)
    return {"left": trial.left}


@get("/api/me/factor", summary="How many recovery codes are left", asks="set_factor")
async def left(desk: Desk, caller: Asking) -> RecoveryLeft:
    """0 without an authenticator, too."""
    return {"left": await desk.reading(recovery_left, required(caller, "set_factor").id)}


@get("/api/me/sessions", summary="Your sessions", asks="see_own_sessions")
async def own_sessions(desk: Desk, caller: Asking) -> list[OwnSession]:
    """Where you are logged in, the newest first."""
    asking = required(caller, "see_own_sessions")
    return [
        {
            "id": row.digest.hex(),
            "created": row.created,
            "last_seen": row.last_seen,
            "expires": row.expires,
            "is_this": row.digest == asking.session.digest,
        }
        for row in await desk.reading(sessions_of, asking.id, desk.now())
    ]


@delete("/api/me/sessions/{session:str}", summary="End one of your sessions", asks="end_own_session")
async def end_own_session(desk: Desk, caller: Asking, session: FromPath[str]) -> None:
    """It ends immediately, on open sockets too."""
    asking = required(caller, "end_own_session")
    try:
        digest = bytes.fromhex(session)
    except ValueError:
        digest = b""
    if not await desk.writer.run(lambda connection: end_session_named(connection, asking.id, digest)):
        raise NotFoundException("you have no such session")
    desk.news.digest_ended(digest)


@post("/api/me/model-token", summary="Let a model ask for you", status_code=201, asks="let_model_ask")
async def let_model_ask(desk: Desk, caller: Asking) -> ModelToken:
    """A token with which a model uses the tools at /mcp, shown this once; it opens nothing else. An earlier
    one ends."""
    session, now = required(caller, "let_model_ask").session, desk.now()
    token, expires = await desk.writer.run(
        lambda connection: make_model_token(connection, desk.master, os.urandom, session, now)
    )
    return {"token": token, "expires": expires}


@get("/api/me/model-token", summary="Whether a model may ask for you", asks="see_model_token")
async def see_model_token(desk: Desk, caller: Asking) -> ModelAsks:
    """When its token was made, last used and ends; never the token."""
    asking = required(caller, "see_model_token")
    row = await desk.reading(model_session_of, asking.id, desk.now())
    created, last_seen, expires = (row.created, row.last_seen, row.expires) if row else (0, 0, 0)
    return {
        "is_offered": desk.models is not None,
        "is_made": row is not None,
        "created": created,
        "last_seen": last_seen,
        "expires": expires,
    }


@delete("/api/me/model-token", summary="Take a model's token back", asks="end_model_token")
async def take_model_token_back(desk: Desk, caller: Asking) -> None:
    """It opens nothing from now on."""
    asking, now = required(caller, "end_model_token"), desk.now()
    if not await desk.writer.run(lambda connection: end_model_token(connection, asking.id, now)):
        raise NotFoundException("you have no token for a model")


ROUTES = [begin, confirm, prove, left, own_sessions, end_own_session]
ROUTES += [let_model_ask, see_model_token, take_model_token_back]
