"""The table in one's hands: chips that go where they are put and come back, time, company."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from page.guests import guest, heard, sit, stacked, wait_to_hear
from page.serving import Served, visit
from spanish21.game import commands as cmd
from spanish21.game.table import DEALER


def table_of(server: Served, page: Page) -> Any:
    return server.app.tables[page.url.split("/table/")[1].split("/")[0]]


def spot(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name)


def happens(server: Served, page: Page, command: cmd.Command) -> None:
    """Something that this page did not ask for."""
    held = table_of(server, page)

    async def done() -> None:
        await server.app.tell(page.url.rpartition("/")[2], held.carry_out(command))

    server.run(done())


def test_a_chip_goes_to_the_spot_that_is_clicked_and_comes_back(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    place = page.locator(".place")
    expect(place).to_have_text("Place $5Enter")
    page.get_by_role("button", name="Chip $25", exact=True).click()
    expect(place).to_have_text("Place $5Enter")  # a chip that is chosen is not yet a wager
    spot(page, "Wager on box 2").click()
    spot(page, "Wager on box 2").click()
    page.get_by_role("button", name="Chip $5", exact=True).click()
    spot(page, "Match the Dealer on box 2").click()
    expect(place).to_have_text("Place $55Enter")
    expect(page.locator(".box.is-own .own-amount")).to_have_text("$50")
    spot(page, "Match the Dealer on box 2").click(button="right")
    expect(place).to_have_text("Place $50Enter")
    page.get_by_role("button", name="Undo").click()
    expect(place).to_have_text("Place $55Enter")
    page.keyboard.press("u")
    expect(place).to_have_text("Place $50Enter")
    for key in ("ArrowLeft", "ArrowRight", "3"):  # from the main spot and back to it: one chip of $5 more
        page.keyboard.press(key)
    expect(place).to_have_text("Place $55Enter")
    page.keyboard.press("d")
    expect(place).to_have_text("Place $110Enter")
    page.keyboard.press("c")
    expect(place).to_have_text("Place $5Enter")


def test_enter_does_what_the_button_says_that_shows_it(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.get_by_role("button", name="Chip $25", exact=True).click()
    spot(page, "Wager on box 2").click()
    expect(spot(page, "Wager on box 2")).to_be_focused()
    page.keyboard.press("Enter")  # on the spot: no second chip
    wait_to_hear(page, "You wager $25")
    wait_to_hear(page, "Your turn.")
    page.keyboard.press("s")
    expect(page.locator(".place")).to_have_text("Repeat $25Enter")
    expect(page.locator(".verdict-sum")).to_have_text("You+$25")
    page.get_by_role("button", name="Chip $100", exact=True).click()
    page.keyboard.press("Enter")  # on the chip: it is chosen already
    wait_to_hear(page, "Round 2 begins")
    assert table_of(server, page).table.boxes[0].stakes[0].wager == 25_00


def test_enter_presses_a_button_that_was_reached_by_keys(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    spot(page, "Wager on box 2").click()
    expect(page.locator(".place")).to_have_text("Place $5Enter")
    while page.evaluate("document.activeElement.textContent") != "UndoU":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".staged .stack")).to_have_count(0)
    assert not table_of(server, page).table.boxes


def test_a_wager_that_was_not_placed_in_time_is_kept_and_pointed_out(
    server: Served, browser: Browser
) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    stacked(server, page, "9c 6d Jh Qc 9d")
    join = cmd.Join(by="ann", chips=500_00, seat=5)  # who does not wager: nobody closes yet
    happens(server, page, join)
    page.keyboard.press("Enter")
    wait_to_hear(page, "You wager $5")
    page.get_by_role("button", name="Chip $5", exact=True).click()
    spot(page, "Match the Dealer on box 2").click()
    happens(server, page, cmd.CloseWagers(by=DEALER))
    wait_to_hear(page, "Wagers closed before you placed $5.")
    expect(page.locator(".note")).to_contain_text("It is kept here for the next round.")
    expect(page.locator(".staged .stack")).to_have_count(0)
    page.keyboard.press("s")
    expect(page.locator(".place")).to_have_text("Place $10Enter")  # with the least on the box, which it needs


def test_what_the_clock_did_is_said(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    held = table_of(server, page)
    held.decide_seconds = 0
    stacked(server, page, "5c 6d 7h Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Your turn. 12 against 6.")
    [mine] = [one.name for one in held.table.people if one.seat == 2]
    happens(server, page, cmd.Stand(by=mine))
    expect(page.locator(".note")).to_have_text("Time is up: you stand on 12.")
    wait_to_hear(page, "Time is up: you stand on 12.")


def test_decisions_in_advance_are_sent_when_their_moment_comes(server: Served, browser: Browser) -> None:
    url = server.open("maryland")
    ann, bob = visit(browser, url), visit(browser, url)
    ann.wait_for_selector(".box")
    sit(ann, 1)
    bob.wait_for_selector(".box[data-number='1'] .person")
    sit(bob, 2)
    stacked(server, ann, "9c Kd 6d Jh 8h Qc 9d 8s")
    for page in (ann, bob):
        page.keyboard.press("Enter")
    wait_to_hear(ann, "Your turn.")
    bob.get_by_role("button", name="Stand on 17 or more").click()
    bob.mouse.move(5, 5)  # away from the decisions, which say why they are grey
    ann.keyboard.press("s")
    wait_to_hear(bob, "You stand.")
    expect(bob.locator(".note")).to_have_text("As you asked in advance: Stand on 17 or more")
    assert not any("Your turn. 18" in line for line in heard(ann))


def test_a_double_of_another_player_can_be_declined(server: Served, browser: Browser) -> None:
    url = server.open("massachusetts")
    ann, bob = visit(browser, url), visit(browser, url)
    ann.wait_for_selector(".box")
    sit(ann, 1)
    bob.wait_for_selector(".box[data-number='1'] .person")
    sit(bob, 2)
    ann.keyboard.press("Enter")
    bob.wait_for_selector(".box[data-number='1'] .stack")
    ann.get_by_role("button", name="Let another player onto your box").click()
    stacked(server, ann, "5c 6d 6h Qc 9d 8s")
    spot(bob, "Wager on box 1").click()
    bob.locator(".place").click()
    wait_to_hear(ann, "You may hit, stand, double")
    ann.keyboard.press("d")
    bob.get_by_role("button", name="No, stay as I am").click()
    held = table_of(server, bob)
    expect(bob.get_by_role("button", name="No, stay as I am")).to_have_count(0)
    [follower] = [event for event in held.told if type(event).__name__ == "DoubleFollowed"]
    assert follower.amount == 0


def test_chips_fly_by_transform_alone_and_land_before_the_purse_changes(
    server: Served, browser: Browser
) -> None:
    page = guest(server, browser, "maryland")
    sit(page, 2)
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.evaluate("""() => {
      window.flown = []
      const animate = Element.prototype.animate
      Element.prototype.animate = function (frames, options) {
        if (this.matches('.flight')) flown.push({
          keys: [...new Set(frames.flatMap(Object.keys))].sort(),
          chips: document.querySelector('.top-chips').textContent,
          result: document.querySelectorAll('.result').length })
        return animate.call(this, frames, options)
      }
    }""")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Your turn.")
    page.keyboard.press("s")
    expect(page.locator(".verdict-sum")).to_have_text("You+$5")
    flown = page.evaluate("flown")
    assert len(flown) >= 3  # the wager, the winnings, and both back to the rail
    assert all(set(one["keys"]) <= {"transform", "opacity", "offset"} for one in flown)
    paid = flown[1:]
    assert {one["chips"] for one in paid} == {"$495"}
    assert {one["result"] for one in paid} == {0}
    expect(page.locator(".top-chips")).to_have_text("$505")
    page.wait_for_function("() => document.querySelectorAll('.flight').length === 0")


def test_an_invitation_leads_to_the_seat_it_names(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link that invites someone").click()
    expect(page.locator(".note")).to_contain_text("The link to box 1 is copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.endswith("/seat/1")
    friend = visit(browser, address.replace("/seat/1", "/seat/3"))
    friend.locator(".form").get_by_role("button", name="Sit down").click()
    friend.wait_for_selector(".box[data-number='3'].is-own")


def test_the_wheel_has_its_prizes_and_leaves_ones_own_hand_in_sight(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "wheel", width=1440, height=900)
    held = table_of(server, page)
    page.wait_for_selector(".box.is-own")
    server.run(server.app.close_soon(page.url.rpartition("/")[2], held.seq))
    page.wait_for_selector(".wheel-shows.is-known")
    [spun] = [event for event in held.told if type(event).__name__ == "WheelSpun"]
    stop = held.table.rules.sides["spin"].tables[0].wheel[spun.stop]
    shown = page.locator(".wheel-part.is-drawn text").first.text_content()
    assert shown in (f"${stop.pays // 100:,}", "JACKPOT")
    assert page.locator(".wheel-part").count() >= 11
    wheel, hand = (page.locator(what).bounding_box() for what in (".wheel-picture", ".box.is-own .cards"))
    assert wheel
    assert hand
    assert hand["x"] + hand["width"] <= wheel["x"]
    angle = page.evaluate("""() => {
      const box = document.querySelector('.wheel-part.is-drawn path').getBoundingClientRect()
      const wheel = document.querySelector('.wheel-rim').getBoundingClientRect()
      return [box.left + box.width / 2 - wheel.left - wheel.width / 2, box.top - wheel.top]
    }""")
    assert abs(angle[0]) < 4  # under the pointer
    assert angle[1] < wheel["height"] / 8  # at the top


def test_results_of_the_visit_are_kept_and_drawn(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 2)
    for number, cards in enumerate(("9c 6d Jh Qc 9d", "9c 6d Jh Qc 5d"), start=1):
        stacked(server, page, cards)
        page.keyboard.press("Enter")
        wait_to_hear(page, f"Round {number} begins")
        wait_to_hear(page, "Your turn. 19 against 6.", after=len(heard(page)) - 6)
        page.keyboard.press("s")
        expect(page.locator(".past-results li")).to_have_count(number)
    expect(page.locator(".past-results li").first).to_have_text("Round 2 · dealer 21−$5")
    page.reload()
    page.get_by_role("tab", name="History").click()
    rounds, net = (page.locator(".sums tbody tr").nth(at).locator("td").first for at in (0, 1))
    expect(rounds).to_have_text("2")
    expect(net).to_have_text("$0")
    expect(page.locator(".graph")).to_have_attribute(
        "aria-label", "What you have won or lost over 2 rounds: now $0"
    )
    wagered, expected = (page.locator(".sums tbody tr").nth(at).locator("td").first for at in (2, 3))
    expect(wagered).to_have_text("$10")
    expect(expected).to_have_text("−$0.04")  # two main wagers of $5 at the book's edge of 0.39 %


def test_all_visits_are_what_the_house_has_of_a_person(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    page.route("**/api/me/rounds", lambda route: route.fulfill(json={"nets": [500, -1500, 2250]}))
    page.get_by_role("tab", name="History").click()
    cells = page.locator(".sums tbody td:last-child")
    expect(cells).to_have_text(["3", "+$12.50", "–", "–", "+$22.50", "−$15"])


def test_spectators_are_counted_and_whoever_plays_is_not_one(server: Served, browser: Browser) -> None:
    url = server.open("maryland")
    ann, bob = visit(browser, url), visit(browser, url)
    for page in (ann, bob):
        page.wait_for_selector(".box")
    sit(ann, 1)
    happens(server, ann, cmd.Join(by="cid", chips=500_00, seat=5))
    expect(ann.locator(".top-watching")).to_have_text("1 spectator")
    sit(bob, 2)
    happens(server, ann, cmd.Leave(by="cid"))
    expect(ann.locator(".top-watching")).to_be_hidden()


def test_motion_has_three_speeds(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland")
    page.get_by_role("tab", name="Settings").click()
    paces = {}
    for name in ("calm", "steady", "quick"):
        page.get_by_label("Motion").select_option(label=name)
        paces[name] = page.evaluate("import('/parts/settings.js').then(one => one.paceOf())")
    assert paces == {"calm": 1.6, "steady": 1, "quick": 0.4}
    page.get_by_label("Motion").select_option(label="off")
    assert page.evaluate("import('/parts/settings.js').then(one => one.isMotionOn())") is False


def test_a_jackpot_at_another_table_is_said_and_goes_with_a_click(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    [visitor] = server.app.visitors[page.url.rpartition("/")[2]]
    jackpot = {"title": "Monster Match", "name": "The monster", "amount": 5_000_15, "currency": "£"}
    server.run(visitor.say(type="jackpot", table="far", meter="monster", **jackpot))
    news = page.locator(".jackpot-news")
    expect(news).to_have_text("Monster Match pays £5,000.15 at The monster!")
    assert heard(page)[-1] == "Monster Match pays £5,000.15 at The monster!"
    news.click()
    expect(news).to_be_hidden()
