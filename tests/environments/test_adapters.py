"""The examples for other frameworks, where those are installed (they bring half a gigabyte of packages)."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from spanish21.environments.text.text_table import TextTable

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_every_example_is_told_of_and_says_what_it_needs() -> None:
    page = (EXAMPLES.parent / "docs" / "models.md").read_text("utf-8")
    for example in EXAMPLES.glob("*.py"):
        assert f"examples/{example.name}" in page
        assert "(pip install " in example.read_text("utf-8").partition('"""')[2].partition('"""')[0]


def test_openenv_plays_an_episode_at_the_text_table() -> None:
    pytest.importorskip("openenv.core.env_server.interfaces")
    from openenv_table import Decision, SpanishTable

    table, own = SpanishTable("uk-casino", rounds=3), TextTable("uk-casino", rounds=3)
    shown, said = table.reset(seed=4), own.reset(4)
    rewards = 0.0
    while not shown.done:
        assert (shown.text, shown.done) == (said.text, said.is_over)
        words = next(iter(own.values()))
        shown, said = table.step(Decision(text=words)), own.answer(words)
        rewards += shown.reward
    assert rewards == pytest.approx(-own.tally.regret / 5_00)
    assert table.state.step_count == own.tally.decisions
    assert table.reset(seed=4).text == own.reset(4).text


def test_verifiers_asks_and_scores_clause_questions() -> None:
    vf: Any = pytest.importorskip("verifiers.v1")
    from verifiers_clauses import ClauseConfig, ClauseTaskset

    tasks = list(ClauseTaskset(ClauseConfig(id="spanish21", seed=3, count=5, kinds=["paid"])))
    assert [task.data.prompt.partition(".")[0] for task in tasks] == list("12345")
    for task in tasks:
        right = task.data.question["right"]
        for reply, reward in ((right, 1.0), (f"It is {right}.", 0.0), ("", 0.0)):
            agent = {"id": "player", "name": "player"}
            trace = SimpleNamespace(last_reply=reply, agent=agent)
            assert asyncio.run(task.is_right(trace)) == reward
    assert vf.__name__ in sys.modules


def test_the_text_table_is_the_user_of_a_conversation() -> None:
    """The framework's own agents need a model behind an address: here, the model is scripted."""
    pytest.importorskip("verifiers.v1")
    from verifiers_clauses import TableConfig, TableEnv, TableTaskset

    tasks = iter(TableTaskset(TableConfig(id="spanish21", book="uk-casino", rounds=2)))
    task = next(tasks)
    player = ScriptedPlayer(task)
    asyncio.run(TableEnv.run(None, task, SimpleNamespace(player=player)))
    assert set(player.rewards) == {"minus_regret"}
    assert player.rewards["minus_regret"] <= 0.0
    assert player.info["tally"]["rounds"] == 2
    assert next(tasks).data.prompt != task.data.prompt


class ScriptedPlayer:
    """A model that always takes the first decision that it is offered."""

    def __init__(self, task: Any) -> None:
        self.rewards: dict[str, float] = {}
        self.info: dict[str, Any] = {}
        self.trace = self
        self._question = task.data.prompt

    def record_reward(self, name: str, value: float, weight: float) -> None:
        self.rewards[name] = value * weight

    @asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator[Any]:
        yield self

    async def turn(self, text: str = "") -> Any:
        offered = (text or self._question).strip().splitlines()[-1].partition("nothing else: ")[2]
        return SimpleNamespace(terminated=False, last_reply=offered.partition(",")[0].rstrip("."))
