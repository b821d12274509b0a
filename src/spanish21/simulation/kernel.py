"""The compiled game: complete rounds by the book, for any box, wager and strategy.

What a hand is worth and who wins is asked of the functions of `spanish21.game`; what a wager is paid stands
in the tables of `plan.py`, which `game.pays` has filled. `plain.py` is this module's plain twin.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands
from spanish21.simulation.compiling import kernel, part_of_kernel
from spanish21.simulation.decisions import ACES_AGAIN, ACES_LAST
from spanish21.simulation.layout import (
    BUSTED,
    INSURANCE,
    MATCH,
    MATCH_DOWN,
    MONSTER,
    RESCUED,
    SURRENDERED,
    WAGERS,
    XTREME,
)
from spanish21.simulation.places import (
    ANY_TEN_VALUE,
    BUCKET,
    BUCKETS,
    COUNT,
    COUNTED,
    END,
    EXHAUSTED,
    FIRST_CARD,
    HANDS,
    HOLE,
    HOT_SPOT,
    INSURANCE_STAKE,
    INSURANCE_SUITED,
    INSURANCE_WIN,
    KIND,
    LEVEL,
    LOWEST_COUNT,
    METER_HITS,
    NUMBER,
    PENDING,
    PLAYER_BLACKJACK,
    POSITION,
    READY,
    ROUND_START,
    SECOND_CARD,
    SHOE_PLACES,
    SIZE,
    STAKES,
    STATE,
    STOOD,
    STREAMED,
    TIMES_DOUBLED,
    TOTAL,
    UP,
)
from spanish21.simulation.settlement import second_card_matters, settle_box, total_matters
from spanish21.simulation.side_wagers import settle_sides
from spanish21.simulation.streams import FOR_RESHUFFLE, FOR_SHUFFLE, bounded, shuffle_to
from spanish21.strategy import (
    DOUBLE,
    DOUBLED,
    FIRST,
    HIT,
    RESCUE,
    SPLIT_AGAIN,
    SPLIT_LAST,
    suited_pair,
    suited_state,
)
from spanish21.strategy import SPLIT as SPLIT_OPTION
from spanish21.strategy import SURRENDER as SURRENDER_OPTION


@kernel
def make_ready(cards: Any, shoe: Any, limits: Any, seed: Any) -> None:
    """Shuffles more of the shoe, or the discards once the shoe is empty."""
    if shoe[READY] < shoe[SIZE] and shoe[STREAMED] == 1:
        shoe[READY] = shuffle_to(
            cards,
            0,
            shoe[SIZE],
            limits,
            shoe[READY],
            shoe[POSITION] + 1,
            shoe[NUMBER],
            FOR_SHUFFLE,
            uint64(seed),
        )
        return
    if shoe[STREAMED] == 0 or shoe[END] > shoe[SIZE]:
        shoe[EXHAUSTED] = 1
        return
    # The cards of finished rounds are shuffled behind the empty shoe, and one of them is burned.
    start, discards = shoe[SIZE], shoe[ROUND_START]
    for place in range(discards):
        cards[start + place] = cards[place] & 63
    for place in range(discards - 1):
        index = bounded(uint64(discards - place), uint64(place), shoe[NUMBER], FOR_RESHUFFLE, uint64(seed))
        here, there = start + place, uint64(start + place) + index
        cards[here], cards[there] = cards[there], cards[here]
    shoe[POSITION] = start + 1
    shoe[END] = start + discards
    shoe[READY] = shoe[END]


@part_of_kernel
def draw(cards: Any, shoe: Any, limits: Any, seed: Any) -> Any:
    """The next card of the shoe."""
    if shoe[POSITION] >= shoe[READY]:
        make_ready(cards, shoe, limits, seed)
        if shoe[EXHAUSTED] == 1:
            # Any card lets the round come to its end; the caller sees that the shoe was too short.
            return numpy.int64(ANY_TEN_VALUE)
    card = numpy.int64(cards[uint64(shoe[POSITION])] & 63)
    shoe[POSITION] += 1
    return card


@part_of_kernel
def play_box(
    cards: Any,
    shoe: Any,
    limits: Any,
    seed: Any,
    options: Any,
    following: Any,
    rules: Any,
    hands_: Any,
    boxes_: Any,
    about: Any,
    box: Any,
    up: Any,
) -> None:
    """Plays every hand of a box; the dealer's hand decides them later."""
    bucket, first, second = about[BUCKET], boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD]
    if hands.is_two_card_21(first, second):
        boxes_[box, HANDS] = 1
        hands_[box, 0, TOTAL], hands_[box, 0, COUNT], hands_[box, 0, TIMES_DOUBLED] = 21, 2, 0
        hands_[box, 0, KIND], hands_[box, 0, STATE] = hands.BLACKJACK, PLAYER_BLACKJACK
        return
    up_value, multisets = hands.value(up), len(following)
    hands_made, pending, finished = 1, 0, 0
    split, aces_split = False, False
    while True:
        value1, value2 = hands.value(first), hands.value(second)
        number = numpy.int64(following[following[0, value1], value2])
        room = rules.most_hands == 0 or hands_made < rules.most_hands
        if not split:
            situation = FIRST
        elif aces_split:
            situation = ACES_AGAIN if room else ACES_LAST
        else:
            situation = SPLIT_AGAIN if room else SPLIT_LAST
        pair = suited_pair(first, second)
        state = number if pair < 0 else suited_state(pair, first & 3, first & 3 == up & 3, multisets)
        option = options[bucket, situation, state, up_value]
        # An empty shoe would give the same card for ever, and some rules would split it for ever.
        if option == SPLIT_OPTION and shoe[EXHAUSTED] == 0:
            split, aces_split = True, value1 == 1
            about[PENDING + pending] = second
            pending += 1
            hands_made += 1
            second = draw(cards, shoe, limits, seed)
            continue
        hard, aces = value1 + value2, (1 if value1 == 1 else 0) + (1 if value2 == 1 else 0)
        count, doubles, kind, ended = 2, 0, hands.ORDINARY, STOOD
        if option == SURRENDER_OPTION:
            ended = SURRENDERED
        while option == HIT or option == DOUBLE:
            if option == DOUBLE:
                doubles += 1
            third = draw(cards, shoe, limits, seed)
            value = hands.value(third)
            hard += value
            count += 1
            if value == 1:
                aces += 1
            number = numpy.int64(following[number, value])
            if number < 0:
                ended = BUSTED
                break
            if count == 3:
                kind = hands.kind_of_three(first, second, third, rules.top_suit)
            option = options[bucket, situation if doubles == 0 else DOUBLED + doubles - 1, number, up_value]
            if option == RESCUE:
                ended = RESCUED
        total = hands.total(hard, aces)
        if total == 21 and count > 3:
            kind = hands.kind_of_long(count, rules.seven_card_21_exactly)
        hands_[box, finished, TOTAL], hands_[box, finished, COUNT] = total, count
        hands_[box, finished, TIMES_DOUBLED], hands_[box, finished, KIND] = doubles, kind
        hands_[box, finished, STATE] = ended
        finished += 1
        if pending == 0:
            break
        pending -= 1
        first = about[PENDING + pending]
        second = draw(cards, shoe, limits, seed)
    boxes_[box, HANDS] = finished


