"""The prizes of a progressive side wager: money, and parts of meters, each with its chance.

A prize keeps the meter and the part of it apart from fixed money, so that one law answers for every height of
the meters: the edge falls in a straight line as they rise.
"""

from collections.abc import Mapping
from fractions import Fraction

from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.sides.side_laws import Law, blackjacks_law, line_chances, win_chance
from spanish21.errors import BadInput
from spanish21.game.round.wheels import meter_of
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.record import DRAWN_POSITION, EVERY_BETTOR, SideWager
from spanish21.game.side_wagers.terms import Pair, SideRules, Stop, WheelTable

Prize = tuple[int, str, int]
"""Fixed money in the smallest unit, a meter or nothing, and the part of the meter in hundredths."""

Prizes = dict[Prize, Fraction]

NOTHING: Prize = (0, "", 0)


def line_prizes(record: SideWager, terms: SideRules, shoe: Shoe) -> Prizes:
    """A wager whose lines win amounts, or parts of its meter."""
    pays_times = bool(record.times_option) and bool(terms.options[record.times_option])
    prizes: Prizes = {}
    for (line, times), chance in line_chances(record, shoe).items():
        won = (
            prize_of(record, terms, line, times if pays_times else 1) if line < len(record.lines) else NOTHING
        )
        _add(prizes, (won[0], won[1], won[2]), chance)
    return prizes


def winner_prizes(
    record: SideWager,
    table: WheelTable,
    shoe: Shoe,
    others: int,
    theirs: WheelTable | None = None,
    by_rank: bool = True,
) -> Prizes:
    """A wheel that every winner turns: oneself, and each other bettor who wins.

    The others have a wager of the same amount, or that of `theirs`. The payouts of their pairs, as the
    player's own table ranks them or as they are shown, comes on top of all other winnings."""
    wheel = wheel_prizes(table.wheel, record.kind)
    theirs = theirs or table
    pairs = _pair_law(theirs.wheel, (table if by_rank else theirs).pairs)
    from_others = [{0: Fraction(1)}]
    for _ in range(others):
        from_others.append(_sum_of(from_others[-1], pairs))
    prizes: Prizes = {}
    for (own, number), chance in _winners_law(record, shoe, others).items():
        for extra, share in from_others[number].items():
            for (money, meter, part), often in (wheel if own else {NOTHING: Fraction(1)}).items():
                _add(prizes, (money + extra, meter, part), chance * share * often)
    return prizes


def _winners_law(record: SideWager, shoe: Shoe, others: int) -> dict[tuple[bool, int], Fraction]:
    """How likely a hand wins, or not, while this many of the others' hands do."""
    if others and record.moment == "blackjack":
        return blackjacks_law(shoe, others)
    if others:
        raise BadInput(f"{record.kind} can be priced without other bettors only")
    chance = win_chance(record, shoe)
    return {(True, 0): chance, (False, 0): 1 - chance}


def hot_spot_prizes(
    record: SideWager,
    table: WheelTable,
    spinner: str,
    boxes: int,
    shoe: Shoe,
    others: int,
    left_out: int = 0,
) -> Prizes:
    """A wheel at the hot spot, and the community wheel for everyone else.

    Of the `others`, `left_out` are the bettor's own boxes: when the hot spot is one of them, the community
    wheel does not pay this one."""
    chance = win_chance(record, shoe)
    spots = boxes if spinner == DRAWN_POSITION else 1 + others
    hot, passed = Fraction(1, spots), Fraction(left_out, spots)
    if spinner == EVERY_BETTOR:
        hot, passed = Fraction(1), Fraction(0)
    prizes: Prizes = {NOTHING: 1 - chance + chance * passed}
    for wheel, share in ((table.wheel, hot), (table.community, 1 - hot - passed)):
        if share:
            for prize, often in wheel_prizes(wheel, record.kind).items():
                _add(prizes, prize, chance * share * often)
    return prizes


def wheel_prizes(wheel: tuple[Stop, ...], kind: str) -> Prizes:
    """How likely a wheel shows each prize."""
    prizes: Prizes = {}
    weight = sum(stop.weight for stop in wheel)
    for stop in wheel:
        meter = meter_of(kind, stop)
        _add(prizes, (0, meter, 100) if meter else (stop.pays, "", 0), Fraction(stop.weight, weight))
    return prizes


def _pair_law(wheel: tuple[Stop, ...], pairs: tuple[Pair, ...]) -> dict[int, Fraction]:
    """How likely another player's spin pays each amount."""
    law: dict[int, Fraction] = {}
    weight = sum(stop.weight for stop in wheel)
    for stop in wheel:
        paid = pairs[stop.pair - 1].pays if stop.pair else 0
        law[paid] = law.get(paid, Fraction(0)) + Fraction(stop.weight, weight)
    return law


def _sum_of(one: Mapping[int, Fraction], another: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The law of the sum of two independent amounts."""
    law: dict[int, Fraction] = {}
    for first, chance in one.items():
        for second, share in another.items():
            law[first + second] = law.get(first + second, Fraction(0)) + chance * share
    return law


def _add(prizes: Prizes, prize: Prize, chance: Fraction) -> None:
    prizes[prize] = prizes.get(prize, Fraction(0)) + chance


# -- the value of the prizes -----------------------------------------------------------------------


def law_at(prizes: Prizes, wager: int, meters: Mapping[str, int]) -> Law:
    """The results in wagers while the meters show these amounts; the house always keeps the wager itself."""
    law: Law = {}
    for (money, meter, part), chance in prizes.items():
        won = money + (Fraction(meters[meter] * part, 100) if meter else 0)
        result = Fraction(won) / wager - 1
        law[result] = law.get(result, Fraction(0)) + chance
    return law


def meter_slope(prizes: Prizes, wager: int, meter: str) -> Fraction:
    """How many wagers the player's value rises by for each unit on a meter."""
    parts = (chance * part / 100 for (_, one, part), chance in prizes.items() if one == meter)
    return sum(parts, Fraction(0)) / wager


def long_run_value(prizes: Prizes, rules: Rules, wager: int) -> Fraction:
    """A wager's average win over all heights of the meters, if all bettors make the same wager.

    Everything a meter takes in is paid out sooner or later: its part of every wager, and its reset amount
    each time that it is won whole."""
    value = sum((money * chance for (money, _, _), chance in prizes.items()), Fraction(0)) / wager - 1
    for name in {meter for _, meter, _ in prizes if meter}:
        meter = rules.meters[name]
        whole = sum(
            (chance for (_, one, part), chance in prizes.items() if (one, part) == (name, 100)), Fraction(0)
        )
        value += Fraction(*meter.rate) + whole * meter.reset / wager
    return value
