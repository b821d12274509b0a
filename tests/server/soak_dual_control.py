"""One person of a house of two tries everything, in sequences of up to six moves: there is no way to money.

`python tests/server/soak_dual_control.py [DEPTH] [--role=ROLE …] [--waiting=N] [--most=N] [--state=FILE]`:
every sequence of up to six (or DEPTH) moves; of those that lead to the same state one is extended. It goes on
where it stopped. At most N requests wait at a time (2 by default): each is decided by itself.
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
from server.dual_control import ROLES, house
from server.dual_moves import Search, moves
from server.live import findings


async def search(folder: Path, role: str, asked: argparse.Namespace, state: Path) -> None:
    began = time.process_time()
    found = pickle.loads(state.read_bytes()) if state.exists() else Search(asked.waiting)

    def keep(search: Search) -> None:
        fresh = state.with_suffix(".new")
        fresh.write_bytes(pickle.dumps(search))
        os.replace(fresh, state)

    async with house(folder, role) as mallory:
        await found.run(mallory, asked.depth, asked.most, keep)
    said = f"{found.tried:,} sequences to {len(found.seen):,} states, all of {found.depth} moves"
    left = f", {len(found.paths):,} states still to be extended" if found.depth < asked.depth else ""
    used = f"{time.process_time() - began:,.0f} s of CPU"
    print(f"{role}, {len(moves(role))} moves: {said}{left}; nothing gained, {used}", flush=True)


def main() -> None:
    reads = argparse.ArgumentParser(prog="soak_dual_control.py")
    reads.add_argument("depth", type=int, nargs="?", default=6)
    reads.add_argument("--role", choices=ROLES, action="append", help="this role alone; may be repeated")
    reads.add_argument("--waiting", type=int, default=2, help="how many requests wait at a time")
    reads.add_argument("--most", type=int, default=10**9, help="end after so many sequences of a role")
    reads.add_argument("--state", default="build/soak-dual-control", help="how the files of states begin")
    asked = reads.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    for role in asked.role or reversed(ROLES):
        state = Path(f"{asked.state}-{role}")
        state.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=in_memory(1)) as name:
            asyncio.run(search(Path(name), role, asked, state))
            assert findings(Path(name) / "house.db") == []


if __name__ == "__main__":
    main()
