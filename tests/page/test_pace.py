"""Nothing on the screen knows more than the felt: read at every animation frame over random rounds.

SPANISH21_ROUNDS=300 plays that many.
"""

import os
import random
import re
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from explore import a_command
from page.guests import guest, sit
from page.held_table import HeldTable
from page.lines import Visitor
from page.serving import Served
from patience import PATIENCE
from scenes import BOOKS
from spanish21.client.patching import merged
from spanish21.game import commands as cmd
from spanish21.game.cards import cards as cards_of
from spanish21.game.decide import legal
from spanish21.game.waiting import waits_for

ROUNDS = int(os.environ.get("SPANISH21_ROUNDS", "10"))
FASTER = 5
"""How much faster than usual the page's time goes: what waits for what stays the same."""

WATCHES = """
(() => {
  const real = setTimeout
  // One in a frame, so that what each shows is seen even on a busy machine, where several are due together.
  const due = []
  window.setTimeout = (run, ms, ...more) => real(() => due.push(() => run(...more)), ms / FASTER)
  window.told = []
  window.frames = []
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', message => told.push(JSON.parse(message.data)))
    }
  }
  const all = (from, what, map) => [...from.querySelectorAll(what)].map(map)
  const text = what => document.querySelector(what)?.textContent ?? ''
  const isShown = what => Boolean(document.querySelector(what)?.checkVisibility())
  function look() {
    const boxes = all(document, '.box', box => [
      Number(box.dataset.number), all(box, '.hand', hand => hand.getAttribute('aria-label')),
      all(box, '.box-results .result-net', result => result.textContent),
      all(box, '.area', area => area.querySelector('.stacks .stack')?.dataset.amount ?? '') ])
    return {
      boxes,
      dealer: text('.dealer-hand') && document.querySelector('.dealer-hand').getAttribute('aria-label'),
      left: text('.shoe .device-count'), round: text('.top-round'),
      chips: text('.top-chips'), net: text('.top-net'), total: text('.top-total'),
      verdict: isShown('.verdict'), said: text('.announcements p:last-child'),
      clock: isShown('.clock'), betting: isShown('.betting'), yours: isShown('.turn.is-yours'),
      offers: all(document, '.decision-group:not(:has([aria-disabled]))', one => one.dataset.command),
      log: Math.max(0, ...all(document, '.log li', line => Number(line.dataset.seq))),
      sits: all(document, '.sit:not([hidden])', () => 1).length,
    }
  }
  let last = ''
  function frame() {
    if (text('.top-round')) {
      const seen = look()
      const key = JSON.stringify(seen)
      if (key !== last) frames.push({ told: told.length, seen })
      last = key
    }
    due.shift()?.()
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()
""".replace("FASTER", str(FASTER))

FACE_DOWN = "a card face down"
RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class State(msgspec.Struct):
    """What is true at a moment that can be shown: after a step, or (`is_last`) once all of a message are."""

    message: int
    state: dict[str, Any]
    over: dict[str, Any] | None
    is_last: bool


def states_of(told: list[dict[str, Any]], you: str) -> Iterator[State]:
    """All states that the page can have gone through, in their order."""
    state: dict[str, Any] = {}
    over = None
    for number, message in enumerate(told):
        if message["type"] == "whole":
            state, over = message, None
        elif message["type"] == "change":
            for step in message["steps"]:
                before, state = state["view"], merged(state, step["patch"]) | {"seq": step["seq"]}
                if state["view"]["boxes"]:
                    over = None
                elif any(box["hands"] for box in before["boxes"]):
                    over = {name: before[name] for name in ("boxes", "dealer", "dealer_total")}
                yield State(number, state, over, False)
            state = merged(state, message["then"]) | {"seq": message["seq"]}
        else:
            continue
        yield State(number, state, over, True)


def money(amount: int) -> str:
    """As the page writes it, but for the currency."""
    text = f"{abs(amount) / 100:,.2f}".removesuffix(".00")
    return f"{'−' if amount < 0 else ''}{text}"


def shown_in(one: State, you: str) -> dict[str, Any]:
    """What the header and the felt show of a state, as far as cards and money go."""
    view = one.state["view"]
    felt = view | (one.over or {})
    mine = next((person for person in view["people"] if person["name"] == you), None)
    net = 0 if mine is None else mine["chips"] + on_layout(view, you) - one.state.get("brought", 0)
    return {
        "cards": [
            [box["number"], [hand_words(hand["cards"]) for hand in box["hands"]]] for box in felt["boxes"]
        ],
        "results": sorted(settled["net"] for box in felt["boxes"] for settled in box["settled"]),
        "dealer": hand_words(felt["dealer"]),
        "chips": "" if mine is None else money(mine["chips"]),
        "total": "" if mine is None else money(mine["chips"] + on_layout(view, you)),
        "net": "" if mine is None else ("even" if not net else ("+" if net > 0 else "") + money(net)),
        "round": f"Round {view['round_number']}" if view["round_number"] else "Before the first round",
        "left": f"{view['cards_left']} cards",
    }


