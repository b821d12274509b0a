"""What the page draws the felt from: a table's sheet, made of its rules."""

from typing import Any

from spanish21.books.citing import why_text
from spanish21.books.rulebook import load_book
from spanish21.game.rules import MATCH_LINES, PAY_NAMES, PROGRESSIVE_WAGERS, SIDE_WAGERS, Rules
from spanish21.game.wheels import fixed_amounts

TITLES = {
    "match": ("Match the Dealer", "Match"),
    "match_down": ("Match the Hole Card", "Down"),
    "monster": ("Monster Match", "Monster"),
    "spin": ("Bonus Spin", "Spin"),
    "xtreme": ("Xtreme 16", "X16"),
}
METER_TITLES = {"spin": "Bonus Spin", "xtreme": "Xtreme 16", "xtreme_secondary": "Xtreme 16 second"}


def sheet(number: str, name: str, rules: Rules, play_chips: bool = True) -> dict[str, Any]:
    """The table sheet of a table with these rules."""
    return {
        "id": number,
        "name": name,
        "book": rules.book,
        "title": load_book(rules.book).title,
        "currency": rules.currency,
        "chips": [50, 100, 500, 2500, 10000, 50000],
        "boxes": rules.boxes,
        "minimum": rules.table_minimum,
        "maximum": rules.table_maximum,
        "decks": rules.decks,
        "layout": {
            "inscriptions": list(rules.inscriptions),
            "signs": signs(rules),
            "wagers": wagers(rules),
            "meters": [
                {"name": one, "title": METER_TITLES.get(one, "Monster Match")} for one in rules.meters
            ],
            "has_reader": rules.card_reader,
            "has_device": rules.shuffling != 0,
        },
        "policy": {"house": "automatic", "wager_seconds": 20, "decide_seconds": 30, "play_chips": play_chips},
        "rules_digest": "0" * 64,
        "version": 1,
    }


def wagers(rules: Rules) -> list[dict[str, Any]]:
    """The main wager and the side wagers offered, with the amounts that are fixed."""
    found: list[dict[str, Any]] = [{"kind": "main", "title": "Wager", "short": "", "amounts": None}]
    for kind in SIDE_WAGERS:
        if getattr(rules, f"{kind}_offered"):
            title, short = TITLES[kind]
            amounts = list(fixed_amounts(rules, kind)) if kind in PROGRESSIVE_WAGERS else None
            found.append({"kind": kind, "title": title, "short": short, "amounts": amounts})
    return found


def signs(rules: Rules) -> list[str]:
    """The payouts in force, in words."""
    pays = [why_text(rules, name) for name in PAY_NAMES[1:]]
    match = [
        why_text(rules, f"match_pays.{line}")
        for line, pays_ in zip(MATCH_LINES, rules.match_pays, strict=True)
        if pays_
    ]
    stands = "The dealer draws to soft 17" if rules.dealer_hits_soft_17 else "The dealer stands on all 17s"
    lines = [*pays, *(match if rules.match_offered else []), stands]
    return [line[0].upper() + line[1:] for line in lines]
