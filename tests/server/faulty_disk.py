"""A disk that fails when it is told to, and that remembers what a loss of power would have left of it.

SQLite's file system layer is wrapped: every write, truncation and sync of a file goes through `Disk`, which
notes it and can refuse it. Nothing in the server knows of it.
"""

import _sqlite3
import ctypes
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

IOERR_WRITE, IOERR_FSYNC, FULL = 778, 1034, 13
SECTOR = 512

_library = ctypes.CDLL(_sqlite3.__file__)
_library.sqlite3_vfs_find.restype = ctypes.c_void_p
_library.sqlite3_vfs_register.argtypes = [ctypes.c_void_p, ctypes.c_int]
_library.sqlite3_vfs_unregister.argtypes = [ctypes.c_void_p]

_WRITE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_int, ctypes.c_int64
)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
# A file keeps the pointer to its name, so names are handed on as they came and not as Python's bytes.
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_int),
)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods: a version and 18 functions, the third to fifth of which write."""

    _fields_ = (("version", ctypes.c_int), ("functions", ctypes.c_void_p * 18))


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    )


class Operation(NamedTuple):
    """One change of a file: a write of `data`, a truncation to `at`, a sync, or that it was deleted."""

    kind: str
    path: str
    at: int = 0
    data: bytes = b""


class Disk:
    """What was done to the files, and which operations fail: from `fails_from` on, `fails` of them, with
    `error` (for a write; a sync that fails says so in its own way)."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.fails_from, self.fails, self.error = -1, 0, IOERR_WRITE
        self.dies_at, self.dies_torn = -1, False
        """At which operation the process is killed, and whether half of it is done before."""

    @property
    def dies(self) -> bool:
        return len(self.operations) == self.dies_at

    def takes(self, operation: Operation) -> int:
        """0 if the operation may be done, else SQLite's error; an operation that fails is not counted."""
        if self.dies:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fails and len(self.operations) >= self.fails_from >= 0:
            self.fails -= 1
            is_failed_sync = operation.kind == "sync" and self.error == IOERR_WRITE
            return IOERR_FSYNC if is_failed_sync else self.error
        self.operations.append(operation)
        return 0


@contextmanager
def watched_disk() -> Iterator[Disk]:
    """Every database that SQLite opens meanwhile is on the disk that is returned."""
    disk = Disk()
    default = _library.sqlite3_vfs_find(None)
    vfs = _Vfs.from_buffer_copy((ctypes.c_char * ctypes.sizeof(_Vfs)).from_address(default))
    plain_open = _OPEN(vfs.open)
    kept: list[Any] = []

    def opened(itself: int, name: int | None, file: int, flags: int, told: Any) -> int:
        result = plain_open(default, name, file, flags, told)
        pointer = ctypes.c_void_p.from_address(file)
        if result == 0 and pointer.value and name is not None:
            methods = _watched(pointer.value, ctypes.string_at(name).decode(), disk, kept)
            pointer.value = ctypes.addressof(methods)
        return result

    plain_delete = _DELETE(vfs.delete)

    def deleted(itself: int, name: bytes, sync: int) -> int:
        disk.operations.append(Operation("delete", name.decode()))
        return plain_delete(default, name, sync)

    watched_open, watched_delete = _OPEN(opened), _DELETE(deleted)
    vfs.name, vfs.open = b"watched", ctypes.cast(watched_open, ctypes.c_void_p).value
    vfs.delete = ctypes.cast(watched_delete, ctypes.c_void_p).value
    _library.sqlite3_vfs_register(ctypes.addressof(vfs), 1)
    try:
        yield disk
    finally:
        _library.sqlite3_vfs_unregister(ctypes.addressof(vfs))
        _library.sqlite3_vfs_register(default, 1)
        kept.clear()


def _watched(address: int, path: str, disk: Disk, kept: list[Any]) -> _Methods:
    methods = _Methods.from_buffer_copy((ctypes.c_char * ctypes.sizeof(_Methods)).from_address(address))
    write, truncate = _WRITE(methods.functions[2]), _TRUNCATE(methods.functions[3])
    sync = _SYNC(methods.functions[4])

    def watched_write(file: int, data: Any, size: int, at: int) -> int:
        operation = Operation("write", path, at, data[:size])
        if disk.dies and disk.dies_torn:
            write(file, data, size // 2, at)
        return disk.takes(operation) or write(file, data, size, at)

    def watched_truncate(file: int, size: int) -> int:
        return disk.takes(Operation("truncate", path, size)) or truncate(file, size)

    def watched_sync(file: int, flags: int) -> int:
        return disk.takes(Operation("sync", path)) or sync(file, flags)

    functions = (_WRITE(watched_write), _TRUNCATE(watched_truncate), _SYNC(watched_sync))
    for index, function in enumerate(functions, start=2):
        methods.functions[index] = ctypes.cast(function, ctypes.c_void_p).value
    kept.extend((methods, *functions))
    return methods


def after_power_loss(operations: list[Operation], folder: Path, chance: random.Random) -> None:
    """The files as a loss of power after these operations may leave them, written into a folder: what was
    synced is there, and of the rest any part, in any order, down to sectors."""
    images: dict[str, bytearray] = {}
    pending: dict[str, list[Operation]] = {}
    for operation in operations:
        if operation.kind == "delete":
            images.pop(operation.path, None)
            pending.pop(operation.path, None)
            continue
        image = images.setdefault(operation.path, bytearray())
        waiting = pending.setdefault(operation.path, [])
        if operation.kind != "sync":
            waiting.append(operation)
            continue
        for one in waiting:
            _apply(image, one, len(one.data))
        waiting.clear()
    for path, waiting in pending.items():
        for one in waiting:
            if chance.random() < 0.5:
                torn = chance.random() < 0.3
                size = chance.randrange(0, len(one.data) + 1, SECTOR) if torn and one.data else len(one.data)
                _apply(images[path], one, size)
    for path, image in images.items():
        (folder / Path(path).name).write_bytes(image)


def _apply(image: bytearray, operation: Operation, size: int) -> None:
    if operation.kind == "truncate":
        del image[operation.at :]
        return
    if len(image) < operation.at:
        image.extend(bytes(operation.at - len(image)))
    image[operation.at : operation.at + size] = operation.data[:size]
