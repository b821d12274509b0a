"""docs/tutorial.md as a Jupyter notebook: one text, two forms, and the output of its cells in both.

A block of python is a cell; a block of text right after it is its output. The cells share their names, as
in Jupyter. `python docs/generate.py` runs them, fills in their output, and writes docs/tutorial.ipynb,
which also has what the value of a cell's last line shows of itself: a picture, a table.
"""

import ast
import contextlib
import io
import json
import re
from functools import cache
from typing import Any, NamedTuple

_BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


class Output(NamedTuple):
    """The output of a cell, and the value of its last line where that is an expression: as text and as
    HTML."""

    printed: str
    value: str
    html: str

    @property
    def text(self) -> str:
        """All of it as a terminal shows it."""
        return self.printed + (f"{self.value}\n" if self.value else "")


@cache
def run_cells(sources: tuple[str, ...]) -> list[Output]:
    """The output of each cell."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [_output(source, names, number) for number, source in enumerate(sources, 1)]


def _output(source: str, names: dict[str, Any], number: int) -> Output:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    shows = getattr(value, "_repr_html_", None)
    text = "" if value is None else repr(value)
    return Output(printed.getvalue(), text, shows() if shows is not None else "")


def cells_of(page: str) -> list[tuple[str, str]]:
    """The cells of a page: "markdown" or "code", and the source."""
    cells, at = [], 0
    for block in _BLOCK.finditer(page):
        cells += [("markdown", page[at : block.start()].strip()), ("code", block[1].strip())]
        at = block.end()
    cells.append(("markdown", page[at:].strip()))
    return [(kind, source) for kind, source in cells if source]


def _outputs_of(page: str) -> list[Output]:
    return run_cells(tuple(source for kind, source in cells_of(page) if kind == "code"))


def with_output(page: str) -> str:
    """The page with the current output of its cells."""
    outputs = iter(_outputs_of(page))

    def filled(block: re.Match[str]) -> str:
        text = next(outputs).text
        return f"```python\n{block[1]}```\n" + (f"\n```text\n{text}```\n" if text else "")

    return _BLOCK.sub(filled, page)


def notebook_of(page: str) -> str:
    """The page as a notebook, with the current output of its cells."""
    outputs = iter(_outputs_of(page))
    cells: list[dict[str, Any]] = []
    for kind, source in cells_of(page):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{len(cells) + 1}", "metadata": {}}
        cell["source"] = source.splitlines(keepends=True)
        if kind == "code":
            number = 1 + sum(one["cell_type"] == "code" for one in cells)
            cell |= {"execution_count": number, "outputs": _in_notebook(next(outputs), number)}
        cells.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _in_notebook(output: Output, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if output.printed:
        text = output.printed.splitlines(keepends=True)
        found.append({"name": "stdout", "output_type": "stream", "text": text})
    if output.value:
        data = {"text/html": output.html} if output.html else {}
        data["text/plain"] = output.value
        lines = {kind: text.splitlines(keepends=True) for kind, text in data.items()}
        found.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": lines}
        )
    return found
