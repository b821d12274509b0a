"""What a trainee has learned so far: answers by skill, over all lessons with a book."""

from collections.abc import Iterable, Iterator

import msgspec

from spanish21.school.marks import Mark
from spanish21.school.questions import TOPICS

_MOST_TOPICS = 3
"""The weakest topics that are named."""


class Skill(msgspec.Struct, frozen=True):
    """The answers to one kind of question; `running` are the right ones since the last wrong one."""

    topic: str
    right: int
    asked: int
    running: int


class TraineeProgress(msgspec.Struct, frozen=True):
    """The lessons with one book."""

    lessons: int = 0
    skills: dict[str, Skill] = {}

    @property
    def right_running(self) -> dict[str, int]:
        """How often each kind of question was answered right since it was last answered wrong."""
        return {name: skill.running for name, skill in self.skills.items()}


def after_lesson(before: TraineeProgress, marks: Iterable[Mark]) -> TraineeProgress:
    """The progress after one more lesson with these answers."""
    skills = dict(before.skills)
    for mark in marks:
        old = skills.get(mark.question.skill) or Skill(mark.question.topic, 0, 0, 0)
        skills[mark.question.skill] = Skill(
            mark.question.topic,
            old.right + mark.is_right,
            old.asked + 1,
            old.running + 1 if mark.is_right else 0,
        )
    return TraineeProgress(before.lessons + 1, skills)


def progress_lines(progress: TraineeProgress) -> Iterator[str]:
    """The progress in a sentence or two: how much was right, and what needs practice."""
    by_topic: dict[str, tuple[int, int]] = {}
    for skill in progress.skills.values():
        right, asked = by_topic.get(skill.topic, (0, 0))
        by_topic[skill.topic] = right + skill.right, asked + skill.asked
    right, asked = (sum(counts) for counts in zip(*by_topic.values(), strict=True))
    lessons = "1 lesson" if progress.lessons == 1 else f"{progress.lessons} lessons"
    yield f"So far: {lessons}, {right} of {asked} right."
    weak = sorted(by_topic, key=lambda topic: by_topic[topic][0] / by_topic[topic][1])
    weak = [topic for topic in weak if by_topic[topic][0] < by_topic[topic][1]][:_MOST_TOPICS]
    if weak:
        words: dict[str, str] = {topic: word for word, topic in TOPICS.items()}
        counts = "; ".join(f"{topic} {by_topic[topic][0]} of {by_topic[topic][1]}" for topic in weak)
        yield f"To practise: {counts}. --only {words[weak[0]]} asks about the first of these alone."
