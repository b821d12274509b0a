"""Copies of the checkout in which a mutant replaces the source: every process that a test starts meets it."""

import ast
import fcntl
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

from mutants import Mutant

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / ".mutation"
CACHE = KEPT / "cache"
_NAMES_OF_STATE = "from spanish21.compiled import cache; print(cache.kernels(), cache.digest_of_results())"


class Tree:
    """One copy; the mutants that are tried in it follow one another, and no other run uses it meanwhile."""

    def __init__(self) -> None:
        KEPT.mkdir(exist_ok=True)
        for number in count():
            self._lock = (KEPT / f"tree-{number}.lock").open("w")
            with suppress(BlockingIOError):
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
        self.path = KEPT / f"tree-{number}"
        self.refresh()

    def refresh(self) -> None:
        """Make the copy equal to the checkout, with the times of its files."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        for name in names:
            self._restore(name)
        for path in self.path.rglob("*"):
            made_by_tests = {"__pycache__", ".hypothesis"} & set(path.parts)
            if path.is_file() and not made_by_tests and str(path.relative_to(self.path)) not in names:
                path.unlink()

    def _restore(self, name: str) -> None:
        source, copy = ROOT / name, self.path / name
        stamp = source.stat()
        if not copy.exists() or (copy.stat().st_mtime_ns, copy.stat().st_size) != (
            stamp.st_mtime_ns,
            stamp.st_size,
        ):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)

    @contextmanager
    def with_mutant(self, mutant: Mutant) -> Iterator[None]:
        """The copy with the mutant in it. Kernels that cannot depend on the mutant are taken over."""
        copy = self.path / mutant.path
        kernels, results = self._state()
        copy.write_bytes(mutant.broken((ROOT / mutant.path).read_bytes()))
        stamp = 10**9 + zlib.crc32(mutant.key.encode()) % 10**9  # Python knows compiled modules by the second
        os.utime(copy, (stamp, stamp))
        new_kernels, new_results = self._state()
        try:
            if new_kernels != kernels:
                _take_over(kernels, new_kernels, mutant)
            yield
        finally:
            self._restore(mutant.path)
            if new_kernels != kernels:
                shutil.rmtree(new_kernels, ignore_errors=True)
            if new_results != results:
                shutil.rmtree(CACHE / "spanish21" / "results" / new_results, ignore_errors=True)

    def _state(self) -> tuple[Path, str]:
        """The folder of kernels and the digest of results of the sources as they are."""
        command = [sys.executable, "-c", _NAMES_OF_STATE]
        said = subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, check=True
        ).stdout
        kernels, results = said.split()
        return Path(kernels), results

    def compile(self) -> None:
        """Compile the kernels of the sources as they are, once."""
        subprocess.run([sys.executable, "-m", "spanish21", "compile"], env=self.environment(), check=True)

    def environment(self) -> dict[str, str]:
        """What every process in this copy finds: the same examples each time, and its own kernels.

        Compiled files are not written: one mutant of the same size and second could pass for another.
        """
        ours = {
            "CI": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.path / "src"),
            "SPANISH21_CACHE": str(CACHE),
        }
        return {**os.environ, **ours}


def _take_over(kernels: Path, new: Path, mutant: Mutant) -> None:
    """Link the kernels of all modules that do not import the mutant, directly or through others."""
    shutil.rmtree(new, ignore_errors=True)  # a run that was killed has left it
    stale = {(path.parent.name, path.stem) for path in importers(mutant.path)}
    for path in kernels.rglob("*"):
        room, stem = path.parent.name.rpartition("_")[0], path.name.partition(".")[0]
        if path.is_file() and (room, stem) not in stale:
            link = new / path.relative_to(kernels)
            link.parent.mkdir(parents=True, exist_ok=True)
            os.link(path, link)


def importers(path: str) -> set[Path]:
    """The modules that import a module, directly or through others, and the module itself."""
    imports = _imports()
    found, new = set(), {Path(path)}
    while new:
        found |= new
        new = {one for one, imported in imports.items() if imported & found} - found
    return found


@cache
def _imports() -> dict[Path, set[Path]]:
    """The modules of the package that each module imports, anywhere in its text."""
    found = {}
    for path in sorted((ROOT / "src" / "spanish21").rglob("*.py")):
        names = set()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                names |= {one.name for one in node.names}
        stems = [Path("src", *name.split(".")) for name in names if name.startswith("spanish21.")]
        found[path.relative_to(ROOT)] = {
            file for stem in stems for file in (stem.with_suffix(".py"), stem / "__init__.py")
        }
    return found
