"""The log's contract: a version, upcasters, a digest at the end of a round, and refusals in words."""

import json
import random
import re
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from explore import Walk, some_rules
from scenes import BOOKS, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import play_round
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.events import LOG_VERSION, Event
from spanish21.game.evolve import evolve, replay, set_up
from spanish21.game.log.log_text import read_log, written_log
from spanish21.game.log.upcasting import UPCASTERS, upcast
from spanish21.game.log.wire import json_of
from spanish21.game.round.digest import digest_of
from spanish21.game.rules import SETTINGS, WORDS, settings_of
from spanish21.game.table import Table

NEW_IN_2 = {
    "dead_undoes": "nothing",
    "meter_share": "down",
    "shuffled_by": "dealer",
    "cut_before_loading": False,
    "cut_cards": 1,
    "rack_height": "exact",
    "payouts_posted": "layout",
    "spin_own_boxes": False,
    "xtreme_own_boxes": True,
}
"""The settings that version 2 brought, as tables were before it."""


def a_round(book: str = "maryland", **outside: Any) -> Scene:
    return (
        Scene(book, outside=outside).bet("ann", 10_00).deal("5h 9c 6d 9s 7d").says("ann", "draws", "stands")
    )


def lines_of(events: list[Event]) -> list[bytes]:
    return list(written_log(events))


def said(log: list[Any]) -> str:
    """What the refusal of a log says."""
    with pytest.raises(BadInput) as refusal:
        replay(read_log(log))
    return str(refusal.value)


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_read_back_from_its_lines_is_the_same_log(book: str) -> None:
    scene = a_round(book)
    assert list(read_log(lines_of(scene.events))) == scene.events
    assert list(read_log([line.decode().rstrip() for line in lines_of(scene.events)])) == scene.events


def test_the_first_event_of_a_log_says_its_version() -> None:
    first = a_round().events[0]
    assert isinstance(first, ev.TableSetUp)
    assert first.version == LOG_VERSION
    assert json_of(first).startswith(b'{"type":"TableSetUp","version":%d,' % LOG_VERSION)


def test_a_log_that_is_empty_or_begins_with_something_else_is_refused() -> None:
    lines = lines_of(a_round().events)
    assert said([]) == "the log is empty; its first line must be a TableSetUp"
    assert said(lines[1:]).startswith("line 1: a log begins with a TableSetUp, not with ")
    assert said([b"[]", *lines]).startswith("line 1: malformed: an event is a JSON object")
    assert said([b"", *lines]) == "line 1: this is not JSON: Input data was truncated"
    assert (
        said([*lines, lines[0]])
        == f"line {len(lines) + 1}: a TableSetUp stands only at the beginning of a log"
    )


def test_a_log_of_a_newer_version_is_refused() -> None:
    lines = lines_of(a_round().events)
    newer = {**msgspec.json.decode(lines[0]), "version": LOG_VERSION + 1, "weather": "fine"}
    message = (
        f"the log is of version {LOG_VERSION + 1}, and this program reads versions up to {LOG_VERSION}; "
        "a newer release reads it"
    )
    assert said([msgspec.json.encode(newer), *lines[1:]]) == f"line 1: {message}"
    goes_on = msgspec.json.encode({"type": "LogContinued", "version": LOG_VERSION + 1, "why": "upgrade"})
    assert said([*lines, goes_on]) == f"line {len(lines) + 1}: {message}"


@pytest.mark.parametrize("version", [0, -1, True, "1", 1.0, [], {}])
def test_a_version_that_is_no_version_is_refused(version: object) -> None:
    first, *others = lines_of(a_round().events)
    changed = msgspec.json.encode({**msgspec.json.decode(first), "version": version})
    assert said([changed, *others]).startswith("line 1: version must be a whole number from 1 up, not ")


def test_of_a_long_version_that_is_no_version_the_beginning_is_told() -> None:
    first, *others = lines_of(a_round().events)
    changed = msgspec.json.encode({**msgspec.json.decode(first), "version": "9" * 100})
    assert said([changed, *others]).endswith(f"from 1 up, not {'9' * 60}")


def test_an_event_that_is_not_known_or_does_not_fit_is_refused_with_its_line() -> None:
    first, *others = lines_of(a_round().events)
    assert said([first, b'{"type":"WagerPlacd"}']).startswith(
        "line 2: WagerPlacd is not an event; did you mean WagerPlaced"
    )
    assert said([first, b'{"type":"FillAsked","amount":"5"}']) == (
        "line 2: FillAsked: amount must be a whole number, not text"
    )
    assert said([first, *others[:3], b'{"type":"FillAsked"}']) == "line 5: FillAsked lacks the field amount"
    assert said([first, b'{"type":"FillAsked","amount":5,"note":1}']) == "line 2: FillAsked has no field note"


