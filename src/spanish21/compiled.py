"""The arithmetic and the rules as the compiler sees them.

`hands`, `options`, `pays`, `sidebets`, and of `strategy` the charts and the numbers of hands, stay plain
Python; importing this module registers their functions with Numba, so that a kernel may call them, and
names the folder of compiled kernels by a digest of the sources that kernels are made from, because Numba's
own cache does not notice an edited callee.
"""

import hashlib
import inspect
import os
from collections import namedtuple
from pathlib import Path
from typing import Any

import numba
from numba.extending import register_jitable

from spanish21.game import hands, options, pays, rules, sidebets
from spanish21.game.rules import Rules
from spanish21.parts import finish_kernels_only
from spanish21.strategy import charts, numbering

_SOURCE = Path(__file__).parent
ARITHMETIC = (hands, options, pays, sidebets, charts, numbering)
"""The modules whose functions a kernel may call."""


def _digest_of_sources() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    called = [Path(inspect.getfile(module)) for module in (*ARITHMETIC, rules)]
    kernels = [*(_SOURCE / "analysis").glob("*.py"), *(_SOURCE / "simulation").glob("*.py")]
    for path in sorted((*called, *kernels, Path(__file__))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    root = (
        os.environ.get("SPANISH21_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    )
    return Path(root) / "spanish21" / _digest_of_sources()


numba.config.CACHE_DIR = str(_cache_folder())  # type: ignore[attr-defined]
finish_kernels_only()

for _module in ARITHMETIC:
    for _function in vars(_module).values():
        if inspect.isfunction(_function) and _function.__module__ == _module.__name__:
            register_jitable(no_cfunc_wrapper=True)(_function)

_NUMBER_FIELDS = tuple(
    name
    for name, kind in Rules.__annotations__.items()
    if kind in (int, bool)
    or str(kind).startswith("tuple[int")
    or name in ("pays_by_kind", "cover_from_back")
    or name.startswith("pays_")
)

NumberRules = namedtuple("NumberRules", _NUMBER_FIELDS)  # type: ignore[misc]
"""The fields of `Rules` that are numbers or tuples of numbers, under the same names."""


def number_rules(rules: Rules) -> Any:
    """The rules as a kernel takes them."""
    return NumberRules(*(getattr(rules, name) for name in _NUMBER_FIELDS))
