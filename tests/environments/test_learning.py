"""Learning from scratch: more rounds cost less, a seed decides all, and it carries to other rules."""

import os

import pytest

from spanish21 import BadInput, rules_of
from spanish21.environments.learning.tabular import learn
from spanish21.environments.measuring.evaluation import evaluate

ROUNDS = int(os.environ.get("SPANISH21_LEARNING_ROUNDS", "300000"))
CLAIMED = 400_000_000
"""So many rounds lose less than 0.2 %, as the page says: a run of two minutes."""


def test_rounds_teach_and_what_was_learned_carries_to_another_book() -> None:
    """What a seed teaches is known; SPANISH21_LEARNING_ROUNDS=400000000 leaves less than 0.2 %."""
    rules = rules_of("maryland")
    learned = learn(rules, ROUNDS)
    few, many = (evaluate(one, rules, rounds=2_000) for one in (learn(rules, 10_000), learned))
    assert few.is_exact
    assert many.is_exact
    if ROUNDS >= CLAIMED:
        assert many.gap < 0.002
        return
    assert few.gap == pytest.approx(0.1699, abs=1e-4)
    assert many.gap == pytest.approx(0.0673, abs=1e-4)
    other = evaluate(learned, rules_of("uk-casino"), rounds=2_000)
    assert other.is_exact
    assert other.gap == pytest.approx(0.0600, abs=1e-4)


def test_a_seed_decides_what_is_learned() -> None:
    rules = rules_of("uk-casino")
    one, same, other = (learn(rules, 20_000, seed).sums.tobytes() for seed in (3, 3, 4))
    assert one == same
    assert one != other


def test_rounds_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="rounds is 0; it must be from 1"):
        learn(rules_of("maryland"), 0)
