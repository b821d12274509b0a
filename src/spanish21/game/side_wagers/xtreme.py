"""Xtreme 16: the dealer's 6 and ten-value card turn a wheel at the hot spot, and one for the others."""

from spanish21.game.side_wagers.record import SideWager


def is_six_and_ten_value(first: int, second: int) -> bool:
    """Whether two cards are a 6 and a card that counts 10."""
    rank1, rank2 = first >> 2, second >> 2
    return (rank1 == 6 and rank2 > 10) or (rank2 == 6 and rank1 > 10)


def line(low: int, high: int, up: int, hole: int) -> int:
    return 0 if is_six_and_ten_value(up, hole) else 1


XTREME = SideWager(
    kind="xtreme",
    title="Xtreme 16",
    short="X16",
    word="Xtreme 16",
    spoken="Xtreme 16",
    key="e",
    sees=("up", "hole"),
    line=line,
    lines=("wheel",),
    line_words=("a 6 and a ten-value card",),
    lost_words="the dealer does not have a 6 and a ten-value card",
    pays_by="wheel",
    wheel="hot_spot",
    meters=("xtreme", "xtreme_secondary"),
    meters_rank=2,
    moment="settlement",
    meanings={
        "paytable": "The paytable of Xtreme 16",
        "wager": "The amount of an Xtreme 16 wager, which goes by its paytable",
    },
    scenes=("six_and_court",),
)
