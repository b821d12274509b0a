"""The start of a round in the notation: the rules that it names and the table that it describes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import setting_text
from spanish21.books.submissions.submission import chosen_rules, rules_of
from spanish21.books.submissions.submission_file import Submission
from spanish21.errors import BadInput, BadRules, one_line
from spanish21.game.cards import SPANISH_DECK, TEN, UNSEEN
from spanish21.game.events import LOG_VERSION, TableSetUp
from spanish21.game.evolve import set_up
from spanish21.game.money import amount_of, amount_text
from spanish21.game.rules import Rules, settings_of, sides_offered
from spanish21.game.states import Phase, ShufflerState
from spanish21.game.table import (
    DEALER,
    OPENING_INVENTORY,
    Batch,
    Meter,
    Person,
    Table,
    cards_left,
    keeps_batch,
)
from spanish21.notation.phrases import card_of, card_text, number_of, value_text

_OPENED = (
    "equipment_checked",
    "decks_received",
    "inspected",
    "verified",
    "tens_removed",
    "tens_verified",
    "spread_face_up",
)
"""The steps so far at a table that waits for wagers."""


# -- settings --------------------------------------------------------------------------------------


def rules_lines(rules: Rules, submission: Submission | None = None) -> list[str]:
    """The lines `set` and `what-if` that lead from a book's submission (or its sample) to these rules."""
    choices = _choices(rules, submission)
    try:
        base = chosen_rules(rules.book, submission, choices)
    except BadRules:
        choices = {}
        base = chosen_rules(rules.book, submission, choices)
    lines = [f"set {name} {value_text(setting_text(name, value))}" for name, value in choices.items()]
    have, want = settings_of(base), settings_of(rules)
    for name in want:
        if have.get(name) != want[name]:
            lines.append(f"what-if {name} {value_text(setting_text(name, want[name]))}")
    return lines


def _choices(rules: Rules, submission: Submission | None) -> dict[str, Any]:
    """The choices and rulings within the book that explain how these rules differ."""
    book = load_book(rules.book)
    have, want = settings_of(rules_of(rules.book, submission)), settings_of(rules)
    differ = [name for name in want if have.get(name) != want[name]]
    choices: dict[str, Any] = {}
    if any(name.endswith("_offered") for name in differ):
        choices["offers"] = list(sides_offered(rules))
    for name in differ:
        if name in book.bounds and not name.endswith("_offered"):
            choices[name] = want[name]
    for ruling in book.rulings:
        for reading, meaning in ruling.reads.items():
            names = [name for name in meaning.sets if name in differ]
            if names and all(_same(want[name], meaning.sets[name]) for name in meaning.sets if name in want):
                choices[ruling.id] = reading
                break
    return choices


def _same(have: Any, wanted: Any) -> bool:
    return msgspec.json.encode(have) == msgspec.json.encode(wanted)  # odds are a list in a book


# -- the table -------------------------------------------------------------------------------------

STATES: dict[str, str] = {
    "round": "1",
    "since_shuffle": "0",
    "inventory": amount_text(OPENING_INVENTORY),
    "drop_box": "0.00",
    "counted": "yes",
    "left": "",
    "dealt": "0",
    "cover": "none",
    "burn_card": "??",
    "reader": "inspected",
    "shuffler": "working",
    "deck_minutes": "0",
    "game": "going",
    "rotation": "1",
    "cover_seen_by": "",
    "cut_by": "dealer",
    "cut_order": "",
    "tens": "",
    "batch": "",
    "batch_minutes": "0",
    "batch_order": "shuffled",
}
"""The facts that a line `state NAME VALUE` may give about the table before the round, and their defaults."""

_MOST_TENS = 64
_READERS = ("inspected", "uninspected", "broken")
_SHUFFLERS = tuple(map(str, ShufflerState))
_STATE_WORDS = {
    "reader": _READERS,
    "shuffler": _SHUFFLERS,
    "game": ("going", "beginning"),
    "batch_order": ("shuffled", "jammed"),
    "counted": ("yes", "no"),
}


class Start(msgspec.Struct, frozen=True):
    """The table before a round as the notation describes it."""

    people: tuple[Person, ...] = ()
    meters: dict[str, tuple[int, int]] = {}
    states: dict[str, str] = {}
    cut_order: tuple[str, ...] = ()
    burns: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    shoe: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    is_real_shoe: bool = False
    is_batch_used: bool = False


