"""Nobody gets at money or authority alone: a search through the real routes, as a whole in the soak."""

import asyncio
from pathlib import Path

import pytest

from server.dual_control import ROLES, house, searched
from server.live import agree, findings

MOVES = {"administrator": 45, "floorperson": 30, "auditor": 29, "dealer": 29}
LEAST_STATES = {"administrator": 12, "floorperson": 5, "auditor": 2, "dealer": 2}
"""So many different states the first moves lead to: what is asked waits, and nothing more."""


@pytest.mark.parametrize("role", ROLES)
def test_one_person_finds_no_way_to_money(tmp_path: Path, role: str) -> None:
    async def main() -> None:
        async with house(tmp_path, role) as mallory:
            tried, states = await searched(mallory, 2, MOVES[role])
            assert tried == MOVES[role]
            assert states >= LEAST_STATES[role], states

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_the_search_sees_a_gain_where_there_is_one(tmp_path: Path) -> None:
    """So that it cannot pass because it looks at nothing: with a second person's help there is a way."""

    async def main() -> None:
        async with house(tmp_path, "administrator") as mallory:
            await mallory.begin()
            await mallory.moves()["puppet: chips"]()
            assert await mallory.gained() == ""
            [asked] = [one for one in await mallory._waiting() if one["state"] == "open"]
            await agree(mallory.clients[2], asked["id"])
            assert await mallory.gained() == "chips were moved"

    asyncio.run(main())
