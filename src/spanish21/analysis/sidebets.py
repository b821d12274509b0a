"""The side wagers, exactly: what each line is worth from a full or any given shoe, in fractions.

The cards of a side wager are dealt from the whole shoe, so any of them may stand for any other: the dealer's
second card is as good as the first, and four cards are counted without their order.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt
from typing import Any

import msgspec

from spanish21.analysis.shoe import Shoe, full_shoe, playable
from spanish21.errors import BadRules
from spanish21.game.cards import ACE, TEN
from spanish21.game.rulebook import load_book
from spanish21.game.rules import PRIMARY, SECONDARY, MeterRules, Rules, Stop
from spanish21.game.sidebets import (
    NO_LINE,
    NO_MATCH,
    is_six_and_ten_value,
    match_line,
    monster_line,
    suited_pairs,
)
from spanish21.game.submission import Submission, rules_of

Law = dict[Fraction, Fraction]
"""How likely each result is, in wagers; a lost wager is -1."""


class SideWager(msgspec.Struct, frozen=True):
    """What a side wager is worth at one paytable."""

    name: str
    paytable: str
    decks: int
    offered: bool
    pays: str
    house_edge_exact: Fraction
    hit_rate_exact: Fraction
    variance_exact: Fraction
    meter: int = 0
    """What the meter stands at, in the smallest unit; 0 where there is none."""
    break_even_meter: Fraction | None = None
    """The meter at which the wager has no edge, others left as they stand; none if it has one at 0."""
    warning: str = ""

    @property
    def house_edge(self) -> float:
        return float(self.house_edge_exact)

    @property
    def hit_rate(self) -> float:
        return float(self.hit_rate_exact)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance_exact)

    def as_row(self) -> dict[str, Any]:
        """The wager, ready for JSON; the meter in dollars or pounds."""
        row: dict[str, Any] = {
            "name": self.name,
            "paytable": self.paytable,
            "decks": self.decks,
            "offered": self.offered,
            "pays": self.pays,
            "house_edge": self.house_edge,
            "house_edge_exact": str(self.house_edge_exact),
            "hit_rate": self.hit_rate,
            "standard_deviation": self.standard_deviation,
        }
        if self.meter:
            even = self.break_even_meter
            row |= {
                "meter": self.meter / 100,
                "break_even_meter": None if even is None else float(even) / 100,
            }
        return row | ({"warning": self.warning} if self.warning else {})


class SideWagers(list[SideWager]):
    """The side wagers of a table."""

    def _repr_html_(self) -> str:
        """A notebook shows them as a table."""
        from spanish21.analysis.report import side_wagers_html

        return side_wagers_html(self)


def side_wagers(
    book: str,
    rules: Rules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    others: int = 0,
    choices: Mapping[str, object] | None = None,
) -> SideWagers:
    """Every side wager of a book at every paytable that it permits; `offered` are the table's own.

    `others` is the number of other bettors, who matter to community pays alone.
    """
    shoe = playable(shoe) if shoe else full_shoe(rules.decks)
    wagers = SideWagers()
    for name, paytable, variant, offered in _variants(book, rules, submission, choices or {}):
        wagers += _wagers_of(name, paytable, variant, offered, shoe, others)
    wagers += _insurance(rules, shoe)
    return wagers


def _variants(
    book: str, rules: Rules, submission: Submission | None, choices: Mapping[str, object]
) -> Iterator[tuple[str, str, Rules, bool]]:
    """The rules under each paytable that the book permits, with the wager that it is a paytable of."""
    rulebook = load_book(book)
    for kind in ("match", "monster", "spin", "xtreme"):
        offered = bool(getattr(rules, f"{kind}_offered"))
        bounds = rulebook.bounds.get(f"{kind}_paytable", ())
        tables = list(dict.fromkeys(table for bound in bounds if isinstance(bound, tuple) for table in bound))
        if not tables:
            if offered:
                yield kind, _own_table(book, kind, rules), rules, True
            continue
        own = _pays_of(rules, kind)
        seen = False
        for table in tables:
            try:
                variant = rules_of(
                    book, submission, **{**choices, f"{kind}_paytable": table, "decks": rules.decks}
                )
            except BadRules:
                # A wheel is drawn for one paytable; its stops fit no other.
                continue
            is_own = offered and not seen and _pays_of(variant, kind) == own
            seen = seen or is_own
            if getattr(variant, f"{kind}_offered"):
                yield kind, str(table), variant, is_own


def _own_table(book: str, kind: str, rules: Rules) -> str:
    """The name of the only table that a book has for these decks."""
    names = dict.fromkeys(
        name.split(".")[2] for name in load_book(book).fixed if name.startswith(f"paytables.{kind}.")
    )
    named = [name for name in names if name == str(rules.decks)] or list(names)
    return named[0] if named else ""


def _pays_of(rules: Rules, kind: str) -> object:
    if kind == "match":
        return rules.match_pays
    if kind == "monster":
        return rules.monster_pays, rules.monster_shares, rules.meters.get("monster")
    return rules.spin_wheel if kind == "spin" else rules.xtreme_wheel


def _wagers_of(
    name: str, paytable: str, rules: Rules, offered: bool, shoe: Shoe, others: int
) -> Iterator[SideWager]:
    if name == "match":
        law = match_law(shoe, rules.match_pays)
        yield _side_wager("match", paytable, rules, offered, _odds_text(rules.match_pays), law)
        if rules.match_down_offered:
            # The dealer's second card is dealt from the same shoe as the first.
            down = match_law(shoe, rules.match_down_pays)
            yield _side_wager("match_down", paytable, rules, offered, _odds_text(rules.match_down_pays), down)
    elif name == "monster":
        yield _progressive("monster", paytable, rules, offered, shoe, others)
    elif name == "spin":
        yield _progressive("spin", paytable, rules, offered, shoe, others)
    else:
        yield _progressive("xtreme", paytable, rules, offered, shoe, others)


def _odds_text(pays: tuple[int, ...]) -> str:
    return "/".join(str(one) for one in pays)


def _side_wager(
    name: str,
    paytable: str,
    rules: Rules,
    offered: bool,
    pays: str,
    law: Law,
    meter: int = 0,
    break_even: Fraction | None = None,
    gain: Fraction = Fraction(0),
) -> SideWager:
    """The wager of a law; `gain` is what others' luck adds, which is in the edge alone."""
    own = _mean(law)
    mean = own + gain
    square = sum((result**2 * chance for result, chance in law.items()), Fraction(0))
    hit = sum((chance for result, chance in law.items() if result > -1), Fraction(0))
    warning = ""
    if mean > 0:
        warning = (
            f"{name} at paytable {paytable} and {rules.decks} decks favours the player by {float(mean):.3%}"
        )
    return SideWager(
        name, paytable, rules.decks, offered, pays, -mean, hit, square - own**2, meter, break_even, warning
    )


