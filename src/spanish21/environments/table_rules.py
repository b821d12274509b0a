"""The rules of many tables as arrays: what the engine lets a hand do, by the number of its composition.

The engine is asked once for every kind of hand: its state after each card, and its legal moves
then. So the compiled tables hold no second text of the rules. Money follows in the kernel from
`game.pays`.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy
from msgspec.structs import replace
from numpy.typing import NDArray

from spanish21.environments.actions import FIRST_WAGER, Action, commands_of
from spanish21.environments.observation import OVER, TO_INSURE, TO_PLAY, TO_WAGER
from spanish21.environments.seat import PLAYER, Seat
from spanish21.environments.table_kernel import (
    ACTIONS,
    DOUBLES,
    LEVELS,
    OPEN,
    PHASES,
    SPLIT,
    SPLIT_ACES,
    WHOLE,
)
from spanish21.errors import BadInput
from spanish21.game import hands, pays
from spanish21.game.decide import legal
from spanish21.game.events import CardDealt
from spanish21.game.evolve import evolve
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Hand, Table
from spanish21.game.words import PayoutLimitCovers
from spanish21.simulation.plan.count_names import DEALER_FINALS
from spanish21.simulation.plan.dealer_table import dealer_table
from spanish21.simulation.plan.streams import sorted_shoe
from spanish21.strategy import hand_numbers, suited_numbers

_COURT = 11
"""The rank of a jack."""
assert tuple(map(int, Action)) == ACTIONS
assert (TO_WAGER, TO_INSURE, TO_PLAY, OVER) == PHASES

RULES = (
    "hole_card",
    "card_reader",
    "dealer_blackjack_takes",
    "any_21_paid_at_once",
    "doubled_aces_count_1",
    "odd_money",
    "smallest_chip",
    "payout_limit",
    "surrender_half",
    "rescue_forfeits",
    "bonus_on_double",
    "bonus_on_split",
    "two_card_21_after_split",
    "super_bonus_from",
    "super_bonus_large_from",
    "super_bonus_small",
    "super_bonus_large",
    "super_bonus_replaces_odds",
    "top_suit",
    "seven_card_21_exactly",
    "insurance_rounds_up",
    "hand_maximum",
    "double_for_less",
    "most_hands",
)
"""The settings that the kernel reads by name."""
SETUP = numpy.dtype(
    (
        numpy.record,
        [(name, numpy.int64) for name in (*RULES, "wager", "insurance", "least", "size")]
        + [("pays_by_kind", numpy.int64, (hands.KINDS, 2))]
        + [("pays_insurance", numpy.int64, (2,)), ("pays_insurance_suited", numpy.int64, (2,))],
    )
)


class TableRules(NamedTuple):
    """Everything that a kernel looks up for one table's rules and wager."""

    setup: Any
    """A record of `SETUP`."""
    cards: NDArray[numpy.uint8]
    """The cards of a shoe, in no order."""
    following: NDArray[numpy.int16]
    """`[hand, value]`: the hand after a card, -1 if it busts."""
    shown: NDArray[numpy.int16]
    """`[hand, total | soft | cards | pair]`: what an observation shows of a hand."""
    bits: NDArray[numpy.uint16]
    """`[level, from, room, hand]`: the legal actions of a hand that waits, with `OPEN`; 0 if it stands. The
    levels are the times doubled, and behind them those of hands whose every ace counts 1."""
    aces: NDArray[numpy.int16]
    """`[hand]`: how many aces it has."""
    against: NDArray[numpy.uint16]
    """`[up value]`: the actions that this up card allows."""
    sign: NDArray[numpy.int8]
    """`[two cards after a split, total, dealer's end]`: won 1, tied 0, lost -1."""
    dealer: NDArray[numpy.uint8]
    """`[state, rank]`: the dealer's hand after a card."""
    suited: NDArray[numpy.int16]
    """The hands of two cards whose suits matter."""


def table_rules(rules: Rules, wager: int) -> TableRules:
    """The arrays of some rules for a wager, which every table places in every round."""
    _check(rules, wager)
    numbers = hand_numbers()
    cards = sorted_shoe(rules.decks)
    against, play = _against(table_in_play(Seat(rules, (wager,))))
    return TableRules(
        _setup(rules, wager, len(cards)),
        cards,
        numbers.following,
        _shown(),
        _bits(play),
        numbers.aces,
        against,
        _signs(rules),
        dealer_table(rules.dealer_hits_soft_17),
        suited_numbers(),
    )


def _check(rules: Rules, wager: int) -> None:
    instead = 'use vectorization_mode="sync"'
    if rules.most_doubles >= DOUBLES:
        raise BadInput(
            f"most_doubles is {rules.most_doubles}; compiled tables take 0 to {DOUBLES - 1}; {instead}"
        )
    if rules.payout_limit and rules.payout_limit_covers == PayoutLimitCovers.EVERYTHING:
        raise BadInput(f"payout_limit_covers is everything, which compiled tables cannot limit; {instead}")
    if rules.hand_maximum and rules.hand_maximum < wager << (DOUBLES + 1):
        raise BadInput(f"hand_maximum limits doubles of this wager, which compiled tables do not; {instead}")
    if rules.double_for_less and wager < 2 * rules.smallest_chip:
        raise BadInput(f"a wager of one chip has no double for less, as compiled tables have; {instead}")


def _setup(rules: Rules, wager: int, size: int) -> Any:
    setup = numpy.zeros(1, SETUP)[0]
    for name in RULES:
        setup[name] = int(getattr(rules, name))
    setup["pays_by_kind"] = rules.pays_by_kind
    setup["pays_insurance"], setup["pays_insurance_suited"] = (
        rules.pays_insurance,
        rules.pays_insurance_suited,
    )
    setup["wager"], setup["size"] = wager, size
    setup["insurance"] = pays.most_insurance(wager, rules)
    setup["least"] = rules.smallest_chip if rules.double_for_less else wager
    return setup


