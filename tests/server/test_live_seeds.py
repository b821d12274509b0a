"""The players' part in the shuffle, at live tables: promises, lists, openings, and houses that cheat."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from patience import moments, until
from server.live import KnownShoes, decline_cut, findings, same_seq, served, table_of, unhurried
from spanish21.client.bot import next_step, simple
from spanish21.client.client import Client, TableClient
from spanish21.client.own_seeds import SeedKeeper
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.server.fairness.player_seeds import WAIT
from spanish21.server.fairness.public_record import PublicRecord, record_json
from spanish21.server.fairness.publication import public_record
from spanish21.server.fairness.seed_receipts import receipt_findings
from spanish21.server.fairness.verification import verified
from spanish21.server.log.chain import event_in
from spanish21.server.log.mixing import promise_of
from spanish21.server.people.command_authority import Actor
from spanish21.server.table.host import Host
from spanish21.server.table.inbox import ask_of, ask_of_house
from spanish21.server.web.desk import FrontDesk

WAGERS = ((1, "main", 1_000), (1, "xtreme", 500), (1, "spin", 100), (2, "main", 1_000))
PROGRAM = Path(__file__).parent / "check_shoe.py"


class Stopped:
    """A clock that moves when a test says so: on a busy machine nobody is late."""

    def __init__(self) -> None:
        self.now = round(time.time() * 1000)

    def __call__(self) -> int:
        return self.now


async def dropped(host: Host, clock: Stopped) -> None:
    """The time is over when all are in but one."""
    await until(lambda: len(host.seeds.opened) > 0)
    clock.now += WAIT
    host.wake()


class Silent(SeedKeeper):
    """Promises seeds and never opens them: the house's own seat, when it does not like what comes."""

    def _opened(self, seeds: dict[str, Any], me: str) -> list[bytes]:
        return []


@asynccontextmanager
async def with_seeds(
    address: str, table_id: str, *keepers: SeedKeeper | None
) -> AsyncIterator[list[TableClient]]:
    """Guests at a table, from box 1 on, each with what keeps their seeds."""
    async with AsyncExitStack() as stack:
        sockets = []
        for box, keeper in enumerate(keepers, start=1):
            client = await stack.enter_async_context(Client(address))
            await client.come_as_guest()
            sockets.append(await stack.enter_async_context(client.at(table_id, seeds=keeper)))
            assert (await sockets[-1].command("Join", chips=50_000, seat=box)).ok
        yield sockets


async def shuffled_again(host: Host, sockets: list[TableClient], promises: int) -> None:
    """A floorperson orders a shuffle once there are so many promises; until wagers can be placed again."""
    await until(lambda: len(host.log.seeds.promised) == promises)
    before = host.log.seeds.shuffles
    host.put(ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq))
    await until(lambda: bool(host.stopped) or host.log.seeds.shuffles > before)
    await decline_cut(sockets)


async def record_of(desk: FrontDesk, host: Host) -> PublicRecord:
    """The public record of a table that has been closed, so that all its shoes are open."""
    await until(lambda: not host.table.people)
    await desk.hall.close_table(host.table_id)
    return await desk.reading(public_record, host.table_id)


def told(record: PublicRecord, kind: type[ev.Event]) -> list[Any]:
    found = [event_in(one.body) for one in record.events if one.body]
    return [one for one in found if isinstance(one, kind)]