def match_law(shoe: Shoe, pays: tuple[int, ...]) -> Law:
    """How two cards match a third, by rank and suit."""
    law: Law = {}
    size = shoe.size
    deals = size * comb(size - 1, 2)
    for rank in range(1, 14):
        for suit in range(4):
            dealers = shoe.counts[rank][suit]
            if not dealers:
                continue
            card = rank * 4 + suit
            groups = (
                (card, dealers - 1),
                (rank * 4 + (suit + 1) % 4, sum(shoe.counts[rank]) - dealers),
                ((rank % 13 + 1) * 4 + suit, size - sum(shoe.counts[rank])),
            )
            for (first, many), (second, more) in combinations_with_replacement(groups, 2):
                ways = comb(many, 2) if first == second else many * more
                line = match_line(first, second, card)
                result = Fraction(-1 if line == NO_MATCH else pays[line])
                law[result] = law.get(result, Fraction(0)) + Fraction(dealers * ways, deals)
    return law


def _insurance(rules: Rules, shoe: Shoe) -> Iterator[SideWager]:
    """Insurance, taken whenever the up card is an ace."""
    law = insurance_law(shoe, rules.pays_insurance, rules.pays_insurance_suited)
    odds = f"{rules.pays_insurance[0]}:{rules.pays_insurance[1]}"
    suited = f"{rules.pays_insurance_suited[0]}:{rules.pays_insurance_suited[1]}"
    if law:
        yield _side_wager(
            "insurance", odds if odds == suited else f"{odds}, suited {suited}", rules, True, odds, law
        )