def start_of(table: Table, start: Start) -> Start:
    """The facts about a table that a round with these cards depends on."""
    shoe = start.shoe
    states = {
        "round": str(table.round_number + 1),
        "since_shuffle": str(table.rounds_since_shuffle),
        "inventory": amount_text(table.inventory),
        "drop_box": amount_text(table.drop_box),
        "counted": "yes" if table.inventory_counted else "no",
        "left": str(cards_left(table)),
        "dealt": str(table.dealt) if shoe else "0",
        "cover": "seen"
        if table.cover_seen
        else "none"
        if table.cover is None
        else str(max(0, table.cover - table.dealt)),
        "burn_card": card_text(table.burn_card),
        "reader": _reader_word(table),
        "shuffler": table.trouble.shuffler,
        "deck_minutes": str(table.minutes - table.decks_opened),
        "game": "beginning" if table.cutting.just_beginning else "going",
        "rotation": str(table.cutting.rotation),
        "cover_seen_by": table.cover_seen_by or "",
        "cut_by": table.cutting.cut_by or "",
    }
    if shoe or cards_left(table) == len(table.pool):
        del states["left"]
    if table.device:
        states |= _batch_states(table, start.is_batch_used)
    start = replace(start, is_real_shoe=table.is_real_shoe, states=states)
    tens = _tens(table.pool)
    if tens != _tens_told(start):
        states["tens"] = ",".join(card_text(card) for card in sorted(tens.elements())) or "none"
    default_order = tuple(person.name for person in table.people)
    order = table.cutting.order
    return replace(
        start,
        people=table.people,
        meters={meter.name: (meter.amount, meter.remainder) for meter in table.meters},
        states={name: value for name, value in states.items() if value != STATES[name]},
        cut_order=() if order == default_order else order or (DEALER,),
    )


def _batch_states(table: Table, is_used: bool) -> dict[str, str]:
    """The facts about the batch in the device: its cards if they come out during the round."""
    batch = table.device[0]
    states = {"batch_order": "shuffled" if batch.shuffled else "jammed"}
    if is_used:
        states["batch"] = ",".join(card_text(card) for card in batch.cards)
        states["batch_minutes"] = str(table.minutes - batch.opened)
    return states


def _batch(rules: Rules, state: Mapping[str, Any]) -> Batch:
    cards = state["batch"] or SPANISH_DECK * rules.decks
    if Counter(cards) - _tens(cards) != Counter(SPANISH_DECK * rules.decks):
        raise BadInput(f"the batch in the device is not {rules.decks} decks of 48 cards")
    return Batch(
        cards, state["batch_order"] == "shuffled", state["deck_minutes"] - state["batch_minutes"], (), ()
    )


def _reader_word(table: Table) -> str:
    if table.trouble.reader_broken:
        return "broken"
    needed = table.rules.card_reader and table.rules.reader_inspected_daily
    return "inspected" if table.opening.reader_inspected or not needed else "uninspected"


def state_problem(name: str, value: str) -> str:
    """The error of a line `state NAME VALUE`, or nothing."""
    if name not in STATES:
        return f"{name!r} is not a state of the table; the states are {', '.join(STATES)}"
    try:
        _read_state(name, value)
    except BadInput as error:
        return str(error)
    return ""


def _read_state(name: str, value: str) -> Any:
    if name in ("inventory", "drop_box"):
        return amount_of(value)
    if name == "burn_card":
        return card_of(value)
    if name in _STATE_WORDS:
        words = _STATE_WORDS[name]
        if value not in words:
            raise BadInput(f"{name} is {value!r}; it must be one of {', '.join(words)}")
        return value
    if name in ("cut_by", "cut_order", "cover_seen_by"):
        return value
    if name == "tens":
        return _tens_of(value)
    if name == "batch":
        return _batch_cards(value)
    if name == "cover" and value in ("none", "seen"):
        return None
    number = number_of(value)
    if name == "round" and number < 1:
        raise BadInput("the first round is round 1")
    return number


