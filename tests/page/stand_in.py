"""A stand-in for the server: serves the page and speaks the wire for tables held in memory.

python tests/page/stand_in.py [PORT]     then open http://127.0.0.1:PORT/
"""

import itertools
import json
import secrets
import sys
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from page.lines import Lines
from page.openings import OPENINGS, opened
from page.sheets import sheet
from spanish21.books.rulebook import load_book
from spanish21.errors import BadInput
from spanish21.server.studies.known_edges import EDGES
from spanish21.server.table.felt import meters_shown, seats_taken, short_titles

PAGE = Path(__file__).parents[2] / "src" / "spanish21" / "server" / "page"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
TYPES |= {".webmanifest": "application/manifest+json"}
POLICY = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'; object-src 'none'"


class StandIn(Lines):
    """An ASGI application."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = itertools.count(1)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)

    # -- http --------------------------------------------------------------------------------------

    async def http(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        body = b""
        while (part := await receive()).get("more_body") or part.get("body"):
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        path, method = scope["path"], scope["method"]
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        cookie: list[tuple[bytes, bytes]] = []
        if self.is_cut:
            status, kind, answer = 503, "application/json", b'{"error": "cut"}'
        elif path.startswith("/api/"):
            if method != "GET" and headers.get("x-spanish21") != "1":
                status, found = 403, {"error": "the header X-Spanish21 is missing"}
            else:
                status, found, cookie = self.answer(method, path, headers, json.loads(body or b"{}"), scope)
            kind, answer = "application/json", msgspec.json.encode(found)
        else:
            status, kind, answer = self.file(path)
        heads = [
            (b"content-type", f"{kind}; charset=utf-8".encode()),
            (b"content-security-policy", POLICY.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"cache-control", b"no-cache"),
            *cookie,
        ]
        await send({"type": "http.response.start", "status": status, "headers": heads})
        await send({"type": "http.response.body", "body": answer})

    def file(self, path: str) -> tuple[int, str, bytes]:
        wanted = (PAGE / (path.lstrip("/") or "index.html")).resolve()
        if not wanted.is_relative_to(PAGE) or not wanted.is_file():
            return 404, "text/plain", b"not found"
        return 200, TYPES.get(wanted.suffix, "application/octet-stream"), wanted.read_bytes()

    def person(self, headers: dict[str, str]) -> str:
        morsel = SimpleCookie(headers.get("cookie", "")).get("session")
        return morsel.value if morsel and morsel.value in self.people else ""

    def answer(
        self, method: str, path: str, headers: dict[str, str], body: dict[str, Any], scope: dict[str, Any]
    ) -> tuple[int, Any, list[tuple[bytes, bytes]]]:
        who = self.person(headers)
        parts = path.removeprefix("/api/").split("/")
        if (method, parts) == ("POST", ["guest"]):
            number = next(self.numbers)
            who = f"p{number}"
            me = {"person": who, "name": body.get("name") or f"Guest {number}", "roles": [], "purse": 1000_00}
            self.people[who] = me
            return 201, me, [(b"set-cookie", f"session={who}; HttpOnly; SameSite=Strict; Path=/".encode())]
        if parts == ["me"]:
            return (
                (200, self.people[who] | {"limits": None, "seats": []}, [])
                if who
                else (401, {"error": "Nobody is logged in."}, [])
            )
        if (method, parts) == ("PUT", ["me", "limits"]):
            return 200, {"limits": body}, []
        if parts == ["tables"]:
            return self.open_table(body) if method == "POST" else (200, self.listing(), [])
        if parts == ["me", "rounds"]:
            return 200, {"rounds": [], "total": 0, "counts": {}, "nets": [], "sides_net": 0}, []
        if parts == ["tree"]:
            return 200, [], []
        if parts == ["books"]:
            return 200, [{"book": name, "title": load_book(name).title} for name in OPENINGS["books"]], []
        if parts[0] == "tables" and parts[1] in self.tables:
            return self.of_table(parts, who, scope)
        return 404, {"error": "There is no such page."}, []

    def open_table(self, body: dict[str, Any]) -> tuple[int, Any, list[tuple[bytes, bytes]]]:
        try:
            table = opened(str(body.get("book", "")))
        except (BadInput, KeyError) as error:
            return 422, {"errors": [str(error)]}, []
        number = f"t{len(self.tables) + 1}"
        table.name = str(body.get("name") or table.name)
        self.add(number, table)
        return 201, {"id": number}, []

    def listing(self) -> list[dict[str, Any]]:
        found = []
        for number, held in self.tables.items():
            table, one = held.table, sheet(number, held.name, held.table.rules)
            taken = sum(1 for person in table.people if person.seat)
            found.append(
                {
                    name: one[name]
                    for name in (
                        "id",
                        "name",
                        "book",
                        "title",
                        "currency",
                        "minimum",
                        "maximum",
                        "decks",
                        "boxes",
                    )
                }
                | {
                    "taken": taken,
                    "seats": seats_taken(table),
                    "round": table.round_number,
                    "sides": short_titles(table.rules),
                    "decide_seconds": held.decide_seconds,
                    "phase": table.phase,
                    "play_chips": True,
                    "edge": EDGES.get(one["book"], 0.004),
                }
                | {"meters": meters_shown(table)}
            )
        return found

    def of_table(
        self, parts: list[str], who: str, scope: dict[str, Any]
    ) -> tuple[int, Any, list[tuple[bytes, bytes]]]:
        held = self.tables[parts[1]]
        if len(parts) == 2:
            return 200, sheet(parts[1], held.name, held.table.rules), []
        if parts[2] == "ticket":
            ticket = secrets.token_urlsafe(12)
            self.tickets[ticket] = who or "stranger"
            return 200, {"ticket": ticket}, []
        if parts[2:3] == ["rounds"] and len(parts) == 4:
            return 200, {"notation": "", **held.round(int(parts[3]), who)}, []
        if parts[2] == "rounds":
            return 200, held.rounds(10), []
        return 404, {"error": "There is no such page."}, []


def stand_in() -> StandIn:
    """A stand-in with a table of each book and every scene."""
    app = StandIn()
    for number, name in enumerate(OPENINGS["books"], start=1):
        app.add(f"b{number}", opened(name))
    return app


if __name__ == "__main__":
    import uvicorn

    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8021
    app = stand_in()
    for name in OPENINGS["scenes"]:
        app.add(name, opened(name))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", ws="websockets-sansio")
