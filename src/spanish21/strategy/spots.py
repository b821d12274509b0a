"""The place of a hand in a chart: the cell to highlight for the player who decides."""

from typing import NamedTuple

from spanish21.game import hands
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.strategy.charts import HARD, MOST_DOUBLES, SOFT, UP_LABELS, place_in_chart

_TABLES = ("hard", "soft", "pair")


class Spot(NamedTuple):
    """A cell of a chart as `chart_tables` labels it: table, row and up card."""

    table: str
    row: str
    up: str


def spot_of(table: Table) -> Spot | None:
    """The cell of the hand in turn; None if no decision about a hand is due."""
    if table.phase != Phase.PLAY or table.turn_box < 0:
        return None
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    up = UP_LABELS[hands.value(table.dealer[0]) - 1]
    soft, total = hands.is_soft(hand.hard, hand.aces), hands.total(hand.hard, hand.aces)
    if hand.times_doubled:
        softness = _TABLES[SOFT if soft else HARD]
        return Spot(f"doubled {min(hand.times_doubled, MOST_DOUBLES)} {softness}", str(total), up)
    values = [hands.value(card) for card in hand.cards]
    is_pair = len(values) == 2 and values[0] == values[1]
    which, row = place_in_chart(values[0] if is_pair else 0, soft, total)
    label = UP_LABELS[row - 1] if is_pair else str(row)
    return Spot(_TABLES[which], f"{label}-{label}" if is_pair else label, up)
