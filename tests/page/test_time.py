"""Time as a player sees it: it starts with the felt, it warns, the bank follows, and what it did is said."""

import re

from playwright.sync_api import Browser, expect

from page.guests import guest, heard, sit, stacked, wait_to_hear
from page.serving import Served
from page.test_table import table_of
from patience import wait_until


def test_the_page_says_when_its_felt_has_shown_everything(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland")
    sit(page, 2)
    held = table_of(server, page)
    [mine] = [one.name for one in held.table.people if one.seat == 2]
    wait_until(lambda: held.felts.get(mine) == (held.seq, False))
    stacked(server, page, "5c 6d 7h Qc 9d")
    page.keyboard.press("Enter")
    page.locator(".dealer-hand .card-place").first.wait_for()
    assert held.felts[mine][0] < held.seq  # cards are on their way: the clock waits for them
    wait_to_hear(page, "Your turn. 12 against 6.")
    wait_until(lambda: held.felts[mine] == (held.seq, False))
    page.get_by_role("tab", name="Settings").click()
    page.get_by_label("A clock for my decisions when I play alone").check()
    wait_until(lambda: held.felts[mine] == (held.seq, True))


def test_the_clock_warns_once_and_then_the_time_bank_runs(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    held = table_of(server, page)
    held.decide_seconds, held.bank = 80, 60  # twenty and the bank
    stacked(server, page, "5c 6d 7h Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Your turn.")
    clock, words = page.locator(".clock"), page.locator(".turn-more")
    page.route("**/api/tree", lambda route: route.abort())  # its answer would tell the page the real time
    page.clock.install()
    page.reload()
    page.locator(".turn.is-yours").wait_for()
    ends = held.clock_ends / 1000
    page.clock.pause_at(ends - 66)
    assert not any("seconds left" in line for line in heard(page))
    page.clock.pause_at(ends - 64)
    expect(page.locator(".announcements")).to_contain_text("5 seconds left.")
    expect(words).to_have_text("12 against 6")
    page.clock.pause_at(ends - 50)
    expect(words).to_have_text("your time bank")
    expect(clock).to_contain_class("is-bank")
    expect(page.locator(".clock-seconds")).to_have_text(re.compile(r"^(49|50|51)$"))
    assert heard(page).count("5 seconds left.") == 1
