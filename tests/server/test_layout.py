"""What lies on a table's felt: its wagers by their names, its meters, its chips."""

import pytest

from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if
from spanish21.server.table.felt import chips_of, layout_of

MATCH = ("match", "Match the Dealer", "Match", None)
WAGERS = {
    "maryland": [MATCH, ("spin", "Bonus Spin", "Spin", [1_00]), ("xtreme", "Xtreme 16", "X16", [5_00])],
    "maryland-v1": [MATCH],
    "massachusetts": [MATCH],
    "players-edge": [
        MATCH,
        ("match_down", "Match the Hole Card", "Down", None),
        ("monster", "Monster Match", "Monster", [1_00]),
    ],
    "uk-casino": [MATCH],
}
METERS = {"maryland": ["Bonus Spin", "Xtreme 16", "Xtreme 16, second"], "players-edge": ["Monster Match"]}


@pytest.mark.parametrize("book", WAGERS)
def test_the_felt_has_a_place_for_each_wager_of_the_book_and_its_meters(book: str) -> None:
    laid = layout_of(rules_of(book))
    main, *sides = laid["wagers"]
    assert main["kind"] == "main"
    assert [tuple(side.values()) for side in sides] == WAGERS[book]
    assert [meter["title"] for meter in laid["meters"]] == METERS.get(book, [])
    assert laid["has_reader"] == (book in ("maryland", "maryland-v1", "players-edge"))


def test_a_table_has_the_chips_that_its_smallest_chip_goes_into() -> None:
    rules = rules_of("maryland")
    assert chips_of(rules) == [50, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00]
    assert chips_of(what_if(rules, smallest_chip=5_00)) == [5_00, 25_00, 100_00, 500_00, 1_000_00]
