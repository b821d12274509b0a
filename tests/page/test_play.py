"""A guest plays on the page: by mouse, by keys, by announcements alone, and beside another guest."""

import re

from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from page.guests import guest, heard, sit, stacked, wait_to_hear
from page.serving import Served, visit


def test_a_guest_comes_from_the_lobby_and_plays_a_round_by_mouse(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    page.get_by_role("link", name="Play at Maryland Spanish 21", exact=True).first.click()
    page.wait_for_selector(".box")
    sit(page, 3)
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.get_by_role("button", name="Chip $5", exact=True).click()
    page.get_by_role("button", name="Match the Dealer on box 3").click()
    page.get_by_role("button", name=re.compile("^Place ")).click()
    stand = page.get_by_role("button", name="Stand")
    stand.click()
    expect(page.locator(".box[data-number='3'] .result.is-won")).to_have_text("+$5")
    expect(page.locator(".log")).to_contain_text("a winning hand pays 1 to 1.")
    expect(page.locator(".log .clause").first).not_to_be_empty()
    expect(page.get_by_role("button", name=re.compile("^Repeat "))).to_be_visible()


def test_a_guest_opens_a_table_and_plays_a_round_by_keyboard_alone(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    page.wait_for_selector(".lobby-table")
    page.locator(".lobby-open select").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("My own table")
    page.keyboard.press("Enter")
    page.wait_for_selector(".box")
    expect(page.get_by_role("heading", name="My own table")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "sit":
            break
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector(".box.is-mine")
    stacked(server, page, "5c 6d 6h Qc 9d 8s")
    page.locator(".betting").wait_for()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-command=Draw] button:not([aria-disabled])")
    page.keyboard.press("d")
    wait_to_hear(page, "You may stand or rescue.")
    page.keyboard.press("s")
    expect(page.locator(".box.is-mine .result")).to_be_visible()
    assert any("You double for $5." in line for line in heard(page))
    page.keyboard.press("Escape")
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Round 2 begins")


def test_two_browsers_share_a_table_and_see_each_other(server: Served, browser: Browser) -> None:
    url = server.open("maryland")
    ann, bob = visit(browser, url), visit(browser, url)
    ann.wait_for_selector(".box")
    sit(ann, 1)
    bob.wait_for_selector(".box[data-number='1'] .person")
    sit(bob, 2)
    stacked(server, ann, "9c 5d 6d Jh 6h Qc 9d 8s")
    for page in (ann, bob):
        page.keyboard.press("Enter")
    for page in (ann, bob):
        expect(page.locator(".box[data-number='1'] .total")).to_have_text("19")
        expect(page.locator(".box[data-number='2'] .total")).to_have_text("11")
    wait_to_hear(ann, "Your turn.")
    expect(bob.locator(".turn-says")).to_contain_text("Waiting for")
    ann.keyboard.press("s")
    wait_to_hear(bob, "Your turn. 11 against 6")
    bob.keyboard.press("d")
    wait_to_hear(bob, "You may stand or rescue.")
    bob.keyboard.press("s")
    for page in (ann, bob):
        wait_to_hear(page, "The cards are picked up.")
    assert any("doubles for $5" in line for line in heard(ann))
    assert not any("You double" in line for line in heard(ann))


def test_a_round_is_played_from_announcements_and_keys_only(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland")
    sit(page, 1)
    stacked(server, page, "5c 6d 3h Qc 9d 8s")
    offer = wait_to_hear(page, "You may")
    assert "wager" in offer
    page.keyboard.press("Enter")
    for line in (
        "You wager $5",
        "Round 1 begins",
        "5 of clubs",
        "The dealer draws the 6 of diamonds",
        "3 of hearts",
    ):
        wait_to_hear(page, line)
    asked = wait_to_hear(page, "Your turn. 8 against 6.")
    assert "hit, stand" in asked
    page.keyboard.press("h")
    wait_to_hear(page, "You hit.")
    wait_to_hear(page, "Your turn. 17 against 6.")
    page.keyboard.press("s")
    for line in (
        "The dealer turns over the hole card, the queen of clubs",
        "The dealer draws the 8 of spades: 24",
    ):
        wait_to_hear(page, line)
    assert "You win $5: a winning hand pays 1 to 1." in wait_to_hear(page, "You win $5")
    wait_to_hear(page, "Place your wagers. You may wager", after=len(heard(page)) - 3)


def test_a_greyed_button_says_why_not_with_its_clause(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland")
    page.locator("[data-command=Split] button").first.hover()
    expect(page.locator(".note")).to_contain_text("Split: This hand may not be split")
    expect(page.locator(".note")).to_contain_text("maryland 11.")
    page.keyboard.press("x")
    expect(page.locator(".note")).to_contain_text("Rescue:")


def test_insurance_a_double_for_less_and_a_cut_are_offered_as_they_are_legal(
    server: Served, browser: Browser
) -> None:
    page = guest(server, browser, "insurance")
    page.get_by_role("button", name="Insure: Amount").click()
    page.locator(".form input").fill("5")
    page.keyboard.press("Enter")
    wait_to_hear(page, "You take insurance for $5.")
    page = guest(server, browser, "cut")
    page.get_by_role("slider").press("ArrowRight")
    page.get_by_role("button", name="Cut here").click()
    wait_to_hear(page, "You cut the cards,")


def test_the_coach_shows_what_each_choice_costs(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland")
    page.wait_for_selector("[data-command=Draw]")
    page.keyboard.press("a")
    expect(page.locator(".option.is-best")).to_contain_text("best")
    expect(page.locator(".option")).to_have_count(4)
    said = [option.inner_text().replace("\n", " ") for option in page.locator(".option").all()]
    assert said == ["Stand best", "Hit costs $1.31", "Surrender costs $2.62", "Double costs $3.93"]
    parts = page.locator(".option-bar").evaluate_all(
        "bars => bars.map(one => one.style.getPropertyValue('--part'))"
    )
    assert parts == ["0.020", "0.333", "0.667", "1.000"]


def test_a_round_is_watched_again_from_a_link(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland")
    sit(page, 1)
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Your turn.")
    page.keyboard.press("s")
    wait_to_hear(page, "The cards are picked up.")
    page.get_by_role("tab", name="History").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Watch again").click()
    again = opened.value
    assert page.locator(".box.is-mine").count() == 1  # whoever watches stays at the table
    again.get_by_role("slider", name="Step of the round").fill("4")
    expect(again.locator(".again-says")).to_contain_text("jack of hearts")
    expect(again.locator(".betting, .decisions")).to_have_count(0)
    page.goto(f"{page.url}/round/1")
    page.wait_for_url("**/#/replay/*/1")
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector(".box.is-mine")


def test_two_people_share_a_box_and_one_follows_the_other(server: Served, browser: Browser) -> None:
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
    bob.get_by_role("button", name="Wager on box 1").click()
    bob.get_by_role("button", name=re.compile("^Place ")).click()
    wait_to_hear(ann, "You may hit, stand, double")
    ann.keyboard.press("d")
    bob.get_by_role("button", name=re.compile("^Double too")).first.wait_for()
    expect(ann.locator(".box[data-number='1'] .person")).to_have_count(2)


def test_limits_of_ones_own_are_set_in_the_settings(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland")
    page.get_by_role("tab", name="Settings").click()
    page.get_by_label("Lose at most").fill("a lot")
    page.get_by_role("button", name="Set my limits").click()
    expect(page.get_by_text("A limit is an amount of money")).to_be_visible()
    page.get_by_label("Lose at most").fill("50")
    page.get_by_role("button", name="Set my limits").click()
    expect(page.get_by_text("Your limits are set.")).to_be_visible()


def test_every_card_that_a_double_brought_lies_across(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "redoubled", reduced_motion="reduce")
    mine = page.locator(".box.is-mine .card-place")
    expect(mine).to_have_count(5)
    expect(page.locator(".box.is-mine .card-place.is-across")).to_have_count(3)


def test_chips_are_never_exchanged_for_cash_or_for_fewer_chips_by_themselves(
    server: Served, browser: Browser
) -> None:
    """With $20 left a $100 chip does not become $20, and a wager without chips is not paid in cash."""
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 1)
    held = server.app.tables[page.url.rpartition("/")[2]]
    [mine] = held.table.people
    held.table = replace(held.table, people=(replace(mine, chips=20_00),))
    page.reload()
    page.get_by_role("button", name="Chip $100").click()
    page.get_by_role("button", name="Wager on box 1").click()
    expect(page.locator(".note")).to_contain_text("At most $20 can be wagered here.")
    expect(page.get_by_role("button", name="Place $5")).to_be_visible()
    held.table = replace(held.table, people=(replace(mine, chips=0),))
    page.reload()
    expect(page.get_by_role("combobox", name="Pay with")).to_have_value("chips")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("Refused")
    assert not held.table.boxes
    page.get_by_role("combobox", name="Pay with").select_option("cash")
    page.keyboard.press("Enter")
    wait_to_hear(page, "You wager $5")
    expect(page.locator(".top-net")).to_have_text("−$500")


def test_what_a_wheel_shows_is_written_when_it_stands_still(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "wheel")
    number = page.url.rpartition("/")[2]
    server.run(server.app.close_soon(number, server.app.tables[number].seq))
    page.wait_for_selector(".wheel:not([hidden])")
    assert not any("shows" in line for line in heard(page))
    page.wait_for_selector(".wheel-shows.is-known")
    assert not any("shows" in line for line in heard(page))
    wait_to_hear(page, "shows")
