"""Optimal splits against every card of small shoes, both hands played with everything in mind."""

from collections import Counter
from fractions import Fraction

import numpy
import pytest
from enumeration import Cards, Enumeration, Finished, Shoe, draws, finished, total, without

from spanish21.analysis import edge
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_of_counts
from spanish21.analysis.worth.both_hands import both_hands, gain_of_pair
from spanish21.analysis.worth.splits_bound import gains_of_pair
from spanish21.analysis.worth.table_edge import pair_states
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game import hands, options
from spanish21.game.cards import card
from spanish21.game.rules import what_if
from spanish21.strategy import SPLIT


class TogetherEnumeration(Enumeration):
    """Every decision of a split box is the best for the whole box, with all of its cards known."""

    def best_box(
        self, over: tuple[Finished, ...], held: Cards, doubles: int, waiting: tuple[Cards, ...], shoe: Shoe
    ) -> Fraction:
        key = (over, tuple(sorted(map(hands.value, held))), doubles, waiting, shoe)
        if key not in self.known:
            self.known[key] = self._best_box(over, held, doubles, waiting, shoe)
        return self.known[key]

    known: dict[object, Fraction]

    def _best_box(
        self, over: tuple[Finished, ...], held: Cards, doubles: int, waiting: tuple[Cards, ...], shoe: Shoe
    ) -> Fraction:
        def drawn(now: int) -> Fraction:
            return sum(
                (
                    chance * self.best_box(over, (*held, one), now, waiting, left)
                    for one, chance, left in draws(shoe)
                ),
                Fraction(0),
            )

        def onward(rescued: bool = False) -> Fraction:
            done = tuple(sorted((*over, finished(held, doubles, True, self.rules, rescued))))
            if waiting:
                return self.best_box(done, waiting[0], 0, waiting[1:], shoe)
            return self.settled(done, shoe)

        if len(held) == 1:
            return drawn(0)
        number, (one, other) = len(over) + 1 + len(waiting), map(hands.value, held[:2])
        if doubles == 0 and options.may_split(one, other, len(held), 0, number, True, self.rules):
            return self.best_box(over, held[:1], 0, (held[1:], *waiting), shoe)
        points = total(held)
        if points > 21:
            return onward()
        worth = [onward()]
        if doubles == 0 and options.may_draw(points, 0, False, len(held), self.rules):
            worth.append(drawn(0))
        if options.may_double(points, len(held), doubles, True, False, self.rules):
            worth.append(drawn(doubles + 1))
        if doubles and options.may_rescue(points, doubles, self.rules):
            worth.append(onward(rescued=True))
        return max(worth)


def counted(text: str) -> Shoe:
    """Cards of one suit, as many of each as are named."""
    return tuple(sorted(Counter(card(f"{name}s") for name in text.split()).items()))


NINES = "9 9 9 9 8 8 8 K K K K 7 7 7 7 7 6 6 6 6"
SEVENS = "7 7 7 7 7 9 9 9 K K K K K 8 8 8 6 6 A A"
CASES = ((NINES, "7", "K"), (NINES, "8", "9"), (SEVENS, "7", "A"))


@pytest.mark.parametrize(("text", "pair", "up"), CASES)
@pytest.mark.parametrize("changes", [{}, {"most_doubles": 2, "dealer_hits_soft_17": True}])
def test_two_hands_are_worth_what_the_best_play_of_every_card_wins(
    text: str, pair: str, up: str, changes: dict[str, int]
) -> None:
    rules = what_if(rules_of("maryland"), most_hands=2, **changes)
    shoe = counted(text)
    of_pair, of_up = card(f"{pair}s"), card(f"{up}s")
    tree = TogetherEnumeration(rules, of_up, shoe)
    tree.known = {}
    best = tree.best_box((), (of_pair,), 0, ((of_pair,),), without(tree.whole, of_pair, of_pair))
    counts = full_shoe(6).ranks * 0
    for one, number in shoe:
        counts[one >> 2, one & 3] += number
    found = edge(rules, shoe_of_counts(counts))
    value, against = hands.value(of_pair), hands.value(of_up)
    gain = float(gain_of_pair(found, value)[against])
    own = float(numpy.nanmax(found.option[SPLIT, pair_states(value), against]))
    assert own + gain == pytest.approx(float(best), abs=1e-12)
    assert gain == pytest.approx(float(best - tree.split((of_pair, of_pair))), abs=1e-12)
    assert gain > 1e-5


@pytest.mark.parametrize(("pair", "up", "most_doubles"), [("7", "K", 0), ("8", "9", 1)])
def test_three_hands_gain_less_than_the_bound_by_the_best_play_of_every_card(
    pair: str, up: str, most_doubles: int
) -> None:
    rules = what_if(rules_of("maryland"), most_hands=3, most_doubles=most_doubles)
    shoe, of_pair, of_up = counted(NINES), card(f"{pair}s"), card(f"{up}s")
    tree = TogetherEnumeration(rules, of_up, shoe)
    tree.known = {}
    best = tree.best_box((), (of_pair,), 0, ((of_pair,),), without(tree.whole, of_pair, of_pair))
    gain = float(best - tree.split((of_pair, of_pair)))
    counts = full_shoe(6).ranks * 0
    for one, number in shoe:
        counts[one >> 2, one & 3] += number
    found = edge(rules, shoe_of_counts(counts))
    value, against = hands.value(of_pair), hands.value(of_up)
    gains = gains_of_pair(found, value, [against], numpy.inf, 400, numpy.random.default_rng(3))[0]
    error = float(gains.std(ddof=1)) / len(gains) ** 0.5
    assert 1e-4 < gain < gains.mean() + 3 * error
    assert gains.mean() - 3 * error < 2 * gain


def test_what_is_not_additive_is_refused() -> None:
    with pytest.raises(BadInput, match="no bonus for 6-7-8"):
        both_hands("massachusetts")
    rules = what_if(rules_of("uk-casino"), dealer_blackjack_takes="original_or_busted")
    with pytest.raises(BadInput, match="busted wagers alone"):
        both_hands(rules)