@cache
def _shown() -> NDArray[numpy.int16]:
    numbers = hand_numbers()
    shown = numpy.zeros((len(numbers.hard), 4), dtype=numpy.int16)
    for number, (hard, aces, size) in enumerate(
        zip(numbers.hard.tolist(), numbers.aces.tolist(), numbers.size.tolist(), strict=True)
    ):
        pair = int(numpy.argmax(numbers.held[number])) if size == 2 and numbers.held[number].max() == 2 else 0
        shown[number] = (hands.total(hard, aces), hands.is_soft(hard, aces), size, pair)
    return shown


def _signs(rules: Rules) -> NDArray[numpy.int8]:
    return numpy.array(
        [
            [
                [
                    pays.outcome(total, 2 if two else 3, False, two, end, 3, False, rules)
                    for end in DEALER_FINALS
                ]
                for total in range(22)
            ]
            for two in (False, True)
        ],
        dtype=numpy.int8,
    )


def _bits(play: Table) -> NDArray[numpy.uint16]:
    """What the engine says of every hand; it is asked once for all that are alike."""
    shown, numbers, rules = _shown(), hand_numbers(), play.rules
    bits = numpy.zeros((LEVELS, 3, 2, len(shown)), dtype=numpy.uint16)
    shapes: dict[tuple[int, ...], list[int]] = {}
    for number in range(len(shown)):
        total, soft, size, pair = shown[number].tolist()
        has_ace, is_aces = int(numbers.aces[number] > 0), int(numbers.aces[number] == size)
        if size >= 2:
            shapes.setdefault((total, soft, min(size, 3), pair, has_ace, is_aces), []).append(number)
    levels = [*range(rules.most_doubles + 1)]
    if rules.doubled_aces_count_1:
        levels += range(DOUBLES, DOUBLES + rules.most_doubles)
    for numbers_of_shape in shapes.values():
        held = numbers.held[numbers_of_shape[0]].tolist()
        cards = [value for value in range(1, 11) for _ in range(held[value])]
        for level in levels:
            for origin in (WHOLE, SPLIT, SPLIT_ACES):
                for room in (0, 1):
                    found = _bits_of(play, cards, level, origin, room)
                    bits[level, origin, room, numbers_of_shape] = found
    return bits


def _against(play: Table) -> tuple[NDArray[numpy.uint16], Table]:
    """The actions that each up card allows; and the table in play against one that allows all of them."""
    against = numpy.full(11, OPEN - 1, dtype=numpy.uint16)
    most = {}
    for up in range(1, 11):
        card = 4 * (up if up < 10 else _COURT)
        reads = play.rules.hole_card and play.rules.card_reader and hands.may_be_blackjack(card)
        table = replace(play, dealer=(card, *play.dealer[1:]), reader_answered=bool(reads))
        if _bits_of(table, [2, 10], 0, WHOLE, 1) & 1 << Action.SURRENDER:
            most[up] = table
        else:
            against[up] -= 1 << Action.SURRENDER
    return against, play if not most or 6 in most else next(iter(most.values()))


def table_in_play(seat: Seat) -> Table:
    """A table in play: a 5 and a 6 of different suits against a 6, so that nothing is special about it."""
    first = [one for one in seat.cards if one >> 2 in (5, 6, 7)]
    shoe = [first[0], first[1], 6 * 4, 6 * 4 + 1, 7 * 4]
    left = list(seat.cards)
    for one in shoe:
        left.remove(one)
    seat.restart([*shoe, *left])
    seat.deal(seat.unit)
    assert seat.table.phase == Phase.PLAY
    return seat.table


def _bits_of(play: Table, values: list[int], level: int, origin: int, room: int) -> int:
    """The bits of a hand of these values to which the last card has just come."""
    counts_1 = level >= DOUBLES
    doubles = level - DOUBLES + 1 if counts_1 else level
    if (origin == SPLIT_ACES and 1 not in values) or (counts_1 and not values[0] == 1 < values[-1]):
        return 0
    rules, (box,) = play.rules, play.boxes
    (hand,) = box.hands
    *before, last = [value * 4 + place % 4 for place, value in enumerate(values)]
    held = replace(
        hand,
        cards=tuple(before),
        hard=sum(map(hands.value, before)),
        aces=0 if counts_1 else sum(map(hands.is_ace, before)),
        times_doubled=doubles,
        doubles=((hand.wagers[0] << doubles) - hand.wagers[0],),
        last_doubles=((hand.wagers[0] << doubles) >> 1 if doubles else 0,),
        split=origin != WHOLE,
        split_aces=origin == SPLIT_ACES,
        state=HandState.DOUBLING if doubles else HandState.DRAWING,
    )
    others = 0 if origin == WHOLE and room else 1 if room else max(rules.most_hands - 1, 1)
    laid = replace(box, hands=(held, *([_stood(hand)] * others)))
    table = replace(play, boxes=(laid,), turn_hand=0)
    table = evolve(table, CardDealt(last, box.number, 0, False, 0))
    if table.phase != Phase.PLAY or table.boxes[0].hands[0].state not in (HandState.OPEN, HandState.DOUBLED):
        return 0
    table = replace(table, turn_box=0, turn_hand=0)
    return OPEN | sum(
        1 << action for action in commands_of(legal(table, PLAYER), PLAYER) if action < FIRST_WAGER
    )


def _stood(hand: Hand) -> Hand:
    return replace(hand, state=HandState.STOOD, split=True)
