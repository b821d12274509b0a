"""Every test that docs/proof.md names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_named_as_a_proof_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/proof.md").read_text("utf-8"))
    assert len(named) > 25
    for file, test in named:
        assert f"def {test}(" in (ROOT / file).read_text("utf-8"), f"{file}::{test}"
