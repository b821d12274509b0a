"""What looking at the other hands of a box could gain: a bound, and the gain itself in small shoes."""

from fractions import Fraction

import pytest
from enumeration import Cards, Enumeration, Finished, Shoe, by_value, draws, finished, total
from test_analysis_enumeration import ACES, shoe_of

from analysis import memory_bound as memory
from analysis.memory_bound import memory_bound
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game import options
from spanish21.game.cards import card, cards
from spanish21.game.hands import value
from spanish21.game.rules import what_if


class Attentive(Enumeration):
    """Plays every hand of a split box as is best for the whole box, with all its hands in view."""

    def _box(
        self,
        over: tuple[Finished, ...],
        cards: Cards,
        doubles: int,
        waiting: tuple[Cards, ...],
        shoe: Shoe,
        aces: bool,
    ) -> Fraction:
        def drawn(after: int) -> Fraction:
            return sum(
                (
                    chance * self.box(over, self.plain((*cards, one), left)[0], after, waiting, left, aces)
                    for one, chance, left in draws(shoe)
                ),
                Fraction(0),
            )

        if len(cards) == 1:
            return drawn(0)
        done = tuple(sorted((*over, finished(cards, doubles, True, self.rules))))
        worth = [
            self.box(done, waiting[0], 0, waiting[1:], shoe, aces)
            if waiting
            else self.settled(done, by_value(shoe))
        ]
        points = total(cards)
        if doubles == 0 and points < 21:
            worth.append(drawn(0))
        if points < 21 and options.may_double(points, len(cards), doubles, True, False, self.rules):
            worth.append(drawn(doubles + 1))
        return max(worth)


@pytest.mark.parametrize(("hand", "up"), [("9s 9s", "7s"), ("7s 7s", "Ks")])
def test_two_hands_that_look_at_each_other_gain_something_and_less_than_the_bound(hand: str, up: str) -> None:
    rules = what_if(rules_of("maryland"), most_hands=2, may_rescue=False, bonus_on_split=False)
    laid = cards(ACES)
    shoe = tuple(sorted({one: laid.count(one) for one in laid}.items()))
    pair = cards(hand)
    gained = Attentive(rules, card(up), shoe).split(pair) - Enumeration(rules, card(up), shoe).split(pair)
    found = edge(rules, shoe_of(ACES))
    bound = memory.gain_of_pair(found, value(pair[0]), value(card(up)), 2, samples=40, seed=1)
    assert (gained > 0) == (hand == "7s 7s")
    assert float(gained) < bound


def test_the_bound_of_a_table_is_small() -> None:
    bound = memory_bound(edge(rules_of("maryland")), samples=2)
    assert 0.0 < bound.gain < 2e-4
    assert bound == memory_bound(edge(rules_of("maryland")), samples=2)
