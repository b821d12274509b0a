"""The sections of a report that make it evidence: its origin, the rulings, the run that proves it."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from spanish21.analysis.report.run_evidence import RunProof
from spanish21.books.rulebook import load_book
from spanish21.display.notebook import signed, table_html
from spanish21.game.money import amount_text

_LARGE = 3.5
"""From this many standard errors on, a figure of a run is marked."""


def origin_html(document: Mapping[str, Any], name: str) -> str:
    """Where the report comes from: operator, submission, digests, version, date, command."""
    book = load_book(name)
    facts = (
        ("Operator", document["operator"]),
        ("Book", f"{book.title} ({name}), {book.edition}"),
        ("Digest of the book", document["book_sha256"]),
        ("Submission", document["submission_file"]),
        ("Digest of the submission", document["submission_sha256"] if document["submission"] else ""),
        ("Digest of the rules", document["rules_sha256"]),
        (
            "Approvals missing",
            ", ".join(one.replace("_", " ") for one in document["rules"]["approvals_missing"]),
        ),
        ("Date", document["date"]),
        ("Made by", f"spanish21 {document['spanish21']}"),
        ("Command", document["command"]),
    )
    rows = "".join(f"<dt>{title}</dt><dd>{escape(text)}</dd>" for title, text in facts if text)
    return (
        f'<dl class="origin">{rows}</dl><p>Digests are SHA-256. Everything that is needed to reproduce'
        " this report is in this file: <code>spanish21 report verify FILE</code> recomputes every figure and"
        " names each one that differs.</p>"
    )


def rulings_html(rulings: Sequence[Mapping[str, Any]]) -> str:
    """The readings taken, and the effect of each other one."""
    rows = []
    for ruling in rulings:
        title = f"<b>{escape(ruling['id'])}</b> {escape(ruling['asks'])}"
        taken = f"<b>{_words(ruling['taken'])}</b>: {escape(ruling['says'])}"
        others = "<br>".join(_other(one) for one in ruling["others"])
        rows.append((title, taken, others, escape(", ".join(ruling["clauses"]))))
    said = (
        "<p>Questions that the book leaves open, the reading taken, and the effect of each other reading"
        " of the player's expected value on the main wager, in basis points (bp).</p>"
    )
    return said + table_html(("Question", "Taken", "Other readings", "Clauses"), rows, (0, 1, 2, 3))


def _other(one: Mapping[str, Any]) -> str:
    worth = "no effect" if one["basis_points"] is None else f"{signed(one['basis_points'], '{:+.2f}')} bp"
    needs = f" ({escape(one['needs'])})" if one["needs"] else ""
    return f"{_words(one['reading'])}: {worth}{needs}"


def _words(name: str) -> str:
    return escape(name.replace("_", " "))


def proof_html(proof: RunProof | None, currency: str = "") -> str:
    """The simulated run that checks the computation."""
    if proof is None:
        return "<p>No run was played for this report: <code>--prove ROUNDS</code> plays one.</p>"
    worst = max(proof.rows, key=lambda row: abs(row.z or 0.0))
    rows = [
        (
            escape(row.name),
            f"{row.exact:.6%}",
            f"{row.played:.6%}",
            f"{row.error:.6%}",
            _z_html(row.z),
        )
        for row in proof.rows
    ]
    return (
        f"<p>The simulator has played {proof.rounds:,} first rounds of a full shoe, seed {proof.seed}, by the"
        f" best strategy, with a wager of {currency}{amount_text(proof.wager)}, which is always paid its"
        " exact odds. Each figure as computed and as played, with its standard error; z is the difference in"
        " standard errors."
        f" The largest of {len(rows)} is {worst.z or 0.0:+.2f} ({escape(worst.name)}).</p>"
        + table_html(("Figure", "Computed", "Played", "Standard error", "z"), rows)
    )


def _z_html(z: float | None) -> str:
    if z is None:
        return "none played"
    return f'<span class="loss-text">{z:+.2f}</span>' if abs(z) > _LARGE else f"{z:+.2f}"


def embedded(document: Mapping[str, Any]) -> str:
    """The evidence as JSON inside HTML, invisible to readers and available to programs."""
    text = json.dumps(document, indent=1, ensure_ascii=True).replace("<", "\\u003c")
    return f'<script type="application/json" id="evidence">\n{text}\n</script>'