@part_of_kernel
def bucket_of(count: Any, cards_left: Any, buckets: Any, counting: Any) -> Any:
    """The bucket of a running count: its true count for each deck left, rounded down, within the buckets."""
    true_count = count * 48 // max(cards_left, 1)
    return min(max(true_count - counting[LOWEST_COUNT], 0), buckets - 1)


@part_of_kernel
def counted(cards: Any, start: Any, end: Any, hidden: Any, counting: Any) -> Any:
    """What the cards dealt from `start` to `end` add to the count, but for one that lies face down."""
    count = 0
    for place in range(start, end):
        if place != hidden:
            count += counting[(cards[place] & 63) >> 2]
    return count


@part_of_kernel
def play_round(
    cards: Any,
    shoe: Any,
    limits: Any,
    seed: Any,
    options: Any,
    following: Any,
    table: Any,
    side: Any,
    counting: Any,
    rules: Any,
    hands_: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    boxes: Any,
    has_sides: Any,
    count: Any,
) -> Any:
    """Plays one round from the shoe's position; the count after it."""
    shoe[ROUND_START] = shoe[POSITION]
    buckets = options.shape[0]
    counts = buckets > 1
    start = shoe[POSITION]
    bucket = bucket_of(count, shoe[END] - start, buckets, counting) if counts else 0
    level = counting[BUCKETS + bucket]
    about[LEVEL], about[BUCKET] = level, bucket
    for box in range(boxes):
        for wager in range(len(WAGERS)):
            money_[box, wager] = 0
        boxes_[box, FIRST_CARD] = draw(cards, shoe, limits, seed)
    if has_sides:
        for place in range(METER_HITS, PENDING):
            about[place] = 0
        for place in range(HOT_SPOT, METER_HITS):
            about[place] = -1
    up = draw(cards, shoe, limits, seed)
    for box in range(boxes):
        boxes_[box, SECOND_CARD] = draw(cards, shoe, limits, seed)
    hole, hidden = 0, numpy.int64(-1)
    if rules.hole_card:
        hidden = shoe[POSITION]
        hole = draw(cards, shoe, limits, seed)
    up_value = hands.value(up)
    may_be_blackjack = up_value == 1 or up_value == 10
    insured = False
    if up_value == 1:
        if counts:
            seen = counted(cards, start, shoe[POSITION], hidden, counting)
            bucket = bucket_of(count + seen, shoe[END] - shoe[POSITION], buckets, counting)
        # Half of one chip, down to a chip, is nothing: there is no insurance to place.
        insured = counting[BUCKETS + buckets + bucket] == 1 and table[level, INSURANCE_STAKE] > 0
    ended = rules.card_reader and may_be_blackjack and hands.is_two_card_21(up, hole)
    if ended:
        for box in range(boxes):
            blackjack = hands.is_two_card_21(boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD])
            boxes_[box, HANDS] = 1
            hands_[box, 0, TOTAL], hands_[box, 0, COUNT], hands_[box, 0, TIMES_DOUBLED] = 0, 2, 0
            hands_[box, 0, KIND] = hands.BLACKJACK if blackjack else hands.ORDINARY
            hands_[box, 0, STATE] = PLAYER_BLACKJACK if blackjack else STOOD
    else:
        for turn in range(boxes):
            box = boxes - 1 - turn if rules.plays_from_right else turn
            if counts:
                seen = counted(cards, start, shoe[POSITION], hidden, counting)
                about[BUCKET] = bucket_of(count + seen, shoe[END] - shoe[POSITION], buckets, counting)
            play_box(cards, shoe, limits, seed, options, following, rules, hands_, boxes_, about, box, up)
    draws, needs_second = False, insured
    if not ended:
        for box in range(boxes):
            draws = draws or total_matters(rules, hands_, boxes_, box)
    if not rules.hole_card:
        for box in range(boxes):
            needs_second = needs_second or second_card_matters(
                table, rules, hands_, boxes_, box, level, may_be_blackjack
            )
        if has_sides and not needs_second:
            for box in range(boxes):
                for wager in (MATCH_DOWN - MATCH, MONSTER - MATCH, XTREME - MATCH):
                    needs_second = needs_second or side[STAKES + 5 * box + wager] > 0
        if draws or needs_second:
            hole = draw(cards, shoe, limits, seed)
    hard, aces, dealer_count = up_value, 1 if up_value == 1 else 0, 1
    if hole > 0:
        hard += hands.value(hole)
        aces += 1 if hands.is_ace(hole) else 0
        dealer_count = 2
    dealer_blackjack = hole > 0 and may_be_blackjack and hands.is_two_card_21(up, hole)
    if draws and not dealer_blackjack:
        while hands.dealer_draws(hard, aces, rules.dealer_hits_soft_17):
            card = draw(cards, shoe, limits, seed)
            hard += hands.value(card)
            aces += 1 if hands.is_ace(card) else 0
            dealer_count += 1
    dealer_total = hands.total(hard, aces)
    # A round that the shoe was too short for is void: its hands count for nothing.
    about[COUNTED] = 1 - shoe[EXHAUSTED]
    for box in range(boxes):
        settle_box(
            table,
            rules,
            hands_,
            boxes_,
            money_,
            about,
            box,
            boxes,
            level,
            dealer_total,
            dealer_count,
            dealer_blackjack,
            up,
        )
        if insured and dealer_blackjack:
            suited = INSURANCE_SUITED if up & 3 == hole & 3 else INSURANCE_WIN
            money_[box, INSURANCE] = table[level, suited]
        elif insured:
            money_[box, INSURANCE] = -table[level, INSURANCE_STAKE]
    if has_sides:
        settle_sides(side, rules, boxes_, money_, about, boxes, up, hole, shoe, seed)
    about[UP], about[HOLE] = up, hole
    return count + counted(cards, start, shoe[POSITION], -1, counting) if counts else numpy.int64(0)


@part_of_kernel
def load_shoe(cards: Any, shoe: Any, unshuffled: Any, number: Any, burns: Any) -> None:
    """Makes `shoe` stand before the first card of shoe `number`, nothing shuffled yet."""
    size = len(unshuffled)
    for place in range(size):
        cards[place] = unshuffled[place]
    for place in range(SHOE_PLACES):
        shoe[place] = 0
    shoe[SIZE] = shoe[END] = size
    shoe[NUMBER] = number
    shoe[STREAMED] = 1
    # The first card is burned unseen: it stays in the shoe's first place and nobody counts it.
    shoe[POSITION] = 1 if burns else 0
