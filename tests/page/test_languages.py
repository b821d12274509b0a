"""Spanish and English: the same texts in both, chosen by the browser or by hand, for a whole round."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from page.guests import heard, sit, stacked, wait_to_hear
from page.serving import Served, visit
from spanish21.books.submissions.submission import rules_of
from spanish21.sentences.languages import language_of
from spanish21.server.table.felt import layout_of

FOLDER = Path(__file__).parents[2] / "src" / "spanish21" / "server" / "page"
TEXTS = sorted(str(path.relative_to(FOLDER)).replace(".es.js", ".js") for path in FOLDER.rglob("*.es.js"))
SHAPES = """async paths => {
  const shape = value =>
    typeof value === 'function' ? `a text of ${value.length}` :
    Array.isArray(value) ? value.map(shape) :
    value && typeof value === 'object' ?
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)])) :
    value
  const found = {}
  for (const path of paths) {
    const texts = await import(`/${path}`)
    for (const [name, value] of Object.entries(texts))
      if (value && typeof value === 'object') found[`${path} ${name}`] = shape(value)
  }
  return found
}"""
SAME = {
    *(
        "Editor",
        "SVG",
        "CSV",
        "Total",
        "Blackjack",
        "Chips",
        "no",
        "English",
        "Español",
        "Spanish 21",
        "High-low",
        "Error",
    ),
    *("auditor", "Round", "result", "chips", "even"),
}
"""Words that are the same in both languages."""


def texts(value: Any, path: str = "") -> dict[str, Any]:
    """Every text by its place."""
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    else:
        return {path: value}
    return {at: text for key, one in parts for at, text in texts(one, f"{path}.{key}").items()}


def everything(browser: Browser, server: Served, locale: str) -> dict[str, Any]:
    page = visit(browser, f"{server.url}nothing", locale=locale)
    return texts(page.evaluate(SHAPES, TEXTS))


def test_every_text_of_the_page_is_there_in_both_languages_and_none_is_left_out(
    server: Served, browser: Browser
) -> None:
    rooms = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*texts.js")}
    assert rooms <= set(TEXTS), "a room has no texts.es.js"
    english, spanish = everything(browser, server, "en-GB"), everything(browser, server, "es-MX")
    assert spanish.keys() == english.keys()
    alike = {
        (place, text)
        for place, text in english.items()
        if isinstance(text, str) and text == spanish[place] and re.search(r"[a-z]{3}", text)
    }
    left = {one for one in alike if not one[1].startswith(("a text of", "book ")) and one[1] not in SAME}
    assert left == set()
    empty = {place for place, text in spanish.items() if text == "" and english[place] != ""}
    assert empty == set()


def test_no_sentence_is_written_outside_of_the_texts() -> None:
    sentence = re.compile(r"""(?:'|`|")([A-Z][a-z]+ (?:[a-z]+ ?)+[^'`"]*)(?:'|`|")""")
    for path in FOLDER.rglob("*.js"):
        if "texts" in path.name or "words" in path.name:
            continue
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
        code = re.sub(r"^\s*\*.*$", "", code, flags=re.M)
        assert not sentence.findall(code), path


def test_a_browser_in_spanish_plays_a_round_in_spanish(server: Served, browser: Browser) -> None:
    page = visit(browser, server.open("maryland"), locale="es-MX", reduced_motion="reduce")
    page.get_by_role("button", name="Sentarse en la casilla 1").click()
    page.locator(".form").get_by_role("button", name="Sentarse").click()
    page.wait_for_selector(".box[data-number='1'].is-mine")
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Te toca")
    page.keyboard.press("s")
    wait_to_hear(page, "Ganas 5\N{NO-BREAK SPACE}$: una mano ganadora se paga 1 a 1.")
    said = heard(page)
    assert "Recibes el 9 de tréboles." in said
    assert "Te plantas." in said
    assert "No va más. Empieza la ronda 1." in said
    assert any("19 contra 6." in line for line in said)
    assert not [line for line in said if re.search(r"\b(the|you|dealer|wager|card|against)\b", line)]
    signs = layout_of(rules_of("maryland"), language_of("es"))["signs"]
    odds = page.evaluate(
        "async signs => (await import('/table/felt/felt.js').then(felt => signs.map(felt.sign)))"
        ".map(line => line.querySelector('b')?.textContent ?? '')",
        signs,
    )
    assert odds[:2] == ["3 a 2", "3 a 2"]
    assert layout_of(rules_of("maryland"), language_of("es"))["stands"] in signs
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_a_language_is_chosen_by_hand_and_stays(server: Served, browser: Browser) -> None:
    page = visit(browser, f"{server.url}#/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")
    page.evaluate("localStorage.setItem('spanish21.language', 'es')")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tu cuenta")
    seated = chosen(server, browser)
    seated.get_by_role("tab", name="Settings").click()
    seated.get_by_label("Language").select_option("es")
    expect(seated.get_by_role("tab", name="Ajustes")).to_be_visible()
    seated.reload()
    expect(seated.get_by_role("tab", name="Ajustes")).to_be_visible()


def chosen(server: Served, browser: Browser) -> Page:
    page = visit(browser, server.open("maryland"))
    sit(page, 2)
    return page


@pytest.mark.parametrize(
    ("locale", "typed", "amounts"),
    [
        (
            "es-ES",
            ["12,5", "12.50", "1.234,56", "1.234", "7 $", "a"],
            [1250, 1250, 123456, 123400, 700, None],
        ),
        ("en-US", ["12.5", "1,234.56", "$7", "12,345"], [1250, 123456, 700, 1234500]),
    ],
)
def test_amounts_are_typed_and_written_as_in_ones_own_language(
    server: Served, browser: Browser, locale: str, typed: list[str], amounts: list[int | None]
) -> None:
    page = visit(browser, f"{server.url}nothing", locale=locale)
    read = page.evaluate(
        "async x => { const m = await import('/parts/money.js');"
        " return x.map(m.amountOf).map(n => Number.isNaN(n) ? null : n) }",
        typed,
    )
    assert read == amounts
    shown = page.evaluate(
        "async () => { const m = await import('/parts/money.js');"
        " const n = await import('/parts/numbers.js');"
        " return [m.money(-123456), m.typedAmount(1250), n.percent(0.00389), n.number(12345.5, 1)] }"
    )
    spanish = ["−1.234,56\N{NO-BREAK SPACE}$", "12,50", "0,389\N{NO-BREAK SPACE}%", "12.345,5"]
    english = ["−$1,234.56", "12.50", "0.389\N{NO-BREAK SPACE}%", "12,345.5"]
    assert shown == (spanish if locale.startswith("es") else english)
