"""Pictures of the study, the explorer, the school and the editor at three widths, by the real server."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, TimeoutError, expect

from page.real_house import real_house
from page.serving import chromium

SIZES = {390: 844, 820: 1180, 1440: 900}
PATIENCE = 240_000
"""The analyser may have to be compiled first."""


def _chart(page: Page) -> None:
    page.wait_for_selector(".cell")
    page.get_by_role("gridcell", name=re.compile("^Hard 16 against 10:")).hover()


def _cost(page: Page) -> None:
    _chart(page)
    page.get_by_label("what a mistake costs").check()
    page.get_by_role("gridcell", name=re.compile("^Hard 16 against 10:")).hover()


def _run(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("The run is over.").wait_for(timeout=PATIENCE)


def _best_counts(page: Page) -> None:
    page.get_by_role("button", name="Use the best balanced count of level 1").wait_for(timeout=PATIENCE)


def _ramps(page: Page) -> None:
    page.get_by_label("Decks", exact=True).fill("6")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator(".plot-picture .plot-curve").wait_for(timeout=PATIENCE)


def _target(page: Page) -> None:
    page.get_by_label("Edge from, %").fill("0.3")
    page.get_by_label("Edge to, %").fill("0.6")
    page.get_by_role("button", name="Price them").click()
    page.get_by_text("Meet the target", exact=True).wait_for(timeout=PATIENCE)


def _how(page: Page) -> None:
    page.locator(".example-felt").wait_for()
    page.wait_for_timeout(300)


def _drill(page: Page) -> None:
    """A hand that stands in the chart, answered; some hands do not."""
    for _ in range(8):
        page.locator(".drill-choices .button:not(:disabled)").last.click()
        try:
            page.locator(".lit .is-lit").wait_for(timeout=20_000)
            return
        except TimeoutError:
            page.get_by_role("button", name="Next").click()


def _priced(page: Page) -> None:
    expect(page.locator(".price-panel .edge-value")).to_contain_text("%", timeout=PATIENCE)


def _misfit(page: Page) -> None:
    _priced(page)
    page.get_by_label("Decks in the shoe").select_option("8")
    page.get_by_label("The least on a box").fill("7.25")
    page.get_by_label("The least on a box").blur()
    page.wait_for_timeout(1500)


ROOMS: dict[str, tuple[str, str, Callable[[Page], None] | None]] = {
    "study-edge": ("#/study/maryland", ".plot-picture rect", None),
    "study-strategy": ("#/study/players-edge/strategy", ".cell", _chart),
    "study-cost": ("#/study/maryland/strategy", ".cell", _cost),
    "study-rules": ("#/study/maryland/prices", ".price", None),
    "study-wagers": ("#/study/maryland/wagers", ".side-wagers", None),
    "study-session": ("#/study/maryland/session", ".plot-picture rect", None),
    "study-compare": ("#/study/maryland/compare", ".compared", None),
    "study-removal": ("#/study/maryland/removal", ".plot-picture rect", None),
    "study-counts": ("#/study/maryland/counts", ".plot-picture rect", _best_counts),
    "study-indices": ("#/study/maryland/indices", ".plot-picture rect", None),
    "study-ramps": ("#/study/maryland/ramps", ".plot-picture rect", _ramps),
    "study-grid": ("#/study/maryland/grid", ".plot-picture circle", _target),
    "study-design": ("#/study/maryland/design", ".plot-picture circle", None),
    "study-run": ("#/study/maryland/run", ".run", _run),
    "explorer": ("#/explorer/maryland/7s7d/6h/KsQs4c", ".worth-line", None),
    "learn-how": ("#/learn/maryland/how", ".example", _how),
    "learn-drill": ("#/learn/maryland/drill", ".drill", _drill),
    "editor": ("#/editor/maryland", ".price-panel .edge-value", _priced),
    "editor-misfit": ("#/editor/maryland", ".price-panel .edge-value", _misfit),
}


def take_rooms(browser: Browser, address: str, folder: Path, wanted: list[str]) -> None:
    """Every room, at every width in the dark, at one width in the light."""
    for width, height in SIZES.items():
        for theme in ("dark", "light"):
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
            )
            for name, (place, mark, then) in ROOMS.items():
                if wanted and name not in wanted:
                    continue
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(f"{address}{place}")
                page.wait_for_selector(mark)
                if then is not None:
                    then(page)
                page.wait_for_timeout(300)
                ending = f"{width}" if theme == "dark" else f"light-{width}"
                page.screenshot(path=folder / f"{name}-{ending}.png")
                page.close()
            context.close()


def main() -> None:
    """Write all pictures, or those of the rooms that are named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with real_house() as address, chromium() as browser:
        take_rooms(browser, address, folder, sys.argv[2:])


if __name__ == "__main__":
    main()
