"""20,000 malformed requests and 20,000 malformed messages: no 5xx, no crash, no change of state.

`python tests/server/soak_malformed.py [--parts=N] [--state=FILE]` continues where it stopped.
"""

import asyncio
import logging
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from server.api import somebody, state_of
from server.live import decline_cut, seated, served, table_of, unhurried
from server.malformed import send_bad_messages, send_bad_requests
from server.soaking import Soak
from spanish21.server.people.roles import ROLES
from spanish21.server.web.desk import FrontDesk

PARTS, OF_PART = 20_000, 500


async def part(number: int, desk: FrontDesk, address: str) -> dict[str, int]:
    """Some hundred requests and messages to a new table."""
    chance = random.Random(number)
    row = await table_of(desk, chance.choice(("maryland", "uk-casino", "players-edge")))
    clients = [await somebody(desk, address, *roles) for roles in ((), ("player",), ROLES)]
    for client in clients:
        await client._http.get("/me")
    async with seated(address, row.id, 1, 0) as sockets:
        await decline_cut(sockets)
        unhurried(desk)
        before = await desk.reading(state_of)
        answers = await send_bad_requests(clients, row.id, chance, OF_PART)
        said = await send_bad_messages(sockets, chance, OF_PART, desk.hall.hosts[row.id].log.seq)
        assert await desk.reading(state_of) == before
        assert not said["done"]
        assert not said["trouble"]
        assert not desk.hall.hosts[row.id].stopped
    for client in clients:
        await client.__aexit__(None, None, None)
    return {"refused": sum(answers.values()), "refused on the socket": sum(said.values())}


async def run(soak: Soak) -> None:
    while not soak.is_over:
        with tempfile.TemporaryDirectory() as folder:
            async with served(Path(folder)) as (desk, address):
                for _ in range(10):
                    if not soak.is_over:
                        soak.add(OF_PART, **await part(soak.number, desk, address))


def main() -> None:
    soak = Soak("malformed", PARTS, "requests, and as many messages")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    asyncio.run(run(soak))
    soak.say()


if __name__ == "__main__":
    main()
