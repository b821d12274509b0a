"""A jackpot: a meter, or a part of one, is paid. The house's other tables are told of it."""

from collections.abc import Iterator, Sequence

import msgspec

from spanish21.game.events import Event, WagerSettled
from spanish21.game.rules import Rules

_encode = msgspec.json.Encoder().encode


class Jackpot(msgspec.Struct, frozen=True):
    """What a meter paid, at which table; not to whom."""

    table: str
    name: str
    meter: str
    amount: int
    currency: str


def jackpots_in(events: Sequence[Event], table_id: str, name: str, rules: Rules) -> Iterator[Jackpot]:
    """The jackpots among what was committed together."""
    for event in events:
        if isinstance(event, WagerSettled) and event.meter and event.paid:
            yield Jackpot(table_id, name, event.meter, event.paid, rules.currency)


def jackpot_message(jackpot: Jackpot, title: str) -> bytes:
    """The message to a listener at another table; the title of the meter is in their language."""
    return _encode({"type": "jackpot", "title": title, **msgspec.structs.asdict(jackpot)})
