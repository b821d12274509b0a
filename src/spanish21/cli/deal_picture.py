"""The table from the dealer's side: boxes with their hands and wagers, and what has happened."""

from collections.abc import Sequence

import click

from spanish21.cli.printing import columns
from spanish21.cli.signs import readable
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import Phase
from spanish21.game.table import Box, Hand, Table
from spanish21.school.school_words import cards_text, money_text

_STATES = {
    "blackjack": "Blackjack",
    "busted": "over 21",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "dead": "dead",
    "removed": "settled",
    "doubled": "doubled",
}


def layout(table: Table, width: int) -> str:
    """One line for each hand, box by box from the dealer's left; the hand whose turn it is is marked."""
    if not table.boxes or not table.boxes[0].hands:
        return ""
    rows = [["", "you", _own_cards(table), ""]]
    for index, box in enumerate(table.boxes):
        for number, hand in enumerate(box.hands):
            here = table.phase == Phase.PLAY and (index, number) == (table.turn_box, table.turn_hand)
            rows.append(_row(table, box, number, hand, here))
    rows = [[readable(cell) for cell in row] for row in rows]
    lines = [f" {line}" for line in columns(rows)]
    if max(map(len, lines)) >= width:
        return "\n".join(_in_two_lines(row, width) for row in rows)
    return "\n".join(lines)


def _in_two_lines(row: Sequence[str], width: int) -> str:
    """A hand on a narrow screen: its cards, and below them its wagers."""
    first = click.wrap_text(" ".join(filter(None, row[1:3])), width - 1, f"{row[0] or ' '} ", "    ")
    return f"{first}\n{click.wrap_text(row[3], width - 1, '    ', '      ')}" if row[3] else first


def _own_cards(table: Table) -> str:
    shown = table.dealer[:1] if table.hole_down else table.dealer
    return cards_text((*shown, 0) if table.hole_down else shown)


def _row(table: Table, box: Box, number: int, hand: Hand, here: bool) -> list[str]:
    """No totals: calling them is the dealer's job."""
    name = f"box {box.number}" + (f".{number + 1}" if len(box.hands) > 1 else "")
    people = ", ".join(_stakes(table, box, number, hand))
    state = _STATES.get(hand.state, "")
    return ["▶" if here else "", name, cards_text(hand.cards), "  ".join(filter(None, (people, state)))]


def _stakes(table: Table, box: Box, number: int, hand: Hand) -> list[str]:
    rules = table.rules
    texts = []
    for at, stake in enumerate(box.stakes):
        parts = [stake.person]
        if hand.wagers[at]:
            double = f"+{money_text(hand.doubles[at], rules)}" if hand.doubles[at] else ""
            parts.append(f"{money_text(hand.wagers[at], rules)}{double}")
        if number == 0:
            parts += [
                f"{side_wager(side.kind).word} {money_text(side.amount, rules)}"
                for side in stake.sides
                if not side.settled
            ]
            if stake.insurance:
                parts.append(f"insurance {money_text(stake.insurance, rules)}")
        texts.append(" ".join(parts))
    return texts
