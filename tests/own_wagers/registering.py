"""The side wagers of the invented house, known for as long as a test needs them."""

from collections.abc import Iterator
from contextlib import contextmanager

from own_wagers.wagers import BEACON, LIGHTHOUSE
from spanish21.game.side_wagers.registry import register, unregister


@contextmanager
def registered_wagers() -> Iterator[None]:
    for record in (LIGHTHOUSE, BEACON):
        register(record)
    yield
    for record in (LIGHTHOUSE, BEACON):
        unregister(record.kind)
