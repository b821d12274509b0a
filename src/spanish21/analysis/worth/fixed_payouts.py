"""The fixed payouts: three suited 7s against a 7, the player's own and those of others in the round."""

from typing import NamedTuple

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.worth.table_edge import Edge
from spanish21.game import hands, pays
from spanish21.game.rules import Rules

SEVEN = 7


class Bonus(NamedTuple):
    """How often a kind of 21 is paid, in hands for each round, and its gain over even money."""

    name: str
    probability: float
    contribution: float


class Envy(NamedTuple):
    """A payout for another player's three suited 7s against a 7: in wagers, and how likely."""

    amount: float
    chance: float


def envy_payouts(found: Edge, chance: float) -> list[Envy]:
    """The payouts to us for others' super bonuses; they play as we do, and each has the `chance` that we
    have.

    A 7 among the receiver's first two cards may pay more: its chance does not depend on what those cards win.
    """
    money = found.money
    if not money or not money.others or not chance:
        return []
    cards, sevens = found.shoe.size - 4, int(found.shoe.values[SEVEN]) - 4
    without = (cards - sevens) * (cards - sevens - 1) / (cards * (cards - 1)) if sevens >= 0 else 1.0
    paid = zip(envy_amounts(found.rules, money), (without, 1.0 - without), strict=True)
    often = money.others * chance
    return [Envy(amount / money.wager, often * share) for amount, share in paid if amount and share]


def envy_value(envy: list[Envy]) -> float:
    """Their expected payout, in wagers."""
    return sum(one.amount * one.chance for one in envy)


def envy_amounts(rules: Rules, money: FixedMoney) -> tuple[int, int]:
    """The payout for another player's super bonus without and with a 7 among the first cards; all wager the
    same."""
    if rules.envy_needs_least and not pays.super_bonus(money.wager, rules):
        return 0, 0
    return rules.envy_pays, rules.envy_with_seven


def fixed_bonuses(found: Edge, chances: tuple[float, float], envy: list[Envy]) -> list[Bonus]:
    """The player's own and others' super bonuses; `chances`: three suited 7s, not of the top suit and of
    it."""
    if not found.money:
        return []
    terms = found.terms
    often = adds = 0.0
    kinds = (hands.SUITED_777, hands.TOP_777)
    for chance, kind, bonus in zip(chances, kinds, terms.super_bonus.tolist(), strict=True):
        if bonus:
            often += chance
            adds += chance * (bonus - (float(terms.pay[0, 0, kind]) if terms.super_bonus_replaces else 0.0))
    rows = [Bonus("super bonus", often, adds)]
    if found.money.others:
        rows.append(Bonus("others' super bonus", sum(one.chance for one in envy), envy_value(envy)))
    return rows
