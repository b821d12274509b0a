"""HTML for notebooks: self-contained, and readable in light and dark ones alike.

`paper.css` is the style sheet of everything that looks like a report. In a notebook it is confined to the
output, and its colours follow those of the notebook.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files

_IN_NOTEBOOK = """
:scope { color: inherit; --ink: currentColor; --accent: currentColor; --line: rgb(128 128 128 / .35); }
:scope { --soft: color-mix(in srgb, currentColor 75%, transparent); }
:scope { --gain: color-mix(in srgb, #1fa05a 65%, currentColor); }
:scope { --loss: color-mix(in srgb, #dc4632 65%, currentColor); }
table { background: none; }
tbody tr { background: none !important; }
"""
"""The notebook's colours in place of the paper's, without its stripes."""


@cache
def paper_style() -> str:
    """The style sheet of a report and of everything that looks like one."""
    return files("spanish21.display").joinpath("paper.css").read_text("utf-8")


def in_notebook(shown: str) -> str:
    """With the style of a report, which does not reach the rest of the notebook."""
    style = f"<style>@scope (.spanish21) {{{paper_style()}{_IN_NOTEBOOK}}}</style>"
    return f'<div class="spanish21">{style}{shown}</div>'


def page_html(title: str, body: str) -> str:
    """An HTML page that needs no other file."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{paper_style()}</style></head><body><h1>{escape(title)}</h1>{body}</body></html>\n"
    )


def table_html(
    heads: Sequence[str], rows: Iterable[Sequence[str]], text_columns: Sequence[int] = (0,)
) -> str:
    """An HTML table; cells are HTML already."""

    def line(cells: Sequence[str], tag: str) -> str:
        made = "".join(
            f"<{tag}{' class=text' if place in text_columns else ''}>{cell}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{made}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f'<div class="scroll"><table><thead>{line(heads, "th")}</thead><tbody>{body}</tbody></table></div>'


def figures_html(figures: Iterable[tuple[str, str]]) -> str:
    """A row of figures, each in a box under its name."""
    boxes = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in figures)
    return f'<dl class="figures">{boxes}</dl>'


def signed(value: float, form: str) -> str:
    """A number with its sign, as HTML: wins and losses have different colours."""
    text = form.format(value)
    if float(text.strip("%").replace(",", "")) == 0:
        return text
    return f'<span class="{"gain" if value > 0 else "loss-text"}">{text}</span>'
