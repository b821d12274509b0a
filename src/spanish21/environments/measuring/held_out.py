"""Rules that a policy has never seen: a book with one clause changed, one after another."""

from collections.abc import Callable, Iterator
from typing import Any

from spanish21.analysis.report.pricing import MAIN_SETTINGS, changes_of
from spanish21.environments.measuring.evaluation import Evaluation, evaluate
from spanish21.environments.measuring.policies import Choices, Policy
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, what_if


def single_changes(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """A table's rules with one clause changed: every permitted choice, reading and rule that decides what the
    main wager is worth."""
    seen: list[dict[str, Any]] = []
    for _, change, changes, _ in changes_of(rules):
        if changes in seen or not changes.keys() <= set(MAIN_SETTINGS):
            continue
        seen.append(changes)
        yield change, what_if(rules, **changes)


def evaluate_each(
    policy_under: Callable[[Rules], Policy],
    rules: Rules,
    name: str = "policy",
    *,
    choices_under: Callable[[Rules], Choices | None] = lambda _: None,
    **options: Any,
) -> tuple[list[Evaluation], list[str]]:
    """A policy under a table's rules, then under each of them changed alone; and what was not measured, and
    why."""
    first = evaluate(policy_under(rules), rules, name, choices=choices_under(rules), **options)
    found, missing = [first], list[str]()
    for change, changed in single_changes(rules):
        try:
            policy, options["choices"] = policy_under(changed), choices_under(changed)
            found.append(evaluate(policy, changed, name, changes=(change,), **options))
        except BadInput as error:
            missing.append(f"{change}: {error}")
    return found, missing
