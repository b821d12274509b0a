"""The dealer's hand as a table: state x rank -> state, down to how it ends."""

import numpy
from numpy.typing import NDArray

from spanish21.game import hands
from spanish21.simulation.plan.count_names import BLACKJACK_END, DEALER_ENDS, DEALER_FINALS
from spanish21.simulation.plan.kernel_records import COLUMNS, DEALER_STATES

ONE_CARD = DEALER_ENDS - 1
"""The states of one card of each value follow; before them are the ends."""


def dealer_table(hits_soft_17: bool) -> NDArray[numpy.uint8]:
    """The table of a dealer's rule; state `ONE_CARD` + value is an up card."""
    table = numpy.zeros((DEALER_STATES, COLUMNS), dtype=numpy.uint8)
    state_of: dict[tuple[int, bool], int] = {}
    waiting: list[tuple[int, int, int, int]] = [
        (ONE_CARD + value, 1, value, int(value == 1)) for value in range(1, 11)
    ]
    for state, count, hard, aces in waiting:
        for rank in range(1, 14):
            value = hands.value(rank << 2)
            after, aces_after = hard + value, aces + int(value == 1)
            if count == 1 and hands.is_two_card_21(hard << 2, rank << 2):
                table[state, rank] = BLACKJACK_END
            elif not hands.dealer_draws(after, aces_after, hits_soft_17):
                total = min(hands.total(after, aces_after), DEALER_FINALS[-1])
                table[state, rank] = DEALER_FINALS.index(total)
            else:
                name = (after, aces_after > 0)
                if name not in state_of:
                    state_of[name] = ONE_CARD + 11 + len(state_of)
                    waiting.append((state_of[name], count + 1, after, aces_after))
                table[state, rank] = state_of[name]
    return table
