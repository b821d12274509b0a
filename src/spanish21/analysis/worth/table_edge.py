"""The worth of a table: the first round of a shoe, one box, no insurance, under any strategy."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.hands.analyser_limits import check_money, check_rules, check_shoe
from spanish21.analysis.hands.first_two import (
    First,
    choose_first,
    deal,
    pairs_of,
    split_states,
    states_of_pairs,
)
from spanish21.analysis.hands.hand_values import PLAYED, PlayerValues, no_choices, played_values
from spanish21.analysis.hands.rule_terms import FixedMoney, Terms, terms_of
from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe
from spanish21.analysis.hands.totals_cache import remembered_totals
from spanish21.analysis.splits.split_busts import ONLY_21, NoBust
from spanish21.analysis.splits.split_suits import split_by_suits
from spanish21.analysis.splits.split_values import (
    Removals,
    SplitPlan,
    SplitValues,
    chance_of_all_21,
    removals,
    split_plan,
    split_values,
)
from spanish21.analysis.splits.split_waiting import none_waiting
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.shown import Shown
from spanish21.game import options
from spanish21.game.rules import Rules
from spanish21.strategy import (
    SPLIT,
    SPLIT_AGAIN,
    SPLIT_LAST,
    SUITED_STATES,
    SURRENDER,
    CompositionStrategy,
    hand_numbers,
    suited_state,
)

if TYPE_CHECKING:
    from spanish21.analysis.law.distribution import RoundLaw

Floats = NDArray[numpy.float64]
Choices = NDArray[numpy.int8]
Flags = NDArray[numpy.bool_]

SPLIT_POLICY = "zero-memory"
PLAYER_OPTIONS = 5
"""Stand, hit, double, split, surrender."""


@dataclass(frozen=True, eq=False, repr=False)
class Edge(Shown):
    """The values of one table; arrays by state and up value, joint with no dealer's Blackjack.

    The law of a round, and with it every figure that needs more than the expected value, is computed on
    first use.
    """

    rules: Rules
    shoe: Shoe
    money: FixedMoney | None
    terms: Terms
    option: Floats
    """`[option, state, up]`: the worth of each option of the first two cards; not a number where it is not
    allowed."""
    dealt: Floats
    """`[state, up]`: the chance of these two cards, given the up card."""
    whole: Floats
    """`[state, up]`: the chance that they are dealt and not split."""
    up: Floats
    """`[up]`: the chance of the up card."""
    by_up: Floats
    """`[up]`: the expected value given the up card, Blackjacks included."""
    by_split: Floats
    """`[unsplit | split, probability | contribution]`: parts of the expected value, Blackjacks included."""
    no_blackjack: Floats
    """`[state, up]`: the chance that the dealer has no Blackjack."""
    choices: Choices
    pairs: Choices
    """`[rank - 6, suit, suit, up card's suit, up]`: the first decision on pairs of 6s, 7s and 8s."""
    first: PlayerValues
    split: PlayerValues
    plan: SplitPlan
    removals: Removals
    split_values: SplitValues
    totals: Floats
    by_suits: Floats
    beyond: Floats
    """`[value, up]`: what a split box loses less to a Blackjack than its hands and the original wager."""
    expected_value: float

    @property
    def strategy(self) -> CompositionStrategy:
        """The decisions that the value was found with."""
        return CompositionStrategy("optimal", self.choices, self.pairs)

    @property
    def splits(self) -> Flags:
        """`[rank - 6, suit, suit, up card's suit, up]`: whether such a pair of 6s, 7s or 8s is split."""
        splits: Flags = (self.pairs == SPLIT) & ~numpy.isnan(self.option[SPLIT, states_of_pairs()])
        return splits

    @cached_property
    def law(self) -> "RoundLaw":
        """The law of a round's result: the possible results and their chances."""
        from spanish21.analysis.law.distribution import round_law  # which looks at edges

        return round_law(self)

    @property
    def house_edge(self) -> float:
        """The house's share of a wager; with money, after payouts for other people's super bonuses."""
        return -self.expected_value - (self.law.envy if self.money else 0.0)

    @property
    def return_to_player(self) -> float:
        """The share of all money wagered that is returned: 1 less the element of risk."""
        return 1.0 - self.element_of_risk

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's result, in wagers."""
        return self.law.standard_deviation

    @property
    def average_wager(self) -> float:
        """The money wagered in a round, doubles and splits included, in wagers."""
        return self.law.average_wager

    @property
    def element_of_risk(self) -> float:
        """The share of all money wagered that the house keeps."""
        return self.house_edge / self.average_wager

    @property
    def hit_frequency(self) -> float:
        """How likely a round is won: its result is above 0."""
        return self.law.hit_frequency

    def summary(self) -> dict[str, Any]:
        """Every figure of `spanish21 edge --json`."""
        from spanish21.analysis.report.edge_summary import Analysis, edge_summary

        return edge_summary(Analysis(self, self.law))

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every two cards against every up card: their chance, and the worth of each option
        worth if the dealer has no Blackjack."""
        from spanish21.analysis.report.edge_summary import hand_rows

        return [{**row, "cards": "-".join(row["cards"])} for row in hand_rows(self)]

    def svg(self) -> str:
        """How likely each result of a round is."""
        from spanish21.analysis.report.law_pictures import distribution_svg  # which looks at laws

        return distribution_svg(self.law)

    def __repr__(self) -> str:
        table = f"{self.rules.book}, {decks_text(self.rules.decks)}"
        return f"<Edge: {table}, house edge {self.house_edge:.4%}>"

    def _repr_html_(self) -> str:
        """A notebook shows the figures, the distribution and the table by up card."""
        from spanish21.analysis.report.edge_summary import Analysis

        return Analysis(self, self.law)._repr_html_()


def edge(
    rules: AnyRules,
    shoe: Shoe | None = None,
    money: FixedMoney | None = None,
    strategy: Choices | CompositionStrategy | None = None,
) -> Edge:
    """The value of a table under its best strategy, or under the choices of `strategy`."""
    rules = as_rules(rules)
    check_rules(rules)
    if money is not None:
        check_money(money)
    shoe = check_shoe(shoe or full_shoe(rules.decks), most_hands_of(rules))
    counts, suits = shoe.values, shoe.ranks
    numbers = hand_numbers()
    terms = terms_of(rules, money)
    known, rows = remembered_totals(counts, numbers.held.astype(numpy.int16), rules.dealer_hits_soft_17)
    totals = known[rows]
    chooses = strategy is None
    asked = strategy if isinstance(strategy, CompositionStrategy) else CompositionStrategy("", strategy)
    choices = no_choices() if chooses else asked.choices.copy()
    first = played_values(counts, suits, totals, terms, choices, False, chooses)
    split = played_values(counts, suits, totals, terms, choices, True, chooses)
    if chooses:
        choices[SPLIT_AGAIN] = choices[SPLIT_LAST]
        for value in range(1, 11):
            for state in pair_states(value):
                choices[SPLIT_AGAIN, state] = SPLIT
    plan = split_plan(counts, most_hands_of(rules), most_hands_of(rules, 1))
    pairs = numpy.arange(1, 11)
    removed = removals(counts, plan, terms, choices, rules.dealer_hits_soft_17, pairs)
    found = split_values(counts, plan, terms, choices, totals, removed, pairs)
    no_blackjack = numpy.ones((len(numbers.hard) + SUITED_STATES, 11))
    no_blackjack[: len(numbers.hard)] = first.no_blackjack
    option = numpy.full((PLAYER_OPTIONS, len(no_blackjack), 11), numpy.nan)
    option[:PLAYED] = first.option
    dealt = numpy.zeros((len(no_blackjack), 11))
    plain, beyond = _plain_splits(rules, counts, plan, found, terms, first.no_blackjack, choices)
    deal((counts, suits), dealt, no_blackjack)
    by_suits = split_by_suits(suits, plan, found, terms, plain)
    pairs_dealt = pairs_of(suits, by_suits)
    split_states(counts, pairs_dealt, by_suits, option)
    option[SURRENDER] = -terms.surrender[0] * no_blackjack
    for up_value in range(1, 11):
        if not options.is_surrender_card(4 * up_value, rules):
            option[SURRENDER, :, up_value] = numpy.nan
    if rules.most_hands == 1:
        option[SPLIT] = numpy.nan
    up: Floats = counts / counts.sum()
    two = First(option, dealt, no_blackjack, first.best)
    chosen = choose_first(two, pairs_dealt, terms, choices, asked.pairs, chooses)
    by_up = chosen.parts[:, :, 1].sum(axis=1)
    by_split = (up[:, None, None] * chosen.parts).sum(axis=0)
    expected_value = float((up * by_up).sum())
    return Edge(
        rules,
        shoe,
        money,
        terms,
        option,
        dealt,
        chosen.whole,
        up,
        by_up,
        by_split,
        no_blackjack,
        choices,
        chosen.pairs,
        first,
        split,
        plan,
        removed,
        found,
        totals,
        by_suits,
        beyond,
        expected_value,
    )


def most_hands_of(rules: Rules, value: int = 0) -> int:
    """The limit of hands on a box where a pair of this value is split; 0 for none."""
    if not options.may_split_again(value, rules):
        return 2
    return max(rules.most_hands, 2) if rules.most_hands else 0


def pair_states(value: int) -> list[int]:
    """The states of a pair: its multiset and, for 7s, the suited ones."""
    numbers = hand_numbers()
    states = [int(numbers.following[numbers.following[0, value], value])]
    if value == 7:
        states += [
            suited_state(3, suit, up_suited, len(numbers.hard))
            for suit in range(4)
            for up_suited in (False, True)
        ]
    return states


def _plain_splits(
    rules: Rules,
    counts: NDArray[numpy.int64],
    plan: SplitPlan,
    found: SplitValues,
    terms: Terms,
    no_blackjack: Floats,
    choices: Choices,
) -> tuple[Floats, Floats]:
    """`[value, up]`: the worth of splitting if a suited 6-7-8 or 7-7-7 paid no more than a mixed one.

    Then the part that is not additive over hands: the original wager is lost to a Blackjack once, or not.
    """
    beyond = numpy.zeros((11, 11))
    numbers = hand_numbers()
    for value in range(1, 11):
        blackjack = 1.0 - no_blackjack[numbers.following[numbers.following[0, value], value]]
        for up in range(1, 11):
            limit = most_hands_of(rules, value)
            beyond[value, up] = beyond_hands(counts, limit, terms, choices, (value, up), blackjack[up])
    return weighed_hands(plan, found) + beyond, beyond


def beyond_hands(
    counts: NDArray[numpy.int64],
    most_hands: int,
    terms: Terms,
    choices: Choices,
    pair_and_up: tuple[int, int],
    blackjack: float,
) -> float:
    """What a split box loses less to a Blackjack than its hands and the original wager, each
    automatically."""
    value, up = pair_and_up
    beyond = 0.0
    if terms.taken_standing[1, 0] > 0:
        # Every hand's whole stake has been counted as taken; the original wager is counted elsewhere.
        beyond += blackjack
    if up not in (1, 10):
        return beyond
    if terms.taken_standing[1, 0] > 0.0:
        return beyond
    if terms.plus_one:  # hands paid even against a Blackjack do not wait
        return beyond + none_waiting(counts, terms, choices, (value, up), most_hands)
    if terms.split_21_beats_blackjack:
        beyond += chance_of_all_21(counts, most_hands, value, up)
    if blackjack <= 0.0:
        return beyond
    if terms.any_21_beats_blackjack:
        beyond += NoBust(counts, terms, choices, value, up, counted=ONLY_21).of_box(most_hands)
    if terms.taken_busted[1, 0] > 0.0:
        beyond += blackjack - NoBust(counts, terms, choices, value, up).of_box(most_hands)
    return beyond


def weighed_hands(plan: SplitPlan, found: SplitValues) -> Floats:
    """`[value, up]`: the sum of the worths of a split box's hands."""
    weights = plan.weights
    not_paired, any_card = (one.sum(axis=1)[:, None, :] for one in weights)
    values = not_paired * found.not_paired + any_card * found.any_card
    return numpy.asarray((plan.chance * values).sum(axis=2))
