"""Dead code in the package: `make check` runs this and fails if there is any."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.metrics.checkout import Checkout

HERE = Path(__file__).parents[2]
PATHS = ("src", "tests", "benchmarks", "docs/writers", "docs/generate.py")
UNREAD = (
    "src/spanish21/game/words.py",
    "src/spanish21/analysis/report/report_schema.py",
    "src/spanish21/server/answers.py",
    "src/spanish21/server/studies/answers_of_numbers.py",
    "src/spanish21/server/studies/answers_of_studies.py",
)
"""Members that are read by their number, and fields of answers, which only the other side reads."""


def unused(root: Path) -> list[str]:
    """Every definition of a checkout's package that nothing uses, with its place."""
    paths = [path for path in PATHS if (root / path).exists()]
    program = [sys.executable, "-m", "vulture", "--config", str(HERE / "pyproject.toml"), *paths]
    run = subprocess.run(program, cwd=root, capture_output=True, text=True, check=False)
    lines = run.stdout.splitlines()
    return [line for line in lines if line.startswith("src/") and not line.startswith(UNREAD)]


def figures(tree: Checkout) -> Iterator[str]:
    found = unused(tree.root)
    yield f"unused definitions: {len(found)}"
    yield from (f"  {line}" for line in found[:20])


if __name__ == "__main__":
    sys.exit("\n".join(unused(HERE)) or 0)
