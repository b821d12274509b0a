"""Many tables together, compiled: the effect of an action on each of them, and its person's view.

One box, a fresh shoe for every round, no side wagers. The cards missing from a table's shoe are bits,
and a card is drawn by drawing places until one is not out: nothing is shuffled. The options of a hand are
looked up in the bits of table_rules.py, which the engine has filled; winners and payments are asked
of `game.pays`.
"""

from typing import Any

import numpy
from numba import uint64

from spanish21.game import hands, options, pays
from spanish21.simulation.plan.count_names import BLACKJACK_END, DEALER_ENDS
from spanish21.simulation.plan.dealer_table import ONE_CARD
from spanish21.simulation.plan.kernel_options import called_by_kernels, kernel, part_of_kernel
from spanish21.strategy import NO_SUIT, mark_of_state, suited_pair, suited_state

MOST_PENDING = 32
"""Split cards that wait; a box never comes near it."""
MOST_DRAWN = 64
"""Cards of a round that are written down."""
WORDS = 8
"""Words of 64 bits for the cards of a shoe."""
STATE = numpy.dtype(
    (
        numpy.record,
        [
            ("chance", numpy.uint64),
            ("out", numpy.uint64, (WORDS,)),
            ("money", numpy.int64, (DEALER_ENDS,)),
            ("stake", numpy.int64),
            ("last_double", numpy.int64),
            ("staked", numpy.int64),
            ("taken", numpy.int64),
            ("busted", numpy.int64),
            ("unbusted", numpy.int64),
            ("insured", numpy.int64),
            ("won", numpy.int64),
            ("hand", numpy.int16),
            *[
                (name, numpy.int8)
                for name in (
                    "phase",
                    "up",
                    "hole",
                    "first",
                    "second",
                    "third",
                    "doubles",
                    "counts_1",
                    "origin",
                    "hands",
                    "place",
                    "pending",
                    "waits",
                    "needs_total",
                    "drawn",
                )
            ],
            ("waiting", numpy.int8, (MOST_PENDING,)),
            ("cards", numpy.int8, (MOST_DRAWN,)),
        ],
    )
)
"""A table: its randomness, the cards that are out, what its finished hands come to, and the hand in turn."""

# A kernel's constants are in its own file, because a compiled kernel is cached until its file changes;
# table_rules.py makes sure that it is what the other environments have.
_STAND, _HIT, _DOUBLE, _SPLIT, _SURRENDER, _RESCUE, _LESS, _INSURE, _DECLINE = ACTIONS = tuple(range(9))
_TO_WAGER, _TO_INSURE, _TO_PLAY, _OVER = PHASES = tuple(range(4))
DOUBLES = 4
"""How often a hand may be doubled, and one: the levels of bits where aces count 1 come behind these."""
LEVELS = 2 * DOUBLES - 1
WHOLE, SPLIT, SPLIT_ACES = range(3)
"""Where a hand comes from."""
OPEN = 1 << 15
"""In a hand's bits: it waits for a decision; the bits below are the legal actions."""
_INSURANCE_BITS = 1 << _DECLINE
_ACTIONS = len(ACTIONS)
_GOLDEN, _MIX1, _MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


@part_of_kernel
def random_word(state: Any) -> Any:
    """The next word of a table's own stream (SplitMix64)."""
    state.chance = uint64(state.chance + uint64(_GOLDEN))
    word = uint64(state.chance)
    word = (word ^ (word >> uint64(30))) * uint64(_MIX1)
    word = (word ^ (word >> uint64(27))) * uint64(_MIX2)
    return word ^ (word >> uint64(31))


@part_of_kernel
def draw(rules: Any, state: Any) -> Any:
    """A card that is not out yet, each as likely as any other."""
    size = uint64(rules.setup.size)
    while True:
        product = (random_word(state) >> uint64(32)) * size
        # The few words that would favour the first places are left out.
        if (product & uint64(0xFFFFFFFF)) < uint64(0x100000000) % size:
            continue
        place = product >> uint64(32)
        word, bit = place >> uint64(6), uint64(1) << (place & uint64(63))
        if state.out[word] & bit == uint64(0):
            state.out[word] |= bit
            card = numpy.int64(rules.cards[place])
            if state.drawn < MOST_DRAWN:
                state.cards[state.drawn] = card
                state.drawn += 1
            return card