def on_layout(view: dict[str, Any], you: str) -> int:
    total = 0
    for box in view["boxes"]:
        for at, stake in enumerate(box["stakes"]):
            if stake["person"] == you:
                hands = sum(hand["wagers"][at] + hand["doubles"][at] for hand in box["hands"])
                main = hands if box["hands"] else stake["wager"]
                total += main + stake["insurance"] + sum(stake["sides"].values())
    return total


def hand_words(cards: list[str]) -> str:
    return ", ".join(
        "a card face down" if one == "??" else f"{RANKS.get(one[0], one[0])} of {SUITS[one[1]]}"
        for one in cards
    )


def seen_on(frame: dict[str, Any]) -> dict[str, Any]:
    """The same of a frame."""
    hands = [[number, [label.split(": ") for label in labels]] for number, labels, *_ in frame["boxes"]]
    results = [text for _, _, found, _ in frame["boxes"] for text in found]
    results += [
        text
        for _, labels in hands
        for label in labels
        for part in label[1:]
        if is_result(part)
        for text in part.split(", ")
    ]
    dealer = (frame["dealer"] or "Dealer: ").split(": ")
    return {
        "cards": [[number, [cards_in(label) for label in labels]] for number, labels in hands if labels],
        "results": sorted(cents(text) for text in results),
        "dealer": cards_in(dealer),
        **{name: re.sub("[$£]", "", frame[name]) for name in ("chips", "net", "total", "round", "left")},
    }


def cards_in(label: list[str]) -> str:
    """The cards of a hand's label, where there are any."""
    return next((part for part in label[1:2] if " of " in part or part == FACE_DOWN), "")


def is_result(part: str) -> bool:
    return part in ("$0", "£0") or part[0] in "+−"


def cents(text: str) -> int:
    digits = text.strip("+−$£=").replace(",", "").replace("push", "") or "0"
    return round(float(digits) * 100) * (-1 if text.startswith("−") else 1)


def check(told: list[dict[str, Any]], frames: list[dict[str, Any]], you: str) -> int:
    """That each frame shows one state, none earlier than the frame before, and offers nothing of a later one;
    how many different states were seen."""
    states = list(states_of(told, you))
    shown = [shown_in(one, you) for one in states]
    for one in shown:
        one["cards"] = [box for box in one["cards"] if box[1]]
    steps = [step for one in reversed(told) for step in reversed(one.get("steps", ()))]
    seqs = {step["text"]: step["seq"] for step in steps if step.get("text")}  # where each was told first
    at, found = 0, set()
    for frame in frames:
        seen = frame["seen"]
        wanted = seen_on(seen)
        is_ready = bool(seen["offers"] or seen["clock"] or seen["betting"] or seen["yours"] or seen["sits"])
        ways = [
            place
            for place in range(at, len(states))
            if states[place].message < frame["told"]
            and shown[place] == wanted
            and max(seen["log"], seqs.get(seen["said"], 0)) <= states[place].state["seq"]
            and (not seen["verdict"] or is_settled(states[place], you))
            and (not is_ready or (states[place].is_last and is_offered(seen, states[place].state)))
        ]
        near = shown[at : at + 3]
        assert ways, f"{seen}\nshows {wanted}\nafter {near}"
        at = ways[0]
        found.add(at)
    return len(found)


def is_settled(one: State, you: str) -> bool:
    """Whether everything that somebody had on the layout is decided."""
    felt = one.state["view"] | (one.over or {})
    mine = [settled for box in felt["boxes"] for settled in box["settled"] if settled["person"] == you]
    return any(settled["kind"] == "main" for settled in mine) and (
        one.over is not None or on_layout(one.state["view"], you) == 0
    )


