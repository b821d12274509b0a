"""Many tables as a Gymnasium vector: what `gymnasium.make_vec("spanish21/Table-v0")` makes."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from spanish21.books.submissions.submission import AnyRules
from spanish21.environments import functional
from spanish21.environments.actions import FIRST_WAGER, masked_words
from spanish21.environments.exact_worth import put_exact
from spanish21.environments.observation import FIELDS, OVER, bounds_of
from spanish21.environments.seat import rules_for
from spanish21.environments.table_rules import table_rules
from spanish21.environments.table_worth import table_worth
from spanish21.errors import BadInput
from spanish21.game.rules import least_wager

Info = dict[str, Any]
ONLY_SINGLE = ("shoe", "cards_seen", "wagers", "sides", "mask_in_observation", "render_mode")
"""Arguments of the single table that compiled tables do not take."""


class Tables(VectorEnv[Any, Any, Any]):
    """Many tables of `spanish21/Table-v0`, compiled: one person each, a fresh shoe for every round.

    Spaces, rewards and rules are those of `Table`; every round is the engine's, card by card. `book`,
    `choices` and `values` mean the same; `wager` is the one wager. For what else a table may have, use
    vectorization_mode="sync".

    A table whose round has ended begins the next one in the same step (`AutoresetMode.SAME_STEP`): the
    observation is the new round's; `infos["final_obs"]` and `infos["final_info"]` have the last of the
    old one. `infos["action_mask"]` has a mask for every table; `infos["masked"]` says whose action was
    not legal and changed nothing, and `infos["error"]` says in words what would have been. With
    `values=True`, `infos` has `values` and `regret`, looked up in tables that are built once: those of
    `Table`, but that a split hand is valued as if it lay alone on its box. With `values="exact"` those
    are asked of the analyser, at some milliseconds for each.

    With `copy=False` the arrays that are returned are written again by the next step.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (Gymnasium's form)

    def __init__(
        self,
        num_envs: int = 1,
        book: AnyRules | None = None,
        *,
        choices: Mapping[str, Any] | None = None,
        wager: int = 0,
        values: bool | Literal["exact"] = False,
        copy: bool = True,
        **others: Any,
    ) -> None:
        for name in others:
            if name in ONLY_SINGLE:
                raise BadInput(f'{name} is not for compiled tables; use vectorization_mode="sync"')
            raise BadInput(f"there is no argument {name!r}")
        self.rules = rules_for(book, choices)
        wager = wager or least_wager(self.rules)
        self.tables_rules = table_rules(self.rules, wager)
        self.worth = table_worth(self.rules, wager) if values else None
        self.num_envs, self.copies, self.is_exact = num_envs, copy, values == "exact"
        low, high = bounds_of("nothing")
        self.single_observation_space = spaces.Box(low, high, dtype=numpy.int16)
        self.single_action_space = spaces.Discrete(FIRST_WAGER)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._out: Any = None
        self._exact: Any = None

    def reset(self, *, seed: Any = None, options: Info | None = None) -> tuple[Any, Info]:
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63))
        self._out = functional.reset(self.tables_rules, self.num_envs, drawn)
        shown = self._out[1]
        return self._given(shown.rows), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        if self._out is None:
            raise gymnasium.error.ResetNeeded("reset the tables before the first step")
        states, shown = self._out
        before = shown.masks.copy()
        taken = functional.checked_actions(actions, self.num_envs)
        regret = None
        if self.worth is not None:
            regret = functional.regret(self.tables_rules, self.worth, states, taken)
            if self.is_exact:
                best, own = self._exact.max(axis=1), self._exact[numpy.arange(self.num_envs), taken]
                regret = numpy.where(numpy.isinf(own), 0.0, best - own)
        functional.step(self.tables_rules, states, taken, self._out)
        infos = self._infos()
        infos["masked"] = self._given(shown.masked)
        if regret is not None:
            infos["regret"] = regret
        if shown.masked.any():
            infos["error"], infos["_error"] = _errors(taken, before, shown.masked), shown.masked.copy()
        if shown.ended.any():
            infos["final_obs"], infos["final_info"] = self._final(shown.ended, regret)
            infos["_final_obs"] = infos["_final_info"] = shown.ended.copy()
        truncated = numpy.zeros(self.num_envs, dtype=numpy.bool_)
        return self._given(shown.rows), self._given(shown.rewards), self._given(shown.ended), truncated, infos

    def _final(self, ended: Any, regret: Any) -> tuple[Any, Info]:
        """The last observations and infos of rounds that have ended, as the single table has them."""
        rows = numpy.zeros((self.num_envs, len(FIELDS)), dtype=numpy.int16)
        rows[:, 0] = OVER
        found: Info = {"action_mask": numpy.zeros((self.num_envs, FIRST_WAGER), dtype=numpy.int8)}
        if regret is not None:
            found["values"] = numpy.full((self.num_envs, FIRST_WAGER), -numpy.inf)
            found["regret"] = numpy.where(ended, regret, 0.0)
        return rows, found | {f"_{name}": ended.copy() for name in found}

    def _infos(self) -> Info:
        states, shown = self._out
        infos: Info = {"action_mask": self._given(shown.masks)}
        if self.worth is not None:
            infos["values"] = functional.values(self.tables_rules, self.worth, states)
            if self.is_exact:
                put_exact(self.rules, int(self.tables_rules.setup.wager), states, infos["values"])
                self._exact = infos["values"].copy()
        return infos

    def _given(self, array: Any) -> Any:
        return array.copy() if self.copies else array


def _errors(actions: Any, masks: Any, masked: Any) -> Any:
    """What the single table would say, for every action that was not legal."""
    words = numpy.full(len(actions), None, dtype=object)
    for table in numpy.flatnonzero(masked).tolist():
        words[table] = _words(int(actions[table]), masks[table].tobytes())
    return words


@cache
def _words(action: int, mask: bytes) -> str:
    return masked_words(action, numpy.frombuffer(mask, dtype=numpy.int8))
