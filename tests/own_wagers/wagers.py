"""Two side wagers of an invented house, defined outside the package.

Lighthouse is on a 20 in the player's first two cards. It sees all four of the first cards, because a pair of
queens of hearts pays most against a dealer's Blackjack. Beacon is on three equal cards and has a meter.
"""

from spanish21.game.side_wagers.record import SideWager

QUEEN_OF_HEARTS = 12 * 4 + 2


def counts(card: int) -> int:
    """What a card counts towards 20: an ace 11, court cards 10."""
    rank = card >> 2
    return 11 if rank == 1 else min(rank, 10)


def lighthouse_line(low: int, high: int, up: int, hole: int) -> int:
    """The line that the first four cards make; the number of lines where there is no 20."""
    if counts(low) + counts(high) != 20:
        return 5
    if low == QUEEN_OF_HEARTS and high == QUEEN_OF_HEARTS:
        return 0 if counts(up) + counts(hole) == 21 else 1
    if low == high:
        return 2
    return 3 if low & 3 == high & 3 else 4


LIGHTHOUSE = SideWager(
    kind="lighthouse",
    title="Lighthouse",
    short="Light",
    word="Lighthouse",
    spoken="the Lighthouse wager",
    key="g",
    sees=("player", "up", "hole"),
    line=lighthouse_line,
    lines=("queens_and_blackjack", "queens_of_hearts", "twins", "suited", "any_20"),
    line_words=(
        "queens of hearts against a Blackjack",
        "queens of hearts",
        "a 20 of two equal cards",
        "a suited 20",
        "a 20",
    ),
    lost_words="no 20 in the first two cards",
    pays_by="odds",
    moment="settlement",
)


def beacon_line(low: int, high: int, up: int, hole: int) -> int:
    """Three equal cards, three of a rank, or none."""
    if low == high and high == up:
        return 0
    return 1 if low >> 2 == high >> 2 and high >> 2 == up >> 2 else 2


BEACON = SideWager(
    kind="beacon",
    title="Beacon",
    short="Beacon",
    word="Beacon",
    spoken="Beacon",
    key="a",
    sees=("player", "up"),
    line=beacon_line,
    lines=("three_equal", "three_of_a_rank"),
    line_words=("three equal cards", "three cards of a rank"),
    lost_words="no three cards of a rank",
    pays_by="amounts",
    shared_lines=1,
    meters=("beacon",),
    moment="settlement",
)
