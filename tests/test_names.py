"""One name, one thing: the names of files and of public classes occur once in the source."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "spanish21"
OF_EVERY_FOLDER = {"__init__.py", "__main__.py", "texts.js", "texts.es.js"}
"""A package's door and entry, and a view's own texts: their folder names them."""
ON_THE_WIRE = {
    *(
        "Cell",
        "Meter",
        "Prices",
        "RampStep",
        "Reading",
        "Session",
        "SideWager",
        "Spot",
        "WagerSolution",
        "WheelStop",
    )
}
"""What a route answers about a thing has the thing's name: `Meter` in answers.py is what the page gets of a
`Meter`."""
WIRE = {"server/answers.py", "server/studies/answers_of_numbers.py", "server/studies/answers_of_studies.py"}
IN_BOTH = {
    "Table": "the game's, and the environment that Gymnasium knows by this name",
    "ValidatePayout": "a command in the log, and a request to a second person in the store",
}


def test_the_name_of_a_file_occurs_once() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted((*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"))):
        if path.name not in OF_EVERY_FOLDER:
            places[path.name].append(str(path.relative_to(SOURCE)))
    assert [found for found in places.values() if len(found) > 1] == []


def public_classes() -> Iterator[tuple[str, str]]:
    """Name and module of the public classes at the top of a module."""
    for path in sorted(SOURCE.rglob("*.py")):
        module = str(path.relative_to(SOURCE))
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, module


def test_the_name_of_a_public_class_occurs_once() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for name, module in public_classes():
        if not (name in ON_THE_WIRE and module in WIRE):
            places[name].add(module)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in IN_BOTH} == {}
    assert set(IN_BOTH) <= set(twice), "an exception that is not needed goes"


def test_an_exception_for_the_wire_is_needed() -> None:
    elsewhere = {name for name, module in public_classes() if module not in WIRE}
    assert {name for name, module in public_classes() if module in WIRE} & elsewhere == ON_THE_WIRE
