"""Learning from scratch: more rounds cost less, a seed decides all, and it carries to other rules."""

import os

import pytest

from spanish21 import BadInput, rules_of
from spanish21.environments.learning.tabular import learn
from spanish21.environments.measuring.evaluation import evaluate

ROUNDS = int(os.environ.get("SPANISH21_LEARNING_ROUNDS", "300000"))


def test_rounds_teach_and_what_was_learned_carries_to_another_book() -> None:
    """With 400,000,000 rounds, SPANISH21_LEARNING_ROUNDS, what is left to lose is below 0.2 %."""
    rules = rules_of("maryland")
    few, many = (evaluate(learn(rules, rounds), rules, rounds=2_000) for rounds in (10_000, ROUNDS))
    assert many.is_exact
    assert many.gap < few.gap / 2
    assert many.gap < (0.002 if ROUNDS >= 400_000_000 else 0.12)
    other = evaluate(learn(rules, ROUNDS), rules_of("uk-casino"), rounds=2_000)
    assert other.is_exact
    assert 0 < other.gap < 0.14


def test_a_seed_decides_what_is_learned() -> None:
    rules = rules_of("uk-casino")
    one, same, other = (learn(rules, 20_000, seed).sums.tobytes() for seed in (3, 3, 4))
    assert one == same
    assert one != other


def test_rounds_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="rounds is 0; it must be from 1"):
        learn(rules_of("maryland"), 0)
