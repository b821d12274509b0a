"""How good a policy is: its edge, what its decisions cost against the best, and at which hands.

The edge is exact where the policy is a function of the hand and the up card; else it is measured, with
its standard error. The optimum is computed again for the given rules, so that a policy can
be measured under rules that it has never seen.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy

from spanish21 import __version__
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.worth.table_edge import edge
from spanish21.display.notebook import in_notebook, table_html
from spanish21.environments import TABLE_ID, functional
from spanish21.environments.measuring.hand_kinds import SIZES, kind_words, kinds_of
from spanish21.environments.measuring.policies import Choices, Policy, actions_of, choices_of_policy
from spanish21.environments.observation import FIELDS, PLACE, TO_PLAY
from spanish21.environments.table_rules import table_rules
from spanish21.environments.table_worth import table_worth
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, least_wager
from spanish21.strategy.chart_picture import grid_parts, grid_size
from spanish21.strategy.screens import COLUMNS

_KINDS = int(numpy.prod(SIZES))
ROUNDS = 200_000
MOST_ROUNDS = 10**9
TABLES = 2_048
MOST_COSTLY = 10
LEAST_DRAWN = 0.05
"""Basis points from which a hand is in the picture."""
LABELS = 90
"""Room for the names of hands next to the picture."""
BOARD = "spanish21 leaderboard 1"
_STYLE = (
    "text{font:12px system-ui,sans-serif;text-anchor:middle}"
    ".heading{text-anchor:start}.label{text-anchor:end}"
)


class StateCost(msgspec.Struct, frozen=True):
    """A kind of hand against an up card, and what a policy gives away there."""

    hand: str
    up: str
    cost: float
    """What its decisions there cost for each round that is played, in wagers."""
    seen: float
    """How many such decisions there are in a round."""


class Evaluation(msgspec.Struct, frozen=True):
    """A policy under some rules; values are in wagers for each round, insurance and all."""

    policy: str
    book: str
    changes: tuple[str, ...]
    expected_value: float
    error: float
    """The standard error of the expected value; 0 where it is exact."""
    optimal: float
    regret: float
    """What the decisions cost, in wagers for each round, as measured."""
    rounds: int
    illegal: int
    """Masked actions, each of which changed nothing and was replaced by the lowest legal one."""
    states: tuple[StateCost, ...]
    """Every kind of hand that was decided on."""

    @property
    def is_exact(self) -> bool:
        return self.error == 0.0

    @property
    def gap(self) -> float:
        """What is lost against the best policy."""
        return self.optimal - self.expected_value

    @property
    def costly(self) -> tuple[StateCost, ...]:
        """The ten that cost most."""
        found = sorted((one for one in self.states if one.cost > 0.0), key=lambda one: -one.cost)
        return tuple(found[:MOST_COSTLY])

    def __repr__(self) -> str:
        error = "" if self.is_exact else f" ± {self.error * 10_000:.1f}"
        return f"<Evaluation: {self.policy} loses {self.gap * 10_000:.1f}{error} basis points, {self.book}>"

    def _repr_html_(self) -> str:
        """A notebook shows what costs most, and the picture of all that costs something."""
        rows = [(one.hand, one.up, f"{one.cost * 10_000:.1f}") for one in self.costly]
        return in_notebook(table_html(("Hand", "Against", "Basis points"), rows) + picture_of(self))


def evaluate(
    policy: Policy,
    rules: Rules,
    name: str = "policy",
    *,
    rounds: int = ROUNDS,
    seed: int = 21,
    choices: Choices | None = None,
    changes: Sequence[str] = (),
) -> Evaluation:
    """Measure a policy; `choices` are its decisions, where it is known to decide by the hand alone."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"rounds is {rounds}; it must be from 1 to {MOST_ROUNDS:,}")
    wager = least_wager(rules)
    tables, worth = table_rules(rules, wager), table_worth(rules, wager)
    choices = choices_of_policy(policy, tables) if choices is None else choices
    played = _Played(policy, tables, worth, rounds, seed)
    value, error = played.mean, played.error
    if choices is not None:
        value, error = edge(rules, money=FixedMoney(wager), strategy=choices).expected_value, 0.0
    return Evaluation(
        name,
        rules.book,
        tuple(changes),
        float(value),
        float(error),
        float(worth.expected_value),
        float(played.costs.sum()) / played.rounds,
        played.rounds,
        played.illegal,
        states_of(played.costs, played.seen, played.rounds),
    )


