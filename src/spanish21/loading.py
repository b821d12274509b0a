"""Kernels that are kept are loaded without the compiler's libraries.

Before Numba loads a kernel from its cache, it makes itself ready to compile: it imports all that it knows of
Python and NumPy, which takes longer than most commands. A kernel that is loaded needs only the runtime.
Whatever has to be compiled all the same makes the compiler ready itself.
"""

from typing import Any

from numba.core import caching, runtime

_caching: Any = caching
_runtime: Any = runtime


def load_without_compiler() -> None:
    """From now on, a kept kernel is loaded as it is."""

    def load_overload(kept: Any, signature: Any, context: Any) -> Any:
        _runtime.rtsys.initialize(context)
        with kept._guard_against_spurious_io_errors():
            return kept._load_overload(signature, context)

    _caching.Cache.load_overload = load_overload
