"""How the kernels are compiled: cached on disk, without the interpreter's lock, without counting
references.

A kernel receives every array that it works on and makes none. Numba would still count references to them on
every call, with atomic instructions that take most of the time of a short function; `_nrt` turns that off,
and refuses to compile a kernel that would allocate.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

from spanish21.compiled import register  # noqa: F401  names the folder of kernels before any is defined

Function = TypeVar("Function", bound=Callable[..., Any])
_OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
_PART: dict[str, Any] = _OPTIONS | {"no_cpython_wrapper": True, "cache": False}
"""A kernel's callees are stored in the kernel's own file."""


def kernel(function: Function) -> Function:
    """The function, compiled when it is first called."""
    dispatcher: Function = njit(**_OPTIONS)(function)
    return dispatcher


def part_of_kernel(function: Function) -> Function:
    """The same for a function that becomes part of its callers: to hand it many arrays would cost more."""
    dispatcher: Function = njit(forceinline=True, **_PART)(function)
    return dispatcher


def called_by_kernels(function: Function) -> Function:
    """The same for a function that only kernels call, and seldom: it is not inlined."""
    dispatcher: Function = njit(**_PART)(function)
    return dispatcher
