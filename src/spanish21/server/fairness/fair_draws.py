"""Chance as a live table draws it: the house's own, mixed with the seeds that its players have opened."""

import random
from collections.abc import Sequence
from typing import Any

from spanish21.game import commands as cmd
from spanish21.game.table import Table
from spanish21.server.log.commitments import with_fair_chance
from spanish21.server.log.mixing import SHOE, WHEELS, mixed_order, mixed_seed
from spanish21.server.log.seeds import Seeds, key_of

PURPOSES: dict[type[cmd.Command], str] = {
    cmd.Shuffle: SHOE,
    cmd.Spin: WHEELS,
    cmd.SpinCommunity: WHEELS,
    cmd.DrawHotSpot: WHEELS,
}
"""The commands that leave something to chance, and whose seeds it takes."""


class KnownOrder(random.Random):
    """The chance of a shuffle whose order is determined; it has no other values."""

    def __new__(cls, order: Sequence[int]) -> "KnownOrder":
        return super().__new__(cls)

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__(0)
        self._order = order

    def shuffle(self, x: Any) -> None:
        if sorted(x) != sorted(self._order):
            raise ValueError("these are not the cards that the house had committed to")
        x[:] = self._order


class Unshuffled(random.Random):
    """Chance that leaves cards in their order."""

    def shuffle(self, x: Any) -> None:
        pass


class FairDraws:
    """The draws of a table in one turn. `order` is the one that the house has committed to for the shoe
    to come, `seed` its seed for the wheels of the round."""

    def __init__(
        self, table_id: str, seeds: Seeds, chance: random.Random, order: Sequence[int] = (), seed: str = ""
    ) -> None:
        self.table_id, self.seeds = table_id, seeds
        self._chance, self._order, self._seed = chance, order, seed

    def may(self, table: Table, command: cmd.Command) -> bool:
        """Whether a command can be carried out now, or has to wait until seeds are open."""
        purpose = PURPOSES.get(type(command))
        if purpose is None or (purpose == SHOE and table.is_real_shoe):
            return True
        if not self.seeds.is_ready(purpose):
            return False
        return purpose == WHEELS or self.seeds.shoe is None or self._fits(table, command)

    def _fits(self, table: Table, command: cmd.Command) -> bool:
        """Whether the cards to be shuffled are still those to whose order the house has committed."""
        stacked = with_fair_chance(table, command, Unshuffled(), "")
        return isinstance(stacked, cmd.Shuffle) and sorted(stacked.cards) == sorted(self._order)

    def house_order(self, table: Table, command: cmd.Shuffle) -> tuple[int, ...]:
        """The house's own order for a shuffle."""
        drawn = with_fair_chance(table, command, self._chance, "")
        assert isinstance(drawn, cmd.Shuffle)
        return drawn.cards

    def drawn(self, table: Table, command: cmd.Command) -> cmd.Command:
        """The command with its random fields filled in."""
        purpose, chance, seed = PURPOSES.get(type(command)), self._chance, self._seed
        if purpose == SHOE and self.seeds.shoe is not None:
            chance = KnownOrder(mixed_order(self._order, key_of(self.seeds.shoe, self.table_id)))
        elif purpose == WHEELS and self.seeds.wheels is not None:
            seed = mixed_seed(seed, key_of(self.seeds.wheels, self.table_id))
        return with_fair_chance(table, command, chance, seed)
