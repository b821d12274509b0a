"""The compiled game: complete rounds by the book, for any number of boxes, wagers and strategies.

A kernel only looks up: a hand's decisions and results in the table of hand_nodes.py, its payment in the
finals of hand_ends.py, the dealer's hand in the table of dealer_table.py. All three are filled by the
functions of `spanish21.game`. tests/simulation/plain_rounds.py is this module's plain twin.
"""

import math
from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands, options
from spanish21.simulation.kernel.kernel_settlement import settle_boxes
from spanish21.simulation.kernel.kernel_sides import clear_more, settle_sides
from spanish21.simulation.plan.count_names import BLACKJACK_END, INSURANCE
from spanish21.simulation.plan.dealer_table import ONE_CARD
from spanish21.simulation.plan.hand_nodes import (
    BEHIND_PAIRED,
    BEHIND_SUITED,
    FIRST_PAIR,
    FIRST_SUITED,
    PLACES_PAIRED,
    PLACES_SUITED,
    START_SITUATIONS,
    STARTS,
    STARTS_ACES,
    STARTS_FIRST,
    STARTS_SPLIT,
)
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel
from spanish21.simulation.plan.streams import (
    CARDS_OF_BLOCK,
    FOR_RESHUFFLE,
    FOR_SHUFFLE,
    LARGEST_SHOE,
    bounded,
    shuffle_to,
)

ANY_TEN_VALUE = 52
CARDS_OF_DECK = 48
DECKS_A_CARD = CARDS_OF_DECK / numpy.maximum(numpy.arange(2 * LARGEST_SHOE + 1), 1)
"""By cards left: the factor for a count, since a division takes longer."""
_MARGIN = 1e-8
_SITUATIONS, _BUCKET = len(START_SITUATIONS), len(START_SITUATIONS) * 11 * STARTS


@part_of_kernel
def shuffle_on(setup: Any, shoe: Any, wanted: Any) -> None:
    """Shuffles the shoe until `wanted` of its places hold their final cards, or all do."""
    shoe.ready = shuffle_to(
        shoe.cards, shoe.size, setup.limits, shoe.ready, wanted, shoe.number, FOR_SHUFFLE, setup.seed
    )


@called_by_kernels
def has_more_cards(setup: Any, shoe: Any) -> Any:
    """Whether there are more cards for a round that all cards ready were too few for, and makes them ready.

    They are the rest of the shoe, or once it is empty the shuffled discards, with one of them burned.
    """
    if shoe.streamed == 0 or shoe.end > shoe.size:
        return False
    shoe.exhausted = 0
    if shoe.ready < shoe.size:
        shuffle_on(setup, shoe, shoe.ready + CARDS_OF_BLOCK)
        return True
    start, discards = shoe.size, shoe.round_start
    for place in range(discards):
        shoe.cards[start + place] = shoe.cards[place] & 63
    for place in range(discards - 1):
        index = bounded(uint64(discards - place), uint64(place), shoe.number, FOR_RESHUFFLE, setup.seed)
        here, there = start + place, uint64(start + place) + index
        shoe.cards[here], shoe.cards[there] = shoe.cards[there], shoe.cards[here]
    for place in range(start, start + discards - 1):
        shoe.cards[place] = shoe.cards[place + 1]
    shoe.end = shoe.ready = start + max(discards - 1, 0)
    return True


@part_of_kernel
def draw(shoe: Any) -> Any:
    """The next card of the shoe, or any card where no more are ready: the round must then be played again."""
    if shoe.position >= shoe.ready:
        shoe.exhausted = 1
        return numpy.int64(ANY_TEN_VALUE)
    card = numpy.int64(shoe.cards[uint64(shoe.position)] & 63)
    shoe.position += 1
    return card


@part_of_kernel
def place_of_two(setup: Any, first: Any, second: Any, up: Any) -> Any:
    """Where two cards are in `starts`, by their suits where those can matter."""
    two = numpy.int64(setup.two_cards[uint64((first >> 2 << 4) + (second >> 2))])
    if two >= FIRST_PAIR:
        return BEHIND_PAIRED + PLACES_PAIRED * two + 16 * (first & 3) + 4 * (second & 3) + (up & 3)
    if two >= FIRST_SUITED and (first ^ second) & 3 == 0:
        same_as_up = 1 if (first ^ up) & 3 == 0 else 0
        return BEHIND_SUITED + PLACES_SUITED * two + 2 * (first & 3) + same_as_up
    return two


@part_of_kernel
def start_of(setup: Any, tables: Any, round_: Any, situation: Any, first: Any, second: Any) -> Any:
    """The node of a hand's first two cards."""
    two = place_of_two(setup, first, second, round_.up)
    by_up = situation * 11 + hands.value(round_.up)
    return numpy.int64(tables.starts[uint64(round_.bucket * _BUCKET + by_up * STARTS + two)])


