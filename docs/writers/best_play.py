"""The analyser's part of the pages of the books: edges, side wagers, and the best chart."""

from functools import cache
from typing import Any

from spanish21.books.submissions.submission import rules_of

_COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_WAGERS = {
    "match": (
        "Match the Dealer",
        "one or both of your first two cards have the rank of the dealer's up card",
    ),
    "match_down": (
        "the same with the hole card",
        "one or both of them have the rank of the dealer's hole card",
    ),
    "monster": (
        "Monster Match",
        "your first two cards and the dealer's make a suited pair, or three or four alike",
    ),
    "spin": ("Bonus Spin", "your first two cards are a Blackjack: you turn a wheel"),
    "xtreme": (
        "Xtreme 16",
        "the dealer's first two cards are a 6 and a card worth 10: the wheels are turned",
    ),
    "insurance": ("Insurance", "the dealer has a Blackjack; it is offered against an ace"),
}
"""Each side wager: its title, and when it wins."""


@cache
def best_of(book: str) -> Any:
    """The best chart of a book's sample table."""
    from spanish21.analysis import best_chart

    return best_chart(rules_of(book))


def edges(book: str) -> tuple[str, str]:
    """The house edge against the best play, and against the best chart."""
    from spanish21.analysis import edge

    return f"{-edge(rules_of(book)).expected_value:.3%}", f"{-best_of(book).edge.expected_value:.3%}"


def side_wager_rows(book: str) -> list[str]:
    """The side wagers on offer: when they win, what they pay, and the house edge."""
    from spanish21.analysis import side_wagers

    rules = rules_of(book)
    lines = ["| wager | wins when | pays | house edge | how often |", "|---|---|---|---|---|"]
    for wager in side_wagers(rules):
        if wager.offered:
            title, wins = _WAGERS[wager.name]
            figures = f"{wager.house_edge:.2%} | {wager.hit_rate:.1%}"
            lines.append(f"| {title} | {wins} | {wager.pays} | {figures} |")
    if any(name in rules.meters for name in ("spin", "xtreme", "monster")):
        lines += [
            "",
            "Edges of progressive wagers are those with the meters at their start; they fall as meters grow.",
        ]
    return lines


def chart_lines(book: str) -> list[str]:
    """The best chart for hands that are not doubled, with its legend; rows alike are one."""
    from spanish21.strategy.screens import chart_tables, letters_of, marks_of

    tables = [one for one in chart_tables(best_of(book).chart, rules_of(book)) if one.screen != "doubled"]
    letters = ", ".join(f"`{letter}` {word}" for letter, word in letters_of(tables))
    marks = [_marked(mark) for mark in marks_of(tables)]
    lines = [" ".join([f"Your hand on the left, the dealer's up card above: {letters}.", *marks]), ""]
    for table in tables:
        lines += [f"### {table.title}", "", "| | " + " | ".join(_COLUMNS) + " |", "|---" * 11 + "|"]
        lines += [f"| **{row}** | " + " | ".join(cells) + " |" for row, cells in _alike(table.rows)]
        lines.append("")
    return lines


def _marked(mark: str) -> str:
    """A line of the legend with its signs as code, because Markdown reads asterisks in its own way."""
    sign, _, says = mark.partition(": ")
    return f"`{sign}`: {says}.".replace(" ** ", " `**` ").replace(" *** ", " `***` ")


def _alike(rows: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Rows with the same cells one after another made into one, such as 4 to 8."""
    found: list[tuple[str, list[str]]] = []
    for row, cells in rows:
        if found and found[-1][1] == cells and "-" not in row:
            found[-1] = (f"{found[-1][0].partition(' ')[0]} to {row}", cells)
        else:
            found.append((row, cells))
    return found
