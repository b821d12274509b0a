"""The page's part in a shuffle: it promises, opens, says so, and checks the shoe in the browser."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from page.guests import sit
from page.real import real
from patience import wait_until
from spanish21.game import commands as cmd
from spanish21.server.table.host import Host
from spanish21.server.table.inbox import ask_of_house


def promised_and_cut(host: Host, page: Page) -> None:
    """Decline the cut, for which a player alone has no clock, and wait until the seed is promised and wagers
    open."""
    page.get_by_role("button", name="Decline the cut").click()
    wait_until(lambda: len(host.log.seeds.promised) == 1 and host.table.phase == "wagers")


def test_the_page_says_that_its_seed_is_in_the_shoe_and_checks_it(browser: Browser, tmp_path: Path) -> None:
    with real(tmp_path) as house:
        table = house.table("uk-casino")
        host = house.desk.hall.hosts[table]
        page = house.visit(browser, f"table/{table}")
        sit(page, 1)

        def shuffled(times: int) -> None:
            promised_and_cut(host, page)
            order = ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq)
            house.loop.call_soon_threadsafe(host.put, order)
            wait_until(lambda: host.log.seeds.shuffles == times)

        shuffled(2)
        page.get_by_role("tab", name="Rules").click()
        expect(page.locator(".seed-says")).to_have_text("Your seed is in this shoe.")
        page.get_by_label("Words of your own").fill("good luck")
        page.get_by_label("Words of your own").blur()
        shuffled(3)
        shuffled(4)
        wait_until(lambda: host.log.seeds.in_shoes[-1][0] == 4)
        page.goto(f"{house.url}#/shoes/{table}")
        page.get_by_role("button", name="Check shoe 2 here").click()
        expect(page.locator(".verdict")).to_have_text("Every check passed.")
        expect(page.locator(".checks-done")).to_contain_text("1 seed of players is as promised")
        expect(page.locator(".checks-done")).to_contain_text(
            "of this browser for a seed: the promise is in the log"
        )
        assert host.log.seeds.discarded == 0

        def left_out(route: Route) -> None:
            """The record of a house that never listed the seed for shoe 3 for which it had signed."""
            record = route.fetch().json()
            for event in record["events"]:
                body = json.loads(event.get("body") or "{}")
                if body.get("type") == "SeedsListed" and body["number"] == 3:
                    event["body"] = json.dumps(body | {"people": [], "promises": []})
            route.fulfill(json=record)

        page.route("**/record?shoe=2", left_out)
        page.get_by_role("button", name="Check shoe 2 here").click()
        expect(page.locator(".checks-done .is-bad").first).to_contain_text(
            "your seed is not in the list for shoe 3"
        )


SAID = {
    "left out": "left it out of the list for shoe 2",
    "absent": "The list for shoe 2 says that you were away",
    "receipt": "is not signed by the house",
}


def lied(text: str, what: str) -> str:
    """A message of a house that does not keep to its receipts."""
    message = json.loads(text)
    if what == "receipt" and message.get("receipt"):
        message["receipt"] = message["receipt"].replace("spanish21 seed\n", "spanish21 seed \n", 1)
    for step in message.get("steps", ()):
        if step["event"]["type"] == "SeedsListed" and what != "receipt":
            absent = step["event"]["people"] if what == "absent" else []
            step["event"] |= {"people": [], "promises": [], "absent": absent}
    return json.dumps(message)


def lying(page: Page, what: str) -> None:
    """Let a house that lies answer a page in place of the real one."""

    def between(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        there.on_message(lambda text: socket.send(lied(str(text), what)))
        socket.on_message(there.send)

    page.route_web_socket(re.compile("/socket"), between)


def test_the_page_says_when_the_house_does_not_keep_to_its_receipt(browser: Browser, tmp_path: Path) -> None:
    with real(tmp_path) as house:
        for what, words in SAID.items():
            table = house.table("uk-casino")
            host = house.desk.hall.hosts[table]
            page = browser.new_context(viewport={"width": 1200, "height": 860}).new_page()
            lying(page, what)
            page.goto(f"{house.url}#/table/{table}")
            sit(page, 1)
            promised_and_cut(host, page)
            order = ask_of_house(cmd.OrderReshuffle(by="floorperson"), host.log.seq)
            house.loop.call_soon_threadsafe(host.put, order)
            expect(page.locator(".trust-banner")).to_contain_text(words)
            page.get_by_role("tab", name="Rules").click()
            expect(page.get_by_role("tabpanel").locator(".seed-says ~ .says")).to_contain_text(words)
            page.context.close()
