"""Runs a walkthrough and notes which functions of the package are called, in the order of their first calls.

`python traces.py CHECKOUT WALKTHROUGH FILE` writes a JSON list of `file:function`. Compiled functions do not
appear. walkthroughs.py runs this file with the checkout's sources and test helpers on its path; it
imports nothing from the benchmarks.
"""

import asyncio
import contextlib
import inspect
import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

FIRST_CARDS = "6s 9h 5d"
"""A box's 6, the up card 9, the box's 5: an 11, which is worth a double in every book."""


class Trace:
    """The functions of a checkout's package that are called while it is on, in all threads."""

    def __init__(self, source: Path) -> None:
        self.prefix = f"{source}{os.sep}"
        self.called: dict[str, None] = {}
        self.is_on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and self.is_on and code.co_filename.startswith(self.prefix):
            name = code.co_name
            if (
                code.co_flags & inspect.CO_OPTIMIZED and name.isidentifier()
            ):  # neither a class body nor <lambda>
                self.called[f"{code.co_filename.removeprefix(self.prefix)}:{name}"] = None

    def stop(self) -> list[str]:
        self.is_on = False
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        return list(self.called)


def price(trace: Trace) -> None:
    """From the shell to a number, computed and not read from the cache."""
    os.environ["SPANISH21_FRESH"] = "1"
    command(trace, "edge", "uk-casino")


def simulated_round(trace: Trace) -> None:
    command(trace, "simulate", "uk-casino", "--rounds", "1000", "--threads", "1", "--seed", "1")


def command(trace: Trace, *arguments: str) -> None:
    from spanish21.cli import main

    trace.is_on = True
    with contextlib.suppress(SystemExit):
        main(list(arguments))


def double(trace: Trace) -> None:
    """From the message that a click sends to the messages for everyone at the table."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(doubled(trace, Path(folder)))


async def doubled(trace: Trace, folder: Path) -> None:
    from server.live import KnownShoes, decline_cut, seated, served, table_of

    async with served(folder, lambda: KnownShoes(FIRST_CARDS)) as (desk, address):
        table: Any = await table_of(desk, "uk-casino")
        async with seated(address, table.id, 1, 0) as sockets:
            await decline_cut(sockets)
            player = sockets[0]
            await player.command("PlaceWager", box=1, amount=1000)
            while not any(may["command"] == "Double" for may in player.state["legal"]):
                await asyncio.sleep(0.01)
            trace.is_on = True
            answer = await player.command("Double", amount=1000)
            while any(socket.state["seq"] < answer.seq for socket in sockets):
                await asyncio.sleep(0.01)
            trace.is_on = False
            assert answer.ok, answer


WALKTHROUGHS: dict[str, Callable[[Trace], None]] = {
    "double": double,
    "price": price,
    "simulated round": simulated_round,
}


def main() -> None:
    root, name, written = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    trace = Trace(root / "src" / "spanish21")
    WALKTHROUGHS[name](trace)
    written.write_text(json.dumps(trace.stop()), "utf-8")


if __name__ == "__main__":
    main()
