"""The text table as an OpenEnv environment (pip install openenv-core).

    from openenv.core.env_server import create_app
    app = create_app(SpanishTable, Decision, Question, env_name="spanish21")

An observation is the text for the person in the seat, an action their answer. The reward of a step is
minus the cost of the decision against the best, in wagers, so that a perfect episode has the reward 0.
"""

from typing import Any
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from spanish21.environments.text.text_table import Said, TextTable


class Decision(Action):
    """One decision: "hit", "stand", "double" …"""

    text: str


class Question(Observation):
    """The table's text, with its question."""

    text: str
    is_repeated: bool = False


class SpanishTable(Environment[Decision, Question, State]):
    """Rounds at a table of one book."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, book: str = "maryland", rounds: int = 10) -> None:
        super().__init__()
        self._table = TextTable(book, rounds=rounds)
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **given: Any) -> Question:
        self._state = State(episode_id=episode_id or uuid4().hex, step_count=0)
        return self._shown(self._table.reset(uuid4().int if seed is None else seed), None)

    def step(self, action: Decision, timeout_s: float | None = None, **given: Any) -> Question:
        self._state.step_count += 1
        said = self._table.answer(action.text)
        return self._shown(said, -said.regret / self._table.seat.unit)

    @property
    def state(self) -> State:
        return self._state

    def _shown(self, said: Said, reward: float | None) -> Question:
        return Question(text=said.text, is_repeated=said.is_repeated, done=said.is_over, reward=reward)
