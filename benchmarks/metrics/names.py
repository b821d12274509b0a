"""Names that occur twice: of files, classes and public functions."""

import ast
from collections import defaultdict
from collections.abc import Iterator

from benchmarks.metrics.checkout import Checkout


def figures(tree: Checkout) -> Iterator[str]:
    packages: dict[str, set[str]] = defaultdict(set)
    folders: dict[str, set[str]] = defaultdict(set)
    for path in tree.modules:
        folder, _, name = path.rpartition("/")
        if not name.startswith("__"):
            packages[name].add(path.split("/")[0])
            folders[name].add(folder)
    yield f"file names in two packages: {listed(packages)}"
    yield f"file names in two folders: {listed(folders)}"
    yield f"classes of one name in two modules: {listed(definitions(tree, (ast.ClassDef,)))}"
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    yield f"functions of one name in two modules: {len(twice(definitions(tree, kinds)))}"


def definitions(tree: Checkout, kinds: tuple[type[ast.stmt], ...]) -> dict[str, set[str]]:
    """Public definitions at the top of a module, each with the modules that have one of that name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, module in tree.modules.items():
        for node in module.body:
            if isinstance(node, kinds) and not node.name.startswith("_"):  # type: ignore[attr-defined]
                found[node.name].add(path)  # type: ignore[attr-defined]
    return found


def twice(places: dict[str, set[str]]) -> list[str]:
    return sorted(name for name, found in places.items() if len(found) > 1)


def listed(places: dict[str, set[str]]) -> str:
    names = twice(places)
    return f"{len(names)} ({', '.join(names)})" if names else "0"
