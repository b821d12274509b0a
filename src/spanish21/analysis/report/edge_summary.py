"""An analysis for people and programs: the figures of `spanish21 edge`, and those of each hand."""

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.law.distribution import RoundLaw
from spanish21.analysis.worth.fixed_payouts import SEVEN, Bonus
from spanish21.analysis.worth.insurance_worth import insurance_by_hand
from spanish21.analysis.worth.table_edge import PLAYER_OPTIONS, SPLIT_POLICY, Edge, edge
from spanish21.game.cards import SUIT_NAMES
from spanish21.game.rules import Rules
from spanish21.strategy import FIRST, OPTIONS, SUITED_PAIRS, UP_LABELS, UP_VALUES, hand_numbers

Floats = NDArray[numpy.float64]


class SplitPart(NamedTuple):
    """Split or unsplit boxes: their chance, and their part of the expected value."""

    split: bool
    probability: float
    contribution: float


class Analysis(NamedTuple):
    """The best strategy's value at a table, with the law of a round."""

    edge: Edge
    law: RoundLaw

    @property
    def expected_value(self) -> float:
        return self.edge.expected_value + self.law.envy

    @property
    def element_of_risk(self) -> float:
        """The house's win as a share of all money wagered."""
        return -self.expected_value / self.law.average_wager

    @property
    def bonuses(self) -> list[Bonus]:
        """The kinds of 21 with their own odds and, with a wager, the fixed payouts."""
        return self.law.bonuses + self.law.fixed

    @property
    def by_up(self) -> Floats:
        """`[up]`: the expected value given the up card; others' super bonuses need a 7."""
        by_up: Floats = self.edge.by_up.copy()
        if self.law.envy:
            by_up[SEVEN] += self.law.envy / self.edge.up[SEVEN]
        return by_up

    @property
    def by_split(self) -> list[SplitPart]:
        """The expected value in two parts: unsplit and split boxes.

        Payouts for other people's hands are divided as boxes are against a 7.
        """
        found = self.edge
        share = float((found.dealt - found.whole)[:, SEVEN].sum())
        envy = (self.law.envy * (1.0 - share), self.law.envy * share)
        return [
            SplitPart(bool(split), float(probability), float(contribution) + envy[split])
            for split, (probability, contribution) in enumerate(found.by_split)
        ]

    def __repr__(self) -> str:
        return f"<Analysis: {self.edge!r}, {self.law!r}>"

    def _repr_html_(self) -> str:
        """A notebook shows the figures, the distribution and the by-up-card table."""
        from spanish21.analysis.report.html_report import notebook_html

        return notebook_html(self)


def analysis_of(rules: Rules, shoe: Shoe | None = None, money: FixedMoney | None = None) -> Analysis:
    """The analysis of a table under its best strategy."""
    found = edge(rules, shoe, money)
    return Analysis(found, found.law)


def edge_summary(analysis: Analysis) -> dict[str, Any]:
    """The figures of an analysis, ready for JSON; the caller adds the choices made."""
    found, law, by_up = analysis.edge, analysis.law, analysis.by_up
    return {
        "book": found.rules.book,
        "decks": found.rules.decks,
        "split_policy": SPLIT_POLICY,
        "expected_value": analysis.expected_value,
        "house_edge": -analysis.expected_value,
        "return_to_player": 1.0 - analysis.element_of_risk,
        "standard_deviation": law.standard_deviation,
        "standard_deviation_error": law.deviation_error,
        "average_wager": law.average_wager,
        "element_of_risk": analysis.element_of_risk,
        "hit_frequency": law.hit_frequency,
        "by_up_card": [
            {
                "up": label,
                "probability": float(found.up[up]),
                "expected_value": float(by_up[up]),
            }
            for up, label in zip(UP_VALUES, UP_LABELS, strict=True)
        ],
        "by_split": [part._asdict() for part in analysis.by_split],
        "bonuses": [bonus._asdict() for bonus in analysis.bonuses],
        "insurance": insurance_by_hand(found),
        "distribution_error": law.error,
        "distribution": law.to_records(),
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
