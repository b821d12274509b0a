"""Somebody who is quicker than the server: what a person did stays, or was visibly not possible."""

import re
from collections.abc import Iterator
from typing import Protocol

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from page.real import SLOW, Real, real

HELD = """
const [waiting, fetched, send] = [[], window.fetch, WebSocket.prototype.send]
const until = () => new Promise(resolve => waiting.push(resolve))
window.holds = path => %s
window.release = () => { window.holds = () => false; waiting.splice(0).forEach(go => go()) }
window.fetch = async (...given) => {
  const answer = await fetched(...given)
  if (String(given[0]).startsWith('/api') && window.holds(String(given[0]))) await until()
  return answer
}
WebSocket.prototype.send = function (text) {
  window.holds('socket') ? until().then(() => send.call(this, text)) : send.call(this, text)
}
"""
"""Holds back the answers to some paths, and what is said on sockets, until they are released."""


class Opens(Protocol):
    def __call__(self, address: str, holds: str = "true", token: str = "") -> Page: ...


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    with real(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="module")
def staff(house: Real) -> str:
    return house.staff("Ada", "administrator", "floorperson", "dealer")


@pytest.fixture
def at(house: Real, browser: Browser) -> Iterator[Opens]:
    """Opens a room whose answers are held back; no script may fail in it."""
    troubles: list[str] = []

    def opened(address: str, holds: str = "true", token: str = "") -> Page:
        context = browser.new_context(viewport={"width": 1200, "height": 860})
        context.add_init_script(HELD % holds)
        if token:
            context.add_cookies([{"name": "spanish21", "value": token, "url": house.url}])
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{house.url}#/{address}")
        return page

    yield opened
    assert troubles == []


