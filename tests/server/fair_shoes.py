"""Shoes as the server draws them, for the statistical tests of shuffles."""

import os
import random
from collections.abc import Callable

import numpy
from numpy.typing import NDArray

from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table, run_house
from spanish21.game import commands as cmd
from spanish21.game.events import SeedsOpened
from spanish21.game.table import DEALER, Table
from spanish21.server.fairness.fair_draws import FairDraws, KnownOrder
from spanish21.server.log.commitments import with_fair_chance
from spanish21.server.log.mixing import SHOE
from spanish21.server.log.seeds import Seeds
from spanish21.server.system_chance import SystemChance


def stacked_table(decks: int) -> Table:
    """A table whose cards are stacked to be shuffled."""
    table, _ = new_table(rules_of("maryland", decks=decks))
    return run_house(table, random.Random(1), lambda table: table.phase == "stack")[0]


def shoes_of_the_server(decks: int, count: int) -> NDArray[numpy.uint8]:
    """Shoes of the operating system's chance, one a row, drawn as an automatic table draws them."""
    table, chance = stacked_table(decks), SystemChance()
    shoes = numpy.zeros((count, len(table.pool)), dtype=numpy.uint8)
    for row in range(count):
        command = with_fair_chance(table, cmd.Shuffle(by=DEALER), chance, "")
        assert isinstance(command, cmd.Shuffle)
        shoes[row] = command.cards
    return shoes


def mixed_shoes(
    decks: int, count: int, house: random.Random, players: Callable[[int], bytes] = os.urandom
) -> NDArray[numpy.uint8]:
    """Shoes that the seeds of two players make of the house's orders, one a row, as a live table draws
    them."""
    table = stacked_table(decks)
    shoes = numpy.zeros((count, len(table.pool)), dtype=numpy.uint8)
    for row in range(count):
        order = list(table.pool)
        house.shuffle(order)
        seeds = tuple(players(32).hex() for _ in range(2))
        opened = SeedsOpened(SHOE, row + 1, ("ann", "bob"), seeds, ("", "good luck"), ())
        draws = FairDraws("t1", Seeds(shoe=opened), house, order)
        command = draws.drawn(table, cmd.Shuffle(by=DEALER))
        assert isinstance(command, cmd.Shuffle)
        shoes[row] = command.cards
    return shoes


def same_order(decks: int) -> random.Random:
    """The chance of a house that always commits to the same order."""
    return KnownOrder(stacked_table(decks).pool)
