"""Every public object has a repr that fits on a screen."""

import doctest
from typing import Any

import numpy
import pytest

from display.public import CALLS, DOORS, public_functions, reached
from spanish21.display import brief
from spanish21.game import commands

MOST_CHARACTERS, MOST_LINES = 2_000, 40


def too_long(value: Any) -> str:
    text = repr(value)
    lines = text.count("\n") + 1
    fits = len(text) <= MOST_CHARACTERS and lines <= MOST_LINES
    return "" if fits else f"{type(value).__name__}: {len(text):,} characters, {lines:,} lines"


def test_every_public_function_is_called_here() -> None:
    assert {name for name, _ in public_functions()} == set(CALLS)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_public_name_fits_on_a_screen(door: Any) -> None:
    assert [found for name in door.__all__ if (found := too_long(getattr(door, name)))] == []


@pytest.mark.parametrize("name", CALLS)
def test_what_a_public_function_returns_fits_on_a_screen_and_so_does_everything_in_it(name: str) -> None:
    result = CALLS[name]()
    of_package = list(reached([result]))
    assert sorted({found for one in of_package if (found := too_long(one))}) == []
    assert [type(one).__name__ for one in of_package if " object at 0x" in repr(one)] == []
    if isinstance(result, tuple | list):
        assert [found for one in result if (found := too_long(one))] == []


# -- how it is made brief --------------------------------------------------------------------------


class Anything:
    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    __repr__ = brief.brief


def test_a_short_value_is_shown_whole() -> None:
    assert repr(commands.Leave(by="ann")) == "Leave(by='ann')"
    assert repr(Anything(a=(1,), b=[1, 2], c={"x": ()}, _d=3)) == "Anything(a=(1,), b=[1, 2], c={'x': ()})"


def test_a_long_value_says_how_much_is_left_out() -> None:
    assert repr(Anything(a=list(range(20)))) == "Anything(a=[0, 1, 2, 3, 4, 5, 6, 7, … 12 more])"
    assert repr(Anything(a=tuple(range(12)))) == f"Anything(a={tuple(range(12))})"
    assert repr(Anything(a=["x" * 70] * 5)).endswith("… 3 more])")
    assert repr(Anything(a="x" * 500)) == f"Anything(a='{'x' * 78}…)"
    assert repr(Anything(a=numpy.zeros((3, 4)), b=numpy.float64(0.5))).startswith(
        "Anything(a=<3×4 array>, b="
    )


def test_the_last_fields_are_left_out_where_there_is_no_room() -> None:
    text = repr(Anything(**{f"field{place}": "x" * 70 for place in range(40)}))
    assert len(text) <= brief.MOST + 20
    assert text.endswith(", …)")


def test_a_list_has_a_line_for_each_item_as_many_as_fit() -> None:
    assert brief.brief_list("Two", ["a", "b"]) == "<Two\n  a\n  b>"
    lines = brief.brief_list("Many", ["x" * 100] * 50).split("\n")
    assert len(lines) == brief.MOST_ITEMS + 1
    assert lines[-1] == "  … 27 more>"
    assert max(map(len, lines)) <= brief.WIDEST + 2


def test_the_example_in_its_documentation_is_true() -> None:
    assert doctest.testmod(brief) == (0, 2)
