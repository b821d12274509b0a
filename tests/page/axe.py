"""What axe says of a page, in the light and in the dark."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OTHER = {"light": "dark", "dark": "light"}


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or critical; in the other theme only colours can differ."""
    theme = page.evaluate("document.documentElement.dataset.theme")
    found = _found(page, {})
    page.emulate_media(color_scheme=OTHER[theme])  # type: ignore[arg-type]
    found += [f"{OTHER[theme]} {one}" for one in _found(page, {"runOnly": ["color-contrast"]})]
    page.emulate_media(color_scheme=theme)
    return found


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in violations
        if one["impact"] in ("serious", "critical")
    ]
