"""What every result gives: records, a DataFrame, JSON with a schema, a picture, and a form for notebooks.

A class says what its rows are (`to_records`) and derives from `Shown`; the rest follows, and each part can be
replaced by a better one.
"""

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from spanish21.display.bars import bars_svg
from spanish21.display.certain_digits import certain_figures
from spanish21.display.notebook import in_notebook, table_html
from spanish21.display.rows import to_pandas

MOST_ROWS = 40
"""A notebook and a picture show so many rows; data has them all."""
SCHEMA = "https://json-schema.org/draft/2020-12/schema"


class Shown:
    """A result; a class that derives from it has `to_records`."""

    __slots__ = ()

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every row."""
        raise NotImplementedError

    to_pandas = to_pandas

    def summary(self) -> dict[str, Any]:
        """Every figure as one object, ready for JSON."""
        return {"rows": self.to_records()}

    def to_json(self) -> str:
        """The summary as JSON, its figures with the digits that are certain on every processor."""
        return json.dumps(certain_figures(self.summary()), default=str)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of that JSON: its members, and what each of them is."""
        return {"$schema": SCHEMA, "title": type(self).__name__, **schema_of(json.loads(self.to_json()))}

    def svg(self) -> str:
        """A bar for each of the first rows: its first figure, under its first word."""
        return bars_of(type(self).__name__, self.to_records())

    def _repr_html_(self) -> str:
        """A notebook shows the picture and the first rows."""
        return in_notebook(self.svg() + records_html(self.to_records()))


def bars_of(title: str, rows: Sequence[dict[str, Any]], figure: str = "", labels: Sequence[str] = ()) -> str:
    """A bar for each of the first rows; without `figure` and `labels` they are the first of their kinds."""
    rows = rows[:MOST_ROWS]
    first = rows[0] if rows else {}
    words = labels or [name for name, value in first.items() if isinstance(value, str)][:1]
    figures = [name for name, value in first.items() if isinstance(value, int | float)]
    figure = figure or next((name for name in figures if isinstance(first[name], float)), "")
    figure = figure or (figures or [""])[0]
    shown = [row for row in rows if isinstance(row.get(figure), int | float)]
    names = [" ".join(str(row.get(word, "")) for word in words) for row in shown]
    values = [float(row[figure]) for row in shown]
    return bars_svg(f"{title}: {figure.replace('_', ' ')}", names, values, "{:+.3g}")


def records_html(rows: Sequence[dict[str, Any]]) -> str:
    """The first rows as an HTML table, and how many more there are."""
    names = list(dict.fromkeys(name for row in rows[:MOST_ROWS] for name in row))
    texts = [place for place, name in enumerate(names) if any(isinstance(row.get(name), str) for row in rows)]
    cells = [[_cell(row.get(name)) for name in names] for row in rows[:MOST_ROWS]]
    more = f"<p>… {len(rows) - MOST_ROWS:,} more</p>" if len(rows) > MOST_ROWS else ""
    return table_html([escape(name.replace("_", " ")) for name in names], cells, texts) + more


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def schema_of(value: Any) -> dict[str, Any]:
    """What a JSON value is, as a JSON Schema; a figure may be missing, and then it is null."""
    if isinstance(value, dict):
        members = {name: schema_of(one) for name, one in value.items()}
        return {"type": "object", "properties": members, "required": list(members)}
    if isinstance(value, list):
        return {"type": "array", "items": _any_of(schema_of(one) for one in value)}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, str):
        return {"type": "string"}
    return {"type": ["number", "null"]}


def _any_of(schemas: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One schema for all items: objects are put together, what not all of them have is not required."""
    found: dict[str, dict[str, Any]] = {}
    for one in (part for schema in schemas for part in schema.get("anyOf", [schema]) if part):
        kind = str(one["type"])
        if kind == "object" and kind in found:
            found[kind] = _both(found[kind], one)
        elif kind == "array" and kind in found:
            found[kind] = {
                "type": "array",
                "items": _any_of((found[kind]["items"], one["items"])),
            }
        else:
            found[kind] = one
    kinds = list(found.values())
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}


def _both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    names = [*one["properties"], *(name for name in other["properties"] if name not in one["properties"])]
    members = {
        name: _any_of(filter(None, (it["properties"].get(name) for it in (one, other)))) for name in names
    }
    required = [name for name in one["required"] if name in other["required"]]
    return {"type": "object", "properties": members, "required": required}
