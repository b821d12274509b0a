"""The compiled game: complete rounds by the book, for any box, wager and strategy.

What a hand is worth and who wins is asked of the functions of `spanish21.game`; what a wager is paid stands
in the tables of `plan.py`, which `game.pays` has filled. `plain.py` is this module's plain twin.
"""

from typing import Any, NamedTuple

import numpy
from numba import uint64
from numpy.typing import NDArray

from spanish21.game import hands, pays, sidebets
from spanish21.simulation.compiling import kernel, part_of_kernel
from spanish21.simulation.decisions import ACES_AGAIN, ACES_LAST
from spanish21.simulation.layout import (
    BEFORE_KINDS,
    BUSTED,
    DEALER_BLACKJACK,
    DOUBLES,
    ENVY,
    INSURANCE,
    LOST,
    MAIN,
    MATCH,
    MATCH_DOWN,
    METERS,
    MONSTER,
    MONSTER_METER,
    MOST_BOXES,
    MOST_HANDS,
    RESCUED,
    RESULTS,
    SPIN,
    SPIN_METER,
    SPLIT,
    SUPER_BONUS,
    SURRENDERED,
    TIED,
    WAGERS,
    WON,
    XTREME,
    XTREME_METER,
)
from spanish21.simulation.streams import FOR_RESHUFFLE, FOR_SHUFFLE, FOR_WHEEL, bounded, shuffle_to
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

Ints = NDArray[numpy.int64]

STOOD = 2
"""A hand that waits for the dealer; the other states of a hand are results of `layout`."""
PLAYER_BLACKJACK = BEFORE_KINDS + hands.BLACKJACK

TAKES_ORIGINAL, TAKES_BUSTED, TAKES_ALL = range(3)
"""What a dealer's Blackjack takes, in the order of the words of `dealer_blackjack_takes`."""

FIXED, PRIMARY = 0, 1

# Places of the array that says where a shoe stands.
POSITION, READY, END, ROUND_START, NUMBER, SIZE, EXHAUSTED, STREAMED, WHEEL_TURNS = range(9)
SHOE_PLACES = 9
ANY_TEN_VALUE = 52


class KernelRules(NamedTuple):
    """The settings that a round asks for while it is played; money stands in `Tables`."""

    hole_card: bool
    card_reader: bool
    plays_from_right: bool
    dealer_hits_soft_17: bool
    most_hands: int
    split_aces_one_card: bool
    bonus_on_double: bool
    bonus_on_split: bool
    seven_card_21_exactly: bool
    two_card_21_after_split: int
    dealer_blackjack_takes: int
    top_suit: int
    super_bonus_replaces_odds: bool
    envy: int
    envy_with_seven: int
    monster_each_pair: bool
    xtreme_each_spins: bool
    burns_first_card: bool


# Columns of the money table, one row for each level of the wager.
AMOUNT, WIN, FORFEIT = 0, DOUBLES, DOUBLES + DOUBLES * hands.KINDS
SURRENDER = FORFEIT + DOUBLES
INSURANCE_STAKE, INSURANCE_WIN, INSURANCE_SUITED, SUPER = range(SURRENDER + 1, SURRENDER + 5)
MONEY_COLUMNS = SURRENDER + 5

# Places of the side table: stakes by box and wager, payments, then where each wheel begins and its stops.
STAKES = 0
MATCH_PAYS = STAKES + MOST_BOXES * 5
MATCH_DOWN_PAYS = MATCH_PAYS + 5
MONSTER_PAYS = MATCH_DOWN_PAYS + 5
MONSTER_SHARES = MONSTER_PAYS + 6
SPIN_WHEEL, XTREME_WHEEL, XTREME_COMMUNITY = (MONSTER_SHARES + 2 + 2 * wheel for wheel in range(3))
WHEELS = MONSTER_SHARES + 8
STOP_COLUMNS = 4
"""Of a stop: the sum of the weights up to it, where it pays from, the pay, the pay of the others."""

