"""One table's host: repeated and stale commands, clocks, seats, purses, and a table that stops."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from patience import until
from server.live import QUICK, KnownShoes, decline_cut, findings, same_seq, seated, served, table_of
from spanish21.client.answer import Answer
from spanish21.client.client import TableClient
from spanish21.errors import BadInput
from spanish21.game.table import person_of
from spanish21.server.log.batch import BrokenLaw
from spanish21.server.log.house_events import ChipsTaken
from spanish21.server.money.cage import moved
from spanish21.server.people.command_authority import Actor
from spanish21.server.store import schema
from spanish21.server.table.clocks import clock_of, has_everybody_wagered, moment_of
from spanish21.server.table.inbox import ask_of
from spanish21.server.table.policy import Policy, policy_of
from spanish21.server.web.desk import FrontDesk

PLAYER = frozenset(("player",))
SIXTEEN = "Ks 7h 6h 3d 9d 2c 5h"


async def sent(desk: FrontDesk, table_id: str, person: str, id: str, seq: int, **command: Any) -> Answer:
    message = {"id": id, "seq": seq, "command": command}
    return await desk.hall.ask(table_id, ask_of(Actor(person, PLAYER), person, message))


def test_a_repeated_command_gets_the_same_answer_and_does_nothing_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                me, seq = socket.state["you"], socket.state["seq"]
                wager = {"type": "PlaceWager", "box": 1, "amount": 1_000}
                both = await asyncio.gather(
                    sent(desk, row.id, me, "one", seq, **wager), sent(desk, row.id, me, "one", seq, **wager)
                )
                assert both[0].ok
                assert both[0] == both[1]
                ended = host.log.seq
                host.remembered._recent.clear()  # as after a restart: the store knows it
                assert await sent(desk, row.id, me, "one", seq, **wager) == both[0]
                other = await sent(desk, row.id, me, "one", seq, **{**wager, "amount": 2_000})
                assert other.reason == "id_used_before"
                assert host.log.seq == ended

    asyncio.run(main())


def test_a_stale_command_is_refused_and_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                me, seq = socket.state["you"], socket.state["seq"]
                assert (await sent(desk, row.id, me, "a", seq, type="Draw")).ok
                again = await sent(desk, row.id, me, "b", seq, type="Draw")
                assert (again.ok, again.stale) == (False, True)
                early = await sent(desk, row.id, me, "c", seq + 1_000, type="Draw")
                assert (early.ok, early.stale) == (False, True)

    asyncio.run(main())


def test_wagers_of_others_do_not_make_a_wager_stale(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, policy=Policy(ready_seconds=5, wager_seconds=30))
            async with seated(address, row.id, 1, 2, 3) as sockets:
                await decline_cut(sockets)
                seq = await same_seq(sockets)
                answers = await asyncio.gather(
                    *(
                        sent(
                            desk,
                            row.id,
                            socket.state["you"],
                            "w",
                            seq,
                            type="PlaceWager",
                            box=at,
                            amount=1_000,
                        )
                        for at, socket in enumerate(sockets, start=1)
                    )
                )
                assert [answer.ok for answer in answers] == [True, True, True]

    asyncio.run(main())


def test_clocks_close_wagers_and_answer_for_people_on_record_as_the_house(tmp_path: Path) -> None:
    policy = Policy(wager_seconds=1, ready_seconds=1, decide_seconds=1)

    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address):
            row = await table_of(desk, policy=policy)
            async with seated(address, row.id, 1, 2) as sockets:
                await decline_cut(sockets)
                socket = sockets[0]
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                assert socket.state["clock"]["seconds"] == 1
                await socket.until(lambda state: state["view"]["round_number"] == 1)
                await socket.until(lambda state: not state["view"]["boxes"])
            with desk.store.reading() as connection:
                found = connection.execute(sa.select(schema.commands)).all()
            by_clock = {one.command for one in found if one.by == "automatic"}
            assert {"CloseWagers", "Stand"} <= by_clock

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_seat_is_kept_for_a_while_and_then_given_up_between_rounds(tmp_path: Path) -> None:
    policy = Policy(wager_seconds=0, ready_seconds=0, decide_seconds=1, seat_seconds=1)

    async def main() -> None:
        async with served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address):
            row = await table_of(desk, policy=policy)
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                me = socket.state["you"]
            assert person_of(host.table, me) is not None
            await until(lambda: person_of(host.table, me) is None)
            assert host.table.round_number == 1
            chips = await desk.purses.know(me)
            assert chips in (99_000, 100_000, 101_000, 101_500)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_purse_is_not_spent_twice_at_two_tables_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            rows = [await table_of(desk), await table_of(desk, "maryland")]
            async with seated(address, rows[0].id, 0) as [socket]:
                me = socket.state["you"]
                await desk.purses.know(me)
                join = {"type": "Join", "chips": 60_000, "seat": 1}
                answers = await asyncio.gather(
                    *(sent(desk, row.id, me, "j", desk.hall.hosts[row.id].log.seq, **join) for row in rows)
                )
                assert sorted(answer.ok for answer in answers) == [False, True]
                assert {answer.reason for answer in answers} == {"", "purse_too_small"}
                assert not any(host.stopped for host in desk.hall.hosts.values())

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_chips_of_a_commit_that_failed_are_in_the_purse_again(tmp_path: Path) -> None:
    async def fails(*given: Any) -> None:
        raise BrokenLaw("for the test")

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 0) as [socket]:
                me = socket.state["you"]
                held = await desk.purses.know(me)
                with pytest.MonkeyPatch.context() as patched:
                    patched.setattr(desk.writer, "commit", fails)
                    assert (await socket.command("Join", chips=held, seat=1)).reason == "table_stopped"
                    patched.setattr(desk.house, "record", fails)
                    with pytest.raises(BrokenLaw):
                        await moved(desk.house, desk.purses, ChipsTaken(me, 700, "a test"), "root", "a test")
                assert await desk.purses.know(me) == held
                await desk.hall.resume(row.id)
                await socket.until(lambda state: not state["stopped"])
                assert (await socket.command("Join", chips=held, seat=1)).ok
                assert await desk.purses.know(me) == 0

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_seat_is_kept_while_one_of_two_tabs_is_open(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1) as [socket]:
                async with socket.client.at(row.id):
                    await until(lambda: len(host.teller.listeners) == 2)
                await until(lambda: len(host.teller.listeners) == 1)
                assert host.seats.next_alarm(host.table) is None
            await until(lambda: host.seats.next_alarm(host.table) is not None)

    asyncio.run(main())


def test_cash_is_taken_from_the_purse_and_no_more_than_there_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as [socket]:
                assert (await socket.command("BuyChips", amount=50_000)).ok
                short = await socket.command("BuyChips", amount=1)
                assert short.reason == "purse_too_small"
                assert await desk.purses.know(socket.state["you"]) == 0

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_broken_law_stops_the_table_tells_everybody_and_keeps_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any) -> None:
        raise BrokenLaw("for the test")

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row, other = await table_of(desk), await table_of(desk)
            async with seated(address, row.id, 1, 0) as sockets:
                await decline_cut(sockets)
                seq = sockets[0].state["seq"]
                with monkeypatch.context() as patched:
                    patched.setattr("spanish21.server.log.recorder.check_ledger", broken)
                    answer = await sockets[0].command("PlaceWager", box=1, amount=1_000)
                assert (answer.ok, answer.reason) == (False, "table_stopped")
                for socket in sockets:
                    await socket.until(lambda state: "stopped" in state["stopped"])
                    assert (socket.state["seq"], socket.state["legal"]) == (seq, [])
                assert not desk.hall.hosts[other.id].stopped
                assert (await sockets[0].command("PlaceWager", box=1, amount=1_000)).reason == "table_stopped"
                await desk.hall.resume(row.id)
                await sockets[0].until(lambda state: not state["stopped"])
                assert (await sockets[0].command("PlaceWager", box=1, amount=1_000)).ok

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_new_gaming_day_and_old_decks_do_not_stop_an_automatic_table(tmp_path: Path) -> None:
    from spanish21.client.bot import next_step, simple

    async def play(socket: TableClient, rounds: int) -> None:
        last = socket.state["view"]["round_number"] + rounds
        while socket.state["view"]["round_number"] < last or socket.state["view"]["boxes"]:
            step = next_step(socket.state, socket.state["you"], simple)
            if step is None:
                await asyncio.sleep(0.01)
            else:
                await socket.command(step[0], **step[1])

    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "massachusetts")
            host = desk.hall.hosts[row.id]
            async with seated(address, row.id, 1) as [socket]:
                await play(socket, 2)
                real, days = host.place.now, 0
                for days in range(1, 4):
                    later = days * 25 * 60 * 60 * 1_000
                    host.place = host.place._replace(now=lambda later=later: real() + later)
                    await asyncio.wait_for(play(socket, 3), 30)
                assert not host.stopped
            with desk.store.reading() as connection:
                names = [
                    msgspec.json.decode(body)["type"]
                    for body in connection.scalars(sa.select(schema.events.c.body))
                    if body and body.startswith("{")
                ]
            assert names.count("GamingDayBegun") == 3
            assert names.count("TimeTold") >= 3

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []


def test_a_table_is_loaded_as_it_was_left(tmp_path: Path) -> None:
    async def play() -> tuple[str, bytes, Any]:
        async with served(tmp_path, lambda: KnownShoes(SIXTEEN)) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                await decline_cut([socket])
                assert (await socket.command("PlaceWager", box=1, amount=1_000)).ok
                assert (await socket.command("Draw")).ok
            host = desk.hall.hosts[row.id]
            assert host.clock is not None
            return row.id, msgspec.json.encode(host.table), host.clock

    async def again(table_id: str, clock: Any) -> tuple[bytes, int]:
        async with served(tmp_path) as (desk, _):
            host = desk.hall.hosts[table_id]
            assert host.clock == clock, "it goes on, it does not start again"
            with desk.store.reading() as connection:
                kept = connection.scalar(sa.select(sa.func.count()).select_from(schema.snapshots)) or 0
            return msgspec.json.encode(host.table), kept

    table_id, table, clock = asyncio.run(play())
    assert asyncio.run(again(table_id, clock)) == (table, 1)
    assert findings(tmp_path / "house.db") == []


def test_what_a_person_has_brought_is_the_same_after_a_restart(tmp_path: Path) -> None:
    """Of the chips bought, and of cash what was converted; not of a seat that was given up before."""

    async def play() -> tuple[str, str]:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland")
            async with seated(address, row.id, 1) as [socket]:
                assert (await socket.command("BuyChips", amount=10_000)).ok
                assert socket.state["brought"] == 60_000
                assert (await socket.command("Leave")).ok
                assert socket.state.get("brought") is None
                assert (await socket.command("Join", chips=20_000, seat=1)).ok
                await decline_cut([socket])
                assert (await socket.command("BuyChips", amount=5_000)).ok
                cash = await socket.command("PlaceWager", box=1, amount=3_000, instrument="cash")
                assert cash.ok
                await socket.until(lambda state: state["view"]["boxes"])
                assert socket.state["brought"] == 28_000
                return row.id, socket.state["you"]

    async def again(table_id: str, person: str) -> int | None:
        async with served(tmp_path) as (desk, _):
            return desk.hall.hosts[table_id].teller.brought.get(person)

    table_id, person = asyncio.run(play())
    assert asyncio.run(again(table_id, person)) == 28_000
    assert findings(tmp_path / "house.db") == []


def test_a_policy_that_is_none_is_refused_in_one_line() -> None:
    usual = {"wager_seconds": 15, "ready_seconds": 3, "decide_seconds": 20, "seat_seconds": 120}
    assert policy_of("{}") == Policy("automatic", "automatic", real_shoe=False, play_chips=True, **usual)
    with pytest.raises(BadInput, match="not a table's policy"):
        policy_of('{"decide_seconds":3601}')
    for text in ('{"house":"robot"}', '{"wager_seconds":-1}', '{"pace":1}', "[]", "{"):
        with pytest.raises(Exception, match="not a table's policy"):
            policy_of(text)


def test_the_clock_of_a_moment_goes_on_and_another_moment_starts_it_anew() -> None:
    from spanish21.books.submissions.submission import rules_of
    from spanish21.dealer import open_table
    from spanish21.game import commands as cmd
    from spanish21.game.decide import carry_out

    table, _ = open_table(rules_of("uk-casino"), {"ann": 50_000, "bob": 50_000})
    assert clock_of(table, QUICK, None, 0) is None
    table = carry_out(table, cmd.PlaceWager(by="ann", box=1, amount=1_000)).table
    first = clock_of(table, QUICK, None, 1_000)
    assert first is not None
    assert first.ends == 31_000
    assert clock_of(table, QUICK, first, 9_000) == first
    assert not has_everybody_wagered(table)
    before = moment_of(table)
    table = carry_out(table, cmd.PlaceWager(by="bob", box=2, amount=1_000)).table
    assert moment_of(table) == before
    assert has_everybody_wagered(table)
    ready = clock_of(table, QUICK, first, 9_000)
    assert ready is not None
    assert ready.ends == 9_000
