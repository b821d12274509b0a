"""A table written to a store and read back: the same table, on the same fast paths."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from explore import Walk, some_rules
from scenes import BOOKS, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.fast_paths.first_cards import begin_plain_round
from spanish21.game.fast_paths.last_cards import finish_round
from spanish21.game.log.snapshot import json_of_table, table_of
from spanish21.game.moves.act import Act
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.table import Table

PLACE = cmd.PlaceWager(by="ann", box=1, amount=10_00)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("real", [False, True])
def test_a_table_read_back_is_the_same_table(book: str, real: bool) -> None:
    chance = random.Random(f"snapshot {book} {real}")
    walk = Walk(some_rules(book, chance), chance, real)
    for _ in range(150):
        walk.step(0.2)
        read = table_of(json_of_table(walk.table))
        assert read == walk.table
        assert json_of_table(read) == json_of_table(walk.table)
        assert (read.trouble is NO_TROUBLE) == (walk.table.trouble == NO_TROUBLE)


def an_open_table() -> Table:
    return open_table(rules_of("maryland"), {"ann": 1_000_00}, random.Random(21))[0]


def through(table: Table) -> Table:
    return table_of(json_of_table(table))


def test_a_table_read_back_takes_the_beginning_and_the_end_of_a_round_in_one_step() -> None:
    acts = []
    for way in (through, lambda table: table):
        act = Act(way(an_open_table()))
        assert begin_plain_round(act, [PLACE])
        end = Scene("maryland").bet("ann", 10_00).deal("Kh 9c 9d 9s").table
        box = replace(end.boxes[0], hands=(replace(end.boxes[0].hands[0], state="stood"),))
        last = Act(way(replace(end, boxes=(box,), phase="dealer", turn_box=-1, turn_hand=-1)))
        assert finish_round(last)
        acts.append((act.table, act.events, last.table, last.events))
    assert acts[0] == acts[1]


def test_after_an_irregular_round_the_next_is_taken_at_once_again() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("5h 9c 6d 9s Kd 7d")
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.FindFaceUp(by="dealer"))
    assert scene.table.trouble != NO_TROUBLE
    scene.house()
    scene.says("ann", "stands")
    assert scene.table.phase == "wagers"
    assert scene.table.trouble is NO_TROUBLE
    assert begin_plain_round(Act(scene.table), [PLACE])


def test_what_is_not_a_snapshot_is_refused_in_words() -> None:
    raw = msgspec.json.decode(json_of_table(an_open_table()))
    with pytest.raises(BadInput, match=r"^the snapshot: inventory must be a whole number, not text$"):
        table_of(msgspec.json.encode({**raw, "inventory": "x"}))
    with pytest.raises(BadInput, match=r"^the snapshot has no field weather$"):
        table_of(msgspec.json.encode({**raw, "weather": "x"}))
    with pytest.raises(BadInput, match=r"^the snapshot: trouble has no field weather$"):
        table_of(msgspec.json.encode({**raw, "trouble": {**raw["trouble"], "weather": 1}}))
    del raw["dealt"]
    with pytest.raises(BadInput, match=r"^the snapshot lacks the field dealt$"):
        table_of(msgspec.json.encode(raw))
    with pytest.raises(BadInput, match=r"^this is not JSON"):
        table_of(b"{")
