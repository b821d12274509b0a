"""A stand-in server and a browser for all tests of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from page.serving import Served, chromium, served

USUAL_PATIENCE = 30_000
"""In ms, for what the page is expected to show: longer than it takes, for machines with much else to do."""
expect.set_options(timeout=USUAL_PATIENCE)


@pytest.fixture(scope="package")
def server() -> Iterator[Served]:
    with served() as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(autouse=True)
def _closed_contexts(browser: Browser) -> Iterator[None]:
    yield
    for context in browser.contexts:
        context.close()
