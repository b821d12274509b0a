"""People of the house at work on the real server: accounts, roles, dealing, the floor, the audit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from page.real import SLOW, Real, real
from server.live import KnownShoes
from msgspec.structs import replace

BY_PEOPLE = replace(SLOW, house="person", floor="person")
CARDS = "9c 6d 8s 5h Kd 7c 2h 3s 4d"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Real]:
    with real(tmp_path_factory.mktemp("house"), lambda: KnownShoes(CARDS)) as running:
        yield running


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or critical."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}" for one in found if one["impact"] in ("serious", "critical")]


def does_due(page: Page, until: str) -> None:
    """Press the button of what is due until the due text is another."""
    for _ in range(40):
        said = page.locator(".due-says").text_content() or ""
        if until in said:
            return
        page.locator(".due-do").click()
        page.wait_for_function("said => document.querySelector('.due-says').textContent !== said", arg=said)
    raise AssertionError(said)


def test_a_floorperson_and_a_dealer_open_a_table_and_deal_a_round(house: Real, browser: Browser) -> None:
    table = house.table("maryland", "By people", BY_PEOPLE)
    ann = house.sit("Ann", table, 1)
    floor = house.visit(browser, "floor", house.staff("Fred", "floorperson"))
    floor.get_by_role("button", name="Watch over By people").click()
    floor.get_by_role("button", name="Tick everything").click()
    floor.get_by_role("button", name="Everything is in place").click()
    assert serious(floor) == []
    floor.get_by_role("button", name="Reader inspected").click()
    expect(floor.locator(".due-kicker")).to_have_text("Next for the dealer")
    dealer = house.visit(browser, f"deal/{table}", house.staff("Dora", "dealer"))
    dealer.get_by_role("button", name="Go on duty as dealer").click()
    dealer.get_by_role("button", name="Count the inventory").click()
    floor.get_by_role("button", name="Confirm the slip").click()
    floor.get_by_role("button", name="Decks received").click()
