"""The house's time never goes back, keeps its pace, and says by how much the machine's clock was set back."""

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.live import findings, seated, served, table_of
from server.test_live_house import orders
from spanish21.server.house_clock import HouseClock
from spanish21.server.log.house_events import HOUSE, ClockSetBack
from spanish21.server.store import schema

HOUR = 3_600_000


class Machine:
    """A machine's two clocks."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_000 * HOUR, 5_000

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def clock(self) -> HouseClock:
        return HouseClock(lambda: self.wall, lambda: self.steady)


def test_a_clock_that_nobody_touches_is_the_machines() -> None:
    machine = Machine()
    clock = machine.clock()
    for step in (0, 1, 20, HOUR):
        machine.passes(step)
        assert (clock(), clock.ahead, clock.noted()) == (machine.wall, 0, 0)


def test_when_the_clock_is_set_back_the_houses_time_goes_on_at_its_pace() -> None:
    machine = Machine()
    clock = machine.clock()
    before = clock()
    machine.wall -= HOUR
    machine.passes(50)
    assert (clock(), clock.ahead, clock.noted(), clock.noted()) == (before + 50, HOUR, HOUR, 0)
    machine.passes(1_000)
    assert clock() == before + 1_050
    machine.wall += HOUR
    machine.passes(1_000)
    assert (clock(), clock.ahead) == (before + 2_050, 0), "it was set right again"
    machine.wall += HOUR
    assert clock() == before + 2_050 + HOUR, "a clock that is set forward is followed"


def test_small_steps_are_evened_out_without_a_word() -> None:
    machine = Machine()
    clock = machine.clock()
    last = clock()
    for _ in range(100):
        machine.passes(10)
        machine.wall -= 9
        now = clock()
        assert now >= last
        last = now
    machine.wall -= 500
    assert clock() == last
    assert (clock.ahead, clock.noted()) == (0, 0)


def test_a_clock_that_was_set_back_while_no_server_ran_is_noticed() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.begin_after(machine.wall + HOUR)
    assert (clock(), clock.ahead, clock.noted()) == (machine.wall + HOUR, HOUR, HOUR)


def test_the_times_of_logs_never_decrease_and_the_difference_is_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server runs with the right time; the next finds the clock an hour earlier."""

    async def main(back: int) -> int:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as [socket]:
                health = (await socket.client._http.get(f"{address}/api/health")).json()
            assert abs(health["clock"]["ahead"] - back) < 60_000
            noted = [one.milliseconds for one in orders(desk) if isinstance(one, ClockSetBack)]
            with desk.store.reading() as connection:
                for log in (HOUSE, *desk.hall.hosts):
                    query = sa.select(schema.events.c.at).where(schema.events.c.table_id == log)
                    times = list(connection.scalars(query.order_by(schema.events.c.seq)))
                    assert times == sorted(times), log
            return sum(noted)

    assert asyncio.run(main(0)) == 0
    earlier = time.time() - 3_600
    monkeypatch.setattr("time.time", lambda: earlier)
    assert abs(asyncio.run(main(HOUR)) - HOUR) < 60_000
    assert findings(tmp_path / "house.db") == []
