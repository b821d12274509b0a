"""A progressive payout as its validator sees it: the amount, the hand, the wheel, the meter, the round
and the cards as they lie on the table."""

import hashlib

import msgspec

from spanish21.game import due as game
from spanish21.game.table import FLOORPERSON, Table
from spanish21.game.view import View, view
from spanish21.server.evidence import Payout, PayoutBox


def payout_due(table: Table, table_id: str = "", name: str = "") -> Payout | None:
    """The payout that waits for validation, if any. The amount is the one that the settlement will pay."""
    due, shown = game.payout_due(table), view(table, FLOORPERSON)
    if due is None:
        return None
    return Payout(
        table=table_id,
        table_name=name,
        round=table.round_number,
        currency=table.rules.currency,
        hand=_cards_on(shown, due.box),
        dealer=shown.dealer,
        boxes=tuple(PayoutBox(one.number, _cards_on(shown, one.number)) for one in table.boxes),
        **due._asdict(),
    )


def _cards_on(shown: View, number: int) -> tuple[tuple[str, ...], ...]:
    return tuple(hand.cards for box in shown.boxes if box.number == number for hand in box.hands)


def payout_digest(table: Table) -> str:
    """The subject of the second person's consent: this payout, at this table as it is now."""
    found = payout_due(table)
    return "" if found is None else digest_of(found)


def digest_of(payout: Payout) -> str:
    """A payout as it is compared, on any server."""
    bare = msgspec.structs.replace(payout, table="", table_name="")
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()
