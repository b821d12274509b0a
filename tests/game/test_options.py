"""What may be doubled by, to the last chip."""

import pytest
from msgspec.structs import replace

from spanish21.books.submissions.submission import rules_of
from spanish21.game.options import double_amounts, most_double


@pytest.mark.parametrize(
    ("full", "chips", "expected"),
    [
        (10_00, 10_00, (1_00, 10_00)),
        (10_00, 7_99, (1_00, 7_00)),
        (10_00, 99, (0, 0)),
        (1_00, 5_00, (1_00, 1_00)),
        (99, 5_00, (0, 0)),
        (0, 5_00, (0, 0)),
    ],
)
def test_a_double_for_less_is_in_whole_chips(full: int, chips: int, expected: tuple[int, int]) -> None:
    assert double_amounts(full, chips, rules_of("massachusetts", smallest_chip=1_00)) == expected


@pytest.mark.parametrize(
    ("full", "chips", "expected"),
    [(10_00, 10_00, (10_00, 10_00)), (10_00, 9_99, (0, 0)), (99, 99, (0, 0))],
)
def test_without_it_a_double_is_as_much_again_or_nothing(
    full: int, chips: int, expected: tuple[int, int]
) -> None:
    rules = replace(rules_of("maryland", smallest_chip=1_00), double_for_less=False)
    assert double_amounts(full, chips, rules) == expected


def test_a_double_stays_within_the_maximum_of_a_hand() -> None:
    assert most_double(10_00, rules_of("massachusetts")) == 10_00
    limited = rules_of("massachusetts", hand_maximum=15_00)
    assert [most_double(wager, limited) for wager in (5_00, 10_00, 15_00)] == [5_00, 5_00, 0]
