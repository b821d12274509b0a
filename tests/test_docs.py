"""Generated pages say what the program says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["cli.md", "rulebooks.md", "rulings.md", "sample-report.html"])
def test_a_generated_page_is_up_to_date(name: str) -> None:
    written = (DOCS / name).read_text("utf-8")
    assert written == generator().PAGES[name](), f"docs/{name} is old: run python docs/generate.py"


def test_every_page_is_generated_by_the_same_script() -> None:
    assert set(generator().PAGES) == {"cli.md", "rulebooks.md", "rulings.md", "sample-report.html"}
