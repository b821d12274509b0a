"""The names of tiles, as C2SP tlog-tiles gives them to files and addresses.

>>> tile_path(0, 1_234_067)
'0/x001/x234/067'
>>> tile_path(1, 0, 3)
'1/000.p/3'
"""

import re

from spanish21.server.transparency.tree import TILE_WIDTH

MOST_LEVELS = 8
_PATH = re.compile(r"([0-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


def tile_path(level: int, number: int, width: int = TILE_WIDTH) -> str:
    """The name of a tile, or of the first `width` hashes of one."""
    parts = [f"{number % 1000:03}"]
    while number >= 1000:
        number //= 1000
        parts.append(f"x{number % 1000:03}")
    return f"{level}/{'/'.join(reversed(parts))}" + ("" if width == TILE_WIDTH else f".p/{width}")


def tile_at(path: str) -> tuple[int, int, int] | None:
    """Level, number and width of a name; None if it is not the name of a tile."""
    found = _PATH.fullmatch(path)
    if found is None:
        return None
    level, width = int(found[1]), int(found[3] or TILE_WIDTH)
    number = int(found[2].replace("x", "").replace("/", ""))
    is_exact = level < MOST_LEVELS and number < 2**53 and tile_path(level, number, width) == path
    return (level, number, width) if is_exact else None