@part_of_kernel
def begin(rules: Any, state: Any) -> None:
    """Deal a round from a new shoe, up to its first decision or its end."""
    for word in range(WORDS):
        state.out[word] = uint64(0)
    for end in range(DEALER_ENDS):
        state.money[end] = 0
    state.drawn, state.hole = 0, 0
    state.staked, state.taken, state.busted, state.insured, state.won = 0, 0, 0, 0, 0
    state.unbusted, state.counts_1 = 0, 0
    state.doubles, state.origin, state.hands, state.place, state.pending = 0, WHOLE, 1, 0, 0
    state.waits, state.needs_total = 0, 0
    state.stake = rules.setup.wager
    first = draw(rules, state)
    state.up = draw(rules, state)
    second = draw(rules, state)
    if rules.setup.hole_card:
        state.hole = draw(rules, state)
    state.first, state.second, state.third = first, second, 0
    hand = rules.following[0, hands.value(first)]
    state.hand = rules.following[hand, hands.value(second)]
    if hands.is_ace(state.up):
        state.phase = _TO_INSURE
    else:
        begin_play(rules, state)


@part_of_kernel
def begin_play(rules: Any, state: Any) -> None:
    """On from insurance: the reader, a Blackjack of the player, or the first decision."""
    blackjack = hands.is_two_card_21(state.first, state.second)
    peeks = rules.setup.hole_card and rules.setup.card_reader
    if peeks and hands.is_two_card_21(state.up, state.hole) and not blackjack:
        stake = state.stake
        state.won -= pays.taken_by_blackjack(rules.setup.dealer_blackjack_takes, stake, stake, 0, 1)
        settle_insurance(rules, state, True)
        state.phase = _OVER
        return
    if blackjack:
        kind = hands.BLACKJACK
        state.won += pays.payment(state.stake, rules.setup.pays_by_kind[kind], rules.setup)
        if state.insured:
            if state.hole == 0:
                state.hole = draw(rules, state)
            settle_insurance(rules, state, hands.is_two_card_21(state.up, state.hole))
        state.phase = _OVER
        return
    state.phase = _TO_PLAY


@part_of_kernel
def settle_insurance(rules: Any, state: Any, blackjack: Any) -> None:
    """Pay or take the insurance."""
    if state.insured == 0:
        return
    if not blackjack:
        state.won -= state.insured
    elif (state.up ^ state.hole) & 3 == 0:
        state.won += pays.payment(state.insured, rules.setup.pays_insurance_suited, rules.setup)
    else:
        state.won += pays.payment(state.insured, rules.setup.pays_insurance, rules.setup)


@part_of_kernel
def bits_of(rules: Any, state: Any) -> Any:
    """What the hand in turn may do."""
    room = 1 if options.has_room_for_hand(state.hands, rules.setup.most_hands) else 0
    level = state.doubles + (DOUBLES - 1 if state.counts_1 else 0)
    return numpy.int64(rules.bits[level, state.origin, room, state.hand])


@part_of_kernel
def total_of(rules: Any, state: Any) -> Any:
    """The point count of the hand in turn."""
    soft = numpy.int64(rules.shown[state.hand, 1])
    return numpy.int64(rules.shown[state.hand, 0]) - (10 * soft if state.counts_1 else 0)


@part_of_kernel
def legal_bits(rules: Any, state: Any) -> Any:
    """The legal actions of a table."""
    if state.phase == _TO_PLAY:
        found = bits_of(rules, state) & rules.against[hands.value(state.up)]
        if state.pending >= MOST_PENDING - 1:
            found &= ~(1 << _SPLIT)
        return found
    if state.phase == _TO_INSURE:
        return _INSURANCE_BITS | (1 << _INSURE if rules.setup.insurance > 0 else 0)
    return 1 << _STAND


