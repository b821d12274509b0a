"""What a notebook shows: complete in itself, escaped, and readable in the light and in the dark."""

import random
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from display.public import QUICK, RULES, in_play, opened, priced, reported
from explore import Walk
from page.axe import violations
from page.serving import chromium
from spanish21 import Table, new_table, open_table, rules_of, view, what_if
from spanish21.analysis import advise, best_chart, edge, side_wagers
from spanish21.simulation import simulate
from spanish21.strategy.chart_picture import COLOURS

RUDE = '<b>&"x'
"""A name that would do harm if it were not escaped."""
VALUES = ("edge", "law", "chart", "best chart", "table", "rules", "prices", "sides", "advice", "result")


@cache
def shown(name: str) -> str:
    """The HTML of one of the values that a notebook shows."""
    found = edge(RULES)
    values: dict[str, Any] = {
        "edge": lambda: found,
        "law": lambda: found.law,
        "best chart": lambda: best_chart(QUICK),
        "chart": lambda: replace(best_chart(QUICK).chart, name=RUDE),
        "table": in_play,
        "rules": lambda: what_if(RULES, currency="<&>"),
        "prices": priced,
        "sides": lambda: side_wagers(RULES),
        "advice": lambda: advise(in_play(), "ann"),
        "result": lambda: simulate(RULES, "chart", 2_000),
    }
    return str(values[name]()._repr_html_())


