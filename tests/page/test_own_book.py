"""A sixth book with side wagers of its own, all from outside the package, played on the page as it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from own_wagers.registering import registered_wagers
from page.guests import sit, stacked
from page.held_table import HeldTable
from page.serving import Served, visit
from scenes import Scene
from spanish21.books.rulebook import load_book
from spanish21.game import commands as cmd

TESTS = Path(__file__).parents[1]
HEADLAND = str(TESTS / "own_wagers" / "headland.toml")
PAGE = TESTS.parent / "src" / "spanish21" / "server" / "page"


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with registered_wagers():
        yield


def test_a_book_and_a_side_wager_from_outside_are_played_on_the_page(
    server: Served, browser: Browser
) -> None:
    scene = Scene(HEADLAND, {"host": 0})
    scene.do(cmd.Leave(by="host"))
    held = HeldTable(load_book(HEADLAND).title, scene.table)
    held.told = list(scene.events)
    server.app.add("headland", held)
    page = visit(browser, f"{server.url}#/table/headland")
    page.wait_for_selector(".box")
    expect(page.locator(".signs")).to_contain_text("A suited 20")
    sit(page, 2)
    stacked(server, page, "Qh 5s Qd 9d 5c")
    page.get_by_role("button", name="Chip $5", exact=True).click()
    page.get_by_role("button", name="Lighthouse on box 2").click()
    page.get_by_role("button", name=re.compile("^Place ")).click()
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".log")).to_contain_text("Lighthouse")
    expect(page.locator(".box[data-number='2'] .box-results .result.is-won")).to_have_text("Light+$20")
    clauses = page.locator(".log .clause").all_text_contents()
    assert "12" in clauses
    assert held.table.people[0].chips == 1_000_00 + 20_00 + 10_00
    del server.app.tables["headland"]
    page.context.close()


def test_the_page_names_no_book_and_no_side_wager() -> None:
    for path in PAGE.rglob("*.js"):
        text = path.read_text("utf-8").lower()
        for name in ("lighthouse", "beacon", "headland", "xtreme", "monster", "match_down"):
            assert name not in text, (path.name, name)
