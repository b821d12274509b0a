"""Where in a chart a hand stands: the cell to light up for whoever is asked."""

from typing import NamedTuple

from spanish21.game import hands
from spanish21.game.table import Table
from spanish21.strategy.charts import MOST_DOUBLES, UP_LABELS


class Spot(NamedTuple):
    """A cell of a chart as `chart_tables` labels it: table, row and up card."""

    table: str
    row: str
    up: str


def spot_of(table: Table) -> Spot | None:
    """The cell of the hand in turn; None where nobody decides about a hand."""
    if table.phase != "play" or table.turn_box < 0:
        return None
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    up = UP_LABELS[hands.value(table.dealer[0]) - 1]
    softness = "soft" if hands.is_soft(hand.hard, hand.aces) else "hard"
    total = str(hands.total(hand.hard, hand.aces))
    if hand.times_doubled:
        return Spot(f"doubled {min(hand.times_doubled, MOST_DOUBLES)} {softness}", total, up)
    values = [hands.value(card) for card in hand.cards]
    if len(values) == 2 and values[0] == values[1]:
        label = UP_LABELS[values[0] - 1]
        return Spot("pair", f"{label}-{label}", up)
    return Spot(softness, total, up)
