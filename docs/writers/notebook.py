"""docs/tutorial.md as a Jupyter notebook: one text, two forms, and what its cells print in both.

A block of python is a cell; a block of text right after it is what it prints. The cells share their names, as
in Jupyter. `python docs/generate.py` runs them, fills in what they print, and writes docs/tutorial.ipynb.
"""

import ast
import contextlib
import io
import json
import re
from typing import Any

_BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def run_cells(sources: list[str]) -> list[str]:
    """What each cell prints, with the value of its last line where that is an expression."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_printed(source, names, number) for number, source in enumerate(sources, 1)]


def _printed(source: str, names: dict[str, Any], number: int) -> str:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
            if value is not None:
                print(repr(value))
    return printed.getvalue()


def cells_of(page: str) -> list[tuple[str, str]]:
    """The cells of a page: "markdown" or "code", and the source."""
    cells, at = [], 0
    for block in _BLOCK.finditer(page):
        cells += [("markdown", page[at : block.start()].strip()), ("code", block[1].strip())]
        at = block.end()
    cells.append(("markdown", page[at:].strip()))
    return [(kind, source) for kind, source in cells if source]


def with_output(page: str) -> str:
    """The page with what its cells print today."""
    printed = iter(run_cells([source for kind, source in cells_of(page) if kind == "code"]))

    def filled(block: re.Match[str]) -> str:
        text = next(printed)
        return f"```python\n{block[1]}```\n" + (f"\n```text\n{text}```\n" if text else "")

    return _BLOCK.sub(filled, page)


def notebook_of(page: str) -> str:
    """The page, whose output is filled in, as a notebook."""
    outputs = [block[2] or "" for block in _BLOCK.finditer(page)]
    cells: list[dict[str, Any]] = []
    for kind, source in cells_of(page):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{len(cells) + 1}", "metadata": {}}
        cell["source"] = source.splitlines(keepends=True)
        if kind == "code":
            number = sum(one["cell_type"] == "code" for one in cells)
            cell |= {"execution_count": number + 1, "outputs": _outputs(outputs[number])}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _outputs(text: str) -> list[dict[str, Any]]:
    return (
        [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []
    )