# Places of the counting table: what each rank adds, the lowest true count, level and insurance by bucket.
LOWEST_COUNT, BUCKETS = 16, 17

# Columns of a hand; the last is how it ended.
TOTAL, COUNT, TIMES_DOUBLED, KIND, STATE, HAND_RESULT = range(6)
HAND_COLUMNS = 6

# Columns of a box: its first cards, its hands, how it ended, and all money put down on it.
FIRST_CARD, SECOND_CARD, HANDS, RESULT, DOUBLED_TIMES, PUT_DOWN = range(6)
BOX_COLUMNS = 6

# Places of what is told about a round; then the meters hit by box, cards that wait to be hands,
# then sums over all rounds: the hands of split boxes by result, bonuses by kind (see `tally.Tally`).
UP, HOLE, LEVEL, BUCKET, COUNTED, COMMUNITY_STOP = range(6)
SPIN_STOPS = 6
XTREME_STOPS = SPIN_STOPS + MOST_BOXES
"""Where the wheels came to rest for each box, -1 where none was turned."""
METER_HITS = XTREME_STOPS + MOST_BOXES
PENDING = METER_HITS + len(METERS) * MOST_BOXES
SPLIT_TIMES = PENDING + MOST_HANDS
SPLIT_MONEY = SPLIT_TIMES + len(RESULTS)
BONUS_TIMES = SPLIT_MONEY + len(RESULTS)
BONUS_MONEY = BONUS_TIMES + hands.KINDS
BONUS_SQUARES = BONUS_MONEY + hands.KINDS
BONUS_TIMES_SQUARES = BONUS_SQUARES + hands.KINDS
ABOUT_PLACES = BONUS_TIMES_SQUARES + hands.KINDS


class Tables(NamedTuple):
    """What a round looks up: few flat arrays, because a kernel pays for each array that it is handed."""

    options: Any
    """By bucket of the count, situation, state and value of the up card: what to do."""
    following: Any
    """The number of a multiset of values after one more card, -1 for a bust."""
    money: Any
    side: Any
    counting: Any


class Round(NamedTuple):
    """Where a round leaves what it came to."""

    hands: Any
    boxes: Any
    money: Any
    """By box and wager: what was won (above 0) or lost."""
    about: Any


def new_round() -> Round:
    """The places of one round, to be used again and again."""

    def ints(*shape: int) -> Ints:
        return numpy.zeros(shape, dtype=numpy.int64)

    return Round(
        hands=ints(MOST_BOXES, MOST_HANDS, HAND_COLUMNS),
        boxes=ints(MOST_BOXES, BOX_COLUMNS),
        money=ints(MOST_BOXES, len(WAGERS)),
        about=ints(ABOUT_PLACES),
    )


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
def beats_blackjack(rules: Any, hands_: Any, boxes_: Any, box: Any, hand: Any) -> Any:
    """Whether a hand beats a dealer's Blackjack: one, or in one reading a two-card 21 after a split."""
    if hands_[box, hand, STATE] == PLAYER_BLACKJACK:
        return True
    two_card_21 = hands_[box, hand, COUNT] == 2 and hands_[box, hand, TOTAL] == 21
    return boxes_[box, HANDS] > 1 and two_card_21 and pays.counts_as_blackjack(rules)


@part_of_kernel
def loss_to_blackjack(table: Any, rules: Any, hands_: Any, boxes_: Any, box: Any, level: Any) -> Any:
    """What a dealer's Blackjack takes from a box that played on before it was seen."""
    wager = table[level, AMOUNT]
    busted, everything = 0, 0
    for hand in range(boxes_[box, HANDS]):
        if beats_blackjack(rules, hands_, boxes_, box, hand):
            continue
        # A rescue has taken the last double back.
        rescued = hands_[box, hand, STATE] == RESCUED
        amount = table[level, AMOUNT + hands_[box, hand, TIMES_DOUBLED] - (1 if rescued else 0)]
        everything += amount
        if hands_[box, hand, STATE] == BUSTED:
            busted += amount
    if rules.dealer_blackjack_takes == TAKES_ORIGINAL:
        return min(wager, everything)
    if rules.dealer_blackjack_takes == TAKES_BUSTED:
        return min(max(wager, busted), everything)
    return everything


