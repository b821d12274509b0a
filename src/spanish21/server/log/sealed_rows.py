"""The rows of shoes and of rounds' seeds: sealed when they begin, opened when they are over."""

import hashlib
from collections.abc import Iterable

from spanish21.game.cards import cards as cards_named
from spanish21.server.log.batch import WheelDraw
from spanish21.server.log.commit_rows import ShoeRow
from spanish21.server.log.commitments import draw_commitment, new_secret, shoe_commitment
from spanish21.server.log.mixing import secret_text
from spanish21.server.log.seals import NONCE_SIZE, MasterKey, context_of, sealed, unseal
from spanish21.server.system_chance import Source

WHEELS = "wheels"
"""The kind of the rows in `draws`: one seed a round, from which its wheels and its hot spot are drawn."""


def shoe_row(
    key: bytes, table_id: str, number: int, cards: Iterable[int], first_seq: int, source: Source
) -> ShoeRow:
    """A new shoe with its commitment; the salt is sealed under the shoe's key."""
    salt = new_secret(source)
    context = context_of(table_id, number, "salt")
    seal = sealed(key, salt.encode(), context, source(NONCE_SIZE))
    return ShoeRow(table_id, number, shoe_commitment(salt, cards), seal, first_seq)


def drawn_shoe_row(
    key: bytes, table_id: str, number: int, cards: Iterable[int], first_seq: int, source: Source
) -> ShoeRow:
    """A shoe whose order the house commits to before the players' seeds are opened: salt and order are sealed
    in the row, for no event has that order."""
    salt = new_secret(source)
    text = secret_text(salt, cards)
    seal = sealed(key, text.encode(), context_of(table_id, number, "salt"), source(NONCE_SIZE))
    return ShoeRow(table_id, number, hashlib.sha256(text.encode()).digest(), seal, first_seq)


def secret_of(shoe: ShoeRow) -> tuple[str, tuple[int, ...]]:
    """The salt of a shoe that is open, and the order that the house had committed to before the players'
    seeds were opened: nothing if the shoe was shuffled without them."""
    assert shoe.key is not None
    text = unseal(shoe.key, shoe.sealed, context_of(shoe.table_id, shoe.number, "salt")).decode()
    salt, _, order = text.partition(" ")
    return salt, cards_named(order)


def draw_row(master: MasterKey, table_id: str, number: int, round_number: int, source: Source) -> WheelDraw:
    """The seed of a round with its commitment, to be recorded before the wagers are closed."""
    seed = new_secret(source)
    seal = sealed(
        master.draw_key(table_id, number),
        seed.encode(),
        context_of(table_id, number, WHEELS),
        source(NONCE_SIZE),
    )
    return WheelDraw(number, round_number, WHEELS, draw_commitment(seed, table_id, round_number), seal)


def seed_of(master: MasterKey, table_id: str, number: int, seal: bytes) -> str:
    """The seed that a row of `draws` keeps sealed, for the house itself; encoded, it opens the row."""
    return unseal(master.draw_key(table_id, number), seal, context_of(table_id, number, WHEELS)).decode()