def insurance_law(shoe: Shoe, odds: tuple[int, int], suited_odds: tuple[int, int]) -> Law:
    """Whether the card behind an ace counts 10, and has the ace's suit."""
    law: Law = {}
    aces = sum(shoe.counts[ACE])
    if not aces or shoe.size < 2:
        return law
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    for suit in range(4):
        share = Fraction(shoe.counts[ACE][suit], aces)
        same = sum(row[suit] for row in shoe.counts[TEN:])
        for result, cards in (
            (Fraction(*suited_odds), same),
            (Fraction(*odds), tens - same),
            (Fraction(-1), shoe.size - 1 - tens),
        ):
            law[result] = law.get(result, Fraction(0)) + share * Fraction(cards, shoe.size - 1)
    return law


def monster_lines(shoe: Shoe) -> dict[tuple[int, int], Fraction]:
    """How likely four cards make each line, with the number of suited pairs among them."""
    ways: dict[tuple[int, int], int] = {}

    def add(cards: tuple[int, int, int, int], number: int) -> None:
        if number:
            line = monster_line(*cards)
            pairs = suited_pairs(*cards) if line == NO_LINE - 1 else 0
            ways[line, pairs] = ways.get((line, pairs), 0) + number

    ranks = [rank for rank in range(1, 14) if sum(shoe.counts[rank])]
    size = shoe.size
    of_rank = {rank: sum(shoe.counts[rank]) for rank in ranks}
    groups = {
        number: {rank: list(_suit_groups(shoe, rank, number)) for rank in ranks} for number in (2, 3, 4)
    }
    for rank in ranks:
        other = next(one for one in (*ranks, 14) if one != rank)
        for cards, number in groups[4][rank]:
            add((cards[0], cards[1], cards[2], cards[3]), number)
        for cards, number in groups[3][rank]:
            add((cards[0], cards[1], cards[2], other * 4), number * (size - of_rank[rank]))
        rest = [of_rank[one] for one in ranks if one != rank]
        two_others = (sum(rest) ** 2 - sum(one * one for one in rest)) // 2
        lone = [one for one in range(1, 14) if one != rank][:2]
        for cards, number in groups[2][rank]:
            add((cards[0], cards[1], lone[0] * 4, lone[1] * 4), number * two_others)
    for low, high in combinations(ranks, 2):
        for first, number in groups[2][low]:
            for second, more in groups[2][high]:
                add((first[0], first[1], second[0], second[1]), number * more)
    deals = comb(size, 4)
    lines = {key: Fraction(number, deals) for key, number in ways.items()}
    lines[NO_LINE, 0] = 1 - sum(
        (chance for (line, _), chance in lines.items() if line != NO_LINE), Fraction(0)
    )
    return lines


