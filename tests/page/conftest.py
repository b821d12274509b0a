"""A stand-in server and a browser for all tests of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from page.serving import Served, chromium, served


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
