"""Rounds in step up to the dealer's last card: shoes laid out, cards dealt, boxes and dealers' hands
played."""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands
from spanish21.simulation.in_step.step_board import AGAIN, LANES, NEEDS_SECOND, NEEDS_TOTAL, NO_PLACE
from spanish21.simulation.in_step.step_counting import bucket_of, open_round
from spanish21.simulation.in_step.step_settling import end_shoe
from spanish21.simulation.kernel.compiled_rounds import (
    final_of_bonus,
    load_shoe,
    place_of_two,
    play_split,
    shuffle_on,
)
from spanish21.simulation.kernel.tally import CARDS_OF_BOX
from spanish21.simulation.plan.count_names import BLACKJACK_END
from spanish21.simulation.plan.dealer_table import ONE_CARD
from spanish21.simulation.plan.hand_nodes import STARTS
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel
from spanish21.simulation.plan.streams import CARDS_OF_BLOCK


@called_by_kernels
def lay_shoe(setup: Any, board: Any, lane: Any) -> None:
    """Lays the next shoe before a lane."""
    shoe = board.shoes[lane]
    load_shoe(setup, shoe, board.next_shoe)
    wanted = setup.cover + CARDS_OF_BLOCK if setup.cover >= 0 else CARDS_OF_BOX * (setup.boxes + 1)
    shuffle_on(setup, shoe, wanted)
    board.place[lane], board.ready[lane] = shoe.position, shoe.ready
    board.counted[lane] = shoe.position
    board.counts[lane, uint64(shoe.position)] = shoe.count
    board.next_shoe += 1


@called_by_kernels
def make_ready(setup: Any, board: Any, lane: Any, wanted: Any) -> None:
    """Shuffles a lane's shoe on."""
    shoe = board.shoes[lane]
    shuffle_on(setup, shoe, wanted)
    board.ready[lane] = shoe.ready


@called_by_kernels
def deal_all(setup: Any, pace: Any, board: Any, task: Any, shoes: Any) -> Any:
    """Deals a round in every lane that has a shoe, or gets one; how many do."""
    playing, boxes, hole_card = 0, setup.boxes, setup.hole_card
    seen_page, sees, opens = (
        11 * setup.buckets,
        setup.card_reader != 0,
        setup.buckets > 1 or setup.insures[0] != 0,
    )
    cover, has_sides, enough = (
        setup.cover,
        setup.has_sides != 0,
        CARDS_OF_BOX * (boxes + 1) if setup.cover >= 0 else 0,
    )
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
                board.place[lane] = NO_PLACE
                continue
            lay_shoe(setup, board, lane)
        start = board.place[lane]
        if board.ready[lane] < start + enough:
            make_ready(setup, board, lane, start + enough)
        up: Any = numpy.int64(cards[uint64(start + boxes)])
        hole = numpy.int64(cards[uint64(start + 2 * boxes + 1)]) if hole_card else numpy.int64(0)
        page = hands.value(up)
        state = numpy.int64(setup.dealer[uint64(((ONE_CARD + page) << 4) + (hole >> 2))])
        board.second[lane] = state if hole_card else ONE_CARD + page
        page = seen_page if sees and state == BLACKJACK_END else page
        board.start[lane], board.place[lane] = start, start + 2 * boxes + 1 + hole_card
        board.up[lane], board.hole[lane], board.page[lane] = up, hole, page
        board.needs[lane] = 0
        if opens:
            open_round(setup, pace.changes, board, lane, up, hole)
        board.dealt[uint64(playing)] = lane
        playing += 1
    return playing


@called_by_kernels
def split_box(setup: Any, tables: Any, board: Any, lane: Any, box: Any, bucket: Any) -> None:
    """Plays a split box, as the kernel does."""
    shoe, round_ = board.shoes[lane], board.rounds[lane]
    start = board.start[lane]
    round_.up, round_.bucket = board.up[lane], bucket
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
    waiting, boxes, splits_at, counts = 0, setup.boxes, setup.splits_at, setup.buckets > 1
    seen_page = 11 * setup.buckets
    for place in range(playing):
        lane = board.dealt[uint64(place)]
        cards = board.shoes[lane].cards
        start = board.start[lane]
        first, second = (
            numpy.int64(cards[uint64(start + box)]),
            numpy.int64(cards[uint64(start + boxes + 1 + box)]),
        )
        two = place_of_two(setup, first, second, board.up[lane])
        bucket = bucket_of(board, lane) if counts else numpy.int64(0)
        page = board.page[lane]
        page += 11 * bucket if page < seen_page else 0
        node = numpy.int64(starts[uint64(page * STARTS + two)])
        board.node[lane] = node
        if node == splits_at:
            split_box(setup, tables, board, lane, box, bucket)
        board.waiting[uint64(waiting)] = lane
        waiting += 1 if node > splits_at else 0
    return waiting


@part_of_kernel
def draw_all(board: Any, table: Any, waiting: Any, ended: Any) -> None:
    """Draws cards in the waiting lanes until each has reached `ended` or below."""
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
            decides = needs & NEEDS_SECOND and hands.may_be_blackjack(board.up[lane])
            if needs & NEEDS_TOTAL or decides or setup.needs_second:
                hole = numpy.int64(board.shoes[lane].cards[uint64(board.place[lane])])
                board.place[lane] += 1
                board.hole[lane] = hole
                state = numpy.int64(setup.dealer[uint64((state << 4) + (hole >> 2))])
        board.node[lane] = state
        board.waiting[uint64(waiting)] = lane
        waiting += 1 if needs & NEEDS_TOTAL and state > BLACKJACK_END else 0
    return waiting
