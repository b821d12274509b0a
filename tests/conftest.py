"""Collects which test proves which clause: `pytest --collect-only --write-proofs FILE`."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.pop("COLUMNS", None)  # pytest-xdist sets it for its workers; the commands would keep to it

# The same examples for everybody who reads a CI log; `make test` by hand looks for new ones each time.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-proofs", default="", help="write {clause: [test ids]} to this file")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    path = config.getoption("--write-proofs")
    if not path:
        return
    proofs: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for name in mark.args:
                proofs.setdefault(name, []).append(item.nodeid)
    ordered = {name: sorted(set(proofs[name])) for name in sorted(proofs)}
    Path(path).write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.setenv("SPANISH21_CACHE", str(tmp_path))
    monkeypatch.delenv("SPANISH21_FRESH", raising=False)
    return tmp_path
