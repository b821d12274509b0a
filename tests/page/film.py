"""Film strips of the table, a picture every 50 ms: a deal, a hit, a double, a split, a loss, a wheel.

python tests/page/film.py FOLDER [STRIP…]
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page

from page.guests import guest, sit, stacked
from page.serving import Served, chromium, served

EVERY = 0.05
MOST = 240
STRIPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "deal-and-hit": ("5c 6d 3h Qc 9d 8s", ("h", "s")),
    "double": ("5c 6d 6h Qc 9d 8s", ("d", "s")),
    "split-to-four": ("8c 6d 8h Qc 8d 8s 3c 9d 2h Kc 9s 7h 5c 4d", ("p", "p", "p", "s", "s", "s", "s")),
    "blackjack": ("Ac 6d Kh Qc 9d", ()),
    "loss-with-match": ("9c 9d 8h Kc", ("s",)),
    "wheel": ("", ()),
}
"""The cards that come next, and the keys that are pressed."""


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("film")
    wanted = sys.argv[2:] or list(STRIPS)
    with served() as server, chromium() as browser:
        for name in wanted:
            cards, keys = STRIPS[name]
            page = guest(server, browser, "maryland" if cards else name, width=1440, height=900)
            begin = dealt(server, page, cards) if cards else turned(server, page)
            print(f"{name}: {filmed(page, folder / name, begin, keys)} pictures")
            page.context.close()


def dealt(server: Served, page: Page, cards: str) -> Callable[[], None]:
    sit(page, 4)
    stacked(server, page, cards)
    page.get_by_role("button", name="Chip $25", exact=True).click()
    page.get_by_role("button", name="Wager on box 4").click()
    page.get_by_role("button", name="Chip $5", exact=True).click()
    page.get_by_role("button", name="Match the Dealer on box 4").click()
    page.evaluate("document.activeElement.blur()")
    return lambda: page.keyboard.press("Enter")


def turned(server: Served, page: Page) -> Callable[[], None]:
    number = page.url.rpartition("/")[2]
    return lambda: server.run(server.app.close_soon(number, server.app.tables[number].seq))


def filmed(page: Page, folder: Path, begin: Callable[[], None], keys: tuple[str, ...]) -> int:
    """Begin, press the keys whenever it is one's turn, until the result is shown."""
    folder.mkdir(parents=True, exist_ok=True)
    left = list(keys)
    begin()
    for number in range(MOST):
        started = time.monotonic()
        page.screenshot(path=folder / f"{number:03}.png")
        if page.locator(".verdict").is_visible():
            return number + 1
        if left and page.locator(".turn.is-yours").is_visible():
            page.keyboard.press(left.pop(0))
        elif not keys and page.locator(".turn.is-yours").is_visible():
            page.keyboard.press("s")
        page.wait_for_timeout(max(0.0, EVERY - (time.monotonic() - started)) * 1000)
    return MOST


if __name__ == "__main__":
    main()