@part_of_kernel
def total_matters(rules: Any, hands_: Any, boxes_: Any, box: Any) -> Any:
    """Whether a hand of the box is left whose outcome the dealer's total can change."""
    for hand in range(boxes_[box, HANDS]):
        if hands_[box, hand, STATE] == STOOD:
            if hands_[box, hand, TOTAL] < 21:
                return True
            tie = rules.two_card_21_after_split == pays.SPLIT_21_TIES
            if tie and boxes_[box, HANDS] > 1 and hands_[box, hand, COUNT] == 2:
                return True
    return False


@part_of_kernel
def second_card_matters(
    table: Any, rules: Any, hands_: Any, boxes_: Any, box: Any, level: Any, may_be_blackjack: Any
) -> Any:
    """Whether a dealer without a hole card draws one for a box that no total can change: for a Blackjack."""
    put_down = 0
    for hand in range(boxes_[box, HANDS]):
        state = hands_[box, hand, STATE]
        if may_be_blackjack and (state == STOOD or state == SURRENDERED or state == RESCUED):
            return True
        put_down += table[level, AMOUNT + hands_[box, hand, TIMES_DOUBLED]]
    more = rules.dealer_blackjack_takes != TAKES_ALL and put_down > table[level, AMOUNT]
    return may_be_blackjack and more


@part_of_kernel
def added_by_odds(table: Any, level: Any, kind: Any, doubles: Any) -> Any:
    """What the odds of a kind of 21 pay a hand beyond even money."""
    return table[level, WIN + kind * DOUBLES + doubles] - table[level, WIN + doubles]


@part_of_kernel
def count_bonus(about: Any, kind: Any, added: Any, times: Any) -> None:
    """Counts hands paid as a kind of 21, each on a box of its own."""
    about[BONUS_TIMES + kind] += times
    about[BONUS_MONEY + kind] += times * added
    about[BONUS_SQUARES + kind] += times * added * added
    about[BONUS_TIMES_SQUARES + kind] += times


@kernel
def count_bonus_of_hand(table: Any, hands_: Any, about: Any, box: Any, hand: Any, level: Any) -> None:
    """Counts a hand paid as a kind of 21; squares are of a box's sums, which may have more than one."""
    result = hands_[box, hand, HAND_RESULT]
    kind = result - BEFORE_KINDS
    added = added_by_odds(table, level, kind, hands_[box, hand, TIMES_DOUBLED])
    count_bonus(about, kind, added, about[COUNTED])
    # The square of a sum is the squares of its parts and twice their products.
    for other in range(hand):
        if hands_[box, other, HAND_RESULT] == result:
            before = added_by_odds(table, level, kind, hands_[box, other, TIMES_DOUBLED])
            about[BONUS_SQUARES + kind] += 2 * added * before * about[COUNTED]
            about[BONUS_TIMES_SQUARES + kind] += 2 * about[COUNTED]


