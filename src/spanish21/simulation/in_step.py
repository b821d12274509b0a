"""Many shoes played in step: all deal, then all play a box, then all dealers draw, then all are settled.

Each part of a round is one short loop over the lanes, so that no lane waits for the lookups of another and
no branch depends on how many cards a hand takes: lanes whose hand takes another card are kept in a list. Cards
are drawn without asking whether they are shuffled; a round that was dealt too far, and one that cards alone do
not decide, is played again from its first card by the kernel.
"""

from typing import Any, NamedTuple

import numpy
from numba import uint64

from spanish21.game import hands
from spanish21.simulation.compiling import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.dealing import ONE_CARD
from spanish21.simulation.kernel import bucket_of, final_of_bonus, load_shoe, play_split, shuffle_on
from spanish21.simulation.layout import BEFORE_KINDS, BINS, BLACKJACK_END, DOUBLES, MAIN, MOST_BOXES
from spanish21.simulation.nodes import FIRST_SUITED, STARTS, TWO_CARDS
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import ROUND, SHOE, one
from spanish21.simulation.settlement import count_bonus, settle_split
from spanish21.simulation.streams import CARDS_OF_BLOCK
from spanish21.simulation.tally import (
    CARDS_OF_BOX,
    Shoes,
    Tally,
    new_task,
    play_and_count,
    tally_of,
)

LANES = 32
ENDS = 8
"""Room for the ends of a dealer's hand."""
NEEDS_TOTAL, NEEDS_SECOND, SUITED_777 = 1, 2, 4
_BEHIND_SUITED = len(TWO_CARDS) - 8 * FIRST_SUITED
_NEVER = 1 << 30


def _lanes(*names: str) -> list[Any]:
    return [(name, numpy.int64, (LANES,)) for name in names]


BOARD = numpy.dtype(
    [
        ("next_shoe", numpy.int64),
        ("last_shoe", numpy.int64),
        ("dealt", numpy.uint64, (LANES,)),
        ("waiting", numpy.uint64, (LANES,)),
        *_lanes("start", "place", "node", "up", "hole", "second", "page", "bucket", "level", "needs", "cluster"),
        ("finals", numpy.int64, (MOST_BOXES, LANES)),
        ("shoes", SHOE, (LANES,)),
        ("rounds", ROUND, (LANES,)),
    ]
)
ENDING = numpy.dtype([(name, numpy.int64) for name in ("outcome", "units", "put_down", "added")])


class Pace(NamedTuple):
    """The tables that rounds in step look up, and how often boxes ended in each way."""

    starts: Any
    steps: Any
    needs: Any
    ends: Any
    endings: Any
    times: Any


