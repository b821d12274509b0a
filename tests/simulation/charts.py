"""A chart for tests that uses every kind of cell: marks by cards and by suit, rescues, redoubles."""

from functools import cache

from spanish21.strategy import AfterDouble, Cell, Chart, CompositionStrategy, chart_of_tables


@cache
def busy_chart() -> Chart:
    """A sensible chart with many exceptions, so that every path of the game is walked."""
    hard: dict[tuple[int, int], Cell] = {}
    soft: dict[tuple[int, int], Cell] = {}
    pair: dict[tuple[int, int], Cell] = {}
    for up in range(1, 11):
        for total in range(4, 22):
            hard[total, up] = _hard(total, up)
        for total in range(12, 22):
            soft[total, up] = _soft(total, up)
        for value in range(1, 11):
            same = soft[12, up] if value == 1 else hard[2 * value, up]
            pair[value, up] = _pair(value, up, same)
    doubled = {
        (doubles, is_soft, total, up): _doubled(total, up)
        for doubles in (1, 2, 3)
        for is_soft in (False, True)
        for total in range(4, 22)
        for up in range(1, 11)
    }
    return chart_of_tables("busy", hard, soft, pair, doubled)


def _hard(total: int, up: int) -> Cell:
    low = 2 <= up <= 6
    if total <= 8:
        return Cell("hit")
    if total == 9:
        return Cell("double", "hit", 3) if up == 6 else Cell("hit")
    if total == 10:
        return Cell("double", "hit", 5) if 2 <= up <= 7 else Cell("hit")
    if total == 11:
        return Cell("double", "hit", 4 if up >= 2 else 3)
    if total == 13 and up == 6:
        return Cell("stand", "stand", 4)
    if total == 14 and low:
        return Cell("stand", "stand", 4 if up <= 4 else 5, 1)
    if total == 15 and low:
        return Cell("stand", "stand", 5, 2)
    if total == 16 and low:
        return Cell("stand", "stand", 6, 3)
    if total in (16, 17) and up == 1:
        return Cell("surrender", "hit")
    if total <= 16:
        return Cell("hit")
    return Cell("stand", "stand", 6) if total == 17 and up >= 8 else Cell()


def _soft(total: int, up: int) -> Cell:
    if total <= 15:
        return Cell("hit")
    if total == 16:
        return Cell("double", "hit", 3) if up == 6 else Cell("hit")
    if total == 17:
        return Cell("double", "hit", 4) if 4 <= up <= 6 else Cell("hit")
    if total == 18:
        if 4 <= up <= 6:
            return Cell("double", "stand", 5)
        return Cell("stand", "stand", 4) if up in (2, 3, 7, 8) else Cell("hit")
    return Cell("stand", "stand", 6) if total == 19 and up in (1, 10) else Cell()


def _pair(value: int, up: int, same: Cell) -> Cell:
    splits = {
        1: True,
        2: 2 <= up <= 8,
        3: 2 <= up <= 8,
        6: 4 <= up <= 6,
        7: 2 <= up <= 7,
        8: up != 1,
        9: up in (3, 4, 5, 6, 8, 9),
        10: up == 6,
    }
    if not splits.get(value, False):
        return same
    otherwise = "hit" if same.action == "surrender" else same.action
    return Cell("split", otherwise, 0, 2 if value == 7 and up == 7 else 0)


def _doubled(total: int, up: int) -> AfterDouble:
    if total in (10, 11) and up < 9:
        return AfterDouble("double", "stand")
    return AfterDouble("rescue") if up in (1, 8, 9, 10) and total <= 16 else AfterDouble()


@cache
def odd_composition() -> CompositionStrategy:
    """A strategy by composition that plays hands of one total in different ways, for the paths' sake."""
    import numpy

    from spanish21.strategy import (
        DOUBLE,
        DOUBLED,
        FIRST,
        HIT,
        RESCUE,
        SITUATIONS,
        SPLIT,
        SPLIT_AGAIN,
        SPLIT_LAST,
        STAND,
        SUITED_STATES,
        SURRENDER,
        hand_numbers,
    )

    numbers = hand_numbers()
    states = len(numbers.hard) + SUITED_STATES
    chance = numpy.random.default_rng(21)
    hard = numpy.concatenate([numbers.hard, numpy.repeat([13, 14, 15, 14], 8)])
    size = numpy.concatenate([numbers.size, numpy.repeat(2, SUITED_STATES)])
    choices = numpy.full((SITUATIONS, states, 11), STAND, dtype=numpy.int8)
    drawn = chance.random((SITUATIONS, states, 11))
    for situation in (FIRST, SPLIT_AGAIN, SPLIT_LAST):
        draws = (hard[:, None] < 12) | ((hard[:, None] < 17) & (drawn[situation] < 0.5))
        choices[situation][draws] = HIT
        choices[situation][(hard[:, None] < 19) & (drawn[situation] > 0.85)] = DOUBLE
    choices[FIRST][(size[:, None] == 2) & (drawn[FIRST] < 0.04)] = SURRENDER
    for situation in (FIRST, SPLIT_AGAIN):
        for value in range(1, 11):
            number = numbers.following[numbers.following[0, value], value]
            choices[situation, number][drawn[situation, number] < 0.6] = SPLIT
        choices[situation, -8:][drawn[situation, -8:] < 0.5] = SPLIT
    for situation in range(DOUBLED, SITUATIONS):
        choices[situation][drawn[situation] < 0.2] = RESCUE
        choices[situation][drawn[situation] > 0.7] = DOUBLE
    pairs = chance.choice([STAND, HIT, DOUBLE, SPLIT, SPLIT, SURRENDER], (3, 4, 4, 5, 11)).astype(numpy.int8)
    return CompositionStrategy("odd", choices, pairs)
