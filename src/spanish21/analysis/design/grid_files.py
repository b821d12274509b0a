"""A grid as a file: CSV, Parquet, HTML or JSON, by the end of the file's name."""

import csv
import io
import json
from pathlib import Path

from spanish21.analysis.design.grid import Grid, grid_html
from spanish21.books.rulebook import load_book
from spanish21.compiled.cache import write_whole
from spanish21.display.notebook import page_html
from spanish21.errors import BadInput
from spanish21.game.pictures.count_text import count_text

FORMS = (".csv", ".parquet", ".html", ".json")


def check_form(path: str) -> None:
    """Refuse a file name before anything is priced."""
    if Path(path).suffix.lower() not in FORMS:
        raise BadInput(f"{path}: a grid is written as {', '.join(FORMS)}; end the file's name with one")
    if Path(path).suffix.lower() == ".parquet":
        import pyarrow  # noqa: F401  (missing, it is asked for before the work)
    if not Path(path).resolve().parent.is_dir():
        raise BadInput(f"{path}: there is no folder {Path(path).parent}")


def write_grid(grid: Grid, path: str) -> None:
    """Write a grid whole or not at all."""
    form = Path(path).suffix.lower()
    if form == ".parquet":
        content = _parquet(grid)
    else:
        content = {".csv": _csv, ".html": _html, ".json": _json}[form](grid).encode()
    if not write_whole(Path(path), content):
        raise BadInput(f"{path}: the file cannot be written")


def _csv(grid: Grid) -> str:
    text = io.StringIO()
    rows = grid.summary()["rulesets"]
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _json(grid: Grid) -> str:
    return json.dumps(grid.summary(), indent=1) + "\n"


def _html(grid: Grid) -> str:
    title = f"{load_book(grid.rules.book).title}: {count_text(len(grid.rows), 'ruleset')}"
    out = "".join(f"<li>{count:,} left out: {why}</li>" for why, count in grid.left_out.items())
    return page_html(title, grid_html(grid) + (f"<ul>{out}</ul>" if out else ""))


def _parquet(grid: Grid) -> bytes:
    import pyarrow
    import pyarrow.parquet

    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(grid.summary()["rulesets"]), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content
