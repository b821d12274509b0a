"""Irregularities: cards found and drawn in error, forgotten cards, dead hands, a shoe that runs out."""

from typing import Any

from msgspec.structs import replace

from breaking.breaks import after, changes, drops, instead
from breaking.register import broken
from scenes import MARYLAND_BOOKS

MARYLANDS = MARYLAND_BOOKS[:2]


def _for(reason: str) -> Any:
    return lambda table, event: event.why == reason


broken(
    "the cards are not shuffled after a second face-up card",
    changes("RoundVoided", lambda table, event: replace(event, reshuffle=False)),
    "13.B",
    massachusetts="15(a)",
)


def _into_the_rack(before: Any, event: Any, table: Any) -> Any:
    trouble = replace(table.trouble, loose_card=None, loose_exposed=False)
    return replace(table, trouble=trouble, rack=(*table.rack, (event.card,)))


broken(
    "a card drawn in error goes into the rack",
    after("CardDrawnInError", _into_the_rack),
    "13.E",
    "13.F",
    massachusetts=("15(c)", "15(d)"),
)
for reason, clause, other in (("no_hand_can_use_it", "13.H", "15(d)"), ("dealer_stands", "13.I", "15(e)")):
    broken(
        f"the card stays on the table ({reason})",
        drops("CardDiscarded", _for(reason)),
        clause,
        massachusetts=other,
    )
broken(
    "a shoe that ran out is filled with all the decks",
    instead("game.chapters.shoes.shuffling.cards_to_shuffle", lambda cards, table: table.pool),
    "13.K",
    massachusetts="15(g)",
)


def _uncut(before: Any, event: Any, table: Any) -> Any:
    return replace(table, phase="cover") if event.mid_round else table


broken("the rack's cards are not cut", after("ShoeShuffled", _uncut), "13.K", massachusetts="15(g)")
for reason, clause, others in (
    ("no_cards_dealt", "13.M", "15(h)"),
    ("one_card_dealt", "13.N", ()),
    ("card_not_dealt", "13.O(2)", "15(i)"),
):
    broken(f"the hand lives ({reason})", drops("HandDead", _for(reason)), clause, massachusetts=others)  # type: ignore[arg-type]
broken(
    "a card that was forgotten does not come later",
    changes("LateCardAnswered", lambda table, event: replace(event, takes=False)),
    "13.O(1)",
    massachusetts="15(i)",
)
seen = drops("HandsCalledDead")
broken("the round goes on though a player saw the hole card", seen, "13.P(1)", massachusetts="15(l)(1)")
broken(
    "a jam leaves the stack as it is",
    after("ShufflerJammed", lambda before, event, table: before),
    "13.R",
    massachusetts="15(j)",
)
