"""A progressive payout with all that can be seen of it: what two people look at before it is paid."""

import msgspec


class PayoutBox(msgspec.Struct, frozen=True):
    """The hands of a box, as they lie on the table."""

    box: int
    hands: tuple[tuple[str, ...], ...]


class Payout(msgspec.Struct, frozen=True):
    """A progressive payout that waits to be validated, with what can be seen of it on the table."""

    table: str
    table_name: str
    round: int
    box: int
    person: str
    kind: str
    title: str
    amount: int
    currency: str
    meter: str
    meter_amount: int
    stop: str
    """What the wheel shows; nothing where no wheel is turned."""
    hand: tuple[tuple[str, ...], ...]
    dealer: tuple[str, ...]
    boxes: tuple[PayoutBox, ...]