def test_rooms_of_study_say_when_they_are_not_ready(at: Opens) -> None:
    study, learn, explorer = at("study/maryland/run"), at("learn/maryland/how"), at("explorer/maryland")
    expect(study.get_by_role("button", name="Report (HTML)")).to_be_disabled()
    expect(explorer.get_by_role("button", name="Deal at random")).to_be_disabled()
    learn.evaluate("() => { release(); window.holds = path => path.includes('/study') }")
    expect(learn.get_by_role("button", name="Next")).to_be_disabled()
    for page in (study, explorer):
        page.evaluate("release()")
    expect(explorer.get_by_role("button", name="Deal at random")).to_be_enabled()
    expect(study.get_by_role("button", name="Report (HTML)")).to_be_enabled()
    study.evaluate("() => { window.holds = path => path.includes('/runs') }")
    study.get_by_role("button", name="Play", exact=True).click()
    study.get_by_role("button", name="Stop").click()
    expect(study.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_was_chosen_before_the_books_came_stays_and_a_table_is_opened_once(
    house: Real, staff: str, at: Opens
) -> None:
    books = "path.endsWith('/books')"
    floor, school, lobby = at("floor", books, staff), at("school", books), at("", books)
    floor.get_by_label("Name of the table").fill("Early")
    floor.get_by_label("Dealt by").select_option("automatic")
    school.get_by_label("Exam").check()
    asked = school.locator("select").last
    asked.select_option("60")
    lobby.get_by_label("Name of the table").fill("Twice")
    for page, button in ((floor, "Open"), (lobby, "Open"), (school, "Begin")):
        expect(page.get_by_role("button", name=button, exact=True)).to_be_disabled()
        page.evaluate("release()")
        expect(page.get_by_role("button", name=button, exact=True)).to_be_enabled()
    expect(asked).to_have_value("60")
    expect(floor.get_by_label("Name of the table")).to_have_value("Early")
    expect(floor.get_by_label("Dealt by")).to_have_value("automatic")
    lobby.evaluate("() => { window.holds = path => path.endsWith('/tables') }")
    lobby.get_by_role("button", name="Open", exact=True).dblclick()
    lobby.evaluate("release()")
    lobby.wait_for_selector(".felt")
    assert [row.name for row in house.desk.hall.rows.values()].count("Twice") == 1


def test_chips_that_are_laid_while_others_are_being_placed_stay(house: Real, at: Opens) -> None:
    table = house.table("maryland", "Quick", replace(SLOW, ready_seconds=3_000))
    page = at(f"table/{table}", "path.endsWith('/ticket')")
    page.wait_for_selector(".table")
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(page.locator(".betting")).to_be_hidden()
    page.evaluate("release()")
    page.get_by_role("button", name="Sit down at box 2").click()
    page.locator(".form").get_by_role("button", name="Sit down").click()
    page.get_by_role("slider", name="Place the cut card").press("Enter")
    page.locator(".betting").wait_for()
    page.evaluate("() => { window.holds = path => path === 'socket' }")
    page.get_by_role("button", name="Chip $5", exact=True).click()
    page.get_by_role("button", name="Wager on box 2").click()
    page.get_by_role("button", name="Place $5").click()
    page.get_by_role("button", name="Chip $25", exact=True).click()
    page.get_by_role("button", name="Wager on box 2").click()
    page.evaluate("release()")
    expect(page.get_by_role("button", name="Place $25")).to_be_visible()
    expect(page.locator(".box.is-mine .person-amount")).to_have_text("$5")


def test_limits_corrections_and_roles_go_where_they_were_meant_to(house: Real, staff: str, at: Opens) -> None:
    for name in ("Bea", "Cleo"):
        house.staff(name)
    account, people = at("account", "false", house.staff("Lim")), at("people", "false", staff)
    account.get_by_label("Lose at most").fill("50")
    account.get_by_role("button", name="Set my limits").click()
    expect(account.get_by_text("Your limits are set.")).to_be_visible()
    account.add_init_script("window.holds = () => document.querySelector('.limits') !== null")
    account.reload()
    expect(account.get_by_role("button", name="Set my limits")).to_be_disabled()
    account.evaluate("release()")
    expect(account.get_by_role("button", name="Set my limits")).to_be_enabled()
    expect(account.get_by_label("Lose at most")).to_have_value("50")
    people.get_by_label("Whose purse").select_option(label="Cleo")
    house.staff("Aaron")
    people.evaluate("() => { window.holds = path => path.endsWith('/roles/dealer') }")
    people.get_by_label("Bea: dealer").click()
    people.get_by_label("Bea: player").click()
    expect(people.get_by_text("Bea is no longer a player.")).to_be_visible()
    people.evaluate("release()")
    expect(people.get_by_label("Aaron: dealer")).to_be_visible()
    expect(people.get_by_label("Bea: dealer")).to_be_checked()
    expect(people.get_by_label("Bea: player")).not_to_be_checked()
    assert people.get_by_label("Whose purse").evaluate("one => one.selectedOptions[0].text") == "Cleo"


def test_the_editor_begins_again_right_after_a_change_and_keeps_a_text_that_cannot_be_read(at: Opens) -> None:
    editor = at("editor/maryland", "path.endsWith('/choices')")
    editor.evaluate("release()")
    editor.get_by_label("Operator").fill("Ada")
    editor.get_by_role("button", name="Start again from the sample").click()
    editor.get_by_label("As a file").fill("book = ")
    editor.get_by_role("button", name="Read this text").click()
    expect(editor.locator("[data-place=text] .form-problem")).not_to_be_empty()
    expect(editor.get_by_label("As a file")).to_have_value("book = ")


def test_a_file_that_comes_late_does_not_change_under_the_cursor(at: Opens) -> None:
    editor = at("editor/maryland", "path.endsWith('/check')")
    area = editor.get_by_label("As a file")
    area.focus()
    editor.evaluate("release()")
    expect(editor.get_by_text("House edge").first).to_be_visible()
    expect(area).to_have_value("")
    editor.get_by_label("Operator").focus()
    expect(area).to_have_value(re.compile('^book = "maryland"'))


def test_a_late_hint_is_not_shown_under_the_next_question(at: Opens) -> None:
    page = at("school", "path.endsWith('/hint')")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Give me a hint").click()
    if page.locator(".lesson-typed").is_visible():
        page.locator(".lesson-typed input").fill("1")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("a")
    expect(page.locator(".due-kicker")).to_have_text("Question 2")
    page.evaluate("release()")
    page.wait_for_timeout(100)
    expect(page.locator(".lesson .says")).to_be_empty()