class Balanced(HTMLParser):
    """Every tag that opens is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "wbr", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def text_of(html: str) -> str:
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    return " ".join(parser.texts)


@pytest.mark.parametrize("name", VALUES)
def test_what_a_notebook_shows_is_complete_in_itself(name: str) -> None:
    html = shown(name)
    text_of(html)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(|<script|<link|\bsrc=", html)
    assert len(html) < 100_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.mark.parametrize("theme", [("#ffffff", "#111111"), ("#111111", "#eeeeee")], ids=["light", "dark"])
def test_axe_finds_no_text_too_faint_in_a_light_or_a_dark_notebook(
    theme: tuple[str, str], browser: Browser
) -> None:
    back, ink = theme
    page = browser.new_page()
    body = "".join(shown(name) for name in VALUES)
    page.set_content(f'<body style="background:{back};color:{ink}"><p id="outside">outside</p>{body}</body>')
    found = violations(page, {"runOnly": ["color-contrast"]})
    faint = [node["html"] for one in found for node in one["nodes"]]
    outside = page.evaluate("getComputedStyle(document.getElementById('outside')).fontFamily")
    page.close()
    assert faint == []
    assert "system-ui" not in outside


# -- what is shown ---------------------------------------------------------------------------------


def test_an_edge_shows_the_figures_of_the_command_and_its_distribution() -> None:
    found, html = edge(RULES), shown("edge")
    for figure in (found.house_edge, found.element_of_risk):
        assert f"{figure:.4%}" in html
    assert f"{found.standard_deviation:.4f}" in html
    assert f"{found.hit_frequency:.3%}" in html
    assert f"<title>-1: {found.law.probabilities[list(found.law.results).index(-1.0)]:.5%}</title>" in html


def test_a_distribution_is_a_picture_with_a_bar_for_every_result_that_can_be_seen() -> None:
    law = edge(RULES).law
    bars = re.findall(r'<rect [^>]*height="([\d.]+)" class="(\w+)"><title>([^:]+):', shown("law"))
    seen = list(law.results[(abs(law.results) <= 8.5) & (law.probabilities > 1e-7)])
    assert [float(result) for _, _, result in bars] == seen
    assert {kind for _, kind, result in bars if float(result) < 0} == {"loss"}
    assert {kind for _, kind, result in bars if float(result) > 0} == {"win"}
    highest = max(range(len(bars)), key=lambda at: float(bars[at][0]))
    assert seen[highest] == law.results[law.probabilities.argmax()]


@pytest.mark.parametrize("name", ["chart", "best chart"])
def test_every_cell_of_a_chart_has_the_colour_of_its_option(name: str) -> None:
    letters = dict(zip("SHDPRX", ("stand", "hit", "double", "split", "surrender", "rescue"), strict=True))
    cells = re.findall(r'<td style="background:(#\w+)">(\w)', shown(name))
    assert len(cells) > 300
    assert {colour == COLOURS[letters[letter]] for colour, letter in cells} == {True}
    assert len({colour for colour, _ in cells}) >= 4


def test_rules_show_every_setting_in_words() -> None:
    text = text_of(shown("rules"))
    assert "6 decks" in text
    assert "Least wager <&>5.00 Most <&>5000.00" in text
    assert "dealer hits soft 17 no" in text
    assert "rules outside the book" in text


def test_advice_shows_every_option_with_its_cost_the_best_first() -> None:
    options = advise(in_play(), "ann").options
    cells = re.findall(r"<td[^>]*>(.*?)</td>", shown("advice"))
    assert cells[::3] == [option.name for option in options]
    assert cells[2::3] == [f"{option.cost / 100:.2f}" for option in options if option.cost is not None]


def test_a_report_is_text_and_in_a_notebook_a_page_in_a_frame() -> None:
    report = reported()
    assert report.startswith("<!doctype html>")
    frame = report._repr_html_()
    assert text_of(frame).strip() == ""
    found = re.search(r'srcdoc="([^"]*)"', frame)
    assert found is not None
    assert unescape(found[1]) == report


# -- the picture of a table ------------------------------------------------------------------------


def texts_of(table: Table) -> list[str]:
    drawn = ElementTree.fromstring(table._repr_svg_())
    return [one.text or "" for one in drawn.iter("{http://www.w3.org/2000/svg}text")]


def in_picture(card: str) -> str:
    return card[:-1].replace("T", "10") + dict(zip("cdhs", "♣♦♥♠", strict=True))[card[-1]]


@pytest.mark.parametrize("book", ["maryland", "uk-casino"])
def test_the_picture_of_a_table_shows_what_lies_open_and_no_unseen_card(book: str) -> None:
    walk = Walk(rules_of(book), random.Random(7))
    for step in range(300):
        walk.step()
        table = walk.table
        if step % 5:
            continue
        seen, texts = view(table, ""), texts_of(table)
        shown_cards = [text for text in texts if text[-1:] in "♣♦♥♠" and text]
        open_cards = [
            *seen.dealer,
            *(card for box in seen.boxes for hand in box.hands for card in hand.cards),
        ]
        assert sorted(shown_cards) == sorted(in_picture(card) for card in open_cards if card != "??")
        unseen = list(table.shoe[table.dealt :])
        random.Random(1).shuffle(unseen)
        other = replace(table, shoe=(*table.shoe[: table.dealt], *unseen))
        assert other._repr_svg_() == table._repr_svg_()


def test_the_picture_of_a_table_shows_wagers_people_totals_and_whom_it_awaits() -> None:
    texts = texts_of(in_play())
    assert "maryland, round 1, play, waits for ann" in texts
    assert {"10.00", "ann", "bob", "490.00", "12", "13", "8", "281 in the shoe", "1 discarded"} <= set(texts)
    assert {"3", "4", "5", "6", "7"} <= set(texts)


def test_box_1_is_on_the_dealers_left() -> None:
    drawn = ElementTree.fromstring(opened()[0]._repr_svg_())
    places = {
        one.text: float(one.attrib["x"]) for one in drawn.iter("{http://www.w3.org/2000/svg}text") if one.text
    }
    assert places["1"] > places["2"] > places["4"] > places["7"]


def test_a_name_in_a_picture_is_escaped() -> None:
    table, _ = open_table(RULES, {RUDE: 500_00}, random.Random(3))
    assert RUDE in texts_of(table)


def test_a_table_before_its_opening_has_a_picture() -> None:
    table, _ = new_table(RULES)
    assert any("waits for floorperson" in text for text in texts_of(table))
