"""A count of the cards as a user writes it: tags of the ranks, a ramp of wagers, indices of the strategy.

The analyser judges it, and the simulator plays by it.
"""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from spanish21.errors import BadInput

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K")
_RANK_NUMBERS = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13), strict=True))
SUITS = 4
MOST_COUNT = 100


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which true count on (`at_least`) or up to which (`at_most`) a hand is played in another way."""

    hand: str
    """As a chart names its rows: `hard 16`, `soft 18` or `pair 9`."""
    up: str
    action: str
    at_least: int | None = None
    at_most: int | None = None
    doubles: int = 0
    """For a hand that was doubled so often."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A count: the tag of each rank, how much to wager at each true count, when to insure.

    It is balanced if the tags of a deck add up to 0. An unbalanced count must say where it starts.
    """

    tags: dict[str, int]
    ramp: dict[str, int] = {}
    """The wager from each true count on; below the lowest of them, the lowest applies. Without a ramp a count
    can be judged but not played."""
    insure_from: int | None = None
    indices: tuple[Index, ...] = ()
    start_per_deck: int | None = None
    """The running count of an unbalanced count before the first card, for each deck of the shoe."""

    @property
    def sum_per_deck(self) -> int:
        """The sum of a deck's tags; 0 for a balanced count."""
        return SUITS * sum(self.tags.values())

    @property
    def is_balanced(self) -> bool:
        return self.sum_per_deck == 0

    def first_count(self, decks: int) -> int:
        """The running count before the first card of a shoe."""
        return (self.start_per_deck or 0) * decks

    def text(self, decks: int) -> str:
        """The kind of count."""
        if self.is_balanced:
            return "balanced"
        return f"unbalanced: {self.sum_per_deck:+d} a deck, starts at {self.first_count(decks):+d}"


def count_of(path: Path, is_played: bool = True) -> Count:
    """The count in a TOML or JSON file; a ramp is optional unless the count is played."""
    try:
        text = path.read_text(encoding="utf-8")
        read: Any = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text)
        count = msgspec.convert(read, Count)
        check_count(count, is_played)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except (msgspec.DecodeError, msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path}: not a count: {error}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return count


def check_count(count: Count, is_played: bool = True) -> None:
    """Refuse tags and true counts that no shoe reaches, since there is a decision table for each true count,
    and an unbalanced count that does not say where it starts."""
    for rank, tag in count.tags.items():
        if rank not in _RANK_NUMBERS:
            raise BadInput(f"tags: {rank!r} is not a rank; a rank is one of {', '.join(RANKS)}")
        if not -MOST_COUNT <= tag <= MOST_COUNT:
            raise BadInput(f"tags: {rank} is {tag}; a tag is from -{MOST_COUNT} to {MOST_COUNT}")
    if is_played and not count.ramp:
        raise BadInput("ramp: give at least one true count and its wager")
    for true_count in count.ramp:
        try:
            int(true_count)
        except ValueError:
            raise BadInput(f"ramp: {true_count!r} is not a whole true count") from None
    buckets = buckets_of(count) if count.ramp else range(1)
    if buckets.start < -MOST_COUNT - 1 or buckets.stop > MOST_COUNT + 1:
        raise BadInput(f"a true count is from -{MOST_COUNT} to {MOST_COUNT}")
    _check_balance(count)


def _check_balance(count: Count) -> None:
    start, adds = count.start_per_deck, count.sum_per_deck
    if start is None and adds:
        raise BadInput(
            f"tags: a deck adds up to {adds:+d}, so the count is unbalanced; give start_per_deck, "
            f"such as {-adds}, or tags that add up to 0"
        )
    if start and not adds:
        raise BadInput(f"start_per_deck is {start}; a balanced count starts at 0, so leave it out")
    most = SUITS * len(RANKS) * MOST_COUNT
    if start and abs(start) > most:
        raise BadInput(f"start_per_deck is {start}; it must be from -{most} to {most}")


def tags_by_rank(count: Count) -> "NDArray[numpy.int64]":
    """The tag of each rank, 0 if the count does not mention it."""
    import numpy

    tags = numpy.zeros(16, dtype=numpy.int64)
    for rank, tag in count.tags.items():
        tags[_RANK_NUMBERS[rank]] = tag
    return tags


def buckets_of(count: Count) -> range:
    """The true counts that make a difference to a wager or a decision, from the lowest to the highest."""
    edges = [int(true_count) for true_count in count.ramp]
    edges += [index.at_least for index in count.indices if index.at_least is not None]
    edges += [index.at_most + 1 for index in count.indices if index.at_most is not None]
    if count.insure_from is not None:
        edges.append(count.insure_from)
    return range(min(edges) - 1, max(edges) + 1)


def wager_at(count: Count, true_count: int) -> int:
    """The wager of the ramp at a true count."""
    steps = sorted((int(step), wager) for step, wager in count.ramp.items())
    return max((item for item in steps if item[0] <= true_count), default=steps[0])[1]


def count_text(count: Count) -> str:
    """A count as TOML, as `count_of` reads it."""
    lines = [f"tags = {_inline(count.tags)}"]
    if count.start_per_deck is not None:
        lines.append(f"start_per_deck = {count.start_per_deck}")
    if count.ramp:
        lines.append(f"ramp = {_inline(count.ramp)}")
    if count.insure_from is not None:
        lines.append(f"insure_from = {count.insure_from}")
    for index in count.indices:
        lines += [
            "",
            "[[indices]]",
            f'hand = "{index.hand}"',
            f'up = "{index.up}"',
            f'action = "{index.action}"',
        ]
        limits = {"at_least": index.at_least, "at_most": index.at_most, "doubles": index.doubles or None}
        lines += [f"{name} = {limit}" for name, limit in limits.items() if limit is not None]
    return "\n".join(lines)


def _inline(table: dict[str, int]) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in table.items()) + " }"
