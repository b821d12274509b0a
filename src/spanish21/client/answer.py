"""A server's answer to a command."""

import msgspec

from spanish21.game.moves.bounds import Bounds


class Answer(msgspec.Struct, frozen=True):
    """The outcome of a command: the seq of its last event, or why not."""

    ok: bool
    seq: int = 0
    reason: str = ""
    text: str = ""
    clauses: tuple[str, ...] = ()
    bounds: Bounds | None = None
    """The bounds, as numbers."""
    stale: bool = False
