"""What the page says is right: amounts, totals, costs, clocks, plots and hashes."""

import hashlib
import json
import random
import re
import time
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from explore import Walk, some_rules
from page.guests import as_p1, guest, heard, sit, stacked, wait_to_hear
from page.serving import Served, visit
from server.records import record_of
from spanish21.server.fairness.public_record import record_json

HOUR = 3_600_000


def empty(server: Served, browser: Browser) -> Page:
    """A page of the same origin on which nothing runs."""
    return visit(browser, f"{server.url}nothing")


def asked(page: Page, module: str, expression: str, given: Any = None) -> Any:
    """What an expression over the exports `m` of a module comes to, with something given as `x`."""
    return page.evaluate(f"async x => {{ const m = await import('/{module}'); return {expression} }}", given)


def test_amounts_are_read_and_written_to_the_cent(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    typed = ["12.5", "12.05", "12.50", "12", ".5", "1,234.56", " $7 ", "0.99", "12.345", "", "-5", "a"]
    read = asked(
        page, "parts/money.js", "x.map(one => m.amountOf(one)).map(n => Number.isNaN(n) ? null : n)", typed
    )
    assert read == [1250, 1205, 1250, 1200, 50, 123456, 700, 99, None, None, None, None]
    amounts = [1250, 1205, 1000, 5, -123456, 100_000_000, 0]
    assert asked(page, "parts/money.js", "x.map(one => m.money(one))", amounts) == [
        *("$12.50", "$12.05", "$10", "$0.05", "−$1,234.56", "$1,000,000", "$0")
    ]
    assert asked(page, "parts/money.js", "x.map(m.signed)", [500, 0, -500]) == ["+$5", "$0", "−$5"]
    assert asked(page, "parts/money.js", "x.map(m.typedAmount)", [1250, 1205, 1000]) == [
        "12.50",
        "12.05",
        "10",
    ]
    chips = asked(page, "parts/money.js", "m.chipsOf(x, [100, 500, 2500])", 9900)
    assert chips == [[2500, 3], [500, 4], [100, 4]]


def test_offers_are_read_as_the_wire_means_them(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    amounts = {"type": "Amounts", "least": 500, "most": 2000, "step": 50}
    nearest = "x.wanted.map(one => m.nearest(x.choice, one))"
    wanted = {"choice": amounts, "wanted": [0, 500, 1260, 1280, 5000]}
    assert asked(page, "table/turn/offers.js", nearest, wanted) == [500, 500, 1250, 1300, 2000]
    one_of = {"choice": {"type": "OneOf", "values": [100, 500, 2500]}, "wanted": [1, 299, 301, 9999]}
    assert asked(page, "table/turn/offers.js", nearest, one_of) == [100, 100, 500, 2500]
    allows = "x.wanted.map(one => m.allows(x.choice, one))"
    edges = {"choice": amounts, "wanted": [450, 500, 510, 2000, 2050]}
    assert asked(page, "table/turn/offers.js", allows, edges) == [False, True, False, True, False]
    offers = [
        {"command": "PlaceWager", "fields": {"box": {"type": "OneOf", "values": [n]}, "amount": amounts}}
        for n in (1, 2)
    ]
    offers.append({"command": "Leave", "fields": {}})
    assert asked(
        page, "table/turn/offers.js", "m.choiceOf(m.named(x, 'PlaceWager'), 'box').values", offers
    ) == [
        1,
        2,
    ]
    assert (
        asked(
            page, "table/turn/offers.js", "m.agreeing(x, 'PlaceWager', {box: 2, amount: 500}).length", offers
        )
        == 1
    )
    assert (
        asked(
            page, "table/turn/offers.js", "m.agreeing(x, 'PlaceWager', {box: 2, amount: 499}).length", offers
        )
        == 0
    )
    only = "[m.onlyValue({type: 'OneOf', values: [7]}), m.onlyValue({type: 'OneOf', values: [7, 8]}) ?? null]"
    assert asked(page, "table/turn/offers.js", only) == [7, None]


def test_a_patch_changes_what_it_names_and_nothing_else(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    cases: list[tuple[Any, Any, Any]] = [
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": None, "e": 4}}, {"a": 1, "b": {"d": 3, "e": 4}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": "x"}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": 1}, {"a": None}, {}),
        ([1], {"a": 1}, {"a": 1}),
        ({"a": [{"number": 3, "x": 1}, {"number": 5}]}, {"a": {"5": {"number": 5, "y": 2}}},
         {"a": [{"number": 3, "x": 1}, {"number": 5, "y": 2}]}),
        ([{"name": "p1", "x": 1}], {"p1": {"name": "p1"}}, [{"name": "p1"}]),
        ([{"name": "p1"}], [], []),
    ]  # fmt: skip
    given = [[old, patch] for old, patch, _ in cases]
    found = asked(page, "wire/patch.js", "x.map(([old, patch]) => m.merged(old, patch))", given)
    assert found == [result for _, _, result in cases]
    kept = "(() => { const old = {a: {b: 1}}; m.merged(old, {a: {b: 2}}); return old })()"
    assert asked(page, "wire/patch.js", kept) == {"a": {"b": 1}}
    rows = [["a,b", 'say "x"', None], [1, 0.5, "two\nlines"]]
    assert asked(page, "parts/saving.js", "m.csvOf(x)", rows) == '"a,b","say ""x""",\n1,0.5,"two\nlines"\n'


def test_words_name_the_right_cards_people_and_amounts(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    cards = asked(page, "texts.js", "x.map(m.cardName)", ["As", "Th", "Jd", "Qc", "Ks", "7h", "??"])
    assert cards == [
        *("ace of spades", "10 of hearts", "jack of diamonds", "queen of clubs", "king of spades"),
        *("7 of hearts", "a card face down"),
    ]
    texts = "[m.T.seats(0, 7), m.T.seats(3, 7), m.T.seats(7, 7), m.T.total(17, true), m.T.total(17, false)]"
    assert asked(page, "texts.js", texts) == ["7 seats free", "4 of 7 seats free", "full", "soft 17", "17"]
    more = (
        "[m.T.cutAt(100, 288), m.T.decks(1), m.T.decks(6), m.T.net(0), m.T.net(-250), m.T.edgeText(0.003894)]"
    )
    assert asked(page, "texts.js", more) == [
        *("100 cards above it, 188 below", "1 deck", "6 decks", "even", "−$2.50", "0.389\u00a0%")
    ]
    assert asked(page, "texts.js", "m.either(['hit', 'stand', 'double'])") == "hit, stand or double"


def test_a_table_shows_totals_wagers_and_whose_turn_it_is(server: Served, browser: Browser) -> None:
    page = guest(server, browser, "table-maryland", reduced_motion="reduce")
    page.wait_for_selector("[data-command=Draw]")
    assert [hand.get_attribute("aria-label") for hand in page.locator(".hand").all()] == [
        "Dealer: 7 of diamonds, a card face down: 7",
        "Box 1: ace of diamonds, king of diamonds: Blackjack: +$37.50",
        "Box 2: 6 of spades, 7 of spades, 8 of spades: 21",
        "Box 3: king of clubs, 4 of diamonds, 9 of spades: Bust 23",
        "Box 4: jack of hearts, 5 of hearts: 15",
        "Box 5: 9 of diamonds, queen of clubs: 19",
        "Box 6: 5 of clubs, 5 of diamonds: 10",
    ]
    people = [one.inner_text().split("\n") for one in page.locator(".person").all()]
    assert people == [
        ["Ann"],
        ["Bob", "$10"],
        ["Cid", "$30"],
        ["Guest 1"],
        ["Dot", "$5"],
        ["Eve", "$125.50"],
    ]
    expect(page.locator(".box.is-own .own-amount")).to_have_text("$35")
    expect(page.locator(".box.is-turn")).to_have_attribute("data-number", "4")
    expect(page.locator(".box.is-mine")).to_have_attribute("data-number", "4")
    expect(page.locator(".top-chips")).to_have_text("$454")
    expect(page.locator(".top-net")).to_have_text("−$5")
    expect(page.locator(".turn-says")).to_have_text("Your turn")
    expect(page.locator(".area.is-main").nth(3)).to_have_attribute("aria-label", "Wager on box 4, $35")
    expect(page.locator("[data-command=Double] .decision-amount")).to_have_text("$35 more")


def test_the_clock_goes_by_the_servers_time_not_the_browsers(server: Served, browser: Browser) -> None:
    for hours in (1, -1):
        as_p1(server)
        address = server.open("table-maryland")
        server.app.tables[address.rpartition("/")[2]].clock_ends = (time.time() + 1_000) * 1000
        context = browser.new_context()
        context.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {hours * HOUR} }}")
        page = context.new_page()
        page.goto(address)
        left = page.locator(".clock-seconds")
        expect(left).to_have_text(re.compile(r"^\d+$"))
        expect(page.get_by_role("timer")).to_have_attribute("aria-label", re.compile(r"^\d+ s$"))
        assert 500 < int(left.text_content() or "") < 1_500


def test_a_repeat_stays_the_same_and_a_typed_amount_is_what_is_placed(
    server: Served, browser: Browser
) -> None:
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 1)
    held = server.app.tables[page.url.rpartition("/")[2]]
    amount = page.get_by_role("textbox", name="Amount to wager")
    amount.fill("12.5")
    amount.press("Tab")
    place = page.get_by_role("button", name="Place $12.50")
    place.wait_for()
    won = "even"
    for number in (1, 2, 3):
        stacked(server, page, "9c 6d Jh Qc 9d")
        place.click()
        wait_to_hear(page, "Your turn.", after=len(heard(page)) - 4)
        assert held.table.boxes[0].stakes[0].wager == 1250
        expect(page.locator(".top-net")).to_have_text(won)
        page.keyboard.press("s")
        wait_to_hear(page, "You win $12.50", after=len(heard(page)) - 4)
        place = page.get_by_role("button", name=re.compile("^Repeat "))
        expect(place).to_have_accessible_name(re.compile(r"^Repeat \$12\.50"))
        won = f"+${12.5 * number:.2f}".removesuffix(".00")
        expect(page.locator(".top-net")).to_have_text(won)


