"""The tools and resources of the server for models, for any caller and on any host.

A model at a practice table sees what a person in its seat would see, and no more: cards come from the
operating system's randomness, and no tool takes a seed.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio.to_thread
import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from spanish21.books.rulebook import BOOKS
from spanish21.environments.mcp import mcp_tools
from spanish21.environments.mcp.documents import document, list_of_documents
from spanish21.environments.mcp.practice import Practice
from spanish21.environments.seat import PLAYER
from spanish21.errors import Spanish21Error

INSTRUCTIONS = (
    f"Spanish 21 under {len(BOOKS)} rulebooks ({', '.join(BOOKS)}). Money is in the smallest unit: 500 is "
    "five dollars or pounds. Open a practice table with open_table, then act until the round is over."
)

Tool = TypeVar("Tool", bound=Callable[..., Any])
Works = Callable[[str, Callable[..., mcp_tools.Outcome], tuple[Any, ...]], Awaitable[mcp_tools.Outcome]]
"""Where long work is done: the question in words, a function of mcp_tools.py, what it is given."""


async def in_a_thread(
    question: str, work: Callable[..., mcp_tools.Outcome], given: tuple[Any, ...]
) -> mcp_tools.Outcome:
    """Work something out in this process."""
    return await anyio.to_thread.run_sync(work, *given)


def in_words(tool: Tool, kind: type[Exception] = ToolError) -> Tool:
    """The tool, with every refusal as a line that the model reads."""

    @functools.wraps(tool)
    def answer(*given: Any, **named: Any) -> Any:
        try:
            return msgspec.to_builtins(tool(*given, **named), enc_hook=str)
        except Spanish21Error as error:
            raise kind(str(error)) from None

    return answer  # type: ignore[return-value]


_ANY = Practice()
"""The tools' inputs: its methods show them."""


class _Tools:
    """The tools for the current caller."""

    def __init__(self, practice: Callable[[], Practice], works: Works) -> None:
        self._practice, self._works = practice, works

    def at_a_table(self, name: str) -> Callable[..., Any]:
        """A method of `Practice` as a tool: of the caller's practice, one call at a time."""

        @functools.wraps(getattr(_ANY, name))
        def answer(*given: Any, **named: Any) -> Any:
            practice = self._practice()
            with practice.lock:
                return getattr(practice, name)(*given, **named)

        return in_words(answer)

    def worked_out(self, tool: Callable[..., Any]) -> Callable[..., Any]:
        """A tool that takes long, worked out elsewhere."""

        @functools.wraps(tool)
        async def answer(*given: Any, **named: Any) -> Any:
            bound = inspect.signature(tool).bind(*given, **named)
            bound.apply_defaults()
            return await self._found(tool.__name__, bound.args)

        return answer

    async def advise(self, table: int) -> list[dict[str, Any]]:
        """The worth of each legal decision at a practice table, and its cost against the best."""
        try:
            snapshot = self._practice().snapshot(table)
        except Spanish21Error as error:
            raise ToolError(str(error)) from None
        if snapshot is None:
            return []
        found: list[dict[str, Any]] = await self._found("advised", (snapshot, PLAYER))
        return found

    async def _found(self, name: str, given: tuple[Any, ...]) -> Any:
        try:
            found, why = await self._works(f"{name} {given!r}", mcp_tools.outcome, (name, given))
        except Spanish21Error as error:
            raise ToolError(str(error)) from None
        if why:
            raise ToolError(why)
        return found


def clause_resource(book: str, clause_id: str) -> str:
    """A clause as JSON."""
    return msgspec.json.encode(mcp_tools.clause(book, clause_id), enc_hook=str).decode()


def book_resource(book: str) -> str:
    """All clauses of a book, a line for each."""
    clauses = mcp_tools.packaged_book(book).clauses
    return "\n".join(f"{one.id}  {one.says}" for one in clauses) + "\n"


def mcp_server(practice: Callable[[], Practice] | None = None, works: Works = in_a_thread) -> MCPServer[Any]:
    """The server, with its tools and resources; `practice` has the caller's tables."""
    own = Practice()
    tools = _Tools(practice or (lambda: own), works)
    server: MCPServer[Any] = MCPServer("spanish21", instructions=INSTRUCTIONS)
    for quick in (mcp_tools.books, mcp_tools.clauses, mcp_tools.clause, mcp_tools.rules):
        server.tool()(in_words(quick))
    for name in ("open_table", "view_table", "legal", "act", "close_table"):
        server.tool()(tools.at_a_table(name))
    server.tool()(tools.advise)
    for slow in (
        *(mcp_tools.settle_round, mcp_tools.verify_log),
        *(mcp_tools.edge, mcp_tools.prices, mcp_tools.side_wagers),
    ):
        server.tool()(tools.worked_out(slow))
    for address, resource, form in (
        ("clauses/{book}/{clause_id}", clause_resource, "application/json"),
        ("books/{book}", book_resource, "text/plain"),
        ("documents/{name}", document, "text/markdown"),
        ("documents", list_of_documents, "text/plain"),
    ):
        server.resource(f"spanish21://{address}", mime_type=form)(in_words(resource, ResourceError))
    return server
