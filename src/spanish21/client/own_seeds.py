"""A player's seeds: promised, and opened when they are listed. docs/fairness.md has the messages."""

import hashlib
import os
from typing import Any, NamedTuple

import msgspec

SEED_SIZE = 32


class Held(NamedTuple):
    """A seed that was promised, and the house's signed receipt for the promise ("" until it comes)."""

    seed: str
    words: str
    receipt: str = ""


class SeedKeeper:
    """The messages that a player's program has to send. `held` has seeds by their promises."""

    def __init__(self, words: str = "") -> None:
        self.words = words
        self.held: dict[str, Held] = {}
        self._last = ""
        self._used: set[str] = set()
        self._said: set[tuple[str, bool]] = set()
        """Messages sent since the connection was made, so that none is sent twice."""

    def messages(self, message: dict[str, Any], state: dict[str, Any]) -> list[bytes]:
        """The messages to send after a message, in the resulting state."""
        kind = message["type"]
        if kind == "seed" and message.get("receipt") and message["id"] in self.held:
            id = message["id"]
            self.held[id] = self.held[id]._replace(receipt=message["receipt"])
        if kind == "whole":
            self._said.clear()
        seeds, me = state.get("seeds"), state.get("you", "")
        if kind not in ("whole", "change") or not seeds:
            return []
        return [*self._opened(seeds, me), *self._promised(state, seeds, me)]

    def _opened(self, seeds: dict[str, Any], me: str) -> list[bytes]:
        listed = seeds.get("listed") or {"promises": {}}
        promise = listed["promises"].get(me, "")
        held = self.held.get(promise)
        if held is None:
            return []
        self._used.add(promise)
        return self._once(promise, {"seed": held.seed, "words": held.words})

    def _promised(self, state: dict[str, Any], seeds: dict[str, Any], me: str) -> list[bytes]:
        is_at_table = any(person["name"] == me for person in state["view"]["people"])
        if not is_at_table or me in seeds["paused"] or seeds["promised"].get(me, "-") in self.held:
            return []
        if not self._last or self._last in self._used:
            seed = os.urandom(SEED_SIZE).hex()
            text = f"{seed} {self.words}" if self.words else seed
            self._last = hashlib.sha256(text.encode()).hexdigest()
            self.held[self._last] = Held(seed, self.words)
        return self._once(self._last, {"promise": self._last})

    def _once(self, promise: str, fields: dict[str, str]) -> list[bytes]:
        if (promise, "promise" in fields) in self._said:
            return []
        self._said.add((promise, "promise" in fields))
        return [msgspec.json.encode({"type": "seed", "id": promise, **fields})]
