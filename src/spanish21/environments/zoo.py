"""Several people at a table as PettingZoo environments: one after another (AEC), or together (parallel)."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from spanish21.books.submissions.submission import AnyRules
from spanish21.environments.actions import FIRST_WAGER, Action, checked_action, mask_of, masked_words
from spanish21.environments.observation import CARDS_SEEN, CardsSeen, bounds_of, seen_row
from spanish21.environments.party import Party
from spanish21.environments.seat import rules_for
from spanish21.errors import BadInput

Boxes = int | Mapping[str, Sequence[int]]


def _party(book: AnyRules | None, boxes: Boxes, choices: Mapping[str, Any] | None, wager: int) -> Party:
    """A number of people, each on a box; or people by name with the numbers of their boxes."""
    placed = (
        {f"player_{number}": (number + 1,) for number in range(boxes)} if isinstance(boxes, int) else boxes
    )
    if not placed:
        raise BadInput("the table is empty; there must be at least one person")
    return Party(rules_for(book, choices), placed, wager)


class _Shown:
    """What the people at a table see, by name; the same in both environments."""

    def __init__(self, party: Party, cards_seen: CardsSeen) -> None:
        if cards_seen not in CARDS_SEEN:
            raise BadInput(f"cards_seen is {cards_seen!r}; it must be one of {', '.join(CARDS_SEEN)}")
        self.party, self.cards_seen = party, cards_seen
        low, high = bounds_of(cards_seen)
        self.seen_spaces = {name: spaces.Box(low, high, dtype=numpy.int16) for name in party.names}
        self.action_spaces = {name: spaces.Discrete(FIRST_WAGER) for name in party.names}
        self.random: Any = None

    def deal(self, seed: int | None) -> None:
        """A new round; a seed decides all that follow."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
            self.party.chance = random.Random(int(self.random.integers(2**63)))
        self.party.deal(self.random.permutation(numpy.array(self.party.cards)).tolist())

    def seen(self, name: str, is_done: bool) -> Any:
        """The observation of a person: the hand in turn."""
        party = self.party
        return seen_row(party.shown, name, self.cards_seen, is_done or party.is_over)

    def mask(self, name: str, is_done: bool, waits: bool = False) -> Any:
        """The mask of a person; with `waits`, anyone not being asked has one action: to wait."""
        legal: Any = () if is_done else self.party.legal(name)
        if waits and not legal and not is_done:
            legal = (int(Action.STAND),)
        return mask_of(legal, FIRST_WAGER)


class TableAEC(AECEnv):  # type: ignore[misc]
    """Several people at one table, who decide one after another; an episode is a round from a fresh shoe.

    `boxes` is how many people there are, each on a box, or a dict of names and the numbers of their boxes,
    such as `{"ann": [1], "bob": [1], "cat": [2, 3]}`. Everyone sits at their first box, unless another person
    does, and calls its decisions; on another person's box they may follow a double (2) and a split (3), or
    stand (0).

    Actions, fields and rewards are those of `spanish21/Table-v0`; an observation shows the hand in turn, and
    `infos[agent]["action_mask"]` has 1 for every legal action. A masked action leaves the table as it was and
    says so in `infos[agent]["error"]`. All people are done when the round is.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (PettingZoo's own form)
        "name": "spanish21_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        book: AnyRules | None = None,
        boxes: Boxes = 2,
        *,
        choices: Mapping[str, Any] | None = None,
        wager: int = 0,
        cards_seen: CardsSeen = "nothing",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._shown = _Shown(_party(book, boxes, choices, wager), cards_seen)
        self.possible_agents = list(self._shown.party.names)
        self.agents: list[str] = []
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        return self._shown.seen_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._shown.action_spaces[agent]

    def render(self) -> str:
        """The table in a few lines; no card that no one has seen is in it."""
        return repr(self._shown.party.shown)

    def close(self) -> None:
        """Nothing is open."""

    def observe(self, agent: str) -> Any:
        return self._shown.seen(agent, self.terminations.get(agent, True))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._shown.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = self._infos()
        self.agent_selection = self._shown.party.awaited()[0]

    def step(self, action: Any) -> None:
        agent, party = self.agent_selection, self._shown.party
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number, legal = checked_action(action, FIRST_WAGER), party.legal(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if number not in legal:
            self.infos[agent]["error"] = masked_words(number, mask_of(legal, FIRST_WAGER))
            return
        party.take(agent, number)
        if party.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {name: party.won(name) for name in self.agents}
        self.infos = self._infos()
        self._accumulate_rewards()
        if party.is_over:
            self._deads_step_first()
        else:
            self.agent_selection = party.awaited()[0]

    def _infos(self) -> dict[str, dict[str, Any]]:
        ends, mask = self.terminations, self._shown.mask
        return {agent: {"action_mask": mask(agent, ends[agent])} for agent in self.agents}


class TableParallel(ParallelEnv):  # type: ignore[misc]
    """The same table with everyone's actions together: anyone not being asked has one action, 0, which waits.

    `infos[agent]["error"]` says of a masked action what was legal; it changed nothing.
    """

    metadata: dict[str, Any] = {"name": "spanish21_parallel_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        book: AnyRules | None = None,
        boxes: Boxes = 2,
        *,
        choices: Mapping[str, Any] | None = None,
        wager: int = 0,
        cards_seen: CardsSeen = "nothing",
        render_mode: str | None = None,
    ) -> None:
        self._shown = _Shown(_party(book, boxes, choices, wager), cards_seen)
        self.possible_agents = list(self._shown.party.names)
        self.agents: list[str] = []
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        return self._shown.seen_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._shown.action_spaces[agent]

    def render(self) -> str:
        """The table in a few lines; no card that no one has seen is in it."""
        return repr(self._shown.party.shown)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self._shown.deal(seed)
        self.agents = self.possible_agents[:]
        return self._seen(self.agents, False), self._infos(self.agents, False)

    def step(self, actions: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        party, people = self._shown.party, self.agents
        errors: dict[str, str] = {}
        numbers = {agent: checked_action(action, FIRST_WAGER) for agent, action in actions.items()}
        asked = {agent: party.legal(agent) for agent in people}
        has_acted = False
        for agent, legal in asked.items():
            number = numbers.get(agent, int(Action.STAND))
            if legal and number in legal:
                party.take(agent, number)
                has_acted = True
            elif legal or number != Action.STAND:
                mask = mask_of(legal or (int(Action.STAND),), FIRST_WAGER)
                errors[agent] = masked_words(number, mask)
        is_done = has_acted and party.is_over
        rewards = {agent: party.won(agent) if is_done else 0.0 for agent in people}
        seen = self._seen(people, is_done)
        infos = self._infos(people, is_done)
        for agent, error in errors.items():
            infos[agent]["error"] = error
        self.agents = [] if is_done else people
        ends = dict.fromkeys(people, is_done)
        return seen, rewards, ends, dict.fromkeys(people, False), infos

    def _seen(self, people: list[str], is_done: bool) -> dict[str, Any]:
        return {agent: self._shown.seen(agent, is_done) for agent in people}

    def _infos(self, people: list[str], is_done: bool) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._shown.mask(agent, is_done, waits=True)} for agent in people}
