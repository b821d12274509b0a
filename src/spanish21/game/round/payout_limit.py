"""The posted payout limit where it covers all that a person is paid on a hand."""

from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.game.table import Table
from spanish21.game.words import PayoutLimitCovers

_COUNTED = ("main", "insurance", "super_bonus")
"""The payouts that count towards the limit with the first hand of a box, besides the side wagers that pay
odds; of main wagers only a Blackjack's is paid before other wagers."""


def counts_to_limit(kind: str) -> bool:
    """Whether a wager's payout counts with the first hand of its box."""
    return kind in _COUNTED or (is_side_wager(kind) and side_wager(kind).pays_by == "odds")


def left_on_hand(table: Table, box: int, person: str, amount: int) -> int:
    """The part of an amount that is paid on the first hand of a box, after earlier payments on it."""
    rules = table.rules
    if not rules.payout_limit or rules.payout_limit_covers != PayoutLimitCovers.EVERYTHING:
        return amount
    already = sum(
        one.paid
        for one in table.settled
        if one.box == box and one.person == person and counts_to_limit(one.kind)
    )
    return min(amount, rules.payout_limit - already)