def test_a_shoe_is_mixed_from_everybodys_seeds_and_a_program_of_40_lines_checks_it(tmp_path: Path) -> None:
    keepers = [SeedKeeper("good luck"), SeedKeeper()]

    async def main() -> PublicRecord:
        async with served(tmp_path, now=Stopped()) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, *keepers) as sockets:
                await decline_cut(sockets)
                await shuffled_again(host, sockets, promises=2)
                names = {socket.state["you"] for socket in sockets}
                assert {*sockets[0].state["seeds"]["in_shoe"]} == names
                unhurried(desk)
                for _ in range(3):
                    await played(sockets)
                key = desk.receipt_key.verifier()
                for socket in sockets:
                    await socket.command("Leave")
            record = await record_of(desk, host)
            receipts = [held.receipt for keeper in keepers for held in keeper.held.values() if held.receipt]
            assert len(receipts) == 4
            for receipt in receipts:
                assert receipt_findings(receipt.encode(), record, key) == ()
                other = receipt.replace("\n", "\nx", 1)
                with pytest.raises(Exception, match=r"not of this text"):
                    receipt_findings(other.encode(), record, key)
            return record

    record = asyncio.run(main())
    assert verified(record) == ()
    assert findings(tmp_path / "house.db") == []
    assert sorted(told(record, ev.SeedsOpened)[0].words) == ["", "good luck"]
    text = PROGRAM.read_text()
    assert len(text.splitlines()) <= 40
    assert re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE) == ["hashlib", "hmac", "json", "sys"]
    path = tmp_path / "record.json"
    path.write_bytes(record_json(record))
    done = subprocess.run([sys.executable, PROGRAM, path, "2"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("shoe 2: 2 seeds, ")
    assert int(done.stdout.split()[4]) > 10
    spoiled = json.loads(record_json(record))
    shoe = spoiled["shoes"][1]
    cards = shoe["cards"].split()
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    shoe["cards"] = " ".join(cards)
    path.write_text(json.dumps(spoiled))
    assert subprocess.run([sys.executable, PROGRAM, path, "2"], capture_output=True).returncode == 1


async def played(sockets: list[TableClient], number: int = 0) -> None:
    """The next round, or the one of a number, in which everybody plays plainly."""
    number = number or sockets[0].state["view"]["round_number"] + 1

    def is_over() -> bool:
        view = sockets[0].state["view"]
        return bool(view["round_number"] >= number and view["phase"] == "wagers" and not view["boxes"])

    async for _ in moments(lambda: sockets[0].state["view"]["phase"]):
        await same_seq(sockets)
        if is_over():
            return
        for socket in sockets:
            step = next_step(socket.state, socket.state["you"], simple)
            if step is not None and not is_over():
                await socket.command(step[0], **step[1])
                await same_seq(sockets)


def test_a_house_that_sits_at_the_table_can_neither_choose_its_seed_last_nor_drop_it_unseen(
    tmp_path: Path,
) -> None:
    honest, own, clock = SeedKeeper(), Silent(), Stopped()

    async def main() -> PublicRecord:
        async with served(tmp_path, now=clock) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, honest, own) as sockets:
                await decline_cut(sockets)
                dropper = sockets[1].state["you"]
                before = host.log.shoes.last
                await until(lambda: len(host.log.seeds.promised) == 2)
                host.put(ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq))
                await until(lambda: bool(host.seeds.opened))
                # It has seen the other seed, and looks for one of its own that brings what it likes.
                chosen = {"type": "seed", "id": "last", "seed": "17" * 32, "words": ""}
                refused = await sockets[1].say("seed", **{k: chosen[k] for k in ("seed", "words")})
                assert "not the seed that was promised" in refused["text"]
                await dropped(host, clock)
                await until(lambda: host.log.seeds.discarded == 1)
                await decline_cut(sockets)
                await until(lambda: host.log.shoes.in_play == before + 2)
                assert host.log.seeds.people_of(before + 2) == (sockets[0].state["you"],)
                refused = await sockets[1].say("seed", promise=promise_of("42" * 32))
                assert "not opened in time" in refused["text"]
                assert host.log.seeds.pause(dropper) == 2
                for socket in sockets:
                    await socket.command("Leave")
            return await record_of(desk, host)

    record = asyncio.run(main())
    assert verified(record) == ()
    assert findings(tmp_path / "house.db") == []
    thrown, dealt = record.shoes[1], record.shoes[2]
    assert thrown.is_open
    assert thrown.cards != dealt.cards
    [missing] = [one for one in told(record, ev.SeedsOpened) if one.missing]
    assert (missing.number, len(missing.missing)) == (thrown.number, 1)
    assert [one.number for one in told(record, ev.SeedsListed)] == [2, 3]


@pytest.mark.parametrize(
    ("choices", "kind"),
    [({"shuffling": "continuous"}, ev.ShoeShuffled), ({"shuffling": "device"}, ev.Event)],
)
def test_seeds_are_taken_by_devices_too(tmp_path: Path, choices: dict[str, Any], kind: type) -> None:
    async def main() -> PublicRecord:
        async with served(tmp_path, now=Stopped()) as (desk, address):
            row = await table_of(desk, "maryland", **choices)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, SeedKeeper()) as sockets:
                await decline_cut(sockets)
                unhurried(desk)
                if choices["shuffling"] == "device":
                    await shuffled_again(host, sockets, promises=1)
                for _ in range(2):
                    await until(lambda: len(host.log.seeds.promised) == 1)
                    await played(sockets)
                await sockets[0].command("Leave")
            return await record_of(desk, host)

    record = asyncio.run(main())
    assert verified(record) == ()
    assert findings(tmp_path / "house.db") == []
    assert told(record, ev.SeedsOpened)


