"""The lobby: meters by their titles, and edges that are not known yet."""

import json

from playwright.sync_api import Browser, Locator, Route, expect

from page.serving import Served, visit
from spanish21.analysis import edge as edge_of
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.server.studies.known_edges import EDGES, shipped_edge


def test_meters_are_called_what_their_wagers_are_called(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    card = page.locator(".lobby-table").filter(has_text="Maryland Spanish 21").filter(has=page.locator("li"))
    meters = card.first.locator(".lobby-meters span")
    expect(meters.first).to_be_visible()
    titles = [one.inner_text() for one in meters.all()]
    assert "Bonus Spin" in titles
    assert any(title.endswith(", second") for title in titles)
    assert not {"Spin", "Xtreme", "Xtreme secondary"} & set(titles)
    page.context.close()


def test_the_edges_that_are_shipped_are_the_analysers_and_only_for_the_very_same_rules() -> None:
    assert {book: round(-edge_of(rules_of(book)).expected_value, 6) for book in BOOKS} == EDGES
    assert {book: shipped_edge(rules_of(book)) for book in BOOKS} == EDGES
    assert shipped_edge(rules_of("maryland", decks=8)) is None


def test_an_edge_that_the_list_does_not_know_is_worked_out_once_and_filled_in(
    server: Served, browser: Browser
) -> None:
    asked: list[str] = []

    def tables(route: Route) -> None:
        found = route.fetch().json()[:2]
        route.fulfill(json=[one | {"edge": None} for one in found])

    def figures(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}")["table"])
        if len(asked) == 1:
            route.fulfill(json={"retry_after": 0.1})
        elif len(asked) == 2:
            route.fulfill(json={"house_edge": 0.0123456})
        else:
            route.fulfill(status=400, json={"error": "this table cannot be priced"})

    page = visit(browser, "about:blank")
    page.route("**/api/tables", tables)
    page.route("**/api/study/figures", figures)
    page.goto(server.url)
    first, second = page.locator(".lobby-table").nth(0), page.locator(".lobby-table").nth(1)
    expect(edge(first)).to_have_text("being worked out…")
    expect(edge(first)).to_have_text("1.235\N{NO-BREAK SPACE}%", timeout=30_000)
    expect(edge(second)).to_have_text("unknown")
    with page.expect_response("**/api/tables", timeout=30_000):
        pass
    page.wait_for_timeout(200)
    assert len(asked) == 3
    assert asked[0] == asked[1] != asked[2]
    expect(edge(first)).to_have_text("1.235\N{NO-BREAK SPACE}%")
    page.context.close()


def edge(card: Locator) -> Locator:
    """What a table's card says of the house edge."""
    return card.locator("dl > div").filter(has_text="House edge").locator("dd")
