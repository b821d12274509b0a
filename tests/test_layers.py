"""Imports point down only."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "spanish21"
BELOW = {
    "errors": set(),
    "display": {"errors"},
    "game": {"errors", "display"},
    "books": {"errors", "display", "game"},
    "notation": {"errors", "display", "game", "books"},
    "dealer": {"errors", "display", "game", "books"},
    "strategy": {"errors", "display", "game", "books"},
    "school": {"errors", "display", "game", "books", "notation", "dealer", "strategy"},
    "compiled": {"errors", "display", "game", "strategy"},
    "analysis": {"errors", "display", "game", "books", "strategy", "compiled"},
    "simulation": {
        "errors",
        "display",
        "game",
        "books",
        "dealer",
        "strategy",
        "compiled",
    },
    "client": {"errors", "game", "books", "strategy"},
    "server": {
        "errors",
        "client",
        "game",
        "books",
        "notation",
        "dealer",
        "strategy",
        "school",
        "compiled",
        "analysis",
        "simulation",
    },
    "cli": {
        "errors",
        "game",
        "books",
        "notation",
        "dealer",
        "strategy",
        "school",
        "compiled",
        "analysis",
        "simulation",
        "client",
        "server",
    },
    "__main__": {"cli"},
}
BESIDE = {
    "simulation/run/named_strategies.py": {"analysis"},
    "compiled/ahead.py": {"books", "analysis", "simulation"},
}
"""The one place where the simulator asks the analyser: for the strategies that are asked for by name. And
what compiles everything in advance knows everything that is compiled."""
SUBPACKAGES = {
    "cli": ("seat", "commands"),
    "analysis": ("hands", "splits", "worth", "law", "sides", "advice", "charts", "report"),
    "simulation": ("plan", "kernel", "automaton", "in_step", "results", "run"),
    "server": (
        "log",
        "store",
        "people",
        "money",
        "fairness",
        "table",
        "rounds",
        "audit",
        "studies",
        "cluster",
        "web",
    ),
}
"""The subpackages of a package from the lowest to the highest: each may import those before it. Modules of
the package itself are below them all."""
SHOWN = {
    "analysis/worth/table_worth.py": {"law", "report"},
    "analysis/law/distribution.py": {"report"},
    "analysis/sides/side_prices.py": {"report"},
}
"""Values that show themselves in a notebook ask the report for it when they are shown."""
MOST_MODULES = 20
FORBIDDEN_BELOW = {
    "random",
    "time",
    "datetime",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "numpy",
    "numba",
}


def modules() -> list[Path]:
    return sorted(
        path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" or path.parent != SOURCE
    )


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{name.name}" for name in node.names if node.module == "spanish21")
        elif isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
    return found


def layer_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("spanish21.") else ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down_only(path: Path) -> None:
    layer = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    reached = {layer_of(module) for module in imports_of(path)} - {"", "__version__"}
    allowed = BELOW[layer] | {layer} | BESIDE.get(str(path.relative_to(SOURCE)), set())
    assert reached <= allowed, f"{layer} may not import {sorted(reached - allowed)}"


def subpackage_of(module: str, package: str) -> str:
    """The subpackage that a module of a package is in; nothing for a module of the package itself."""
    spanish21, *names = module.split(".")
    is_inside = spanish21 == "spanish21" and len(names) > 1 and names[0] == package
    return names[1] if is_inside and names[1] in SUBPACKAGES[package] else ""


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_every_folder_of_a_package_has_its_place_in_the_order(package: str) -> None:
    folders = {path.parent.name for path in (SOURCE / package).glob("*/__init__.py")}
    assert folders == set(SUBPACKAGES[package])


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_imports_between_subpackages_point_down_only(package: str) -> None:
    order = ("", *SUBPACKAGES[package])
    wrong = []
    for path in sorted((SOURCE / package).glob("*/**/*.py")):
        shown = SHOWN.get(str(path.relative_to(SOURCE)), set())
        folder = path.relative_to(SOURCE / package).parts[0].removesuffix(".py")
        own = order.index(folder if folder in order else "")
        for module in imports_of(path):
            reached = subpackage_of(module, package)
            if order.index(reached) > own and reached not in shown:
                wrong.append(f"{path.relative_to(SOURCE)} imports {module}")
    assert wrong == []


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_a_folder_has_at_most_twenty_modules_and_says_where_to_begin(package: str) -> None:
    for place in (SOURCE / package).rglob("__init__.py"):
        modules_here = [path for path in place.parent.glob("*.py") if path != place]
        assert len(modules_here) <= MOST_MODULES, place
    for name in SUBPACKAGES[package]:
        said = (
            ast.get_docstring(ast.parse((SOURCE / package / name / "__init__.py").read_text("utf-8"))) or ""
        )
        assert "It may import" in said, name
        assert "Begin with" in said, name


def test_the_picture_of_the_architecture_names_every_package_and_subpackage() -> None:
    picture = (SOURCE.parents[1] / "docs" / "pictures" / "architecture.svg").read_text("utf-8")
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")} | {"dealer", "rulebooks"}
    drawn = set(re.findall(r'font-weight="bold" [^>]*>(\w+)<', picture))
    assert drawn == packages
    words = set(re.findall(r"\w+", picture))
    assert {name for names in SUBPACKAGES.values() for name in names} <= words


def pure_modules() -> list[Path]:
    return sorted(path for room in ("game", "books", "notation") for path in (SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_game_books_and_notation_have_no_clock_no_chance_and_no_numpy(path: Path) -> None:
    outside = {module.split(".")[0] for module in imports_of(path)} - {"spanish21"}
    assert not outside & FORBIDDEN_BELOW


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_names_a_book(path: Path) -> None:
    """But for the one that a command takes when nobody asks for another: a book is data."""
    books = {place.stem for place in (SOURCE / "rulebooks").glob("*.toml")}
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    named = [node.value for node in tree if isinstance(node, ast.Constant) and node.value in books]
    assert named == (["maryland"] if path == SOURCE / "cli" / "choosing.py" else [])
