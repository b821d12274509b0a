"""The chart for a table as text, with the cell of a hand marked: up cards from 2 to the ace, and a legend."""

from collections.abc import Mapping, Sequence

import click

from spanish21.cli.printing import columns, readable, width_of, wrapped
from spanish21.game import hands
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.strategy import HARD_TOTALS, MOST_DOUBLES, SOFT_TOTALS, UP_LABELS, UP_VALUES, Chart, cell_text
from spanish21.strategy.charts import AfterDouble, Cell

UPS = (*UP_VALUES[1:], UP_VALUES[0])
TABLES = ("hard", "soft", "pairs", "doubled")
_LEGEND = {
    "S": "stand",
    "H": "draw",
    "D": "double",
    "P": "split",
    "R": "surrender",
    "X": "rescue",
}
_COLOURS = {"S": "yellow", "D": "green", "P": "cyan", "R": "red", "X": "magenta"}

Spot = tuple[str, int, int]
"""The table of a chart, the row and the value of the up card."""
Rows = Mapping[int, Sequence[Cell | AfterDouble]]


def spot_of(table: Table) -> Spot | None:
    """Where in a chart the hand in turn stands."""
    if table.phase != Phase.PLAY or table.turn_box < 0:
        return None
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    up = hands.value(table.dealer[0])
    soft, total = hands.is_soft(hand.hard, hand.aces), hands.total(hand.hard, hand.aces)
    if hand.times_doubled:
        doubles = min(hand.times_doubled, MOST_DOUBLES)
        return f"doubled {doubles} {'soft' if soft else 'hard'}", total, up
    values = [hands.value(card) for card in hand.cards]
    if len(values) == 2 and values[0] == values[1]:
        return "pairs", values[0], up
    return ("soft" if soft else "hard"), total, up


def tables_of(chart: Chart, rules: Rules) -> dict[str, Rows]:
    """The tables of a chart that can come up at a table, by name."""
    found: dict[str, Rows] = {
        "hard": {total: chart.hard[total] for total in HARD_TOTALS if total < 21},
        "soft": {total: chart.soft[total] for total in SOFT_TOTALS if total < 21},
        "pairs": {value: chart.pair[value] for value in UPS},
    }
    may_rescue, most = rules.may_rescue, rules.most_doubles
    for doubles in range(1, (min(most, MOST_DOUBLES) if may_rescue or most > 1 else 0) + 1):
        for name, totals, rows in (
            ("hard", HARD_TOTALS, chart.after_double_hard[doubles]),
            ("soft", SOFT_TOTALS, chart.after_double_soft[doubles]),
        ):
            useful = {
                total: rows[total] for total in totals if any(rows[total][up].action != "stand" for up in UPS)
            }
            if useful:
                found[f"doubled {doubles} {name}"] = useful
    return found


def chart_lines(name: str, rows: Rows, spot: Spot | None, width: int) -> list[str]:
    """One table of a chart, in as many blocks of up cards as the width needs; `[ ]` marks the spot."""
    for size in (len(UPS), 5, 3, 2, 1):
        blocks = [UPS[at : at + size] for at in range(0, len(UPS), size)]
        lines = [line for block in blocks for line in _block(name, rows, spot, block)]
        if max(map(width_of, lines)) <= width:
            break
    return [click.style(_title(name), bold=True), *lines]


def legend(rows: Rows, width: int) -> list[str]:
    """What the signs in a table mean, those that are used in it."""
    texts = [_text(row[up]) for row in rows.values() for up in UPS]
    signs = [f"{sign} {word}" for sign, word in _LEGEND.items() if any(sign in text for text in texts)]
    if any("+" in text for text in texts):
        signs.append("4+ draw with four cards or more")
    if any("*" in text for text in texts):
        signs.append("* draw one card short of a bonus (** suited, *** top suit)")
    unsure = [sign for sign in "DPR" if any(text.startswith(sign) for text in texts)]
    if unsure and not any(isinstance(row[UPS[0]], AfterDouble) for row in rows.values()):
        signs.append(f"where {' or '.join(unsure)} is not allowed, draw")
    if any("/" in text for text in texts):
        signs.append("after /, what to do instead")
    return wrapped(readable(" · ".join(signs)), width).split("\n")


def _text(cell: Cell | AfterDouble) -> str:
    """A cell as text; that a hand draws where the first is not allowed goes without saying."""
    text, letter = cell_text(cell), cell_text(cell)[0]
    if letter not in "DPR" or isinstance(cell, AfterDouble):
        return text
    return text.removesuffix("/H") if cell.otherwise == "hit" else text if "/" in text else f"{text}/S"


def _title(name: str) -> str:
    return {"hard": "Hard totals", "soft": "Soft totals", "pairs": "Pairs"}.get(name) or (
        f"Doubled {('once', 'twice', 'three times')[int(name.split()[1]) - 1]}, {name.split()[2]} totals"
    )


def _block(name: str, rows: Rows, spot: Spot | None, ups: tuple[int, ...]) -> list[str]:
    heading = ["", *(f" {UP_LABELS[up - 1]} " for up in ups)]
    cells = [
        [_row_name(name, row), *(_cell(texts[up], spot == (name, row, up)) for up in ups)]
        for row, texts in rows.items()
    ]
    return columns([heading, *cells], gap="")


def _row_name(name: str, row: int) -> str:
    if name != "pairs":
        return f"{row:>2}"
    return f"{UP_LABELS[row - 1]}-{UP_LABELS[row - 1]}"


def _cell(cell: Cell | AfterDouble, is_spot: bool) -> str:
    text = _text(cell)
    if is_spot:
        return click.style(f"[{text}]", bold=True, reverse=True)
    colour = _COLOURS.get(text[0])
    return f" {click.style(text, fg=colour) if colour else text} "
