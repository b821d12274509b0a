"""Parts of kernels are handed on as they are written, not finished one by one.

Numba optimises every function and makes machine code of it, with all that it calls, before it links the
function into its callers, where both are done again; most of a cold start went there. A function without an
entry from Python or C can only be called by kernels: its instructions are linked into theirs, and what comes
of it is optimised once, in the kernel.
"""

import ctypes
from typing import Any

from numba.core import cpu, targetconfig

_cpu: Any = cpu
_stack: Any = targetconfig.ConfigStack
_REFUSES = ctypes.cast(ctypes.pythonapi.PyObject_Call, ctypes.c_void_p).value
"""What Python finds where a part has no entry: it tries to call what cannot be called, and says so."""


def finish_kernels_only() -> None:
    """From now on, functions that only kernels can call are not compiled for themselves."""
    finish = _cpu.CPUContext.get_executable

    def get_executable(context: Any, library: Any, described: Any, environment: Any) -> Any:
        flags = _stack.top_or_none()
        if flags is None or not (flags.no_cpython_wrapper and flags.no_cfunc_wrapper):
            return finish(context, library, described, environment)
        _link(library)
        name = described.qualname.split(".")[-1]
        return _cpu._dynfunc.make_function(
            described.lookup_module(), name, "", _REFUSES, environment, (library,)
        )

    _cpu.CPUContext.get_executable = get_executable


def _link(library: Any) -> None:
    """Links what a part calls into it, as `finalize` does, and leaves it at that."""
    for called in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(called._reload_init)
        library._final_module.link_in(called._get_module_for_linking(), preserve=True)
    library._finalized = True
