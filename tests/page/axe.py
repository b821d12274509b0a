"""What axe says of a page, in the light and in the dark."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

OTHER = {"light": "dark", "dark": "light"}
RUN = """async options => {
  const found = await axe.run(document, {resultTypes: ["violations"], ...options});
  return found.violations.map(({id, impact, nodes}) =>
    ({id, impact, nodes: nodes.map(({html, target}) => ({html, target}))}));
}"""
"""Every rule is checked; what is in order stays in the browser: to bring all of it here took seconds."""


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or critical; in the other theme only colours can differ."""
    theme = page.evaluate("document.documentElement.dataset.theme")
    found = _found(page, {})
    page.emulate_media(color_scheme=OTHER[theme])  # type: ignore[arg-type]
    found += [f"{OTHER[theme]} {one}" for one in _found(page, {"runOnly": ["color-contrast"]})]
    page.emulate_media(color_scheme=theme)
    return found


def violations(page: Page, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything that axe finds wrong, with its nodes."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(RUN, options)
    return found


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in violations(page, options)
        if one["impact"] in ("serious", "critical")
    ]
