"""A progressive payout with all its visible evidence, for the two people who decide on it."""

import msgspec


class PayoutBox(msgspec.Struct, frozen=True):
    """The hands of a box, as they lie on the table."""

    box: int
    hands: tuple[tuple[str, ...], ...]


class Payout(msgspec.Struct, frozen=True):
    """A progressive payout that waits for validation, with its visible evidence on the table."""

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
    """The result of the wheel; empty where no wheel is turned."""
    hand: tuple[tuple[str, ...], ...]
    dealer: tuple[str, ...]
    boxes: tuple[PayoutBox, ...]
