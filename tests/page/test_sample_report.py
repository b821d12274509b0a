"""The sample report on a phone and on paper: charts are whole, and amounts are money."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from page.serving import visit

REPORT = Path(__file__).parents[2] / "docs" / "sample-report.html"
RIGHT_EDGES = "cells => cells.map(cell => cell.getBoundingClientRect().right)"
CUT_LABELS = """tables => tables.flatMap(table => [...table.querySelectorAll('tbody th')]
    .filter(label => label.scrollWidth > label.clientWidth + 1).map(label => label.innerText))"""


def test_every_up_card_is_on_the_screen_of_a_phone(browser: Browser) -> None:
    page = visit(browser, REPORT.as_uri(), 390, 844)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    edges = page.eval_on_selector_all("table.chart thead th, table.chart td", RIGHT_EDGES)
    assert len(edges) > 500
    assert max(edges) <= 390
    assert page.eval_on_selector_all("table.chart", CUT_LABELS) == []


def test_no_chart_is_cut_off_on_paper(browser: Browser) -> None:
    page = visit(browser, REPORT.as_uri(), 718, 1000)  # A4 less its margins
    page.emulate_media(media="print")
    edges = page.eval_on_selector_all("table.chart td", RIGHT_EDGES)
    assert max(edges) <= 718
    assert page.eval_on_selector_all("table.chart", CUT_LABELS) == []
    assert page.eval_on_selector_all("nav", "menus => menus.map(menu => menu.offsetHeight)") == [0]


def test_amounts_are_money() -> None:
    text = REPORT.read_text("utf-8").partition('id="evidence"')[0]
    assert re.search(r"with a wager of \$\d+\.\d\d, which", text)
    assert re.search(r"wager \$\d+\.\d\d, \d others", text)
    assert not re.search(r"wager (of )?\d+\.\d\d", text)