@part_of_kernel
def add_bust(state: Any) -> None:
    """A hand that busted: it loses to every end of the dealer's hand."""
    for end in range(BLACKJACK_END):
        state.money[end] -= state.stake
    state.taken += state.stake
    state.busted += state.stake
    state.staked += state.stake


@part_of_kernel
def add_fixed(state: Any, lost: Any, left: Any) -> None:
    """A hand that was surrendered or rescued: its loss, and the wager left on it for a Blackjack to take."""
    for end in range(BLACKJACK_END):
        state.money[end] -= lost
    state.taken += left
    state.unbusted += 1
    state.staked += left
    state.waits = 1


@part_of_kernel
def add_stood(rules: Any, state: Any) -> None:
    """A hand that waits for the dealer's, or a 21 that is paid immediately."""
    setup = rules.setup
    total: Any = total_of(rules, state)
    size: Any = numpy.int64(rules.shown[state.hand, 2])
    split = state.origin != WHOLE
    kind = hands.ORDINARY
    if total == 21 and size >= 3:
        if size == 3:
            kind = hands.kind_of_three(state.first, state.second, state.third, setup.top_suit)
        else:
            kind = hands.kind_of_long(size, setup.seven_card_21_exactly != 0)
    kind = pays.paid_kind(kind, size, total, state.doubles, split, setup)
    win = pays.payment(state.stake, setup.pays_by_kind[kind], setup)
    if pays.wins_fixed_payouts(kind, hands.value(state.up), state.doubles, split):
        bonus = pays.super_bonus(setup.wager, setup)
        win = bonus if setup.super_bonus_replaces_odds and bonus > 0 else win + bonus
    is_two = 1 if split and size == 2 else 0
    for end in range(BLACKJACK_END):
        sign = rules.sign[is_two, total, end]
        state.money[end] += win if sign > 0 else -state.stake if sign < 0 else 0
    if pays.beats_blackjack(total, size, False, split, setup):
        state.money[BLACKJACK_END] += win
    else:
        state.taken += state.stake
        state.unbusted += 1
    if total == 21 and setup.any_21_paid_at_once:
        return
    state.staked += state.stake
    state.waits = 1
    if pays.is_open_to_total(total, size, split, setup):
        state.needs_total = 1


@called_by_kernels
def next_hand(rules: Any, state: Any) -> None:
    """On from a finished hand: the next one of a split box that waits for a decision, or the dealer's."""
    while state.pending > 0:
        state.pending -= 1
        state.place += 1
        lay_second(rules, state, state.waiting[state.pending])
        if bits_of(rules, state) & OPEN:
            return
        add_stood(rules, state)
    play_dealer(rules, state)


@part_of_kernel
def lay_second(rules: Any, state: Any, first: Any) -> None:
    """A hand of a split pair gets its second card."""
    second = draw(rules, state)
    state.first, state.second, state.third = first, second, 0
    state.stake, state.doubles, state.counts_1 = rules.setup.wager, 0, 0
    hand = rules.following[0, hands.value(first)]
    state.hand = rules.following[hand, hands.value(second)]


@part_of_kernel
def play_dealer(rules: Any, state: Any) -> None:
    """The dealer's hand, as far as it matters, and what the round has brought."""
    setup = rules.setup
    takes, wager = setup.dealer_blackjack_takes, setup.wager
    may_be = hands.may_be_blackjack(state.up) and not (setup.hole_card and setup.card_reader)
    matters = may_be and pays.blackjack_matters(takes, state.waits != 0, state.staked, wager)
    state.phase = _OVER
    end: Any = 0
    if state.hole == 0 and (state.needs_total or matters or state.insured):
        state.hole = draw(rules, state)
    blackjack = state.hole > 0 and hands.is_two_card_21(state.up, state.hole)
    settle_insurance(rules, state, blackjack)
    if blackjack:
        state.won += state.money[BLACKJACK_END]
        state.won -= pays.taken_by_blackjack(takes, wager, state.taken, state.busted, state.unbusted)
        return
    if state.needs_total:
        dealt = numpy.int64(rules.dealer[ONE_CARD + hands.value(state.up), state.hole >> 2])
        while dealt > BLACKJACK_END:
            dealt = numpy.int64(rules.dealer[dealt, draw(rules, state) >> 2])
        end = dealt
    state.won += state.money[end]


