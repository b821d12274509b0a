"""The ledger is a fold of the log: its laws, on random walks through all books."""

import random

import msgspec
import pytest

from explore import Walk, some_rules
from scenes import BOOKS, Scene
from spanish21.game import commands as cmd
from spanish21.game.events import EVENTS, Event
from spanish21.game.evolve import evolve, set_up
from spanish21.game.table import Table
from spanish21.server.log import house_events as house_log
from spanish21.server.log.ledger import (
    MOVES,
    MOVES_NOTHING,
    Transfer,
    balances,
    expected,
    is_of_a_table,
    transfers,
)

WALKS = [(book, seed) for book in BOOKS for seed in range(6)]


def a_walk(book: str, seed: int, steps: int = 500) -> Walk:
    chance = random.Random(f"ledger {book} {seed}")
    walk = Walk(some_rules(book, chance), chance, real=chance.random() < 0.2)
    for _ in range(steps):
        walk.step(0.05 if chance.random() < 0.7 else 0.4)
    return walk


def owner(account: str) -> str:
    """Whose account it is, if a person's."""
    kind, *rest = account.split("/")
    return rest[-1] if kind in ("purse", "chips") else ""


def check_lines(lines: tuple[Transfer, ...]) -> None:
    for source, target, amount, why in lines:
        assert amount > 0
        assert source != target
        assert why
        assert not (owner(source) and owner(target)) or owner(source) == owner(target)


def check_ledger_of(events: list[Event]) -> set[str]:
    """After every event the accounts say what the table says; returned are the kinds that moved money."""
    table: Table | None = None
    held = balances(())
    moved: set[str] = set()
    for event in events:
        lines = transfers(event, table, "t")
        check_lines(lines)
        held.update(balances(lines))
        moved.update(type(event).__name__ for _ in lines)
        table = set_up(event) if table is None else evolve(table, event)  # type: ignore[arg-type]
        there = {name: amount for name, amount in held.items() if amount and is_of_a_table(name)}
        assert there == expected(table, "t"), event
        assert sum(held.values()) == 0
    return moved


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_after_every_event_the_accounts_say_what_the_table_says(book: str, seed: int) -> None:
    check_ledger_of(a_walk(book, seed).events)


def test_a_super_bonus_comes_from_the_inventory() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("7h 7c 7h 9h 7h").says("ann", "draws")
    assert scene.bonuses("super_bonus")
    assert "BonusPaid" in check_ledger_of(scene.events)


def test_a_split_that_others_on_the_box_cover_goes_to_the_layout() -> None:
    scene = Scene("massachusetts", {"ann": 100_00, "bob": 100_00})
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("ann", 10_00).bet("bob", 5_00, box=1).deal("8h 9c 8d").says("ann", "splits")
    scene.do(cmd.FollowSplit(by="bob", covers=True))
    assert "SplitFollowed" in check_ledger_of(scene.events)


def test_the_walks_move_money_by_everything_else() -> None:
    moved: set[str] = set()
    seed = 0
    while moved < (others := {kind.__name__ for kind in MOVES} - {"BonusPaid", "SplitFollowed"}):
        seed += 1
        assert seed < 30, others - moved
        for book in ("maryland", "massachusetts"):
            moved |= check_ledger_of(a_walk(book, seed + 100, 1000).events)


def test_every_event_has_a_line_in_the_ledger_and_only_one() -> None:
    assert set(MOVES) | MOVES_NOTHING == set(EVENTS.values())
    assert not set(MOVES) & MOVES_NOTHING


def test_what_the_house_does_moves_chips_between_it_and_a_purse() -> None:
    moved = {
        house_log.ChipsGiven("p1", 50, "play chips"): [("house", "purse/p1", 50, "play chips")],
        house_log.ChipsTaken("p1", 50, "paid out"): [("purse/p1", "house", 50, "paid out")],
        house_log.Corrected("p1", 30, "too little", "a", "b"): [("house", "purse/p1", 30, "too little")],
        house_log.Corrected("p1", -30, "too much", "a", "b"): [("purse/p1", "house", 30, "too much")],
        house_log.Corrected("p1", 0, "nothing", "a", "b"): [],
        house_log.Ordered("table closed", "t1", "the end of the day", "a"): [],
    }
    for event, lines in moved.items():
        assert [tuple(one) for one in house_log.house_transfers(event)] == lines
        assert house_log.house_event_in(msgspec.json.encode(event)) == event
