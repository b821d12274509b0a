"""A phone that slept, a network that is back, the back button: the table is as it is now, without waiting."""

from playwright.sync_api import Browser, Page, expect

from page.guests import guest, sit, wait_to_hear
from page.serving import Served
from page.test_table import happens
from spanish21.game import commands as cmd

WAKES = "document.dispatchEvent(new Event('visibilitychange'))"
RETURNS = "dispatchEvent(new Event('online'))"


def at_a_standstill(server: Served, browser: Browser) -> Page:
    """A guest at a table, in a browser whose timers run only when they are told to."""
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    page.clock.install()
    page.reload()
    page.locator(".betting").wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
    return page


def test_a_page_that_wakes_up_notices_a_dead_line_and_comes_back(server: Served, browser: Browser) -> None:
    page = at_a_standstill(server, browser)
    server.app.is_silent = True
    happens(server, page, cmd.Join(by="ann", chips=500_00, seat=5))  # which a dead line does not tell
    lost = server.app.lost
    page.evaluate(WAKES)
    while server.app.lost == lost:  # until the page's question has been lost
        page.evaluate("1")
    server.app.is_silent = False
    expect(page.locator(".box[data-number='5'] .person")).to_have_count(0)
    page.clock.run_for(2_000)
    expect(page.locator(".announcements")).to_contain_text("Connected again.")
    expect(page.locator(".box[data-number='5'] .person")).to_have_count(1)
    expect(page.locator(".line")).to_be_hidden()


def test_a_line_that_answers_is_kept(server: Served, browser: Browser) -> None:
    page = at_a_standstill(server, browser)
    [visitor] = server.app.visitors[page.url.rpartition("/")[2]]
    answered = page.evaluate(f"""new Promise(done => {{
      const {{send}} = WebSocket.prototype
      WebSocket.prototype.send = function (text) {{
        this.addEventListener('message', message => done(message.data))
        send.call(this, text)
      }}
      {WAKES}
    }})""")
    assert '"pong"' in answered
    page.clock.run_for(5_000)  # longer than it waits for an answer, and before it asks again by itself
    assert server.app.visitors[page.url.rpartition("/")[2]] == [visitor]


def test_a_network_that_returns_is_used_without_waiting(server: Served, browser: Browser) -> None:
    page = at_a_standstill(server, browser)
    server.run(server.app.cut())
    expect(page.locator(".line")).to_contain_text("Reconnecting")
    server.app.is_cut = False
    page.evaluate(RETURNS)  # no timer runs: the page does not wait for its next attempt
    expect(page.locator(".line")).to_be_hidden()


def test_the_back_button_leads_to_the_tables_and_forward_to_ones_own_seat(
    server: Served, browser: Browser
) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    at = page.url
    page.get_by_role("link", name="All tables").click()
    page.wait_for_selector(".lobby-table")
    page.go_back()
    assert page.url == at
    page.wait_for_selector(".box[data-number='2'].is-own")
    page.get_by_role("button", name="Wager on box 2").click()
    page.keyboard.press("Enter")
    wait_to_hear(page, "You wager $5")
    page.go_forward()
    page.wait_for_selector(".lobby-table")
    assert server.app.visitors[at.rpartition("/")[2]] == []