def test_the_last_line_of_a_log_that_was_cut_short_is_refused() -> None:
    *lines, last = lines_of(a_round().events)
    assert said([*lines, last[:-9]]) == f"line {len(lines) + 1}: this is not JSON: Input data was truncated"


def test_the_example_of_the_contract_runs_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "log.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    scene = a_round()
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"events": scene.events}
    exec(example, names)
    assert names["table"].people == scene.table.people


# -- versions --------------------------------------------------------------------------------------


def test_every_version_before_this_one_has_its_upcaster() -> None:
    assert sorted(UPCASTERS) == list(range(LOG_VERSION))


def test_no_field_of_an_event_has_a_default_by_which_an_older_log_could_be_read() -> None:
    defaults = [
        f"{kind.__name__}.{field.name}"
        for kind in (*ev.EVENTS.values(), ev.Rules)
        for field in msgspec.structs.fields(kind)
        if not field.required
    ]
    assert defaults == []


def flat(rules: dict[str, Any]) -> dict[str, Any]:
    """Rules as version 0 had them: every setting of a side wager a field, words as numbers."""
    sides = rules.pop("sides")
    for kind, side in sides.items():
        parts = {**side, **side.pop("options")}
        rules |= {f"{kind}_{part}": value for part, value in parts.items() if f"{kind}_{part}" in SETTINGS}
    rules["xtreme_spinner"] = SETTINGS["xtreme_spinner"].words.index(rules["xtreme_spinner"])
    return {name: value for name, value in rules.items() if name not in NEW_IN_2}


def as_of_version_0(events: list[Event]) -> list[bytes]:
    raws = [msgspec.json.decode(json_of(event)) for event in events]
    for raw in raws:
        raw.pop("version", None)
        raw.pop("digest", None)
        if "rules" in raw:
            raw["rules"] = flat(raw["rules"])
    return [msgspec.json.encode(raw) for raw in raws]


def test_a_log_of_before_there_were_versions_becomes_one_of_this_version() -> None:
    scene = a_round(**NEW_IN_2)
    read = list(read_log(as_of_version_0(scene.events)))
    assert read == [
        replace(event, digest=None) if isinstance(event, ev.CardsCollected) else event
        for event in scene.events
    ]
    again = list(read_log(lines_of(list(read))))
    assert again == read


def test_a_log_that_goes_on_in_this_version_is_read_in_both() -> None:
    scene = a_round()
    cut = len(scene.events)
    scene.bet("ann", 10_00).deal("5h 9c 6d 9s 7d").says("ann", "draws", "stands")
    lines = [
        *as_of_version_0(scene.events[:cut]),
        json_of(ev.LogContinued(LOG_VERSION)),
        *lines_of(scene.events[cut:]),
    ]
    table = replay(read_log(lines))
    assert (table.people, table.inventory) == (scene.table.people, scene.table.inventory)
    without = [line for line in lines if b"LogContinued" not in line]
    digests = [event.digest for event in read_log(without) if isinstance(event, ev.CardsCollected)]
    assert [digest is None for digest in digests] == [True, False]


def as_of_version_1(events: list[Event]) -> list[bytes]:
    raws = [msgspec.json.decode(json_of(event)) for event in events]
    rules = raws[0]["rules"]
    raws[0] |= {"version": 1, "rules": {name: rules[name] for name in rules if name not in NEW_IN_2}}
    for side in rules["sides"].values():
        side["options"].pop("own_boxes", None)
    return [msgspec.json.encode(raw) for raw in raws]


def test_a_log_of_version_1_keeps_what_its_table_did_without_settings_for_it() -> None:
    scene = a_round(**NEW_IN_2)
    assert list(read_log(as_of_version_1(scene.events))) == scene.events
    today = settings_of(rules_of("maryland"))
    old = settings_of(replay(read_log(as_of_version_1(a_round().events))).rules)
    assert {name for name in today if today[name] != old[name]} == {"cut_before_loading", "xtreme_own_boxes"}


