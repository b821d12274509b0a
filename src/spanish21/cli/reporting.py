"""Making a report from its options, and comparing one with what it should be."""

import json
import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from spanish21.analysis.report.html_report import report_of
from spanish21.analysis.report.report_order import ReportOrder
from spanish21.analysis.report.run_evidence import FORMAT, Evidence, findings_of
from spanish21.books.rulebook import file_text, is_path, load_book
from spanish21.books.submissions.submission_file import shared_sample
from spanish21.cli.analysis_options import AnalysisOptions
from spanish21.errors import BadInput, BadRules, one_line

Tell = Callable[[str], None]
_EVIDENCE = re.compile(r'<script type="application/json" id="evidence">\n(.*?)\n</script>', re.DOTALL)
_MOST_SHOWN = 60
_NEAR = 1e-9
"""Floating-point figures that differ by no more than this part are the same: computers round differently."""


class ReportDifference(msgspec.Struct, frozen=True):
    """A place in a report, what the file has there and what it should have."""

    place: str
    file: str
    computed: str


def made_report(ordered: ReportOrder, submitted: str | None, threads: int, tell: Tell) -> str:
    """The report that was ordered; `submitted` is the text of its submission."""
    asked = _asked(ordered)
    if ordered.prove and asked.shoe is not None:
        raise BadInput("--prove plays full shoes; it does not go with --without")
    book = load_book(asked.book)
    found = findings_of(asked.rules, asked.submission, asked.shoe, asked.choices, tell)
    proof = None
    if ordered.prove:
        from spanish21.cli.proving import proof_of

        tell(f"playing {ordered.prove:,} rounds …")
        proof = proof_of(found.analysis, ordered.prove, ordered.seed, threads)
    submission = asked.submission or shared_sample(asked.book)
    named = msgspec.structs.replace(
        ordered,
        book=Path(ordered.book).name if is_path(ordered.book) else ordered.book,
        submission=Path(ordered.submission).name if ordered.submission else None,
    )
    evidence = Evidence(
        asked=msgspec.to_builtins(named),
        command=named.command(),
        date=ordered.date,
        operator=submission.operator,
        submission_file=named.submission or f"the sample of {asked.book}",
        submission=_sample_text(asked.book) if submitted is None else submitted,
        book=file_text(book.place) if book.place else "",
        proof=proof,
    )
    return report_of(asked.rules, found, evidence, asked.shoe, asked.what_if)


def _sample_text(name: str) -> str:
    """The text of a book's sample submission; nothing if the book has no sample."""
    book = load_book(name)
    if not book.place:
        return files("spanish21").joinpath("rulebooks", "submissions", f"{name}.toml").read_text("utf-8")
    path = Path(book.folder, "submissions", f"{name}.toml")
    return file_text(path) if path.is_file() else ""


def _asked(ordered: ReportOrder) -> AnalysisOptions:
    book = load_book(ordered.book).name
    return AnalysisOptions(
        book, ordered.decks, ordered.choices, ordered.what_if, ordered.submission, ordered.without
    )


# -- verifying -------------------------------------------------------------------------------------


def differences_in(text: str, source: str, threads: int, tell: Tell) -> list[ReportDifference]:
    """Everything in which a report differs from what this program computes from the same options."""
    text = _with_plain_lines(text)
    return differences_between(text, _made_again(evidence_in(text, source), source, threads, tell), source)


