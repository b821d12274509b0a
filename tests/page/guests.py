"""What a guest does on the page: sits down, hears, presses keys."""

from playwright.sync_api import Browser, Page

from page.openings import SCENES
from page.serving import Served, visit
from scenes import Scene


def guest(server: Served, browser: Browser, book: str, **context: object) -> Page:
    """A page of a new guest at a new table of a book or scene, watching."""
    if book in SCENES:
        as_p1(server)
    page = visit(browser, server.open(book), **context)  # type: ignore[arg-type]
    page.wait_for_selector(".box")
    return page


def as_p1(server: Served) -> None:
    """The next guest is p1, whom the scenes have seated."""
    server.app.numbers = iter(range(1, 1000))


def heard(page: Page) -> list[str]:
    """What a screen reader has been told, line by line."""
    return page.locator(".announcements p").all_text_contents()


def wait_to_hear(page: Page, text: str, after: int = 0) -> str:
    """The first announcement from `after` on that holds a text."""
    page.wait_for_function(
        "([text, after]) => [...document.querySelectorAll('.announcements p')].slice(after)"
        ".some(line => line.textContent.includes(text))",
        arg=[text, after],
    )
    return next(line for line in heard(page)[after:] if text in line)


def sit(page: Page, box: int) -> None:
    """Sit down at a box by mouse."""
    page.get_by_role("button", name=f"Sit down at box {box}").click()
    page.locator(".form").get_by_role("button", name="Sit down").click()
    page.wait_for_selector(f".box[data-number='{box}'].is-mine")


def stacked(server: Served, page: Page, cards: str) -> None:
    """Put these cards next into the shoe of the table that a page shows."""
    held = server.app.tables[page.url.rpartition("/")[2]]
    scene = Scene.__new__(Scene)
    scene.table = held.table
    held.table = scene.stack(cards).table
