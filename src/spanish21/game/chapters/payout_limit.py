"""The posted payout limit where it covers all that a person is paid on a hand."""

from spanish21.game.pays import LIMIT_COVERS_EVERYTHING, left_by_limit
from spanish21.game.table import Table

_COUNTED = ("insurance", "match", "match_down", "super_bonus")
"""What counts with the first hand of a box, beside its main wager."""


def left_on_hand(table: Table, box: int, person: str, amount: int) -> int:
    """What is paid of an amount on the first hand of a box, after what was paid on it before."""
    rules = table.rules
    if not rules.payout_limit or rules.payout_limit_covers != LIMIT_COVERS_EVERYTHING:
        return amount
    already = sum(
        one.paid
        for one in table.settled
        if one.box == box
        and one.person == person
        and (one.kind in _COUNTED or (one.kind == "main" and one.hand == 0))
    )
    return left_by_limit(amount, already, rules)
