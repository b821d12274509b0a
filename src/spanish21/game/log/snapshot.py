"""A whole table as JSON and back, so that a store need not replay a long log.

A snapshot only saves time: it has the form that today's code gives a table, and one that cannot be read is
thrown away and made again from the log. When a live table has one written is in server/table/host.py.
"""

import msgspec
from msgspec.structs import replace

from spanish21.game.log.wire import Text, in_words, read
from spanish21.game.round.start import interned
from spanish21.game.table import Table

_encode = msgspec.json.Encoder().encode
_table = msgspec.json.Decoder(Table)


def json_of_table(table: Table) -> bytes:
    """A table as JSON, with every card: for a store, never for a person."""
    return _encode(table)


def table_of(text: Text) -> Table:
    """The table that `json_of_table` wrote, or `BadInput`."""
    table = read(text, _table, _problem)
    return replace(table, trouble=interned(table.trouble))


def _problem(message: str, text: Text) -> str:
    return in_words(message, "the snapshot")