def test_a_table_of_the_united_kingdom_goes_on_under_the_reading_that_its_log_began_with() -> None:
    """Before version 2, a dealer's Blackjack took the original wager alone by default."""
    old = Scene("uk-casino", uk_blackjack_takes="original_only")
    scene = Scene("uk-casino")
    scene.table = replay(read_log(as_of_version_1(old.events)))
    assert WORDS["dealer_blackjack_takes"][scene.table.rules.dealer_blackjack_takes] == "original"
    scene.bet("ann", 10_00).deal("5h Kc 6d 9h Ad").says("ann", "doubles")
    assert scene.gained() == -10_00
    assert (
        Scene("uk-casino").bet("ann", 10_00).deal("5h Kc 6d 9h Ad").says("ann", "doubles").gained() == -20_00
    )


def test_a_log_cannot_go_back_to_an_older_version() -> None:
    lines = lines_of(a_round().events)
    assert said([*lines, b'{"type":"LogContinued","version":0}']).endswith("not 0")
    assert said([*lines, b'{"type":"LogContinued"}']).endswith("not null")


def test_upcasting_leaves_the_dict_that_it_is_given_as_it_is() -> None:
    raw = {"type": "CardsCollected", "hands": [], "barred": []}
    assert upcast(raw, 0) == {**raw, "digest": None}
    assert "digest" not in raw


# -- the digest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_the_end_of_a_round_carries_the_digest_of_the_table_before_the_pick_up(book: str) -> None:
    scene = a_round(book)
    (end,) = scene.happened(ev.CardsCollected)
    at = scene.events.index(end)
    first = scene.events[0]
    assert isinstance(first, ev.TableSetUp)
    table = set_up(first)
    for event in scene.events[1:at]:
        table = evolve(table, event)
    assert end.digest == digest_of(table)


def test_a_void_round_ends_with_a_digest_too() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("5h 9c 6d 9s 7d 8d")
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.FindFaceUp(by="dealer"))
    scene.do(cmd.FindFaceUp(by="dealer"))
    scene.house()
    (end,) = scene.happened(ev.CardsCollected)
    assert scene.happened(ev.RoundVoided)
    assert isinstance(end.digest, int)
    assert replay(scene.events).people == scene.table.people


