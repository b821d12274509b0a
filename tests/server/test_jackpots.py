"""A jackpot is told of at the house's other tables, and by the other servers of the house."""

import asyncio
from pathlib import Path
from typing import Any

from patience import moments
from server.live import KnownShoes, decline_cut, seated, served, table_of
from spanish21.books.submissions.submission import rules_of
from spanish21.game.events import MeterMoved, WagerSettled
from spanish21.game.states import WagerResult
from spanish21.server.money.jackpots import Jackpot, jackpots_in

CARDS = "7s 7s 7s 7s 7s 7s Qc 5d"
"""Four sevens of spades between a player and the dealer: the top line of Monster Match."""


def test_the_other_tables_hear_of_a_jackpot_and_the_table_itself_does_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(CARDS)) as (desk, address):
            winning = await table_of(desk, "players-edge")
            other = await table_of(desk, "maryland")
            async with (
                seated(address, winning.id, 4, 5) as [mona, bob],
                seated(address, other.id, 0) as [watcher],
            ):
                at_other: list[dict[str, Any]] = []
                at_own: list[dict[str, Any]] = []
                watcher.heard = lambda message, raw: at_other.append(message)
                mona.heard = lambda message, raw: at_own.append(message)
                await decline_cut([mona, bob])
                assert (await mona.command("PlaceWager", box=4, amount=1_000)).ok
                wager = desk.hall.hosts[winning.id].table.rules.sides["monster"].wager
                assert (await mona.command("PlaceWager", box=4, kind="monster", amount=wager)).ok
                assert (await bob.command("PlaceWager", box=5, amount=1_000)).ok
                async for _ in moments(lambda: (mona.state["view"]["phase"], at_other)):
                    jackpots = [one for one in at_other if one["type"] == "jackpot"]
                    if jackpots:
                        break
                    for player in (mona, bob):
                        if player.state["you"] in player.state["waits_for"]:
                            await player.command("Stand")
                [found] = jackpots
                assert found["table"] == winning.id
                assert found["title"] == "Monster Match"
                assert found["name"] == winning.name
                assert found["amount"] > 0
                assert found["currency"] == "$"
                assert not [one for one in at_own if one["type"] == "jackpot"]
                desk.news.heard(
                    'jackpot {"table":"far","name":"Away","meter":"spin","amount":123456,"currency":"$"}'
                )
                async for _ in moments(lambda: at_other):
                    if len([one for one in at_other if one["type"] == "jackpot"]) == 2:
                        break
                assert at_other[-1]["title"] == "Bonus Spin"

    asyncio.run(main())


def test_only_what_a_meter_has_paid_is_a_jackpot() -> None:
    rules = rules_of("maryland")
    paid = WagerSettled(1, 0, "ann", "spin", WagerResult.WON, 1_00, 0, 1_000_10, "spin_wheel", "spin")
    fixed = WagerSettled(2, 0, "bob", "spin", WagerResult.WON, 1_00, 0, 15_00, "spin_wheel", "")
    moved = MeterMoved("spin", 1_000_00, 0)
    found = list(jackpots_in([fixed, paid, moved], "t", "The table", rules))
    assert found == [Jackpot("t", "The table", "spin", 1_000_10, rules.currency)]
