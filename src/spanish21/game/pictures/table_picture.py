"""A table as a picture, and rules as a page, for notebooks: only cards that are face up."""

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from spanish21.display.notebook import figures_html, in_notebook, table_html
from spanish21.game.money import amount_text
from spanish21.game.rules import SETTINGS, Rules, settings_of
from spanish21.game.settings import setting_words
from spanish21.game.table import Table
from spanish21.game.view import BoxView, HandView, View, view
from spanish21.game.waiting import waits_for

WIDTH, HEIGHT = 860, 470
_FELT, _DEEP, _LINE, _RAIL, _PAPER, _INK, _RED, _LIGHT = [
    "#1a6549",
    "#0f4733",
    "#ecdcae",
    "#4b2e1b",
    "#fffef9",
    "#191b1e",
    "#bf1f2b",
    "#f4e7bf",
]
_EDGE = "M34 8H826Q846 8 844 32C832 272 660 462 430 462C200 462 28 272 16 32Q14 8 34 8Z"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def table_svg(table: Table) -> str:
    """The table from above, the dealer at the top; unseen cards are left out."""
    seen, awaited = view(table, ""), waits_for(table)
    said = f"{seen.book}, round {seen.round_number}, {seen.phase}"
    said += f", waits for {' and '.join(awaited)}" if awaited else ""
    parts = [
        f'<path d="{_EDGE}" fill="{_FELT}" stroke="{_RAIL}" stroke-width="10"/>',
        *_dealer(seen),
        _text(430, 134, said, _LINE, 14),
        *(part for number in range(1, table.rules.boxes + 1) for part in _box(table, seen, number)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" style="max-width:100%;height:auto" role="img" aria-label="{escape(said)}">'
        f"<title>{escape(said)}</title>{''.join(parts)}</svg>"
    )


def _dealer(seen: View) -> Iterator[str]:
    cards = len(seen.dealer)
    left = 430 - 27 * cards + 3
    for place, card in enumerate(seen.dealer):
        yield _card(left + 54 * place, 28, card, 48)
    if cards:
        yield _badge(left + 54 * cards - 8, 92, str(seen.dealer_total), _DEEP)
    yield _text(130, 46, f"{seen.discards} discarded", _LINE, 12)
    yield _text(730, 46, f"{seen.cards_left} in the shoe", _LINE, 12)


def _box(table: Table, seen: View, number: int) -> Iterator[str]:
    """A box: its circle, the wager on it, its hands in front of it, and who sits there. Box 1 is on the
    dealer's left."""
    turn = (0.06 + 0.88 * (number - 0.5) / table.rules.boxes) * pi
    x, y = 430 + 348 * cos(turn), 84 + 300 * sin(turn)
    box = next((one for one in seen.boxes if one.number == number), None)
    line, width = (_LIGHT, 4) if seen.turn_box == number else (_LINE, 1.5)
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="21" fill="none" stroke="{line}" stroke-width="{width}"/>'
    wager = sum(stake.wager for stake in box.stakes) if box is not None else 0
    yield _text(x, y + 4, amount_text(wager) if wager else str(number), line, 11)
    sitting = [person for person in table.people if person.seat == number]
    names = [person.name for person in sitting] or [stake.person for stake in (box.stakes if box else ())]
    yield _text(x, y + 36, _cut(", ".join(names)), _PAPER, 12)
    if sitting:
        yield _text(x, y + 50, amount_text(sitting[0].chips), _LINE, 11)
    if box is not None:
        yield from _hands(box, seen, (x, y), turn)


def _hands(box: BoxView, seen: View, spot: tuple[float, float], turn: float) -> Iterator[str]:
    """The hands of a box in a row from its circle towards the dealer; those of a split pair are smaller."""
    card = 36 if len(box.hands) == 1 else 26 if len(box.hands) == 2 else 20
    wide, tall = (2.1 * card, 1.4 * card)
    away = 32 + min(wide / 2 / max(abs(cos(turn)), 0.01), tall / 2 / sin(turn))
    step = 8 + min(wide / max(abs(cos(turn)), 0.01), tall / sin(turn))
    for place, hand in enumerate(box.hands):
        reach = away + step * place
        x, y = spot[0] - reach * cos(turn), spot[1] - reach * sin(turn)
        is_turn = seen.phase == "play" and (seen.turn_box, seen.turn_hand) == (box.number, place)
        yield from _hand(hand, x - wide / 2, y - tall / 2, card, is_turn)


def _hand(hand: HandView, x: float, y: float, wide: int, is_turn: bool) -> Iterator[str]:
    """The cards of a hand, closer together the more there are, and its total."""
    apart = wide * min(0.74, 1.1 / max(len(hand.cards) - 1, 1))
    for place, card in enumerate(hand.cards):
        yield _card(x + apart * place, y, card, wide)
    colour = "#7a5a12" if is_turn else _RED if hand.state == "busted" else _DEEP
    end = x + apart * (len(hand.cards) - 1) + wide
    yield _badge(end - 2, y + wide * 1.4 - 4, str(hand.total), colour, f"{hand.total}, {hand.state}")


def _badge(x: float, y: float, text: str, colour: str, said: str = "") -> str:
    title = f"<title>{escape(said)}</title>" if said else ""
    return (
        f'<g>{title}<rect x="{x - 12:.1f}" y="{y - 9:.1f}" width="24" height="17" rx="8" fill="{colour}"'
        f' stroke="{_LINE}" stroke-width=".8"/>{_text(x, y + 4, text, _LIGHT, 11)}</g>'
    )


def _card(x: float, y: float, card: str, wide: int) -> str:
    tall = wide * 1.4
    frame = f'x="{x:.1f}" y="{y:.1f}" width="{wide}" height="{tall:.1f}" rx="{wide / 9:.1f}" stroke="{_INK}"'
    if card == "??":
        return f'<rect {frame} stroke-width=".6" fill="#7a1f2b"/>'
    rank, suit = card[:-1].replace("T", "10"), card[-1]
    colour = _RED if suit in "dh" else _INK
    name = f"{rank}{_SUITS[suit]}"
    size = wide * 0.42
    return f'<rect {frame} stroke-width=".6" fill="{_PAPER}"/>' + _text(
        x + wide * 0.08, y + size, name, colour, size, "start", 600
    )


def _text(
    x: float, y: float, text: str, colour: str, size: float, anchor: str = "middle", weight: int = 400
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" style="font:{weight} {size:g}px system-ui,sans-serif;fill:{colour};'
        f'text-anchor:{anchor}">{escape(text)}</text>'
    )


def _cut(name: str, most: int = 14) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def rules_html(rules: Rules) -> str:
    """Rules in a notebook: the most common settings first, then all of them."""
    settings = settings_of(rules)
    decks = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    figures = (
        ("Cards", decks),
        ("Dealer, soft 17", "draws" if rules.dealer_hits_soft_17 else "stands"),
        ("Blackjack pays", " to ".join(map(str, settings["pays_blackjack"]))),
        ("Least wager", f"{rules.currency}{amount_text(rules.table_minimum)}"),
        ("Most", f"{rules.currency}{amount_text(rules.table_maximum)}"),
    )
    rows = [
        (escape(name.replace("_", " ")), escape(_setting_text(name, value)))
        for name, value in settings.items()
        if name != "book"
    ]
    table = table_html(("Setting", "Value"), rows, (0, 1))
    every = f"<details><summary>All {len(rows)} settings</summary>{table}</details>"
    missing = ", ".join(name.replace("_", " ") for name in rules.approvals_missing)
    warning = f'<p class="warning">Approvals missing: {escape(missing)}.</p>' if missing else ""
    return in_notebook(f"<h3>{escape(rules.book)}</h3>{warning}{figures_html(figures)}{every}")


def _setting_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    setting = SETTINGS[name]
    if setting.zero and value == 0:
        return setting.zero
    return setting_words(setting, value).strip('"').replace("_", " ")
