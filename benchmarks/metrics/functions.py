"""Functions: how many, how long, with how many parameters."""

import ast
import statistics
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.metrics.checkout import Checkout


class Function(NamedTuple):
    place: str
    lines: int
    parameters: int


def figures(tree: Checkout) -> Iterator[str]:
    found = [function for path, module in tree.modules.items() for function in functions_of(path, module)]
    longest = max(found, key=lambda one: one.lines)
    widest = max(found, key=lambda one: one.parameters)
    yield f"{len(found)} functions, median {statistics.median(one.lines for one in found):.0f} lines"
    long = sum(one.lines > 60 for one in found)
    yield f"longest: {longest.place} with {longest.lines} lines; over 60: {long}"
    over = sum(one.parameters > 8 for one in found)
    yield f"most parameters: {widest.place} with {widest.parameters}; over 8: {over}"


def functions_of(path: str, module: ast.Module) -> Iterator[Function]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = node.args
            parameters = len(parts.posonlyargs) + len(parts.args) + len(parts.kwonlyargs)
            yield Function(
                f"{path}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1, parameters
            )
