"""Clauses of the books made from guides that say who wins, and set nothing."""

from msgspec.structs import replace

from breaking.breaks import changes, instead
from breaking.register import broken
from spanish21.game.pays import TIED
from spanish21.game.states import HandState

broken(
    "a 21 ties",
    instead("game.pays.outcome", lambda outcome, *hand: TIED if hand[0] == 21 else outcome(*hand)),
    books=(),
    red_dragon="5",
)
broken(
    "a Blackjack wins nothing",
    changes(
        "WagerSettled",
        lambda table, event: replace(event, paid=0),
        lambda table, event: event.why == "pays_blackjack",
    ),
    books=(),
    red_dragon="6",
)
broken(
    "an ace and a court card are an ordinary 21",
    instead(
        "game.chapters.play.dealing._state_of_first",
        lambda state, cards: HandState.OPEN if len(cards) > 1 else state(cards),
    ),
    books=(),
    pontoon="RW3",
)
