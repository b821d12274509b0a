"""The digest of a table at the end of a round: the number by which a replay is compared with the recorded
play.

It is that of the table when everything is settled and the cards are about to be picked up, made of what later
rounds are played with: money, meters, people, and where the shoe stands. No card is in it, so that it says
nothing about unseen cards. Its recipe is part of the log's contract (docs/log.md): it changes
only with the log's version.
"""

from zlib import crc32

import msgspec

from spanish21.game.table import Table, cards_left

_json = msgspec.json.Encoder().encode


def digest_of(table: Table) -> int:
    """The CRC-32 of a JSON array of the round, the shoe, the money, the people and the meters."""
    # One flat list, built by hand: twice as fast as a list of each part's own.
    parts: list[object] = [
        table.round_number,
        cards_left(table),
        table.cover_seen,
        table.inventory,
        table.drop_box,
    ]
    for person in table.people:
        parts += (person.name, person.chips, person.barred)
    if table.has_side_wagers:  # no other round moves a meter
        parts += [meter.amount for meter in table.meters]
    return crc32(_json(parts))
