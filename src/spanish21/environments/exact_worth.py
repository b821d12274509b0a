"""What every action at a compiled table with a split box is worth, exactly: asked of the analyser one by one.

The tables of table_worth.py value a split hand by its own cards; the advice counts the box's other cards too.
Here the engine's table is laid out as a compiled one has it, and advised: some milliseconds for each.
"""

from typing import Any

import numpy
from msgspec.structs import replace
from numpy.typing import NDArray

from spanish21.analysis.advice.advice import advise
from spanish21.environments.seat import PLAYER, Seat
from spanish21.environments.table_kernel import SPLIT_ACES, WHOLE
from spanish21.environments.table_rules import table_in_play
from spanish21.environments.worth import values_by_action
from spanish21.game import hands
from spanish21.game.rules import Rules
from spanish21.game.states import HandState
from spanish21.game.table import Hand, Table
from spanish21.strategy import hand_numbers


def put_exact(rules: Rules, wager: int, tables: Any, values: NDArray[numpy.float64]) -> None:
    """Put the exact values of every table whose box is split in place of those that were looked up."""
    split = numpy.flatnonzero(tables["origin"] != WHOLE)
    play = table_in_play(Seat(rules, (wager,))) if len(split) else None
    for table in split.tolist():
        if play is not None and numpy.isfinite(values[table]).any():
            options = advise(engine_table(play, tables[table]), PLAYER).options
            values[table] = values_by_action(options, wager, values.shape[1])


def engine_table(play: Table, state: Any) -> Table:
    """The engine's table with the split box of a compiled one: the hand in turn, and in one other hand every
    other card."""
    up, hole, drawn = int(state["up"]), int(state["hole"]), state["cards"][: state["drawn"]].tolist()
    drawn.remove(up)
    if hole:
        drawn.remove(hole)
    (box,), cards = play.boxes, _cards_in_turn(state, drawn)
    for one in cards:
        drawn.remove(one)
    wager, doubles = box.hands[0].wagers[0], int(state["doubles"])
    hand = _with_cards(box.hands[0], cards)
    hand = replace(
        hand,
        aces=0 if state["counts_1"] else hand.aces,
        times_doubled=doubles,
        doubles=(int(state["stake"]) - wager,),
        last_doubles=(int(state["last_double"]) if doubles else 0,),
        split_aces=int(state["origin"]) == SPLIT_ACES,
        state=HandState.DOUBLED if doubles else HandState.OPEN,
    )
    others = _others(box.hands[0], state, drawn)
    rules = play.rules
    reads = rules.hole_card and rules.card_reader and hands.may_be_blackjack(up)
    return replace(
        play,
        boxes=(replace(box, hands=(hand, *others)),),
        dealer=(up, *play.dealer[1:]),
        reader_answered=bool(reads),
        turn_box=0,
        turn_hand=0,
    )


def _others(hand: Hand, state: Any, cards: list[int]) -> list[Hand]:
    """The box's other hands, as far as a Blackjack asks: whether one has busted, and whether one waits."""
    paid = (0,) * len(hand.wagers)
    left = hand.wagers if state["unbusted"] or state["pending"] else paid
    first = replace(_with_cards(hand, cards), state=HandState.STOOD, wagers=left)
    if state["busted"]:
        first = replace(first, state=HandState.BUSTED, wagers=hand.wagers)
    rest = replace(first, cards=(), hard=0, aces=0, state=HandState.STOOD, wagers=left)
    return [first, *[rest] * (int(state["hands"]) - 2)]


def _cards_in_turn(state: Any, drawn: list[int]) -> list[int]:
    """The cards of the hand in turn: the one that was split off, and the last that were drawn."""
    after_first = int(hand_numbers().size[state["hand"]]) - 1
    return [int(state["first"]), *drawn[len(drawn) - after_first :]]


def _with_cards(hand: Hand, cards: list[int]) -> Hand:
    return replace(
        hand,
        cards=tuple(cards),
        hard=sum(map(hands.value, cards)),
        aces=sum(map(hands.is_ace, cards)),
        split=True,
    )
