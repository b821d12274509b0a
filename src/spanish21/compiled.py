"""The arithmetic and the rules as the compiler sees them.

`hands`, `options`, `pays`, and of `strategy` the charts and the numbers of hands, stay plain
Python; importing this module registers their functions with Numba, so that a kernel may call them, and
names the folder of compiled kernels (`kept.py`) by a digest of the sources that kernels are made from,
because Numba's own cache does not notice an edited callee.
"""

import inspect
from collections import namedtuple
from enum import IntEnum
from typing import Any

import numba
from numba.extending import register_jitable

from spanish21 import kept
from spanish21.game import hands, options, pays
from spanish21.game.rules import Rules
from spanish21.loading import load_without_compiler
from spanish21.parts import finish_kernels_only
from spanish21.strategy import charts, numbering

ARITHMETIC = (hands, options, pays, charts, numbering)
"""The modules whose functions a kernel may call."""


numba.config.CACHE_DIR = str(kept.kernels())  # type: ignore[attr-defined]
finish_kernels_only()
load_without_compiler()

for _module in ARITHMETIC:
    for _function in vars(_module).values():
        if inspect.isfunction(_function) and _function.__module__ == _module.__name__:
            register_jitable(no_cfunc_wrapper=True)(_function)


def _is_word(kind: Any) -> bool:
    """Whether a setting is a word, kept as a number."""
    return isinstance(kind, type) and issubclass(kind, IntEnum)


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, IntEnum) else value


_NUMBER_FIELDS = tuple(
    name
    for name, kind in Rules.__annotations__.items()
    if kind in (int, bool)
    or _is_word(kind)
    or str(kind).startswith("tuple[int")
    or name in ("pays_by_kind", "cover_from_back")
    or name.startswith("pays_")
)

NumberRules = namedtuple("NumberRules", _NUMBER_FIELDS)  # type: ignore[misc]
"""The fields of `Rules` that are numbers or tuples of numbers, under the same names."""


def number_rules(rules: Rules) -> Any:
    """The rules as a kernel takes them."""
    return NumberRules(*(_plain(getattr(rules, name)) for name in _NUMBER_FIELDS))
