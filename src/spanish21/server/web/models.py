"""The door for models: requests to /mcp, of people who gave a model their token, go to another application.

The application comes from outside (`Service.models`), because the server knows nothing of environments.
"""

from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from spanish21.server.people.model_tokens import caller_by_model_token
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.gate import MODELS, Bucket, Receive, Scope, Send, say

REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 20.0, 100.0
"""Of one person, from any address."""
NO_TOKEN = "give a token for models: Authorization: Bearer TOKEN (POST /api/me/model-token makes one)"


class Models(Protocol):
    """An application for models: it is told who asks as `person` in the scope."""

    def running(self) -> AbstractAsyncContextManager[None]: ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class ModelDoor:
    """An ASGI application before another one."""

    def __init__(self, app: Any, desk: FrontDesk) -> None:
        self._app, self._desk = app, desk
        self._requests = Bucket(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._desk.models is None or scope["type"] != "http" or scope["path"] != MODELS:
            await self._app(scope, receive, send)
        elif scope["method"] != "POST":
            await say(send, 405, "a model asks with POST")
        else:
            await self._answer(self._desk.models, scope, receive, send)

    async def _answer(self, models: Models, scope: Scope, receive: Receive, send: Send) -> None:
        said = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        kind, _, token = said.partition(" ")
        desk = self._desk
        caller = None
        if kind.lower() == "bearer":
            caller = await desk.keeping(
                await desk.reading(caller_by_model_token, desk.master, token, desk.now())
            )
        if caller is None:
            await say(send, 401, NO_TOKEN)
            return
        wait = self._requests.wait(caller.id)
        if wait:
            await say(send, 429, f"too many requests; wait {wait:.1f} seconds")
            return
        await models({**scope, "person": caller.id}, receive, send)
