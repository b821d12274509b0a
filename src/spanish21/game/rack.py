"""The discard rack read back: which cards made which hand, from the order in which they were put there.

The rack is a row of packets. A burn card and a card that no hand may use are packets of one card; a hand
paid early lies where it was put; at the end of a round the hands follow from the dealer's right to the
left, the hands of a box in their order, and the dealer's own hand last.
"""

from collections.abc import Sequence

Packets = Sequence[tuple[int, ...]]


def hands_of_round(
    packets: Packets, hands_of_boxes: dict[int, int], paid_early: Sequence[int]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """The hands of a round as (box, hand) -> cards, the dealer's under (0, 0).

    `packets` are those that the round put into the rack, single cards left out; `hands_of_boxes` says how
    many hands each box had at the end, and `paid_early` names the boxes whose Blackjack was paid and taken
    away before the others, in that order.
    """
    remaining = iter(packets)
    hands = {(box, 0): next(remaining) for box in paid_early}
    for box in sorted(hands_of_boxes, reverse=True):
        if box in paid_early:
            continue
        for index in range(hands_of_boxes[box]):
            hands[box, index] = next(remaining)
    hands[0, 0] = next(remaining)
    return hands