@part_of_kernel
def settle_box(
    table: Any,
    rules: Any,
    hands_: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    box: Any,
    boxes: Any,
    level: Any,
    dealer_total: Any,
    dealer_count: Any,
    dealer_blackjack: Any,
    up: Any,
) -> None:
    """Pays or takes the wager of a box and notes how it ended."""
    played = boxes_[box, HANDS]
    split = played > 1
    money, put_down = 0, 0
    result = LOST
    for hand in range(played):
        state, doubles = hands_[box, hand, STATE], hands_[box, hand, TIMES_DOUBLED]
        amount = table[level, AMOUNT + doubles]
        put_down += amount
        if state == SURRENDERED:
            result, won = SURRENDERED, -table[level, SURRENDER]
        elif state == BUSTED:
            result, won = BUSTED, -amount
        elif state == RESCUED:
            result, won = RESCUED, -table[level, FORFEIT + doubles]
        else:
            total, count, kind = hands_[box, hand, TOTAL], hands_[box, hand, COUNT], hands_[box, hand, KIND]
            blackjack = state == PLAYER_BLACKJACK
            outcome = pays.outcome(
                total, count, blackjack, split, dealer_total, dealer_count, dealer_blackjack, rules
            )
            if outcome == pays.WON:
                paid = pays.paid_kind(kind, count, total, doubles, split, rules)
                result = WON if paid == hands.ORDINARY else BEFORE_KINDS + paid
                won = table[level, WIN + paid * DOUBLES + doubles]
                if (
                    (kind == hands.SUITED_777 or kind == hands.TOP_777)
                    and doubles == 0
                    and not split
                    and up >> 2 == 7
                    and table[level, SUPER] > 0
                ):
                    money_[box, SUPER_BONUS] += table[level, SUPER]
                    if rules.super_bonus_replaces_odds:
                        won = 0
                    for other in range(boxes):
                        if other != box:
                            seven = (
                                boxes_[other, FIRST_CARD] >> 2 == 7 or boxes_[other, SECOND_CARD] >> 2 == 7
                            )
                            money_[other, ENVY] += rules.envy_with_seven if seven else rules.envy
            elif outcome == pays.TIED:
                result, won = TIED, 0
            else:
                result, won = LOST, -amount
        if dealer_blackjack and not beats_blackjack(rules, hands_, boxes_, box, hand):
            result, won = DEALER_BLACKJACK, 0
        money += won
        if split:
            about[SPLIT_TIMES + result] += about[COUNTED]
            about[SPLIT_MONEY + result] += won * about[COUNTED]
        hands_[box, hand, HAND_RESULT] = result
        if result > BEFORE_KINDS:
            count_bonus_of_hand(table, hands_, about, box, hand, level)
    if dealer_blackjack:
        money -= loss_to_blackjack(table, rules, hands_, boxes_, box, level)
    money_[box, MAIN] = money
    boxes_[box, RESULT] = SPLIT if split else result
    boxes_[box, DOUBLED_TIMES] = 0 if split else hands_[box, 0, TIMES_DOUBLED]
    boxes_[box, PUT_DOWN] = put_down


@kernel
def stop_of(side: Any, wheel: Any, shoe: Any, seed: Any) -> Any:
    """The place in the side table of the stop on which a wheel comes to rest, by the stops' weights."""
    stop, stops = side[wheel], side[wheel + 1]
    weights = side[stop + (stops - 1) * STOP_COLUMNS]
    point = bounded(uint64(weights), uint64(shoe[WHEEL_TURNS]), shoe[NUMBER], FOR_WHEEL, uint64(seed))
    shoe[WHEEL_TURNS] += 1
    while uint64(side[stop]) <= point:
        stop += STOP_COLUMNS
    return stop


@kernel
def settle_spins(side: Any, boxes_: Any, money_: Any, about: Any, boxes: Any, shoe: Any, seed: Any) -> None:
    """Turns the wheel for every Blackjack with the wager on it; others on the wager get a community pay."""
    for box in range(boxes):
        stake = side[STAKES + 5 * box + SPIN - MATCH]
        if stake == 0:
            continue
        money_[box, SPIN] -= stake
        if not hands.is_two_card_21(boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD]):
            continue
        stop = stop_of(side, SPIN_WHEEL, shoe, seed)
        about[SPIN_STOPS + box] = (stop - side[SPIN_WHEEL]) // STOP_COLUMNS
        if side[stop + 1] == FIXED:
            money_[box, SPIN] += side[stop + 2]
        else:
            about[METER_HITS + MOST_BOXES * SPIN_METER + box] += 100
        for other in range(boxes):
            if other != box and side[STAKES + 5 * other + SPIN - MATCH] > 0:
                money_[other, SPIN] += side[stop + 3]


