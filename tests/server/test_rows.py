"""Rows of a commit have the fields of their tables."""

import pytest

from spanish21.server.log.commit_rows import CommandRow, DrawRow, RoundRow, ShoeRow, TransferRow
from spanish21.server.store import schema

TABLES = {
    "commands": CommandRow,
    "transfers": TransferRow,
    "shoes": ShoeRow,
    "draws": DrawRow,
    "rounds": RoundRow,
}


@pytest.mark.parametrize("name", TABLES)
def test_a_row_has_the_columns_of_its_table_in_their_order(name: str) -> None:
    assert list(TABLES[name]._fields) == [column.name for column in getattr(schema, name).columns]


def test_a_note_leaves_out_what_is_written_later() -> None:
    shoe = ShoeRow("t1", 3, b"c", b"s", 7)
    assert shoe._replace(last_seq=9, key=b"k").noted == shoe.noted == ("shoe", "t1", 3, b"c", b"s", 7)
    draw = DrawRow("t1", 4, 2, "wheels", b"c", b"s", 7)
    opened = draw._replace(last_seq=9, opened=b"o")
    assert opened.noted == draw.noted == ("draw", "t1", 4, 2, "wheels", b"c", b"s", 7)
    assert opened.noted_opened == ("draw opened", 4, 9, b"o")
    begun = RoundRow("t1", 2, 5, None, "0.1.0", "d")
    assert begun._replace(last_seq=9).noted == begun.noted == ("round", 2, 5, "0.1.0", "d")
