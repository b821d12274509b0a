"""What the page says about one's own play: the reality check, the statement, and whose house it is."""

import csv
from collections.abc import Iterator
from io import StringIO

import pytest
from playwright.sync_api import Browser, expect

from page.axe import serious
from page.real import Real, real
from page.rooms import play_round
from server.live import KnownShoes
from spanish21.environments.mcp.model_app import ModelApp
from spanish21.server.people.callers import Caller
from spanish21.server.people.model_tokens import caller_by_model_token

CARDS = "9c 6d 8s 5h Kd 9c 7s Kc 9h Kh"
"""Rea stands on 17 against 21, and then on 19 while the dealer busts."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    with real(tmp_path_factory.mktemp("house"), lambda: KnownShoes(CARDS)) as running:
        yield running


@pytest.fixture(scope="module")
def table(house: Real) -> str:
    """Where Rea has played two rounds, and won one of them."""
    found = house.table("maryland", "The round table")
    house.sit("Rea", found, 1)
    for _ in range(2):
        play_round(house, found, {"Rea": 1})
    return found


def token_of(house: Real, name: str) -> str:
    return str(house.players[name].client._http.cookies.get("spanish21"))


def test_a_reality_check_interrupts_play_and_says_how_it_went(house: Real, browser: Browser) -> None:
    table = house.table("maryland", "Interrupted")
    house.sit("Ria", table, 1)
    page = house.visit(browser, "account", token_of(house, "Ria"))
    page.get_by_label("Remind me").select_option("15")
    page.get_by_role("button", name="Set the reminder").click()
    expect(page.get_by_text("The reminder is set.")).to_be_visible()
    page.clock.install()
    page.goto(f"{house.url}#/table/{table}")
    page.reload()
    with page.expect_response("**/api/me"):
        page.wait_for_selector(".box.is-mine")
    dialog = page.get_by_role("dialog", name="Reality check")
    page.clock.fast_forward(14 * 60_000)
    expect(dialog).to_have_count(0)
    page.clock.fast_forward(2 * 60_000)
    expect(dialog).to_contain_text("You have been playing for 16 minutes")
    expect(dialog).to_contain_text("Your result in the rounds that are over: $0.")
    assert serious(page) == []
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog).to_have_count(0)
    play_round(house, table, {"Ria": 1})
    page.clock.fast_forward(15 * 60_000)
    expect(dialog).to_contain_text("Your result in the rounds that are over: −$15.")
    dialog.get_by_role("link", name="See my statement").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Statement")).to_be_visible()


def test_a_statement_lists_every_round_and_is_saved_as_a_file(
    house: Real, table: str, browser: Browser
) -> None:
    page = house.visit(browser, "statement", token_of(house, "Rea"))
    rows = page.locator(".statement-rows tbody tr")
    expect(rows).to_have_count(2)
    cells = [rows.nth(n).locator("td").all_text_contents()[1:] for n in range(2)]
    assert sorted(cells) == [
        ["The round table", "1", "$15", "$0", "$15", "−$15"],
        ["The round table", "2", "$15", "$15", "$0", "+$15"],
    ]
    names, amounts = (page.locator(f".statement-sums {part}").all_text_contents() for part in ("dt", "dd"))
    sums = dict(zip(names, amounts, strict=True))
    assert {name: sums[name] for name in ("Rounds", "Wagered", "Won", "Lost", "Net")} == {
        "Rounds": "2",
        "Wagered": "$30",
        "Won": "$15",
        "Lost": "$15",
        "Net": "$0",
    }
    assert serious(page) == []
    with page.expect_download() as found:
        page.get_by_role("link", name="Save as CSV").click()
    lines = list(csv.reader(StringIO(found.value.path().read_text("utf-8"))))
    assert lines[0] == ["ended (UTC)", "table", "round", "wagered", "won", "lost", "net"]
    assert sorted(line[2:] for line in lines[1:3]) == [
        ["1", "15.00", "0.00", "15.00", "-15.00"],
        ["2", "15.00", "15.00", "0.00", "15.00"],
    ]
    assert lines[3] == ["all rounds", "", "2", "30.00", "15.00", "15.00", "0.00"]
    page.get_by_label("Period").select_option("0")
    expect(rows).to_have_count(2)


def test_a_house_of_one_person_is_marked_for_those_who_play_there(
    house: Real, table: str, browser: Browser
) -> None:
    words = "This is a house of one person: it is for trying things out, and plays with play chips only."
    page = house.visit(browser, f"table/{table}")
    expect(page.locator(".top .pill")).to_have_text("a house of one person")
    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_role("tabpanel").get_by_text(words)).to_be_visible()
    page.goto(house.url)
    expect(page.get_by_text(words)).to_be_visible()
    house.staff("Ada", "administrator")
    house.staff("Fay", "floorperson")
    page.goto(f"{house.url}#/account")
    page.goto(house.url)
    expect(page.locator(".lobby-table").first).to_be_visible()
    expect(page.locator(".top-mine")).to_contain_text("Guest")
    expect(page.get_by_text(words)).to_be_hidden()


def test_a_person_makes_a_token_for_a_model_sees_it_once_and_takes_it_back(
    house: Real, browser: Browser
) -> None:
    mia = house.staff("Mia", "player")
    page = house.visit(browser, "account", mia)
    expect(page.get_by_role("heading", name="Where you are logged in")).to_be_visible()
    expect(page.get_by_role("heading", name="A model that asks for you")).to_be_hidden()
    house.desk.models = ModelApp(house.desk.questions.answer)
    page.reload()
    expect(page.get_by_text(f"practice tables and figures at {house.url}mcp.")).to_be_visible()
    expect(page.get_by_text("You have no token.")).to_be_visible()
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_text("Copy the token now. It is not shown again.")).to_be_visible()
    token = page.get_by_text("s21m.").inner_text()
    assert asker(house, token) is not None
    assert serious(page) == []
    page.reload()
    expect(page.get_by_text("You made a token on")).to_be_visible()
    expect(page.get_by_text("s21m.")).to_have_count(0)
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("The token opens nothing any more.")).to_be_visible()
    expect(page.get_by_text("You have no token.")).to_be_visible()
    assert asker(house, token) is None
    house.desk.models = None


def asker(house: Real, token: str) -> Caller | None:
    """For whom a model with this token asks."""
    desk = house.desk
    return house.run(desk.reading(caller_by_model_token, desk.master, token, desk.now()))  # type: ignore[no-any-return]
