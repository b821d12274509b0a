"""Rounds at the game's own table, for a player who is a function: slow, and free to do anything legal."""

import math
import random
from typing import TYPE_CHECKING, Any

import msgspec

from spanish21.dealer import open_table, play_round
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import least_wager
from spanish21.game.table import person_of
from spanish21.strategy.player import in_commands

if TYPE_CHECKING:
    from spanish21.game.rules import Rules
    from spanish21.strategy.player import SaidBy

PLAYER = "player"
"""The name of the person for whom the function chooses."""
CHIPS = 10**12
FEW_ROUNDS = 10_000


class Played(Shown, msgspec.Struct, frozen=True):
    """What the player won: `won` in all and `squares` of the result of each round, in the smallest unit."""

    book: str
    rounds: int
    wager: int
    won: int
    squares: int

    @property
    def expected_value(self) -> float:
        """The mean result of a round, in wagers."""
        return self.won / self.rounds / self.wager

    @property
    def standard_deviation(self) -> float:
        """The deviation of one round, in wagers."""
        mean = self.won / self.rounds
        return math.sqrt(max(self.squares / self.rounds - mean * mean, 0.0)) / self.wager

    @property
    def standard_error(self) -> float:
        """The standard error of the expected value."""
        return self.standard_deviation / math.sqrt(self.rounds)

    def to_records(self) -> list[dict[str, Any]]:
        """One row with every figure."""
        figures = ("expected_value", "standard_error", "standard_deviation")
        return [msgspec.structs.asdict(self) | {name: getattr(self, name) for name in figures}]

    def __repr__(self) -> str:
        rounds = count_text(self.rounds, "round")
        return f"<Played: {rounds}, {self.expected_value:+.4%} ± {self.standard_error:.4%}>"


def simulate_at_table(
    rules: "Rules", choose: "SaidBy", rounds: int | None = None, *, seed: int = 1, wager: int = 0
) -> Played:
    """Rounds of one person, called `PLAYER`, on box 1, who answers the table with what `choose` says."""
    rounds = FEW_ROUNDS if rounds is None else rounds
    if rounds < 1:
        raise BadInput(f"rounds is {rounds}; it must be at least 1")
    wager = wager or least_wager(rules)
    chance = random.Random(seed)
    table, _ = open_table(rules, {PLAYER: CHIPS}, chance, inventory=CHIPS)
    answers = in_commands(choose)
    place = [cmd.PlaceWager(by=PLAYER, box=1, amount=wager)]
    won = squares = 0
    chips = CHIPS
    for _ in range(rounds):
        table, _ = play_round(table, place, answers, chance)
        person = person_of(table, PLAYER)
        now = person.chips if person is not None else 0
        won += now - chips
        squares += (now - chips) ** 2
        chips = now
    return Played(rules.book, rounds, wager, won, squares)
