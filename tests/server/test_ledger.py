"""The ledger is a fold of the log: its laws, on random walks through all books."""

import random

import pytest

from explore import Walk, some_rules
from scenes import BOOKS
from spanish21.game.events import EVENTS
from spanish21.game.evolve import evolve, set_up
from spanish21.game.table import Table
from spanish21.server.ledger import MOVES, MOVES_NOTHING, Transfer, balances, expected, transfers

WALKS = [(book, seed) for book in BOOKS for seed in range(6)]
MOVED: set[str] = set()


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


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_after_every_event_the_accounts_say_what_the_table_says(book: str, seed: int) -> None:
    walk = a_walk(book, seed)
    table: Table | None = None
    held = balances(())
    for event in walk.events:
        lines = transfers(event, table, "t")
        check_lines(lines)
        held.update(balances(lines))
        MOVED.update(type(event).__name__ for _ in lines)
        table = set_up(event) if table is None else evolve(table, event)  # type: ignore[arg-type]
        there = {name: amount for name, amount in held.items() if amount and is_of_the_table(name)}
        assert there == expected(table, "t"), event
        assert sum(held.values()) == 0


def is_of_the_table(account: str) -> bool:
    return not account.startswith(("purse/", "house"))


def test_the_walks_move_money_by_every_event_that_can() -> None:
    if not MOVED:
        for book, seed in WALKS:
            test_after_every_event_the_accounts_say_what_the_table_says(book, seed)
    assert {kind.__name__ for kind in MOVES} - MOVED == set()


def test_every_event_has_a_line_in_the_ledger_and_only_one() -> None:
    assert set(MOVES) | MOVES_NOTHING == set(EVENTS.values())
    assert not set(MOVES) & MOVES_NOTHING
