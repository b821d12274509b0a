"""What was published about shoes and wheels can be checked by anybody, and every breach of it is found."""

import hashlib
import itertools
import json
import random
import subprocess
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from explore import Walk, some_rules
from scenes import Scene
from server.records import record_of
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, with_chance
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK, cards, text_of
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.table import DEALER, Table, hand_total
from spanish21.server.fairness.public_record import PublicRecord, PublicShoe, record_from, record_json
from spanish21.server.fairness.round_seeds import WheelSeed
from spanish21.server.fairness.verification import Mismatch, verified
from spanish21.server.log.commitments import draw_commitment, new_secret, shoe_commitment, with_fair_chance
from spanish21.server.log.seals import MasterKey
from spanish21.server.log.shoe_numbers import Shoes, after, cards_of


def walk_of(book: str, seed: int, steps: int = 400, irregular: float = 0.1) -> Walk:
    chance = random.Random(seed)
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(steps):
        walk.step(irregular)
    return walk


def about_shoes(findings: tuple[Mismatch, ...]) -> list[Mismatch]:
    return [one for one in findings if not one.where.startswith("round")]


@given(st.sampled_from(BOOKS), st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_whatever_happens_at_a_table_its_record_holds(book: str, seed: int) -> None:
    walk = walk_of(book, seed)
    assert about_shoes(verified(record_of(walk.events, walk.table, walk.chance))) == []


def played_until(scene: Scene, kind: type[ev.Event], rounds: int = 400) -> Scene:
    """Rounds in which everybody draws to 17, until something has happened and its round is over."""
    for _ in range(rounds):
        for person in scene.table.people:
            scene.bet(person.name, scene.rules.table_minimum)
        scene.deal()
        while scene.table.boxes:
            scene.do(_usual(scene.table))
            scene.house()
        if any(isinstance(event, kind) for event in scene.events):
            return scene
        if scene.table.phase == "cut":
            scene.do(cmd.RefuseCut(by=scene.table.cutting.order[scene.table.cutting.offered]))
            scene.house()
    raise AssertionError(f"{kind.__name__} did not happen")


def _usual(table: Table) -> cmd.Command:
    if table.phase == "cut":
        return cmd.RefuseCut(by=table.cutting.order[table.cutting.offered])
    if table.phase == "insurance":
        box = next(box for box in table.boxes if not box.stakes[0].answered)
        return cmd.DeclineInsurance(by=box.stakes[0].person, box=box.number)
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    draws = hand_total(hand) < 17 and not hand.no_more_cards
    return (cmd.Draw if draws else cmd.Stand)(by=box.stakes[0].person)


def test_a_shoe_that_runs_out_is_opened_when_its_round_is_over_and_not_before() -> None:
    scene = Scene("maryland", {"ann": 10**7, "bob": 10**7}, outside={"decks": 1, "cover_from_back": (1, 40)})
    played_until(scene, ev.ShoeEmptied)
    assert not verified(record_of(scene.events, scene.table, random.Random(1)))
    at = next(i for i, event in enumerate(scene.events) if isinstance(event, ev.ShoeEmptied))
    shoes = Shoes()
    over: list[tuple[int, str]] = []
    for index, event in enumerate(scene.events):
        change = after(shoes, event)
        shoes = change.shoes
        if index > at:
            over += [(number, type(event).__name__) for number in change.over]
    number = next(i for i, event in enumerate(scene.events) if isinstance(event, ev.ShoeShuffled) and i > at)
    before = sum(bool(cards_of(event)) for event in scene.events[:number])
    assert over[0] == (before, "CardsCollected")


def test_a_10_left_in_the_shoe_comes_where_the_order_has_it() -> None:
    scene = Scene("maryland", {"ann": 10**7}, opened=False)
    while scene.table.phase != "wagers":
        command = due(scene.table)
        if isinstance(command, cmd.ReceiveDecks):
            command = cmd.ReceiveDecks(by="floorperson", cards=FULL_DECK * scene.rules.decks)
        elif isinstance(command, cmd.RemoveTens):
            command = cmd.RemoveTens(by=DEALER, missed=(40, 42, 43) * 4)
        elif command is None:
            command = _usual(scene.table)
        scene.do(with_chance(scene.table, command, scene.chance))
    played_until(scene, ev.TenTakenOut)
    assert verified(record_of(scene.events, scene.table, random.Random(1))) == ()


# -- breaches ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record() -> PublicRecord:
    walk = walk_of("players-edge", 7, 1_500, 0.02)
    record = record_of(walk.events, walk.table, walk.chance)
    assert sum(shoe.is_open for shoe in record.shoes) >= 3
    assert about_shoes(verified(record)) == []
    return record


def with_shoe(record: PublicRecord, number: int, **changes: Any) -> PublicRecord:
    shoes = tuple(replace(shoe, **changes) if shoe.number == number else shoe for shoe in record.shoes)
    return replace(record, shoes=shoes)


def dealt_shoe(record: PublicRecord) -> PublicShoe:
    """An open shoe of which many cards were dealt."""
    return max((shoe for shoe in record.shoes if shoe.is_open), key=lambda s: (s.last_seq or 0) - s.first_seq)


def swapped(text: str, first: int, second: int) -> str:
    words = text.split()
    words[first], words[second] = words[second], words[first]
    return " ".join(words)


def what(record: PublicRecord) -> str:
    return "; ".join(f"{one.where} {one.what}" for one in verified(record))


def test_an_order_that_was_not_committed_to_is_found(record: PublicRecord) -> None:
    shoe = dealt_shoe(record)
    assert shoe.cards.split()[0] != shoe.cards.split()[1]
    other = with_shoe(record, shoe.number, cards=swapped(shoe.cards, 0, 1))
    assert f"shoe {shoe.number} is not in the order that was committed to" in what(other)
    assert f"shoe {shoe.number} is not in the order" in what(with_shoe(record, shoe.number, salt="ab" * 32))


def test_an_order_other_than_the_one_dealt_is_found_even_with_a_fresh_commitment(
    record: PublicRecord,
) -> None:
    shoe = dealt_shoe(record)
    order = list(cards(shoe.cards))
    order = order[1:] + order[:1]
    commitment = shoe_commitment(shoe.salt, order).hex()
    changed = with_shoe(record, shoe.number, cards=text_of(order), commitment=commitment)
    assert f"shoe {shoe.number} was opened in another order than the log has" in what(changed)
    assert "came out where" in what(changed)


def test_a_card_dealt_from_elsewhere_is_found(record: PublicRecord) -> None:
    shoe = dealt_shoe(record)
    event = next(
        one for one in record.events if one.seq > shoe.first_seq and '"type":"CardDealt"' in one.body
    )
    dealt = json.loads(event.body)
    dealt["card"] = 31 if dealt["card"] != 31 else 30
    salt, body = bytes.fromhex(event.salt), json.dumps(dealt)
    leaf = hashlib.sha256(salt + body.encode()).hexdigest()
    for changed in (replace(event, body=body), replace(event, body=body, leaf=leaf)):
        events = tuple(changed if one.seq == event.seq else one for one in record.events)
        found = what(replace(record, events=events))
        assert "came out where" in found
        broken = "does not have the hash in the log" if changed.leaf == event.leaf else "is not chained"
        assert f"event {event.seq} {broken}" in found


def test_a_shoe_that_is_over_and_stays_closed_is_found(record: PublicRecord) -> None:
    shoe = dealt_shoe(record)
    closed = with_shoe(record, shoe.number, salt="", cards="")
    assert what(closed) == f"shoe {shoe.number} is over and has not been opened"


def test_a_shoe_still_in_play_need_not_be_open_until_the_table_is_closed(record: PublicRecord) -> None:
    number = record.shoes[-1].number
    assert not record.shoes[-1].is_open
    assert f"shoe {number} is over and has not been opened" in what(replace(record, is_closed=True))


def test_a_shoe_or_an_event_left_out_is_found(record: PublicRecord) -> None:
    shoe = record.shoes[1]
    without = replace(record, shoes=(record.shoes[0], *record.shoes[2:]))
    assert f"shoe {shoe.number} is missing" in what(without)
    assert f"shoe {shoe.number} has no commitment" in what(without)
    seq = record.events[5].seq
    assert f"event {seq} is missing" in what(replace(record, events=record.events[:5] + record.events[6:]))


def test_closed_shoes_that_nothing_was_dealt_from_do_not_pile_up(record: PublicRecord) -> None:
    """A house that shuffles again until it likes the order must open all of them."""
    number = record.shoes[-1].number
    more = tuple(PublicShoe(number + place, f"{place:064}", 9) for place in (1, 2))
    assert f"shoe {number + 1} is over and has not been opened" in what(
        replace(record, shoes=(*record.shoes, *more))
    )


def test_two_shoes_under_one_commitment_are_found(record: PublicRecord) -> None:
    changed = with_shoe(record, 2, commitment=record.shoes[0].commitment)
    assert "2 of them have the commitment" in what(changed)


def test_a_shoe_with_a_card_too_many_is_found() -> None:
    scene = Scene("maryland")
    at = next(i for i, event in enumerate(scene.events) if isinstance(event, ev.ShoeShuffled))
    shuffled = scene.events[at]
    assert isinstance(shuffled, ev.ShoeShuffled)
    events = [*scene.events[: at + 1], ev.DecksRemoved()]
    assert what(record_of(events, scene.table, random.Random(1))) == ""
    events[at] = replace(shuffled, cards=(*shuffled.cards[1:], 31))
    assert "shoe 1 is not made of the decks that the rules say" in what(
        record_of(events, scene.table, random.Random(1))
    )


def test_what_is_not_a_record_is_said_in_one_line(record: PublicRecord) -> None:
    assert record_from(record_json(record)) == record
    for text in (b"", b"[]", b"{}", b'{"table": 1}', b"\xff"):
        with pytest.raises(BadInput, match="not the public record"):
            record_from(text)
    elsewhere = replace(record, chain_before="00" * 32)
    assert "event 1 is not chained to the beginning of this table's log" in what(elsewhere)
    garbled = (replace(record.events[3], body="{"), replace(record.events[3], salt="zz"))
    for event in garbled:
        events = (*record.events[:3], event, *record.events[4:])
        assert "event 4 cannot be read" in what(replace(record, events=events))
    assert "a card that cannot be read" in what(with_shoe(record, 1, cards="7s 1x"))


# -- by hand -----------------------------------------------------------------------------------------


def printed(text: str) -> str:
    """What `printf '%s' TEXT | sha256sum` prints."""
    return (
        subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
        .stdout[:64]
        .decode()
    )


def test_the_instructions_in_the_record_work_by_hand(record: PublicRecord) -> None:
    """As a person would who has the published file, sha256sum and no line of this program."""
    file = json.loads(record_json(record))
    how = " ".join(file["how"])
    assert "printf '%s' 'SALT CARDS' | sha256sum" in how
    is_open = [shoe for shoe in file["shoes"] if "salt" in shoe]
    for shoe in is_open:
        assert printed(shoe["salt"] + " " + shoe["cards"]) == shoe["commitment"]
    shoe = max(is_open, key=lambda one: one["last_seq"] - one["first_seq"])
    ranks, suits = "?A23456789TJQK", "cdhs"
    order, drawn, loose = shoe["cards"].split(), 0, False
    for event in file["events"]:
        if not shoe["first_seq"] < event["seq"] < shoe["last_seq"]:
            continue
        told = json.loads(event["body"])
        if told["type"] == "StackCut":
            order = order[told["at"] :] + order[: told["at"]]
        elif told["type"] == "RecutOrdered":
            drawn = 0
        elif loose and told["type"] in ("CardDealt", "CardDiscarded"):
            loose = False
        elif told["type"] in (
            "CardBurned",
            "CardDealt",
            "FaceUpFound",
            "TenFound",
            "CardDrawnInError",
            "CardDiscarded",
        ):
            loose = told["type"] == "CardDrawnInError"
            rank, suit = divmod(told["card"], 4)
            assert ranks[rank] + suits[suit] == order[drawn]
            drawn += 1
    assert drawn > 40


# -- wheels ------------------------------------------------------------------------------------------


def wheel_rounds(count: int, source: random.Random) -> tuple[list[ev.Event], Table, dict[int, str]]:
    """Rounds at an automatic table whose wheels turn by seeds that were committed to before."""
    rules = rules_of("maryland")
    table, events = open_table(rules, {"ann": 10**9, "bob": 10**9}, source, 10**9)
    seeds = {}
    for _ in range(count):
        number = table.round_number + 1
        seeds[number] = new_secret(source.randbytes)
        for person in table.people:
            kinds = [("main", rules.table_minimum)]
            kinds += [(kind, fixed_amounts(rules, kind)[0]) for kind in ("spin", "xtreme")]
            for kind, amount in kinds:
                wager = cmd.PlaceWager(by=person.name, box=person.seat, amount=amount, kind=kind)
                act = carry_out(table, wager)
                table, events = act.table, events + act.events
        command: cmd.Command | None = cmd.CloseWagers(by=DEALER)
        while command is not None or table.boxes or table.phase == "cut":
            act = carry_out(table, command or _usual(table))
            table, events = act.table, events + act.events
            command = due(table)
            if command is not None:
                command = with_fair_chance(table, command, source, seeds[number])
    return events, table, seeds


@pytest.fixture(scope="module")
def wheels() -> PublicRecord:
    events, table, seeds = wheel_rounds(250, random.Random(5))
    kinds = Counter(type(event) for event in events)
    assert kinds[ev.WheelSpun] > 5
    assert kinds[ev.HotSpotDrawn] > 0
    return record_of(events, table, random.Random(1), seeds)


def test_wheels_and_the_hot_spot_stop_where_the_seed_says(wheels: PublicRecord) -> None:
    assert verified(wheels) == ()


def test_a_seed_is_opened_by_the_end_of_its_round_and_by_nothing_before_it() -> None:
    events, table, _ = wheel_rounds(20, random.Random(5))
    seed = WheelSeed(MasterKey(bytes(32)), "t1", random.Random(1).randbytes)
    seed.committed(seed.next_draw(table), opened=False)
    rounds: list[list[ev.Event]] = [[]]
    for event in events:
        rounds[-1].append(event)
        if isinstance(event, ev.CardsCollected):
            rounds.append([])
    turned = [one for one in rounds if any(isinstance(event, ev.WheelSpun) for event in one)]
    assert turned
    for played in rounds[:-1]:
        assert seed.opened_by(played[:-1]) == []
        assert seed.opened_by(played) == [(1, seed.seed.encode())]


def test_a_seed_that_was_not_committed_to_is_found(wheels: PublicRecord) -> None:
    other = replace(wheels.draws[0], seed="ab" * 32)
    changed = replace(wheels, draws=(other, *wheels.draws[1:]))
    assert "round 1 its seed is not the one that was committed to" in what(changed)


def test_a_wheel_that_stopped_elsewhere_is_found(wheels: PublicRecord) -> None:
    seed = "cd" * 32
    draws = tuple(
        replace(draw, seed=seed, commitment=draw_commitment(seed, wheels.table, draw.round).hex())
        for draw in wheels.draws
    )
    assert "where the seed says" in what(replace(wheels, draws=draws))
    assert "turned without a commitment" in what(replace(wheels, draws=()))


def test_a_wheel_can_be_checked_by_hand(wheels: PublicRecord) -> None:
    file = json.loads(record_json(wheels))
    rules = file["rules"]
    round_number, checked = 0, 0
    for event in file["events"]:
        told = json.loads(event["body"])
        if told["type"] == "WagersClosed":
            round_number = told["number"]
        if told["type"] != "WheelSpun":
            continue
        draw = next(one for one in file["draws"] if one["round"] == round_number)
        assert printed(f"{draw['seed']} wheels {file['table']} {round_number}") == draw["commitment"]
        weights = [
            stop["weight"]
            for table in rules["wheels"][told["kind"]]
            if table["wager"] == told["wager"]
            for stop in table["wheel"]
        ]
        bits = len(bin(sum(weights) - 1)) - 2
        for attempt in itertools.count():
            text = f"{draw['seed']} {told['kind']} {told['box']} {told['person']} {attempt}"
            number = int(printed(text)[-8:], 16) % 2**bits
            if number < sum(weights):
                break
        up_to = [sum(weights[: place + 1]) for place in range(len(weights))]
        assert told["stop"] == next(place for place, weight in enumerate(up_to) if weight > number)
        checked += 1
    assert checked > 5


# -- any record ----------------------------------------------------------------------------------------


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all plain values in a JSON document."""
    if isinstance(value, dict):
        return [place for name, one in value.items() for place in places_in(one, (*path, name))]
    if isinstance(value, list):
        return [place for at, one in enumerate(value) for place in places_in(one, (*path, at))]
    return [path]


def changed_at(file: Any, place: tuple[Any, ...], chance: random.Random) -> Any:
    """The document with another value at one place."""
    copy = json.loads(json.dumps(file))
    inner = copy
    for step in place[:-1]:
        inner = inner[step]
    old = inner[place[-1]]
    if isinstance(old, bool):
        new: Any = not old
    elif isinstance(old, int):
        new = chance.choice([old + 1, old - 1, -1, 10**6, 2**63 - 1])
    elif isinstance(old, str) and old:
        at = chance.randrange(len(old))
        new = chance.choice([old[:at] + chance.choice("0af z{") + old[at + 1 :], old[:at], ""])
    else:
        new = chance.choice([None, 7, "x", []])
    inner[place[-1]] = new if new != old else None
    return copy


def test_whatever_is_in_a_file_the_answer_is_findings_or_one_line(
    record: PublicRecord, wheels: PublicRecord
) -> None:
    """Any single change of events, shoes and seeds is found; no file brings the check down."""
    chance = random.Random(8)
    for whole in (record, wheels):
        short = replace(whole, events=whole.events[:400], how=("",))
        untouched = verified(short)
        file = json.loads(record_json(short))
        places = [place for place in places_in(file) if place[0] != "how"]
        kinds: dict[Any, list[tuple[Any, ...]]] = {}
        for place in places:
            kinds.setdefault((place[0], place[-1] if len(place) > 1 else ""), []).append(place)
        for of_kind in kinds.values():
            for place in chance.sample(of_kind, min(12, len(of_kind))):
                text = json.dumps(changed_at(file, place, chance)).encode()
                try:
                    found = verified(record_from(text))
                except BadInput:
                    continue
                if place[0] in ("events", "chain_before", "table"):
                    assert found != untouched, place
                if place[-1] in ("salt", "cards") and place[0] == "shoes":
                    assert found != untouched, place