@part_of_kernel
def lay_card(rules: Any, state: Any) -> None:
    """A card to the hand in turn; a hand that busts or must stand is finished."""
    card = draw(rules, state)
    if state.third == 0:
        state.third = card
    after = rules.following[state.hand, hands.value(card)]
    if after < 0:
        add_bust(state)
        next_hand(rules, state)
        return
    state.hand = after
    if hands.is_ace(card):
        state.counts_1 = 0
    if bits_of(rules, state) & OPEN == 0:
        add_stood(rules, state)
        next_hand(rules, state)


@part_of_kernel
def take(rules: Any, state: Any, action: Any) -> None:
    """Carry out a legal action."""
    setup = rules.setup
    if state.phase == _TO_INSURE:
        state.insured = setup.insurance if action == _INSURE else 0
        begin_play(rules, state)
    elif action == _HIT:
        lay_card(rules, state)
    elif action == _STAND:
        add_stood(rules, state)
        next_hand(rules, state)
    elif action == _DOUBLE or action == _LESS:
        by = state.stake if action == _DOUBLE else setup.least
        state.stake, state.last_double = state.stake + by, by
        state.doubles += 1
        if setup.doubled_aces_count_1 and rules.aces[state.hand] > 0:
            state.counts_1 = 1
        lay_card(rules, state)
    elif action == _SPLIT:
        state.waiting[state.pending] = state.second
        state.pending += 1
        state.hands += 1
        state.origin = SPLIT_ACES if hands.is_ace(state.first) else SPLIT
        lay_second(rules, state, state.first)
        if bits_of(rules, state) & OPEN == 0:
            add_stood(rules, state)
            next_hand(rules, state)
    elif action == _SURRENDER:
        add_fixed(state, state.stake - pays.returned_by_surrender(state.stake, setup), state.stake)
        next_hand(rules, state)
    else:
        doubled = state.stake - setup.wager
        left = state.stake - pays.returned_by_rescue(doubled, state.last_double, setup)
        add_fixed(state, left, left)
        next_hand(rules, state)


@part_of_kernel
def state_number(rules: Any, state: Any) -> Any:
    """The number of the hand in turn in a strategy by composition."""
    if rules.shown[state.hand, 2] == 2:
        pair = suited_pair(state.first, state.second)
        if pair >= 0:
            return suited_state(pair, state.first & 3, (state.first ^ state.up) & 3 == 0, len(rules.shown))
    return numpy.int64(state.hand)


@part_of_kernel
def show(rules: Any, state: Any, row: Any, mask: Any) -> None:
    """The observation and the mask of a table."""
    bits = legal_bits(rules, state)
    for action in range(_ACTIONS):
        mask[action] = (bits >> action) & 1
    shown = rules.shown[state.hand]
    row[0] = state.phase
    for field in range(4):
        row[1 + field] = shown[field]
    if state.counts_1:
        row[1], row[2] = total_of(rules, state), 0
    row[5] = hands.value(state.up)
    row[6], row[7], row[8], row[9] = state.doubles, state.origin != WHOLE, state.hands, state.place
    number = state_number(rules, state)
    row[10] = mark_of_state(number, len(rules.shown), rules.suited, rules.setup.top_suit)
    row[11] = number


@kernel
def reset_tables(rules: Any, states: Any, which: Any, rows: Any, masks: Any) -> None:
    """A new round at every table that is named."""
    for table in range(len(states)):
        if which[table]:
            begin(rules, states[table])
            show(rules, states[table], rows[table], masks[table])


@kernel
def step_tables(rules: Any, states: Any, actions: Any, out: Any, goes_on: Any) -> None:
    """An action at every table. The reward is what a round brought that ends; `goes_on`: a new one follows.

    A table whose action is not legal stays as it is, and says so in `out.masked`.
    """
    for table in range(len(states)):
        state, action = states[table], actions[table]
        out.rewards[table] = 0.0
        out.ended[table] = False
        out.masked[table] = (legal_bits(rules, state) >> action) & 1 == 0
        if not out.masked[table]:
            if state.phase != _OVER:
                take(rules, state, action)
            if state.phase == _OVER:
                out.rewards[table] = state.won / rules.setup.wager
                out.ended[table] = True
                if goes_on:
                    begin(rules, state)
        show(rules, state, out.rows[table], out.masks[table])


