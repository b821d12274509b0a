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
from spanish21.simulation.by_first_cards import CARDS, FIRST_CARD, LEFT_TO_KERNEL, MOST_RESULTS, place_of, sides_of
from spanish21.simulation.compiling import called_by_kernels, kernel, part_of_kernel
from spanish21.simulation.dealing import ONE_CARD
from spanish21.simulation.kernel import bucket_at, final_of_bonus, load_shoe, play_split, shuffle_on
from spanish21.simulation.layout import BEFORE_KINDS, BINS, BLACKJACK_END, DOUBLES, MAIN, MATCH, MOST_BOXES, SIDE_WAGERS
from spanish21.simulation.nodes import FIRST_SUITED, STARTS, TWO_CARDS
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import CLUSTER, ROUND, SHOE, one
from spanish21.simulation.settlement import count_bonus, settle_split
from spanish21.simulation.streams import CARDS_OF_BLOCK
from spanish21.simulation.tally import (
    CARDS_OF_BOX,
    Shoes,
    Tally,
    most_meter_hits,
    new_task,
    note_meter_hits,
    play_and_count,
    tally_of,
)

LANES = 64
ROUND_BITS = 20
ENDS = 8
"""Room for the ends of a dealer's hand."""
NEEDS_TOTAL, NEEDS_SECOND, SUITED_777, AGAIN = 1, 2, 4, 8
"""What a lane's round needs: the dealer's total or second card, a super bonus, to be played by the kernel."""
COUNTERS = 2
"""Boxes that end alike are counted in turn, so that no count waits for the one before."""
_BEHIND_SUITED = len(TWO_CARDS) - 8 * FIRST_SUITED
_NEVER = 1 << 30
MOST_ENDINGS = 10_000
PLACES: int = SHOE["cards"].shape[0]


def _lanes(*names: str) -> list[Any]:
    return [(name, numpy.int32, (LANES,)) for name in names]