def test_wheels_are_drawn_from_seeds_that_are_opened_when_wagers_are_closed(tmp_path: Path) -> None:
    clock = Stopped()

    async def main() -> PublicRecord:
        async with served(tmp_path, lambda: KnownShoes("Ad 2d Kh Qs 3c 6d"), now=clock) as (desk, address):
            row = await table_of(desk, "maryland")
            host = desk.hall.hosts[row.id]
            own = Silent()
            async with with_seeds(address, row.id, SeedKeeper(), own) as sockets:
                await decline_cut(sockets)
                unhurried(desk)
                await until(lambda: len(host.log.seeds.promised) == 2)
                for seat, kind, amount in WAGERS:
                    await same_seq(sockets)
                    wager = {"box": seat, "amount": amount, "kind": kind}
                    assert (await sockets[seat - 1].command("PlaceWager", **wager)).ok
                dropping = asyncio.create_task(dropped(host, clock))
                await played(sockets, 1)
                await dropping
                assert host.log.seeds.discarded == 1
                for socket in sockets:
                    await socket.command("Leave")
            return await record_of(desk, host)

    record = asyncio.run(main())
    assert verified(record) == ()
    assert findings(tmp_path / "house.db") == []
    assert [one.purpose for one in told(record, ev.SeedsListed)][:2] == ["wheels", "wheels"]
    assert len([draw for draw in record.draws if draw.round == 1 and draw.seed]) == 2
    assert told(record, ev.HotSpotDrawn)


def test_a_list_that_is_under_way_survives_a_restart_with_the_order_that_the_house_had_committed_to(
    tmp_path: Path,
) -> None:
    keeper = Silent()

    async def begun() -> tuple[str, int, tuple[int, ...]]:
        async with served(tmp_path, now=Stopped()) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, keeper) as sockets:
                await decline_cut(sockets)
                await until(lambda: len(host.log.seeds.promised) == 1)
                host.put(ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq))
                await until(lambda: host.log.seeds.listed is not None)
                return row.id, host.log.shoes.drawn, host.seeds.order

    async def gone_on(table_id: str, number: int, order: tuple[int, ...]) -> None:
        async with served(tmp_path, now=Stopped()) as (desk, _):
            host = desk.hall.hosts[table_id]
            assert host.seeds.order == order
            held = next(iter(keeper.held.values()))
            assert host.log.seeds.listed is not None
            [person] = host.log.seeds.listed.people
            host.open_seed(person, held.seed, held.words)
            await until(lambda: host.log.shoes.in_play == number)
            assert host.log.seeds.people_of(number) == (person,)

    asyncio.run(gone_on(*asyncio.run(begun())))
    assert findings(tmp_path / "house.db") == []


def test_a_dealers_own_shuffle_waits_until_the_seeds_are_open(tmp_path: Path) -> None:
    async def main() -> PublicRecord:
        async with served(tmp_path, now=Stopped()) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            keeper = Silent()
            async with with_seeds(address, row.id, keeper) as sockets:
                await decline_cut(sockets)
                await until(lambda: len(host.log.seeds.promised) == 1)
                host.put_on_duty({"somebody": "dealer"})
                host.put(ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq))
                await until(lambda: host.log.seeds.listed is not None)
                answered = asyncio.get_running_loop().create_future()
                message = {"id": "1", "seq": host.log.seq, "command": {"type": "Shuffle", "cards": []}}
                dealer = Actor("somebody", frozenset(("dealer",)))
                host.put(ask_of(dealer, "dealer", message, future=answered))
                held = next(iter(keeper.held.values()))
                await until(lambda: len(host._waiting) == 1)
                assert not answered.done()
                host.open_seed(sockets[0].state["you"], held.seed, held.words)
                assert (await answered).ok
                assert host.log.seeds.people_of(host.log.shoes.in_play) == (sockets[0].state["you"],)
                host.put_on_duty({})
                await decline_cut(sockets)
                await sockets[0].command("Leave")
            return await record_of(desk, host)

    assert verified(asyncio.run(main())) == ()


def test_a_table_at_which_nobody_has_a_seed_is_shuffled_at_once(tmp_path: Path) -> None:
    async def main() -> PublicRecord:
        async with served(tmp_path, now=Stopped()) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, None) as sockets:
                await decline_cut(sockets)
                await shuffled_again(host, sockets, promises=0)
                await sockets[0].command("Leave")
            return await record_of(desk, host)

    record = asyncio.run(main())
    assert verified(record) == ()
    assert not told(record, ev.SeedsListed)
