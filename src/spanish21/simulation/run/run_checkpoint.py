"""Checkpoint files: the totals of whole tasks, so that an interrupted run can resume where it stopped."""

import os
from pathlib import Path
from typing import Any

import msgspec

from spanish21.errors import BadInput
from spanish21.simulation.results.totals import Totals, totals_of

FORMAT = 2


class RunCheckpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A run between two tasks."""

    format: int
    plan: str
    """The digest of the plan; a checkpoint of another plan is refused."""
    cpu_seconds: float
    totals: dict[str, Any]
    meters: list[Any]


def save(path: Path, plan: str, totals: Totals, meters: list[Any], cpu_seconds: float) -> None:
    """Writes a checkpoint in the place of the one before, which stays whole until the new one is."""
    written = msgspec.json.encode(RunCheckpoint(FORMAT, plan, cpu_seconds, totals.state(), meters))
    beside = path.with_name(path.name + ".new")
    try:
        with open(beside, "wb") as file:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise BadInput(f"checkpoint {path}: {error.strerror}") from None


def load(path: Path, plan: str) -> tuple[Totals, list[Any], float]:
    """The totals, meters and CPU seconds of a checkpoint of the same plan."""
    try:
        read = msgspec.json.decode(path.read_bytes(), type=RunCheckpoint)
        if read.format != FORMAT:
            raise BadInput(f"checkpoint {path}: its format is {read.format}; this version reads {FORMAT}")
        totals = totals_of(read.totals)
    except OSError as error:
        raise BadInput(f"checkpoint {path}: {error.strerror}") from None
    except (msgspec.DecodeError, KeyError, ValueError) as error:
        raise BadInput(f"checkpoint {path}: not a checkpoint: {error}") from None
    if read.plan != plan:
        raise BadInput(f"checkpoint {path}: it belongs to a run with other rules, strategy, wagers or seed")
    return totals, read.meters, read.cpu_seconds