@part_of_kernel
def insurance_value(rules: Any, state: Any) -> Any:
    """What insurance is worth in wagers, from the three cards that are seen."""
    setup = rules.setup
    tens = numpy.int64(hands.value(state.first) == 10) + numpy.int64(hands.value(state.second) == 10)
    suited = 0
    if hands.value(state.first) == 10 and (state.first ^ state.up) & 3 == 0:
        suited += 1
    if hands.value(state.second) == 10 and (state.second ^ state.up) & 3 == 0:
        suited += 1
    # A deck of 48 cards has twelve that count 10, three of each suit.
    unseen, decks = setup.size - 3, setup.size // 48
    tens, suited = 12 * decks - tens, 3 * decks - suited
    won = (tens - suited) * pays.payment(setup.insurance, setup.pays_insurance, setup)
    won += suited * pays.payment(setup.insurance, setup.pays_insurance_suited, setup)
    return (won - (unseen - tens) * setup.insurance) / unseen / setup.wager


@part_of_kernel
def value_of(rules: Any, worth: Any, state: Any, action: Any) -> Any:
    """The worth of a legal action in wagers."""
    if state.phase == _TO_INSURE:
        return insurance_value(rules, state) if action == _INSURE else 0.0
    if state.phase != _TO_PLAY:
        return 0.0
    up, hand = hands.value(state.up), numpy.int64(state.hand)
    doubles, is_split = numpy.int64(state.doubles), 0 if state.origin == WHOLE else 1
    was_less = 1 if state.stake < rules.setup.wager << doubles else 0
    size, extra = rules.shown[hand, 2], 0.0
    if action == _SPLIT and is_split:
        return worth.split_again[min(state.hands, len(worth.split_again) - 1), hands.value(state.first), up]
    if action == _SPLIT and 6 <= state.first >> 2 <= 8:
        up_suit = state.up & 3 if 6 <= state.up >> 2 <= 8 else NO_SUIT
        return worth.pairs[state.first >> 2, up, state.first & 3, state.second & 3, up_suit]
    if action == _STAND and size == 3 and rules.shown[hand, 0] == 21:
        kind = hands.kind_of_three(state.first, state.second, state.third, rules.setup.top_suit)
        extra = worth.extra[was_less, is_split, min(doubles, 1), kind, up]
    if doubles:
        slot = 0 if action == _STAND else 1 if action == _RESCUE else 3 if action == _HIT else 2
        level = doubles - 1 + (worth.doubled.shape[2] // 2 if state.counts_1 else 0)
        return worth.doubled[was_less, is_split, level, hand, up, slot] + extra
    return worth.plain[is_split, state_number(rules, state), up, action] + extra


@kernel
def values_of_tables(rules: Any, worth: Any, states: Any, values: Any) -> None:
    """The worth of every legal action of every table; minus infinity for others."""
    for table in range(len(states)):
        state = states[table]
        bits = legal_bits(rules, state)
        for action in range(_ACTIONS):
            legal = (bits >> action) & 1
            values[table, action] = value_of(rules, worth, state, action) if legal else -numpy.inf


@kernel
def regrets_of_tables(rules: Any, worth: Any, states: Any, actions: Any, regrets: Any) -> None:
    """What an action at every table costs against the best; 0 if it is not legal."""
    for table in range(len(states)):
        state = states[table]
        bits = legal_bits(rules, state)
        best, taken = -numpy.inf, 0.0
        for action in range(_ACTIONS):
            if (bits >> action) & 1:
                value = value_of(rules, worth, state, action)
                best = max(best, value)
                if action == actions[table]:
                    taken = value
        is_legal = (bits >> actions[table]) & 1
        regrets[table] = best - taken if is_legal else 0.0
