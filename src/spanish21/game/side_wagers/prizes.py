"""The prize of a line that is not paid by odds: an amount, or a part of a meter."""

from typing import NamedTuple

from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.terms import SideRules


class Prize(NamedTuple):
    """Money in the smallest unit; or a meter and the part of it in hundredths."""

    money: int
    meter: str
    share: int


def prize_of(record: SideWager, terms: SideRules, line: int, times: int) -> Prize:
    """The prize of a line that is paid `times` over."""
    if line < record.shared_lines:
        return Prize(0, record.meters[0], terms.shares[line])
    return Prize(terms.pays[line] * times, "", 0)
