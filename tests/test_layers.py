"""Imports point down only."""

import ast
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
    "kept": set(),
    "parts": set(),
    "loading": {"parts"},
    "tabulated": {"errors", "display", "game", "kept"},
    "compiled": {"errors", "display", "game", "strategy", "kept", "parts", "loading"},
    "analysis": {"errors", "display", "game", "books", "strategy", "compiled", "tabulated"},
    "simulation": {
        "errors",
        "display",
        "game",
        "books",
        "dealer",
        "strategy",
        "compiled",
        "tabulated",
        "kept",
    },
    "compiling": {"errors", "display", "books", "kept", "analysis", "simulation"},
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
        "kept",
        "compiling",
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
        "kept",
        "compiling",
        "client",
        "server",
    },
    "__main__": {"cli"},
}
BESIDE = {"simulation/named.py": {"analysis"}}
"""The one place where the simulator asks the analyser: for the strategies that are asked for by name."""
SUBPACKAGES = {
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
    name = module.removeprefix(f"spanish21.{package}.").split(".")[0]
    return name if name in SUBPACKAGES[package] else ""


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_every_folder_of_a_package_has_its_place_in_the_order(package: str) -> None:
    folders = {path.parent.name for path in (SOURCE / package).glob("*/__init__.py")}
    assert folders == set(SUBPACKAGES[package])


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_imports_between_subpackages_point_down_only(package: str) -> None:
    order = ("", *SUBPACKAGES[package])
    wrong = []
    for path in sorted((SOURCE / package).rglob("*.py")):
        folder = path.relative_to(SOURCE / package).parts[0].removesuffix(".py")
        own = order.index(folder if folder in order else "")
        for module in imports_of(path):
            if (
                module.startswith(f"spanish21.{package}.")
                and order.index(subpackage_of(module, package)) > own
            ):
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
