"""A checkout of the project, this one or an older one: its modules and their syntax trees."""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Checkout:
    root: Path

    @property
    def source(self) -> Path:
        return self.root / "src" / "spanish21"

    @property
    def is_own(self) -> bool:
        """Whether it is the checkout that the running program was imported from."""
        return self.root == Path(__file__).resolve().parents[2]

    def module(self, path: str) -> ast.Module:
        """The syntax tree of one module, by its path inside the package."""
        return ast.parse((self.source / path).read_text("utf-8"))

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """Every module of the package by its path inside it, as a syntax tree."""
        paths = sorted(self.source.rglob("*.py"))
        return {
            path.relative_to(self.source).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths
        }


def subpackage_of(module: str) -> str:
    """The folder that a module is counted in: `game/chapters`, `cli`, or `.` for the top."""
    folders = module.split("/")[:-1]
    return "/".join(folders[:2]) or "."
