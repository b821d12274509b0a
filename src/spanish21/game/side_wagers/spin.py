"""Bonus Spin: a Blackjack turns a wheel, and a pair on it pays the other bettors too."""

from spanish21.game.hands import is_two_card_21
from spanish21.game.side_wagers.record import SideWager


def line(low: int, high: int, up: int, hole: int) -> int:
    return 0 if is_two_card_21(low, high) else 1


SPIN = SideWager(
    kind="spin",
    title="Bonus Spin",
    short="Spin",
    word="Bonus Spin",
    spoken="Bonus Spin",
    key="w",
    sees=("player",),
    line=line,
    lines=("wheel",),
    line_words=("a Blackjack",),
    lost_words="no Blackjack, no spin",
    pays_by="wheel",
    wheel="winner",
    meters=("spin",),
    meters_rank=0,
    moment="blackjack",
    meanings={
        "paytable": 'The paytable of Bonus Spin, or one for each amount, such as ["B", "D"]',
        "wager": "The amount of a Bonus Spin wager, which goes by its paytable",
    },
)
