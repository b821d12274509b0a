"""The cache between runs: folders of compiled kernels and of results, named by their sources.

A folder's name is a digest of everything that decides its contents, so that an edited source never meets an
old kernel or an old result. Nothing here needs numba, so a cached result is read without loading it.
"""

import hashlib
import os
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile

_SOURCE = Path(__file__).parents[1]
_ARITHMETIC = (
    *(f"game/{name}.py" for name in ("words", "hands", "options", "pays", "rules")),
    *(f"strategy/{name}.py" for name in ("charts", "numbering")),
)
_COMPILER = ("compiled/register.py", "compiled/linking.py")


def root() -> Path:
    """The folder of the whole cache: `SPANISH21_CACHE`, or the user's cache."""
    named = os.environ.get("SPANISH21_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(named or Path.home() / ".cache") / "spanish21"


def data_folder() -> Path:
    """The folder of the user's data: databases, keys, progress in lessons."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(home) / "spanish21"


@cache
def digest_of_kernels() -> str:
    """A digest of the sources that kernels are made from, and of the compiler."""
    called = [_SOURCE / name for name in (*_ARITHMETIC, *_COMPILER)]
    return _digest([*called, *_modules("analysis"), *_modules("simulation")])


@cache
def digest_of_results() -> str:
    """A digest of all sources that a result of the analyser depends on."""
    rooms = ("game", "strategy", "analysis")
    compiler = [_SOURCE / name for name in _COMPILER]
    return _digest([*compiler, *(path for room in rooms for path in _modules(room))])


def _modules(room: str) -> Iterable[Path]:
    return (_SOURCE / room).rglob("*.py")


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256(f"{version('numba')} {version('numpy')}".encode())
    for path in sorted(paths):
        digest.update(path.relative_to(_SOURCE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def kernels() -> Path:
    """The folder of compiled kernels."""
    return root() / digest_of_kernels()


def cached_result(
    kind: str, asked: bytes, find: Callable[[], bytes], sources: Callable[[], str] = digest_of_results
) -> bytes:
    """The cached result for the same question and the same sources; otherwise what `find` returns, which is
    then cached.

    An incomplete or changed file counts as missing. With `SPANISH21_FRESH` set, cached results are
    ignored.
    """
    name = f"{kind}-{hashlib.sha256(asked).hexdigest()[:32]}"
    path = root() / "results" / sources() / name
    if not os.environ.get("SPANISH21_FRESH"):
        kept = _unsealed(path)
        if kept is not None:
            return kept
    found = find()
    write_whole(path, hashlib.sha256(found).digest() + found)
    return found


def _unsealed(path: Path) -> bytes | None:
    """The contents of a file after its digest; None if they do not match."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    size = hashlib.sha256().digest_size
    return content[size:] if hashlib.sha256(content[size:]).digest() == content[:size] else None


def write_whole(path: Path, content: bytes) -> bool:
    """Write a file that others see whole or not at all; whether it could be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError:
        return False
    return True
