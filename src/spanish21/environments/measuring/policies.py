"""Policies: decisions at many tables together, and whether it is a function of the hand and the up card.

A policy is a function of observations and masks, `policy(rows, masks) -> actions`, an array of actions. A
chart is one, and so is any function that is named as `module:function`.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.analysis.charts.best_charts import choices_of_chart
from spanish21.environments.actions import FIRST_WAGER, Action
from spanish21.environments.observation import FIELDS, PLACE, TO_INSURE, TO_PLAY
from spanish21.environments.table_kernel import DOUBLES, OPEN, WHOLE
from spanish21.environments.table_kernel import SPLIT as FROM_SPLIT
from spanish21.environments.table_rules import TableRules
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.strategy import (
    DOUBLED,
    FIRST,
    MOST_DOUBLES,
    SITUATIONS,
    SPLIT_AGAIN,
    SPLIT_LAST,
    SUITED_STATES,
    Chart,
    hand_numbers,
    mark_of_state,
    suited_numbers,
)

Choices = NDArray[numpy.int8]
Policy = Callable[[Any, Any], Any]


def policy_of_choices(choices: Choices) -> Policy:
    """A strategy by composition as a policy: it stands where its choice is not legal, or draws where it must,
    and never insures."""

    def decide(rows: Any, masks: Any) -> Any:
        doubles, split = rows[:, PLACE["doubles"]], rows[:, PLACE["split"]]
        of_split = numpy.where(masks[:, Action.SPLIT] == 1, SPLIT_AGAIN, SPLIT_LAST)
        situation = numpy.where(split == 0, FIRST, of_split)
        after = DOUBLED + doubles - 1 + MOST_DOUBLES * (split + 2 * _counts_1(rows))
        situation = numpy.where(doubles > 0, after, situation)
        wanted = choices[situation, rows[:, PLACE["state"]], rows[:, PLACE["up"]]].astype(numpy.int64)
        is_legal = masks[numpy.arange(len(rows)), wanted] == 1
        stays = numpy.where(masks[:, Action.STAND] == 1, int(Action.STAND), int(Action.HIT))
        wanted = numpy.where(is_legal, wanted, stays)
        return numpy.where(rows[:, 0] == TO_INSURE, int(Action.DECLINE_INSURANCE), wanted)

    return decide


def _counts_1(rows: Any) -> Any:
    """1 where every ace of a doubled hand counts 1, though one could count 11."""
    numbers = hand_numbers()
    state = numpy.minimum(rows[:, PLACE["state"]], len(numbers.hard) - 1)
    may_be_soft = (numbers.aces[state] > 0) & (numbers.hard[state] <= 11)
    return ((rows[:, PLACE["doubles"]] > 0) & may_be_soft & (rows[:, PLACE["soft"]] == 0)).astype(int)


def policy_of_chart(chart: Chart, rules: Rules) -> Policy:
    """A chart as a policy."""
    return policy_of_choices(choices_of_chart(chart, rules))


def policy_named(name: str) -> Policy:
    """The function that `module:function` names; modules are also looked for in the working folder."""
    module, _, function = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadInput(f"{name}: there is no such policy: {error}") from None
    if not callable(found):
        raise BadInput(f"{name} is not a function; a policy takes rows and masks and returns actions")
    policy: Policy = found
    return policy


def actions_of(policy: Policy, rows: Any, masks: Any) -> NDArray[numpy.int64]:
    """What a policy answers; an answer that is not an array of actions is refused in words."""
    actions = numpy.asarray(policy(rows, masks))
    if actions.shape != (len(rows),) or actions.dtype.kind not in "iu":
        wanted = f"it must return a whole number for each of {len(rows)} rows"
        raise BadInput(f"the policy returned {actions.dtype} of shape {actions.shape}; {wanted}")
    if len(actions) and not (actions.min() >= 0 and actions.max() < FIRST_WAGER):
        wrong = int(actions[(actions < 0) | (actions >= FIRST_WAGER)][0])
        raise BadInput(
            f"the policy returned {wrong}; an action is a whole number from 0 to {FIRST_WAGER - 1}"
        )
    return actions.astype(numpy.int64)


def choices_of_policy(policy: Policy, rules: TableRules) -> Choices | None:
    """The policy as a strategy by composition, or None if it is more: it looks at the other hands of the box,
    answers differently when asked again, doubles for less, insures, or takes a masked action."""
    choices = numpy.zeros((SITUATIONS, len(rules.shown) + SUITED_STATES, 11), dtype=numpy.int8)
    for situation in range(SITUATIONS):
        rows, masks = _asked(rules, situation)
        if not len(rows):
            continue
        answers = [actions_of(policy, given, masks.copy()) for given in _seen_elsewhere(rows)]
        first = answers[0]
        if any((other != first).any() for other in answers) or first.max() > Action.RESCUE:
            return None
        if (masks[numpy.arange(len(rows)), first] == 0).any():
            return None
        choices[situation, rows[:, PLACE["state"]], rows[:, PLACE["up"]]] = first
    rows, masks = _asked(rules, FIRST)
    rows = rows[(rows[:, PLACE["cards"]] == 2) & (rows[:, PLACE["up"]] == 1)]
    rows[:, 0] = TO_INSURE
    masks = numpy.zeros((len(rows), FIRST_WAGER), dtype=numpy.int8)
    masks[:, [Action.INSURE, Action.DECLINE_INSURANCE]] = 1
    return None if (actions_of(policy, rows, masks) != Action.DECLINE_INSURANCE).any() else choices


def _asked(rules: TableRules, situation: int) -> tuple[Any, Any]:
    """Every hand of a situation that waits for a decision, against every up card, and what it may do."""
    doubles, split, counts_1 = 0, situation in (SPLIT_AGAIN, SPLIT_LAST), 0
    if situation >= DOUBLED:
        place, doubles = divmod(situation - DOUBLED, MOST_DOUBLES)
        counts_1, split = divmod(place, 2)  # type: ignore[assignment]
        doubles += 1
    level = doubles + counts_1 * (DOUBLES - 1)
    origin = FROM_SPLIT if split else WHOLE
    multisets = len(rules.shown)
    hands = [*range(multisets), *numpy.repeat(suited_numbers(), SUITED_STATES // 4).tolist()]
    bits = rules.bits[level, origin, 0 if situation == SPLIT_LAST else 1][hands].astype(numpy.int64)
    if situation == SPLIT_LAST:
        bits = numpy.where(rules.shown[hands, 3] > 0, bits & ~(1 << Action.SPLIT), bits)
    states = numpy.flatnonzero(bits & OPEN)
    rows = numpy.zeros((len(states), 10, len(FIELDS)), dtype=numpy.int16)
    rows[:, :, 0] = TO_PLAY
    rows[:, :, 1:5] = rules.shown[numpy.array(hands)[states]][:, None]
    if counts_1:
        rows[:, :, PLACE["total"]] -= 10 * rows[:, :, PLACE["soft"]]
        rows[:, :, PLACE["soft"]] = 0
    rows[:, :, PLACE["up"]] = numpy.arange(1, 11)
    rows[:, :, PLACE["doubles"]], rows[:, :, PLACE["split"]] = doubles, int(split)
    rows[:, :, PLACE["hands"]] = 2 if split else 1
    top, suited = int(rules.setup.top_suit), rules.suited
    marks = [mark_of_state(state, multisets, suited, top) for state in states.tolist()]
    rows[:, :, PLACE["mark"]] = numpy.array(marks, dtype=numpy.int16).reshape(-1, 1)
    rows[:, :, PLACE["state"]] = states[:, None]
    allowed = (bits[states][:, None] & rules.against[1:].astype(numpy.int64)).reshape(-1, 1)
    masks = ((allowed >> numpy.arange(FIRST_WAGER)) & 1).astype(numpy.int8)
    return rows.reshape(-1, len(FIELDS)), masks


def _seen_elsewhere(rows: Any) -> list[Any]:
    """The rows twice, and those of a split box at its other places: the answers must be the same."""
    every = [rows, rows.copy()]
    if len(rows) and rows[0, PLACE["split"]]:
        for made, place in ((2, 1), (3, 1), (4, 3)):
            other = rows.copy()
            other[:, PLACE["hands"]], other[:, PLACE["place"]] = made, place
            every.append(other)
    return every
