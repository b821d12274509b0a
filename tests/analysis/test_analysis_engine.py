"""The analyser against the game's own `decide`: every card of a small shoe, option by option."""

import numpy
import pytest
from engine_play import EngineRound

from spanish21.analysis.hands.shoe_counts import shoe_of_counts
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import card, cards
from spanish21.game.hands import value
from spanish21.game.rules import what_if
from spanish21.strategy import OPTIONS, hand_state

SHOE = "Ks Ks Ks Ks Ks Ks Ks Ks 8s 8s 8h 8h 7s 7s 7s 6s 6s 6s Ad Ad"
ROUNDS = (
    ("maryland", "8s 8h", "6s", ("stand", "hit", "double", "split", "surrender")),
    ("players-edge", "6s 7s", "8h", ("stand", "hit", "double")),
    ("massachusetts", "7s 7s", "Ad", ("stand", "double", "split", "surrender")),
    ("uk-casino", "8s 8h", "Ks", ("hit", "double")),
    ("maryland-v1", "6s 8s", "7s", ("hit", "double")),
)


@pytest.mark.parametrize(("book", "hand", "up", "options"), ROUNDS)
def test_every_option_is_worth_what_the_table_pays(
    book: str, hand: str, up: str, options: tuple[str, ...]
) -> None:
    rules = what_if(rules_of(book), odd_money="exact", smallest_chip=1, most_hands=4)
    laid = cards(SHOE)
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in laid:
        counts[one >> 2, one & 3] += 1
    found = edge(rules, shoe_of_counts(counts))
    pair, up_card = cards(hand), card(up)
    gone = [*pair, up_card]
    left = tuple(sorted({one: laid.count(one) - gone.count(one) for one in laid}.items()))
    state, up_value = hand_state(pair, up_card), value(up_card)
    blackjack = 1.0 - found.no_blackjack[state, up_value]
    for option in options:
        played = EngineRound(rules, found.strategy, option).value((pair[0], pair[1]), up_card, left)
        priced = found.option[OPTIONS.index(option), state, up_value]
        if option == "split":
            suit = up_card & 3 if 6 <= up_value <= 8 else 4
            priced = found.by_suits[value(pair[0]), up_value, pair[0] & 3, pair[1] & 3, suit]
        assert float(played) == pytest.approx(priced - blackjack, abs=1e-12), option
