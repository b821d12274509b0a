"""Public records of logs that were never stored: what a table's server would publish."""

import hashlib
import random
from collections.abc import Sequence

import msgspec

from spanish21.game import events as ev
from spanish21.game.cards import text_of
from spanish21.server.fairness import draw_commitment, shoe_commitment
from spanish21.server.record import HOW, PublicDraw, PublicEvent, PublicRecord, PublicShoe
from spanish21.server.shoe_numbers import Shoes, after, cards_of

TABLE = "t1"


def public_event(seq: int, event: ev.Event, chance: random.Random) -> PublicEvent:
    body, salt = msgspec.json.encode(event), chance.randbytes(16)
    leaf = hashlib.sha256(salt + body).hexdigest()
    return PublicEvent(seq, leaf, "", salt.hex(), body.decode())


def record_of(
    events: Sequence[ev.Event], chance: random.Random, seeds: dict[int, str] | None = None
) -> PublicRecord:
    """The record of a whole log in which all shoes that are over, and all seeds, are open."""
    published = [public_event(seq, event, chance) for seq, event in enumerate(events, start=1)]
    shoes, found = Shoes(), {}
    for seq, event in enumerate(events, start=1):
        change = after(shoes, event)
        shoes = change.shoes
        if change.began:
            salt = chance.randbytes(32).hex()
            order = cards_of(event)
            commitment = shoe_commitment(salt, order).hex()
            found[change.began] = PublicShoe(change.began, commitment, seq, None, salt, text_of(order))
        for number in change.over:
            found[number] = msgspec.structs.replace(found[number], last_seq=seq)
    closed = [
        shoe if shoe.last_seq is not None else msgspec.structs.replace(shoe, salt="", cards="")
        for shoe in found.values()
    ]
    draws = tuple(
        PublicDraw(number, draw_commitment(seed, TABLE, number).hex(), seed)
        for number, seed in (seeds or {}).items()
    )
    return PublicRecord(HOW, TABLE, published[0], Shoes(), "", False, tuple(published), tuple(closed), draws)
