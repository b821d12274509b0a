"""After each decision, what it was worth and why; nothing before it."""

from playwright.sync_api import Browser, expect

from page.guests import guest, heard, wait_to_hear
from page.serving import Served


def test_each_decision_is_judged_after_it_with_a_reason_and_the_sum(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland", reduced_motion="reduce")
    page.wait_for_selector("[data-command=Draw]")
    judged = page.locator(".judged")
    expect(judged).to_be_hidden()
    assert not any("best" in line for line in heard(page))
    page.keyboard.press("h")
    expect(judged).to_have_text(
        "Hit cost $1.31: stand was better, because 12 wins only if the dealer busts, 35\u00a0% of the time."
        " Mistakes so far: $1.31."
    )
    wait_to_hear(page, "Hit cost $1.31: stand was better")
    page.wait_for_selector("[data-command=Stand] .decision:not([aria-disabled])")
    page.keyboard.press("s")
    expect(judged).to_have_text("Stand: best. Mistakes so far: $1.31.")


def test_nothing_is_judged_for_whoever_does_not_want_it(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland", reduced_motion="reduce")
    page.evaluate("import('/parts/settings.js').then(one => one.choose({ judge: false }))")
    page.reload()
    page.wait_for_selector("[data-command=Draw]")
    page.keyboard.press("h")
    wait_to_hear(page, "You hit")
    expect(page.locator(".judged")).to_be_hidden()
    assert not any("cost" in line for line in heard(page))
