"""Modules that import another package's internals: chapters, names with an underscore, names passed on."""

import ast
from collections.abc import Iterator

from benchmarks.metrics.checkout import Checkout

CHAPTERS = ("spanish21.game.chapters", "spanish21.game.evolving")


def figures(tree: Checkout) -> Iterator[str]:
    inside: list[str] = []
    private: list[str] = []
    passed_on: list[str] = []
    for path, module in tree.modules.items():
        imports = [node for node in ast.walk(module) if isinstance(node, ast.ImportFrom)]
        if not path.startswith("game/") and any(is_chapter(node) for node in imports):
            inside.append(path)
        own = [node for node in imports if (node.module or "").startswith("spanish21")]
        if any(
            alias.name.startswith("_") and alias.name != "__version__" for node in own for alias in node.names
        ):
            private.append(path)
        is_door = path.endswith("__init__.py")
        if not is_door and any(alias.asname == alias.name for node in own for alias in node.names):
            passed_on.append(path)
    yield f"modules outside game that import a chapter: {len(inside)}{places(inside)}"
    yield f"modules that import a private name: {len(private)}{places(private)}"
    yield f"modules that pass on names of another: {len(passed_on)}{places(passed_on)}"


def is_chapter(node: ast.ImportFrom) -> bool:
    names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return any(name == chapter or name.startswith(f"{chapter}.") for name in names for chapter in CHAPTERS)


def places(found: list[str]) -> str:
    return f" ({', '.join(found)})" if found else ""
