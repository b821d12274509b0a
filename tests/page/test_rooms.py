"""The study, the explorer, the school and the editor, on the real server with the real analyser."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from page.conftest import USUAL_PATIENCE
from page.measures import misfits
from page.real_house import real_house
from page.serving import visit
from page.test_care import HOSTILE, loaded, serious
from patience import wait_until
from spanish21.analysis import edge
from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import what_if

ROOMS = {
    "#/study/maryland": ".plot-picture rect",
    "#/study/players-edge/strategy": ".cell",
    "#/study/maryland/prices": ".price",
    "#/study/maryland/wagers": ".side-wagers",
    "#/study/uk-casino/session": ".plot-picture rect",
    "#/study/maryland/compare": ".compared",
    "#/study/maryland/run": ".run",
    "#/study/maryland/removal": ".plot-picture rect",
    "#/study/maryland/grid": ".plot-mean",
    "#/study/maryland/design": ".plot-picture circle",
    "#/explorer/maryland/7s7d/Ah/Ks": ".worth-line",
    "#/learn/maryland/how": ".lesson-step",
    "#/learn/maryland/drill": ".drill-choices .button",
    "#/learn/maryland/chart": ".cell",
    "#/editor/maryland": ".panel-sides th",
}


COUNTED: dict[str, Any] = {
    "counts": {
        "counts": [
            {
                "level": 1,
                "balanced": True,
                "tags": {"5": 1, "A": -1},
                "start_per_deck": None,
                "betting_correlation": 0.9,
                "correlations": {"main": 0.9, "insurance": None},
                "side_counts": {"7s": 0.95},
            }
        ]
    },
    "count": {
        "betting_correlation": 0.9,
        "playing_efficiency": 0.6,
        "insurance_correlation": None,
        "even_from": 1,
        "by_true_count": [
            {"true_count": at, "frequency": 0.3, "expected_value": at / 100, "standard_deviation": 1.1}
            for at in (-1, 0, 1)
        ],
    },
    "indices": {
        "gain": 0.001,
        "indices": [
            {
                "hand": "hard 16",
                "up": "10",
                "doubles": 0,
                "chart": "hit",
                "action": "stand",
                "at_least": 2,
                "at_most": None,
                "crossing": 1.7,
                "gain": 0.001,
                "often": 0.01,
            }
        ],
    },
    "ramp": {
        "currency": "$",
        "bankroll": 10_000.0,
        "win_per_100_rounds": 7.5,
        "standard_deviation_per_100_rounds": 209.0,
        "mean_wager": 11.0,
        "risk_of_ruin": 0.03,
        "score": 13.0,
        "n0": None,
        "ramp": [
            {"true_count": at, "frequency": 0.5, "expected_value": at / 100, "wager": 5.0, "best_wager": 0.0}
            for at in (0, 1)
        ],
    },
}
"""What the server answers about counts, in short."""
PATIENCE = 240_000
"""A machine with much else to do may take that long for a whole report."""


@pytest.fixture(scope="module", autouse=True)
def _patience() -> Iterator[None]:
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=USUAL_PATIENCE)


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    with real_house() as address:
        yield address


def at(browser: Browser, house: str, place: str, **context: object) -> Page:
    """A page of a fresh visitor at a place; the analyser may have to warm up."""
    page = visit(browser, f"{house}{place}", **context)  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE)
    page.wait_for_selector(ROOMS.get(place, ".room"))
    return page


def percent(value: float) -> str:
    return f"{value * 100:.4f}\u00a0%"


def test_the_study_shows_the_exact_edge_and_saves_plots_and_the_report(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/study/maryland")
    expected = percent(-edge(rules_of("maryland")).expected_value)
    expect(page.locator(".figure.is-main dd").first).to_have_text(expected)
    assert loaded(page) < 300_000
    for kind, text in (("SVG", "<svg"), ("CSV", "up card,probability,expected value")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=re.compile(f"up card is worth.*{kind}")).click()
        assert text in saved.value.path().read_text("utf-8")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Report (HTML)").click()
    assert "Maryland Spanish 21: 6 decks" in saved.value.path().read_text("utf-8")


def test_the_chart_is_read_by_keys_alone_and_shows_what_every_choice_is_worth(
    browser: Browser, house: str
) -> None:
    page = at(browser, house, "#/study/players-edge/strategy")
    page.get_by_role("gridcell", name=re.compile("^Hard 4 against 2:")).focus()
    for key in ["ArrowDown"] * 12 + ["ArrowRight"] * 8:
        page.keyboard.press(key)
    detail = page.locator(".chart-detail")
    expect(detail).to_contain_text("Hard 16 against 10")
    names = detail.locator(".worth-line > span:first-child").all_text_contents()
    assert sorted(names) == ["Double", "Hit", "Stand", "Surrender"]
    expect(detail.locator(".worth-line.is-best")).to_contain_text("best")
    page.get_by_label("what a mistake costs").check()
    expect(page.locator(".charts")).to_have_attribute("data-map", "cost")


def test_a_grid_of_rules_is_priced_and_those_that_meet_a_target_come_first(
    browser: Browser, house: str
) -> None:
    page = at(browser, house, "#/study/maryland/grid")
    expect(page.locator(".figure.is-main dd").first).to_have_text("8")
    page.get_by_role("button", name="Remove may rescue").click()
    page.get_by_label("Other values of decks").fill("5")
    page.get_by_label("Edge from, %").fill("0.3")
    page.get_by_label("Edge to, %").fill("0.45")
    page.get_by_role("button", name="Price them").click()
    expect(page.locator(".figure.is-main dd").first).to_have_text("6")
    rules = [rules_of("maryland"), what_if(rules_of("maryland"), decks=5)]
    for one in rules:
        expect(page.locator(".numbers tbody")).to_contain_text(percent(edge(one).house_edge))
    page.get_by_label("Other values of decks").fill("2..8000")
    page.get_by_role("button", name="Price them").click()
    expect(page.get_by_role("alert")).to_contain_text("7,999 values; a range has 1 to 2,000")


def test_a_side_wager_is_designed_by_its_odds_and_cards_by_what_their_removal_does(
    browser: Browser, house: str
) -> None:
    page = at(browser, house, "#/study/maryland/design")
    expect(page.locator(".figure.is-main dd").first).to_have_text("46")
    page.get_by_label("two suited", exact=True).fill("12")
    page.get_by_label("suited and unsuited", exact=True).fill("")
    page.get_by_label("suited", exact=True).fill("5..12")
    page.get_by_role("button", name="Find the designs").click()
    expect(page.locator(".figure-help").first).to_have_text("of 8 candidates")
    page.get_by_label("two suited", exact=True).fill("many")
    page.get_by_role("button", name="Find the designs").click()
    expect(page.get_by_role("alert")).to_contain_text("write NAME=NUMBERS")
    page = at(browser, house, "#/study/maryland/removal")
    row = page.locator(".numbers tbody tr").filter(has=page.get_by_role("rowheader", name="5", exact=True))
    expect(row).to_contain_text("+0.7324")
    page.get_by_label(re.compile("^Wager")).select_option("insurance")
    expect(page.get_by_role("heading", name="One card gone: insurance")).to_be_visible()


def answered_with(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body)


@pytest.mark.parametrize(("part", "button"), [("counts", "Judge"), ("indices", "Find"), ("ramps", "Find")])
def test_a_count_is_typed_once_and_kept_for_every_part(
    browser: Browser, house: str, part: str, button: str
) -> None:
    """The figures are the analyser's own, which tests/server compares; here they only arrive."""
    context = browser.new_context()
    for what, answer in COUNTED.items():
        context.route(f"**/api/study/{what}", answered_with(json.dumps(answer)))
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{house}#/study/maryland/{part}")
    expect(page.locator(".plot-picture rect").first).to_be_visible()
    page.get_by_label("7", exact=True).fill("1")
    expect(page.locator(".count-form [role=status]")).to_contain_text("+8")
    page.get_by_role("button", name=re.compile(f"^{button} ")).first.click()
    page.reload()
    expect(page.get_by_label("7", exact=True)).to_have_value("1")
    assert serious(page) == []
    context.close()


