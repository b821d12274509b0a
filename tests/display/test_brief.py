"""Every public object has a repr that fits on a screen."""

import doctest
import json
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest

import spanish21
from display.public import CALLS, DOORS, public_functions, reached
from spanish21 import analysis
from spanish21.display import brief
from spanish21.display.shown import Shown, schema_of
from spanish21.game import commands

MOST_CHARACTERS, MOST_LINES = 2_000, 40


def too_long(value: Any) -> str:
    text = repr(value)
    lines = text.count("\n") + 1
    fits = len(text) <= MOST_CHARACTERS and lines <= MOST_LINES
    return "" if fits else f"{type(value).__name__}: {len(text):,} characters, {lines:,} lines"


@pytest.fixture(scope="module", params=CALLS)
def returned(request: pytest.FixtureRequest) -> Any:
    """What each public function returns, made once for all tests of it."""
    return CALLS[request.param]()


def test_every_public_function_is_called_here() -> None:
    assert {name for name, _ in public_functions()} == set(CALLS)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_public_name_fits_on_a_screen(door: Any) -> None:
    assert [found for name in door.__all__ if (found := too_long(getattr(door, name)))] == []


def test_what_a_public_function_returns_fits_on_a_screen_and_so_does_everything_in_it(returned: Any) -> None:
    result = returned
    of_package = list(reached([result]))
    assert sorted({found for one in of_package if (found := too_long(one))}) == []
    assert [type(one).__name__ for one in of_package if " object at 0x" in repr(one)] == []
    if isinstance(result, tuple | list):
        assert [found for one in result if (found := too_long(one))] == []


PLAIN = (spanish21.Table, spanish21.Rules, spanish21.View, analysis.Report)
"""Public values that are no findings: a table, its rules, and a page that is complete in itself."""


def test_every_finding_gives_records_a_frame_json_with_its_schema_a_picture_and_a_form_for_notebooks(
    returned: Any,
) -> None:
    results = returned if type(returned) in (list, tuple) else [returned]
    for found in results:
        if hasattr(found, "_repr_html_") and not isinstance(found, PLAIN):
            assert isinstance(found, Shown), type(found)
        if not isinstance(found, Shown):
            continue
        records = found.to_records()
        assert records
        assert {type(row) for row in records} == {dict}
        assert len(found.to_pandas()) == len(records)
        document = json.loads(found.to_json())
        assert fits(document, found.schema()), type(found)
        assert not fits([document], found.schema())
        assert ElementTree.fromstring(found.svg()).tag.endswith("svg")
        assert "</" in found._repr_html_()
        assert repr(found)


def test_every_finding_among_the_public_types_is_shown_in_one_way() -> None:
    types = {getattr(door, name) for door in DOORS for name in door.__all__}
    findings = {one for one in types if isinstance(one, type) and hasattr(one, "to_records")}
    assert len(findings) >= 14
    assert {one for one in findings if not issubclass(one, Shown)} == set()


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a JSON value is as a schema says; for the few words that ours use."""
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if not schema:
        return True
    kind = schema["type"]
    if kind == "object":
        members = schema["properties"]
        known = isinstance(value, dict) and set(schema["required"]) <= set(value) <= set(members)
        return known and all(fits(one, members[name]) for name, one in value.items())
    if kind == "array":
        return isinstance(value, list) and all(fits(one, schema["items"]) for one in value)
    if kind == "string":
        return isinstance(value, str)
    if kind == "boolean":
        return isinstance(value, bool)
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def test_a_schema_says_what_not_every_row_has_and_what_differs_between_rows() -> None:
    schema = schema_of([{"a": 1, "b": "x", "c": [1]}, {"a": None, "c": ["y"]}])
    assert schema["items"]["required"] == ["a", "c"]
    assert fits([{"a": 2.5, "c": [1, "y"]}], schema)
    assert not fits([{"a": "2.5", "c": []}], schema)
    assert not fits([{"c": []}], schema)
    mixed = schema_of([{"a": None}, {"a": "x"}, {"a": 1, "b": []}, {"a": "y", "b": [{"c": 1}]}])
    assert fits([{"a": "z", "b": [{"c": 2}]}, {"a": 3}], mixed)
    assert not fits([{"a": True}], mixed)


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
