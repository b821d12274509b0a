"""The wager and side wagers of a round of one box that is played by cards alone.

Neither changes how the round is played. The level of the wager follows from the count at the place of the
round's first card, a side wager from the first cards; rounds that end alike are counted apart by both.
"""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.compiled.side_tables import FIRST_CARD
from spanish21.simulation.kernel.compiled_rounds import CARDS_OF_DECK
from spanish21.simulation.kernel.side_results import side_results
from spanish21.simulation.plan.count_names import MOST_CODES, MOST_SIDES
from spanish21.simulation.plan.hand_nodes import START_SITUATIONS, STARTS, STARTS_FIRST
from spanish21.simulation.plan.kernel_records import Records
from spanish21.simulation.plan.run_plan import Prepared
from spanish21.simulation.plan.streams import LARGEST_SHOE

MOST_COMPANIONS = 256
CARD_BITS = 6
MOST_COUNT = 32_767
"""Counts of a shoe are stored in 16 bits."""

COMPANION = numpy.dtype([("level", numpy.int64), ("more", numpy.int64), ("won", numpy.int64, (MOST_SIDES,))])
"""A level of the wager, the joint result of all side wagers, and the result of each."""


class Companions(NamedTuple):
    """The possible companions of a round, and how the tables find them."""

    kinds: Records
    """By number of the level's change, then by side wagers: `COMPANION`."""
    of_code: NDArray[numpy.int32]
    """By side wager and code of its line: how far it moves on in `kinds`."""
    by_cards: NDArray[numpy.uint8]
    """By up card, second and first card, `CARD_BITS` each: how far all side wagers move on in `kinds`. It
    is empty if one of them needs the hole card."""
    sides: int
    """The number of kinds that the side wagers distinguish."""
    level_from: NDArray[numpy.int16]
    """By change of the level and place: the count before that place from which on it holds for a round."""
    page_buckets: NDArray[numpy.int64]
    """The first bucket of the count by whose decisions each page is."""
    page_from: NDArray[numpy.int16]
    """By change of the page and place: the same for a deal whose last card is there."""


def first_starts(ready: Prepared) -> Any:
    """By bucket of the count and up card: the nodes of a box's first two cards."""
    return ready.tables.starts.reshape(-1, len(START_SITUATIONS), 11, STARTS)[:, STARTS_FIRST]


def companions_of(ready: Prepared) -> Companions | None:
    """The companions of a plan's rounds; None if a side wager needs more than the first cards."""
    setup, buckets = ready.setup, int(ready.setup["buckets"])
    sides = _sides(ready)
    if sides is None or not counts_fit(ready):
        return None
    won, of_code = sides
    levels = setup["level_of"][:buckets]
    level_buckets = changes(levels[:, None])
    kinds = numpy.zeros((len(level_buckets), len(won)), dtype=COMPANION)
    if kinds.size > MOST_COMPANIONS:
        return None
    kinds["level"] = levels[level_buckets][:, None]
    kinds["won"], kinds["more"] = won, won.sum(axis=1)
    page_buckets = changes(first_starts(ready).reshape(buckets, -1))
    return Companions(
        kinds.ravel(),
        of_code,
        _by_cards(ready, of_code),
        len(won),
        counts_from(ready, level_buckets[1:], 0),
        page_buckets,
        counts_from(ready, page_buckets[1:], 1),
    )


def changes(by_bucket: Any) -> NDArray[numpy.int64]:
    """The buckets whose row is another than that of the bucket before; the first is one of them."""
    is_other = (by_bucket[1:] != by_bucket[:-1]).any(axis=1)
    return numpy.concatenate([[0], numpy.flatnonzero(is_other) + 1])


def counts_fit(ready: Prepared) -> bool:
    """Whether every count of a shoe, and one tag more, fits into 16 bits."""
    most = int(abs(ready.setup["tags"]).max()) * (ready.size + 1)
    return most + abs(int(ready.setup["first_count"])) < MOST_COUNT


def counts_from(
    ready: Prepared, buckets: NDArray[numpy.int64], behind: int, left_out: int = 0
) -> NDArray[numpy.int16]:
    """By bucket and place: the smallest count of it with the cards left from so far behind that place.

    The bucket is that of the count without an omitted tag.
    """
    left = numpy.maximum(ready.size - behind - numpy.arange(LARGEST_SHOE + 1), 1)
    true_counts = buckets + int(ready.setup["lowest_count"])
    smallest = -(-true_counts[:, None] * left // CARDS_OF_DECK) + left_out
    found: NDArray[numpy.int16] = numpy.clip(smallest, -MOST_COUNT, MOST_COUNT).astype(numpy.int16)
    return found


def _by_cards(ready: Prepared, of_code: NDArray[numpy.int32]) -> NDArray[numpy.uint8]:
    """The result of all side wagers, by the first exposed cards."""
    setup = ready.setup
    played = setup["played"][: int(setup["sides_played"])].tolist()
    if not played or setup["sides"]["of_hole"][played].any():
        return numpy.zeros(0, dtype=numpy.uint8)
    known = numpy.maximum(numpy.arange(1 << CARD_BITS), FIRST_CARD) - FIRST_CARD
    up, second, first = numpy.meshgrid(known, known, known, indexing="ij", sparse=True)
    low, high = numpy.minimum(first, second), numpy.maximum(first, second)
    pair = high * (high + 1) // 2 + low
    found = numpy.zeros(pair.shape[1:], dtype=numpy.int64) + numpy.zeros_like(up)
    lines = ready.tables.lines
    for slot in played:
        side = setup["sides"][slot]
        place = side["first"] + side["of_pair"] * pair + side["of_up"] * up
        found += of_code[slot * MOST_CODES + lines[numpy.minimum(place, len(lines) - 1)]]
    flat: NDArray[numpy.uint8] = found.astype(numpy.uint8).ravel()
    return flat


def _sides(ready: Prepared) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32]] | None:
    """By the joint result of the side wagers: the result of each; and how far each code moves on in these."""
    setup = ready.setup
    results = side_results(ready)
    draws_for_side = setup["needs_second"] and not setup["hole_card"]
    if results is None or draws_for_side or results["is_left_to_kernel"].any():
        return None
    paid = results["money"].reshape(MOST_SIDES, MOST_CODES)
    of_code = numpy.zeros((MOST_SIDES, MOST_CODES), dtype=numpy.int32)
    won = numpy.zeros((1, MOST_SIDES), dtype=numpy.int64)
    for slot in setup["played"][: int(setup["sides_played"])].tolist():
        amounts, number = numpy.unique(paid[slot], return_inverse=True)
        of_code[slot] = number * len(won)
        won = numpy.tile(won, (len(amounts), 1))
        won[:, slot] = numpy.repeat(amounts, len(won) // len(amounts))
        if len(won) > MOST_COMPANIONS:
            return None
    return won, of_code.ravel()
