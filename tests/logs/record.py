"""Logs that are held for ever, and what the tables were after each of their events.

`python tests/logs/record.py FOLDER` writes, for each book, a log of a random walk that is short but has seen
a good deal, and beside it (`.after.jsonl`) a line of plain facts for each event. The folder of a released
version is never written again: its logs are what the code of that version wrote.
"""

import random
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from explore import Walk, some_rules
from spanish21.books.rulebook import BOOKS
from spanish21.errors import Refused
from spanish21.game import events as ev
from spanish21.game.events import Event
from spanish21.game.evolve import evolve, set_up
from spanish21.game.rules import sides_offered
from spanish21.game.table import Table

HERE = Path(__file__).parent
MOST_EVENTS = 1_500
SEEDS = 400


def _is_settled(kind: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, ev.WagerSettled) and event.kind == kind and event.result != "void"


def _is_side_wager_settled(event: Event) -> bool:
    return isinstance(event, ev.WagerSettled) and event.kind not in ("main", "insurance")


def _is_kind(*kinds: type[Event]) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kinds)


def _shares_a_box(event: Event) -> bool:
    return isinstance(event, ev.DoubleMade | ev.PairSplit) and bool(event.asked)


WANTED: dict[str, Callable[[Event], bool]] = {
    "a split": _is_kind(ev.PairSplit),
    "a double": _is_kind(ev.DoubleMade),
    "insurance": _is_settled("insurance"),
    "a side wager": _is_side_wager_settled,
    "a card drawn in error": _is_kind(ev.CardDrawnInError),
    "a void round": _is_kind(ev.RoundVoided),
    "a settlement": _is_settled("main"),
    "chips for cash": _is_kind(ev.ChipsBought, ev.CashConfirmed),
    "somebody who leaves": _is_kind(ev.PersonLeft),
}
"""What a log must have seen."""

SHARED = {"two people on a hand": _shares_a_box}
"""What it must have seen where people share boxes."""

SHARED_SINCE_2 = {**SHARED, "a double kept": _is_kind(ev.DoubleKept)}
"""The same from version 2 on."""


def is_between_rounds(table: Table) -> bool:
    return table.phase == "wagers" and not table.boxes


def rich_walk(book: str, seed: int) -> list[Event]:
    """The log of a walk that has seen all that is wanted, or nothing if that took too long."""
    chance = random.Random(f"log {ev.LOG_VERSION} {book} {seed}")
    rules = some_rules(book, chance)
    wanted = {**WANTED, **(SHARED_SINCE_2 if rules.people_on_box > 1 else {})}
    if not sides_offered(rules):
        del wanted["a side wager"]
    walk = Walk(rules, chance)
    read = 0
    while len(walk.events) < MOST_EVENTS:
        try:
            walk.step(0.08)
        except Refused:
            continue
        for event in walk.events[read:]:
            wanted = {name: has for name, has in wanted.items() if not has(event)}
        read = len(walk.events)
        if not wanted and is_between_rounds(walk.table):
            return walk.events
    return []


def facts(table: Table) -> list[Any]:
    """What a person at the table could write down: numbers and words that outlive the structs."""
    return [
        str(table.phase),
        table.round_number,
        [[person.name, person.chips, person.seat, person.barred] for person in table.people],
        [table.inventory, table.drop_box],
        [[meter.name, meter.amount] for meter in table.meters],
        [table.dealt, len(table.shoe), [len(cards) for cards in table.rack][-3:]],
        [table.turn_box, table.turn_hand],
        [
            [box.number, [[str(hand.state), list(hand.cards), sum(hand.wagers)] for hand in box.hands]]
            for box in table.boxes
        ],
        list(table.dealer),
    ]


def facts_after(events: Iterable[Event]) -> list[Any]:
    """The facts after every event of a log."""
    first, *others = events
    assert isinstance(first, ev.TableSetUp)
    table = set_up(first)
    all_facts = [facts(table)]
    for event in others:
        table = evolve(table, event)
        all_facts.append(facts(table))
    return all_facts


def lines(items: Iterable[Any]) -> bytes:
    return b"".join(msgspec.json.encode(item) + b"\n" for item in items)


def record(folder: Path, book: str) -> str:
    """Write the shortest of some rich logs of a book, and say how long it is."""
    found = [events for seed in range(SEEDS) if (events := rich_walk(book, seed))]
    log = min(found, key=lambda events: len(lines(events)))
    (folder / f"{book}.jsonl").write_bytes(lines(log))
    (folder / f"{book}.after.jsonl").write_bytes(lines(facts_after(log)))
    rounds = sum(isinstance(event, ev.CardsCollected) for event in log)
    return f"{book}: {len(log)} events, {rounds} rounds, best of {len(found)}"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for book in BOOKS:
        print(record(folder, book), flush=True)


if __name__ == "__main__":
    main()
