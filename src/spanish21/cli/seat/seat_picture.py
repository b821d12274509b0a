"""The table as text, drawn from what one person may see: every hand on the layout, row by row."""

from itertools import compress

import click

from spanish21.cli.printing import (
    NARROW,
    card_sign,
    columns,
    money,
    screen_width,
    width_of,
    wrapped,
)
from spanish21.game.cards import card
from spanish21.game.hands import is_ace, is_soft, value
from spanish21.game.side_wagers.registry import current_dict, side_wagers
from spanish21.game.states import HandState, Phase
from spanish21.game.view import BoxView, HandView, View

HandPlace = tuple[int, int]
"""A box's number and a hand of it; the dealer's is (0, 0)."""
DEALER_ROW: HandPlace = (0, 0)

_STATES = {
    "blackjack": "Blackjack",
    "busted": "over 21",
    "surrendered": "surrendered",
    "rescued": "rescued",
    "dead": "dead",
    "removed": "settled",
    "stood": "stands",
}
SIDE_WORDS = current_dict(lambda: {record.kind: record.word for record in side_wagers()})
"""The side wagers as the terminal calls them."""


def faces(cards: tuple[str, ...]) -> str:
    """Cards as a view writes them, with the signs of their suits."""
    return " ".join(card_sign(0 if text == "??" else card(text)) for text in cards)


def rows_of(seen: View, currency: str) -> dict[HandPlace, list[str]]:
    """The cells of each row, by its place; ▶ points at the hand that is played."""
    state = "over 21" if seen.dealer_total > 21 else ""
    rows = {DEALER_ROW: ["", "dealer", "", faces(seen.dealer), dealer_total_text(seen), state]}
    for box in seen.boxes:
        for number, hand in enumerate(box.hands):
            here = seen.phase == Phase.PLAY and (box.number, number) == (seen.turn_box, seen.turn_hand)
            rows[box.number, number] = _row(seen, box, number, hand, here, currency)
    return rows


def picture(seen: View, currency: str, only: frozenset[HandPlace] | None = None) -> str:
    """Every hand on the layout, or those at some places: a row each, wrapped by words on a narrow screen."""
    rows = rows_of(seen, currency)
    shown = [only is None or place in only for place in rows]
    lines = [f" {line}" for line in compress(columns(list(rows.values())), shown)]
    width = screen_width()
    if width < NARROW or max(map(width_of, lines)) > width:
        lines = [_wrapped_row(row, width) for row in compress(rows.values(), shown)]
    return "\n".join(lines)


def cards_shown(seen: View) -> dict[HandPlace, tuple[str, ...]]:
    """Which cards are open where."""
    shown = {(box.number, at): hand.cards for box in seen.boxes for at, hand in enumerate(box.hands)}
    return {DEALER_ROW: seen.dealer, **shown}


def total_text(hand: HandView) -> str:
    """The total of a hand; a soft one is marked."""
    return f"soft {hand.total}" if hand.soft and hand.state != HandState.BLACKJACK else str(hand.total)


def dealer_total_text(seen: View) -> str:
    """The dealer's total once more than one card is open, a soft one marked."""
    open_cards = [card(text) for text in seen.dealer if text != "??"]
    if len(open_cards) < 2:
        return ""
    soft = is_soft(sum(map(value, open_cards)), sum(map(is_ace, open_cards)))
    is_blackjack = len(open_cards) == 2 and seen.dealer_total == 21
    return "Blackjack" if is_blackjack else f"{'soft ' if soft else ''}{seen.dealer_total}"


def place_text(box: BoxView, number: int) -> str:
    """Which hand: its box, and its number on the box where there are several."""
    return f"box {box.number} hand {number + 1}" if len(box.hands) > 1 else f"box {box.number}"


def _row(seen: View, box: BoxView, number: int, hand: HandView, here: bool, currency: str) -> list[str]:
    who = " and ".join(stake.person for stake in box.stakes)
    is_mine = any(stake.person == seen.you for stake in box.stakes)
    place = place_text(box, number)
    state = _STATES.get(hand.state, "")
    return [
        click.style("▶", fg="green") if here else " ",
        click.style(place, bold=True) if is_mine else place,
        click.style(who, bold=True) if is_mine else who,
        faces(hand.cards),
        total_text(hand),
        "  ".join(text for text in (" ".join(_stakes(box, number, hand, currency)), state) if text),
    ]


def _stakes(box: BoxView, number: int, hand: HandView, currency: str) -> list[str]:
    texts = []
    for index, stake in enumerate(box.stakes):
        if hand.wagers[index]:
            text = money(hand.wagers[index], currency)
            texts.append(f"{text}+{money(hand.doubles[index], currency)}" if hand.doubles[index] else text)
        if number == 0:
            texts += [f"{SIDE_WORDS[kind]} {money(amount, currency)}" for kind, amount in stake.sides.items()]
            if stake.insurance:
                texts.append(f"insurance {money(stake.insurance, currency)}")
    return texts


def _wrapped_row(row: list[str], width: int) -> str:
    mark, place, who, cards, total, rest = row
    name = f"{place} {who}:" if who else f"{place}:"
    told = " ".join(text for text in (name, cards, f"({total})" if total else "", rest) if text)
    return wrapped(told, width, f" {mark or ' '} ", "     ")
