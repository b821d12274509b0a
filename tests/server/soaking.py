"""What the server's soaks share: how far one has come is in a file, so that it goes on where it stopped."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec


class Soak:
    """A long run in numbered parts."""

    def __init__(self, name: str, parts: int, unit: str) -> None:
        reads = argparse.ArgumentParser(prog=f"soak_{name}.py")
        reads.add_argument("--parts", type=int, default=parts, help=f"how many {unit}")
        reads.add_argument("--state", type=Path, default=Path("build") / f"soak-{name}.json")
        reads.add_argument("--from", type=int, default=0, dest="first", help="the first one's number")
        asked = reads.parse_args()
        self.parts, self.unit, self._path = asked.parts, unit, asked.state
        self._offset: int = asked.first
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept = msgspec.json.decode(self._path.read_bytes()) if self._path.exists() else {}
        self.done: int = kept.get("done", 0)
        self.found: dict[str, Any] = kept.get("found", {})
        signal.signal(
            signal.SIGTERM, lambda number, frame: sys.exit(128 + number)
        )  # what it started ends, too
        self._began, self._first, self._said = time.monotonic(), self.done, time.monotonic()

    @property
    def number(self) -> int:
        """The number of the part that comes next, from which its chance follows."""
        return self._offset + self.done

    @property
    def is_over(self) -> bool:
        return self.done >= self.parts

    def add(self, parts: int = 1, **found: int) -> None:
        """Note that some parts are done, and add to what was found."""
        self.done += parts
        for name, count in found.items():
            self.found[name] = self.found.get(name, 0) + count
        fresh = self._path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode({"done": self.done, "found": self.found}))
        os.replace(fresh, self._path)
        if time.monotonic() - self._said > 10 or self.is_over:
            self._said = time.monotonic()
            self.say()

    def say(self) -> None:
        """Print how far it has come."""
        pace = (self.done - self._first) / max(time.monotonic() - self._began, 0.001)
        counts = ", ".join(f"{count:,} {name}" for name, count in self.found.items() if type(count) is int)
        print(f"{self.done:,} of {self.parts:,} {self.unit}, {pace:.1f} a second; {counts}", flush=True)