def test_the_explorer_values_any_cards_and_says_what_cannot_lie_there(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/explorer/maryland")
    page.get_by_label("Your hand, typed").fill("8c 8d")
    page.get_by_label("Your hand, typed").press("Enter")
    page.get_by_label("Dealer, typed").click()
    page.get_by_role("button", name="Lay the ace of spades: Dealer").click()
    expect(page.locator(".worth-line.is-best").first).to_contain_text("Split")
    expect(page.get_by_role("heading", name="Insurance")).to_be_visible()
    before = page.locator(".worth-line b").all_text_contents()
    page.get_by_label("Cards gone, typed").fill("Ks Kd Kh Kc Qs Qd Qh Qc")
    page.get_by_label("Cards gone, typed").press("Enter")
    expect(page.locator(".worth-line b").first).not_to_have_text(before[0])
    page.reload()
    expect(page.get_by_role("button", name="Take the 8 of clubs away")).to_be_visible()
    page.get_by_label("Cards gone, typed").fill("8c 8c 8c 8c 8c 8c")
    page.get_by_label("Cards gone, typed").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("8c appears 7 times; 6 decks have 6")


def test_a_hand_from_a_split_is_explored_and_kept_in_the_address(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/explorer/maryland/8s3c/6c/")
    expect(page.locator(".worth-lines, .explorer-answer").first).to_contain_text("Surrender")
    page.get_by_label("From a split").check()
    expect(page.locator(".explorer-answer")).not_to_contain_text("Surrender")
    expect(page).to_have_url(f"{house}#/explorer/maryland/8s3c/6c//0/split")
    page.reload()
    expect(page.get_by_label("From a split")).to_be_checked()
    expect(page.locator(".explorer-answer")).to_contain_text("Double")
    expect(page.locator(".explorer-answer")).not_to_contain_text("Surrender")
    page.get_by_role("button", name="Clear").click()
    expect(page).to_have_url(f"{house}#/explorer/maryland///")


def test_cards_typed_before_the_book_has_come_stay_where_they_lie(browser: Browser, house: str) -> None:
    context = browser.new_context()
    held: list[Route] = []
    context.route("**/api/books", lambda route: held.append(route))
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{house}#/explorer/maryland//As")
    page.get_by_label("Your hand, typed").fill("8c 8d")
    page.get_by_label("Your hand, typed").press("Enter")
    wait_until(lambda: bool(held), lambda: page.wait_for_timeout(20))
    for route in held:
        route.continue_()
    expect(page.locator(".worth-line.is-best").first).to_contain_text("Split")
    expect(page).to_have_url(f"{house}#/explorer/maryland/8c8d/As/")


def test_the_editor_prices_every_change_says_errors_in_place_and_opens_a_table(
    browser: Browser, house: str
) -> None:
    page = at(browser, house, "#/editor/maryland")
    shown = page.locator(".edge-value")
    assert loaded(page) < 300_000
    expect(shown).to_have_text(percent(-edge(rules_of("maryland")).expected_value))
    page.get_by_label("Decks in the shoe").select_option("8")
    expect(shown).to_have_text(percent(-edge(rules_of("maryland", decks=8)).expected_value))
    least = page.locator("[data-place='choose.table_minimum']")
    least.locator("input").fill("7.25")
    expect(least.locator(".form-problem")).to_contain_text("multiple of the smallest chip")
    expect(page.get_by_role("button", name="Open a table with it")).to_be_disabled()
    least.locator("input").fill("10")
    expect(least.locator(".form-problem")).to_be_hidden()
    page.get_by_label("Operator").fill(HOSTILE)
    page.get_by_label("Name", exact=True).fill(HOSTILE[:40])
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".panel-drafts li span")).to_have_text(HOSTILE[:40])
    expect(page.get_by_label("As a file")).to_have_value(re.compile("decks = 8"))
    page.reload()
    expect(page.get_by_label("Decks in the shoe")).to_have_value("8")
    expect(page.get_by_label("Operator")).to_have_value(HOSTILE)
    assert page.locator("img[src=x]").count() == 0
    page.get_by_label("Operator").fill("Ada")
    page.reload()  # at once: the server has not been asked yet
    expect(page.get_by_label("Operator")).to_have_value("Ada")
    page.get_by_label("Name", exact=True).fill("Eight decks")
    page.get_by_role("button", name="Open a table with it").click()
    page.wait_for_selector(".felt")
    expect(page.locator(".top-name")).to_have_text("Eight decks")


