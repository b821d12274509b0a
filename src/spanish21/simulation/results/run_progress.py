"""How far a run is: one line on a terminal, rewritten as tasks come in."""

import os
import sys
import time
from typing import TextIO

from spanish21.game.pictures.count_text import count_text
from spanish21.simulation.results.result import Result

BETWEEN = 0.25
"""Seconds between two lines at least."""
BAR, USUAL_COLUMNS = 24, 80


class Progress:
    """Shows rounds a second, the time left and the running estimate."""

    def __init__(self, rounds: int | None, until_error: float | None, stream: TextIO | None = None) -> None:
        self.rounds, self.until_error = rounds, until_error
        self.stream = stream or sys.stderr
        self.began = self.shown = time.monotonic()
        self.first: int | None = None

    def show(self, result: Result, is_last: bool = False) -> None:
        """Rewrites the line, not too often."""
        now = time.monotonic()
        if self.first is None:
            self.first = result.rounds
        if now - self.shown < BETWEEN and not is_last:
            return
        self.shown = now
        end = "\n" if is_last else ""
        width = self.columns() - 1  # a full line would move the cursor to the next
        self.stream.write("\r" + self.line(result, now - self.began)[:width].ljust(width) + end)
        self.stream.flush()

    def columns(self) -> int:
        """How wide the terminal is."""
        try:
            return os.get_terminal_size(self.stream.fileno()).columns or USUAL_COLUMNS
        except (OSError, ValueError):
            return USUAL_COLUMNS

    def line(self, result: Result, seconds: float) -> str:
        """The line for a result after some seconds."""
        part = self.part(result)
        speed = (result.rounds - (self.first or 0)) / seconds if seconds > 0 else 0.0
        left = seconds * (1 - part) / part if part > 0 else 0.0
        figures = (
            f"{part:4.0%}  {count_text(result.rounds, 'round')}  {speed / 1e6:.1f} M/s  {left:.0f} s left"
            f"  {result.expected_value:+.4%} ± {result.standard_error:.4%}"
        )
        bar = min(BAR, self.columns() - len(figures) - 4)
        filled = round(bar * part)
        return f"[{'#' * filled}{'.' * (bar - filled)}] {figures}" if bar > 0 else figures

    def part(self, result: Result) -> float:
        """The part of the run that is done; an error falls with the root of the rounds."""
        if self.rounds is not None:
            return min(result.rounds / max(self.rounds, 1), 1.0)
        if self.until_error and result.rounds > 1:
            return min((self.until_error / max(result.standard_error, 1e-300)) ** 2, 1.0)
        return 0.0
