"""The result of an exam as one self-contained HTML page, made to be printed."""

from html import escape

import msgspec

from spanish21.books.rulebook import load_book
from spanish21.game.rules import Rules
from spanish21.school.marks import HOUSE, PASS_MARK, ChapterMark, Failed, Score

_FEW = 4


class Paper(msgspec.Struct, frozen=True):
    """What a certificate says apart from the score: for whom, when, and how to hold the same exam again."""

    name: str
    date: str
    version: str
    again: str
    is_finished: bool = True


_STYLE = """
:root { --ink: #1d2a24; --faint: #66736c; --line: #c9bf9f; --gold: #8c6d1f; --red: #a02c2c; }
* { box-sizing: border-box; }
body { margin: 0; background: #e9e5da; color: var(--ink); font: 11pt/1.45 Georgia, "Times New Roman", serif; }
main { width: min(190mm, 100% - 16px); margin: 8px auto; padding: 12mm 13mm 10mm; background: #fffdf7;
  border: 1.2pt solid var(--gold); outline: .5pt solid var(--line); outline-offset: -4mm; }
header { text-align: center; }
.suits { color: var(--gold); letter-spacing: .6em; margin-right: -.6em; }
h1 { font-weight: normal; font-size: 25pt; letter-spacing: .04em; margin: 1mm 0 0; }
.book { color: var(--faint); margin: 0 0 4mm; }
.name { font-size: 20pt; margin: 1mm auto; padding: 0 8mm 1mm; border-bottom: .5pt solid var(--line);
  display: inline-block; min-width: 55%; }
.result { font-size: 14pt; margin: 3mm 0 1mm; letter-spacing: .08em; }
.passed { color: #23613f; } .failed { color: var(--red); }
.lead { margin: 0 0 4mm; }
table { width: 100%; border-collapse: collapse; font-size: 10pt; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: normal; color: var(--faint); border-bottom: .8pt solid var(--line); }
th, td { padding: .7mm 2mm; } td { border-bottom: .3pt solid #ece5d0; }
td.n, th.n { text-align: right; white-space: nowrap; }
.bar { width: 22%; } .bar i { display: block; height: 2.2mm; background: #23613f; }
.bar span { display: block; background: #eadcd2; }
tr { break-inside: avoid; }
h2 { font-weight: normal; font-size: 12.5pt; margin: 5mm 0 1mm; break-after: avoid; }
ul { margin: 0; padding-left: 5mm; font-size: 10pt; } li { break-inside: avoid; margin: .5mm 0; }
.clause { color: var(--faint); white-space: nowrap; }
.signed { display: flex; gap: 12mm; margin-top: 11mm; font-size: 9.5pt; color: var(--faint);
  break-inside: avoid; }
.signed div { flex: 1; border-top: .5pt solid var(--ink); padding-top: 1mm; }
footer { margin-top: 4mm; font-size: 8pt; color: var(--faint); overflow-wrap: anywhere; }
@media (max-width: 600px) { main { padding: 8mm 6mm; } .bar { display: none; } h1 { font-size: 20pt; }
  .signed { flex-direction: column; } }
@media print { @page { size: A4; margin: 10mm; } body { background: none; }
  main { width: auto; margin: 0; padding: 9mm 11mm; } * { print-color-adjust: exact; } }
"""


def certificate(rules: Rules, score: Score, paper: Paper) -> str:
    """The page."""
    book = load_book(rules.book)
    passed = score.is_passed and paper.is_finished
    title = "Certificate of Dealing" if passed else "Record of an Exam"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(f"{title}: {paper.name}, {book.title}")}</title><style>{_STYLE}</style></head>
<body><main>
<header><div class="suits">♠♥♣♦</div><h1>{title}</h1>
<p class="book">{escape(book.title)} · {escape(book.edition)}</p>
<div class="name">{escape(paper.name)}</div>
<p class="result {"passed" if passed else "failed"}">{_result(passed, paper)}</p>
<p class="lead">{_lead(score, paper)}</p></header>
<table><thead><tr><th>Chapter</th><th>Topics</th><th class="n">Right</th><th class="n">Asked</th>
<th class="bar"></th></tr></thead><tbody>{"".join(map(_row, _rows(score)))}</tbody></table>
{_to_read(rules, score.failed)}
<div class="signed"><div>Date: {escape(paper.date)}</div><div>Trainee</div><div>Instructor</div></div>
<footer>{escape(f"spanish21 {paper.version} · {paper.again}")}</footer>
</main></body></html>
"""


def _result(passed: bool, paper: Paper) -> str:
    if not paper.is_finished:
        return "NOT FINISHED"
    return "PASSED" if passed else "NOT PASSED"


def _lead(score: Score, paper: Paper) -> str:
    return (
        f"{score.right} of {score.asked} answers right, {score.percent} percent. An exam is passed with "
        f"{PASS_MARK} percent and a right last answer to every kind of question."
    )


def _rows(score: Score) -> list[ChapterMark]:
    """A row for each chapter with all its topics; a book of few chapters shows every topic separately."""
    if len(score.chapters) <= _FEW:
        return list(score.rows)
    topics = {one: [row.topic for row in score.rows if row.chapter == one] for one in score.chapters}
    return [ChapterMark(one, _joined(topics[one]), *score.chapters[one]) for one in score.chapters]


def _joined(topics: list[str]) -> str:
    text = ", ".join(topic.lower() for topic in topics)
    return text[:1].upper() + text[1:]


def _row(row: ChapterMark) -> str:
    percent = 100 * row.right // row.asked
    chapter = "house" if row.chapter == HOUSE else escape(row.chapter)
    return (
        f'<tr><td>{chapter}</td><td>{escape(row.topic)}</td><td class="n">{row.right}</td>'
        f'<td class="n">{row.asked}</td>'
        f'<td class="bar"><span><i style="width:{percent}%"></i></span></td></tr>'
    )


def _to_read(rules: Rules, failed: tuple[Failed, ...]) -> str:
    if not failed:
        return ""
    items = "".join(
        f'<li>{escape(one.explains)} <span class="clause">[{escape(where_text(rules, one))}]</span></li>'
        for one in failed
    )
    return f"<h2>To be read again</h2><ul>{items}</ul>"


def where_text(rules: Rules, failed: Failed) -> str:
    """The first clauses of what went wrong, or why the house acts without one."""
    if not failed.clauses:
        return f"house: {failed.house}"
    shown = ", ".join(failed.clauses[:3])
    return f"{rules.book} {shown}" + (", …" if len(failed.clauses) > 3 else "")
