"""Writes the generated pages of docs/ from the program itself: the command line, the rulebooks and a page
about each, the rulings, the reference, our figures against published ones, the sample report, the notebook of
the tutorial, and the types of the wire for the page.

It also fills in the counts of clauses by their proof in README.md and docs/proof.md, and the lists of
docs/notation.md.

    python docs/generate.py

A test compares the files with what this script would write.
"""

import sys
from functools import cache, partial
from pathlib import Path

import click

from spanish21.books.clauses import KINDS, Clause, Rulebook, Ruling
from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS, RULEBOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import COMMANDS, main
from spanish21.cli.commands.clauses_command import PROOFS, clause_counts, grades_by_clause, shown_at
from spanish21.cli.commands.rules_command import described_book
from spanish21.game.rules import SETTING_NAMES, SETTINGS

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from writers.books import book_page  # noqa: E402
from writers.notation import phrase_list, state_list  # noqa: E402
from writers.notebook import notebook_of, with_output  # noqa: E402
from writers.published import published_page  # noqa: E402
from writers.reference import reference_page  # noqa: E402
from writers.wire_types import wire_types  # noqa: E402

_WIDTH = 100


def cli_page() -> str:
    """Every command's own help, and the settings."""
    parts = ["# The command line", "", "Written by `docs/generate.py` from the commands themselves.", ""]
    root = click.Context(
        main,
        info_name="spanish21",
        terminal_width=_WIDTH,
        max_content_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )
    parts += ["```text", main.get_help(root), "```", ""]
    for name in COMMANDS:
        command = main.get_command(root, name)
        assert command is not None
        parts += _command_part(command, name, root)
    parts += ["## Settings", "", "The values for `--set`, `--what-if`, `set` and `what-if`:", ""]
    parts += [f"- `{name}`: {SETTINGS[name].takes}" for name in SETTING_NAMES if name != "book"]
    return "\n".join(parts) + "\n"


def _command_part(command: click.Command, name: str, parent: click.Context) -> list[str]:
    """A command's own help, and that of the commands in it."""
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=_WIDTH, max_content_width=_WIDTH
    )
    lines = [f"## {context.command_path}", "", "```text", command.get_help(context), "```", ""]
    for inner, one in command.commands.items() if isinstance(command, click.Group) else ():
        lines += _command_part(one, inner, context)
    return lines


def rulebooks_page() -> str:
    """The books side by side, then each book clause by clause."""
    parts = [
        "# The rulebooks",
        "",
        "Written by `docs/generate.py` from `src/spanish21/rulebooks/*.toml`.",
        "",
    ]
    parts += ["## The five documents, each with its sample submission", "", *_comparison(RULEBOOKS)]
    parts += ["## Two books made from guides", ""]
    parts += ["They are made from guides that houses give their players; the gaps are filled by our choices."]
    parts += ["", *_comparison(GUIDED_BOOKS)]
    for name in BOOKS:
        parts += _book_part(load_book(name))
    return "\n".join(parts) + "\n"