def is_offered(seen: dict[str, Any], state: dict[str, Any]) -> bool:
    """Whether everything that a frame offers is offered in a state."""
    commands = {may["command"] for may in state["legal"]}
    waits = state["you"] in state["waits_for"]
    return (
        set(seen["offers"]) <= commands
        and (not seen["betting"] or "PlaceWager" in commands)
        and (not seen["sits"] or "Join" in commands)
        and (not seen["clock"] or state.get("clock") is not None)
        and (not seen["yours"] or waits)
    )


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_on_the_screen_knows_more_than_the_felt(server: Served, browser: Browser, book: str) -> None:
    rounds = max(ROUNDS // len(BOOKS), 1)
    chance = random.Random(f"pace {book}")
    before, server.app.wager_seconds = server.app.wager_seconds, 0.02
    try:
        page = watched(server, browser, book)
        held = server.app.tables[page.url.rpartition("/")[2]]
        held.chance = chance
        page.wait_for_function("() => told.length > 0")
        you = page.evaluate("told[0].you")
        for number in range(rounds):
            if number == 0:
                sit(page, 1)
                command(server, held, page, cmd.Join(by="ann", chips=1000_00, seat=3))
            play_round(server, held, page, you, chance)
        told, frames = page.evaluate("[told, frames]")
    finally:
        server.app.wager_seconds = before
    assert held.table.round_number >= rounds
    dealt = sum(step["event"]["type"] == "CardDealt" for one in told for step in one.get("steps", ()))
    seen = check(told, frames, you)
    assert seen > dealt >= 4 * rounds


def watched(server: Served, browser: Browser, book: str) -> Page:
    """A guest's page that notes what it was told and what it showed in every frame."""
    new_page = browser.new_context

    def with_watch(**given: Any) -> Any:
        context = new_page(**given)
        context.add_init_script(WATCHES)
        return context

    browser.new_context = with_watch  # type: ignore[method-assign, assignment]
    try:
        return guest(server, browser, book)
    finally:
        browser.new_context = new_page  # type: ignore[method-assign]


def play_round(server: Served, held: HeldTable, page: Page, you: str, chance: random.Random) -> None:
    """One round: the guest presses what is offered, another player plays along."""
    number = held.table.round_number
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        table = held.table
        wagered = {stake.person for box in table.boxes for stake in box.stakes}
        if table.round_number > number and table.phase == "wagers" and page.locator(".betting").is_visible():
            return
        if table.phase == "wagers" and "ann" not in wagered:
            least = table.rules.table_minimum
            command(server, held, page, cmd.PlaceWager(by="ann", box=3, kind="main", amount=least))
        elif "ann" in waits_for(table):
            offers = [
                one for one in legal(table, "ann") if one.command not in ("BuyChips", "Leave", "Consent")
            ]
            command(server, held, page, a_command(chance.choice(offers), "ann", chance))
        elif you in waits_for(table) or (table.phase == "wagers" and you not in wagered):
            act(page, chance)
        page.wait_for_timeout(20)
    raise AssertionError(f"the round does not end: {held.table.phase}")


PRESSES = """
chances => {
  const next = () => chances.shift() ?? 0
  const betting = document.querySelector('.betting')
  if (betting?.checkVisibility()) {
    for (const area of document.querySelectorAll('.box[data-number="1"] .area:not([disabled])'))
      if (next() < .6) area.click()
    const places = [...betting.querySelectorAll('.place')]
    return places.find(one => one.checkVisibility())?.click()
  }
  const offered = [...document.querySelectorAll('.decisions .decision:not([aria-disabled])')]
    .filter(one => !one.querySelector('.decision-label').textContent.endsWith('…'))
  return offered[Math.floor(next() * offered.length)]?.click()
}
"""


def act(page: Page, chance: random.Random) -> None:
    """Press something that the page offers, if it offers something."""
    page.evaluate(PRESSES, [chance.random() for _ in range(12)])


def command(server: Served, held: HeldTable, page: Page, command: cmd.Command) -> None:
    """Another player does something."""
    fields = msgspec.to_builtins(command)
    del fields["by"]
    number = page.url.rpartition("/")[2]
    message = {"seq": held.seq, "command": {"type": type(command).__name__, **fields}}
    server.run(server.app.command(number, Visitor("ann", None), message))


def test_a_header_that_knew_more_than_the_felt_would_be_found_out() -> None:
    """The check itself: a frame with the chips of a later state, or with a decision too early, fails."""
    assert cards_of("7s")
    view = {
        "people": [{"name": "p1", "chips": 500}],
        "boxes": [],
        "dealer": [],
        "round_number": 1,
        "cards_left": 9,
    }
    box = {"number": 1, "stakes": [], "hands": [], "settled": []}
    dealt = {**box, "hands": [{"cards": ["7s"], "wagers": [], "doubles": []}]}
    later = [{"name": "p1", "chips": 900}]
    told = [
        {
            "type": "whole",
            "seq": 1,
            "you": "p1",
            "view": {**view, "boxes": [box]},
            "legal": [],
            "waits_for": [],
        },
        {
            "type": "change",
            "seq": 3,
            "steps": [
                {"seq": 2, "patch": {"view": {"boxes": {"1": dealt}}}},
                {"seq": 3, "text": "You win.", "patch": {"view": {"people": {"p1": later[0]}}}},
            ],
            "then": {"legal": [{"command": "Draw", "fields": {}}]},
        },
    ]
    seen = {
        "boxes": [[1, ["Box 1: 7 of spades: 7"], [], []]],
        "dealer": None,
        "chips": "$5",
        "net": "+$5",
        "total": "$5",
        "verdict": False,
        "said": "You get the 7.",
        "round": "Round 1",
        "left": "9 cards",
        **dict.fromkeys(("clock", "betting", "yours", "sits"), False),
        "offers": [],
        "log": 2,
    }
    late = {"chips": "$9", "net": "+$9", "total": "$9"}
    assert check(told, [{"told": 2, "seen": seen}], "p1") == 1
    assert check(told, [{"told": 2, "seen": seen | {**late, "offers": ["Draw"]}}], "p1") == 1
    bare = {"boxes": [[1, [], [], []]], "log": 1}
    early = ({"log": 3}, {"chips": "$9"}, {"total": "$9"}, {"said": "You win."}, {"verdict": True})
    for wrong in (late | bare, {"offers": ["Draw"]}, *early):
        with pytest.raises(AssertionError):
            check(told, [{"told": 2, "seen": seen | wrong}], "p1")
    with pytest.raises(AssertionError):
        check(told, [{"told": 1, "seen": seen}], "p1")
