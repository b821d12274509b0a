"""Writes docs/reference.md from the source: every public name as it is written there, with its docstring."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

import spanish21
import spanish21.analysis

_GROUPS = (
    ("Books and rules", "BOOKS book Rulebook rules_of what_if Rules"),
    ("Submissions", "load_submission check_submission sample_submission Submission"),
    ("A table and its house", "open_table new_table run_house play_round Table hand_total"),
    ("The game", "decide carry_out Act evolve replay legal May why_not Why due waits_for Command Event"),
    ("One person's view", "view View seen"),
    ("Logs", "read_log written_log"),
    ("Clauses and errors", "cite explain Spanish21Error BadInput BadRules Refused"),
    ("Rounds as text", "read_rounds write_rounds Recorder Round Rounds"),
    ("Strategies", "Chart chart_of player"),
    ("Side wagers of your own", "SideWager register_side_wager"),
)
"""The names of `spanish21` under their headings; `commands` and `events` have separate chapters."""

_OTHER_DOORS = {
    "spanish21.analysis": "edge Edge best_chart prices side_wagers advise Advice Option Shoe FixedMoney"
    " report_html Report removal Removal best_counts BestCounts judge CountWorth indices Indices"
    " ramp Ramp ramp_grid RampGrid both_hands BothHands splits_bound SplitsBound",
    "spanish21.simulation": "simulate Options Result Played played_bankrolls PlayedBankrolls",
    "spanish21.display.shown": "Shown",
    "spanish21.client.client": "Client TableClient",
    "spanish21.client.bot": "play by_strategy simple BotRecord",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef

_PAGES = {
    "Rules": "Its fields are the settings, listed with their values in [The command line](cli.md#settings)."
}


def reference_page() -> str:
    """Every public name by the door through which it is imported, then all commands and events."""
    parts = ["# Reference of the library", ""]
    parts += ["Written by `docs/generate.py` from the source. [The tutorial](tutorial.md) is the way in, and"]
    parts += [
        "[Programs](programs.md) has a program for each kind of user. Money is in the smallest unit.",
        "",
    ]
    for title, names in _GROUPS:
        parts += [f"## {title}", "", f"`from spanish21 import {', '.join(names.split())}`", ""]
        for name in names.split():
            parts += _entry(getattr(spanish21, name), name)
    for door, names in _OTHER_DOORS.items():
        module = import_module(door)
        parts += [f"## {door}", "", *_text(module.__doc__ or "", 0), ""]
        for name in names.split():
            parts += _entry(getattr(module, name), name)
    for name in ("commands", "events"):
        parts += _chapter(name, import_module(f"spanish21.game.{name}"))
    return "\n".join(parts).rstrip() + "\n"


def grouped_names() -> set[str]:
    """The names of `spanish21` that have a place on the page."""
    return {name for _, names in _GROUPS for name in names.split()} | {"commands", "events"}


def _entry(found: Any, name: str) -> list[str]:
    """A name with its form and its words."""
    lines = [f"### {name}", ""]
    if isinstance(found, tuple):
        return [*lines, ", ".join(f"`{one}`" for one in found) + ".", ""]
    module = inspect.getmodule(found)
    assert module is not None
    node = _node(module, found.__name__)
    if isinstance(node, ast.ClassDef):
        lines += _class_lines(node, name, found)
    else:
        lines += ["```text", _signature(node, name), "```", "", *_text(ast.get_docstring(node) or "", 0), ""]
    return [*lines, _PAGES[name], ""] if name in _PAGES else lines


def _node(module: ModuleType, name: str) -> ast.ClassDef | Function:
    """The definition of a name in its source; of an overloaded function the last, which is the real one."""
    body = ast.parse(inspect.getsource(module)).body
    return [one for one in body if isinstance(one, ast.ClassDef | Function) and one.name == name][-1]


def _signature(node: Function, name: str) -> str:
    """The call as the source has it, on several lines where one would be too long."""
    returns = f" -> {_readable(ast.unparse(node.returns))}" if node.returns is not None else ""
    arguments = _readable(ast.unparse(node.args))
    whole = f"{name}({arguments}){returns}"
    if len(whole) <= 100:
        return whole
    inner = "".join(f"    {one},\n" for one in re.split(r", (?=\w+: |\*|/)", arguments))
    return f"{name}(\n{inner}){returns}"


def _readable(written: str) -> str:
    """Types under the names by which readers know them, and spaces around defaults."""
    known_names = {
        "cmd.": "",
        "ev.": "",
        "'": "",
        "Step": "tuple[Table, list[Event]]",
        "AnyRules": "Rules | str",
    }
    for here, known in known_names.items():
        written = written.replace(here, known)
    return re.sub(r"(?<=[\w\]])=(?=\w)", " = ", written)


def _class_lines(node: ast.ClassDef, name: str, found: type) -> list[str]:
    lines = [*_text(ast.get_docstring(node) or "", 0), ""]
    fields = [] if name in _PAGES else list(_fields(node))
    if fields:
        lines += ["```text", *_aligned(fields), "```", "", *_said_of_fields(node)]
    for inner in node.body:
        if isinstance(inner, Function) and not inner.name.startswith("_"):
            said = " ".join(_text(ast.get_docstring(inner) or "", 1))
            lines.append(f"- `{_called(inner)}`" + (f": {said}" if said else ""))
        match inner:  # a method that is written elsewhere
            case ast.Assign(targets=[ast.Name(id=method)], value=ast.Name()) if not method.startswith("_"):
                lines.append(f"- `{method}()`: {' '.join(_text(getattr(found, method).__doc__ or '', 1))}")
    return [*lines, ""] if lines[-1] else lines


def _said_of_fields(node: ast.ClassDef) -> list[str]:
    """The docstrings below the fields."""
    said = []
    for field, below in pairwise(node.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match below:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    said.append(f"- `{field.target.id}`: {' '.join(words.split())}")
    return [*said, ""] if said else []


def _called(node: Function) -> str:
    """A method as it is called, or a property by its name."""
    properties = ("property", "cached_property")
    if any(isinstance(one, ast.Name) and one.id in properties for one in node.decorator_list):
        return node.name
    arguments = [one.arg for one in (*node.args.posonlyargs, *node.args.args)][1:]
    return f"{node.name}({', '.join(arguments)})"


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for inner in node.body:
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            default = f" = {ast.unparse(inner.value)}" if inner.value is not None else ""
            kind = ast.unparse(inner.annotation)
            yield inner.target.id, (kind if "Literal" in kind else kind.replace("'", "")) + default


def _aligned(rows: list[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    return [f"{name:{width}}  {kind}" for name, kind in rows]


def _text(docstring: str, paragraphs: int) -> list[str]:
    """A docstring as Markdown: examples and columns as blocks, the rest as it is; all, or some paragraphs."""
    lines: list[str] = []
    parts = inspect.cleandoc(docstring).split("\n\n")
    for part in parts[:paragraphs] if paragraphs else parts:
        if part.lstrip().startswith(">>>"):
            lines += ["```pycon", *inspect.cleandoc(part).splitlines(), "```", ""]
        elif re.search(r"\S   +\S", part) or part.startswith(("from ", "async with ")):
            lines += ["```text", *part.splitlines(), "```", ""]
        else:
            lines += [*part.splitlines(), ""]
    return lines[:-1] if lines else []


# -- commands and events ---------------------------------------------------------------------------


def _chapter(title: str, module: ModuleType) -> list[str]:
    """All commands or events, a table for each part of the source."""
    source = inspect.getsource(module)
    lines = [f"## {title}", "", *_text(module.__doc__ or "", 0), ""]
    if title == "commands":
        lines += ["Every command has the field `by`.", ""]
    headings = {at + 1: line for at, line in enumerate(source.splitlines()) if line.startswith("# -- ")}
    for node in ast.parse(source).body:
        passed = [at for at in headings if at < node.lineno]
        for at in passed:
            heading = headings.pop(at).strip("# -")
            lines += ["", f"### {title}: {heading}", "", "| name | fields | what |", "|---|---|---|"]
        if isinstance(node, ast.ClassDef) and node.name not in ("Command", "Event"):
            fields = ", ".join(f"`{name}`" for name, _ in _fields(node))
            lines.append(f"| `{node.name}` | {fields} | {_cell(node)} |")
    return [*lines, ""]


def _cell(node: ast.ClassDef) -> str:
    said = " ".join((ast.get_docstring(node) or "").split())
    return said.replace("|", "\\|")
