"""Kinds of hands by which policies are measured and learned: doubles, split, shape, total, up card."""

from typing import Any

import numpy

from spanish21.environments.observation import PLACE

SIZES = (4, 2, 3, 32, 11)
"""Doubles, split, hard, soft or pair, total or the pair's value, up card."""


def kinds_of(rows: Any) -> Any:
    """The number of the kind of every row of observations."""
    column = {name: rows[:, PLACE[name]].astype(numpy.int64) for name in PLACE}
    is_pair = column["pair"] > 0
    kind = numpy.where(is_pair, 2, column["soft"])
    total = numpy.where(is_pair, column["pair"], column["total"])
    doubles = numpy.minimum(column["doubles"], 3)
    return numpy.ravel_multi_index((doubles, column["split"], kind, total, column["up"]), SIZES)


def kind_words(kind: int) -> tuple[str, str]:
    """A kind of hand in words, and the up card.

    >>> kind_words(int(numpy.ravel_multi_index((1, 0, 1, 17, 1), SIZES)))
    ('doubled soft 17', 'A')
    """
    doubles, split, shape, number, up = (int(one) for one in numpy.unravel_index(kind, SIZES))
    before = ("", "doubled ", "doubled twice ", "doubled three times ")[doubles] + ("split " if split else "")
    against = "A" if up == 1 else str(up)
    if shape == 2:
        return f"{before}pair of {'aces' if number == 1 else f'{number}s'}", against
    return f"{before}{'soft' if shape else 'hard'} {number}", against
