"""A second, slow way to price a hand: every card of a small shoe in turn, in fractions, by plain arithmetic.

It shares the game's arithmetic with the analyser and nothing else: no multisets, no tables, no weights.
"""

from fractions import Fraction
from functools import cache

from spanish21.game import hands, options, pays
from spanish21.game.rules import Rules

Cards = tuple[int, ...]
Shoe = tuple[tuple[int, int], ...]
"""Pairs of a card and how many of it are left."""
Finished = tuple[int, int, int, int, bool, bool]
"""A hand that is over: total, number of cards, kind, doubles, split, rescued."""

TAKES_ORIGINAL, TAKES_BUSTED, TAKES_ALL = range(3)


def without(shoe: Shoe, *cards: int) -> Shoe:
    left = dict(shoe)
    for card in cards:
        left[card] -= 1
        assert left[card] >= 0
    return tuple(sorted(left.items()))


def draws(shoe: Shoe) -> list[tuple[int, Fraction, Shoe]]:
    size = sum(count for _, count in shoe)
    return [(card, Fraction(count, size), without(shoe, card)) for card, count in shoe if count]


def points(cards: Cards) -> tuple[int, int]:
    return sum(map(hands.value, cards)), sum(map(hands.is_ace, cards))


def total(cards: Cards) -> int:
    return hands.total(*points(cards))


def kind(cards: Cards, rules: Rules) -> int:
    if total(cards) != 21:
        return hands.ORDINARY
    if len(cards) == 3:
        return hands.kind_of_three(*cards, rules.top_suit)
    return hands.kind_of_long(len(cards), rules.seven_card_21_exactly)


def finished(cards: Cards, doubles: int, split: bool, rules: Rules, rescued: bool = False) -> Finished:
    return total(cards), len(cards), kind(cards, rules), doubles, split, rescued


