"""A house whose signed log is made up by a test, honest or with two faces: what it answers to a page."""

import json
import re
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import Page, Route

from spanish21.server.fairness.handing_over import house_name
from spanish21.server.transparency.checkpoint import Checkpoint, signed_checkpoint
from spanish21.server.transparency.leaf import Leaf, Statement, first_leaf, statement_text
from spanish21.server.transparency.note import SigningKey, base64_of, signed
from spanish21.server.transparency.tree import consistency_proof, root_of, tree_of

KEY = SigningKey("house", bytes(range(32)))
OTHER_KEY = SigningKey("house", bytes(range(1, 33)))


class HouseLog:
    """The log of one incarnation, with `size` leaves; another `past` gives it others."""

    def __init__(
        self,
        size: int,
        past: str = "a",
        key: SigningKey = KEY,
        incarnation: int = 1,
        before: "HouseLog | None" = None,
        restored: int | None = None,
        named: int | None = None,
    ) -> None:
        self.incarnation, self.size, self.key = incarnation, size, key
        self.origin = f"{house_name(key.verifier())}/{incarnation}"
        after, why, lost = "", "", 0
        if before is not None:
            after = before.checkpoint(named or before.size).partition("\n\n")[0]
            why, lost = "a backup was restored", max((named or before.size) - (restored or before.size), 0)
        statement = Statement(
            self.origin,
            incarnation,
            0,
            "",
            after,
            before.size if before and restored is None else restored or 0,
            lost,
            why,
        )
        self.statement = statement_text(statement)
        first = first_leaf(incarnation, self.statement)
        leaves = [Leaf(incarnation, f"t{past}", n, bytes(32)) for n in range(1, 40)]
        self.tree = tree_of(leaf.hash for leaf in (first, *leaves))

    def checkpoint(self, size: int = 0) -> str:
        size = size or self.size
        found = Checkpoint(self.origin, size, root_of(self.tree.tile, size))
        return str(signed_checkpoint(found, self.key))

    def row(self) -> dict[str, object]:
        """What /api/tree says of it."""
        return {
            "incarnation": self.incarnation,
            "origin": self.origin,
            "key": str(self.key.named(self.origin).verifier()),
            "began": 1_795_000_000_000,
            "statement": self.statement,
            "size": self.size,
            "checkpoint": self.checkpoint(),
            "cosigned": self.checkpoint(),
        }

    def handover(self, following: SigningKey) -> str:
        """The last checkpoint of this log's key, which announces the next one."""
        new = following.named(self.origin)
        text = f"{self.checkpoint().partition(chr(10) * 2)[0]}\nnext {new.verifier()}\n"
        return str(signed(text, self.key.named(self.origin), new))

    def proof(self, old: int, size: int) -> list[str]:
        return [base64_of(one) for one in consistency_proof(self.tree.tile, old, size)]


class Faces:
    """What the house shows to a page; a test changes `logs` as it likes."""

    def __init__(self, *logs: HouseLog) -> None:
        self.logs, self.is_silent = list(logs), False
        self.rows: list[dict[str, object]] | None = None
        """What /api/tree says in place of the logs' own rows."""

    def show_to(self, page: Page) -> None:
        page.route(re.compile("/api/tree"), self._answer)

    def _answer(self, route: Route) -> None:
        found = urlparse(route.request.url)
        if found.path == "/api/tree":
            route.fulfill(json=self.rows if self.rows is not None else [log.row() for log in self.logs])
            return
        asked = {name: int(values[0]) for name, values in parse_qs(found.query).items()}
        number = int(found.path.split("/")[3])
        log = next((one for one in self.logs if one.incarnation == number), None)
        if log is None or self.is_silent or asked["size"] > log.size:
            route.fulfill(status=404, body=json.dumps({"error": "the tree has no such sizes"}))
            return
        route.fulfill(json=log.proof(asked["old"], asked["size"]))
