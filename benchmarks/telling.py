"""`python -m benchmarks telling`: the cost of a table's teller for a command, in CPU time and bytes.

Rounds are played first, command by command with the house's steps after each; then the teller alone is
timed on them, with everyone at the table listening. Nothing is stored and nothing goes out.
"""

import argparse
import random
import statistics
import time
from itertools import accumulate
from types import SimpleNamespace
from typing import Any

from spanish21 import (
    BOOKS,
    Event,
    Table,
    carry_out,
    commands,
    evolve,
    legal,
    open_table,
    rules_of,
    run_house,
    waits_for,
)
from spanish21.server.table.listener import Listener
from spanish21.server.table.messages import Teller

PlayedLog = tuple[list[Event], list[Table]]
"""The events of a command, and the table after each."""
IS_GIVEN_TABLES = "tables" in Teller.tell.__annotations__
"""An earlier teller finds its inputs itself."""
PLAYS = ("Stand", "Draw", "Double", "Split", "Surrender", "DeclineInsurance", "RefuseCut")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks telling", description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    for people in (1, 5):
        played = [_played(book, people, options.rounds) for book in BOOKS]
        count = sum(len(told) for _, told in played)
        micros = min(sum(_seconds(*one) for one in played) for _ in range(options.runs)) / count * 1e6
        sizes = [size for one in played for size in _sizes(*one)]
        print(
            f"telling {people}: {micros:.0f} µs a command, {statistics.mean(sizes):,.0f} bytes a listener"
            f" (p95 {statistics.quantiles(sizes, n=20)[-1]:,.0f}), {count:,} commands"
        )


def _played(book: str, people: int, rounds: int) -> tuple[Table, list[PlayedLog]]:
    """The table before, and the events of every command of some rounds."""
    chance = random.Random(book)
    rules = rules_of(book)
    names = {f"p{number}": 10**9 for number in range(min(people, rules.boxes))}
    table, _ = open_table(rules, names, chance)
    first, told = table, []
    while table.round_number < rounds or table.boxes:
        command = _command(table, chance)
        act = carry_out(table, command)
        before, events = table, list(act.events)
        table, more = run_house(act.table, chance)
        events += more
        told.append((events, list(accumulate(events, evolve, initial=before))[1:]))
    return first, told


def _command(table: Table, chance: random.Random) -> Any:
    if table.phase == "wagers":
        wagered = {stake.person for box in table.boxes for stake in box.stakes}
        for person in table.people:
            if person.name not in wagered:
                minimum = table.rules.table_minimum
                return commands.PlaceWager(by=person.name, box=person.seat, amount=minimum)
        return commands.CloseWagers(by="dealer")
    who = waits_for(table)[0]
    offers = {one.command: one for one in legal(table, who)}
    name = chance.choice([name for name in PLAYS if name in offers] or list(offers))
    fields = {field: _most(choice) for field, choice in offers[name].fields.items()}
    return getattr(commands, name)(by=who, **fields)


def _most(choice: Any) -> Any:
    return choice.most if hasattr(choice, "most") else choice.values[-1]


def _teller(table: Table) -> tuple[Any, Teller, list[Listener]]:
    host: Any = SimpleNamespace(
        table=table,
        clock=None,
        stopped="",
        commitments={},
        wheels=SimpleNamespace(commitment=""),
        log=SimpleNamespace(seq=1_000, shoes=SimpleNamespace(in_play=1, last=1)),
    )
    teller = Teller(host, {person.name: f"Guest {person.name}" for person in table.people})
    listeners = [Listener(person.name) for person in table.people]
    for listener in listeners:
        teller.attach(listener)
        listener.taken()
    return host, teller, listeners


def _seconds(first: Table, told: list[PlayedLog]) -> float:
    host, teller, listeners = _teller(first)
    for listener in listeners:
        listener.at_once = lambda *messages: True
    began = time.process_time()
    for events, tables in told:
        _tell(host, teller, events, tables)
    return time.process_time() - began


def _sizes(first: Table, told: list[PlayedLog]) -> list[int]:
    """The bytes of every message."""
    host, teller, listeners = _teller(first)
    sizes: list[int] = []
    for listener in listeners:
        listener.at_once = lambda *messages: sizes.append(sum(map(len, messages))) is None
    for events, tables in told:
        _tell(host, teller, events, tables)
    return sizes


def _tell(host: Any, teller: Teller, events: list[Event], tables: list[Table]) -> None:
    host.table = tables[-1]
    host.log.seq += len(events)
    if IS_GIVEN_TABLES:
        teller.tell(events, host.log.seq, {}, tables)
    else:
        teller.tell(events, host.log.seq)


if __name__ == "__main__":
    main()
