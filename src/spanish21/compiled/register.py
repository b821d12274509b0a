"""The arithmetic and the rules as the compiler sees them.

`hands`, `options`, `pays`, and of `strategy` the charts and the numbers of hands, stay plain
Python; importing this module registers their functions with Numba, so that a kernel may call them, and
names the folder of compiled kernels (cache.py) by a digest of the sources that kernels are made from,
because Numba's own cache does not notice an edited callee.
"""

import inspect

import numba
from numba.extending import register_jitable

from spanish21.compiled import cache
from spanish21.compiled.linking import finish_kernels_only
from spanish21.compiled.loading import load_without_compiler
from spanish21.compiled.saving import save_in_turn
from spanish21.game import hands, options, pays
from spanish21.strategy import charts, numbering

ARITHMETIC = (hands, options, pays, charts, numbering)
"""The modules whose functions a kernel may call."""


numba.config.CACHE_DIR = str(cache.kernels())  # type: ignore[attr-defined]
finish_kernels_only()
load_without_compiler()
save_in_turn()

for _module in ARITHMETIC:
    for _function in vars(_module).values():
        if inspect.isfunction(_function) and _function.__module__ == _module.__name__:
            register_jitable(no_cfunc_wrapper=True)(_function)
