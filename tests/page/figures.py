"""What the page costs: loading, main-thread work while seven boxes are dealt, memory over 500 rounds.

python tests/page/figures.py [loading] [frames] [memory]
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page

from page.guests import guest, sit
from page.lines import Visitor
from page.serving import Served, chromium, served
from patience import PATIENCE

FRAME = 1000 / 60
RUNS = 3
"""Of each kind; what else the machine does only adds to a figure, so the least of them counts."""
LOADED = """[performance.now(), performance.getEntriesByType('resource')
  .filter(one => !one.name.includes('/api/')).reduce((sum, one) => sum + one.decodedBodySize, 0)]"""
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
"""A task is traced under one of these names, or under both, the one inside the other: it counts once."""
ROUNDS = 500
KEYS = {"wagers": "Enter", "insurance": "n", "play": "s", "cut": "n"}


def main() -> None:
    wanted = sys.argv[1:] or ["loading", "frames", "memory"]
    with served() as server, chromium() as browser:
        for view in ("", "table/b1") if "loading" in wanted else ():
            for is_warm in (False, True):
                ms, size = min(loading(server, browser, view, is_warm) for _ in range(RUNS))
                kind = "warm" if is_warm else "first"
                print(f"#/{view}, {kind}: {ms:.0f} ms until it can be used, {size / 1000:.0f} KB of files")
        for slower in (1, 4) if "frames" in wanted else ():
            found = [dealing(server, browser, slower) for _ in range(RUNS)]
            print(f"dealing to seven boxes, CPU {slower} times slower: ", end="")
            for what, at in (("main thread p95, ms a frame", 0), ("longest task, ms", 1)):
                ordered = sorted(one[at] for one in found)
                print(f"{what}: {', '.join(f'{one:.1f}' for one in ordered)}", end="; ")
            print()
        for rounds, size, nodes in memory(server, browser) if "memory" in wanted else ():
            print(f"after {rounds} rounds: {size / 1e6:.2f} MB of script heap, {nodes} nodes")


def loading(server: Served, browser: Browser, view: str, is_warm: bool) -> tuple[float, int]:
    """How long a view takes, in ms, the first time or when it was read before, and how much its files are."""
    page = browser.new_context().new_page()
    mark = ".box" if view else ".lobby-table"
    page.goto(f"{server.url}#/{view}")
    page.wait_for_selector(mark)
    if is_warm:
        page.reload()
        page.wait_for_selector(mark)
    found: tuple[float, int] = tuple(page.evaluate(LOADED))
    page.context.close()
    return found


def dealing(server: Served, browser: Browser, slower: int) -> tuple[float, float]:
    """The 95th percentile of work in a frame and the longest task, in ms."""
    page = guest(server, browser, "seven", width=1440, height=900)
    page.wait_for_selector(".area .stack")
    page.wait_for_timeout(500)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        browser.start_tracing(
            page=page, path=path, categories=["toplevel", "devtools.timeline", "__metadata"]
        )
        number = page.url.rpartition("/")[2]
        server.run(server.app.close_soon(number, server.app.tables[number].seq))
        page.wait_for_timeout(4500)
        browser.stop_tracing()
        tasks = tasks_of(json.loads(path.read_text("utf-8"))["traceEvents"])
    page.context.close()
    return by_frame(tasks), max(lasts for _, lasts in tasks)


def tasks_of(events: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """Begin and processor time in ms of every task of the main thread, the busiest so named."""
    named = [e for e in events if e.get("name") == "thread_name" and e["args"]["name"] == "CrRendererMain"]
    kind = next((one for one in TASKS if any(e.get("name") == one for e in events)), "")
    found: dict[tuple[int, int], list[tuple[float, float]]] = {(e["pid"], e["tid"]): [] for e in named}
    for one in events:
        key = (one.get("pid", 0), one.get("tid", 0))
        if one.get("name") == kind and key in found and "dur" in one:
            found[key].append((one["ts"] / 1000, one.get("tdur", one["dur"]) / 1000))
    return max(found.values(), key=len)


def by_frame(tasks: list[tuple[float, float]]) -> float:
    """The 95th percentile of the work in a frame, over the frames in which there was any."""
    work: dict[int, float] = {}
    for begin, lasts in tasks:
        work[int(begin / FRAME)] = work.get(int(begin / FRAME), 0.0) + lasts
    ordered = sorted(work.values())
    return ordered[int(0.95 * len(ordered))]


def memory(server: Served, browser: Browser) -> Iterator[tuple[int, float, int]]:
    """Script heap and nodes after rounds that are played by keys."""
    server.app.wager_seconds = 0.0
    page = guest(server, browser, "maryland", reduced_motion="reduce")
    sit(page, 1)
    page.evaluate("document.activeElement.blur()")
    session = page.context.new_cdp_session(page)
    number = page.url.rpartition("/")[2]
    held = server.app.tables[number]
    [player] = held.table.people
    for rounds in range(1, ROUNDS + 1):
        if rounds % 50 == 0:  # nobody runs out of chips
            chips = {"seq": held.seq, "command": {"type": "BuyChips", "amount": 500_00}}
            server.run(server.app.command(number, Visitor(player.name, None), chips))
        play_round(page, server)
        if rounds in (20, 100, 200, 300, 400, ROUNDS):
            session.send("HeapProfiler.collectGarbage")
            counted = session.send("Memory.getDOMCounters")
            yield rounds, page.evaluate("performance.memory.usedJSHeapSize"), counted["nodes"]


def play_round(page: Page, server: Served) -> None:
    """Wager the minimum and stand on whatever comes."""
    held = server.app.tables[page.url.rpartition("/")[2]]
    before = held.table.round_number
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        phase, number = held.table.phase, held.table.round_number
        if number > before and phase == "wagers":
            return
        page.keyboard.press(KEYS.get(phase, "Escape"))
        page.wait_for_timeout(15)
    raise AssertionError(f"the round does not end: {held.table.phase}")


if __name__ == "__main__":
    main()
