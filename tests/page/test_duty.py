"""People of the house at work on the real server: accounts, roles, dealing, the floor, the audit."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route, expect

from page.axe import serious
from page.measures import misfits
from page.real import SLOW, Real, real
from page.rooms import BY_PEOPLE, DEALT, Staff, monster, play_round, reshuffled, wagers
from server.live import KnownShoes
from spanish21.server.control.totp import STEP, code_at
from spanish21.server.web.opening_house import first_administrator_link

CARDS = "9c 6d 8s 5h Kd 7c 2h 3s 4d 9s 8h 7d"
SECRET = "a long secret of Ann"
HOSTILE = "<img src=x onerror=document.title='broken'>"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    with real(tmp_path_factory.mktemp("house"), lambda: KnownShoes(CARDS)) as running:
        yield running


@pytest.fixture
def new_house(tmp_path: Path, browser: Browser) -> Iterator[Real]:
    """A house in which nobody is an administrator yet, whatever the other tests have done."""
    with real(tmp_path) as running:
        yield running
        for context in browser.contexts:
            context.close()


def says(page: Page, text: str) -> None:
    """Wait until a text is what is due."""
    expect(page.locator(".due-says")).to_contain_text(text)


def left_of(page: Page, one: str, other: str) -> bool:
    """Whether one part of the page lies to the left of another."""
    found: list[Any] = [page.locator(part).bounding_box() for part in (one, other)]
    return bool(found[0]["x"] < found[1]["x"])


def above(page: Page, one: str, other: str) -> bool:
    """Whether one part of the page begins above another."""
    found: list[Any] = [page.locator(part).bounding_box() for part in (one, other)]
    return bool(found[0]["y"] < found[1]["y"])


def test_the_first_link_makes_an_administrator_who_gives_roles(new_house: Real, browser: Browser) -> None:
    token = first_administrator_link(new_house.desk)
    new_house.staff("Dan")
    page = new_house.visit(browser, f"welcome/{token}")
    page.get_by_label("Name").fill("Ada")
    assert [*serious(page), *misfits(page)] == []
    page.get_by_label("Password").fill("a long secret")
    page.get_by_role("button", name="Open the account").click()
    expect(page.get_by_text("Welcome, Ada. You are an administrator.")).to_be_visible()
    assert token not in page.url
    page.get_by_role("link", name="Continue").click()
    page.get_by_label("Dan: dealer").check()
    expect(page.get_by_text("Dan is now a dealer.")).to_be_visible()
    page.get_by_label("Ada: administrator").click()
    expect(page.get_by_text("the last administrator cannot go")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []


def test_an_administrator_gives_chips_logs_somebody_out_and_erases_an_account(
    new_house: Real, browser: Browser
) -> None:
    victim = new_house.visit(browser, "account", new_house.staff("Vic"))
    expect(victim.locator(".account-name")).to_contain_text("Vic")
    page = new_house.visit(browser, "people", new_house.staff("Alma", "administrator"))
    page.get_by_label("Vic: chips, log-out, erasure").click()
    vic = page.locator(".people-one").filter(has_text="Vic")
    vic.get_by_label("Chips to add, or (below 0) to take").fill("25")
    vic.get_by_role("button", name="Give or take chips").click()
    expect(page.locator(".account > .says")).to_contain_text("reason")
    vic.get_by_label("Reason", exact=True).fill("paid in at the cage")
    vic.get_by_role("button", name="Give or take chips").dblclick()
    expect(page.get_by_text("Vic now has $25.")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    vic.get_by_role("button", name="Log out everywhere").click()
    expect(page.get_by_text("Vic is logged out everywhere.")).to_be_visible()
    victim.reload()
    expect(victim.get_by_role("button", name="Log in")).to_be_visible()
    vic.get_by_role("button", name="Erase this account").click()
    expect(page.get_by_text("Tick the box first.")).to_be_visible()
    vic.get_by_label("I understand that it cannot be undone").check()
    vic.get_by_label("Reason for erasing").fill("asked for in writing")
    vic.get_by_role("button", name="Erase this account").click()
    expect(page.get_by_text("Vic has been erased.")).to_be_visible()
    expect(vic).to_have_count(0)


def test_in_a_house_of_two_the_other_agrees_on_a_screen_of_their_own(
    new_house: Real, browser: Browser
) -> None:
    new_house.staff("Vic")
    page = new_house.visit(browser, "people", new_house.staff("Alma", "administrator"))
    expect(page.get_by_text("a house of one person")).to_be_visible()
    other = new_house.visit(browser, "approvals", new_house.staff("Fay", "floorperson"))
    expect(other.get_by_text("Nothing waits for you.")).to_be_visible()
    page.reload()
    page.get_by_label("Vic: chips, log-out, erasure").click()
    vic = page.locator(".people-one").filter(has_text="Vic")
    vic.get_by_label("Chips to add, or (below 0) to take").fill("25")
    vic.get_by_label("Reason", exact=True).fill("paid in at the cage")
    vic.get_by_role("button", name="Give or take chips").click()
    expect(vic.get_by_text("It waits for a second person")).to_be_visible()
    words = other.locator(".approval-words")
    expect(words).to_have_text("Put 25.00 in chips into the purse of Vic: paid in at the cage")
    assert serious(other) == []
    other.get_by_role("button", name="Agree").click()
    expect(page.get_by_text("Done, with the agreement of Fay.")).to_be_visible()
    page.get_by_label("Vic: dealer").check()
    expect(page.get_by_text("A second person has been asked.")).to_be_visible()
    other.get_by_role("button", name="Refuse").click()
    expect(page.get_by_text("Refused by Fay.")).to_be_visible()


def test_an_authenticator_is_set_up_and_asked_for_after_the_password(
    new_house: Real, browser: Browser
) -> None:
    page = new_house.visit(browser, "account")
    fresh = page.locator("form").filter(has=page.get_by_role("button", name="Open the account"))
    fresh.get_by_label("Name").fill("Ann")
    fresh.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Open the account").click()
    page.get_by_role("button", name="Set up an authenticator").click()
    text = (page.locator(".factor .second-code").text_content() or "").replace(" ", "")
    secret = base64.b32decode(text)
    page.get_by_label("Code").fill(code_at(secret, new_house.desk.now() // STEP))
    page.get_by_role("button", name="Finish").click()
    codes = page.locator(".recovery code")
    expect(codes).to_have_count(10)
    assert [*serious(page), *misfits(page)] == []
    recovery = codes.first.text_content() or ""
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("10 recovery codes are left")).to_be_visible()
    expect(page.locator(".sessions li")).to_have_count(1)
    page.get_by_role("button", name="Log out").click()
    log_in = page.locator("form").filter(has=page.get_by_role("button", name="Log in"))
    log_in.get_by_label("Name").fill("Ann")
    log_in.get_by_label("Password").fill(SECRET)
    log_in.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Confirm that it is you").click()
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text("these are not the six digits")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_label("Code").fill(recovery)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".account-name")).to_contain_text("Ann")
    page.get_by_label("Remind me").select_option("30")
    page.get_by_role("button", name="Set the reminder").click()
    expect(page.get_by_text("The reminder is set.")).to_be_visible()
    page.get_by_role("link", name="See my statement").click()
    expect(page.get_by_text("No round ended in this period.")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []


def test_a_round_is_shown_from_its_text_alone_and_shared_as_a_link(house: Real, browser: Browser) -> None:
    page = house.visit(browser, "round", reduced_motion="reduce")
    page.get_by_label("The round").fill("book /etc/passwd")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("the round:1: book must be one of maryland")
    page.get_by_role("button", name="An example").click()
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("slider", name="Step of the round").press("End")
    expect(page.locator(".replay-says")).to_contain_text("The cards are picked up.")
    page.get_by_role("button", name="Previous step").click()
    expect(page.locator(".replay-says")).to_have_text("ann wins $30: 6-7-8 of spades pays 3 to 1.")
    assert [*serious(page), *misfits(page)] == []
    again = house.visit(browser, page.url.partition("#/")[2], reduced_motion="reduce")
    expect(again.get_by_role("textbox")).to_have_value(re.compile("cards 6s 9d 7s Kc 8s"))
    again.get_by_role("slider", name="Step of the round").press("End")
    expect(again.locator(".box[data-number='1'] .card-place")).to_have_count(3)


def test_a_guest_keeps_an_account_logs_out_and_in_and_takes_a_break(house: Real, browser: Browser) -> None:
    table = house.table("uk-casino", HOSTILE)
    page = house.visit(browser, f"table/{table}")
    page.wait_for_selector(".box")
    page.goto(f"{house.url}#/account")
    page.get_by_label("Name").fill("Gus")
    page.get_by_label("Password").fill("a long secret")
    page.get_by_role("button", name="Make this my account").click()
    expect(page.locator(".account-name")).to_contain_text("Gus")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Open the account")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.locator("form").filter(has=page.get_by_role("button", name="Log in")).get_by_label("Name").fill(
        "gus"
    )
    log_in = page.locator("form").filter(has=page.get_by_role("button", name="Log in"))
    log_in.get_by_label("Password").fill("a wrong secret")
    log_in.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("the name or the password is wrong")).to_be_visible()
    log_in.get_by_label("Password").fill("a long secret")
    log_in.get_by_role("button", name="Log in").click()
    expect(page.locator(".account-name")).to_contain_text("Gus")
    page.get_by_label("Lose at most").fill("50")
    page.get_by_role("button", name="Set my limits").click()
    expect(page.get_by_text("Your limits are set.")).to_be_visible()
    page.get_by_role("button", name="Exclude me from play").click()
    expect(page.get_by_text("Tick the box first.")).to_be_visible()
    page.get_by_label("I understand that this cannot be undone").check()
    page.get_by_role("button", name="Exclude me from play").click()
    expect(page.get_by_text("You are excluded from play until")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.goto(f"{house.url}#/table/{table}")
    page.get_by_role("button", name="Sit down at box 1").click()
    page.locator(".form").get_by_role("button", name="Sit down").click()
    expect(page.locator(".note")).to_contain_text("excluded")
    assert page.title().startswith("<img")


def test_two_people_of_the_house_open_a_table_and_deal_a_round_by_keys(house: Real, browser: Browser) -> None:
    table = house.table("maryland", "By people", BY_PEOPLE)
    house.sit("Ann", table, 1)
    floor = house.visit(browser, "floor", house.staff("Fred", "floorperson"))
    floor.get_by_role("button", name="Supervise By people").wait_for()
    assert [*serious(floor), *misfits(floor)] == []
    floor.get_by_role("button", name="Supervise By people").click()
    floor.get_by_role("button", name="Tick everything").click()
    assert [*serious(floor), *misfits(floor)] == []
    floor.get_by_role("button", name="Everything is in place").click()
    dealer = house.visit(browser, f"deal/{table}", house.staff("Dora", "dealer"))
    dealer.get_by_role("button", name="Go on duty as dealer").click()
    while not wagers(house.desk.hall.hosts[table].table):
        for page in (floor, dealer):
            page.wait_for_timeout(60)
            if page.locator(".due-do").count():
                page.keyboard.press("Enter")
        if "RefuseCut" in {one["command"] for one in house.players["Ann"].state["legal"]}:
            house.says("Ann", "RefuseCut")
    house.says("Ann", "PlaceWager", box=1, amount=1_000)
    says(dealer, "Wagers are open")
    dealer.keyboard.press("Enter")
    says(dealer, "Deal a card face up to box 1")
    assert left_of(dealer, ".box[data-number='1']", ".box[data-number='7']"), "box 1 is at the dealer's left"
    assert above(dealer, ".box[data-number='4']", ".dealer-hand"), "the dealer sits this side of the boxes"
    dealer.get_by_role("button", name="Deal this card").click()
    says(dealer, "to yourself")
    dealer.get_by_text("By 7.B").click()
    expect(dealer.locator(".due-why dd").first).not_to_be_empty()
    dealer.get_by_role("tab", name="Irregularities").click()
    assert [*serious(dealer), *misfits(dealer)] == []
    dealer.get_by_text("A card is found face up in the shoe.").click()
    dealer.get_by_role("button", name="Report it").first.click()
    dealer.get_by_role("button", name="Card found face up", exact=True).click()
    expect(dealer.get_by_text("Give a reason")).to_be_visible()
    dealer.locator(".asking").get_by_label("Reason").fill("it lay face up")
    dealer.get_by_role("button", name="Card found face up", exact=True).click()
    expect(dealer.locator(".asking .form")).to_have_count(0)
    dealer.get_by_role("button", name="Deal all cards due").click()
    says(dealer, "waits for Ann")
    floor.get_by_role("tab", name="Orders").click()
    floor.get_by_role("button", name="Order a shuffle after this round").click()
    floor.locator(".asking").get_by_label("Reason").fill("new cards")
    floor.locator(".form").get_by_role("button", name="Order a shuffle").click()
    house.says("Ann", "Stand")
    for text in ("Turn your hole card up", "Deal a card", "Collect the losing wagers", "Pick the cards up"):
        if text in (dealer.locator(".due-says").text_content() or "") or text != "Deal a card":
            says(dealer, text)
            dealer.keyboard.press("Enter")
    says(dealer, "Shuffle the cards")
    dealer.get_by_role("button", name="Go off duty").click()
    expect(dealer.get_by_role("heading", name="The floor")).to_be_visible()


def test_a_dealer_enters_the_cards_of_a_real_shoe_by_keys_and_taps(house: Real, browser: Browser) -> None:
    table = house.table("uk-casino", "Real cards", replace(DEALT, real_shoe=True))
    house.sit("Hal", table, 3)
    token = house.staff("Della", "dealer")
    Staff(house, token, house.staff("Flo", "floorperson")).work(table, wagers)
    house.says("Hal", "PlaceWager", box=3, amount=1_000)
    page = house.visit(browser, f"deal/{table}", token)
    page.get_by_role("button", name="No more wagers").click()
    says(page, "box 3")
    page.keyboard.type("8s")
    expect(page.locator(".entry-says")).to_contain_text("The 8 of spades: it counts")
    page.keyboard.press("Backspace")
    expect(page.locator(".entry-says")).to_have_text("The 8 of spades was taken back.")
    page.keyboard.type("9s")
    assert [*serious(page), *misfits(page)] == []
    page.keyboard.press("Enter")
    says(page, "yourself")
    page.get_by_role("button", name="Enter the 6 of hearts").click()
    expect(page.locator(".entry-says")).to_contain_text("The 6 of hearts")
    assert house.desk.hall.hosts[table].table.dealer == ()
    page.keyboard.press("0")  # the next card lets the last one count
    says(page, "box 3")
    page.keyboard.press("c")
    expect(page.locator(".due-kicker")).to_have_text("Next for the floorperson")
    assert [*serious(page), *misfits(page)] == []
    assert house.players["Hal"].state["view"]["boxes"][0]["hands"][0]["cards"] == ["9s"]


def test_a_progressive_payout_takes_two_people_and_a_reason(house: Real, browser: Browser) -> None:
    table = house.table("players-edge", "The monster", DEALT, "7s 7s 7s 7s Qc 5d")
    house.staff("Amos", "auditor")
    dealer, floor = house.staff("Dina", "dealer"), house.staff("Finn", "floorperson")
    monster(house, Staff(house, dealer, floor), table)
    page = house.visit(browser, f"watch/{table}", floor)
    says(page, "Validate the progressive payout of Mona")
    page.keyboard.press("Enter")
    form = page.locator(".asking .form")
    form.get_by_label("Reason").fill("four of a kind, seen by both")
    form.get_by_role("button", name="Validate the payout").click()
    expect(page.locator(".asking .approval-words")).to_contain_text("Pay Mona $")
    second = house.visit(browser, "approvals", dealer)
    evidence = second.locator(".approval .evidence")
    expect(evidence.locator(".is-paid .card")).to_have_count(2)
    expect(evidence.get_by_text("Monster Match shows $")).to_be_visible()
    assert serious(second) == []
    second.get_by_role("button", name="Six digits").click()
    read = second.get_by_text("Read these digits aloud")
    expect(read).to_be_visible()
    digits = "".join(letter for letter in read.text_content() or "" if letter.isdigit())
    page.get_by_label("Six digits of the second person").fill("123456" if digits != "123456" else "654321")
    page.get_by_role("button", name="Enter the digits").click()
    expect(page.get_by_text("these are not the digits on the second person's screen")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_label("Six digits of the second person").fill(digits)
    page.get_by_role("button", name="Enter the digits").click()
    says(page, "Collect the losing wagers and pay the winning ones")


def test_an_auditor_checks_chain_shoe_and_rack_in_the_browser_and_finds_a_forgery(
    house: Real, browser: Browser
) -> None:
    table = house.table("maryland", "Audited")
    house.sit("Joan", table, 3)
    floor = house.staff("Frida", "floorperson")
    play_round(house, table, {"Joan": 3})
    house.run(reshuffled(house, table, floor))
    play_round(house, table, {"Joan": 3})
    page = house.visit(browser, "audit", house.staff("Audrey", "auditor"))
    page.get_by_role("button", name="Audit everything").click()
    expect(page.get_by_text("everything agrees")).to_be_visible()
    page.get_by_role("button", name=re.compile("^purse")).first.click()
    expect(page.locator(".is-plus").first).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_role("link", name="Read the log of Audited").click()
    page.get_by_role("button", name="Check the chain").click()
    expect(page.get_by_text("The chain holds")).to_be_visible()
    expect(page.get_by_text("“a player asked for new cards”")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_role("tab", name="Rounds").click()
    expect(page.get_by_text("Every hand in the rack is the hand that was dealt.")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_role("tab", name="Shoes").click()
    page.get_by_role("button", name="Check shoe 1 here").click()
    expect(page.get_by_text("Every check passed.")).to_be_visible()
    assert [*serious(page), *misfits(page)] == []
    for tab, mark in (("Ledger", ".list tbody td"), ("Export", ".button")):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel").locator(mark).first).to_be_visible()
        assert serious(page) == [], tab
    player = house.visit(browser, f"shoes/{table}")
    player.get_by_role("button", name="Check shoe 1 here").click()
    expect(player.get_by_text("Every check passed.")).to_be_visible()
    assert serious(player) == []
    page.get_by_role("tab", name="Shoes").click()

    def forged(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=text.replace('\\"card\\":36', '\\"card\\":37').replace('"card":36', '"card":37'))

    page.route("**/log?from=1", forged)
    page.route("**/record?shoe=1", forged)
    page.get_by_role("button", name="Check shoe 1 here").click()
    expect(page.get_by_text("9d came out where 9c was due")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Check the chain").click()
    expect(page.get_by_text("The chain does not hold: 2 findings.")).to_be_visible()


def test_rooms_of_the_house_say_whom_they_are_for(house: Real, browser: Browser) -> None:
    table = house.table("uk-casino", "Closed to guests", replace(SLOW))
    for address, words in (
        ("floor", "The floor is for dealers"),
        ("people", "Only an administrator"),
        ("audit", "The house’s books are for auditors"),
        (f"deal/{table}", "You are not on duty as dealer"),
    ):
        page = house.visit(browser, address)
        expect(page.get_by_text(words)).to_be_visible()


def test_a_trainee_learns_by_keys_and_a_reload_goes_on(house: Real, browser: Browser) -> None:
    page = house.visit(browser, "school")
    page.get_by_role("button", name="Begin").wait_for()
    assert [*serious(page), *misfits(page)] == []
    page.get_by_role("button", name="Begin").click()
    asks = page.locator(".lesson-asks")
    for number in range(1, 6):
        expect(page.locator(".due-kicker")).to_have_text(f"Question {number}")
        if page.locator(".lesson-typed").is_visible():
            page.locator(".lesson-typed input").fill("1")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("b")
    expect(page.locator(".due-kicker")).to_have_text("Question 6")
    said = asks.text_content() or ""
    assert [*serious(page), *misfits(page)] == []
    page.reload()
    expect(asks).to_have_text(said)
    page.get_by_role("button", name="End").click()
    expect(page.get_by_text("of 5 right").first).to_be_visible()
    assert [*serious(page), *misfits(page)] == []


def test_a_trainee_chooses_topics_and_what_was_learned_is_kept(house: Real, browser: Browser) -> None:
    page = house.visit(browser, "school")
    page.get_by_label("Rulebook").select_option("uk-casino")
    page.get_by_role("checkbox", name="Totals").check()
    for lesson in (1, 2):
        page.get_by_role("button", name="Begin").click()
        for number in (1, 2):
            expect(page.locator(".due-kicker")).to_have_text(f"Question {number}")
            page.locator(".lesson-typed input").fill("3")
            page.keyboard.press("Enter")
        expect(page.locator(".due-kicker")).to_have_text("Question 3")
        page.goto("about:blank")
        page.goto(f"{house.url}#/school")
        page.get_by_role("button", name="End").click()
        page.get_by_role("button", name="Start another").click()
        page.get_by_label("Rulebook").select_option("uk-casino")
        expect(page.locator(".topics-so-far")).to_contain_text(f"{lesson} lesson")
        totals = page.locator(".topic", has=page.get_by_role("checkbox", name="Totals"))
        expect(totals).to_contain_text(f"of {2 * lesson}")
        totals.locator("input").check()
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".topics-so-far")).to_be_empty()
