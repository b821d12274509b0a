"""One person of a house of two tries everything, in sequences of up to six moves: there is no way to money.

`python tests/server/soak_dual_control.py [DEPTH] [--role=ROLE …] [--state=FILE]`: every sequence of up to six
(or DEPTH) moves; of those that lead to the same state one is extended. It goes on where it stopped.
"""

import argparse
import asyncio
import logging
import os
import pickle
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memory import in_memory
from server.dual_control import ROLES, Search, house
from server.live import findings


async def search(folder: Path, role: str, depth: int, state: Path) -> None:
    began = time.monotonic()
    found = pickle.loads(state.read_bytes()) if state.exists() else Search()

    def keep(search: Search) -> None:
        fresh = state.with_suffix(".new")
        fresh.write_bytes(pickle.dumps(search))
        os.replace(fresh, state)

    async with house(folder, role) as mallory:
        await found.run(mallory, depth, keep=keep)
    said = f"{found.tried:,} sequences to {len(found.seen):,} states, {found.depth} moves deep"
    print(f"{role}: {said}, nothing gained, {time.monotonic() - began:,.0f} s", flush=True)


def main() -> None:
    reads = argparse.ArgumentParser(prog="soak_dual_control.py")
    reads.add_argument("depth", type=int, nargs="?", default=6)
    reads.add_argument("--role", choices=ROLES, action="append", help="this role alone; may be repeated")
    reads.add_argument("--state", default="build/soak-dual-control", help="how the files of states begin")
    asked = reads.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    for role in asked.role or reversed(ROLES):
        state = Path(f"{asked.state}-{role}")
        state.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=in_memory(1)) as name:
            asyncio.run(search(Path(name), role, asked.depth, state))
            assert findings(Path(name) / "house.db") == []


if __name__ == "__main__":
    main()
