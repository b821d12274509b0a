"""The clause questions and the text table for `verifiers` (pip install verifiers), in its second form (v1).

`ClauseTaskset` yields a task for each question, whose reward is 1 for the right answer. In `TableEnv` the
text table answers a model turn by turn; its reward is minus the regret of a round, in wagers.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf

from spanish21.environments.text.answer_scores import ClauseQuestion, read_answer, shown_text
from spanish21.environments.text.clause_questions import draw
from spanish21.environments.text.text_table import TextTable
from spanish21.errors import BadInput


class ClauseData(vf.TaskData):
    """A question, and the data to check an answer."""

    question: dict[str, Any]


class ClauseTask(vf.Task[ClauseData, vf.State, vf.TaskConfig]):
    """A question about a clause."""

    @vf.reward
    async def is_right(self, trace: vf.Trace[Any, Any, Any]) -> float:
        question = ClauseQuestion(**self.data.question)
        try:
            return float(read_answer(question, trace.last_reply) == question.right)
        except BadInput:
            return 0.0


class ClauseConfig(vf.TasksetConfig):
    """Which questions: the seed is the evaluator's."""

    seed: int = 0
    count: int | None = None
    books: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class ClauseTaskset(vf.Taskset[ClauseTask, ClauseConfig]):
    """Questions about the clauses of the books."""

    def load(self) -> Iterable[ClauseTask]:
        asked = self.config
        for question in draw(asked.seed, asked.count, asked.books, asked.kinds):
            yield ClauseTask(ClauseData(**told(question)), asked.task)


def told(question: ClauseQuestion) -> dict[str, Any]:
    """A question as the data of a task."""
    fields = {name: getattr(question, name) for name in question.__struct_fields__}
    name = f"{question.book} {question.clause} {question.kind}"
    return {"name": name, "prompt": shown_text(question), "question": fields}


class TableData(vf.TaskData):
    """A table and the seed of its episode."""

    book: str
    seed: int
    rounds: int


class TableTask(vf.Task[TableData, vf.State, vf.TaskConfig]):
    """Rounds at a table."""


class TableConfig(vf.TasksetConfig):
    """Which table."""

    book: str = "maryland"
    rounds: int = 10


class TableTaskset(vf.Taskset[TableTask, TableConfig]):
    """Episodes at tables of one book, each with its own seed."""

    INFINITE = True

    def load(self) -> Iterator[TableTask]:
        book, rounds = self.config.book, self.config.rounds
        table = TextTable(book, rounds=rounds)
        for seed in count():
            prompt = table.reset(seed).text
            data = TableData(name=f"{book} {seed}", prompt=prompt, book=book, seed=seed, rounds=rounds)
            yield TableTask(data, self.config.task)


class TableEnvConfig(vf.EnvConfig):
    """The one who plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class TableEnv(vf.Env[TableEnvConfig]):
    """The text table as the user of a conversation; the model begins, because the prompt is a question."""

    async def run(self, task: Any, agents: Any) -> None:
        data = task.data
        table = TextTable(data.book, rounds=data.rounds)
        said = table.reset(data.seed)
        async with agents.player.interaction(task) as talk:
            segment = await talk.turn()
            while not segment.terminated and not said.is_over:
                said = table.answer(segment.last_reply)
                if not said.is_over:
                    segment = await talk.turn(said.text)
        wagers = table.tally.regret / table.seat.unit
        talk.trace.record_reward("minus_regret", -wagers / max(table.tally.rounds, 1), 1.0)
        talk.trace.info["tally"] = {
            name: getattr(table.tally, name) for name in table.tally.__struct_fields__
        }
