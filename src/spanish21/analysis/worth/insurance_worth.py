"""Insurance by the hand held: the worth of one unit of it given the player's own two cards."""

from typing import Any

from spanish21.analysis.worth.table_edge import Edge
from spanish21.strategy import UP_LABELS, UP_VALUES

ACE, TEN = 1, 10


def insurance_by_hand(found: Edge) -> dict[str, Any]:
    """For a dealer's ace: each two cards by value, the chance of the Blackjack and the gain of a unit
    insured.

    Where an ace and a ten-value card of one suit pay more, the suits of the player's cards are left open.
    Without aces in the shoe there is no insurance.
    """
    counts, suits, rules = found.shoe.values, found.shoe.ranks, found.rules
    aces, tens = int(counts[ACE]), int(counts[TEN])
    if not aces:
        return {"hands": []}
    # A remaining ten-value card has any suit, as often as the shoe holds it.
    suited = float((suits[ACE] * suits[TEN:].sum(axis=0)).sum()) / max(aces * tens, 1)
    plain, of_suit = (odds[0] / odds[1] for odds in (rules.pays_insurance, rules.pays_insurance_suited))
    paid = (1.0 - suited) * plain + suited * of_suit
    cards = found.shoe.size - 1
    rows = []
    for low in UP_VALUES:
        for high in range(low, 11):
            left = counts.copy()
            left[ACE] -= 1
            ways = int(left[low]) * (int(left[high]) - (low == high)) * (1 if low == high else 2)
            if ways <= 0:
                continue
            left[low] -= 1
            left[high] -= 1
            chance = float(left[TEN]) / (cards - 2)
            rows.append(
                {
                    "cards": [UP_LABELS[low - 1], UP_LABELS[high - 1]],
                    "probability": ways / (cards * (cards - 1)),
                    "blackjack": chance,
                    "expected_value": chance * paid - (1.0 - chance),
                }
            )
    return {"expected_value": tens / cards * paid - (1.0 - tens / cards), "hands": rows}
