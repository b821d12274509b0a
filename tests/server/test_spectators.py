"""How many look on at a table."""

import asyncio
from pathlib import Path

from server.live import decline_cut, seated, served, table_of


def test_spectators_are_told_in_number_and_players_are_not_among_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1, 2, 0, 0) as sockets:
                await decline_cut(sockets)
                assert (await sockets[0].command("PlaceWager", box=1, amount=1_000)).ok
                for socket in sockets:
                    await socket.until(lambda state: state["watching"] == 2)

    asyncio.run(main())
