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
    "server": {
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
        "server",
    },
    "__main__": {"cli"},
}
BESIDE = {"simulation/named.py": {"analysis"}}
"""The one place where the simulator asks the analyser: for the strategies that are asked for by name."""
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
