"""The rounds that somebody has played, and what their decisions in them cost."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from patience import moments
from server.live import KnownShoes, decline_cut, seated, served, table_of
from spanish21.client.client import Client, ServerSaid, TableClient

SIXTEEN = "Ks 7h 6h 3d 9d 2c 5h"
"""Ann has 16 against the dealer's 7: the next card is a 9."""


async def played(player: TableClient, decision: str) -> None:
    """A round with one decision of a kind, then standing."""
    await decline_cut([player])
    await player.command("PlaceWager", box=1, amount=10_00)
    decided = False
    async for _ in moments(lambda: player.state["seq"]):
        if decided and player.state["view"]["phase"] == "wagers":
            return
        if player.state["you"] in player.state["waits_for"] and player.state["view"]["phase"] == "play":
            await player.command("Stand" if decided else decision)
            decided = True


async def answered(client: Client, round: str) -> Any:
    async for _ in moments(lambda: round):
        found = await client.request("POST", "/study/decisions", {"round": round})
        if "retry_after" not in found:
            return found
    return None


def test_own_rounds_are_listed_with_cards_money_and_what_mistakes_cost_and_to_nobody_else(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with (
            served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address),
            Client(address) as stranger,
        ):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as [player]:
                await played(player, "Stand")
                mine = await player.client.request("GET", "/me/rounds")
                [one] = mine["rounds"]
                [hand] = one["hands"]
                assert (one["number"], one["table"], mine["total"]) == (1, row.id, 1)
                assert (hand["wager"], hand["total"], hand["decisions"]) == (10_00, 16, ["stand"])
                assert one["net"] == hand["net"] == sum(mine["nets"])
                found = "won" if one["net"] > 0 else "lost"
                assert mine["counts"] == {**dict.fromkeys(mine["counts"], 0), "all": 1, found: 1}
                assert (await player.client.request("GET", f"/me/rounds?find={found}"))["total"] == 1
                assert (await player.client.request("GET", "/me/rounds?find=split"))["rounds"] == []
                assert (await player.client.request("GET", "/me/rounds?skip=1"))["rounds"] == []
                judged = await answered(player.client, one["id"])
                [decision] = judged["decisions"]
                assert (decision["command"], decision["best"]) == ("Stand", "Draw")
                assert decision["cost"] == judged["cost"] > 0
                with pytest.raises(ServerSaid):
                    await player.client.request("POST", "/study/decisions", {"round": f"{row.id}-2"})
            with pytest.raises(ServerSaid):
                await stranger.request("GET", "/me/rounds")
            await stranger.request("POST", "/guest", {})
            assert (await stranger.request("GET", "/me/rounds"))["rounds"] == []
            assert (await answered(stranger, f"{row.id}-1"))["decisions"] == []

    asyncio.run(main())