class Enumeration:
    """The values of one table against one up card; results are in wagers, joint with no dealer's Blackjack
    where a reader looks for it first, and complete where none does."""

    def __init__(self, rules: Rules, up: int, shoe: Shoe) -> None:
        self.rules = rules
        self.up = up
        self.whole = without(shoe, up)
        self.reader = rules.hole_card and rules.card_reader
        self.dealer = cache(self._dealer)
        self.alone = cache(self._alone)
        self.doubled = cache(self._doubled)
        self.box = cache(self._box)

    def _dealer(self, hard: int, aces: int, count: int, shoe: Shoe) -> dict[tuple[int, bool], Fraction]:
        """The chance of every end of the dealer's hand: its total, and whether it is a Blackjack."""
        if count >= 2 and not hands.dealer_draws(hard, aces, self.rules.dealer_hits_soft_17):
            return {(hands.total(hard, aces), count == 2 and hard == 11 and aces == 1): Fraction(1)}
        ends: dict[tuple[int, bool], Fraction] = {}
        for card, chance, left in draws(shoe):
            rest = self.dealer(hard + hands.value(card), aces + hands.is_ace(card), count + 1, by_value(left))
            for end, share in rest.items():
                ends[end] = ends.get(end, Fraction(0)) + chance * share
        return ends

    def settled(self, box: tuple[Finished, ...], shoe: Shoe) -> Fraction:
        """What a box of finished hands wins."""
        value = Fraction(0)
        first = points((self.up,))
        for (dealers, blackjack), chance in self.dealer(*first, 1, by_value(shoe)).items():
            if blackjack and self.reader:
                continue
            if blackjack:
                value -= chance * self.taken(box)
                continue
            for count_of_points, count, kind_of_hand, doubles, split, rescued in box:
                stake = 1 << doubles
                if rescued:
                    value -= chance * Fraction(stake, 2)
                    continue
                won = pays.outcome(count_of_points, count, False, split, dealers, 3, False, self.rules)
                if won == pays.WON:
                    paid = pays.paid_kind(kind_of_hand, count, count_of_points, doubles, split, self.rules)
                    value += chance * stake * Fraction(*self.rules.pays_by_kind[paid])
                elif won == pays.LOST:
                    value -= chance * stake
        return value

    def taken(self, box: tuple[Finished, ...]) -> int:
        """What a dealer's Blackjack takes from a box where nobody knew of it."""
        lost = sum((1 << doubles) // (2 if rescued else 1) for _, _, _, doubles, _, rescued in box)
        gone = sum(1 << doubles for points_, _, _, doubles, _, _ in box if points_ > 21)
        return {TAKES_ORIGINAL: 1, TAKES_BUSTED: max(1, gone), TAKES_ALL: lost}[
            self.rules.dealer_blackjack_takes
        ]

    def _doubled(self, cards: Cards, shoe: Shoe, doubles: int, split: bool) -> tuple[str, Fraction]:
        """The best of a hand that has been doubled and has its card."""
        choice = "stand", self.settled((finished(cards, doubles, split, self.rules),), shoe)
        points_ = total(cards)
        if points_ > 21:
            return choice
        if options.may_rescue(points_, doubles, self.rules):
            rescued = self.settled((finished(cards, doubles, split, self.rules, True),), shoe)
            choice = max(choice, ("rescue", rescued), key=lambda one: one[1])
        if options.may_double(points_, len(cards), doubles, split, False, self.rules):
            choice = max(choice, ("double", self.double(cards, doubles, split, shoe)), key=lambda one: one[1])
        return choice

    def double(self, cards: Cards, doubles: int, split: bool, shoe: Shoe) -> Fraction:
        return sum(
            (
                chance * self.doubled(*self.plain((*cards, card), left), doubles + 1, split)[1]
                for card, chance, left in draws(shoe)
            ),
            Fraction(0),
        )

    def options_alone(self, cards: Cards, shoe: Shoe, split: bool) -> dict[str, Fraction]:
        """What standing, hitting and doubling are worth to a hand that is alone on its box."""
        values = {"stand": self.settled((finished(cards, 0, split, self.rules),), shoe)}
        points_ = total(cards)
        if points_ <= 21 and options.may_draw(points_, 0, False, len(cards), self.rules):
            values["hit"] = sum(
                (
                    chance * self.alone(*self.plain((*cards, card), left), split)[1]
                    for card, chance, left in draws(shoe)
                ),
                Fraction(0),
            )
        if points_ <= 21 and options.may_double(points_, len(cards), 0, split, False, self.rules):
            values["double"] = self.double(cards, 0, split, shoe)
        return values

    def _alone(self, cards: Cards, shoe: Shoe, split: bool) -> tuple[str, Fraction]:
        return max(self.options_alone(cards, shoe, split).items(), key=lambda one: one[1])

    def plain(self, cards: Cards, shoe: Shoe) -> tuple[Cards, Shoe]:
        """Equal hands in one form, so that they are worked out once, without suits that cannot matter."""
        if len(cards) >= 3 and kind(cards, self.rules) in (
            hands.ORDINARY,
            hands.kind_of_long(len(cards), False),
        ):
            return tuple(sorted(hands.value(card) * 4 for card in cards)), by_value(shoe)
        return tuple(sorted(cards)), shoe

    def options(self, pair: Cards) -> dict[str, Fraction]:
        """What every option of two cards but a surrender is worth."""
        values = self.options_alone(pair, without(self.whole, *pair), False)
        if hands.value(pair[0]) == hands.value(pair[1]):
            values["split"] = self.split(pair)
        return values

    def split(self, pair: Cards) -> Fraction:
        """What splitting is worth, hand after hand, each played as it would be alone in the whole shoe."""
        return self.box((), (pair[0],), 0, ((pair[1],),), without(self.whole, *pair), hands.is_ace(pair[0]))

    def _box(
        self,
        over: tuple[Finished, ...],
        cards: Cards,
        doubles: int,
        waiting: tuple[Cards, ...],
        shoe: Shoe,
        aces: bool,
    ) -> Fraction:
        """A box whose hands before this one are over, and whose hands after it wait for their second card."""

        def onward(hand: Finished, left: Shoe) -> Fraction:
            done = tuple(sorted((*over, hand)))
            if not waiting:
                return self.settled(done, left)
            return self.box(done, waiting[0], 0, waiting[1:], left, aces)

        def drawn(doubles_: int) -> Fraction:
            return sum(
                (
                    chance
                    * self.box(over, self.plain((*cards, card), left)[0], doubles_, waiting, left, aces)
                    for card, chance, left in draws(shoe)
                ),
                Fraction(0),
            )

        if len(cards) == 1:
            return sum(
                (
                    chance * self.box(over, (*cards, card), 0, waiting, left, aces)
                    for card, chance, left in draws(shoe)
                ),
                Fraction(0),
            )
        number = len(over) + 1 + len(waiting)
        values = [hands.value(card) for card in cards]
        if doubles == 0 and options.may_split(values[0], values[1], len(cards), 0, number, True, self.rules):
            return self.box(over, cards[:1], 0, ((cards[1],), *waiting), shoe, aces)
        if total(cards) >= 21 or (aces and self.rules.split_aces_one_card):
            return onward(finished(cards, doubles, True, self.rules), shoe)
        whole = self.whole if len(cards) == 2 else by_value(self.whole)
        alone = self.plain(cards, without(whole, *cards))
        choice = (self.doubled(*alone, doubles, True) if doubles else self.alone(*alone, True))[0]
        if choice == "hit":
            return drawn(0)
        if choice == "double":
            return drawn(doubles + 1)
        return onward(finished(cards, doubles, True, self.rules, choice == "rescue"), shoe)


@cache
def by_value(shoe: Shoe) -> Shoe:
    """The shoe with suits forgotten, for the dealer."""
    left: dict[int, int] = {}
    for card, count in shoe:
        value = hands.value(card) * 4
        left[value] = left.get(value, 0) + count
    return tuple(sorted(left.items()))
