"""A count of the cards as a user writes it: tags of the ranks, a ramp of wagers, indices of the strategy."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import numpy
from numpy.typing import NDArray

from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.simulation.plan.decision_table import ALL_SITUATIONS, decision_table, states_of_pairs
from spanish21.strategy import (
    DOUBLED,
    MOST_DOUBLES,
    OPTIONS,
    SITUATIONS,
    SUITED_PAIRS,
    SUITED_STATES,
    CompositionStrategy,
    hand_numbers,
)

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
    """A count: what each rank adds, how much to wager at each true count, when to insure.

    It is balanced if the tags of a deck add up to 0. An unbalanced count must say where it starts.
    """

    tags: dict[str, int]
    ramp: dict[str, int]
    """The wager from each true count on; below the lowest of them the lowest holds."""
    insure_from: int | None = None
    indices: tuple[Index, ...] = ()
    start_per_deck: int | None = None
    """The running count of an unbalanced count before the first card, for each deck of the shoe."""

    @property
    def sum_per_deck(self) -> int:
        """What all cards of a deck add up to; 0 for a balanced count."""
        return SUITS * sum(self.tags.values())

    @property
    def is_balanced(self) -> bool:
        return self.sum_per_deck == 0

    def first_count(self, decks: int) -> int:
        """The running count before the first card of a shoe."""
        return (self.start_per_deck or 0) * decks

    def text(self, decks: int) -> str:
        """What kind of count it is."""
        if self.is_balanced:
            return "balanced"
        return f"unbalanced: {self.sum_per_deck:+d} a deck, starts at {self.first_count(decks):+d}"


def count_of(path: Path) -> Count:
    """The count in a TOML or JSON file."""
    try:
        text = path.read_text(encoding="utf-8")
        read: Any = msgspec.json.decode(text) if path.suffix == ".json" else tomllib.loads(text)
        count = msgspec.convert(read, Count)
        check_count(count)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except (msgspec.DecodeError, msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path}: not a count: {error}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return count


def check_count(count: Count) -> None:
    """Refuse tags and true counts that no shoe comes to, since there is a decision table for each true count,
    and an unbalanced count that does not say where it starts."""
    for rank, tag in count.tags.items():
        if rank not in _RANK_NUMBERS:
            raise BadInput(f"tags: {rank!r} is not a rank; a rank is one of {', '.join(RANKS)}")
        if not -MOST_COUNT <= tag <= MOST_COUNT:
            raise BadInput(f"tags: {rank} is {tag}; a tag is from -{MOST_COUNT} to {MOST_COUNT}")
    if not count.ramp:
        raise BadInput("ramp: give at least one true count and its wager")
    for true_count in count.ramp:
        try:
            int(true_count)
        except ValueError:
            raise BadInput(f"ramp: {true_count!r} is not a whole true count") from None
    buckets = buckets_of(count)
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


def tags_by_rank(count: Count) -> NDArray[numpy.int64]:
    """What each rank adds to the count, 0 where the count says nothing."""
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


def options_at(
    count: Count, rules: Rules, options: NDArray[numpy.int8], true_counts: Iterable[int]
) -> NDArray[numpy.int8]:
    """By true count: a decision table with the indices that hold written over it, where the rules allow."""
    actions = {index.action for index in count.indices if index.action in OPTIONS}
    allowed = {action: _where_allowed(OPTIONS.index(action), rules) for action in actions}
    found = []
    for true_count in true_counts:
        found.append(options.copy())
        for index in count.indices:
            low = -(10**9) if index.at_least is None else index.at_least
            high = 10**9 if index.at_most is None else index.at_most
            if low <= true_count <= high:
                _write(found[-1], index, allowed, rules)
    return numpy.stack(found)


def _write(
    options: NDArray[numpy.int8], index: Index, allowed: dict[str, NDArray[numpy.bool_]], rules: Rules
) -> None:
    where = f"index {index.hand} against {index.up}"
    if index.action not in OPTIONS:
        raise BadInput(f"{where}: the action is one of {', '.join(OPTIONS)}, not {index.action!r}")
    if not 0 <= index.doubles <= MOST_DOUBLES:
        raise BadInput(f"{where}: doubles is 0 to {MOST_DOUBLES}, not {index.doubles}")
    if index.at_least is None and index.at_most is None:
        raise BadInput(f"{where}: give the true count, at_least or at_most")
    up = 1 if index.up == "A" else int(index.up) if index.up.isdecimal() else 0
    if not 1 <= up <= 10:
        raise BadInput(f"index {index.hand}: {index.up!r} is not an up card; write A or 2 to 10")
    states, changed = _states_of(index.hand), False
    for situation in range(ALL_SITUATIONS):
        if index.doubles == _doubles_of(situation):
            here = states[allowed[index.action][situation, states, up]]
            options[situation, here, up] = OPTIONS.index(index.action)
            changed = changed or len(here) > 0
    if not changed:
        raise BadInput(f"{where}: the rules of {rules.book} never let that hand {index.action}")


def _doubles_of(situation: int) -> int:
    """How often a hand in a situation has been doubled."""
    return (situation - DOUBLED) % MOST_DOUBLES + 1 if DOUBLED <= situation < SITUATIONS else 0


def _where_allowed(option: int, rules: Rules) -> NDArray[numpy.bool_]:
    """Where a strategy that always asks for an option gets it."""
    states = len(hand_numbers().hard) + SUITED_STATES
    always = numpy.full((SITUATIONS, states, 11), option, dtype=numpy.int8)
    played: NDArray[numpy.bool_] = decision_table(rules, CompositionStrategy("always", always)) == option
    return played


def _states_of(hand: str) -> NDArray[numpy.int64]:
    """The states of a hand that is named like a row of a chart."""
    numbers = hand_numbers()
    kind, _, row = hand.partition(" ")
    value = 1 if row == "A" else int(row) if row.isdecimal() else 0
    soft = (numbers.aces > 0) & (numbers.hard <= 11)
    total = numpy.where(soft, numbers.hard + 10, numbers.hard)
    paired = (numbers.size == 2) & (numbers.held.max(axis=1) == 2)
    if kind == "hard":
        found = ~soft & (total == value) & (numbers.size >= 2) & ~paired & (total < 21)
    elif kind == "soft":
        found = soft & (total == value) & (numbers.size >= 2) & ~paired & (total < 21)
    elif kind == "pair":
        found = (
            paired & (numbers.held[:, value] == 2) if 1 <= value <= 10 else numpy.zeros(len(soft), dtype=bool)
        )
    else:
        found = numpy.zeros(len(soft), dtype=bool)
    if not found.any():
        raise BadInput(f"index {hand!r} is not a hand; write hard 4 to 20, soft 12 to 20 or pair A to 10")
    behind = numpy.zeros(SUITED_STATES, dtype=bool)
    for place, pair in enumerate(SUITED_PAIRS):
        number = numbers.following[numbers.following[0, pair[0]], pair[1]]
        behind[8 * place : 8 * place + 8] = found[number]
    found = numpy.concatenate([found, behind])
    return numpy.flatnonzero(numpy.concatenate([found, found[states_of_pairs()]]))