BOARD = numpy.dtype(
    [
        ("first_shoe", numpy.int64),
        ("next_shoe", numpy.int64),
        ("last_shoe", numpy.int64),
        ("cluster_now", numpy.int64),
        ("cluster_ends", numpy.int64),
        ("dealt", numpy.uint64, (LANES,)),
        ("waiting", numpy.uint64, (LANES,)),
        *_lanes("start", "place", "ready", "node", "up", "hole", "second", "page", "level", "ends", "needs"),
        *_lanes("cluster", "played", "again", "counted"),
        ("sums", CLUSTER, (LANES,)),
        ("finals", numpy.int32, (MOST_BOXES, LANES)),
        ("sides", numpy.int32, (MOST_BOXES, LANES)),
        ("bins", numpy.int32, (BINS, COUNTERS)),
        ("counts", numpy.int32, (LANES, PLACES)),
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
    units: Any
    endings: Any
    times: Any
    by_cards: Any
    sides: Any
    rounds: Any


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
    units = endings["units"][ends]
    sides = sides_of(ready)
    if sides is None or len(endings) > MOST_ENDINGS:
        return None
    times = numpy.zeros(ready.boxes * 11 * len(endings) * COUNTERS, dtype=numpy.int32)
    return Pace(
        numpy.concatenate([starts, seen]).astype(numpy.uint16).ravel(),
        tables.steps.astype(numpy.uint16),
        needs,
        ends.ravel(),
        units.ravel(),
        endings,
        times,
        sides.by_cards,
        sides.results,
        numpy.zeros(1, dtype=numpy.int64),
    )


@part_of_kernel
def count_on(setup: Any, board: Any, lane: Any) -> None:
    """Counts the cards of a lane that are shuffled: what the count is before each place."""
    shoe, counts, place = board.shoes[lane], board.counts[lane], board.counted[lane]
    count = counts[uint64(place)]
    while place < shoe.ready:
        count += setup.tags[uint64(shoe.cards[uint64(place)] >> 2)]
        place += 1
        counts[uint64(place)] = count
    board.counted[lane] = place


@called_by_kernels
def end_shoe(setup: Any, pace: Any, board: Any, lane: Any, task: Any) -> None:
    """Adds what a lane's shoe came to to its cluster."""
    found, cluster, played = board.sums[lane], task.clusters[board.cluster[lane]], board.played[lane]
    cluster.base += found.base
    cluster.all += found.all if setup.has_sides else found.base
    cluster.initial += found.initial if setup.buckets > 1 else played * setup.boxes * setup.levels[0].amount
    cluster.rounds += played
    found.base = found.all = found.initial = 0
    if setup.has_sides and played + board.again[lane] > 0:
        pace.rounds[board.shoes[lane].number - board.first_shoe] = played + board.again[lane]
    board.played[lane] = board.again[lane] = 0


@called_by_kernels
def lay_shoe(setup: Any, board: Any, lane: Any) -> None:
    """Lays the next shoe before a lane."""
    shoe = board.shoes[lane]
    load_shoe(setup, shoe, board.next_shoe)
    wanted = setup.cover + CARDS_OF_BLOCK if setup.cover >= 0 else CARDS_OF_BOX * (setup.boxes + 1)
    shuffle_on(setup, shoe, wanted)
    board.place[lane], board.ready[lane] = shoe.position, shoe.ready
    board.counted[lane] = shoe.position
    board.counts[lane, uint64(shoe.position)] = 0
    board.next_shoe += 1


@called_by_kernels
def make_ready(setup: Any, board: Any, lane: Any, wanted: Any) -> None:
    """Shuffles a lane's shoe on."""
    shoe = board.shoes[lane]
    shuffle_on(setup, shoe, wanted)
    board.ready[lane] = shoe.ready


@part_of_kernel
def open_round(setup: Any, board: Any, lane: Any, up: Any, hole: Any) -> None:
    """Notes the wager of a lane's round by the count, and whether it insures."""
    bucket, place = numpy.int64(0), board.place[lane]
    if setup.buckets > 1:
        count_on(setup, board, lane)
        start, left = board.start[lane], board.shoes[lane].end
        bucket = bucket_at(setup, board.counts[lane, uint64(start)], left - start)
        board.level[lane] = setup.level_of[uint64(bucket)]
        board.ends[lane] = board.level[lane] * setup.finals * ENDS
        count = board.counts[lane, uint64(place)] - setup.tags[uint64(hole >> 2)]
        bucket = bucket_at(setup, count, left - place)
        board.page[lane] += 11 * bucket if board.page[lane] < 11 * setup.buckets else 0
    if hands.is_ace(up) and setup.insures[uint64(bucket)] and setup.levels[board.level[lane]].insurance_stake > 0:
        board.needs[lane] = AGAIN


@called_by_kernels
def deal_all(setup: Any, pace: Any, board: Any, task: Any, shoes: Any) -> Any:
    """Deals a round in every lane that has a shoe, or gets one; how many do."""
    playing, boxes, hole_card = 0, setup.boxes, setup.hole_card
    seen_page, sees, opens = 11 * setup.buckets, setup.card_reader != 0, setup.buckets > 1 or setup.insures[0] != 0
    cover, has_sides, enough = setup.cover, setup.has_sides != 0, CARDS_OF_BOX * (boxes + 1) if setup.cover >= 0 else 0
    for number in range(LANES):
        lane = uint64(number)
        cards = board.shoes[lane].cards
        if board.place[lane] > cover:
            if board.next_shoe >= board.cluster_ends:
                board.cluster_now += 1
                board.cluster_ends += shoes.of_cluster
            is_last = board.next_shoe >= board.last_shoe
            # Sums are carried from shoe to shoe of a cluster, since a fresh shoe comes with every round.
            if board.cluster[lane] != board.cluster_now or has_sides or is_last:
                end_shoe(setup, pace, board, lane, task)
                board.cluster[lane] = board.cluster_now
            if is_last:
                board.place[lane] = _NEVER
                continue
            lay_shoe(setup, board, lane)
        start = board.place[lane]
        if board.ready[lane] < start + enough:
            make_ready(setup, board, lane, start + enough)
        up = numpy.int64(cards[uint64(start + boxes)])
        hole = numpy.int64(cards[uint64(start + 2 * boxes + 1)]) if hole_card else numpy.int64(0)
        page = hands.value(up)
        state = numpy.int64(setup.dealer[uint64(((ONE_CARD + page) << 4) + (hole >> 2))])
        board.second[lane] = state if hole_card else ONE_CARD + page
        page = seen_page if sees and state == BLACKJACK_END else page
        board.start[lane], board.place[lane] = start, start + 2 * boxes + 1 + hole_card
        board.up[lane], board.hole[lane], board.page[lane] = up, hole, page
        board.needs[lane] = 0
        if opens:
            open_round(setup, board, lane, up, hole)
        board.dealt[uint64(playing)] = lane
        playing += 1
    return playing


@part_of_kernel
def turn_pages(setup: Any, board: Any, playing: Any) -> None:
    """Finds the decisions of every lane by the count as it stands."""
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        at, hole = board.place[lane], board.hole[lane]
        count = board.counts[lane, uint64(at)] - setup.tags[uint64(hole >> 2)]
        page = 11 * bucket_at(setup, count, board.shoes[lane].end - at) + hands.value(board.up[lane])
        board.page[lane] = page if board.page[lane] < 11 * setup.buckets else board.page[lane]


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
        board.needs[lane] |= AGAIN


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
    shoe, round_, start = board.shoes[lane], board.rounds[lane], board.start[lane]
    shoe.position = shoe.counted_to = start
    shoe.count = board.counts[lane, start]
    round_.has_more = 1
    cluster = board.cluster[lane]
    money = play_and_count(setup, tables, shoe, round_, task.sums, task.clusters[cluster])
    board.place[lane], board.ready[lane] = shoe.position, shoe.ready
    if shoe.exhausted == 1:
        board.place[lane] = _NEVER
        return
    if setup.has_sides:
        number = board.played[lane] + board.again[lane]
        note_meter_hits(setup, round_, task, ((shoe.number - board.first_shoe) << ROUND_BITS) + number, money, cluster)
    board.again[lane] += 1


@called_by_kernels
def look_up_sides(setup: Any, by_cards: Any, board: Any, playing: Any) -> None:
    """Looks up what the side wagers of every box came to."""
    boxes, with_hole = setup.boxes, setup.needs_second != 0
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        cards, start, up = board.shoes[lane].cards, board.start[lane], board.up[lane]
        hole, box, least = board.hole[lane] - FIRST_CARD, -1, MOST_RESULTS
        while box + 1 < boxes:
            box += 1
            first = numpy.int64(cards[uint64(start + box)])
            found = place_of(first, numpy.int64(cards[uint64(start + boxes + 1 + box)]), up)
            found = found * CARDS + hole if with_hole else found
            result = numpy.int64(by_cards[uint64(found)])
            board.sides[uint64(box), lane] = result
            least = min(least, result)
        if least == LEFT_TO_KERNEL:
            board.needs[lane] |= AGAIN


@called_by_kernels
def settle_all(setup: Any, tables: Any, pace: Any, board: Any, playing: Any, task: Any) -> None:
    """Settles the boxes of every lane and counts the rounds."""
    boxes, splits_at, unit, has_sides = setup.boxes, setup.splits_at, setup.unit, setup.has_sides != 0
    times, ends, units_of, sides = pace.times, pace.ends, pace.units, pace.sides
    cells_of_up, counts = len(pace.endings) * COUNTERS, setup.buckets > 1
    cells_of_box = 11 * cells_of_up
    squares, all_squares = numpy.int64(0), numpy.int64(0)
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        up, needs = board.up[lane], board.needs[lane]
        if board.place[lane] > board.ready[lane] or needs >= AGAIN or (needs >= SUITED_777 and up >> 2 == 7):
            play_again(setup, tables, board, lane, task)
            continue
        state, counter = numpy.int64(board.node[lane]), place & (COUNTERS - 1)
        end = state if state <= BLACKJACK_END else 0
        board.node[lane] = end
        end += board.ends[lane]
        cells = hands.value(up) * cells_of_up + counter
        units, more, box = numpy.int64(0), numpy.int64(0), -1
        while box + 1 < boxes:
            box += 1
            final = board.finals[uint64(box), lane]
            if final == splits_at:
                units += settle_split_box(setup, tables, board, lane, box, task.sums) // unit
            else:
                ended = uint64(final * ENDS + end)
                times[uint64(cells + numpy.int64(ends[ended]) * COUNTERS)] += 1
                units += units_of[ended]
            cells += cells_of_box
            if has_sides:
                side = sides[uint64(board.sides[uint64(box), lane])]
                side.times += 1
                more += side.units
        money = units * unit
        squares += money * money
        found = board.sums[lane]
        found.base += money
        if has_sides:
            units += more
            money = units * unit
            found.all += money
            all_squares += money * money
        if counts:
            found.initial += boxes * setup.levels[uint64(board.level[lane])].amount
        count_place(board, task.sums, units, money, counter)
        board.played[lane] += 1
    task.sums.base_squares += squares
    task.sums.all_squares += all_squares if has_sides else squares


@part_of_kernel
def count_place(board: Any, sums: Any, units: Any, money: Any, counter: Any) -> None:
    """Counts a result of a round in the distribution."""
    place = min(max(units + BINS // 2, 0), BINS - 1)
    board.bins[uint64(place), uint64(counter)] += 1
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
                times, ending = numpy.int64(0), pace.endings[number]
                first = ((box * 11 + up) * len(pace.endings) + number) * COUNTERS
                for counter in range(COUNTERS):
                    times += pace.times[first + counter]
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


@called_by_kernels
def count_sides(setup: Any, sides: Any, sums: Any) -> None:
    """Adds to the sums what the side wagers came to."""
    for number in range(len(sides)):
        result = sides[number]
        for side in range(len(SIDE_WAGERS)):
            if setup.stakes[side] > 0:
                wager, money = sums.wagers[MATCH + side], result.money[side]
                wager.times += result.times
                wager.money += result.times * money
                wager.squares += result.times * money * money
                wager.staked += result.times * setup.stakes[side]


@part_of_kernel
def count_clusters(board: Any, task: Any) -> None:
    """Adds the clusters to the sums: every round is in one."""
    sums = task.sums
    for place in range(BINS):
        for counter in range(COUNTERS):
            sums.bins[place] += board.bins[place, counter]
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
    playing = deal_all(setup, pace, board, task, shoes)
    while playing > 0:
        turn = -1
        while turn + 1 < setup.boxes:
            turn += 1
            box = setup.boxes - 1 - turn if setup.plays_from_right else turn
            if turn > 0 and setup.buckets > 1:
                turn_pages(setup, board, playing)
            waiting = start_boxes(setup, tables, pace.starts, board, playing, box)
            draw_all(board, pace.steps, waiting, setup.splits_at)
            end_boxes(setup, pace.needs, board, playing, box)
        draw_all(board, setup.dealer, start_dealers(setup, board, playing), BLACKJACK_END)
        if setup.has_sides:
            look_up_sides(setup, pace.by_cards, board, playing)
        settle_all(setup, tables, pace, board, playing, task)
        playing = deal_all(setup, pace, board, task, shoes)
    count_endings(setup, pace, task.sums)
    count_sides(setup, pace.sides, task.sums)
    count_clusters(board, task)
    task.sums.shoes = board.next_shoe - board.first_shoe


def tally_in_step(ready: Prepared, pace: Pace, shoes: Shoes) -> Tally:
    """The sums of the rounds of some shoes, as `tally_of_shoes` gives them."""
    task, board = new_task(shoes.clusters, most_meter_hits(ready, shoes)), one(BOARD)
    board["first_shoe"] = board["next_shoe"] = shoes.first
    board["last_shoe"] = shoes.first + shoes.shoes
    board["cluster_ends"] = shoes.first + shoes.of_cluster
    board["place"] = _NEVER
    rounds = numpy.zeros(shoes.shoes if ready.has_sides else 1, dtype=numpy.int64)
    own = pace._replace(times=numpy.zeros_like(pace.times), sides=pace.sides.copy(), rounds=rounds)
    play_in_step(ready.setup, ready.tables, own, board, task, shoes)
    tally = tally_of(task, ready.boxes)
    return tally._replace(meter_hits=_in_order(tally.meter_hits, rounds))


def _in_order(hits: Any, rounds: Any) -> Any:
    """Meter hits in the order of the shoes, and their rounds numbered through."""
    shoe, number = hits["round"] >> ROUND_BITS, hits["round"] & ((1 << ROUND_BITS) - 1)
    hits["round"] = (numpy.cumsum(rounds) - rounds)[shoe] + number
    return hits[numpy.argsort(hits["round"], kind="stable")]
