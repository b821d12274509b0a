"""What the page owes everybody: access, safety, size, and nothing lost when the line is."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from page.axe import serious
from page.guests import as_p1, guest, heard, sit, stacked, wait_to_hear
from page.serving import Served, visit
from patience import wait_until
from spanish21.game.events import HandStood

FOLDER = Path(__file__).parents[2] / "src" / "spanish21" / "server" / "page"
HOSTILE = "<img src=x onerror=document.title='broken'>"


def loaded(page: Page) -> int:
    """How many bytes a page has read so far: rooms that nobody enters are not read."""
    sizes = "performance.getEntriesByType('resource').map(one => one.decodedBodySize)"
    return int(page.evaluate(f"{sizes}.reduce((sum, size) => sum + size, 0)"))


def test_axe_finds_nothing_serious_in_lobby_and_table(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    page.wait_for_selector(".lobby-table")
    assert serious(page) == []
    page = guest(server, browser, "table-players-edge", reduced_motion="reduce")
    page.wait_for_selector("[data-command=Draw]")
    assert serious(page) == []
    page.get_by_role("tab", name="Settings").click()
    page.set_viewport_size({"width": 390, "height": 844})
    assert serious(page) == []


def test_the_strict_content_policy_is_never_violated_and_nothing_is_logged(
    server: Served, browser: Browser
) -> None:
    as_p1(server)
    page = browser.new_context(viewport={"width": 1200, "height": 860}).new_page()
    troubles: list[str] = []
    page.on("console", lambda line: troubles.append(line.text) if line.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(server.open("table-maryland"))
    page.wait_for_selector("[data-command=Stand]")
    page.keyboard.press("s")
    for tab in ("Coach", "History", "Rules", "Settings"):
        page.get_by_role("tab", name=tab).click()
    page.goto(server.url)
    page.wait_for_selector(".lobby-table")
    assert [line for line in troubles if "401" not in line] == []  # a guest who is nobody yet


def test_hostile_names_stay_text(server: Served, browser: Browser) -> None:
    url = server.open("maryland")
    number = url.rpartition("/")[2]
    server.app.tables[number].name = HOSTILE
    page = visit(browser, server.url)
    page.wait_for_selector(".lobby-table")
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()
    page.goto(url)
    page.wait_for_selector(".box")
    who = page.evaluate("fetch('/api/me').then(answer => answer.json())")["person"]
    server.app.people[who]["name"] = server.app.tables[number].names[who] = HOSTILE
    page.reload()
    page.wait_for_selector(".box")
    sit(page, 2)
    expect(page.locator(".box[data-number='2'] .person-name")).to_have_text(HOSTILE)
    assert page.locator("img[src=x]").count() == 0
    assert "broken" not in page.title() or HOSTILE in page.title()


def test_a_cut_line_is_said_mended_and_nothing_is_lost_or_doubled(server: Served, browser: Browser) -> None:
    """What is pressed while there is no line is not sent later by itself; what was under way is done once."""
    page = guest(server, browser, "maryland")
    sit(page, 1)
    held = server.app.tables[page.url.rpartition("/")[2]]
    server.run(server.app.cut())
    expect(page.locator(".line")).to_contain_text("Reconnecting")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_have_text("Not connected: nothing was sent.")
    expect(page.locator(".table")).to_have_class(re.compile("is-lost"))
    server.app.is_cut = False
    wait_to_hear(page, "Connected again.")
    expect(page.locator(".line")).to_be_hidden()
    assert not held.table.boxes
    expect(page.get_by_role("button", name="Place $5")).to_be_visible()  # what was ready still is
    page.evaluate("() => { window.sends = WebSocket.prototype.send; WebSocket.prototype.send = () => {} }")
    page.keyboard.press("Enter")  # on its way when the line is cut
    page.evaluate("() => { WebSocket.prototype.send = window.sends }")
    server.run(server.app.cut())
    server.app.is_cut = False
    wait_to_hear(page, "Round 1 begins")
    [box] = held.table.boxes
    assert box.stakes[0].wager == 500


def test_a_reload_in_mid_round_shows_the_same_table_and_its_log(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "four-hands")
    page.wait_for_selector(".box.is-mine .hand")
    before = page.locator(".hand").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    page.reload()
    expect(page.locator(".box.is-mine .hand")).to_have_count(4)
    assert (
        page.locator(".hand").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == before
    )
    expect(page.locator(".log")).to_contain_text("You split for another")


def test_commands_and_side_wagers_that_the_page_has_never_heard_of_are_offered(
    server: Served, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    from page import held_table, sheets, stand_in

    real_state, real_sheet, asked = held_table.HeldTable.state, sheets.sheet, []

    def state(self: Any, who: str) -> dict[str, Any]:
        found = real_state(self, who)
        times = {"type": "Amounts", "least": 1, "most": 9, "step": 1}
        return found | {"legal": [*found["legal"], {"command": "WaveHat", "fields": {"times": times}}]}

    def sheet(*given: Any) -> dict[str, Any]:
        found = real_sheet(*given)
        found["layout"]["wagers"].append(
            {"kind": "moon", "title": "Full Moon", "short": "Moon", "amounts": [100]}
        )
        return found

    real_command = stand_in.StandIn.command

    async def command(self: Any, number: str, visitor: Any, message: dict[str, Any]) -> dict[str, Any]:
        asked.append(message["command"])
        known = message["command"]["type"] != "WaveHat" and message["command"].get("kind") != "moon"
        return await real_command(self, number, visitor, message) if known else {"ok": True, "seq": 1}

    monkeypatch.setattr(held_table.HeldTable, "state", state)
    monkeypatch.setattr(stand_in, "sheet", sheet)
    monkeypatch.setattr(stand_in.StandIn, "command", command)
    page = guest(server, browser, "maryland")
    sit(page, 1)
    page.get_by_role("button", name="Wave hat").click()
    page.locator(".form input").fill("3")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Full Moon on box 1").click()
    page.get_by_role("button", name=re.compile("^Place ")).click()
    wait_to_hear(page, "You wager $5")
    assert {"type": "WaveHat", "times": 3} in asked
    wait_until(lambda: any(one.get("kind") == "moon" for one in asked))
    assert {"type": "PlaceWager", "box": 1, "kind": "moon", "instrument": "chips", "amount": 100} in asked


def test_the_page_is_small_and_quick_and_moves_by_transform_and_opacity_only(
    server: Served, browser: Browser
) -> None:
    for path in (path for path in FOLDER.rglob("*") if path.is_file()):
        text = path.read_text("utf-8")
        assert "innerHTML" not in text, path
        if path.suffix == ".css":
            moved = re.findall(r"transition:\s*([a-z-]+)", text)
            assert set(moved) <= {"transform", "opacity", "none"}, path
            assert "@keyframes" not in text, path
    page = visit(browser, "about:blank")
    measures = page.context.new_cdp_session(page)
    measures.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(server.url)
    page.wait_for_selector(".lobby-table")
    took = {one["name"]: one["value"] for one in measures.send("Performance.getMetrics")["metrics"]}
    # In seconds of the thread's own CPU: how busy the machine is does not matter.
    assert 0 < took["ScriptDuration"] < took["TaskDuration"] < 1.5
    assert 50_000 < loaded(page) < 200_000


@pytest.mark.parametrize(
    "view", ["", "table/b1", "account", "people", "floor", "watch/b1", "audit/b1", "school"]
)
def test_no_view_loads_more_than_it_should(server: Served, browser: Browser, view: str) -> None:
    """Rooms that few people need are read when somebody enters them."""
    page = browser.new_context().new_page()
    asked: list[Request] = []
    page.on("requestfinished", lambda one: asked.append(one))
    page.goto(f"{server.url}#/{view}")
    page.wait_for_load_state("networkidle")
    # What checks the house's log begins by itself after a while, sooner or later than the network is idle.
    checks = [one for one in asked if "/trust/" in one.url or one.url.endswith("/audit/hashing.js")]
    shown = [one for one in asked if one not in checks]
    assert 50_000 < sum(map(_size_of_file, shown)) < (200_000 if view == "" else 250_000)
    assert sum(map(_size_of_file, checks)) < 25_000


def _size_of_file(asked: Request) -> int:
    """How much a file of the page has; what is asked of the API does not count."""
    response = asked.response()
    return 0 if "/api/" in asked.url or response is None else len(response.body())


def test_movement_can_be_skipped_and_is_off_under_reduced_motion(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland", reduced_motion="reduce")
    page.wait_for_selector("[data-command=Stand]")
    assert page.evaluate("document.documentElement.dataset.motion") == "off"
    assert page.evaluate("document.getAnimations().length") == 0
    page = guest(server, browser, "wheel")
    number = page.url.rpartition("/")[2]
    server.run(server.app.close_soon(number, server.app.tables[number].seq))
    page.wait_for_selector(".wheel:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector(".wheel", state="hidden")
    assert any("The wheel turns for you and shows" in line for line in heard(page))


def test_two_tabs_of_one_person_show_the_same_and_nothing_is_done_twice(
    server: Served, browser: Browser
) -> None:
    first = guest(server, browser, "maryland")
    sit(first, 1)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(".box.is-mine")
    stacked(server, first, "9c 6d Jh Qc 9d")
    first.keyboard.press("Enter")
    for page in (first, second):
        wait_to_hear(page, "Your turn. 19 against 6.")
    for page in (first, second):
        page.keyboard.press("s")
    for page in (first, second):
        wait_to_hear(page, "You win $5")
        assert heard(page).count("You stand.") == 1
    told = server.app.tables[first.url.rpartition("/")[2]].told
    assert sum(isinstance(event, HandStood) for event in told) == 1


def test_a_slow_phone_plays_a_round(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", width=390, height=844, has_touch=True, is_mobile=True)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.get_by_role("button", name="Sit down at box 4").tap()
    page.locator(".form").get_by_role("button", name="Sit down").tap()
    page.get_by_role("button", name="Chip $5", exact=True).tap()
    page.get_by_role("button", name=re.compile("^Place ")).tap()
    wait_to_hear(page, "Round 1 begins")
    while not any("picked up" in line for line in heard(page)):
        page.wait_for_timeout(50)
        for name in ("Stand", "DeclineInsurance"):
            button = page.locator(f"[data-command={name}] .decision:not([aria-disabled])").first
            if button.count():
                button.tap()
                expect(button).to_have_count(0)
