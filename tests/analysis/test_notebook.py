"""What a notebook shows of the analyser's results."""

import re
from html import unescape

import pytest

from spanish21.analysis.charts.best_charts import best_chart
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.analysis.report.pricing import differences, prices
from spanish21.analysis.sides.side_prices import side_wagers
from spanish21.books.submissions.submission import rules_of
from spanish21.strategy import chart_lines

RULES = rules_of("uk-casino")


def cells(html: str) -> list[str]:
    return [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", html)]


def test_an_analysis_shows_its_figures_and_its_distribution() -> None:
    analysis = analysis_of(RULES)
    html = analysis._repr_html_()
    assert f"{-analysis.expected_value:.4%}" in html
    assert f"{analysis.law.standard_deviation:.4f}" in html
    assert "<svg" in html


def test_a_chart_shows_all_its_cells() -> None:
    best = best_chart(RULES)
    shown = cells(best._repr_html_())
    for table, row, *texts in chart_lines(best.chart):
        if table in ("hard", "soft", "pair") and row != "21":
            label = f"{row}-{row}" if table == "pair" else row
            wanted = [label, *texts[1:], texts[0]]  # from 2 to the ace
            assert any(shown[at : at + 11] == wanted for at in range(len(shown)))


def test_prices_show_every_change() -> None:
    for found in (prices(RULES), differences(RULES, rules_of("massachusetts"))):
        shown = cells(found._repr_html_())
        for price in found:
            at = shown.index(f"{price.change}; {price.needs}" if price.needs else price.change)
            assert shown[at + 1] == f"{price.basis_points:+.2f}"


@pytest.mark.parametrize("book", ["uk-casino", "players-edge"])
def test_side_wagers_show_their_edges(book: str) -> None:
    wagers = side_wagers(rules_of(book))
    shown = cells(wagers._repr_html_())
    assert [f"{wager.house_edge:.4%}" for wager in wagers] == shown[8 + 3 :: 8]


def test_the_style_stays_inside_the_result() -> None:
    html = side_wagers(RULES)._repr_html_()
    style = html[html.index("<style>") : html.index("</style>")]
    assert style.startswith("<style>@scope (.spanish21) {")
    assert style.count("{") == style.count("}")
