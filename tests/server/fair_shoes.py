"""Shoes as the server draws them, for the statistical tests of shuffles."""

import random

import numpy
from numpy.typing import NDArray

from spanish21.books.submission import rules_of
from spanish21.dealer import new_table, run_house
from spanish21.game import commands as cmd
from spanish21.game.table import DEALER, Table
from spanish21.server.chance import SystemChance
from spanish21.server.log.commitments import with_fair_chance


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
