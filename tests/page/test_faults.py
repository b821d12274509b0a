"""The real server in a process of its own, killed in mid-round: two browsers share a table and go on."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from page.guests import sit
from page.serving import visit
from server.live import ServerProcess, findings

CARDS = "9c 8s 6d 7h 3d Kd 2h 5s 4d"
STOOD = "Box 1: 9 of clubs, 7 of hearts: 16"


def wagers(page: Page, box: int) -> None:
    page.locator(f".box[data-number='{box}'] .area.is-main").click()
    page.get_by_role("button", name="Place").click()


def decline_cut(page: Page) -> None:
    """Until wagers can be placed: say no to the cut if it is offered."""
    page.wait_for_selector(".table[data-phase=wagers], [data-command=RefuseCut]")
    if page.locator("[data-command=RefuseCut]").count():
        page.keyboard.press("n")


def test_two_browsers_share_a_table_and_go_on_after_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path / "house.db", CARDS)
    try:
        ann = visit(browser, f"{server.address}/")
        ann.get_by_role("link", name="Play at").first.click()
        ann.wait_for_selector(".box")
        bob = visit(browser, ann.url)
        bob.wait_for_selector(".box")
        sit(ann, 1)
        sit(bob, 2)
        for page in (ann, bob):
            decline_cut(page)
        for page, box in ((ann, 1), (bob, 2)):
            wagers(page, box)
        ann.wait_for_selector("[data-command=Stand] .decision:not([aria-disabled])")
        server.kill()
        for page in (ann, bob):
            expect(page.locator(".line")).to_contain_text("your cards and wagers are safe")
        ann.keyboard.press("s")  # nobody hears it, and nothing is sent later by itself
        expect(ann.locator(".note")).to_have_text("Not connected: nothing was sent.")
        server.start()
        expect(ann.locator(".line")).to_be_hidden()
        ann.wait_for_selector("[data-command=Stand] .decision:not([aria-disabled])", timeout=30_000)
        ann.keyboard.press("s")
        bob.wait_for_selector("[data-command=Stand] .decision:not([aria-disabled])", timeout=30_000)
        for page in (ann, bob):
            expect(page.locator(".line")).to_be_hidden()
            expect(page.locator(".box[data-number='1'] .hand")).to_have_attribute("aria-label", STOOD)
        bob.keyboard.press("s")
        for page in (ann, bob):
            page.wait_for_selector(".result")
        bob.get_by_role("tab", name="History").click()
        expect(bob.locator(".past pre").first).to_contain_text("cards 9c 8s 6d 7h 3d")
    finally:
        server.close()
    assert findings(tmp_path / "house.db") == []