class _Played:
    """Rounds played by a policy, with what its decisions cost by kind of hand."""

    def __init__(self, policy: Policy, rules: Any, worth: Any, rounds: int, seed: int) -> None:
        number = min(TABLES, rounds)
        states, shown = functional.reset(rules, number, seed)
        self.costs, self.seen = numpy.zeros(_KINDS), numpy.zeros(_KINDS)
        self.rounds = self.illegal = 0
        total = squares = 0.0
        while self.rounds < rounds:
            actions = actions_of(policy, shown.rows.copy(), shown.masks.copy())
            is_masked = shown.masks[numpy.arange(number), actions] == 0
            self.illegal += int(is_masked.sum())
            actions = numpy.where(is_masked, shown.masks.argmax(axis=1), actions)
            self._add(shown.rows, functional.regret(rules, worth, states, actions))
            functional.step(rules, states, actions, out=(states, shown))
            self.rounds += int(shown.ended.sum())
            total += float(shown.rewards.sum())
            squares += float((shown.rewards**2).sum())
        self.mean = total / self.rounds
        self.error = ((squares / self.rounds - self.mean**2) / self.rounds) ** 0.5

    def _add(self, rows: Any, regret: Any) -> None:
        plays = rows[:, 0] == TO_PLAY
        kinds = kinds_of(rows[plays])
        self.costs += numpy.bincount(kinds, weights=regret[plays], minlength=_KINDS)
        self.seen += numpy.bincount(kinds, minlength=_KINDS)


def states_of(costs: Any, seen: Any, rounds: int) -> tuple[StateCost, ...]:
    """By kind of hand: the loss there and how often it was seen in that many rounds."""
    found = numpy.flatnonzero(seen).tolist()
    return tuple(
        StateCost(*kind_words(kind), float(costs[kind]) / rounds, float(seen[kind]) / rounds)
        for kind in found
    )


def board_of(evaluations: Sequence[Evaluation]) -> str:
    """A leaderboard file: JSON with an entry for each evaluation, the smallest loss first."""
    entries = [
        {
            "policy": one.policy,
            "book": one.book,
            "changes": list(one.changes),
            "environment": TABLE_ID,
            "version": __version__,
            "expected_value": one.expected_value,
            "standard_error": one.error,
            "optimal_value": one.optimal,
            "gap": one.gap,
            "regret": one.regret,
            "rounds": one.rounds,
            "illegal": one.illegal,
        }
        for one in sorted(evaluations, key=lambda one: (one.book, one.changes, one.gap))
    ]
    return json.dumps({"format": BOARD, "entries": entries}, indent=1) + "\n"


def states_csv(evaluations: Sequence[Evaluation]) -> str:
    """The cost of every kind of hand as CSV."""
    lines = ["policy,book,changes,hand,up,basis_points,seen_in_a_round"]
    for one in evaluations:
        head = ",".join(_quoted(text) for text in (one.policy, one.book, " ".join(one.changes)))
        lines += [
            f"{head},{state.hand},{state.up},{state.cost * 10_000:.4f},{state.seen:.6f}"
            for state in one.states
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace('"', '""')
    return f'"{escaped}"' if set(text) & set(',"\n') else text


def picture_of(evaluation: Evaluation) -> str:
    """Where something is lost, in basis points, as an SVG picture: a row for each hand."""
    cost = {(one.hand, one.up): one.cost * 10_000 for one in evaluation.states}
    names = dict.fromkeys(hand for (hand, _), lost in cost.items() if lost >= LEAST_DRAWN)
    most = max(cost.values(), default=1.0) or 1.0
    rows = [(name, [_cell(cost.get((name, up), 0.0), most) for up in COLUMNS]) for name in names]
    width, height = grid_size(COLUMNS, rows)
    title = f"{evaluation.policy}: basis points lost ({evaluation.book})"
    size = f'viewBox="{-LABELS} 0 {width + LABELS} {height}" width="{width + LABELS}" height="{height}"'
    drawn = grid_parts(title, COLUMNS, rows)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{drawn}</svg>\n'


def _cell(cost: float, most: float) -> tuple[str, str]:
    """A cost and its shade; small ones are told apart too."""
    shade = 255 - round(150 * (max(cost, 0.0) / most) ** 0.5)
    return (f"{cost:.1f}" if cost >= LEAST_DRAWN else "", f"rgb(255,{shade},{shade})")


assert len(FIELDS) == len(PLACE)