def _with_plain_lines(text: str) -> str:
    """The text with the line endings that a report is written with; mail and editors change them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def differences_between(text: str, again: str, source: str) -> list[ReportDifference]:
    """Everything in which a report differs from the same made again: first its evidence, then its page."""
    found = list(_different(evidence_in(text, source), evidence_in(again, source), "evidence"))
    if _is_json(text):
        return found
    shown, computed = (_EVIDENCE.sub("", one) for one in (text, again))
    return found + list(_shown_otherwise(shown, computed))


def _is_json(text: str) -> bool:
    """Whether a report is its JSON alone, and no page."""
    return text.lstrip().startswith("{")


def evidence_text(page: str) -> str:
    """The JSON of a report alone, for programs."""
    return json.dumps(evidence_in(page, "the report"), indent=1, ensure_ascii=False) + "\n"


def evidence_in(text: str, source: str) -> dict[str, Any]:
    """The JSON in a report."""
    found = None if _is_json(text) else _EVIDENCE.search(text)
    if found is None and not _is_json(text):
        raise BadInput(f"{source}: no evidence; `spanish21 report BOOK` writes a report with evidence")
    try:
        document = json.loads(text if found is None else found[1])
    except (ValueError, RecursionError):
        raise BadInput(f"{source}: the evidence in it cannot be read as JSON") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput(f"{source}: its evidence does not have the format {FORMAT}")
    return document


def _made_again(document: dict[str, Any], source: str, threads: int, tell: Tell) -> str:
    """The same report, from the book and the submission that it contains."""
    try:
        ordered = msgspec.convert(document.get("asked"), ReportOrder)
        texts = msgspec.convert([document.get("book"), document.get("submission")], list[str])
    except msgspec.ValidationError as error:
        raise BadInput(one_line(f"{source}: its options cannot be read: {error}")) from None
    with TemporaryDirectory() as folder:
        places: dict[str, str] = {}
        for field, name, content in zip(
            ("book", "submission"), (ordered.book, ordered.submission), texts, strict=True
        ):
            if content and name:
                path = Path(folder, Path(name).name)
                path.write_text(content, "utf-8")
                places[field] = str(path)
        try:
            submitted = texts[1] if ordered.submission else None
            return made_report(msgspec.structs.replace(ordered, **places), submitted, threads, tell)
        except BadRules as error:
            raise BadRules(one_line(f"{source}: its table cannot be made again: {error}")) from None


def _different(file: Any, computed: Any, place: str) -> Iterator[ReportDifference]:
    """Where two JSON documents differ, leaf by leaf."""
    if isinstance(file, dict) and isinstance(computed, dict):
        for name in dict.fromkeys((*computed, *file)):
            missing = "nothing"
            yield from _different(file.get(name, missing), computed.get(name, missing), f"{place}.{name}")
    elif isinstance(file, list) and isinstance(computed, list) and len(file) == len(computed):
        for at, (one, other) in enumerate(zip(file, computed, strict=True)):
            label = one.get("name") or one.get("up") or one.get("id") if isinstance(one, dict) else None
            yield from _different(one, other, f"{place}[{label or at}]")
    elif not _is_same(file, computed):
        yield ReportDifference(place, _short(file), _short(computed))


def _is_same(file: Any, computed: Any) -> bool:
    if isinstance(file, float) and isinstance(computed, float):
        return abs(file - computed) <= _NEAR * max(abs(computed), 1e-3)
    return type(file) is type(computed) and bool(file == computed)


def _short(value: Any) -> str:
    text = one_line(value if isinstance(value, str) else json.dumps(value))
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def _shown_otherwise(file: str, computed: str) -> Iterator[ReportDifference]:
    """Where the pages differ in what they show or how they show it, with the section."""
    ours, theirs = _parts(computed), _parts(file)
    if ours == theirs:
        return
    for tag, a, b, c, d in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if tag != "equal":
            yield ReportDifference(
                f"page, {_section(ours, c)}",
                _joined(theirs[a:b]) or "nothing",
                _joined(ours[c:d]) or "nothing",
            )


def _parts(page: str) -> list[str]:
    """The tags and texts of a page; line by line inside a text, such as the style."""
    return [part for piece in re.split(r"(<[^>]*>)", page) for part in piece.split("\n") if part.strip()]


def _joined(parts: list[str]) -> str:
    return _short(" ".join(parts))


def _section(parts: list[str], at: int) -> str:
    """The heading above a place, and the label of its row."""
    heading, label = "the top", ""
    for place in range(min(at, len(parts) - 1)):
        if parts[place].startswith("<h2"):
            heading, label = parts[place + 1], ""
        elif parts[place].startswith("<h3"):
            label = parts[place + 1]
        elif parts[place] == "<tr>" and not parts[place + 2].startswith("<"):
            label = parts[place + 2]
    return f"{heading}, {label}" if label else heading
