"""What each person gets when a table is ended in the middle of a round: pure."""

from collections.abc import Mapping
from typing import cast

from spanish21.game.table import Table
from spanish21.server.log.ledger import TableAccounts, Transfer, purse
from spanish21.server.log.play_fold import OneBox, on_layout

WAGER, CHIPS, REST = "wager returned", "cashed out", "left on the layout"


def cash_out_transfers(table: Table, table_id: str, held: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Every wager on the layout goes back to its owner's purse, settled wagers stay settled, and chips
    follow."""
    at, found = TableAccounts(table_id), list[Transfer]()
    for box in table.boxes:
        left = held.get(at.layout(box.number), 0)
        for person, amount in on_layout(cast(Table, OneBox((box,)))).items():
            back = min(amount, left)
            if back:
                found.append(Transfer(at.layout(box.number), purse(person), back, WAGER))
                left -= back
        if left:
            found.append(Transfer(at.layout(box.number), at.house, left, REST))
    for one in table.people:
        chips = held.get(at.chips(one.name), 0)
        if chips:
            found.append(Transfer(at.chips(one.name), purse(one.name), chips, CHIPS))
    return tuple(found)
