"""What a server answers to a command."""

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the seq of its last event, or why not."""

    ok: bool
    seq: int = 0
    reason: str = ""
    text: str = ""
    clauses: tuple[str, ...] = ()
    stale: bool = False