def _comparison(names: tuple[str, ...]) -> list[str]:
    described = [described_book(load_book(name), rules_of(name)) for name in names]
    lines = ["| setting | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for name in described[0]["settings"]:
        cells = [one["settings"][name] for one in described]
        texts = [f"{cell['text']} {_cited(cell['clauses'])}".strip() for cell in cells]
        differs = "≠ " if any(cell["value"] != cells[0]["value"] for cell in cells) else ""
        lines.append(
            f"| {differs}{name.replace('_', ' ')} | " + " | ".join(_cell(text) for text in texts) + " |"
        )
    return [*lines, ""]


def _cited(clauses: list[str]) -> str:
    return f"({clauses[0]}{', …' if len(clauses) > 1 else ''})" if clauses else ""


def _book_part(book: Rulebook) -> list[str]:
    kinds = ", ".join(f"{sum(kind in one.kinds for one in book.clauses)} {kind}" for kind in KINDS)
    lines = [
        f"## {book.name}: {book.title}",
        "",
        f"{book.edition}. {len(book.clauses)} clauses: {kinds}.",
        "",
    ]
    lines += ["| clause | kind | says | shown |", "|---|---|---|---|"]
    lines += [_clause_row(book.name, clause) for clause in book.clauses]
    return [*lines, ""]


def _clause_row(book: str, clause: Clause) -> str:
    shown = "; ".join(f"`{place}`" for place in shown_at(book, clause))
    return f"| {clause.id} | {', '.join(clause.kinds)} | {_cell(clause.says)} | {_cell(shown)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def rulings_page() -> str:
    """The questions that the books leave open, and how each is answered."""
    parts = ["# Rulings", ""]
    parts += ["Questions on which a book is silent, contradicts itself or can be read in two ways.", ""]
    parts += ["The first reading is the default; a Rules Submission chooses another under `[rulings]`."]
    parts += ["", "Written by `docs/generate.py` from `src/spanish21/rulebooks/*.toml`.", ""]
    for name in BOOKS:
        parts += [f"## {name}", ""]
        for ruling in load_book(name).rulings:
            parts += _ruling_part(ruling)
    return "\n".join(parts) + "\n"


def _ruling_part(ruling: Ruling) -> list[str]:
    lines = [f"### {ruling.id}", "", f"{ruling.asks} ({', '.join(ruling.clauses)})", ""]
    for name in (ruling.default, *(name for name in ruling.reads if name != ruling.default)):
        lines.append(f"- `{name}`: {ruling.reads[name].says}")
    return [*lines, "", f"Why: {ruling.because}", ""]


def sample_report() -> str:
    """The report on the Maryland book, with the run that proves it."""
    from spanish21.cli.commands.report_command import ReportOrder
    from spanish21.cli.reporting import made_report

    return made_report(ReportOrder("maryland", prove=1_000_000, date="2026-01-01"), None, 1, lambda _: None)


def notebook(page: str) -> str:
    """A page as a notebook."""
    return notebook_of(filled(page))


NOTEBOOKS = ("tutorial", "learning")
"""Pages that are notebooks too."""

PAGES = {
    "cli.md": cli_page,
    "rulebooks.md": rulebooks_page,
    "rulings.md": rulings_page,
    "reference.md": reference_page,
    "published.md": published_page,
    **{f"books/{name}.md": partial(book_page, name) for name in BOOKS},
    "sample-report.html": sample_report,
    **{f"{name}.ipynb": partial(notebook, f"docs/{name}.md") for name in NOTEBOOKS},
    "../src/spanish21/server/page/wire/wire.d.ts": wire_types,
}


# -- the counts of clauses by their proof ----------------------------------------------------------


def counts_sentence() -> str:
    """All clauses of the five documents by their proof, for the README."""
    return clause_counts(_counts(RULEBOOKS, ""))


def counts_table() -> str:
    """The clauses by their proof: all, of each book, and those on equipment and approvals."""
    lines = ["", "", "| clauses | " + " | ".join(PROOFS) + " | |", "|---" * (len(PROOFS) + 2) + "|"]
    rows = [("all", RULEBOOKS, "")] + [(book, (book,), "") for book in RULEBOOKS]
    rows += [("with equipment", RULEBOOKS, "equipment"), ("with an office", RULEBOOKS, "office")]
    rows += [(f"{book}, from guides", (book,), "") for book in GUIDED_BOOKS]
    for name, books, kind in rows:
        counts = _counts(books, kind)
        cells = " | ".join(f"{count:,}" for count in counts.values())
        lines.append(f"| {name} | {cells} | {sum(counts.values()):,} |")
    return "\n".join([*lines, "", ""])


def _counts(books: tuple[str, ...], kind: str) -> dict[str, int]:
    grades = grades_by_clause()
    counts = dict.fromkeys(PROOFS, 0)
    for name in books:
        for clause in load_book(name).clauses:
            if not kind or kind in clause.kinds:
                counts[grades[f"{name} {clause.id}"]["proof"]] += 1
    return counts


# -- pages written by hand in which something is filled in -----------------------------------------

FILLED = {
    "README.md": {"counts": counts_sentence},
    "docs/proof.md": {"counts": counts_table},
    "docs/notation.md": {"phrases": phrase_list, "states": state_list},
    **{f"docs/{name}.md": {} for name in NOTEBOOKS},
}
"""The text between the marks of a page; in the tutorial, the output of its cells."""


@cache
def filled(name: str) -> str:
    """A page with the current output of the program."""
    text = (HERE.parent / name).read_text("utf-8")
    for mark, said in FILLED[name].items():
        begin, end = f"<!-- {mark} -->", f"<!-- end of {mark} -->"
        assert begin in text, f"{name} has no place for the {mark}"
        before, after = text.split(begin)[0], text.split(end)[1]
        text = before + begin + said() + end + after
    return with_output(text) if Path(name).stem in NOTEBOOKS else text


def write_pages() -> None:
    """Write everything; the report takes longest."""
    for name in FILLED:
        (HERE.parent / name).write_text(filled(name), encoding="utf-8")
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_pages()
