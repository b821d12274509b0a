"""The site is built without a network, every link in it resolves, and it asks nothing of other servers."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Browser

from page.serving import chromium, visit
from spanish21.books.rulebook import BOOKS

PROJECT = Path(__file__).parents[1]
BUILD = """
import socket, sys

def refused(*_):
    raise OSError("the site must be built without a network")

socket.socket.connect = socket.getaddrinfo = socket.create_connection = refused
from mkdocs.__main__ import cli
cli(["build", "--strict", "--quiet", "--config-file", sys.argv[1], "--site-dir", sys.argv[2]])
"""


class Page(HTMLParser):
    """The links, the anchors and the outside sources of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in ("img", "script", "link", "source", "iframe"):
            self.loaded += [given[name] for name in ("src", "href") if name in given]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("mkdocs") is None:
        pytest.fail("THE SITE IS NOT TESTED: mkdocs is missing; run make test, or pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", BUILD, str(PROJECT / "mkdocs.yml"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_there_is_a_page_for_every_document(site: Path) -> None:
    documents = {path.relative_to(PROJECT / "docs") for path in (PROJECT / "docs").rglob("*.md")}
    assert {path.with_suffix(".html") for path in documents} <= {
        path.relative_to(site) for path in site.rglob("*.html")
    }
    assert not list(site.rglob("*.py"))


def broken_links(site: Path, pages: dict[Path, Page]) -> list[tuple[str, str]]:
    """The links of a site that lead nowhere, each with its page."""
    broken = []
    for path, page in pages.items():
        for link in [*page.links, *page.loaded]:
            address, fragment = urldefrag(unquote(link))
            if re.match(r"[a-z]+:", address):
                continue
            start = site if address.startswith("/") else path.parent
            target = (start / address.lstrip("/")).resolve() if address else path
            is_named = not fragment or target not in pages or fragment in pages[target].anchors
            if not target.is_file() or not is_named:
                broken.append((path.name, link))
    return broken


def test_every_link_resolves(site: Path, pages: dict[Path, Page]) -> None:
    assert broken_links(site, pages) == []
    assert sum(len(page.links) for page in pages.values()) > 500


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    here = Page(
        '<a href="nowhere.html"></a><a href="#x"></a><a href="#y"></a><p id="y"></p><img src="a.png">'
    )
    (tmp_path / "here.html").touch()
    broken = broken_links(tmp_path, {tmp_path / "here.html": here})
    assert broken == [("here.html", "nowhere.html"), ("here.html", "#x"), ("here.html", "a.png")]


def test_nothing_is_asked_of_other_servers(site: Path, pages: dict[Path, Page]) -> None:
    asked = [(path.name, one) for path, page in pages.items() for one in page.loaded if "//" in one]
    assert asked == []
    for path in (*site.rglob("*.css"), *pages):
        assert not re.search(r"(@import|url\()\s*['\"]?(https?:)?//", path.read_text("utf-8")), path.name


def test_the_notebook_and_the_sample_report_are_part_of_it(site: Path) -> None:
    assert (site / "tutorial.ipynb").read_bytes() == (PROJECT / "docs/tutorial.ipynb").read_bytes()
    assert (site / "sample-report.html").exists()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def test_a_phone_shows_the_text_first_and_nothing_wider_than_itself(site: Path, browser: Browser) -> None:
    for width, is_open in ((390, False), (1440, True)):
        page = visit(browser, (site / "index.html").as_uri(), width)
        for path in sorted(site.rglob("*.html")):
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            if path.name != "sample-report.html":
                assert page.evaluate("document.querySelector('details.all').open") is is_open, (path, width)
        page.context.close()


def test_each_book_is_two_sheets_of_paper(site: Path, browser: Browser) -> None:
    books = sorted((site / "books").glob("*.html"))
    assert {path.stem for path in books} == set(BOOKS)
    page = visit(browser, books[0].as_uri())
    for book in books:
        page.goto(book.as_uri())
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2, book.name
    page.context.close()
