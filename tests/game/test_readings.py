"""Which readings a table plays by is told from its settings alone."""

import pytest

from spanish21.books.readings import taken_reading
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import WheelStop, sample_submission
from spanish21.game.rules import settings_of

OWN = "own_table"
"""A reading that needs a wheel of the operator's own."""


@pytest.mark.parametrize("book", BOOKS)
def test_every_reading_is_recognized(book: str) -> None:
    for ruling in load_book(book).rulings:
        for name in ruling.reads:
            if name != OWN:
                assert taken_reading(ruling, settings_of(rules_of(book, **{ruling.id: name}))) == name


def test_a_reading_that_brings_in_a_paytable_is_recognized_by_it() -> None:
    sample, (ruling,) = (
        sample_submission("maryland"),
        [one for one in load_book("maryland").rulings if OWN in one.reads],
    )
    sample.rulings[ruling.id] = OWN
    sample.choose["offers"] = ["xtreme"]
    sample.wheels.clear()
    sample.wheels["xtreme"] = (WheelStop("primary", 1), WheelStop("prize", 5, 40_00))
    sample.wheels["xtreme_community"] = (WheelStop("prize", 1, 5_00),)
    assert taken_reading(ruling, settings_of(rules_of("maryland", sample))) == OWN
