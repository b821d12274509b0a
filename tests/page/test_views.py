"""The views around the tables: they fit, read and answer at every size, in both themes and both languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from page.axe import serious
from page.measures import misfits
from page.real import SLOW, Real, real
from page.rooms import play_round
from page.serving import Served, visit
from spanish21.books.rulebook import BOOKS

JOAN = {"Joan": 3}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    """A house at whose one table Joan has played three rounds."""
    folder: Path = tmp_path_factory.mktemp("views")
    with real(folder) as running:
        table = running.table("maryland", "The round table", SLOW)
        running.sit("Joan", table, 3)
        for _ in range(3):
            play_round(running, table, JOAN)
        yield running


def joan(house: Real, browser: Browser, address: str, locale: str = "en-US") -> Page:
    token = str(house.players["Joan"].client._http.cookies.get("spanish21"))
    return house.visit(browser, address, token, locale=locale, reduced_motion="reduce")


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_the_views_fit_at_every_size_and_axe_finds_nothing(
    house: Real, browser: Browser, locale: str
) -> None:
    table = house.players["Joan"].table_id
    views = {
        "": ".lobby-own",
        "history": ".strip",
        f"replay/{table}/2": ".again-stage .hand",
        "learn/maryland": ".first-choices .button",
        "account": ".account .field",
        "school": ".school button, .house .button",
        "missing": ".missing",
    }
    found = {}
    page = joan(house, browser, "", locale)
    for address, mark in views.items():
        page.goto(f"{house.url}#/{address}")
        page.locator(mark).first.wait_for()
        found[address] = [*serious(page), *misfits(page)]
    assert [f"{address} {one}" for address, some in found.items() for one in some] == []


def test_one_s_own_table_comes_first_and_a_full_one_is_only_watched(
    house: Real, server: Served, browser: Browser
) -> None:
    page = joan(house, browser, "")
    own = page.locator(".lobby-own")
    expect(own.get_by_role("heading")).to_have_text("The round table")
    expect(own).to_contain_text("Box 3")
    own.get_by_role("link", name="Back to your seat").click()
    page.wait_for_selector(".box.is-mine")
    stranger = visit(browser, server.url)

    def one_of_each_book(route: Route) -> None:
        any_table = route.fetch().json()[0] | {"taken": 0, "seats": []}
        first, *others = (any_table | {"id": book, "book": book} for book in BOOKS)
        full = first | {"taken": first["boxes"], "seats": list(range(1, first["boxes"] + 1))}
        route.fulfill(json=[full, *others])

    stranger.route("**/api/tables", one_of_each_book)
    stranger.reload()
    cards = stranger.locator(".lobby-table")
    expect(cards).to_have_count(len(BOOKS))
    expect(cards.first.get_by_role("link")).to_have_text("Watch")
    expect(cards.nth(1).get_by_role("link")).to_have_text("Play")
    stranger.get_by_role("button", name=re.compile("^Seat free")).click()
    expect(cards).to_have_count(len(BOOKS) - 1)
    stranger.reload()
    expect(cards).to_have_count(len(BOOKS) - 1)
    stranger.get_by_role("button", name=re.compile("^All")).click()
    stranger.get_by_label("Rulebook").first.select_option("massachusetts")
    expect(cards).to_have_count(1)


def test_a_guest_is_at_a_table_after_one_click(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    page.wait_for_selector(".lobby-table")
    page.get_by_role("button", name="Sit down as a guest").click()
    page.wait_for_selector(".felt")


def test_rounds_are_listed_searched_and_watched_again_without_anything_live(
    house: Real, browser: Browser
) -> None:
    page = joan(house, browser, "history")
    rows = page.locator(".strip")
    expect(rows).to_have_count(3)
    assert [row.locator(".strip-round b").inner_text() for row in rows.all()] == ["3", "2", "1"]
    money = [row.locator(".strip-money").inner_text() for row in rows.all()]
    assert all(re.fullmatch(r"[+−]?\$[\d.]+", one) for one in money)
    expect(page.locator(".history-head dd").nth(2)).to_have_text(
        re.compile(r"none|\$[\d.]+"), timeout=120_000
    )
    won = sum(one.startswith("+") for one in money)
    if 0 < won < 3:
        page.get_by_role("button", name=re.compile("^Won")).click()
        expect(rows).to_have_count(won)
        page.get_by_role("button", name=re.compile("^All")).click()
        expect(rows).to_have_count(3)
    page.get_by_role("link", name="Watch round 2 again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2, again")
    steps = page.locator(".again-steps button")
    says = page.locator(".again-says")
    expect(says).to_have_text("You wager $15 on box 3.")
    assert page.locator(".decision, .shoe, [data-command]").count() == 0
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".again-steps [aria-current]")).to_have_text(re.compile("No more wagers"))
    steps.last.click()
    expect(says).to_contain_text("The cards are picked up.")
    page.get_by_label("Step of the round").fill("0")
    expect(says).to_have_text("You wager $15 on box 3.")
    page.get_by_role("button", name="quick").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(says).to_contain_text("The cards are picked up.")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save a picture").click()
    assert "<svg" in kept.value.path().read_text("utf-8")
    page.locator("summary", has_text="Notation").click()
    expect(page.locator(".again pre")).to_contain_text("book maryland")


def test_the_first_hand_asks_what_each_book_has_and_the_server_plays_the_answers(
    house: Real, browser: Browser
) -> None:
    for book, questions in (("maryland", 6), ("uk-casino", 4), ("players-edge", 7)):
        page = joan(house, browser, f"learn/{book}")
        for asked in range(questions):
            expect(page.locator(".first-side .quiet").first).to_have_text(f"{asked + 1} of {questions + 1}")
            choices = page.locator(".first-choices .button")
            expect(choices).to_have_count(2)
            assert page.locator(".first-said p").count() == 0
            choices.first.click()
            expect(page.locator(".first-choices .is-right")).to_have_count(1)
            expect(page.locator(".first-said")).to_contain_text("Alex")
            expect(page.locator(".first-said .cite")).not_to_be_empty()
            page.locator(".first-said").get_by_role("button", name="Next").click()
        expect(page.locator(".first-differences li")).to_have_count(6)
        page.get_by_role("link", name="Sit down at a table").click()
        page.wait_for_selector(".hero")


def test_a_deck_is_counted_down_and_the_count_is_asked(house: Real, browser: Browser) -> None:
    page = joan(house, browser, "learn/maryland/count")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".drill-said")).to_have_text("The count starts at -4.")
    count, seen = -4, 0
    while page.get_by_role("button", name="Next cards").is_visible():
        lying = (page.locator(".hand").get_attribute("aria-label") or "").removeprefix("Cards: ")
        rank = lying.split(" of ")[0]
        seen += 1
        count += 1 if rank in "23456" else 0 if rank in ("7", "8", "9") else -1
        page.keyboard.press("Enter")
    assert seen == 47
    page.get_by_label("The count").fill(str(count + 1))
    page.keyboard.press("Enter")
    expect(page.locator(".drill-said")).to_contain_text(f"No: it is {count}.")


def test_a_drill_deals_more_of_what_has_cost_more(house: Real, browser: Browser) -> None:
    page = joan(house, browser, "learn/maryland/count")
    weigh = """async notes => {
      const m = await import('/learn/own_errors.js')
      for (const [kind, cost] of notes) m.noteError(kind, cost)
      return m.weighted(['hard', 'soft', 'pairs'])
    }"""
    assert sorted(page.evaluate(weigh, [])) == ["hard", "pairs", "soft"]
    found = page.evaluate(weigh, [["soft", 0.5], ["soft", 0.3], ["pairs", 0.1], ["hard", 0]])
    assert len(found) <= 10
    assert found.count("soft") > found.count("pairs") >= found.count("hard") == 1


def test_staff_land_at_their_work_and_what_waits_for_them_comes_first(house: Real, browser: Browser) -> None:
    token = house.staff("Fred", "floorperson")
    page = house.visit(browser, "", token)
    expect(page.get_by_role("heading", level=1)).to_have_text("The floor")
    page.get_by_role("link", name="Tables").click()
    page.wait_for_selector(".hero")
