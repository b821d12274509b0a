"""An analysis as people and programs read it: the figures of `spanish21 edge`, and the hands behind them."""

from typing import Any, NamedTuple

import numpy

from spanish21.analysis.distribution import RoundLaw, round_law
from spanish21.analysis.edge import PLAYER_OPTIONS, SPLIT_POLICY, Edge, edge
from spanish21.analysis.shoe import Shoe
from spanish21.analysis.terms import FixedMoney
from spanish21.game import pays
from spanish21.game.cards import SUIT_NAMES
from spanish21.game.rules import Rules
from spanish21.strategy import FIRST, OPTIONS, SUITED_PAIRS, UP_LABELS, UP_VALUES, hand_numbers


class SplitPart(NamedTuple):
    """The boxes that are split or are not: how likely, and what they add to the expected value."""

    split: bool
    probability: float
    contribution: float


class Analysis(NamedTuple):
    """The best strategy's value at a table, with the law of a round."""

    edge: Edge
    law: RoundLaw
    envy: float
    """What other people's three suited 7s against a 7 are expected to pay, in wagers."""

    @property
    def expected_value(self) -> float:
        return self.edge.expected_value + self.envy

    @property
    def by_split(self) -> list[SplitPart]:
        """The expected value, but for `envy`, in two parts: boxes that are not split and boxes that are."""
        return [
            SplitPart(bool(split), float(probability), float(contribution))
            for split, (probability, contribution) in enumerate(self.edge.by_split)
        ]

    def _repr_html_(self) -> str:
        """A notebook shows the figures, the distribution and the by-up-card table."""
        from spanish21.analysis.report import notebook_html

        return notebook_html(self)


def analysis_of(rules: Rules, shoe: Shoe | None = None, money: FixedMoney | None = None) -> Analysis:
    """The analysis of a table under its best strategy."""
    found = edge(rules, shoe, money)
    law = round_law(found)
    return Analysis(found, law, _envy(rules, found.shoe, money, law) if money else 0.0)


def _envy(rules: Rules, shoe: Shoe, money: FixedMoney, law: RoundLaw) -> float:
    """Others play as we do; where a 7 among the receiver's first two cards pays more, that is counted."""
    if rules.envy_needs_least and not pays.super_bonus(money.wager, rules):
        return 0.0
    cards, sevens = shoe.size - 4, int(shoe.values[7]) - 4
    without = (cards - sevens) * (cards - sevens - 1) / (cards * (cards - 1)) if sevens >= 0 else 1.0
    paid = rules.envy_pays * without + rules.envy_with_seven * (1.0 - without)
    return money.others * law.super_bonus * paid / money.wager


def edge_summary(analysis: Analysis) -> dict[str, Any]:
    """The figures of an analysis, ready for JSON; what was chosen is for the caller to add."""
    found, law = analysis.edge, analysis.law
    return {
        "book": found.rules.book,
        "decks": found.rules.decks,
        "split_policy": SPLIT_POLICY,
        "expected_value": analysis.expected_value,
        "house_edge": -analysis.expected_value,
        "standard_deviation": law.standard_deviation,
        "average_wager": law.average_wager,
        "by_up_card": [
            {
                "up": label,
                "probability": float(found.up[up]),
                "expected_value": float(found.by_up[up]),
            }
            for up, label in zip(UP_VALUES, UP_LABELS, strict=True)
        ],
        "by_split": [part._asdict() for part in analysis.by_split],
        "bonuses": [bonus._asdict() for bonus in law.bonuses],
        "distribution": [
            {"result": float(result), "probability": float(chance)}
            for result, chance in zip(law.results, law.probabilities, strict=True)
        ],
    }


def hand_rows(found: Edge) -> list[dict[str, Any]]:
    """Every two cards against every up card: how likely, and each option's value if there is no Blackjack."""
    numbers = hand_numbers()
    multisets = len(numbers.hard)
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for up, label in zip(UP_VALUES, UP_LABELS, strict=True):
        for state in range(len(found.dealt)):
            chance = float(found.dealt[state, up])
            if chance <= 0.0:
                continue
            cards = _cards_of(state, multisets)
            suits = _suits_of(found, state, up, multisets)
            key = (cards, suits, up)
            if key in rows:
                # Suits that the rules treat alike are one row.
                rows[key]["probability"] += chance
                continue
            free = float(found.no_blackjack[state, up])
            # Where the dealer is sure to have a Blackjack, nothing is decided.
            values = (
                found.option[:, state, up] / free if free > 0.0 else numpy.full(PLAYER_OPTIONS, numpy.nan)
            )
            rows[key] = {
                "cards": [UP_LABELS[value - 1] for value in cards],
                "suits": suits,
                "up": label,
                "probability": chance,
            } | {
                OPTIONS[option]: None if values[option] != values[option] else float(values[option])
                for option in range(PLAYER_OPTIONS)
            }
            rows[key]["best"] = OPTIONS[found.choices[FIRST, state, up]]
    return list(rows.values())


def _cards_of(state: int, multisets: int) -> tuple[int, ...]:
    """The values of a two-card state."""
    if state >= multisets:
        return SUITED_PAIRS[(state - multisets) // 8]
    held = hand_numbers().held[state]
    return tuple(value for value in UP_VALUES for _ in range(held[value]))


def _suits_of(found: Edge, state: int, up: int, multisets: int) -> str:
    """The class of suits of a state: any, mixed, suited, top suit; or the suit's name where suits differ."""
    if state < multisets:
        return "mixed" if _cards_of(state, multisets) in SUITED_PAIRS else "any"
    suit, up_suited = (state - multisets) % 8 // 2, (state - multisets) % 2 == 1
    if not found.shoe.treats_suits_alike:
        name = SUIT_NAMES[suit]
    else:
        name = "top suit" if suit == found.rules.top_suit else "suited"
    return f"{name}, up card too" if up_suited and 6 <= up <= 8 else name
