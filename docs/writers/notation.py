"""The lists of docs/notation.md: the words after a name, and the facts of a `state` line."""

from spanish21.notation.opening_tables import STATES
from spanish21.notation.phrases import phrases

_UNTOLD = {
    "left": "all the cards of the decks",
    "cut_order": "everyone as listed",
    "cover_seen_by": "no one",
    "burn_card": "unseen",
    "tens": "those among the cards of the round",
    "batch": "the decks in some order",
}


def phrase_list() -> str:
    """Every phrase, in one paragraph of code."""
    return "\n\n" + ", ".join(f"`{phrase}`" for phrase in phrases()) + ".\n\n"


def state_list() -> str:
    """Every name that a `state` line may give, with its default."""
    rows = [f"| `{name}` | {_UNTOLD.get(name, value)} |" for name, value in STATES.items()]
    return "\n".join(["", "", "| name | without it |", "|---|---|", *rows, "", ""])