def table_of(rules: Rules, start: Start) -> Table:
    """The table that waits for wagers, its shoe holding the round's cards first; raises `BadInput`."""
    state = {
        name: _read_state(name, start.states.get(name, default))
        for name, default in STATES.items()
        if name != "left"
    }
    table = set_up(TableSetUp(LOG_VERSION, rules, state["inventory"], start.is_real_shoe, False, 1))
    pool = _pool(rules, start)
    stacked, rack = _stack(rules, start, pool)
    left = len(stacked) if not start.is_real_shoe else _left(start, len(pool))
    dealt = len(pool) - left if start.is_real_shoe else min(state["dealt"], len(start.shoe))
    if start.shoe and dealt:
        rack = (stacked[:dealt],)
    cover_at = None if state["cover"] is None else state["cover"] + dealt
    order = start.cut_order or tuple(person.name for person in start.people)
    if order == (DEALER,):
        order = ()  # no one is left to decide
    cutting = replace(
        table.cutting,
        order=order,
        offered=len(order),
        cut_by=state["cut_by"] or None,
        just_beginning=state["game"] == "beginning",
        rotation=state["rotation"],
    )
    done = {**dict.fromkeys(_OPENED, True), "reader_inspected": state["reader"] != "uninspected"}
    opening = replace(table.opening, **done)
    shuffler = ShufflerState(state["shuffler"])
    trouble = replace(table.trouble, reader_broken=state["reader"] == "broken", shuffler=shuffler)
    table = replace(table, trouble=trouble)
    if state["batch"] and not keeps_batch(table):
        raise BadInput("the shuffling device of this table keeps no batch")
    return replace(
        table,
        phase=Phase.WAGERS,
        device=(_batch(rules, state),) if keeps_batch(table) else (),
        people=start.people,
        meters=_meters(table.meters, start.meters),
        pool=pool,
        shoe=() if start.is_real_shoe else stacked,
        dealt=dealt,
        cover=cover_at,
        cover_seen=start.states.get("cover") == "seen",
        cover_seen_by=state["cover_seen_by"] or None,
        rack=((UNSEEN,) * dealt,) if start.is_real_shoe and dealt else rack,
        burn_card=state["burn_card"],
        round_number=state["round"] - 1,
        rounds_since_shuffle=state["since_shuffle"],
        opening=opening,
        cutting=cutting,
        minutes=state["deck_minutes"],
        drop_box=state["drop_box"],
        inventory_counted=state["counted"] == "yes",
    )


def _meters(meters: Iterable[Meter], told: Mapping[str, tuple[int, int]]) -> tuple[Meter, ...]:
    return tuple(
        Meter(meter.name, *told.get(meter.name, (meter.amount, meter.remainder))) for meter in meters
    )


def _pool(rules: Rules, start: Start) -> tuple[int, ...]:
    """The decks of the table and the 10s that slipped into them."""
    tens = _tens_of(start.states["tens"]) if "tens" in start.states else _tens_told(start)
    return tuple(sorted((*SPANISH_DECK * rules.decks, *tens.elements())))


def _tens_told(start: Start) -> Counter[int]:
    """The 10s of the decks as the round's cards imply them: the ones that left a known shoe."""
    if start.is_real_shoe:
        return Counter()
    if start.shoe:
        return _tens(start.shoe)
    listed = start.cards
    if start.states.get("left"):
        listed = start.cards[: max(0, number_of(start.states["left"]) - len(start.burns))]
    return _tens(listed) + (_tens(start.burns) | _tens(start.beside))


def _batch_cards(text: str) -> tuple[int, ...]:
    cards = tuple(card_of(word) for word in text.split(",")) if text else ()
    if UNSEEN in cards:
        raise BadInput("list every card of the batch, such as 7s,Kd,9h")
    return cards


def _tens_of(text: str) -> Counter[int]:
    """The 10s that `state tens` lists, as Td,Ts or none."""
    cards = [card_of(word) for word in text.split(",")] if text not in ("", "none") else []
    if len(cards) > _MOST_TENS or any(card >> 2 != TEN for card in cards):
        raise BadInput(f"{text[:40]!r} is not a list of 10s; write Td,Ts or none")
    return Counter(cards)


def _tens(cards: Iterable[int]) -> Counter[int]:
    return Counter(one for one in cards if one >> 2 == TEN)


def _left(start: Start, whole: int) -> int:
    left = number_of(start.states["left"]) if start.states.get("left") else whole
    if left > whole:
        raise BadInput(f"{left} cards cannot be left in a shoe of {whole}")
    return left


def _stack(
    rules: Rules, start: Start, pool: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The cards of the shoe in order, those of the round first; and those already in the rack."""
    if start.is_real_shoe:
        return (), ()
    left = len(start.shoe) or _left(start, len(pool))
    first = start.shoe or (*start.burns, *start.cards)[:left]
    unused = Counter(pool)
    for one in first:
        if not unused[one]:
            what = "an unseen card" if one == UNSEEN else card_text(one)
            raise BadInput(
                one_line(f"{what} is listed too often; {rules.decks} decks hold {rules.decks} of each card")
            )
        unused[one] -= 1
    others = tuple(sorted(unused.elements()))
    behind = left - len(first)
    racked = others[behind:]
    return (*first, *others[:behind]), (racked,) if racked else ()
