"""Imports point down only."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "spanish21"
ALLOWED = {
    "errors": set(),
    "game": {"errors", "game"},
    "dealer": {"errors", "game"},
    "strategy": {"errors", "game"},
    "compiled": {"errors", "game", "strategy"},
    "analysis": {"errors", "game", "strategy", "compiled", "analysis"},
    "simulation": {"errors", "game", "strategy", "compiled", "simulation"},
    "cli": {"errors", "game", "dealer", "strategy", "compiled", "analysis", "simulation", "cli"},
}
FORBIDDEN_IN_GAME = {
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
    assert reached <= ALLOWED[layer], f"{layer} may not import {sorted(reached - ALLOWED[layer])}"


def game_modules() -> list[Path]:
    return sorted((SOURCE / "game").rglob("*.py"))


@pytest.mark.parametrize("path", game_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_game_has_no_clock_no_chance_and_no_numpy(path: Path) -> None:
    outside = {module.split(".")[0] for module in imports_of(path)} - {"spanish21"}
    assert not outside & FORBIDDEN_IN_GAME
