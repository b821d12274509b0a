"""Random rulesets, priced by the analyser and by two other methods that share no code with it.

`python tests/analysis/rulesets.py [enumeration simulation] [--rulesets N] [--first N] [--rounds N]`

A ruleset is drawn from its seed: a book with any of its settings changed, a used shoe and a wager.

enumeration  a shoe of 20 to 22 cards: every round of it through the game's own `decide`, with decisions that
             the enumeration finds by itself (engine_tree.py). The value against an up card, and every option
             of any two cards, are equal to 1e-12
simulation   a large shoe: rounds of the simulator with the analyser's strategy. The total, the value against
             each up card and that of split boxes agree within their standard errors
"""

import argparse
import math
import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent))

from engine_tree import EngineTree

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import Shoe, shoe_of_counts
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import Spanish21Error
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK
from spanish21.game.hands import is_two_card_21, value
from spanish21.game.pays import TAKES_BUSTED_PLUS_ONE
from spanish21.game.rules import SETTINGS, Rules, settings_of, what_if
from spanish21.game.settings import ODDS, WORD, YES_OR_NO
from spanish21.strategy import NO_SUIT, OPTIONS, hand_state

EXACT = 1e-12
MOST_DEVIATION = 5.0
"""Of some four thousand figures for 300 rulesets, one in five hundred times one is further away than this."""
EXACT_WAGER = 120_00
"""Divisible by every denominator of the odds that are drawn, and doubly so."""


class Ruleset(NamedTuple):
    """Rules with a shoe and a wager; without a wager odds are exact."""

    seed: int
    rules: Rules
    cards: tuple[int, ...]
    up: int
    wager: int

    @property
    def shoe(self) -> Shoe:
        counts = numpy.zeros((14, 4), dtype=numpy.int64)
        numpy.add.at(counts, (numpy.array(self.cards) >> 2, numpy.array(self.cards) & 3), 1)
        return shoe_of_counts(counts)

    @property
    def money(self) -> FixedMoney | None:
        return FixedMoney(self.wager) if self.wager else None

    @property
    def text(self) -> str:
        usual = settings_of(rules_of(self.rules.book))
        changed = {name: now for name, now in settings_of(self.rules).items() if usual.get(name) != now}
        return (
            f"ruleset {self.seed}: {self.rules.book} with {changed}, wager {self.wager}, against"
            f" {CARD_TEXT[self.up]} from {' '.join(CARD_TEXT[one] for one in self.cards)}"
        )


# What is drawn


def some_rules(chance: random.Random) -> Rules:
    """A book with half of its settings drawn again, those of the procedure included."""
    base = rules_of(chance.choice(BOOKS))
    changes: dict[str, Any] = {}
    for name in settings_of(base):
        setting, drawn = SETTINGS[name], chance.random() < 0.5
        if drawn and setting.kind == YES_OR_NO:
            changes[name] = chance.random() < 0.5
        elif drawn and setting.kind == WORD:
            changes[name] = chance.choice(setting.words)
        elif drawn and setting.kind == ODDS:
            changes[name] = (chance.randint(1, 12), chance.choice((1, 2, 2, 3, 5)))
    chip = chance.choice((1, 50, 1_00, 5_00))
    changes |= {
        "decks": chance.randint(1, 8),
        "most_doubles": chance.choice((0, 1, 1, 2, 2, 3)),
        "most_hands": chance.choice((0, 1, 2, 2, 3, 3, 4, 5)),
        "smallest_chip": chip,
        "payout_limit": chance.choice((0, 0, chance.randint(1, 60) * 5_00)),
        "super_bonus_from": chance.choice((0, 5_00, 20_00)),
        "super_bonus_small": chance.choice((0, 50_00, 1000_00)),
        "super_bonus_large": chance.choice((0, 70_00, 5000_00)),
        "super_bonus_large_from": chance.choice((10_00, 25_00)),
        "table_minimum": chip,
        "table_maximum": 10_000_00,
        "hand_maximum": 0,
    }
    return what_if(base, **changes)


def some_wager(rules: Rules, chance: random.Random) -> tuple[Rules, int]:
    """A wager in chips; or 0, and the rules without what would round or limit a payment."""
    if chance.random() < 0.5:
        return rules, rules.smallest_chip * chance.randint(1, 60)
    return what_if(rules, smallest_chip=1, payout_limit=0, surrender_half="exact"), 0


def small_shoe(chance: random.Random) -> tuple[int, ...]:
    """Few ranks in two suits, with enough ten-value cards for most rounds to end."""
    size, tens = chance.randint(20, 22), chance.randint(7, 10)
    ranks = chance.sample(range(1, 10), chance.choice((3, 3, 4)))
    suits = chance.sample(range(4), 2)
    low = [one for one in SPANISH_DECK if one >> 2 in ranks and one & 3 in suits]
    high = [one for one in SPANISH_DECK if value(one) == 10]
    return tuple(sorted(chance.choices(high, k=tens) + chance.choices(low, k=size - tens)))


