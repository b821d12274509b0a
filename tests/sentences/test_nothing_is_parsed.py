"""A sentence is made at the edge, for a person: no program finds out from its words what happened."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "spanish21"
READS_AN_ERROR = re.compile(
    r"(str\((error|misfit|problem|refused)\)|trial\.why)\.(removeprefix|startswith|partition|split|replace)"
    r"|\bin str\((error|misfit|problem|refused)\)"
)
READS_AN_ANSWER = re.compile(
    r"(error|message|says)\??\.(startsWith|includes|indexOf|match|split|search)\??\.?\("
)
OF_THE_DECODER = {"game/rules.py", "books/rulebook.py"}
"""msgspec has the place of an error in its message alone."""


def test_no_program_parses_a_sentence() -> None:
    wrong = []
    for suffix, reads in (("*.py", READS_AN_ERROR), ("*.js", READS_AN_ANSWER)):
        for path in sorted(SOURCE.rglob(suffix)):
            found = reads.search(path.read_text("utf-8"))
            if found and str(path.relative_to(SOURCE)) not in OF_THE_DECODER:
                wrong.append(f"{path.relative_to(SOURCE)}: {found[0]}")
    assert wrong == []
