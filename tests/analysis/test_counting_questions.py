"""The questions of docs/counting.md are answered by the lines that are given there."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/counting.md"


def test_ten_questions_are_answered() -> None:
    text = PAGE.read_text("utf-8")
    first, *answers = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(re.findall(r"^\*\*\d+\. ", text, re.MULTILINE)) == len(answers) == 10
    known: dict[str, Any] = {}
    exec(first, known)
    for answer in answers:
        assert len(answer.splitlines()) == 3
        exec(answer, known)
