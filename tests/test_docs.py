"""Generated pages say what the program says, and the notebook prints what it shows."""

import importlib.util
import json
import re
import runpy
from pathlib import Path
from types import ModuleType

import pytest

import spanish21
from spanish21.books.rulebook import RULEBOOKS
from spanish21.cli.reporting import differences_between
from spanish21.game.words import BlackjackTakes

DOCS = Path(__file__).parents[1] / "docs"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", DOCS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = generator()
FIGURE = re.compile(r"-?\d+\.\d+(e-?\d+)?")


@pytest.mark.parametrize("name", GENERATOR.PAGES)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    written, made = (DOCS / name).read_text("utf-8"), GENERATOR.PAGES[name]()
    old = f"docs/{name} is old: run python docs/generate.py"
    if name == "sample-report.html":  # the last certain digit of a figure may be rounded either way
        assert differences_between(written, made, name) == [], old
        assert re.sub(FIGURE, "0", written) == re.sub(FIGURE, "0", made), old
    else:
        assert written == made, old


@pytest.mark.parametrize("name", GENERATOR.FILLED)
def test_what_is_filled_in_is_up_to_date(name: str) -> None:
    """The counts of clauses by their proof, the lists of the notation, what docs/tutorial.md prints."""
    written = (DOCS.parent / name).read_text("utf-8")
    assert written == GENERATOR.filled(name), f"{name} is old: run python docs/generate.py"


