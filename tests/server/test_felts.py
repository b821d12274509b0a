"""Time at a table where people look at a page: none alone, none before the felt is ready, and a bank."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from server.live import KnownShoes, decline_cut, seated, served, table_of
from spanish21.books.submissions.submission import rules_of
from spanish21.client.client import TableClient
from spanish21.dealer import open_table, run_house
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out
from spanish21.game.table import DEALER, Table
from spanish21.server.table.clocks import Around, Felts, clock_of
from spanish21.server.table.policy import Policy

POLICY = Policy(wager_seconds=30, ready_seconds=0, decide_seconds=20, bank_seconds=60)
SIXTEEN = "Ks 7h 6h 3d 9d 2c 5h"


def asked(*people: str) -> Table:
    """A table in play that waits for the first of its people."""
    chance = random.Random(21)
    table, _ = open_table(rules_of("uk-casino"), dict.fromkeys(people, 50_000), chance)
    for box, who in enumerate(people, start=1):
        table = carry_out(table, cmd.PlaceWager(by=who, box=box, amount=1_000)).table
    table = carry_out(table, cmd.CloseWagers(by=DEALER)).table
    dealt, _ = run_house(table, chance)
    assert dealt.phase in ("insurance", "play")
    return dealt


def test_a_clock_starts_when_the_felt_has_shown_what_it_is_about_and_at_the_latest_after_a_while() -> None:
    table, felts = asked("ann", "bob"), Felts(60)
    plain = clock_of(table, POLICY, None, 1_000, Around(felts=felts, seq=40))
    assert plain is not None
    assert (plain.ends, plain.bank) == (21_000, 0)  # a program says nothing of its felt
    [who] = plain.people[:1]
    felts.note(who, 31, wants_clock=False)
    around = Around(felts=felts, seq=40)
    waits = clock_of(table, POLICY, None, 1_000, around)
    assert waits is not None
    assert waits.ends == 1_000 + 15_000 + 20_000 + 60_000
    assert clock_of(table, POLICY, waits, 3_000, around) == waits
    felts.note(who, 40, wants_clock=False)
    runs = clock_of(table, POLICY, waits, 5_600, around)
    assert runs is not None
    assert (runs.started, runs.ends) == (5_600, 5_600 + 20_000 + 60_000)
    assert clock_of(table, POLICY, runs, 9_000, around) == runs
    late = clock_of(table, POLICY, waits, 99_000, around)
    assert late is not None
    assert late.started == 16_000


def test_a_time_bank_is_used_up_once_and_only_by_the_time_beyond_the_clock() -> None:
    table, felts = asked("ann", "bob"), Felts(60)
    [who] = [one for one in ("ann", "bob") if one in clock_people(table)][:1]
    felts.note(who, 40, wants_clock=False)
    clock = clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40))
    assert clock is not None
    felts.take(clock, 19_000)
    assert felts.bank_of(who) == 60_000
    felts.take(clock, 45_000)
    assert felts.bank_of(who) == 35_000
    after = clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40))
    assert after is not None
    assert after.ends == 20_000 + 35_000
    felts.take(after, 900_000)
    assert felts.bank_of(who) == 0


def clock_people(table: Table) -> tuple[str, ...]:
    clock = clock_of(table, POLICY, None, 0)
    assert clock is not None
    return clock.people


def test_whoever_is_alone_has_no_clock_unless_they_want_one_or_the_table_closes() -> None:
    table, felts = asked("ann"), Felts(60)
    assert clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40)) is not None
    felts.note("ann", 40, wants_clock=False)
    assert clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40)) is None
    assert clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40, is_closing=True)) is not None
    felts.note("ann", 40, wants_clock=True)
    assert clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40)) is not None
    felts.note("ann", 40, wants_clock=False)
    felts.gone("ann")
    assert clock_of(table, POLICY, None, 0, Around(felts=felts, seq=40)) is not None
    pair = asked("ann", "bob")
    felts.note("ann", 40, wants_clock=False)
    felts.note("bob", 40, wants_clock=False)
    assert clock_of(pair, POLICY, None, 0, Around(felts=felts, seq=40)) is not None


async def shows(socket: TableClient, clock: bool = False, seq: int | None = None) -> None:
    """The page of this socket has shown everything so far."""
    seen: Any = socket.state["seq"] if seq is None else seq
    await socket.send_raw(json.dumps({"type": "felt", "seq": seen, "clock": clock}))


def test_a_page_starts_and_stops_the_clock_of_a_live_table(tmp_path: Path) -> None:
    time = [1_700_000_000_000]

    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(SIXTEEN), now=lambda: time[0]) as (desk, address):
            row = await table_of(desk, policy=POLICY)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                await shows(socket)
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                await socket.until(lambda state: state["view"]["phase"] == "play" and not state.get("clock"))
                await shows(socket, clock=True)
                await socket.until(lambda state: bool(state.get("clock")))
                clock = socket.state["clock"]
                assert (clock["seconds"], clock["bank"]) == (20, 60)
                assert clock["ends"] == time[0] + 80_000
                await shows(socket)
                await socket.until(lambda state: state.get("clock") is None)
                async with seated(address, row.id, 2):
                    await socket.until(lambda state: bool(state.get("clock")))
                host = desk.hall.hosts[row.id]
            assert host.clock is not None  # whoever goes away has a clock again

    asyncio.run(main())
