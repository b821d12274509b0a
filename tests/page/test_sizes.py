"""The table at every width: nothing overlaps, everything can be read and touched, on one screen."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from page.guests import guest, sit
from page.serving import Served

HERE = Path(__file__).parent
OVERLAPS = (HERE / "overlaps.js").read_text("utf-8").partition(";")[2]
SIZES = (HERE / "sizes.js").read_text("utf-8").partition(";")[2]
SCREENS = {
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1280, 720),
    "desk": (1440, 900),
    "wall": (2560, 1440),
}
TOUCHED = ("phone", "phone on its side", "tablet")
SCENES = (
    "four-hands",
    "redoubled",
    "table-players-edge",
    "table-maryland",
    "table-uk-casino",
    "three-people",
    "insurance",
    "cut",
    "seven",
)
ON_SCREEN = """selectors => selectors.filter(one => [...document.querySelectorAll(one)].some(node => {
  const {top, left, bottom, right, width} = node.getBoundingClientRect()
  return width && (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1)
}))"""
NEEDED = [
    ".dealer-hand .cards",
    ".box.is-own .cards",
    ".edge:has(.turn.is-yours) .decisions .decision",
    ".turn-says",
]


def seen_at(page: Page, name: str) -> None:
    width, height = SCREENS[name]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("import('/parts/styles.js').then(sheets => sheets.style('table/felt/phone.css'))")
    frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(frames)


def troubles(page: Page) -> dict[str, Any]:
    """What is wrong at each size, in words."""
    found = {}
    for name, (width, _) in SCREENS.items():
        seen_at(page, name)
        wrong = list(page.evaluate(OVERLAPS))
        wrong += page.evaluate(SIZES, 43.9 if name in TOUCHED else 23.9)
        wrong += [f"{one} is not on the screen" for one in page.evaluate(ON_SCREEN, NEEDED)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append("the page is wider than the screen")
        if wrong:
            found[name] = wrong
    return found


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_and_everything_can_be_read_and_touched(
    server: Served, browser: Browser, scene: str
) -> None:
    page = guest(server, browser, scene, reduced_motion="reduce")
    page.wait_for_selector(".box.is-own")
    assert troubles(page) == {}


@pytest.mark.parametrize("scene", ["table-maryland", "four-hands", "insurance"])
def test_a_table_in_spanish_and_in_the_light_fits_every_screen(
    server: Served, browser: Browser, scene: str
) -> None:
    looks = {"locale": "es-ES", "color_scheme": "light", "reduced_motion": "reduce"}
    page = guest(server, browser, scene, **looks)
    page.wait_for_selector(".box.is-own")
    assert troubles(page) == {}


def test_a_free_table_and_wagers_fit_every_screen(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    assert troubles(page) == {}
    sit(page, 4)
    for area in page.locator(".box.is-own .area").all():
        area.click()
    assert troubles(page) == {}


def test_the_end_of_a_round_leaves_room_for_the_next_wagers(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "seven", reduced_motion="reduce")
    number = page.url.rpartition("/")[2]
    server.run(server.app.close_soon(number, server.app.tables[number].seq))
    page.locator(".betting").or_(page.locator(".decisions .decision").first).first.wait_for()
    while page.locator(".decisions .decision:not([aria-disabled])").count():
        page.keyboard.press("s")
        page.keyboard.press("n")
        page.wait_for_timeout(50)
    page.locator(".verdict").wait_for()
    assert troubles(page) == {}


def test_the_measures_find_what_is_wrong(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "four-hands", reduced_motion="reduce")
    page.wait_for_selector(".box.is-own .hand")
    seen_at(page, "desk")
    page.evaluate("""() => {
      const [, second] = document.querySelectorAll('.is-own .hand')
      second.style.transform = 'translateX(120px)'
      document.querySelector('.top-name').style.fontSize = '9px'
      document.querySelector('.coach-ask').style.cssText = 'height: 12px; min-height: 0'
    }""")
    assert any("hand 2" in one for one in page.evaluate(OVERLAPS))
    small = page.evaluate(SIZES, 44)
    assert any("9.0 px" in one for one in small)
    assert any("x 12" in one for one in small)
