"""The rows of shoes and of rounds' seeds: sealed when they begin, opened when they are over."""

from collections.abc import Iterable

from spanish21.server.chance import Source
from spanish21.server.log.batch import Draw
from spanish21.server.log.commit_rows import ShoeRow
from spanish21.server.log.commitments import draw_commitment, new_secret, shoe_commitment
from spanish21.server.log.seals import NONCE_SIZE, MasterKey, context_of, opened, sealed

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


def salt_of(shoe: ShoeRow) -> str:
    """The salt of a shoe that is open."""
    assert shoe.key is not None
    return opened(shoe.key, shoe.sealed, context_of(shoe.table_id, shoe.number, "salt")).decode()


def draw_row(master: MasterKey, table_id: str, number: int, round_number: int, source: Source) -> Draw:
    """The seed of a round with its commitment, to be recorded before the wagers are closed."""
    seed = new_secret(source)
    seal = sealed(
        master.draw_key(table_id, number),
        seed.encode(),
        context_of(table_id, number, WHEELS),
        source(NONCE_SIZE),
    )
    return Draw(number, round_number, WHEELS, draw_commitment(seed, table_id, round_number), seal)


def seed_of(master: MasterKey, table_id: str, number: int, seal: bytes) -> str:
    """The seed that a row of `draws` keeps sealed, for the house itself; encoded, it opens the row."""
    return opened(master.draw_key(table_id, number), seal, context_of(table_id, number, WHEELS)).decode()