def test_a_plot_has_more_above_and_later_on_the_right(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    frame = """new Promise(resolve => {
      const numbers = node => ['y', 'height'].map(name => Number(node.getAttribute(name)))
      const plot = m.mountPlot({ title: 'T', name: 't', csv: () => [], draw(frame) {
        const [x, y] = [frame.x(0, 10), frame.y(-1, 3)]
        frame.bar('up', x(2), y(2), 10, y(0)); frame.bar('down', x(8), y(-1), 10, y(0))
        resolve({ x: [x(0), x(10)], y: [y(-1), y(0), y(3)], left: frame.left, right: frame.rightEnd,
          top: frame.top, bottom: frame.bottomEnd,
          bars: [...plot.node.querySelectorAll('rect')].map(numbers) })
        return [] } })
      document.body.append(plot.node); plot.update([1]) })"""
    found = asked(page, "study/plots/plot.js", frame)
    assert found["x"] == [found["left"], found["right"]]
    assert found["y"][0] == found["bottom"] > found["y"][1] > found["y"][2] == found["top"]
    (up, tall), (down, deep) = found["bars"]
    zero = found["y"][1]
    assert abs(up + tall - zero) < 0.02
    assert abs(down - zero) < 0.02
    assert abs(tall - 2 * deep) < 0.05
    ticks = "[m.ticksOf(0, 1, 4), m.ticksOf(-0.1, 0.1, 5)]"
    assert asked(page, "study/plots/plot.js", ticks) == [[0, 0.25, 0.5, 0.75, 1], [-0.1, -0.05, 0, 0.05, 0.1]]


def test_a_choice_is_shown_with_its_value_and_what_it_costs_against_the_best(
    server: Served, browser: Browser
) -> None:
    page = empty(server, browser)
    options = [
        {"command": "Stand", "value": -412, "cost": 187},
        {"command": "Double", "value": 250.4, "cost": 0},
        {"command": "Draw", "value": -225, "cost": 475.4},
    ]
    shown = """[...m.lines(x).children].map(line => {
      const text = name => line.querySelector(name).textContent
      const part = line.querySelector('.worth-axis span').style.getPropertyValue('--part')
      return [line.className, text('span'), text('b'), text('i'), part] })"""
    assert asked(page, "learn/drill.js", shown, {"options": options, "wager": 500}) == [
        ["worth-line is-best", "Double", "+$2.50", "best", "0.5008"],
        ["worth-line", "Stand", "−$4.12", "−$1.87", "-0.824"],
        ["worth-line", "Hit", "−$2.25", "−$4.75", "-0.45"],
    ]


FOUND = {
    "house_edge": 0.0039, "standard_deviation": 1.12, "average_wager": 1.15, "element_of_risk": 0.0034,
    "distribution": [
        {"result": -2, "probability": 0.1}, {"result": -1, "probability": 0.4},
        {"result": 0, "probability": 0.1}, {"result": 1, "probability": 0.35},
        {"result": 2, "probability": 0.05},
    ],
    "by_split": [{"split": True, "probability": 0.02}, {"split": False, "probability": 0.98}],
    "by_up_card": [{"up": "A", "probability": 0.08, "expected_value": -0.3}]
    + [{"up": str(up), "probability": 0.08, "expected_value": (up - 6.5) / 20} for up in range(2, 11)],
    "bonuses": [{"name": "five-card 21", "probability": 0.01, "contribution": 0.002}],
    "insurance": None,
}  # fmt: skip
"""An analysis whose figures are easy to tell apart."""


def test_the_figures_of_a_table_and_their_plots_say_what_was_found(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    drawn = """(async () => { const room = document.createElement('div'); document.body.append(room)
      room.append(...m.showFigures(x, 'maryland'))
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const all = (from, what, map) => [...from.querySelectorAll(what)].map(map)
      const number = (one, name) => Number(one.getAttribute(name))
      const bar = one => [one.getAttribute('class'), ...['x', 'y', 'height'].map(name => number(one, name))]
      return { text: all(room, '.figure', one => one.innerText),
        cells: all(room, 'tbody tr', one => [...one.children].map(cell => cell.innerText)),
        plots: all(room, 'figure', figure => all(figure, 'rect', bar)) } })()"""
    found = asked(page, "study/figures.js", drawn, FOUND)
    figures = "\n".join(found["text"])
    for says in ("0.3900", "1.1200", "1.1500", "0.3400", "40.0", "2.00"):
        assert says in figures, says
    assert [cell.replace("\u00a0", " ") for cell in found["cells"][0][1:]] == ["100", "0.2000 %"]
    by_up, law = found["plots"]
    assert [kind for kind, *_ in by_up] == ["plot-bad"] * 5 + ["plot-good"] * 4 + ["plot-bad"]
    zero = next(y + tall for kind, _, y, tall in by_up if kind == "plot-good")
    assert all(abs(y - zero) < 0.02 for kind, _, y, _ in by_up if kind == "plot-bad")
    assert [round(tall / by_up[-1][3], 2) for *_, tall in by_up] == [
        round(abs(up - 6.5) / 6, 2) for up in (*range(2, 11), 0.5)
    ]
    assert [kind for kind, *_ in law] == ["plot-bad", "plot-bad", "plot-even", "plot-good", "plot-good"]
    assert sorted(law, key=lambda bar: bar[1]) == law
    by_height = sorted(range(5), key=lambda at: law[at][2])
    assert by_height[:2] == [1, 3]
    assert by_height[-1] == 4


def test_hashes_in_the_browser_are_those_of_anybody(server: Served, browser: Browser) -> None:
    page = empty(server, browser)
    said = asked(page, "audit/hashing.js", "m.sha256(m.bytesOf('00ff'), 'é', m.eightBytes(258))")
    assert said == hashlib.sha256(b"\x00\xff" + "é".encode() + (258).to_bytes(8, "big")).hexdigest()
    walk = Walk(some_rules("players-edge", random.Random(7)), random.Random(7))
    for _ in range(500):
        walk.step(0.02)
    record = record_of(walk.events, walk.table, walk.chance)
    shoe = next(one for one in record.shoes if one.is_open)
    checks = "m.checkedShoe(x.record, x.number).then(found => found.checks.map(one => one.wrong.length))"

    def wrong_in(changed: Any) -> list[int]:
        given = {"record": json.loads(record_json(changed)), "number": shoe.number}
        found: list[int] = asked(page, "audit/shoe.js", checks, given)
        return found

    assert wrong_in(record) == [0] * 5
    cards = shoe.cards.split()
    at = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[at] = cards[at], cards[0]
    swapped = tuple(replace(one, cards=" ".join(cards)) if one is shoe else one for one in record.shoes)
    found = wrong_in(replace(record, shoes=swapped))
    assert (found[0], found[1], found[2] > 0, found[3:]) == (1, 0, True, [0, 0])
    later = replace(record.events[9], at=record.events[9].at + 1)
    assert wrong_in(replace(record, events=(*record.events[:9], later, *record.events[10:])))[3:] == [1, 0]
    salted = replace(record.events[9], salt="00" * 16)
    assert wrong_in(replace(record, events=(*record.events[:9], salted, *record.events[10:])))[3:] == [0, 1]
    drawn = next(
        place
        for place, event in enumerate(record.events)
        if event.shoe == shoe.number and event.body.startswith('{"type":"CardDealt"')
    )
    body = json.loads(record.events[drawn].body)
    body["card"] = 55 if body["card"] != 55 else 54
    dealt = replace(record.events[drawn], body=json.dumps(body))
    found = wrong_in(replace(record, events=(*record.events[:drawn], dealt, *record.events[drawn + 1 :])))
    assert found == [0, 0, 1, 0, 1]
