"""A file of rounds in the notation that `settle` reads, to which each round is appended when it is over."""

from pathlib import Path

from spanish21.errors import BadInput
from spanish21.notation import BETWEEN_ROUNDS, Round, write


class VisitRoundsFile:
    """Appends rounds as they end; what the file holds already stays."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        try:
            with self._path.open("ab") as file:
                self._is_empty = file.tell() == 0
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BadInput(f"{path}: cannot be written: {reason}") from None

    def append(self, played: Round) -> None:
        """Append a round."""
        between = "" if self._is_empty else f"{BETWEEN_ROUNDS}\n"
        self._is_empty = False
        with self._path.open("a", encoding="utf-8") as file:
            file.write(between + write(played))
