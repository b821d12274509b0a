"""Monster Match: pairs, threes and fours among the player's and the dealer's first two cards."""

from spanish21.game.settings import YES_OR_NO, Setting
from spanish21.game.side_wagers.record import SideWager

FOUR_SUITED, FOUR_SAME_COLOR, FOUR, THREE_SAME_COLOR, THREE, SUITED_PAIR, NO_LINE = range(7)


def is_red(card: int) -> bool:
    suit = card & 3
    return suit == 1 or suit == 2


def line(low: int, high: int, up: int, hole: int) -> int:
    """The best line that four cards make."""
    rank1, rank2, rank3, rank4 = low >> 2, high >> 2, up >> 2, hole >> 2
    if rank1 == rank2 and rank2 == rank3 and rank3 == rank4:
        if low == high and high == up and up == hole:
            return FOUR_SUITED
        red = is_red(low)
        same = is_red(high) == red and is_red(up) == red and is_red(hole) == red
        return FOUR_SAME_COLOR if same else FOUR
    if rank2 == rank3 and rank3 == rank4:
        return three_line(high, up, hole)
    if rank1 == rank3 and rank3 == rank4:
        return three_line(low, up, hole)
    if rank1 == rank2 and rank2 == rank4:
        return three_line(low, high, hole)
    if rank1 == rank2 and rank2 == rank3:
        return three_line(low, high, up)
    return SUITED_PAIR if suited_pairs(low, high, up, hole) > 0 else NO_LINE


def three_line(first: int, second: int, third: int) -> int:
    """Three of a kind, told apart by colour."""
    red = is_red(first)
    return THREE_SAME_COLOR if is_red(second) == red and is_red(third) == red else THREE


def suited_pairs(low: int, high: int, up: int, hole: int) -> int:
    """How many pairs of one rank and one suit are among four cards without three of a kind."""
    pairs = 1 if low == high or low == up or low == hole else 0
    return pairs + (1 if high == up or high == hole or up == hole else 0)


def times(low: int, high: int, up: int, hole: int) -> int:
    """How often a line is paid where every suited pair counts."""
    return suited_pairs(low, high, up, hole) if line(low, high, up, hole) == SUITED_PAIR else 1


MONSTER = SideWager(
    kind="monster",
    title="Monster Match",
    short="Monster",
    word="Monster Match",
    spoken="Monster Match",
    key="o",
    sees=("player", "up", "hole"),
    line=line,
    lines=("four_suited", "four_same_color", "four", "three_same_color", "three", "suited_pair"),
    line_words=(
        "four of a kind in one suit",
        "four of a kind in one colour",
        "four of a kind",
        "three of a kind in one colour",
        "three of a kind",
        "a suited pair",
    ),
    lost_words="no winning line of Monster Match",
    times=times,
    times_option="each_pair",
    pays_by="amounts",
    shared_lines=2,
    meters=("monster",),
    meters_rank=1,
    moment="settlement",
    own_options={"each_pair": Setting(YES_OR_NO)},
    meanings={"paytable": "The paytable of Monster Match"},
    scenes=("four_alike", "three_alike", "suited_pair"),
)