@part_of_kernel
def final_of_bonus(setup: Any, node: Any, first: Any, second: Any, third: Any) -> Any:
    """The final of a bonus hand of three cards, by their suits."""
    kind = hands.kind_of_three(first, second, third, setup.top_suit)
    return 3 * (node - setup.finals) + (kind - hands.MIXED_678) % 3


@part_of_kernel
def final_of(setup: Any, tables: Any, shoe: Any, node: Any, first: Any, second: Any) -> Any:
    """The final that a hand reaches from `node`, which is not a hand to be split."""
    card = 0
    while node > setup.splits_at:
        card = draw(shoe)
        node = numpy.int64(tables.steps[uint64((node << 4) + (card >> 2))])
    if node >= setup.finals:
        return final_of_bonus(setup, node, first, second, card)
    return node


@called_by_kernels
def play_split(setup: Any, tables: Any, shoe: Any, round_: Any, box: Any) -> None:
    """Plays the hands of a box whose first two cards are split, the newest of those that wait first."""
    first, second = round_.boxes[box].first, round_.boxes[box].second
    situation = STARTS_ACES if hands.is_ace(first) else STARTS_SPLIT
    pending, hands_made, finished = 0, 1, 0
    splits = True
    while True:
        if splits:
            round_.pending[pending] = second
            pending += 1
            hands_made += 1
        second = draw(shoe)
        is_last = not options.has_room_for_hand(hands_made, setup.most_hands)
        node = start_of(setup, tables, round_, situation + (1 if is_last else 0), first, second)
        # An empty shoe would give the same card for ever, and some rules would split it for ever.
        splits = node == setup.splits_at and shoe.exhausted == 0
        if splits:
            continue
        if shoe.exhausted == 0:
            round_.finals[box, finished] = final_of(setup, tables, shoe, node, first, second)
        final = tables.finals[round_.finals[box, finished]]
        round_.needs_total |= final.needs_total
        round_.needs_second |= final.needs_second
        finished += 1
        if pending == 0:
            break
        pending -= 1
        first = numpy.int64(round_.pending[pending])
    round_.boxes[box].hands = finished


@part_of_kernel
def play_box(setup: Any, tables: Any, shoe: Any, round_: Any, box: Any) -> None:
    """Plays every hand of a box; the dealer's hand decides them later."""
    first, second = round_.boxes[box].first, round_.boxes[box].second
    node = start_of(setup, tables, round_, STARTS_FIRST, first, second)
    if node == setup.splits_at:
        play_split(setup, tables, shoe, round_, box)
        return
    node = final_of(setup, tables, shoe, node, first, second)
    round_.boxes[box].hands = 1
    round_.boxes[box].final = node
    final = tables.finals[node]
    round_.needs_total |= final.needs_total
    round_.needs_second |= final.needs_second


@part_of_kernel
def count_cards(setup: Any, shoe: Any) -> None:
    """Adds the cards that were dealt since the last time to the count."""
    while shoe.counted_to < shoe.position:
        shoe.count += setup.tags[(shoe.cards[uint64(shoe.counted_to)] & 63) >> 2]
        shoe.counted_to += 1


@part_of_kernel
def bucket_of(setup: Any, shoe: Any) -> Any:
    """The bucket of the count: its true count for each deck left, rounded down, within the buckets."""
    return bucket_at(setup, shoe.count, shoe.end - shoe.position)


@part_of_kernel
def bucket_at(setup: Any, count: Any, left: Any) -> Any:
    """The bucket of a count with this many cards left."""
    # A quotient of such small numbers that is not whole is too far from one for the margin to lift it there.
    true_count = numpy.int64(math.floor(count * DECKS_A_CARD[uint64(max(left, 1))] + _MARGIN))
    return min(max(true_count - setup.lowest_count, 0), setup.buckets - 1)


@part_of_kernel
def deal(setup: Any, shoe: Any, round_: Any) -> None:
    """Deals the first cards: one to each box, the up card, one to each box, a hole card if there is one."""
    boxes, first = setup.boxes, shoe.position
    shoe.position = first + 2 * boxes + 1 + setup.hole_card
    if shoe.position > shoe.ready:
        shoe.exhausted = 1
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        box = round_.boxes[number]
        box.first = shoe.cards[uint64(first + number)] & 63
        box.second = shoe.cards[uint64(first + boxes + 1 + number)] & 63
    round_.up = shoe.cards[uint64(first + boxes)] & 63
    round_.hole = shoe.cards[uint64(first + 2 * boxes + 1)] & 63 if setup.hole_card else 0


