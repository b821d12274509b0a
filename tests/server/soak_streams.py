"""200,000 messages of hostile clients to tables on each store: none stops, nothing changes without an answer.

`python tests/server/soak_streams.py [--parts=N] [--state=FILE]` continues where it stopped. The server is
started again now and then, and the same people come back with the ids that they have used.
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
from server.live import findings, served, table_of
from server.soaking import Soak
from server.streams import StreamRecord, Tokens, bursts, three_sockets, tokens_of
from spanish21.books.rulebook import BOOKS

MESSAGES, OF_START, STARTS = 400_000, 1_000, 3


async def part(folder: Path, database: str, number: int, found: StreamRecord) -> int:
    """A table, and several starts of its server; how many messages."""
    chance, sent = random.Random(number), 0
    table_id, tokens = "", Tokens()
    for _ in range(STARTS):
        async with served(folder, database=database) as (desk, at):
            table_id = table_id or (await table_of(desk, BOOKS[number % len(BOOKS)])).id
            async with three_sockets(at, table_id, tokens) as sockets:
                sent += await bursts(desk, table_id, sockets, found, chance, OF_START)
                tokens = tokens_of(sockets)
    return sent


def main() -> None:
    soak = Soak("streams", MESSAGES, "messages")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    cluster = Cluster()
    try:
        while not soak.is_over:
            with tempfile.TemporaryDirectory(dir=in_memory(1)) as name:
                folder, known, number = Path(name), StreamRecord(), soak.number
                is_sqlite = number // (OF_START * STARTS) % 2 == 0
                database = f"sqlite:///{folder}/house.db" if is_sqlite else cluster.new_store()
                sent = asyncio.run(part(folder, database, number, known))
                assert findings(folder / "house.db", database) == []
                soak.add(sent, **known.answers)
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
