"""The dealer's totals that were found before.

Analyses of one shoe under other rules ask for much the same hands of the player: the totals against each hand
are found once. They are the same to the bit, since each hand's are found by themselves.
"""

import threading
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.dealer_totals import DEALER_TOTALS, Floats, Ints, dealer_totals

BITS_OF_VALUE = 6
MOST_ROWS = 40_000
"""The number of hands cached for one shoe: 18 MB."""
MOST_SHOES = 3

_PLACES = numpy.array([0, *(1 << BITS_OF_VALUE * value for value in range(10))], dtype=numpy.int64)


class CachedTotals(NamedTuple):
    """Hands in the order of their keys, and the dealer's totals against each."""

    keys: Ints
    totals: Floats


_known: dict[tuple[bytes, bool], CachedTotals] = {}
_lock = threading.Lock()


def remembered_totals(
    counts: Ints, removed: NDArray[numpy.int16], hits_soft_17: bool
) -> tuple[Floats, NDArray[numpy.intp]]:
    """Rows of `dealer_totals`, for these hands and others; and the row of each of these hands."""
    if not len(removed) or int(removed.max()) >> BITS_OF_VALUE:
        return dealer_totals(counts, removed, hits_soft_17), numpy.arange(len(removed))
    shoe, keys = (counts.tobytes(), hits_soft_17), removed.astype(numpy.int64) @ _PLACES
    with _lock:
        known = _known.get(shoe, _NOTHING)
    rows = numpy.searchsorted(known.keys, keys)
    new = numpy.flatnonzero(known.keys.take(rows, mode="clip") != keys) if len(known.keys) else slice(None)
    new_keys, first = numpy.unique(keys[new], return_index=True)
    if len(new_keys):
        found = CachedTotals(new_keys, dealer_totals(counts, removed[new][first], hits_soft_17))
        known = _joined(known, found)
        rows = numpy.searchsorted(known.keys, keys)
        _remember(shoe, known)
    return known.totals, rows


def forget_totals() -> None:
    """Forgets everything, as a new process has."""
    with _lock:
        _known.clear()


def _joined(known: CachedTotals, found: CachedTotals) -> CachedTotals:
    keys = numpy.concatenate([known.keys, found.keys])
    order = numpy.argsort(keys)
    return CachedTotals(keys[order], numpy.concatenate([known.totals, found.totals])[order])


def _remember(shoe: tuple[bytes, bool], known: CachedTotals) -> None:
    """Caches the results for a shoe, if there is room, and drops the oldest shoe."""
    with _lock:
        _known.pop(shoe, None)
        if len(known.keys) <= MOST_ROWS:
            _known[shoe] = known
        while len(_known) > MOST_SHOES:
            del _known[next(iter(_known))]


_NOTHING = CachedTotals(numpy.zeros(0, dtype=numpy.int64), numpy.zeros((0, 11, len(DEALER_TOTALS))))
