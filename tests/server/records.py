"""Public records of logs that were never stored: what a table's server would publish."""

import random
from collections.abc import Sequence

import msgspec

from spanish21.game import events as ev
from spanish21.game.cards import text_of
from spanish21.game.table import Table
from spanish21.server.fairness.public_record import (
    HOW,
    PublicDraw,
    PublicEvent,
    PublicRecord,
    PublicShoe,
    public_rules,
)
from spanish21.server.log.chain import body_of, first_chain, leaf_of, next_chain
from spanish21.server.log.commitments import draw_commitment, shoe_commitment
from spanish21.server.log.shoe_numbers import Shoes, after, cards_of, sealing_shoe

TABLE = "t1"


def published(events: Sequence[ev.Event], chance: random.Random) -> tuple[PublicEvent, ...]:
    """A log with every event in the open."""
    chain, shoes, found = first_chain(TABLE), Shoes(), []
    for seq, event in enumerate(events, start=1):
        salt, body = chance.randbytes(16), body_of(event)
        leaf, shoe = leaf_of(salt, body), sealing_shoe(shoes, event)
        chain = next_chain(chain, seq, seq, shoe, leaf, None)
        found.append(PublicEvent(seq, seq, shoe, leaf.hex(), chain.hex(), "", salt.hex(), body.decode()))
        shoes = after(shoes, event).shoes
    return tuple(found)


def record_of(
    events: Sequence[ev.Event], table: Table, chance: random.Random, seeds: dict[int, str] | None = None
) -> PublicRecord:
    """The record of a whole log in which all shoes that are over, and all seeds, are open."""
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
    closed = tuple(
        shoe if shoe.last_seq is not None else msgspec.structs.replace(shoe, salt="", cards="")
        for shoe in found.values()
    )
    draws = tuple(
        PublicDraw(number, draw_commitment(seed, TABLE, number).hex(), seed)
        for number, seed in (seeds or {}).items()
    )
    log = published(events, chance)
    chain = first_chain(TABLE).hex()
    return PublicRecord(HOW, TABLE, public_rules(table.rules), True, False, chain, log, closed, draws)
