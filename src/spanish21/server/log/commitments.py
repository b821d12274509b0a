"""Commitments to shoes and to the wheels of a round, and the draws behind them.

All hashed data is text, so that anyone can check it with `sha256sum`; public_record.py says how.
Who draws, and when, is under "Chance" in docs/design.md.
"""

import hashlib
import random
from collections.abc import Iterable
from typing import Any

from spanish21.dealer import with_chance
from spanish21.game import commands as cmd
from spanish21.game.cards import text_of
from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.table import Table
from spanish21.server.system_chance import Source

SECRET_SIZE = 32
"""Bytes of a salt and of a seed, which are written as hex digits."""

WORD = 32
"""Bits of a hash that a draw uses: the last eight of its hex digits."""


def new_secret(source: Source) -> str:
    """A salt for a shoe or a seed for the wheels of a round, as hex digits."""
    return source(SECRET_SIZE).hex()


# -- shoes -------------------------------------------------------------------------------------------


def shoe_commitment(salt: str, cards: Iterable[int]) -> bytes:
    """The hash that is published before the cut; thanks to the salt it reveals nothing about the order.

    >>> shoe_commitment("00" * 32, (31, 53)).hex()[:16]
    'b925343ab83a0d5e'
    """
    return hashlib.sha256(f"{salt} {text_of(cards)}".encode()).digest()


# -- the wheels and the hot spot of a round ------------------------------------------------------------


def has_wheels(rules: Rules) -> bool:
    """Whether a round under these rules can need a draw."""
    return any(side_wager(kind).wheel for kind in sides_offered(rules))


def draw_commitment(seed: str, table_id: str, round_number: int) -> bytes:
    """The hash of a round's seed, published before its wagers are closed."""
    return hashlib.sha256(f"{seed} wheels {table_id} {round_number}".encode()).digest()


def draw_label(command: cmd.Spin | cmd.SpinCommunity | cmd.DrawHotSpot) -> str:
    """The name of a draw, unique in its round."""
    if isinstance(command, cmd.Spin):
        return spin_label(command.box, command.person, command.kind)
    return community_label(command.wager) if isinstance(command, cmd.SpinCommunity) else HOT_SPOT


HOT_SPOT = "hot_spot"


def spin_label(box: int, person: str, kind: str) -> str:
    """The name of a wheel's turn for one wager."""
    return f"{kind} {box} {person}"


def community_label(wager: int) -> str:
    """The name of the community wheel's turn for wagers of an amount."""
    return f"community {wager}"


def number_below(bound: int, seed: str, label: str) -> int:
    """A number from 0 to below `bound`, drawn from a round's seed by rejection."""
    if not 0 < bound <= 1 << WORD:
        raise ValueError(f"{bound} is not a bound that {WORD} bits can draw for")
    mask = (1 << (bound - 1).bit_length()) - 1
    attempt = 0
    while True:
        drawn = hashlib.sha256(f"{seed} {label} {attempt}".encode()).digest()
        number = int.from_bytes(drawn[-WORD // 8 :], "big") & mask
        if number < bound:
            return number
        attempt += 1


class SeededChance(random.Random):
    """The chance of one draw of a round, as `dealer.with_chance` takes it; it has no other values."""

    def __new__(cls, seed: str, label: str) -> "SeededChance":
        return super().__new__(cls)

    def __init__(self, seed: str, label: str) -> None:
        super().__init__(0)
        self._seed, self._label = seed, label

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is not None or step != 1:
            raise ValueError("a draw of a round goes from 0 on")
        return number_below(start, self._seed, self._label)

    def choice(self, seq: Any) -> Any:
        return seq[number_below(len(seq), self._seed, self._label)]

    def random(self) -> float:
        raise ValueError("a draw of a round is one number below a bound")

    def getrandbits(self, k: int, /) -> int:
        raise ValueError("a draw of a round is one number below a bound")


def with_fair_chance(table: Table, command: cmd.Command, chance: random.Random, seed: str) -> cmd.Command:
    """The command with its random fields drawn: a shuffle's order fresh from the operating system,
    wheels and hot spot from the seed to which the house committed itself before the wagers were closed."""
    if isinstance(command, cmd.Spin | cmd.SpinCommunity | cmd.DrawHotSpot):
        return with_chance(table, command, SeededChance(seed, draw_label(command)))
    return with_chance(table, command, chance)
