"""Progressive meters: how a part of each wager is added. A plain function of ints."""


def meter_step(remainder: int, wager: int, rate: tuple[int, int]) -> tuple[int, int]:
    """What a wager adds to a meter whose carried part is `remainder`, and the new carried part."""
    carried = remainder + wager * rate[0]
    return carried // rate[1], carried % rate[1]
