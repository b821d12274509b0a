"""Writes the public table of exact edges: docs/edges.csv and the page docs/edges.md.

All books at usual numbers of decks and rules, each with the SHA-256 of its rules. It takes some minutes, so
`make docs` does not run it; a test computes a sample of the rows again and compares all digests.

    python docs/edges.py
"""

import csv
import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spanish21 import __version__
from spanish21.analysis.design.grid import grid
from spanish21.analysis.report.run_evidence import rules_digest
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.display.certain_digits import certain
from spanish21.game.rules import Rules, what_if

HERE = Path(__file__).parent
CSV = HERE / "edges.csv"
VARY: dict[str, list[Any]] = {
    "decks": [2, 4, 5, 6, 8],
    "dealer_hits_soft_17": [False, True],
    "most_doubles": [1, 3],
    "may_surrender": [True, False],
}
COLUMNS = ("book", *VARY, "house_edge", "inside_book", "rules_sha256")


def table_of(row: dict[str, str]) -> Rules:
    """The rules of a row."""
    changes: dict[str, Any] = {
        name: int(row[name]) if name in ("decks", "most_doubles") else row[name] == "yes" for name in VARY
    }
    return what_if(rules_of(row["book"]), **changes)


def rows() -> Iterator[dict[str, str]]:
    """Every row, computed."""
    for book in BOOKS:
        for row in grid(book, VARY).rows:
            told = {name: {"true": "yes", "false": "no"}.get(row[name], row[name]) for name in VARY}
            told = {"book": book, **told}
            yield {
                **told,
                "house_edge": repr(certain(row["house_edge"])),
                "inside_book": "yes" if row["inside_book"] else "no",
                "rules_sha256": rules_digest(table_of(told)),
            }


def read() -> list[dict[str, str]]:
    """The rows as they are written."""
    with CSV.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def page(found: list[dict[str, str]], commit: str) -> str:
    """The rows as a page."""
    parts = [
        "# Exact edges",
        "",
        f"Written by `docs/edges.py` with spanish21 {__version__} from commit `{commit}`; "
        "a test computes a sample again.",
        "",
        "The house edge of a wager in the first round of a shoe, without insurance and fixed payouts, "
        "under the best play",
        "by composition (splits: zero-memory), to twelve digits. A row in *italics* is outside its book. "
        "The rows with the",
        "digests of their rules are in [edges.csv](edges.csv): `spanish21 report BOOK` shows the same "
        "digest for the same",
        "rules, and this command the same edge:",
        "",
        "```sh",
        "spanish21 edge maryland --what-if decks=8 --what-if dealer_hits_soft_17=yes --json",
        "```",
    ]
    for book in BOOKS:
        parts += ["", f"## {load_book(book).title} ({book})", ""]
        parts += [
            "| decks | soft 17 | doubles | surrender | house edge | rules |",
            "|---|---|---|---|---|---|",
        ]
        for row in found:
            if row["book"] == book:
                soft = "hits" if row["dealer_hits_soft_17"] == "yes" else "stands"
                edge = f"{float(row['house_edge']):.10%}"
                edge = edge if row["inside_book"] == "yes" else f"*{edge}*"
                digest = row["rules_sha256"][:12]
                parts.append(
                    f"| {row['decks']} | {soft} | {row['most_doubles']} | {row['may_surrender']} |"
                    f" {edge} | `{digest}` |"
                )
    return "\n".join(parts) + "\n"


def main() -> None:
    """Compute and write everything."""
    found = list(rows())
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    CSV.write_text(text.getvalue(), "utf-8")
    told = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True, cwd=HERE)
    (HERE / "edges.md").write_text(page(found, told.stdout.strip()[:12]), "utf-8")


if __name__ == "__main__":
    main()