def test_a_drill_is_played_by_keys_and_keeps_the_score(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/learn/maryland/drill")
    for asked in range(1, 4):
        page.keyboard.press("s")
        expect(page.locator(".drill-score dd").first).to_have_text(re.compile(rf"^\d of {asked}$"))
        expect(page.locator(".drill-said")).to_have_text(re.compile(r"^Right\.|costs \$"))
        page.keyboard.press("Enter")
        page.wait_for_selector(".drill-choices .button:not(:disabled)")


def test_an_example_is_a_whole_round_with_its_clauses(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/learn/maryland/how")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".lesson-said")).to_contain_text("is best")
    said, onward = page.locator(".lesson-said"), page.get_by_role("button", name="Next")
    told = []
    for _ in range(page.locator(".lesson-story li").count()):
        told.append(said.inner_text())
        if onward.is_enabled():
            onward.click()
    expect(onward).to_be_disabled()
    assert any(
        text.startswith("You ") for text in told
    )  # not always last: a rescue comes before the hole card
    assert page.locator(".lesson-story .cite").count() >= 2


def test_a_run_closes_in_on_the_exact_edge(browser: Browser, house: str) -> None:
    page = at(browser, house, "#/study/maryland/run")
    page.get_by_label("Rounds to play").select_option("1000000")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("The run is over.").wait_for()
    figures = page.locator(".figure dd:not(.figure-help)").all_text_contents()
    assert figures[3] == "1,000,000"
    assert abs(float(figures[4].replace("−", "-"))) < 4.5


def test_axe_finds_nothing_serious_and_nothing_is_logged_in_any_room_at_any_width(
    browser: Browser, house: str
) -> None:
    found: dict[str, list[str]] = {}
    page = visit(browser, house, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    troubles: list[str] = []
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    for place, mark in ROOMS.items():
        page.goto(f"{house}{place}")
        page.wait_for_selector(mark)
        found[place] = [*serious(page), *misfits(page)]
    assert {place: one for place, one in found.items() if one} == {}
    assert [line for line in troubles if "401" not in line] == []


def test_every_room_fits_in_spanish_too(browser: Browser, house: str) -> None:
    page = visit(browser, house, reduced_motion="reduce", locale="es-ES")
    page.set_default_timeout(PATIENCE)
    found: dict[str, list[str]] = {}
    for place, mark in ROOMS.items():
        page.goto(f"{house}{place}")
        page.wait_for_selector(mark)
        found[place] = misfits(page)
    assert {place: one for place, one in found.items() if one} == {}