CHANGES: dict[str, Any] = {
    "what somebody was paid": (ev.WagerSettled, lambda event: replace(event, paid=event.paid + 1)),
    "a wager": (ev.WagerPlaced, lambda event: replace(event, amount=event.amount + 100)),
    "the chips brought": (ev.PersonJoined, lambda event: replace(event, chips=event.chips + 1)),
    "the number of the round": (ev.WagersClosed, lambda event: replace(event, number=event.number + 1)),
    "the name of somebody": (ev.PersonJoined, lambda event: replace(event, person="eve")),
    "the hands picked up": (ev.CardsCollected, lambda event: replace(event, hands=event.hands[1:])),
    "the digest": (ev.CardsCollected, lambda event: replace(event, digest=event.digest ^ 1)),
    "the inventory at the start": (ev.TableSetUp, lambda event: replace(event, inventory=7)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_replay_that_comes_to_another_table_is_refused_at_the_end_of_the_round(what: str) -> None:
    scene = a_round()
    kind, change = CHANGES[what]
    at = next(at for at, event in enumerate(scene.events) if isinstance(event, kind))
    end = next(at for at, event in enumerate(scene.events) if isinstance(event, ev.CardsCollected))
    changed = [*scene.events[:at], change(scene.events[at]), *scene.events[at + 1 :]]
    with pytest.raises(BadInput) as refusal:
        replay(changed)
    number = 2 if what == "the number of the round" else 1
    where = f"event {end + 1}: the table at the end of round {number} is not the one that was played: "
    assert str(refusal.value).startswith(where)


def test_a_card_that_is_missing_is_noticed_at_the_end_of_the_round() -> None:
    scene = a_round()
    drawn = [at for at, event in enumerate(scene.events) if isinstance(event, ev.CardDealt)][-1]
    with pytest.raises(BadInput, match="round 1"):
        replay([*scene.events[:drawn], *scene.events[drawn + 1 :]])


def test_an_event_that_cannot_have_happened_is_refused_with_its_number() -> None:
    scene = a_round()
    settled = ev.WagerSettled(7, 0, "ann", "main", "won", 0, 5, 5, "pays_win", "")
    with pytest.raises(BadInput) as refusal:
        replay([*scene.events, settled])
    at = len(scene.events) + 1
    assert str(refusal.value) == f"event {at}: this WagerSettled cannot have happened at this table"
    with pytest.raises(BadInput, match="begins with a TableSetUp, not with nothing"):
        replay([])
    with pytest.raises(BadInput, match="begins with a TableSetUp, not with ShoeLoaded"):
        replay([ev.ShoeLoaded()])


def recipe(table: Table) -> int:
    """The recipe of docs/log.md, written with another library: it may change only with the log's version."""
    parts: list[object] = [table.round_number, len(table.shoe) - table.dealt, table.cover_seen]
    parts += [table.inventory, table.drop_box]
    for person in table.people:
        parts += [person.name, person.chips, person.barred]
    if any(stake.sides for box in table.boxes for stake in box.stakes):
        parts += [meter.amount for meter in table.meters]
    return zlib.crc32(json.dumps(parts, separators=(",", ":")).encode())


@pytest.mark.parametrize("book", BOOKS)
def test_the_digest_is_the_one_that_the_contract_describes(book: str) -> None:
    chance = random.Random(f"recipe {book}")
    walk = Walk(some_rules(book, chance), chance)
    ends = 0
    while ends < 12:
        before = walk.table
        walk.step(0.02)
        if isinstance(walk.events[-1], ev.CardsCollected) and before.phase == "collect":
            ends += 1
            assert walk.events[-1].digest == recipe(before)


def test_the_digest_tells_every_part_of_its_recipe() -> None:
    table = Scene("maryland", {"ann": 1_000_00, "bob": 1_000_00}).bet("ann", 10_00).deal("Kh 9c 9d 9s").table
    ann, bob = table.people
    changed = [
        replace(table, round_number=9),
        replace(table, dealt=table.dealt + 1),
        replace(table, cover_seen=True),
        replace(table, inventory=table.inventory + 1),
        replace(table, drop_box=1),
        replace(table, people=(ann, replace(bob, chips=bob.chips - 1))),
        replace(table, people=(ann, replace(bob, barred=True))),
        replace(table, people=(ann, replace(bob, name="bub"))),
        replace(table, people=(bob, ann)),
        replace(table, people=(ann,)),
        replace(table, has_side_wagers=True),
        replace(table, has_side_wagers=True, meters=(replace(table.meters[0], amount=1), *table.meters[1:])),
    ]
    assert len({digest_of(one) for one in (table, *changed)}) == len(changed) + 1


def test_rounds_played_at_once_and_command_by_command_have_the_same_digests() -> None:
    scene = Scene("maryland", {"ann": 1_000_00, "bob": 1_000_00})
    places = [cmd.PlaceWager(by=name, box=seat, amount=10_00) for seat, name in ((1, "ann"), (2, "bob"))]
    for _ in range(20):
        if scene.table.boxes or scene.table.phase != "wagers":
            break
        start = scene.table
        fast, events = play_round(start, places, stands, random.Random(5))
        table = start
        for event in events:
            if isinstance(event, ev.CardsCollected):
                assert event.digest == digest_of(table)
            table = evolve(table, event)
        scene.table = fast


def stands(table: Any) -> cmd.Command:
    if table.phase == "insurance":
        box = next(box for box in table.boxes if not box.stakes[0].answered)
        return cmd.DeclineInsurance(by=box.stakes[0].person, box=box.number)
    return cmd.Stand(by=table.boxes[table.turn_box].stakes[0].person)


# -- anything at all -------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_that_was_tampered_with_is_read_or_refused_but_never_breaks_the_reader(book: str) -> None:
    chance = random.Random(f"tampered {book}")
    walk = Walk(some_rules(book, chance), chance)
    while walk.rounds < 3:
        walk.step(0.1)
    lines = lines_of(walk.events)
    refused = 0
    for _ in range(150):
        try:
            replay(read_log(tampered(lines, chance)))
        except Spanish21Error:
            refused += 1
    assert refused > 75


def tampered(lines: list[bytes], chance: random.Random) -> list[bytes]:
    """A log with one or two lines lost, doubled, moved, or with another value in a field."""
    changed = list(lines)
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(changed))
        how = chance.choice(("lost", "doubled", "moved", "value", "value", "bytes"))
        if how == "lost":
            del changed[at]
        elif how == "doubled":
            changed.insert(at, changed[at])
        elif how == "moved":
            changed.insert(chance.randrange(len(changed)), changed.pop(at))
        elif how == "bytes":
            line = bytearray(changed[at])
            line[chance.randrange(len(line))] = chance.randrange(256)
            changed[at] = bytes(line)
        else:
            try:
                raw = msgspec.json.decode(changed[at])
            except ValueError:  # another byte was changed in this line before
                continue
            field = chance.choice(sorted(raw))
            raw[field] = chance.choice((None, -1, 0, 3, 10**30, "ann", "main", [], [1], {}, True, 0.5))
            changed[at] = msgspec.json.encode(raw)
    return changed
