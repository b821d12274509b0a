"""The registered routes of the application, as tests go through all of them: nothing is listed by hand."""

import functools
import os
from typing import Any, NamedTuple

import sqlalchemy as sa

from spanish21.client.client import Client
from spanish21.server.people.accounts import add_account, add_guest, new_pseudonym
from spanish21.server.people.roles import PLAYER, give_role, take_role
from spanish21.server.people.sessions import begin_session, new_token, prove_session
from spanish21.server.store import schema
from spanish21.server.web.app import _litestar
from spanish21.server.web.desk import FrontDesk

NOT_OURS = ("/", "/{file_path}", "/api/schema", "/api/schema/{path}", "/api/schema/openapi.json")
"""Files of the page, and the description of the API itself: everybody may have them."""


class Route(NamedTuple):
    """A registered route: how it is asked, and under which names of server/people/permissions.py."""

    method: str
    path: str
    asks: tuple[str, ...]
    parameters: tuple[dict[str, Any], ...] = ()
    body: dict[str, Any] | None = None
    """The schema of its body, with an example."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def example(self) -> Any:
        return self.body["examples"][0] if self.body and self.body.get("examples") else None

    def filled(self, **values: str) -> str:
        """The path with values for what is in braces; "none" for what has no value."""
        path = self.path
        for parameter in self.parameters:
            if parameter["in"] == "path":
                kind = parameter["schema"].get("type")
                usual = "1" if kind == "integer" else "none"
                path = path.replace("{" + parameter["name"] + "}", values.get(parameter["name"], usual))
        return path


@functools.cache
def described() -> dict[str, Any]:
    """The application's own OpenAPI document."""
    return dict(_litestar(None).openapi_schema.to_schema())  # type: ignore[arg-type]


@functools.cache
def all_routes() -> tuple[Route, ...]:
    """Every route of the application."""
    document, found = described(), []
    for route in _litestar(None).routes:  # type: ignore[arg-type]
        path = route.path_format
        if path in NOT_OURS:
            continue
        handlers = getattr(route, "route_handlers", None) or [route.route_handler]  # type: ignore[union-attr]
        for handler in handlers:
            asks = handler.opt.get("asks", ())
            names = (asks,) if isinstance(asks, str) else tuple(asks)
            for method in sorted(getattr(handler, "http_methods", ("SOCKET",))):
                if method not in ("OPTIONS", "HEAD"):
                    told = document["paths"].get(path, {}).get(method.lower(), {})
                    found.append(_route(method, path, names, told))
    return tuple(sorted(found, key=lambda one: (one.path, one.method)))


def _route(method: str, path: str, asks: tuple[str, ...], told: dict[str, Any]) -> Route:
    body = None
    if "requestBody" in told:
        body = dict(told["requestBody"]["content"]["application/json"]["schema"])
    return Route(method, path, asks, tuple(told.get("parameters", ())), body)


async def somebody(desk: FrontDesk, address: str, *roles: str, is_guest: bool = False) -> Client:
    """A client of somebody logged in with exactly these roles; without any, of a stranger."""
    client = Client(address)
    if not roles:
        return client
    person, token, now = new_pseudonym(os.urandom), new_token(os.urandom), desk.now()

    def work(connection: sa.Connection) -> None:
        if is_guest:
            add_guest(connection, person, now)
        else:
            add_account(connection, person, f"Some {person[1:9]}", "no password", now)
        for role in roles:
            give_role(connection, person, role, "test", now)
        if PLAYER not in roles:
            take_role(connection, person, PLAYER)
        session = begin_session(connection, person, token, "", now)
        prove_session(connection, session.digest, now)

    await desk.writer.run(work)
    client._http.cookies.set("spanish21", token)
    return client


def state_of(connection: sa.Connection) -> dict[str, Any]:
    """Everything in the store but when somebody was seen last, and what is signed without being asked."""
    found = {}
    for table in schema.metadata.sorted_tables:
        if table.name in ("leaves", "tiles", "checkpoints", "leases"):
            continue
        columns = [
            column for column in table.columns if column.name not in ("last_seen", "owner", "epoch", "mac")
        ]
        found[table.name] = sorted(map(repr, connection.execute(sa.select(*columns)).all()))
    return found
