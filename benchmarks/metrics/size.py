"""Size: files and statements by subpackage, the largest folder, lines that are repeated."""

import ast
from collections import Counter
from collections.abc import Iterator

from benchmarks.metrics.checkout import Checkout, subpackage_of

WINDOW = 6
"""This many lines in a row count as repeated when they are found again elsewhere."""


def figures(tree: Checkout) -> Iterator[str]:
    files: Counter[str] = Counter()
    statements: Counter[str] = Counter()
    for path, module in tree.modules.items():
        files[subpackage_of(path)] += 1
        statements[subpackage_of(path)] += statements_in(module)
    yield f"{files.total()} files, {statements.total()} statements"
    for name in sorted(files):
        yield f"{name}: {files[name]} files, {statements[name]} statements"
    folders = Counter(
        path.rpartition("/")[0] or "." for path in tree.modules if not path.endswith("__init__.py")
    )
    ((largest, count),) = folders.most_common(1)
    yield f"largest folder: {largest} with {count} modules, without its __init__"
    yield f"lines that are repeated, in runs of {WINDOW}: {repeated_lines(tree)}"


def statements_in(module: ast.Module) -> int:
    """Statements, docstrings not counted."""
    return sum(isinstance(node, ast.stmt) and not is_text(node) for node in ast.walk(module))


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def repeated_lines(tree: Checkout) -> int:
    """How many runs of lines are found again elsewhere, without imports, comments and short lines."""
    runs: Counter[tuple[str, ...]] = Counter()
    for path in tree.modules:
        lines = [line.strip() for line in (tree.source / path).read_text("utf-8").splitlines()]
        lines = [line for line in lines if len(line) > 3 and not line.startswith(("from ", "import ", "#"))]
        runs.update(tuple(lines[at : at + WINDOW]) for at in range(len(lines) - WINDOW + 1))
    return sum(count - 1 for count in runs.values() if count > 1)
