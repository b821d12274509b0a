"""Cached kernels are loaded without the compiler's libraries.

Before Numba loads a kernel from its cache, it prepares to compile: it imports everything that it knows
about Python and NumPy, which takes longer than most commands. A loaded kernel needs only the runtime. If
something does have to be compiled, the compiler is prepared then. Where Numba has changed inside, or
`SPANISH21_PLAIN_NUMBA` is set, kernels are loaded in Numba's own way.
"""

from typing import Any

from numba.core import caching, runtime

from spanish21.compiled.linking import has_all, takes_plain_numba

_caching: Any = caching
_runtime: Any = runtime
_OF_CACHE = ("load_overload", "_load_overload", "_guard_against_spurious_io_errors")


def load_without_compiler() -> bool:
    """From now on, cached kernels are loaded directly if possible."""
    known = has_all(getattr(_caching, "Cache", None), *_OF_CACHE) and has_all(
        getattr(_runtime, "rtsys", None), "initialize"
    )
    if takes_plain_numba() or not known:
        return False

    def load_overload(kept: Any, signature: Any, context: Any) -> Any:
        _runtime.rtsys.initialize(context)
        with kept._guard_against_spurious_io_errors():
            return kept._load_overload(signature, context)

    _caching.Cache.load_overload = load_overload
    return True
