"""Which rules the analyser can handle: checked before it starts, with an error of one line.

`Rules` are always in the ranges of game/settings.py. The analyser's tables are smaller in places, and a
shoe must hold the cards of every round; everything that passes here is computed exactly.
"""

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import Shoe, playable
from spanish21.errors import BadInput, BadRules
from spanish21.game.money import amount_text
from spanish21.game.rules import Rules
from spanish21.strategy import MOST_DOUBLES

MOST_WAGER = 10**9
MOST_OTHERS = 99
DEALERS_LAST_DRAW, PLAYERS_LAST_DRAW = 16, 20
"""The highest totals, with every ace as 1, on which a hand is still given a card."""
HANDS_COUNTED = 2
"""A shoe must hold the longest hands that this many hands of a box and the dealer can have together."""
CARDS_OF_A_HAND = 3
MOST_HANDS_TOLD_APART = 96
"""A higher limit on hands is the same as none: the chance of that many hands is negligible."""
TOLERANCE = 1e-7


def check_rules(rules: Rules) -> None:
    """Refuse rules that the analyser's tables have no room for."""
    if rules.most_doubles > MOST_DOUBLES:
        raise BadRules(
            f"most_doubles is {rules.most_doubles}; the analyser and the simulator take 0 to {MOST_DOUBLES}"
        )


def check_money(money: FixedMoney) -> None:
    """Refuse a wager that no table takes."""
    if not 1 <= money.wager <= MOST_WAGER:
        bound = f"an amount from {amount_text(1)} to {amount_text(MOST_WAGER)}"
        raise BadInput(f"the wager is {amount_text(money.wager)}; it must be {bound}")
    if not 0 <= money.others <= MOST_OTHERS:
        raise BadInput(f"there are {money.others} other people; there can be {MOST_OTHERS} at most")


def check_shoe(shoe: Shoe, most_hands: int) -> Shoe:
    """The shoe itself, if rounds of at most this many hands (0: no limit) can be finished with it."""
    return check_room(playable(shoe), most_hands)


def check_room(shoe: Shoe, most_hands: int) -> Shoe:
    """The same of a shoe that may be small, because part of the round is played."""
    needed = most_cards(shoe, min(most_hands or HANDS_COUNTED, HANDS_COUNTED))
    if needed > shoe.size:
        raise BadInput(
            f"an impossible shoe: a round may take {needed} of its cards, and it holds {shoe.size}; "
            "use fewer low cards, or more cards"
        )
    commonest = int(shoe.values.max())
    splits_on = not 0 < most_hands <= min(shoe.size // CARDS_OF_A_HAND, MOST_HANDS_TOLD_APART)
    if splits_on and 2 * commonest > shoe.size:
        raise BadInput(
            f"an impossible shoe: {commonest} of its {shoe.size} cards have one value, so that splitting "
            f"could empty it; set most_hands to {shoe.size // CARDS_OF_A_HAND} or less"
        )
    return shoe


def check_chances(chances: NDArray[numpy.float64]) -> None:
    """Refuse a law that does not add up: then the shoe was too small for the rounds."""
    if (
        not numpy.isfinite(chances).all()
        or abs(chances.sum() - 1.0) > TOLERANCE
        or chances.min() < -TOLERANCE
    ):
        raise BadInput("an impossible shoe: rounds run out of cards; use more cards or fewer hands")


def most_cards(shoe: Shoe, hands: int) -> int:
    """The most cards that one box with this many hands and the dealer can take from a shoe.

    A hand takes cards while those before the last add up to no more than its limit, so the most cards are the
    lowest ones within all limits together, and one more for each hand.
    """
    counts = shoe.values
    left = hands * PLAYERS_LAST_DRAW + DEALERS_LAST_DRAW
    taken = 0
    for value in range(1, 11):
        number = min(int(counts[value]), left // value)
        taken += number
        left -= number * value
    return taken + hands + 1
