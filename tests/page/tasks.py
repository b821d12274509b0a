"""Ten tasks of a new user: how many clicks each takes, and how long by the keystroke-level model.

python tests/page/tasks.py                       this tree
python tests/page/tasks.py --before FOLDER       the tree in FOLDER, from before the new table

Every click is made in Chromium: a task whose buttons are missing fails. Seconds are not measured, because
machines differ, but calculated: 1.35 s to find each click, 1.1 s to get there, 0.2 s to press.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

OLD = sys.argv[1:2] == ["--before"]
sys.path.insert(0, str(Path(sys.argv[2]) / "tests" if OLD else Path(__file__).parents[1]))

from playwright.sync_api import Browser, Locator, Page, expect  # noqa: E402

from page.guests import guest, sit, stacked  # noqa: E402
from page.real import real  # noqa: E402
from page.serving import Served, chromium, served, visit  # noqa: E402

CLICK = 1.35 + 1.1 + 0.2
MISSING = None


class Step(NamedTuple):
    """One thing that a person does: a click, two to choose from a list."""

    do: Callable[[Page], Any]
    clicks: int = 1


class Task(NamedTuple):
    """A task, where it begins, how it is done in this tree and before, and how one sees that it is done."""

    says: str
    begins: str
    now: list[Step]
    before: list[Step] | None
    done: Callable[[Page], Locator]
    done_before: Callable[[Page], Locator] | None = None


def button(name: str, within: str = "body") -> Step:
    return Step(lambda page: page.locator(within).get_by_role("button", name=name, exact=True).first.click())


def link(name: str) -> Step:
    return Step(lambda page: page.get_by_role("link", name=name).first.click())


def tab(name: str) -> Step:
    return Step(lambda page: page.get_by_role("tab", name=name).click())


def on(selector: str) -> Step:
    return Step(lambda page: page.locator(selector).first.click())


def chosen(label: str, option: str) -> Step:
    return Step(
        lambda page: page.get_by_role("combobox", name=label, exact=True).first.select_option(label=option), 2
    )


def seen(selector: str, text: str = "") -> Callable[[Page], Locator]:
    return lambda page: page.locator(selector, has_text=text or None).first


BEST = ".coach-says, .option.is-best"
BREAK = [
    chosen("For", "one month"),
    Step(lambda page: page.locator(".exclusion input[type=checkbox]").click()),
    button("Exclude me from play"),
]
TASKS = [
    Task(
        "sit down as a guest",
        "lobby",
        [button("Sit down as a guest"), on(".sit:not([hidden])"), button("Sit down", ".form")],
        [link("Play"), on(".sit:not([hidden])"), button("Sit down", ".form")],
        seen(".box.is-mine"),
    ),
    Task(
        "wager $25 with $5 on the match",
        "seat",
        [
            button("Chip $25"),
            button("Wager on box 4"),
            button("Chip $5"),
            button("Match the Dealer on box 4"),
            on(".place"),
        ],
        [
            button("Chip $25"),
            chosen("Wager", "Match the Dealer on box 4"),
            button("Chip $5"),
            button("Place $30"),
        ],
        seen(".box.is-mine .area.is-side .stacks .stack"),
    ),
    Task(
        "play the last wagers again",
        "again",
        [on(".place")],
        [button("Repeat $10")],
        seen(".box.is-mine .stacks .stack"),
    ),
    Task(
        "see what 6-7-8 of spades pays",
        "turn",
        [on(".signs summary")],
        [],
        seen("li:visible", "6-7-8"),
        seen(".signs li:visible"),
    ),
    Task(
        "ask what is best now", "turn", [on(".coach-ask")], [tab("Coach"), on(".coach .button")], seen(BEST)
    ),
    Task("find out what the last decision cost", "decided", [], MISSING, seen(".judged")),
    Task(
        "show a friend this round",
        "over",
        [tab("History"), link("Watch again"), on(".again-share, .again button:has-text('link')")],
        [tab("History"), link("Watch again"), button("Copy link")],
        seen("body", "opied"),
    ),
    Task(
        "invite a friend to the next seat",
        "turn",
        [on(".tool[aria-label*='invites']")],
        MISSING,
        seen(".note", "copied"),
    ),
    Task("see what all visits have brought", "over", [tab("History")], MISSING, seen(".sums")),
    Task(
        "close the tables to the person at this account for a month",
        "account",
        [on("a.top-mine"), *BREAK],
        [on("a.top-mine, .top-mine a"), *BREAK],
        seen(".exclusion .says", "until"),
    ),
]


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        served() as server,
        real(Path(folder)) as house,
        chromium() as browser,
    ):
        print("| task | clicks | seconds |\n|---|---|---|")
        for task in TASKS:
            steps = task.before if OLD else task.now
            if steps is None:
                print(f"| {task.says} | not possible | |")
                continue
            page = begun(server, house, browser, task.begins)
            for step in steps:
                page = done(page, step)
            shows = (task.done_before if OLD and task.done_before else task.done)(page)
            expect(shows).to_be_visible(timeout=30_000)
            clicks = sum(step.clicks for step in steps)
            print(f"| {task.says} | {clicks} | {clicks * CLICK:.1f} |", flush=True)
            page.context.close()


def done(page: Page, step: Step) -> Page:
    """Do it; a link may open a page of its own."""
    before = len(page.context.pages)
    step.do(page)
    page.wait_for_timeout(300)
    return page.context.pages[-1] if len(page.context.pages) > before else page


def begun(server: Served, house: Any, browser: Browser, where: str) -> Page:
    """A page where a task begins; what led there is not counted."""
    if where == "lobby":
        page = visit(browser, server.url)
        page.wait_for_selector(".lobby-table")
        return page
    if where == "account":
        page = house.visit(browser, "", house.staff("Bruno"))
        page.wait_for_load_state("networkidle")
        return page
    page = guest(server, browser, "maryland", width=1440, height=900, reduced_motion="reduce")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sit(page, 4)
    if where == "seat":
        return page
    stacked(server, page, "9c 6d 7h Kc 8s 9h")
    page.get_by_role("button", name="Chip $5", exact=True).click()
    page.get_by_role("button", name="Chip $5", exact=True).click()
    for _ in range(0 if OLD else 2):
        page.get_by_role("button", name="Wager on box 4").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.locator(
        ".decision[data-command=Stand], [data-command=Stand] .decision, [data-command=Stand]"
    ).first.wait_for()
    page.wait_for_timeout(500)
    if where == "turn":
        return page
    page.keyboard.press("s")
    if where == "decided":
        return page
    page.locator(".betting").wait_for()
    page.wait_for_timeout(500)
    return page


if __name__ == "__main__":
    main()
