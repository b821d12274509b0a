"""Files that name a decision or a side wager: the places that one more of its kind would have to touch."""

import ast
import re
from collections.abc import Iterator

from benchmarks.metrics.checkout import Checkout

DECISIONS = ("Rescue", "DeclineInsurance")
SIDE_WAGERS = ("match", "match_down", "monster", "spin", "xtreme")


def figures(tree: Checkout) -> Iterator[str]:
    for decision in DECISIONS:
        named = [path for path, module in tree.modules.items() if decision in names_in(module)]
        word = re.compile(rf"\b{decision}\b")
        scripts = [path for path in tree.source.rglob("*.js") if word.search(path.read_text("utf-8"))]
        yield f"modules that name {decision}: {len(named)}; scripts: {len(scripts)}"
    for wager in SIDE_WAGERS:
        named = [
            path
            for path in tree.modules
            if f'"{wager}' in (tree.source / path).read_text("utf-8") or wager in path.split("/")[-1]
        ]
        yield f"modules that name {wager}: {len(named)}"


def names_in(module: ast.Module) -> set[str]:
    """Every name, attribute, import and word in quotation marks."""
    found: set[str] = set()
    for node in ast.walk(module):
        match node:
            case (
                ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name) | ast.alias(name=name)
            ):
                found.add(name)
            case ast.Constant(value=str(text)):
                found.add(text)
    return found
