"""A guest who plays a strategy at a live table."""

from collections.abc import Callable
from typing import Any

import msgspec

from spanish21.client.client import PATIENCE, Client, ServerSaid, TableClient
from spanish21.client.own_seeds import SeedKeeper
from spanish21.errors import BadInput
from spanish21.game.cards import card
from spanish21.game.hands import is_ace
from spanish21.strategy import Chart, CompositionStrategy, decision, decision_by_composition

OPTIONS = {
    "Stand": "stand",
    "Draw": "hit",
    "Double": "double",
    "Split": "split",
    "Surrender": "surrender",
    "Rescue": "rescue",
}
COMMAND_OF = {option: command for command, option in OPTIONS.items()}
CHIPS = 50_000
MOST_WITHOUT_11 = 11

Choose = Callable[[dict[str, Any], dict[str, Any], list[str]], str]
"""A chooser: from the state, the hand in turn and the options, the option; see docs/programs.md."""
Say = Callable[[str], None]


class BotRecord(msgspec.Struct):
    """A bot's play so far."""

    rounds: int
    won: int
    table: str


def simple(state: dict[str, Any], hand: dict[str, Any], options: list[str]) -> str:
    """A plain strategy that needs no analyser: 11 is doubled, 8s and aces are split, 17 stands."""
    total, ranks = hand["total"], {name[:-1] for name in hand["cards"]}
    if "split" in options and len(ranks) == 1 and ranks <= {"8", "A"}:
        return "split"
    if "double" in options and total == 11 and len(hand["cards"]) == 2:
        return "double"
    if "hit" in options and (total < 17 or (hand["soft"] and total < 18)):
        return "hit"
    return "stand" if "stand" in options else options[0]