@part_of_kernel
def play_boxes(setup: Any, tables: Any, shoe: Any, round_: Any) -> None:
    """Plays the boxes in the book's order, each by the current count."""
    round_.needs_total, round_.needs_second = 0, 0
    turn = -1
    while turn + 1 < setup.boxes:
        turn += 1
        box = setup.boxes - 1 - turn if setup.plays_from_right else turn
        if setup.buckets > 1:
            count_cards(setup, shoe)
            round_.bucket = bucket_of(setup, shoe)
        play_box(setup, tables, shoe, round_, box)


@part_of_kernel
def play_dealer(setup: Any, shoe: Any, round_: Any) -> None:
    """Draws the dealer's cards, as far as a hand or a wager is left that they can decide."""
    up_value = hands.value(round_.up)
    may_be_blackjack = hands.may_be_blackjack(round_.up)
    state = numpy.int64(ONE_CARD + up_value)
    draws = round_.needs_total != 0
    if not setup.hole_card:
        wanted = (round_.needs_second != 0 and may_be_blackjack) or round_.insured or setup.needs_second
        if draws or wanted:
            round_.hole = draw(shoe)
    if round_.hole > 0:
        state = numpy.int64(setup.dealer[uint64((state << 4) + (round_.hole >> 2))])
    while draws and state > BLACKJACK_END:
        state = numpy.int64(setup.dealer[uint64((state << 4) + (draw(shoe) >> 2))])
    round_.dealer = state if state <= BLACKJACK_END else 0


@part_of_kernel
def place_insurance(setup: Any, shoe: Any, round_: Any) -> None:
    """Whether the boxes insure against an ace."""
    bucket = bucket_of(setup, shoe) if setup.buckets > 1 else 0
    # Half of one chip, down to a chip, is nothing: no insurance can be placed.
    if setup.insures[bucket] and setup.levels[round_.level].insurance_stake > 0:
        round_.insured = 1


@part_of_kernel
def settle_insurance(setup: Any, round_: Any) -> None:
    """Pays or takes the insurance of every box."""
    level = setup.levels[round_.level]
    won = -level.insurance_stake
    if round_.dealer == BLACKJACK_END:
        won = level.insurance_suited if (round_.up ^ round_.hole) & 3 == 0 else level.insurance_win
    box = -1
    while box + 1 < setup.boxes:
        box += 1
        round_.boxes[box].money[INSURANCE] = won
    round_.has_more = 1


@part_of_kernel
def play_round(setup: Any, tables: Any, shoe: Any, round_: Any, sums: Any) -> None:
    """Plays one round from the shoe's position; `shoe.exhausted` says that it had too few cards."""
    shoe.round_start, shoe.count_before = shoe.position, shoe.count
    counts = setup.buckets > 1
    round_.bucket = bucket_of(setup, shoe) if counts else 0
    round_.level = setup.level_of[round_.bucket]
    round_.insured = 0
    if round_.has_more or setup.has_sides:
        clear_more(setup, round_)
    deal(setup, shoe, round_)
    if shoe.exhausted == 1:
        return
    if counts:
        # The hole card is seen at the end of the round.
        count_cards(setup, shoe)
        shoe.count -= setup.tags[round_.hole >> 2]
    if hands.is_ace(round_.up):
        place_insurance(setup, shoe, round_)
    if setup.card_reader and hands.is_two_card_21(round_.up, round_.hole):
        round_.dealer = BLACKJACK_END
        box = -1
        while box + 1 < setup.boxes:
            box += 1
            cards = round_.boxes[box]
            cards.hands = 1
            blackjack = hands.is_two_card_21(cards.first, cards.second)
            cards.final = setup.blackjack if blackjack else setup.nothing_yet
    else:
        play_boxes(setup, tables, shoe, round_)
        play_dealer(setup, shoe, round_)
    if counts:
        count_cards(setup, shoe)
        if setup.hole_card:
            shoe.count += setup.tags[round_.hole >> 2]
    if shoe.exhausted == 1:
        return
    settle_boxes(setup, tables, round_, sums)
    if round_.insured:
        settle_insurance(setup, round_)
    if setup.has_sides:
        settle_sides(setup, tables, shoe, round_)


@part_of_kernel
def rewind(shoe: Any) -> None:
    """Puts a shoe back to where the round began."""
    shoe.position = shoe.counted_to = shoe.round_start
    shoe.count = shoe.count_before


@part_of_kernel
def load_shoe(setup: Any, shoe: Any, number: Any) -> None:
    """Makes `shoe` stand before the first card of shoe `number`, nothing shuffled yet."""
    for place in range(setup.size):
        shoe.cards[place] = setup.unshuffled[place]
    shoe.size = shoe.end = setup.size
    shoe.number = number
    shoe.streamed = 1
    # The first card is burned unseen: it stays in the shoe's first place and is not counted.
    shoe.position = shoe.counted_to = 1 if setup.burns_first_card else 0
    shoe.ready = shoe.round_start = shoe.exhausted = shoe.wheel_turns = 0
    shoe.count = setup.first_count
