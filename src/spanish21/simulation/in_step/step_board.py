"""The data of rounds in step: the tables of a plan, and a board of lanes."""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.simulation.automaton.companions import changes, counts_fit, counts_from
from spanish21.simulation.kernel.side_results import side_results
from spanish21.simulation.plan.count_names import BINS, BLACKJACK_END, MOST_BOXES, MOST_SIDES
from spanish21.simulation.plan.hand_nodes import START_SITUATIONS, STARTS, STARTS_FIRST, TWO_CARDS
from spanish21.simulation.plan.kernel_records import CLUSTER, COLUMNS, ROUND, SHOE
from spanish21.simulation.plan.run_plan import Prepared
from spanish21.simulation.plan.streams import LARGEST_SHOE

LANES = 96
"""Enough that a branch at the end of a list of lanes costs each of them little."""
ENDS = 8
"""Room for the ends of a dealer's hand."""
NEEDS_TOTAL, NEEDS_SECOND, SUITED_777, AGAIN = 1, 2, 4, 8
"""The needs of a lane's round: the dealer's total or second card, a super bonus, to be played by the
kernel."""
MOST_NODES, MOST_ENDINGS = 65_535, 10_000
BY_WAGER = 0
"""The row of buckets that decide the wager; after it comes a row for each tag that a count can leave out."""
MOST_ROWS = 15
"""Room for that row, 13 different tags, and none."""
NO_PLACE = 1 << 30
"""The place of a lane without a shoe: after every cover card."""


def _lanes(*names: str) -> list[Any]:
    return [(name, numpy.int32, (LANES,)) for name in names]


BOARD = numpy.dtype(
    [
        *[
            (name, numpy.int64)
            for name in ("first_shoe", "next_shoe", "last_shoe", "cluster_now", "cluster_ends")
        ],
        ("dealt", numpy.uint64, (LANES,)),
        ("waiting", numpy.uint64, (LANES,)),
        *_lanes("start", "place", "ready", "node", "up", "hole", "second", "page", "level", "ends", "needs"),
        *_lanes("cluster", "played", "again", "counted", "row"),
        ("sums", CLUSTER, (LANES,)),
        ("finals", numpy.int32, (MOST_BOXES, LANES)),
        ("sides", numpy.int32, (MOST_SIDES, MOST_BOXES, LANES)),
        ("bins", numpy.int32, (BINS,)),
        ("row_of", numpy.int32, (COLUMNS,)),
        ("counts", numpy.int16, (LANES, SHOE["cards"].shape[0])),
        ("buckets", numpy.uint8, (LANES, MOST_ROWS, SHOE["cards"].shape[0])),
        ("shoes", SHOE, (LANES,)),
        ("rounds", ROUND, (LANES,)),
    ]
)
"""The lanes, each a shoe and a round. `dealt` lists those that have a round, `waiting` those that draw.

By lane: where its round began, the place of its next card and how many places are shuffled; the node of its
hand; the dealer's cards and their state; the page of its decisions, its level of the wager and where the ends
of that begin; the round's needs. Then its cluster, the rounds that it has played (`again` by the kernel),
the counted places, and the row of buckets that its boxes go by. `counts` is the count before each
place, `buckets` what follows from it in each of the rows; `row_of` is the row by the rank of a hole card."""

CHANGE = numpy.dtype(
    [
        *[(name, numpy.int64) for name in ("row", "is_first", "buckets")],
        ("begins", numpy.int16, (LARGEST_SHOE + 1,)),
    ]
)
"""From which count on a row of buckets has another one, by place, and how many buckets further that is."""

ENDING = numpy.dtype([(name, numpy.int64) for name in ("outcome", "units", "put_down", "added")])
"""How a box can end, with its money in units of the distribution."""


class Pace(NamedTuple):
    """The tables that rounds in step look up, and how often boxes ended in each way."""

    starts: Any
    """The node of two cards, by bucket of the count and up card; the last page: a Blackjack was seen."""
    steps: Any
    needs: Any
    """By final: its round's needs."""
    ends: Any
    """The ending, by level, final and end of the dealer's hand; `units` is its money."""
    units: Any
    endings: Any
    times: Any
    """How often, by box, up card and ending."""
    sides: Any
    """By side wager and code of its line: `side_results.SIDE_RESULT`."""
    rounds: Any
    """By shoe: how many rounds were played, if there can be meters."""
    changes: Any
    """The changes of all rows of buckets."""