def pace_of(ready: Prepared) -> Pace | None:
    """The tables of a plan; None where its hands are too many for them."""
    setup, tables = ready.setup, ready.tables
    splits_at, finals, levels = int(setup["splits_at"]), int(setup["finals"]), len(tables.finals)
    unit = ready.unit
    if len(tables.steps) >> 4 > 65535 or (tables.finals["net"] % unit).any():
        return None
    buckets = int(setup["buckets"])
    starts = tables.starts.reshape(buckets, -1, 11, STARTS)[:, 0].reshape(-1, STARTS)
    seen = numpy.full((1, STARTS), setup["nothing_yet"], dtype=numpy.uint32)
    seen[0, TWO_CARDS.index((1, 10))] = setup["blackjack"]
    needs = numpy.zeros(splits_at + 1, dtype=numpy.uint8)
    first = tables.finals[:finals]
    needs[:finals] = (
        NEEDS_TOTAL * first["needs_total"]
        + NEEDS_SECOND * first["needs_second"]
        + SUITED_777 * first["is_suited_777"]
    )
    number_of: dict[Any, int] = {}
    ends = numpy.zeros((levels, ENDS), dtype=numpy.uint16)
    for place, final in enumerate(tables.finals):
        for end in range(BLACKJACK_END + 1):
            ending = tuple(
                int(value) for value in (final["outcome"][end], final["net"][end] // unit, final["amount"], final["added"])
            )
            ends[place, end] = number_of.setdefault(ending, len(number_of))
    endings = numpy.array(list(number_of), dtype=ENDING)
    times = numpy.zeros((MOST_BOXES, 11, len(endings)), dtype=numpy.int64)
    return Pace(
        numpy.concatenate([starts, seen]).astype(numpy.uint16).ravel(),
        tables.steps.astype(numpy.uint16),
        needs,
        ends.ravel(),
        endings,
        times,
    )


@part_of_kernel
def lay_shoe(setup: Any, board: Any, lane: Any, sums: Any) -> None:
    """Lays the next shoe before a lane."""
    shoe = board.shoes[lane]
    load_shoe(setup, shoe, board.next_shoe)
    shuffle_on(setup, shoe, min(max(setup.cover, 0) + CARDS_OF_BLOCK, setup.size))
    board.next_shoe += 1
    sums.shoes += 1


@called_by_kernels
def deal_all(setup: Any, board: Any, sums: Any, shoes: Any) -> Any:
    """Deals a round in every lane that has a shoe, or gets one; how many do."""
    playing, boxes, hole_card = 0, setup.boxes, setup.hole_card
    seen_page, sees = 11 * setup.buckets, setup.card_reader != 0
    enough = CARDS_OF_BOX * (boxes + 1) if setup.cover >= 0 else 0
    for number in range(LANES):
        lane = uint64(number)
        shoe = board.shoes[lane]
        if shoe.position > setup.cover or shoe.exhausted == 1:
            if board.next_shoe >= board.last_shoe:
                continue
            board.cluster[lane] = (board.next_shoe - shoes.first) // shoes.of_cluster
            lay_shoe(setup, board, lane, sums)
        start = shoe.position
        if shoe.ready < start + enough:
            shuffle_on(setup, shoe, start + enough)
        up = numpy.int64(shoe.cards[uint64(start + boxes)])
        hole = numpy.int64(shoe.cards[uint64(start + 2 * boxes + 1)]) if hole_card else numpy.int64(0)
        page = hands.value(up)
        state = numpy.int64(setup.dealer[uint64(((ONE_CARD + page) << 4) + (hole >> 2))])
        board.second[lane] = state if hole_card else ONE_CARD + page
        page = seen_page if sees and state == BLACKJACK_END else page
        board.start[lane], board.place[lane] = start, start + 2 * boxes + 1 + hole_card
        board.up[lane], board.hole[lane], board.page[lane] = up, hole, page
        board.needs[lane] = 0
        board.dealt[playing] = lane
        playing += 1
    return playing


@called_by_kernels
def split_box(setup: Any, tables: Any, board: Any, lane: Any, box: Any) -> None:
    """Plays a box that is split, as the kernel does."""
    shoe, round_ = board.shoes[lane], board.rounds[lane]
    start = board.start[lane]
    round_.up, round_.bucket = board.up[lane], board.page[lane] // 11
    round_.needs_total = round_.needs_second = 0
    round_.boxes[box].first = shoe.cards[start + box]
    round_.boxes[box].second = shoe.cards[start + setup.boxes + 1 + box]
    shoe.position = board.place[lane]
    play_split(setup, tables, shoe, round_, box)
    board.place[lane] = shoe.position
    board.needs[lane] |= NEEDS_TOTAL * round_.needs_total + NEEDS_SECOND * round_.needs_second
    if shoe.exhausted == 1:
        shoe.exhausted = 0
        board.place[lane] = _NEVER


@called_by_kernels
def start_boxes(setup: Any, tables: Any, starts: Any, board: Any, playing: Any, box: Any) -> Any:
    """Looks up the first two cards of a box in every lane; in how many it takes a card."""
    waiting, boxes, splits_at = 0, setup.boxes, setup.splits_at
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        cards = board.shoes[lane].cards
        start = board.start[lane]
        first, second = numpy.int64(cards[uint64(start + box)]), numpy.int64(cards[uint64(start + boxes + 1 + box)])
        two = numpy.int64(setup.two_cards[uint64((first >> 2 << 4) + (second >> 2))])
        if two >= FIRST_SUITED and (first ^ second) & 3 == 0:
            same_as_up = 1 if (first ^ board.up[lane]) & 3 == 0 else 0
            two = _BEHIND_SUITED + 8 * two + 2 * (first & 3) + same_as_up
        node = numpy.int64(starts[uint64(board.page[lane] * STARTS + two)])
        board.node[lane] = node
        if node == splits_at:
            split_box(setup, tables, board, lane, box)
        board.waiting[uint64(waiting)] = lane
        waiting += 1 if node > splits_at else 0
    return waiting


@part_of_kernel
def draw_all(board: Any, table: Any, waiting: Any, ended: Any) -> None:
    """Draws cards in the lanes that wait until each has come to `ended` or below."""
    while waiting > 0:
        still = 0
        for place in range(waiting):
            lane = board.waiting[uint64(place)]
            at = board.place[lane]
            card = numpy.int64(board.shoes[lane].cards[uint64(at)])
            node = numpy.int64(table[uint64((board.node[lane] << 4) + (card >> 2))])
            board.place[lane] = at + 1
            board.node[lane] = node
            board.waiting[uint64(still)] = lane
            still += 1 if node > ended else 0
        waiting = still


@called_by_kernels
def end_boxes(setup: Any, needs: Any, board: Any, playing: Any, box: Any) -> None:
    """Notes the final of a box in every lane."""
    finals, splits_at, boxes = setup.finals, setup.splits_at, setup.boxes
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        node = board.node[lane]
        if node >= finals and node < splits_at:
            cards, start = board.shoes[lane].cards, board.start[lane]
            first, second = numpy.int64(cards[start + box]), numpy.int64(cards[start + boxes + 1 + box])
            third = numpy.int64(cards[board.place[lane] - 1])
            node = final_of_bonus(setup, node, first, second, third)
        board.finals[box, lane] = node
        board.needs[lane] |= numpy.int64(needs[uint64(node)])


@called_by_kernels
def start_dealers(setup: Any, board: Any, playing: Any) -> Any:
    """Turns the dealer's second card in every lane; in how many the dealer draws."""
    waiting, hole_card = 0, setup.hole_card != 0
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        needs, state = board.needs[lane], board.second[lane]
        if not hole_card:
            up = hands.value(board.up[lane])
            may_be_blackjack = up == 1 or up == 10
            if needs & NEEDS_TOTAL or (needs & NEEDS_SECOND and may_be_blackjack) or setup.needs_second:
                hole = numpy.int64(board.shoes[lane].cards[uint64(board.place[lane])])
                board.place[lane] += 1
                board.hole[lane] = hole
                state = numpy.int64(setup.dealer[uint64((state << 4) + (hole >> 2))])
        board.node[lane] = state
        board.waiting[uint64(waiting)] = lane
        waiting += 1 if needs & NEEDS_TOTAL and state > BLACKJACK_END else 0
    return waiting


@called_by_kernels
def settle_split_box(setup: Any, tables: Any, board: Any, lane: Any, box: Any, sums: Any) -> Any:
    """Settles a box that was split and counts it; its money."""
    round_ = board.rounds[lane]
    round_.level, round_.dealer = board.level[lane], board.node[lane]
    settle_split(setup, tables, round_, sums, box)
    settled = round_.boxes[box]
    money = settled.money[MAIN]
    cell = sums.cells[box, hands.value(board.up[lane]), settled.outcome]
    cell.times += 1
    cell.money += money
    cell.squares += money * money
    sums.put_down += settled.put_down
    return money


@called_by_kernels
def play_again(setup: Any, tables: Any, board: Any, lane: Any, task: Any) -> None:
    """Plays a lane's round from its first card by the kernel."""
    shoe = board.shoes[lane]
    shoe.position = shoe.counted_to = board.start[lane]
    cluster = task.clusters[board.cluster[lane]]
    round_ = board.rounds[lane]
    round_.has_more = 1
    play_and_count(setup, tables, shoe, round_, task.sums, cluster)


@called_by_kernels
def settle_all(setup: Any, tables: Any, pace: Any, board: Any, playing: Any, task: Any) -> None:
    """Settles the boxes of every lane and counts the rounds."""
    sums, boxes, splits_at, unit = task.sums, setup.boxes, setup.splits_at, setup.unit
    endings, times, ends = pace.endings, pace.times, pace.ends
    squares = numpy.int64(0)
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        shoe, up = board.shoes[lane], board.up[lane]
        if board.place[lane] > shoe.ready or (board.needs[lane] & SUITED_777 and up >> 2 == 7):
            play_again(setup, tables, board, lane, task)
            continue
        state = board.node[lane]
        end = state if state <= BLACKJACK_END else 0
        board.node[lane] = end
        up_value = uint64(hands.value(up))
        end += board.level[lane] << 3
        units, box = numpy.int64(0), -1
        while box + 1 < boxes:
            box += 1
            final = board.finals[uint64(box), lane]
            if final == splits_at:
                units += settle_split_box(setup, tables, board, lane, box, sums) // unit
            else:
                ending = uint64(ends[uint64((final << 3) + end)])
                times[uint64(box), up_value, ending] += 1
                units += endings[ending].units
        shoe.position = board.place[lane]
        money = units * unit
        squares += money * money
        count_place(sums, units, money)
        cluster = task.clusters[uint64(board.cluster[lane])]
        cluster.base += money
        cluster.all += money
        cluster.initial += boxes * setup.levels[uint64(board.bucket[lane])].amount
        cluster.rounds += 1
    sums.base_squares += squares
    sums.all_squares += squares


@part_of_kernel
def count_place(sums: Any, units: Any, money: Any) -> None:
    """Counts a result of a round in the distribution."""
    place = min(max(units + BINS // 2, 0), BINS - 1)
    sums.bins[uint64(place)] += 1
    if place == 0:
        sums.low_tail += money
    elif place == BINS - 1:
        sums.high_tail += money


@called_by_kernels
def count_endings(setup: Any, pace: Any, sums: Any) -> None:
    """Adds to the sums how the boxes ended."""
    for box in range(setup.boxes):
        for up in range(1, 11):
            for number in range(len(pace.endings)):
                times, ending = pace.times[box, up, number], pace.endings[number]
                if times > 0:
                    cell = sums.cells[box, up, ending.outcome]
                    cell.times += times
                    money = ending.units * setup.unit
                    cell.money += times * money
                    cell.squares += times * money * money
                    sums.put_down += times * ending.put_down
                    kind = ending.outcome // DOUBLES - BEFORE_KINDS
                    if kind > 0:
                        count_bonus(sums, kind, ending.added, times)


@part_of_kernel
def count_clusters(task: Any) -> None:
    """Adds the clusters to the sums: every round is in one."""
    sums = task.sums
    sums.rounds = sums.base = sums.all = sums.initial = 0
    for number in range(len(task.clusters)):
        cluster = task.clusters[number]
        sums.rounds += cluster.rounds
        sums.base += cluster.base
        sums.all += cluster.all
        sums.initial += cluster.initial


@kernel
def play_in_step(setup: Any, tables: Any, pace: Any, board: Any, task: Any, shoes: Any) -> None:
    """Plays shoes until none is left."""
    playing = deal_all(setup, board, task.sums, shoes)
    while playing > 0:
        turn = -1
        while turn + 1 < setup.boxes:
            turn += 1
            box = setup.boxes - 1 - turn if setup.plays_from_right else turn
            waiting = start_boxes(setup, tables, pace.starts, board, playing, box)
            draw_all(board, pace.steps, waiting, setup.splits_at)
            end_boxes(setup, pace.needs, board, playing, box)
        draw_all(board, setup.dealer, start_dealers(setup, board, playing), BLACKJACK_END)
        settle_all(setup, tables, pace, board, playing, task)
        playing = deal_all(setup, board, task.sums, shoes)
    count_endings(setup, pace, task.sums)
    count_clusters(task)


def tally_in_step(ready: Prepared, pace: Pace, shoes: Shoes) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task, board = new_task(shoes.clusters), one(BOARD)
    board["next_shoe"], board["last_shoe"] = shoes.first, shoes.first + shoes.shoes
    board["shoes"]["position"] = _NEVER
    own = pace._replace(times=numpy.zeros_like(pace.times))
    play_in_step(ready.setup, ready.tables, own, board, task, shoes)
    return tally_of(task, ready.boxes)
