"""The program's own files: their digest, and those that differ from the wheel's RECORD.

`python -m spanish21.server.audit.installation` prints it as JSON. It runs as a separate process, so that a
server which has loaded its modules long ago reads the files that are on the disk now.
"""

import base64
import hashlib
import importlib.util
import json
import marshal
import os
import sys
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import msgspec

from spanish21 import __version__

PACKAGE = "spanish21"
CACHE = "__pycache__"
CODE_AT = 16
"""Where the code begins in a compiled file, after the header that names its source."""
MOST_NAMED = 20


class Installation(msgspec.Struct, frozen=True):
    """The findings. The digest covers every file of the package except the compiled ones; these are compared
    with their sources. Without a RECORD (as in an editable checkout) nothing can be verified."""

    version: str
    is_recorded: bool
    digest: str
    files: int
    changed: tuple[str, ...] = ()


def installation(folder: Path, found: Distribution | None) -> Installation:
    """The files in the package's folder, compared with the record of its installation."""
    digests = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).digest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and CACHE not in path.parts
    }
    lines = "".join(f"{digest.hex()}  {name}\n" for name, digest in digests.items())
    recorded = recorded_in(folder, found) if found is not None and not is_editable(found) else {}
    changed = {name for name in digests.keys() | recorded.keys() if digests.get(name) != recorded.get(name)}
    stale = {f"{name} (compiled)" for name in digests if name.endswith(".py") and is_stale(folder / name)}
    return Installation(
        __version__,
        bool(recorded),
        hashlib.sha256(lines.encode()).hexdigest(),
        len(digests),
        tuple(sorted((changed if recorded else set()) | stale))[:MOST_NAMED],
    )


def is_editable(found: Distribution) -> bool:
    """Whether the program runs from a checkout, whose files change as they are edited."""
    text = found.read_text("direct_url.json")
    return bool(text and json.loads(text).get("dir_info", {}).get("editable"))


def recorded_in(folder: Path, found: Distribution) -> dict[str, bytes]:
    """The digests that the wheel's RECORD has of files in a folder."""
    recorded = {}
    for file in found.files or ():
        path = Path(str(file.locate())).resolve()
        if file.hash is not None and file.hash.mode == "sha256" and path.is_relative_to(folder.resolve()):
            padded = file.hash.value + "=" * (-len(file.hash.value) % 4)
            recorded[str(path.relative_to(folder.resolve()))] = base64.urlsafe_b64decode(padded)
    return recorded


def is_stale(source: Path) -> bool:
    """Whether Python would run something else than a source says, because the compiled file does."""
    compiled = Path(importlib.util.cache_from_source(str(source)))
    try:
        data, text = compiled.read_bytes(), source.read_bytes()
    except OSError:
        return False
    status = source.stat()
    is_of_source = data[8:CODE_AT] == b"".join(
        (number & 0xFFFFFFFF).to_bytes(4, "little") for number in (int(status.st_mtime), status.st_size)
    )
    is_by_hash = bool(data[4:8] != bytes(4))
    if not is_of_source and not is_by_hash:
        return False  # Python compiles it again
    try:
        return bool(marshal.loads(data[CODE_AT:]) != compile(text, str(source), "exec", dont_inherit=True))
    except (ValueError, EOFError, TypeError, SyntaxError):
        return True


def main() -> None:
    """Print the findings about this installation."""
    os.nice(15)
    try:
        found = distribution(PACKAGE)
    except PackageNotFoundError:
        found = None
    with suppress(BrokenPipeError):  # the server ended meanwhile
        sys.stdout.buffer.write(msgspec.json.encode(installation(Path(__file__).parents[2], found)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
