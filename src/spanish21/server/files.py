"""Files of the house: readable by their owner alone, with any umask. Syncs to the disk."""

import os
import stat
from pathlib import Path

from spanish21.errors import BadInput

OWNER_ONLY = 0o600
OF_DATABASE = ("", "-wal", "-shm", "-journal", ".lock")
"""Suffixes that SQLite, and the lock of its server, add to the name of a database's file."""


def make_private(path: str | Path) -> None:
    """Make a file that only its owner can read, or restrict an existing one."""
    if not is_made(path):
        tighten(path)


def is_made(path: str | Path) -> bool:
    """Make a file that only its owner can read; False if there is a file of that name."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        return False
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
    try:
        os.fchmod(handle, OWNER_ONLY)
    finally:
        os.close(handle)
    return True


def tighten(path: str | Path) -> None:
    """Make a plain file readable by its owner only. The file is not opened: to close it
    again would let go of SQLite's locks."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode) and stat.S_IMODE(mode) & 0o077:
            os.chmod(path, OWNER_ONLY)
    except FileNotFoundError:
        return
    except PermissionError:
        told = f"others can read {path}, which belongs to another user; run: chmod 600 {path}"
        raise BadInput(told) from None


def tighten_database(path: Path) -> None:
    """The same for all files of a SQLite database, as an older version may have left them."""
    for suffix in OF_DATABASE:
        tighten(f"{path}{suffix}")


def sync(path: Path) -> None:
    """Wait until a file, or the entries of a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_private(path: Path, text: str) -> None:
    """Write a file for its owner alone, whole or not at all."""
    part = path.with_name(f"{path.name}.{os.urandom(4).hex()}.part")  # servers on one machine may share it
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    sync(path.parent)