def large_shoe(decks: int, chance: random.Random) -> tuple[int, ...]:
    """So many decks, of which up to half the cards are gone, some ranks more than others."""
    cards = sorted(SPANISH_DECK * decks)
    missing = chance.randint(0, len(cards) // 2) if chance.random() < 0.7 else 0
    liked = {rank: chance.choice((1, 1, 3)) for rank in range(1, 14)}
    for _ in range(missing):
        cards.remove(chance.choices(cards, [liked[one >> 2] for one in cards])[0])
    return tuple(cards)


def some_ruleset(seed: int, small: bool) -> tuple[Ruleset, Edge]:
    """The ruleset of a seed and its analysis; what the analyser refuses is drawn again."""
    chance = random.Random(f"{'small' if small else 'large'} {seed}")
    while True:
        try:
            rules, wager = some_wager(some_rules(chance), chance)
            if small:  # with more hands there are too many rounds
                most_hands = chance.choice((1, 2, 2, 2, 2, 3, 3, 4))
                if rules.dealer_blackjack_takes == TAKES_BUSTED_PLUS_ONE:
                    most_hands = min(most_hands, 2)  # more are related by what two are: no exact value
                rules = what_if(rules, most_hands=most_hands)
            else:  # the simulator refuses such a limit
                rules = what_if(rules, payout_limit_covers="main_wager")
            cards = small_shoe(chance) if small else large_shoe(rules.decks, chance)
            found = Ruleset(seed, rules, cards, chance.choice(cards), wager)
            return found, edge(rules, found.shoe, found.money)
        except Spanish21Error:
            continue


# Every round of a small shoe


class Enumerated(NamedTuple):
    """How far the analyser is from a complete enumeration, in wagers."""

    away: float
    """The largest difference: of the value against the up card, and of every option of any two cards."""
    toss_ups: int
    """Decisions of split hands that are equal alone and not equal on the box: none is the policy's."""
    hands: int


def enumerated(ruleset: Ruleset, found: Edge) -> Enumerated | None:
    """The comparison against an up card of a value, whatever its suit; None where cards run out."""
    ups = [one for one in ruleset.cards if value(one) == value(ruleset.up)]
    if not 6 <= value(ruleset.up) <= 8:
        ups = [ruleset.up]  # its suit changes nothing
    mean, furthest, toss_ups, hands = Fraction(0), 0.0, 0, 0
    for up in sorted(set(ups)):
        tree = EngineTree(
            ruleset.rules, up, ruleset.cards, ruleset.wager or EXACT_WAGER, counts_bonuses=ruleset.wager > 0
        )
        try:
            against = Fraction(0)
            for two, chance in deals(tree):
                against += chance * tree.best(two)
                furthest = max(furthest, away_with(two, tree, found))
        except ZeroDivisionError:
            return None
        mean += against * ups.count(up) / len(ups)
        toss_ups, hands = toss_ups + tree.toss_ups, max(hands, tree.most_hands)
    furthest = max(furthest, abs(float(mean) - float(found.by_up[value(ruleset.up)])))
    return Enumerated(furthest, toss_ups, hands)


def away_with(two: tuple[int, int], tree: EngineTree, found: Edge) -> float:
    """The largest difference in the options of two cards."""
    if is_two_card_21(*two):
        return 0.0
    first, second = two
    decision, up = tree.first_decision(two), value(tree.up)
    # The analyser counts the loss of the original wager to a Blackjack elsewhere.
    lost = 0.0 if tree.reader else float(decision.blackjack)
    furthest = 0.0
    for option, worth in decision.options.items():
        said = found.option[OPTIONS.index(option), hand_state(two, tree.up), up]
        if option == "split":
            up_suit = tree.up & 3 if 6 <= up <= 8 else NO_SUIT
            said = found.by_suits[value(first), up, first & 3, second & 3, up_suit]
        away = abs(float(said) - lost - float(worth))
        furthest = away if not away < furthest else furthest  # also where the analyser has no number
    return furthest


def deals(tree: EngineTree) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Every first two cards in their order, and their chance given the up card."""
    left = dict(zip(tree.cards, tree.without((tree.up,)), strict=True))
    size = sum(left.values())
    for first, count in left.items():
        for second, others in left.items():
            ways = count * (others - (first == second))
            if ways > 0:
                yield (first, second), Fraction(ways, size * (size - 1))


# Rounds of a large shoe


class Figure(NamedTuple):
    """One figure of both, in wagers a round."""

    name: str
    exact: float
    simulated: float
    error: float

    @property
    def deviation(self) -> float:
        """How many standard errors are between them."""
        return (self.simulated - self.exact) / self.error if self.error else 0.0


def simulated(ruleset: Ruleset, found: Edge, rounds: int, threads: int = 1) -> list[Figure]:
    """The figures of at least so many rounds, each from a fresh shoe of the ruleset's cards."""
    from spanish21.simulation.kernel.tally import MONEY, SQUARES
    from spanish21.simulation.plan.count_names import DOUBLES, SPLIT
    from spanish21.simulation.plan.run_plan import Plan, prepared
    from spanish21.simulation.plan.streams import rejection_limits
    from spanish21.simulation.run.tasks import fast_of
    from spanish21.simulation.run.whole_run import Run, ThreadCrew

    wager = ruleset.wager or EXACT_WAGER
    plan = Plan(ruleset.rules, found.strategy, ruleset.seed, 1, 0.0, wager)
    ready = prepared(plan)
    setup, size = ready.setup, len(ruleset.cards)
    limits = rejection_limits(size)
    setup["size"], setup["unshuffled"][:size], setup["limits"][: len(limits)] = size, ruleset.cards, limits
    run, crew = Run(plan, ready, rounds, None), ThreadCrew(ready, fast_of(ready), threads)
    for tally in crew.tallies(0):
        run.add(tally)
        if run.is_over():
            break
    played = run.totals.played
    cells = run.totals.cells[:, 0]
    split = slice(SPLIT * DOUBLES, (SPLIT + 1) * DOUBLES)
    parts = {"total": (found.expected_value, cells)}
    parts |= {f"up {up}": (found.up[up] * found.by_up[up], cells[:, up]) for up in range(1, 11)}
    parts["split"] = found.by_split[1, 1], cells[:, :, split]
    figures = []
    for name, (exact, sums) in parts.items():
        money, squares = (int(sums[which].sum()) for which in (MONEY, SQUARES))
        variance = (squares * played - money**2) / played**2 / (played - 1)
        figures.append(
            Figure(name, float(exact), money / played / wager, math.sqrt(max(variance, 0.0)) / wager)
        )
    return figures


# At length


def check_enumeration(first: int, rulesets: int) -> bool:
    """Compare so many rulesets on small shoes; says how many were not comparable."""
    wrong, short, tossed, split = 0, 0, 0, 0
    for seed in range(first, first + rulesets):
        ruleset, found = some_ruleset(seed, small=True)
        played = enumerated(ruleset, found)
        if played is None or played.toss_ups:
            short, tossed = short + (played is None), tossed + (played is not None)
            continue
        split += played.hands > 1
        if not played.away < EXACT:
            wrong += 1
            print(f"{played.away:.2e} {ruleset.text}", flush=True)
        if (seed - first) % 10 == 9:
            print(f"{seed}: {wrong} disagree", flush=True)
    compared = rulesets - short - tossed
    print(
        f"enumeration: {compared} rulesets compared, {split} of them with split boxes; {wrong} disagree; not"
        f" comparable: {short} ran out of cards, {tossed} with equal decisions",
        flush=True,
    )
    return wrong == 0


def check_simulation(first: int, rulesets: int, rounds: int, threads: int) -> bool:
    """Compare so many rulesets on large shoes."""
    furthest, squares, number, wrong = 0.0, 0.0, 0, 0
    for seed in range(first, first + rulesets):
        ruleset, found = some_ruleset(seed, small=False)
        figures = simulated(ruleset, found, rounds, threads)
        worst = max(figures, key=lambda one: abs(one.deviation))
        furthest = max(furthest, abs(worst.deviation))
        squares, number = squares + figures[0].deviation ** 2, number + len(figures)
        print(f"{seed}: total {figures[0].deviation:+.2f}, {worst.name} {worst.deviation:+.2f}", flush=True)
        if abs(worst.deviation) > MOST_DEVIATION:
            wrong += 1
            print(f"{worst} {ruleset.text}", flush=True)
    print(
        f"simulation: {rulesets} rulesets, {rounds:,} rounds each; the largest of {number} deviations is"
        f" {furthest:.2f} standard errors, those of the totals have a sum of squares of {squares:.1f}",
        flush=True,
    )
    return wrong == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Random rulesets against two other methods.")
    parser.add_argument(
        "methods", nargs="*", metavar="METHOD", help="enumeration or simulation; both unless named"
    )
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--rulesets", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=1_000_000_000, help="for each ruleset")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    if unknown := set(asked.methods) - {"enumeration", "simulation"}:
        parser.error(f"{', '.join(unknown)}: a method is enumeration or simulation")
    methods, holds = asked.methods or ["enumeration", "simulation"], True
    if "enumeration" in methods:
        holds &= check_enumeration(asked.first, asked.rulesets)
    if "simulation" in methods:
        holds &= check_simulation(asked.first, asked.rulesets, asked.rounds, asked.threads)
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
