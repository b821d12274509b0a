"""The server for models over HTTP: an application that a running server mounts and lets people into.

The program that mounts it says who asks (`person` in the scope) and where long work is done. Each person has
practice tables for themselves.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any

from mcp.server.transport_security import TransportSecuritySettings

from spanish21.environments.mcp.mcp_server import mcp_server
from spanish21.environments.mcp.mcp_tools import Outcome
from spanish21.environments.mcp.practice import Practice

PATH = "/mcp"
MOST_PEOPLE = 500
MOST_TABLES = 5
"""Practice tables that one person may have open; the tables of those who came longest ago are forgotten."""

Answers = Callable[..., Awaitable[Any]]
"""`answers(asker, question, work, *given)`: where long work is done, and kept by its question."""


class ModelApp:
    """An ASGI application."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._asking: ContextVar[str] = ContextVar("asking")
        self._practices: dict[str, Practice] = {}
        self._server = mcp_server(self._practice, self._worked_out)
        self._app: Any = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer requests until the end."""
        self._app = self._server.streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        token = self._asking.set(scope["person"])
        try:
            await self._app(scope, receive, send)
        finally:
            self._asking.reset(token)

    def _practice(self) -> Practice:
        person = self._asking.get()
        practice = self._practices.pop(person, None) or Practice(most_tables=MOST_TABLES)
        self._practices[person] = practice
        if len(self._practices) > MOST_PEOPLE:
            del self._practices[next(iter(self._practices))]
        return practice

    async def _worked_out(
        self, question: str, work: Callable[..., Outcome], given: tuple[Any, ...]
    ) -> Outcome:
        found: Outcome = await self._answers(self._asking.get(), question, work, *given)
        return found
