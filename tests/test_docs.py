"""Generated pages say what the program says."""

import importlib.util
import re
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


@pytest.mark.parametrize("name", ["README.md", "docs/proof.md"])
def test_the_counts_of_clauses_by_their_proof_are_up_to_date(name: str) -> None:
    written = (DOCS.parent / name).read_text("utf-8")
    assert written == generator().with_counts(name), f"{name} is old: run python docs/generate.py"


EXAMPLES = re.findall(r"```python\n(.*?)```", (DOCS.parent / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_of_the_readme_runs_as_it_stands(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"README example {number}", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_every_page_is_generated_by_the_same_script() -> None:
    assert set(generator().PAGES) == {"cli.md", "rulebooks.md", "rulings.md", "sample-report.html"}
