"""Which readings of its rulings a table plays by."""

from collections.abc import Mapping
from typing import Any

import msgspec

from spanish21.books.clauses import Ruling
from spanish21.game.side_wagers.registry import wheel_wagers


def taken_reading(ruling: Ruling, values: Mapping[str, Any]) -> str:
    """Which reading of a ruling these settings follow."""
    in_use = _lines_in_use(values)
    for name, reading in ruling.reads.items():
        if name != ruling.default and any(line in in_use for line in reading.sets):
            return str(name)  # it brings in a paytable that the table plays by
    for name in (ruling.default, *ruling.reads):
        sets = ruling.reads[name].sets
        if all(_same(values[one], value) for one, value in sets.items() if one in values):
            return str(name)
    return str(ruling.default)


def _same(value: Any, said: Any) -> bool:
    """Whether a setting has the value that a reading says; odds are a list there."""
    return msgspec.json.encode(value) == msgspec.json.encode(said)


def _lines_in_use(values: Mapping[str, Any]) -> set[str]:
    """The lines, as a book or a reading names them, that give the wheels' paytables in use their wagers."""
    return {
        f"paytables.{kind}.{table.paytable}.wager"
        for kind in (record.kind for record in wheel_wagers())
        for table in values.get(f"{kind}_tables", ())
    }