@kernel
def settle_xtreme(
    side: Any, rules: Any, money_: Any, about: Any, boxes: Any, up: Any, hole: Any, shoe: Any, seed: Any
) -> None:
    """Turns the wheel when the dealer's first two cards are a 6 and a card that counts 10."""
    bettors = 0
    for box in range(boxes):
        if side[STAKES + 5 * box + XTREME - MATCH] > 0:
            bettors += 1
    if bettors == 0:
        return
    for box in range(boxes):
        money_[box, XTREME] -= side[STAKES + 5 * box + XTREME - MATCH]
    if not sidebets.is_six_and_ten_value(up, hole):
        return
    hot, community = numpy.int64(-1), 0
    if not rules.xtreme_each_spins:
        hot = numpy.int64(
            bounded(uint64(bettors), uint64(shoe[WHEEL_TURNS]), shoe[NUMBER], FOR_WHEEL, uint64(seed))
        )
        shoe[WHEEL_TURNS] += 1
        if bettors > 1:
            stop = stop_of(side, XTREME_COMMUNITY, shoe, seed)
            about[COMMUNITY_STOP] = (stop - side[XTREME_COMMUNITY]) // STOP_COLUMNS
            community = side[stop + 2]
    bettor = 0
    for box in range(boxes):
        if side[STAKES + 5 * box + XTREME - MATCH] == 0:
            continue
        if hot >= 0 and hot != bettor:
            money_[box, XTREME] += community
        else:
            stop = stop_of(side, XTREME_WHEEL, shoe, seed)
            about[XTREME_STOPS + box] = (stop - side[XTREME_WHEEL]) // STOP_COLUMNS
            source = side[stop + 1]
            if source == FIXED:
                money_[box, XTREME] += side[stop + 2]
            else:
                about[METER_HITS + MOST_BOXES * (XTREME_METER + source - PRIMARY) + box] += 100
        bettor += 1


@kernel
def settle_sides(
    side: Any,
    rules: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    boxes: Any,
    up: Any,
    hole: Any,
    shoe: Any,
    seed: Any,
) -> None:
    """Settles every side wager of the round; what a meter pays is only noted."""
    for box in range(boxes):
        first, second = boxes_[box, FIRST_CARD], boxes_[box, SECOND_CARD]
        stake = side[STAKES + 5 * box]
        if stake > 0:
            line = sidebets.match_line(first, second, up)
            money_[box, MATCH] = -stake if line == sidebets.NO_MATCH else side[MATCH_PAYS + line]
        stake = side[STAKES + 5 * box + MATCH_DOWN - MATCH]
        if stake > 0:
            line = sidebets.match_line(first, second, hole)
            money_[box, MATCH_DOWN] = -stake if line == sidebets.NO_MATCH else side[MATCH_DOWN_PAYS + line]
        stake = side[STAKES + 5 * box + MONSTER - MATCH]
        if stake > 0:
            line = sidebets.monster_line(first, second, up, hole)
            money_[box, MONSTER] = -stake
            if line == sidebets.NO_LINE:
                continue
            if line <= sidebets.FOUR_SAME_COLOR:
                about[METER_HITS + MOST_BOXES * MONSTER_METER + box] += side[MONSTER_SHARES + line]
            else:
                times = 1
                if line == sidebets.SUITED_PAIR and rules.monster_each_pair:
                    times = sidebets.suited_pairs(first, second, up, hole)
                money_[box, MONSTER] += times * side[MONSTER_PAYS + line]
    settle_spins(side, boxes_, money_, about, boxes, shoe, seed)
    settle_xtreme(side, rules, money_, about, boxes, up, hole, shoe, seed)


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
        for place in range(COMMUNITY_STOP, METER_HITS):
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
        insured = counting[BUCKETS + buckets + bucket] == 1
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
