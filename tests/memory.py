"""Where tests put their files: in memory, so that none of the thousands of commits waits for a disk."""

import shutil
from pathlib import Path


def in_memory(gigabytes: int) -> str | None:
    """A folder in memory with that much room; None where there is none."""
    shared = Path("/dev/shm")
    has_room = shared.is_dir() and shutil.disk_usage(shared).free > gigabytes * 2**30
    return str(shared) if has_room else None