def by_strategy(strategy: Chart | CompositionStrategy, top_suit: int) -> Choose:
    """The decisions of a chart, or of a strategy by composition."""

    def choose(state: dict[str, Any], hand: dict[str, Any], options: list[str]) -> str:
        cards = [card(name) for name in hand["cards"]]
        up = card(state["view"]["dealer"][0])
        box = _box_in_turn(state)
        wager = max(hand["wagers"]) or 1
        doubles = (max(hand["doubles"]) // wager + 1).bit_length() - 1
        is_split = len(box["hands"]) > 1
        # With an ace a hand has more than 11 points, unless its aces count 1 because it was doubled.
        count_1 = doubles > 0 and hand["total"] <= MOST_WITHOUT_11 and any(map(is_ace, cards))
        if isinstance(strategy, Chart):
            return decision(strategy, cards, up, options, top_suit, doubles, is_split, count_1)
        return decision_by_composition(strategy, cards, up, options, doubles, is_split, count_1)

    return choose


async def table_named(url: str, name: str) -> dict[str, Any]:
    """The open table of a name or an id, as the list of tables has it; one with a free seat before others."""
    async with Client(url) as client:
        tables = await client.tables()
    found = [one for one in tables if name in (one["id"], one["name"])]
    if not found:
        names = ", ".join(sorted({str(one["name"]) for one in tables})) or "none"
        raise BadInput(f"{url} has no table {name!r}; its tables: {names}")
    return min(found, key=lambda one: one["taken"] >= one["boxes"])


async def play(
    url: str, rounds: int, book: str, choose: Choose, say: Say = lambda text: None, table_id: str = ""
) -> BotRecord:
    """Play this many rounds as a guest: at the table with this id; otherwise at a new table if one may be
    opened, or else at an open one."""
    async with Client(url) as client:
        me = await client.come_as_guest()
        table_id = table_id or await _table(client, book)
        say(f"{me['name']} plays at table {table_id}")
        async with client.at(table_id, seeds=SeedKeeper()) as seat:
            return await _rounds(seat, rounds, choose, table_id)


async def _table(client: Client, book: str) -> str:
    try:
        return await client.open_table(book, f"A bot at {book}", ready_seconds=0)
    except ServerSaid as said:
        if said.status != 429:
            raise
    for one in await client.tables():
        if one["book"] == book and one["taken"] < one["boxes"]:
            return str(one["id"])
    raise BadInput(f"there is no free seat at a table of {book}, and the house is full")


async def _rounds(seat: TableClient, rounds: int, choose: Choose, table_id: str) -> BotRecord:
    played, wagered_in, bought = 0, 0, 0
    me = seat.state["you"]
    while True:
        state = seat.state
        if wagered_in and state["view"]["round_number"] >= wagered_in and not _has_wager(state, me):
            played, wagered_in = played + 1, 0
        if played >= rounds and not wagered_in:
            break
        step = next_step(state, me, choose)
        if step is None:
            seq = state["seq"]
            await seat.until(lambda state, seq=seq: state["seq"] != seq, PATIENCE)  # type: ignore[misc]
            continue
        name, fields = step
        answer = await seat.command(name, **fields)
        if not answer.ok and not answer.stale:
            raise BadInput(f"the table refuses {name}: {answer.text}")
        if answer.ok and name in ("Join", "BuyChips"):
            bought += fields.get("chips", 0) + fields.get("amount", 0)
        if answer.ok and name == "PlaceWager":
            wagered_in = state["view"]["round_number"] + 1
    chips = next(one["chips"] for one in seat.state["view"]["people"] if one["name"] == me)
    await seat.command("Leave")
    return BotRecord(played, chips - bought, table_id)


def next_step(state: dict[str, Any], me: str, choose: Choose) -> tuple[str, dict[str, Any]] | None:
    """The command that the bot sends now, with its fields; None while it waits for others."""
    offered = {one["command"]: one["fields"] for one in state["legal"]}
    mine = next((one for one in state["view"]["people"] if one["name"] == me), None)
    if mine is None:
        free = [number for number in offered.get("Join", {}).get("seat", {}).get("values", ()) if number]
        return ("Join", {"chips": CHIPS, "seat": free[0]}) if free else None
    if me in state["waits_for"]:
        return _answer(state, offered, choose)
    if state["view"]["phase"] != "wagers" or _has_wager(state, me):
        return None
    for one in state["legal"]:
        if one["command"] == "PlaceWager" and _is_plain(one["fields"], mine["seat"]):
            return "PlaceWager", {"box": mine["seat"], "amount": _least(one["fields"]["amount"])}
    return ("BuyChips", {"amount": CHIPS // 5}) if "BuyChips" in offered and mine["chips"] < CHIPS else None


def _is_plain(fields: dict[str, Any], seat: int) -> bool:
    """Whether an offer is of chips on the player's own box, for the hand itself."""
    wanted = {"box": seat, "kind": "main", "instrument": "chips"}
    return all(value in fields[name]["values"] for name, value in wanted.items() if name in fields)


def _answer(
    state: dict[str, Any], offered: dict[str, Any], choose: Choose
) -> tuple[str, dict[str, Any]] | None:
    if "RefuseCut" in offered:
        return "RefuseCut", {}
    for name in ("DeclineInsurance", "FollowDouble", "FollowSplit", "AnswerLateCard"):
        if name in offered:
            return name, {field: _least(choice) for field, choice in offered[name].items()}
    options = [OPTIONS[name] for name in offered if name in OPTIONS]
    if not options:
        return None
    chosen = choose(state, _box_in_turn(state)["hands"][state["view"]["turn_hand"]], options)
    if chosen not in options:
        raise BadInput(f"the bot's chooser returned {chosen!r}; it must return one of {', '.join(options)}")
    name = COMMAND_OF[chosen]
    return name, {"amount": offered[name]["amount"]["most"]} if name == "Double" else {}


def _least(choice: dict[str, Any]) -> Any:
    return choice["least"] if choice["type"] == "Amounts" else min(choice["values"])


def _box_in_turn(state: dict[str, Any]) -> dict[str, Any]:
    number = state["view"]["turn_box"]
    return next(box for box in state["view"]["boxes"] if box["number"] == number)


def _has_wager(state: dict[str, Any], me: str) -> bool:
    return any(stake["person"] == me for box in state["view"]["boxes"] for stake in box["stakes"])
