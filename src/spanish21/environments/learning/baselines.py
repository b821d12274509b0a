"""Baselines: policies to compare with, from chance to a network, and the table of what they lose.

`python -m spanish21.environments.learning.baselines 20000000 1000000` prints the table that is in
docs/environments.md: Q-learning from the first number of rounds, the network from the second; names of books
may follow.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy

from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
from spanish21.books.submissions.submission import rules_of
from spanish21.environments.actions import Action
from spanish21.environments.learning.network import learned_network
from spanish21.environments.learning.published_chart import PUBLISHED_CHART
from spanish21.environments.learning.q_learning import q_learning
from spanish21.environments.learning.transfer import compiled_books
from spanish21.environments.measuring.evaluation import Evaluation, evaluate
from spanish21.environments.measuring.policies import Choices, Policy, policy_of_choices
from spanish21.environments.observation import PLACE
from spanish21.game.rules import Rules
from spanish21.strategy import Chart, chart_of

RANDOM_ROUNDS = 150_000
_TOTAL = PLACE["total"]


class Baseline(NamedTuple):
    """A policy for some rules; `choices` where it is known to decide by the hand and the up card."""

    policy: Policy
    choices: Choices | None = None


def random_policy(seed: int = 21) -> Policy:
    """A legal action, each as likely as any other."""
    chance = numpy.random.default_rng(seed)
    return lambda _, masks: (masks * (chance.random(masks.shape) + 1e-9)).argmax(axis=1)


def never_bust(rows: Any, masks: Any) -> Any:
    """Hit hard 11 and below; never insure."""
    return _hits_below(12, rows, masks)


def dealers_play(rows: Any, masks: Any) -> Any:
    """Hit below 17, as the dealer does; never insure."""
    return _hits_below(17, rows, masks)


def _hits_below(least: int, rows: Any, masks: Any) -> Any:
    hits = (masks[:, Action.HIT] == 1) & (rows[:, _TOTAL] < least)
    asked = masks[:, Action.DECLINE_INSURANCE] == 1
    decided = numpy.where(hits, int(Action.HIT), int(Action.STAND))
    return numpy.where(asked, int(Action.DECLINE_INSURANCE), decided)


def of_chart(chart: Chart, rules: Rules) -> Baseline:
    choices = choices_of_chart(chart, rules)
    return Baseline(policy_of_choices(choices), choices)


def baselines(q_rounds: int, network_rounds: int) -> dict[str, Callable[[Rules], Baseline]]:
    """The baselines by name, each for any rules; those that learn do so from that many rounds."""
    return {
        "random": lambda _: Baseline(random_policy()),
        "never bust": lambda _: Baseline(never_bust),
        "dealer's play": lambda _: Baseline(dealers_play),
        "network": lambda rules: Baseline(learned_network(rules, network_rounds)),
        "Q-learning": lambda rules: Baseline(q_learning(rules, q_rounds)),
        "published chart": lambda rules: of_chart(chart_of(PUBLISHED_CHART), rules),
        "best chart": lambda rules: of_chart(best_chart(rules).chart, rules),
    }


def measured(name: str, baseline: Baseline, rules: Rules) -> Evaluation:
    return evaluate(baseline.policy, rules, name, rounds=RANDOM_ROUNDS, choices=baseline.choices)


def edge_text(one: Evaluation) -> str:
    """A house edge as the table has it."""
    if not one.is_exact:
        return f"{-100 * one.expected_value:.2f} % ± {100 * one.error:.2f}"
    digits = 2 if one.gap > 0.01 else 4
    return f"{-100 * one.expected_value:.{digits}f} %"


def main(arguments: Sequence[str]) -> None:
    q_rounds, network_rounds, *named = arguments or ("1000000", "200000")
    policies = baselines(int(q_rounds), int(network_rounds))
    print(f"| book | {' | '.join(policies)} | best play |")
    print("|---" * (len(policies) + 2) + "|")
    for book in named or compiled_books():
        rules = rules_of(book)
        found = [measured(name, make(rules), rules) for name, make in policies.items()]
        cells = [edge_text(one) for one in found]
        print(f"| {book} | {' | '.join(cells)} | {-100 * found[-1].optimal:.4f} % |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