def pace_of(ready: Prepared) -> Pace | None:
    """The tables of a plan; None where they would be too large, or a result is not whole units."""
    setup, tables = ready.setup, ready.tables
    if (
        len(tables.steps) >> 4 > MOST_NODES
        or (tables.finals["net"] % ready.unit).any()
        or not counts_fit(ready)
    ):
        return None
    ends, endings = _endings(ready)
    sides = side_results(ready)
    if sides is None or len(endings) > MOST_ENDINGS:
        return None
    return Pace(
        starts=_starts(ready).astype(numpy.uint16).ravel(),
        steps=tables.steps.astype(numpy.uint16),
        needs=_needs(tables.finals[: int(setup["finals"])], int(setup["splits_at"])),
        ends=ends.ravel(),
        units=endings["units"][ends].ravel(),
        endings=endings,
        times=numpy.zeros(ready.boxes * 11 * len(endings), dtype=numpy.int32),
        sides=sides,
        rounds=numpy.zeros(1, dtype=numpy.int64),
        changes=_changes_of_rows(ready),
    )


def _tags(ready: Prepared) -> list[int]:
    """The different tags that a hole card can have; none comes first."""
    return [0, *sorted(set(_tags_of_hole(ready).tolist()) - {0})]


def _tags_of_hole(ready: Prepared) -> Any:
    return ready.setup["tags"] * ready.setup["hole_card"]


def row_by_hole(ready: Prepared) -> list[int]:
    """The row of buckets by the rank of the hole card."""
    tags = _tags(ready)
    return [BY_WAGER + 1 + tags.index(tag) for tag in _tags_of_hole(ready).tolist()]


def _changes_of_rows(ready: Prepared) -> Any:
    """The changes of the row by which wagers are made, and of one for each tag; a row may have none."""
    buckets = int(ready.setup["buckets"])
    by_wager = ready.setup["level_of"][:buckets, None]
    by_decision = numpy.column_stack(
        [ready.tables.starts.reshape(buckets, -1), ready.setup["insures"][:buckets]]
    )
    rows = [(by_wager, 0), *((by_decision, tag) for tag in _tags(ready))]
    found = []
    for row, (by_bucket, tag) in enumerate(rows):
        first = changes(by_bucket)
        begins, more = counts_from(ready, first[1:], 0, tag), numpy.diff(first)
        found += [(row, place == 0, more[place], begins[place]) for place in range(len(more))]
    return numpy.array(found, dtype=CHANGE)


def _starts(ready: Prepared) -> NDArray[numpy.uint32]:
    by_situation = ready.tables.starts.reshape(-1, len(START_SITUATIONS), 11, STARTS)
    seen = numpy.full((1, STARTS), ready.setup["nothing_yet"], dtype=numpy.uint32)
    seen[0, TWO_CARDS.index((1, 10))] = ready.setup["blackjack"]
    return numpy.concatenate([by_situation[:, STARTS_FIRST].reshape(-1, STARTS), seen])


def _needs(finals: Any, splits_at: int) -> NDArray[numpy.uint8]:
    """A split hand noted its needs when it was played."""
    needs = numpy.zeros(splits_at + 1, dtype=numpy.uint8)
    needs[: len(finals)] = (
        NEEDS_TOTAL * finals["needs_total"]
        + NEEDS_SECOND * finals["needs_second"]
        + SUITED_777 * finals["is_suited_777"]
    )
    return needs


def _endings(ready: Prepared) -> tuple[NDArray[numpy.uint16], Any]:
    """The number of every final's ending against each end of the dealer's hand, and the endings."""
    finals = ready.tables.finals
    number_of: dict[tuple[int, ...], int] = {}
    ends = numpy.zeros((len(finals), ENDS), dtype=numpy.uint16)
    for end in range(BLACKJACK_END + 1):
        columns = (
            finals["outcome"][:, end],
            finals["net"][:, end] // ready.unit,
            finals["amount"],
            finals["added"],
        )
        for place, ending in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
            ends[place, end] = number_of.setdefault(ending, len(number_of) % (MOST_ENDINGS + 1))
    return ends, numpy.array(list(number_of), dtype=ENDING)