def _suit_groups(shoe: Shoe, rank: int, number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of so many cards of a rank by their suits, and in how many ways it can be dealt."""
    for suits in combinations_with_replacement(range(4), number):
        ways = 1
        for suit in set(suits):
            ways *= comb(shoe.counts[rank][suit], suits.count(suit))
        if ways:
            yield tuple(rank * 4 + suit for suit in suits), ways


def blackjack_chance(shoe: Shoe) -> Fraction:
    """How likely two cards are an ace and a card that counts 10."""
    aces = sum(shoe.counts[ACE])
    tens = sum(sum(row) for row in shoe.counts[TEN:])
    return Fraction(aces * tens, comb(shoe.size, 2))


def six_and_ten_chance(shoe: Shoe) -> Fraction:
    """How likely the dealer's first two cards are a 6 and a card that counts 10."""
    ways = sum(
        sum(shoe.counts[low]) * sum(shoe.counts[high])
        for low in range(1, 14)
        for high in range(low + 1, 14)
        if is_six_and_ten_value(low * 4, high * 4)
    )
    return Fraction(ways, comb(shoe.size, 2))


def _progressive(name: str, paytable: str, rules: Rules, offered: bool, shoe: Shoe, others: int) -> SideWager:
    """A wager that may win a meter; the wager itself is kept by the house, whatever it wins."""
    main = rules.meters.get(name)
    meter = main.initial if main else 0
    gain = _community_gain(rules, shoe, others) if name == "spin" else Fraction(0)
    law = _law_at(name, rules, shoe, others, meter)
    edge = -_mean(law) - gain
    slope = (edge + _mean(_law_at(name, rules, shoe, others, meter + 10_000)) + gain) / 10_000
    break_even = meter + edge / slope if slope and meter + edge / slope > 0 else None
    pays = _progressive_text(name, rules)
    return _side_wager(name, paytable, rules, offered, pays, law, meter, break_even, gain)


def _mean(law: Law) -> Fraction:
    return sum((result * chance for result, chance in law.items()), Fraction(0))


def _progressive_text(name: str, rules: Rules) -> str:
    if name == "monster":
        return (
            _odds_text(rules.monster_shares)
            + "%/"
            + _odds_text(tuple(p // 100 for p in rules.monster_pays[2:]))
        )
    wheel = rules.spin_wheel if name == "spin" else rules.xtreme_wheel
    return f"a wheel of {sum(stop.weight for stop in wheel)} with {len(wheel)} symbols"


def _law_at(name: str, rules: Rules, shoe: Shoe, others: int, meter: int) -> Law:
    """The law of a progressive wager when its own meter stands at `meter`."""
    law: Law = {}

    def add(paid: Fraction, chance: Fraction, wager: int) -> None:
        result = paid / wager - 1
        law[result] = law.get(result, Fraction(0)) + chance

    if name == "monster":
        for (line, pairs), chance in monster_lines(shoe).items():
            if line == NO_LINE:
                paid = Fraction(0)
            elif line < 2:
                paid = Fraction(meter * rules.monster_shares[line], 100)
            else:
                paid = Fraction(
                    rules.monster_pays[line] * (pairs if pairs and rules.monster_each_pair else 1)
                )
            add(paid, chance, rules.monster_wager)
        return law
    meters = {**rules.meters}
    if name in meters:
        meters[name] = MeterRules(initial=meter, reset=meters[name].reset, rate=meters[name].rate)
    if name == "spin":
        chance = blackjack_chance(shoe)
        add(Fraction(0), 1 - chance, rules.spin_wager)
        for paid, share in _wheel_law(rules.spin_wheel, "spin", meters).items():
            add(paid, chance * share, rules.spin_wager)
        return law
    chance = six_and_ten_chance(shoe)
    add(Fraction(0), 1 - chance, rules.xtreme_wager)
    # One of the bettors is drawn for the prize wheel; the others share the stop of the community wheel.
    drawn = Fraction(1) if rules.xtreme_each_spins else Fraction(1, 1 + others)
    for paid, share in _wheel_law(rules.xtreme_wheel, "xtreme", meters).items():
        add(paid, chance * drawn * share, rules.xtreme_wager)
    for paid, share in _wheel_law(rules.xtreme_community, "xtreme", meters).items():
        if drawn < 1:
            add(paid, chance * (1 - drawn) * share, rules.xtreme_wager)
    return law


def _community_gain(rules: Rules, shoe: Shoe, others: int) -> Fraction:
    """What other bettors' spins are expected to pay, in wagers: each of them spins as often as we do."""
    weight = sum(stop.weight for stop in rules.spin_wheel)
    if not others or not weight:
        return Fraction(0)
    mean = Fraction(sum(stop.weight * stop.community for stop in rules.spin_wheel), weight)
    return others * blackjack_chance(shoe) * mean / rules.spin_wager


def _wheel_law(wheel: tuple[Stop, ...], name: str, meters: Mapping[str, MeterRules]) -> Law:
    """How likely a wheel pays each amount, in the smallest unit."""
    law: Law = {}
    weight = sum(stop.weight for stop in wheel)
    for stop in wheel:
        paid = stop.pays
        if stop.source == PRIMARY:
            paid = meters[name].initial
        elif stop.source == SECONDARY:
            paid = meters[f"{name}_secondary"].initial
        law[Fraction(paid)] = law.get(Fraction(paid), Fraction(0)) + Fraction(stop.weight, weight)
    return law
