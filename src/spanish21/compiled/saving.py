"""Processes that save kernels of one function take turns.

Numba's cache keeps an index for each function: it reads the index, chooses a free name, and writes the index
and the kernel. Two processes that do so simultaneously choose the same name, and one kernel is lost or is
found under the other's. Where Numba has changed inside, or the system has no file locks, kernels are saved in
Numba's own way.
"""

from typing import Any

from numba.core import caching

from spanish21.compiled.linking import has_all, takes_plain_numba

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_File: Any = getattr(caching, "IndexDataCacheFile", None)
_save_alone: Any = getattr(_File, "save", None)


def save_in_turn() -> bool:
    """From now on, a kernel is saved under a lock on its function's index, if that can be."""
    if takes_plain_numba() or fcntl is None or not has_all(_File, "save", "_save_index"):
        return False

    def save(file: Any, key: Any, data: Any) -> None:
        with open(f"{file._index_path}.lock", "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _save_alone(file, key, data)

    _File.save = save
    return True
