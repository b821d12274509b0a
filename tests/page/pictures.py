"""Pictures of the page at three widths; the best go to docs/pictures.

python tests/page/pictures.py [FOLDER] [SCENE…]
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, BrowserContext, Page

from page.openings import OPENINGS
from page.real import Real, real
from page.real_house import real_house
from page.room_pictures import ROOMS, take_rooms
from page.rooms import Room, furnished
from page.serving import Served, chromium, served

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {390: 844, 820: 1180, 1440: 900}
BEST = (
    "lobby-1440",
    "table-maryland-1440",
    "table-maryland-390",
    "four-hands-1440",
    "wheel-820",
    "dealer-irregularity-1440",
    "dealer-real-cards-390",
    "floor-1440",
    "floor-payout-light-820",
    "audit-shoe-820",
    "audit-rounds-1440",
    "school-lesson-1440",
    "study-strategy-1440",
    "study-run-1440",
    "explorer-1440",
    "learn-drill-390",
    "editor-light-1440",
)


def main() -> None:
    """Write all pictures, or those of the scenes that are named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("pictures")
    wanted = sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with served() as server, chromium() as browser:
        for width, height in SIZES.items():
            for theme in ("dark", "light"):
                take_all(server, browser, folder, (width, height), theme, wanted)
    if not wanted or set(wanted) & set(ROOMS):
        with real_house() as address, chromium() as browser:
            take_rooms(browser, address, folder, wanted)
    with TemporaryDirectory() as store, real(Path(store)) as house, chromium() as browser:
        rooms = [room for room in furnished(house) if not wanted or room[0] in wanted]
        for width, height in SIZES.items():
            for theme in ("dark", "light"):
                take_house(house, browser, folder, (width, height), theme, rooms)
    if not wanted:
        DOCS.mkdir(parents=True, exist_ok=True)
        for name in BEST:
            shutil.copy(folder / f"{name}.png", DOCS / f"{name}.png")


def take_all(
    server: Served, browser: Browser, folder: Path, size: tuple[int, int], theme: str, wanted: list[str]
) -> None:
    """Every scene at one width and in one theme; light shows the lobby and one table only."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce"
    )
    server.app.numbers = iter(range(1, 2))  # the guest is p1, whom the scenes seat
    context.request.post(f"{server.url}api/guest", headers={"X-Spanish21": "1"}, data={})
    names = ["lobby", *(name for name in OPENINGS["scenes"] if name != "seven")]
    if theme == "light":
        names = ["lobby", "table-maryland", "insurance", "four-hands", "wheel"]
    ending = f"{size[0]}" if theme == "dark" else f"light-{size[0]}"
    for name in names:
        if not wanted or name in wanted:
            page = taken(server, context, name)
            page.screenshot(path=folder / f"{name}-{ending}.png")
            page.close()
    context.close()


def take_house(
    house: Real, browser: Browser, folder: Path, size: tuple[int, int], theme: str, rooms: list[Room]
) -> None:
    """The rooms beside the tables at one width and in one theme, on the real server."""
    ending = f"{size[0]}" if theme == "dark" else f"light-{size[0]}"
    for name, address, token, prepare in rooms:
        looks = {"color_scheme": theme, "reduced_motion": "reduce"}
        page = house.visit(browser, address, token, width=size[0], height=size[1], **looks)
        page.wait_for_load_state("networkidle")
        prepare(page)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / f"{name}-{ending}.png")
        page.context.close()


def taken(server: Served, context: BrowserContext, name: str) -> Page:
    """The page of a scene, with what has to happen first."""
    page = context.new_page()
    page.goto(server.url if name == "lobby" else server.open(name))
    page.wait_for_selector(".lobby-table" if name == "lobby" else ".box")
    if name in ("wheel", "progressive"):
        page.emulate_media(reduced_motion="no-preference")
        number = page.url.rpartition("/")[2]
        server.run(server.app.close_soon(number, server.app.tables[number].seq))
        if name == "wheel":
            page.wait_for_selector(".wheel-shows.is-known", timeout=20_000)
        else:
            page.wait_for_selector("[data-command=Stand]")
            page.keyboard.press("s")
            page.wait_for_selector(".result.is-won", timeout=20_000)
    page.wait_for_timeout(250)
    return page


if __name__ == "__main__":
    main()