@pytest.mark.parametrize("name", GENERATOR.NOTEBOOKS)
def test_the_notebooks_run_and_show_what_they_show(name: str) -> None:
    """tutorial.md and learning.md, each as a notebook."""
    from writers.notebook import run_cells

    notebook = json.loads((DOCS / f"{name}.ipynb").read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    outputs = run_cells(tuple("".join(cell["source"]) for cell in cells))
    for cell, output in zip(cells, outputs, strict=True):
        shown = {one["output_type"]: one for one in cell["outputs"]}
        data = shown["execute_result"]["data"] if "execute_result" in shown else {}
        assert "".join(shown["stream"]["text"] if "stream" in shown else "") == output.printed
        assert "".join(data.get("text/plain", "")) == output.value
        assert "".join(data.get("text/html", "")) == output.html
        assert output.text


def test_the_notebook_shows_a_value_of_each_kind_as_a_picture_or_a_table() -> None:
    from writers.notebook import cells_of, run_cells

    page = (DOCS / "tutorial.md").read_text("utf-8")
    outputs = run_cells(tuple(source for kind, source in cells_of(page) if kind == "code"))
    shown = {output.value.strip("<").split(":")[0].split()[0] for output in outputs if output.html}
    assert {"Rules", "Table", "Edge", "BestChart", "RoundLaw", "Advice", "Rounds"} <= shown


def test_every_public_name_is_in_the_reference() -> None:
    from writers.reference import grouped_names

    assert grouped_names() == set(spanish21.__all__)


EXAMPLES = re.findall(r"```python\n(.*?)```", (DOCS.parent / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_of_the_readme_runs_as_it_stands(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"README.md, example {number}", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_habits_of_how_to_play_are_those_of_every_best_chart() -> None:
    from writers.best_play import best_of

    from spanish21.strategy.screens import chart_tables

    for name in RULEBOOKS:  # the guides' books differ: Pontoon doubles few hands, Red Dragon surrenders 8-8
        rules = spanish21.rules_of(name)
        rows = {
            f"{table.title} {row}": cells
            for table in chart_tables(best_of(name).chart, rules)
            for row, cells in table.rows
        }
        assert set(rows["Hard totals 12"]) == {"H"}
        assert all(cell.startswith("D") for row in ("10", "11") for cell in rows[f"Hard totals {row}"][:7])
        assert set(rows["Pairs 10-10"]) == {"S"}
        assert all(cell[0] == "P" for cell in rows["Pairs A-A"])
        takes_all = rules.dealer_blackjack_takes == BlackjackTakes.ALL and not rules.hole_card
        eights = rows["Pairs 8-8"]
        assert all(cell[0] == "P" for cell in (eights[:8] if takes_all else eights[:9]))
        assert not takes_all or set(eights[8:]) == {"H"}
        assert all(cell[0] in "HR" for cell in rows["Hard totals 16"][5:])
        assert all(cell[0] == "S" for cell in (*rows["Hard totals 17"][:9], *rows["Hard totals 18"]))


def test_the_links_of_the_readme_lead_to_files() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (DOCS.parent / page).read_text("utf-8")
        for link in re.findall(r"\]\(([^)#]+)", text):
            assert (DOCS.parent / link).exists(), link


ABOUT_CODE = {
    "analysis.md": "analysis",
    "design.md": "",
    "design.md#The dealer's school": "school",
    "design.md#The terminal": "cli",
    "fairness.md": "server",
    "page.md": "server/page",
    "people.md": "server",
    "security.md": "server",
    "server.md": "server",
    "simulation.md": "simulation",
}
"""The folder that a page, or a section of it, is about: a file named without one is there or in its tests."""


@pytest.mark.parametrize("name", ABOUT_CODE)
def test_every_file_that_a_page_about_the_code_names_exists(name: str) -> None:
    page, _, heading = name.partition("#")
    sections = re.split(r"^## ", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE)
    of_others = {other.partition("#")[2] for other in ABOUT_CODE if other.startswith(f"{page}#")} - {heading}
    text = "".join(
        section
        for section in sections
        if (section.startswith(f"{heading}\n") if heading else section.partition("\n")[0] not in of_others)
    )
    source, tests, folder = DOCS.parent / "src" / "spanish21", DOCS.parent / "tests", ABOUT_CODE[name]
    here = files_of(source / folder, tests / Path(folder).name)
    everywhere = files_of(source, tests, DOCS)
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:py|js|ts|css))`", text))
    assert named
    known = {file: everywhere if "/" in file or file.startswith("test_") else here for file in named}
    assert [file for file in named if not any(path.endswith(f"/{file}") for path in known[file])] == []


def files_of(*roots: Path) -> list[str]:
    return [path.as_posix() for root in roots for path in root.rglob("*.*")]


def test_the_page_of_first_answers_has_what_is_measured() -> None:
    kinds = runpy.run_path(str(DOCS.parent / "benchmarks/first_answer.py"))["KINDS"]
    page = (DOCS / "first-answer.md").read_text("utf-8")
    for name, kind in kinds.items():
        (row,) = (line for line in page.splitlines() if line.startswith(f"| {name} |"))
        for command in kind.types.replace(".venv/bin/", "").split(" && "):
            assert command.removesuffix(" --seed 1") in row or command == "python first.py"
        extras = re.search(r"pip install --quiet (.*)", kind.installs)
        assert extras is None or f"`pip install {extras[1]}`" in row


def test_the_glossary_is_in_order_and_has_every_word_that_a_book_defines() -> None:
    page = (DOCS / "glossary.md").read_text("utf-8")
    words = [found.lower() for found in re.findall(r"^\*\*(.*?)\*\*:", page, re.MULTILINE)]
    assert words == sorted(words)
    known = {word.strip() for entry in words for word in entry.split(",")}
    defined = {
        clause.term.lower().removesuffix(" device")
        for name in spanish21.BOOKS
        for clause in spanish21.book(name).clauses
        if clause.id.startswith("1.") and clause.term != "definitions"
    }
    assert len(defined) >= 8
    assert defined <= known


def test_every_target_that_is_named_has_a_recipe() -> None:
    makefile = (DOCS.parent / "Makefile").read_text("utf-8")
    phony = " ".join(re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE))
    recipes = set(re.findall(r"^([a-z-]+):.*\n\t", makefile, re.MULTILINE))
    contributing = (DOCS.parent / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"^make ([a-z-]+)", contributing, re.MULTILINE))
    assert {"metrics", "bench", "test"} <= named
    assert named | set(phony.split()) <= recipes
