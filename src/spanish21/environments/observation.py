"""What a person at a table sees, as a row of whole numbers.

The row has the fields of `FIELDS` and, where the table is asked for it, the cards that the person has not
seen: `counts` has them by value (10 numbers, aces first), `composition` by rank and suit (52 numbers,
aces first; clubs, diamonds, hearts, spades). No field depends on a card that the person has not seen.
"""

from typing import Literal, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.strategy import SUITED_STATES, hand_numbers, hand_state, mark_of_state
from spanish21.strategy.numbering import suited_numbers

Row = NDArray[numpy.int16]
CardsSeen = Literal["nothing", "counts", "composition"]
CARDS_SEEN = ("nothing", "counts", "composition")

TO_WAGER, TO_INSURE, TO_PLAY, OVER = range(4)
MOST_CARDS = 21
MOST_HANDS = 127
MOST_OF_A_CARD = 127


class Feature(NamedTuple):
    """A number of an observation: its name, its bounds and what it means."""

    name: str
    low: int
    high: int
    means: str


FIELDS = (
    Feature("phase", 0, OVER, "0 place a wager, 1 answer insurance, 2 decide on a hand, 3 the round is over"),
    Feature("total", 0, 30, "the hand's total"),
    Feature("soft", 0, 1, "1 if an ace counts as 11"),
    Feature("cards", 0, MOST_CARDS, "how many cards the hand has"),
    Feature("pair", 0, 10, "the value of the two cards of a pair, 0 for no pair"),
    Feature("up", 0, 10, "the value of the dealer's up card, ace 1; 0 before the deal"),
    Feature("doubles", 0, 7, "how often the hand has been doubled"),
    Feature("split", 0, 1, "1 if the hand comes from a split"),
    Feature("hands", 0, MOST_HANDS, "how many hands the box has"),
    Feature("place", 0, MOST_HANDS, "which of them is in turn, from 0"),
    Feature("mark", 0, 3, "one card short of 6-7-8 or 7-7-7: 1 in mixed suits, 2 suited, 3 in the top suit"),
    Feature("state", 0, 4095, "the number of the hand's composition (strategy/numbering.py)"),
)
_MULTISETS = len(hand_numbers().hard)
_SUITED = tuple(suited_numbers().tolist())
_INSURANCE = Phase.INSURANCE
assert FIELDS[-1].high >= _MULTISETS + SUITED_STATES

PLACE = {field.name: place for place, field in enumerate(FIELDS)}


def bounds_of(cards_seen: CardsSeen) -> tuple[Row, Row]:
    """The least and the greatest value of every number of an observation."""
    more = {"nothing": 0, "counts": 10, "composition": 52}[cards_seen]
    most = MOST_OF_A_CARD if cards_seen == "composition" else 32767
    low = [field.low for field in FIELDS] + [0] * more
    high = [field.high for field in FIELDS] + [most] * more
    return numpy.array(low, dtype=numpy.int16), numpy.array(high, dtype=numpy.int16)


def seen_row(table: Table, who: str, cards_seen: CardsSeen = "nothing", over: bool = False) -> Row:
    """The observation of a person at a table; `over`: nothing is left to decide in the round."""
    row = [0] * len(FIELDS)
    row[0] = OVER if over else TO_WAGER
    if table.dealer:
        row[PLACE["up"]] = hands.value(table.dealer[0])
        if table.boxes:
            if not over:
                row[0] = TO_INSURE if table.phase == _INSURANCE else TO_PLAY
            _write_hand(row, table)
    if cards_seen != "nothing":
        row += _unseen(table, who, cards_seen)
    return numpy.array(row, dtype=numpy.int16)


def _write_hand(row: list[int], table: Table) -> None:
    """The hand in turn; before the decisions, the first."""
    place = max(table.turn_hand, 0)
    box = table.boxes[max(table.turn_box, 0)]
    hand, up = box.hands[place], table.dealer[0]
    cards = hand.cards
    is_pair = len(cards) == 2 and hands.value(cards[0]) == hands.value(cards[1])
    state = max(hand_state(cards, up), 0)
    row[1:5] = (
        hands.total(hand.hard, hand.aces),
        int(hands.is_soft(hand.hard, hand.aces)),
        len(cards),
        hands.value(cards[0]) if is_pair else 0,
    )
    mark = mark_of_state(state, _MULTISETS, _SUITED, int(table.rules.top_suit))
    row[6:] = (hand.times_doubled, int(hand.split), len(box.hands), place, mark, state)


def _unseen(table: Table, who: str, cards_seen: CardsSeen) -> list[int]:
    from spanish21.analysis.advice.seen_cards import by_value, unseen_cards
    from spanish21.game.view import view

    suits = unseen_cards(table, view(table, who), "shoe")
    found = by_value(suits)[1:] if cards_seen == "counts" else suits[1:14].ravel()
    unseen: list[int] = found.tolist()
    return unseen
