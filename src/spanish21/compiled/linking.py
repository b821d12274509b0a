"""Parts of kernels are handed on as they are written, not finished one by one.

Numba optimises every function and makes machine code of it, with all that it calls, before it links the
function into its callers, where both are done again; most of a cold start went there. A function without an
entry from Python or C can only be called by kernels: its instructions are linked into theirs, and the result
is optimised once, in the kernel.

This rests on insides of Numba that another version may not have. Where one is missing, or where the
environment sets `SPANISH21_PLAIN_NUMBA`, kernels are compiled in Numba's own way: the same kernels, later.
"""

import ctypes
import os
from typing import Any

from numba.core import cpu, targetconfig

_cpu: Any = cpu
_stack: Any = getattr(targetconfig, "ConfigStack", None)
_OF_LIBRARY = (
    "_linking_libraries",
    "_reload_init",
    "_final_module",
    "_finalized",
    "_get_module_for_linking",
)
_REFUSES = ctypes.cast(ctypes.pythonapi.PyObject_Call, ctypes.c_void_p).value
"""A part's entry point in Python: it raises an error when it is called."""


def has_all(owner: Any, *names: str) -> bool:
    """Whether a module or class of Numba has every internal that we use."""
    return all(hasattr(owner, name) for name in names)


def takes_plain_numba() -> bool:
    """Whether to leave Numba unchanged."""
    return bool(os.environ.get("SPANISH21_PLAIN_NUMBA"))


def finish_kernels_only() -> bool:
    """From now on, functions that only kernels can call are not compiled for themselves, if that can be."""
    context = getattr(_cpu, "CPUContext", None)
    known = has_all(context, "get_executable") and has_all(_stack, "top_or_none")
    if takes_plain_numba() or not known or not has_all(getattr(_cpu, "_dynfunc", None), "make_function"):
        return False
    finish = _cpu.CPUContext.get_executable

    def get_executable(context: Any, library: Any, described: Any, environment: Any) -> Any:
        flags = _stack.top_or_none()
        without_entry = has_all(flags, "no_cpython_wrapper", "no_cfunc_wrapper") and (
            flags.no_cpython_wrapper and flags.no_cfunc_wrapper
        )
        if not without_entry or not has_all(library, *_OF_LIBRARY):
            return finish(context, library, described, environment)
        _link(library)
        name = described.qualname.split(".")[-1]
        return _cpu._dynfunc.make_function(
            described.lookup_module(), name, "", _REFUSES, environment, (library,)
        )

    _cpu.CPUContext.get_executable = get_executable
    return True


def _link(library: Any) -> None:
    """Links a part's callees into it, as `finalize` does, without optimising."""
    for called in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(called._reload_init)
        library._final_module.link_in(called._get_module_for_linking(), preserve=True)
    library._finalized = True
