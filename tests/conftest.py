"""Two options: `--write-proofs FILE` collects which test proves which clause; `--shuffle SEED` runs files,
and the tests within each, in a random order."""

import json
import os
import random
from pathlib import Path

import pytest
from hypothesis import settings

from memory import in_memory

os.environ.pop("COLUMNS", None)  # pytest-xdist sets it for its workers; the commands would keep to it
if folder := in_memory(4):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)

# The same examples for everybody who reads a CI log; `make test` by hand looks for new ones each time.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-proofs", default="", help="write {clause: [test ids]} to this file")
    parser.addoption("--shuffle", default="", metavar="SEED", help="another order; the seed repeats it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--shuffle"):
        shuffle(items, config.getoption("--shuffle"))
    if config.getoption("--write-proofs"):
        write_proofs(items, Path(config.getoption("--write-proofs")))


def shuffle(items: list[pytest.Item], seed: str) -> None:
    """Files stay together, because tests of a file share what is costly to start."""
    chance = random.Random(seed)
    files = {item.path: chance.random() for item in items}
    places = {item: (files[item.path], chance.random()) for item in items}
    items.sort(key=places.__getitem__)


def write_proofs(items: list[pytest.Item], path: Path) -> None:
    proofs: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            for name in mark.args:
                proofs.setdefault(name, []).append(item.nodeid)
    ordered = {name: sorted(set(proofs[name])) for name in sorted(proofs)}
    path.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The data of whoever runs the tests stays as it is."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.setenv("SPANISH21_CACHE", str(tmp_path))
    monkeypatch.delenv("SPANISH21_FRESH", raising=False)
    return tmp_path
