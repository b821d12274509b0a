"""The file with a trainee's progress between lessons, by book."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from spanish21.compiled.cache import data_folder, write_whole
from spanish21.errors import BadInput
from spanish21.school.marks import Mark
from spanish21.school.trainee_progress import TraineeProgress, after_lesson


def path() -> Path:
    """Where the progress is."""
    return data_folder() / "school.json"


def progress_with(book: str) -> TraineeProgress:
    """The progress with a book so far."""
    return _read().get(book, TraineeProgress())


def add_lesson(book: str, marks: Sequence[Mark]) -> bool:
    """Add the answers of a lesson to what is in the file now; returns whether it could be written."""
    books = _read()
    books[book] = after_lesson(books.get(book, TraineeProgress()), marks)
    return write_whole(path(), msgspec.json.format(msgspec.json.encode(books), indent=1))


def _read() -> dict[str, TraineeProgress]:
    try:
        return msgspec.json.decode(path().read_bytes(), type=dict[str, TraineeProgress])
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"{path()}: cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadInput(f"{path()} is not a record of lessons; move it away to begin a new one") from None
