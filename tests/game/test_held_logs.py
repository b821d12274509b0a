"""Logs of every version that was ever written, held for ever: they replay to the tables that were played."""

import random
from pathlib import Path

import msgspec
import pytest

from logs.record import BOOKS, SHARED, SHARED_SINCE_2, WANTED, facts, facts_after
from spanish21.books.rulebook import GUIDED_BOOKS, RULEBOOKS
from spanish21.dealer import run_house
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.decide import carry_out
from spanish21.game.events import LOG_VERSION
from spanish21.game.evolve import replay
from spanish21.game.log.log_text import read_log, written_log
from spanish21.game.table import DEALER, Table

FOLDER = Path(__file__).parent.parent / "logs"
SINCE = dict.fromkeys(RULEBOOKS, 0) | dict.fromkeys(GUIDED_BOOKS, 3)
"""The version in which a book came to the package."""
HELD = [(version, book) for version in range(LOG_VERSION + 1) for book in BOOKS if version >= SINCE[book]]


def held(version: int, book: str) -> list[bytes]:
    return (FOLDER / f"version-{version}" / f"{book}.jsonl").read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(("version", "book"), HELD)
def test_a_held_log_replays_to_the_tables_that_were_played(version: int, book: str) -> None:
    events = list(read_log(held(version, book)))
    after = (FOLDER / f"version-{version}" / f"{book}.after.jsonl").read_bytes().splitlines()
    facts_held = [msgspec.json.decode(line) for line in after]
    assert facts_after(events) == facts_held
    assert facts(replay(events)) == facts_held[-1]


@pytest.mark.parametrize(("version", "book"), HELD)
def test_a_held_log_has_seen_a_good_deal(version: int, book: str) -> None:
    events = list(read_log(held(version, book)))
    of_version = SHARED if version < 2 else SHARED_SINCE_2
    shared = of_version if replay(events).rules.people_on_box > 1 else {}
    missing = [name for name, has in {**WANTED, **shared}.items() if not any(map(has, events))]
    assert missing == ([] if book in RULEBOOKS else ["a side wager"])


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_of_this_version_is_written_as_it_was_read(book: str) -> None:
    lines = held(LOG_VERSION, book)
    assert list(written_log(read_log(lines))) == lines


@pytest.mark.parametrize("book", BOOKS)
def test_every_round_ends_with_a_digest_but_for_those_of_version_0(book: str) -> None:
    for version, has_digest in ((0, False), (1, True), (2, True), (3, True)):
        if version < SINCE[book]:
            continue
        ends = [event for event in read_log(held(version, book)) if isinstance(event, ev.CardsCollected)]
        assert ends
        assert {event.digest is not None for event in ends} == {has_digest}


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_log_of_before_goes_on_in_this_version(book: str) -> None:
    lines = held(0, book)
    table = replay(read_log(lines))
    table, events = a_round_more(table)
    assert isinstance(events[-1], ev.CardsCollected)
    assert events[-1].digest is not None
    continued = [*lines, *written_log([ev.LogContinued(LOG_VERSION), *events])]
    assert replay(read_log(continued)) == table


def a_round_more(table: Table) -> tuple[Table, list[ev.Event]]:
    """A round of one new person, whose hand stands whatever it is."""
    taken = {person.seat for person in table.people}
    seat = next(seat for seat in range(1, table.rules.boxes + 1) if seat not in taken)
    events: list[ev.Event] = []

    def do(command: cmd.Command) -> None:
        nonlocal table
        act = carry_out(table, command)
        table = act.table
        events.extend(act.events)

    do(cmd.Join(by="zoe", chips=1_000_00, seat=seat))
    for person in table.people:
        if person.barred:
            do(cmd.PermitWagering(by="floorperson", person=person.name))
    do(cmd.PlaceWager(by="zoe", box=seat, amount=table.rules.table_minimum))
    do(cmd.CloseWagers(by=DEALER))
    while not isinstance(events[-1], ev.CardsCollected):
        table, more = run_house(table, random.Random(21), lambda one: not one.boxes)
        events.extend(more)
        if table.phase == "insurance":
            do(cmd.DeclineInsurance(by="zoe", box=seat))
        elif table.phase == "play":
            do(cmd.Stand(by="zoe"))
    return table, events
