"""Digests of long texts, kept in a file: whether anything in them has changed, and about where."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

DIGITS = 8


def digests(lines: Iterable[bytes], size: int) -> Iterator[str]:
    """A digest for every so many lines, and one at the end, each of everything so far."""
    whole = hashlib.sha256()
    for number, line in enumerate(lines, start=1):
        whole.update(line)
        if number % size == 0:
            yield whole.hexdigest()[:DIGITS]
    yield whole.hexdigest()[:DIGITS]


def keep(path: Path, texts: Mapping[str, Iterable[bytes]], size: int) -> None:
    """Write the digests of all texts anew."""
    found = {name: " ".join(digests(lines, size)) for name, lines in texts.items()}
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def first_change(path: Path, name: str, lines: Iterable[bytes], size: int) -> str:
    """Within which lines a text is another than it was, or nothing."""
    kept = json.loads(path.read_text("utf-8"))[name].split()
    for at, (now, before) in enumerate(zip(digests(lines, size), kept, strict=True)):
        if now != before:
            return f"{name} differs within {at * size} to {(at + 1) * size}"
    return ""
