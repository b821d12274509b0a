"""Nobody gets at money or authority alone: a search through the real routes, as a whole in the soak."""

import asyncio
from pathlib import Path

import pytest

from server.api import all_routes
from server.dual_control import ROLES, house
from server.dual_moves import moves, moves_once, searched
from server.live import agree, findings
from spanish21.server.people.permissions import REQUESTS

LEAST_STATES = {"administrator": 27, "floorperson": 11, "auditor": 6, "dealer": 7}
"""So many different states all first moves and a dozen further ones lead to: what is asked waits, somebody is
on duty, a table closes, and nothing more."""
FURTHER = 12


@pytest.mark.parametrize("role", ROLES)
def test_one_person_finds_no_way_to_money(tmp_path: Path, role: str) -> None:
    """Every move once, and some after the first that changed something."""

    async def main() -> None:
        async with house(tmp_path, role) as mallory:
            await mallory.begin()
            for name, move in moves_once(role).items():
                await move(mallory)
                assert not await mallory.gained(), name
            found = await searched(mallory, 2, len(moves(role)) + FURTHER)
            assert found.tried == len(moves(role)) + FURTHER
            assert len(found.seen) >= LEAST_STATES[role], found.seen

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


@pytest.mark.parametrize("role", ROLES)
def test_the_search_tries_every_route_that_a_role_may_call(role: str) -> None:
    tried = {*moves(role), *moves_once(role)}
    may = [one for one in all_routes() if any(role in REQUESTS[name].roles for name in one.asks)]
    routes = [one.name for one in may if one.method != "SOCKET"]
    assert [name for name in routes if not any(move.startswith(name) for move in tried)] == []


def test_the_search_sees_a_gain_where_there_is_one(tmp_path: Path) -> None:
    """So that it cannot pass because it looks at nothing: with a second person's help there is a way."""

    async def main() -> None:
        async with house(tmp_path, "administrator") as mallory:
            await mallory.begin()
            [give] = [one for one in moves("administrator") if "chips" in one and "puppet" in one]
            await moves("administrator")[give](mallory)
            assert await mallory.gained() == ""
            await mallory.a_day()  # and with it all that was asked
            for name in ("me", "puppet"):
                assert (await mallory.clients[name].me())["person"] == mallory.people[name], "still here"
            await moves("administrator")[give](mallory)
            [asked] = [one for one in await mallory.waiting() if one["state"] == "open"]
            await mallory.log_in("other floorperson")
            await agree(mallory.clients["other floorperson"], asked["id"])
            assert await mallory.gained() == "chips were moved"

    asyncio.run(main())


def test_so_it_does_where_a_payout_is_paid(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, "floorperson") as mallory:
            await mallory.begin()
            own = moves("floorperson")
            await own["POST /api/tables/{table_id}/duty floorperson"](mallory)
            await own["POST /api/tables/{table_id}/payout"](mallory)
            assert await mallory.gained() == ""
            [asked] = [one for one in await mallory.waiting() if one["state"] == "open"]
            await agree(mallory.clients["other dealer"], asked["id"])
            assert await mallory.gained() == "a payout was paid"

    asyncio.run(main())
