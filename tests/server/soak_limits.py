"""Exclusion and limits raced 10,000 times on each store: nothing gets through.

`python tests/server/soak_limits.py [--parts=N] [--state=FILE]` continues where it stopped.
"""

import asyncio
import logging
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memory import in_memory
from server.conftest import Cluster
from server.live import findings, served
from server.racing import race_exclusions, race_limits
from server.soaking import Soak

RACES, OF_PART = 20_000, 250


async def part(folder: Path, database: str, number: int) -> dict[str, int]:
    """Some hundred races of both kinds at new tables."""
    chance = random.Random(number)
    async with served(folder, database=database) as (desk, at):
        first = await race_exclusions(desk, at, chance, OF_PART)
        refused = await race_limits(desk, at, chance, OF_PART)
    return {"commands that came before an exclusion": first, "wagers that a limit refused": refused}


def main() -> None:
    soak = Soak("limits", RACES, "races of each kind")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    cluster = Cluster()
    try:
        while not soak.is_over:
            with tempfile.TemporaryDirectory(dir=in_memory(1)) as name:
                folder, number = Path(name), soak.number
                is_sqlite = number // OF_PART % 2 == 0
                database = f"sqlite:///{folder}/house.db" if is_sqlite else cluster.new_store()
                found = asyncio.run(part(folder, database, number))
                assert findings(folder / "house.db", database) == []
                soak.add(OF_PART, **found)
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
