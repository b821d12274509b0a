"""Walkthroughs: files on the main path of each, and files of which a function was called."""

import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.metrics.checkout import Checkout

TRACES = Path(__file__).with_name("traces.py")
PAGE = Path("docs/walkthroughs.md")
WALKTHROUGHS = {"A double": "double", "A price": "price", "A simulated round": "simulated round"}
"""The beginning of a heading of the page, and the name of the trace."""
STEP = re.compile(r"`([\w/.]+\.(?:py|js)):(\w+)`")


def figures(tree: Checkout) -> Iterator[str]:
    steps = steps_of((tree.root / PAGE).read_text("utf-8")) if (tree.root / PAGE).exists() else {}
    for title, name in WALKTHROUGHS.items():
        called = called_in(tree, name)
        touched = {place.split(":")[0] for place in called}
        yield f"{title}: {len(called)} functions of {len(touched)} files were called"
        if name in steps:
            files = {path for path, _ in steps[name]}
            yield f"  main path: {len(steps[name])} functions of {len(files)} files"


def steps_of(page: str) -> dict[str, list[tuple[str, str]]]:
    """The functions that the page names, by walkthrough, in its order."""
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    found = {}
    for section in sections:
        (name,) = (name for title, name in WALKTHROUGHS.items() if section.startswith(title))
        found[name] = STEP.findall(section)
    return found


def called_in(tree: Checkout, name: str) -> list[str]:
    """The functions that a walkthrough calls, in the order of their first calls: `file:function`."""
    paths = os.pathsep.join(str(tree.root / folder) for folder in ("src", "tests"))
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "called.json"
        run = subprocess.run(
            [sys.executable, str(TRACES), str(tree.root), name, str(written)],
            env=os.environ | {"PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
        if not written.exists():
            raise RuntimeError(f"{name} was not played to its end: {run.stderr[-2000:]}")
        return list(json.loads(written.read_text("utf-8")))


def is_compiled(tree: Checkout, path: str, name: str) -> bool:
    """Whether a function is one of the kernels or of their parts, which no trace sees."""
    for node in tree.module(path).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return any("kernel" in ast.unparse(decorator) for decorator in node.decorator_list)
    return False
