"""The page as an app: installable, its shell opens without the server, and errors look like the house."""

import json
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, expect

from page.axe import serious
from page.real import real
from page.serving import PATIENCE, Served, served, visit

FOLDER = Path(__file__).parents[2] / "src" / "spanish21" / "server" / "page"


def test_the_page_can_be_installed(server: Served, browser: Browser) -> None:
    page = visit(browser, server.url)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest: dict[str, Any] = json.loads((FOLDER / str(address)).read_text("utf-8"))
    assert {"name", "short_name", "start_url", "display", "background_color", "theme_color"} <= set(manifest)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert (FOLDER / icon["src"].lstrip("/")).is_file()
    devtools = page.context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []


def test_the_shell_opens_without_the_server_and_nothing_that_the_server_says_is_kept(
    browser: Browser,
) -> None:
    with served() as own:
        page = visit(browser, own.url)
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        page.wait_for_selector(".lobby-table")
        page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)", timeout=PATIENCE * 1000)
        page.reload()
        page.wait_for_selector(".lobby-table")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Twenty-one without the tens.")
    expect(page.locator(".lobby-note")).to_contain_text("The server is not responding.")
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async name =>"
        " (await (await caches.open(name)).keys()).map(one => one.url)))).flat()"
    )
    assert kept
    assert not [address for address in kept if "/api/" in address]


def test_an_address_that_there_is_not_gets_a_page_in_the_house_s_own_look(
    browser: Browser, tmp_path: Path
) -> None:
    with real(tmp_path) as house:
        page = house.visit(browser, "nowhere", locale="es-ES")
        expect(page.get_by_role("heading", level=1)).to_have_text("Esta carta no está en la baraja.")
        page.get_by_role("link", name="A las mesas").click()
        page.wait_for_selector(".hero")
        answer = page.goto(f"{house.url}nothing/of/the/kind")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", level=1)).to_have_text("Esta carta no está en la baraja.")
        assert serious(page) == []
        for path in ("api/nothing", "nothing"):
            said = httpx.get(f"{house.url}{path}", headers={"accept": "application/json"})
            assert said.status_code == 404
            assert set(said.json()) == {"error"}
