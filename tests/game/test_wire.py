"""Commands and events as JSON: closed unions, read strictly, refused in one clear line."""

import random
from typing import Any

import msgspec
import pytest

from explore import Walk, a_near_command, some_rules
from scenes import BOOKS
from spanish21.errors import BadInput
from spanish21.game.commands import COMMANDS
from spanish21.game.events import EVENTS
from spanish21.game.log.wire import command_of, event_of, json_of
from spanish21.game.moves.act import EVOLVE
from spanish21.game.procedure import MOVES


def test_the_unions_hold_every_command_and_every_event() -> None:
    assert set(MOVES) == set(COMMANDS.values())
    assert set(EVOLVE) == set(EVENTS.values())


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_written_is_read_back_the_same(book: str) -> None:
    chance = random.Random(f"wire {book}")
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(150):
        walk.step(0.2)
        command = a_near_command(walk.table, "ann", chance)
        assert command_of(json_of(command)) == command
    for event in walk.events:
        assert event_of(json_of(event)) == event
        assert event_of(json_of(event).decode()) == event
        assert b"\n" not in json_of(event)


@pytest.mark.parametrize("name", [*COMMANDS, *EVENTS])
def test_no_command_and_no_event_is_read_with_a_field_more_or_a_field_less(name: str) -> None:
    kind, read = (COMMANDS[name], command_of) if name in COMMANDS else (EVENTS[name], event_of)
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    with pytest.raises(BadInput, match=rf"^{name} has no field nonsense$"):
        read(msgspec.json.encode({"type": name, "nonsense": 1}))
    if required:
        with pytest.raises(BadInput, match=rf"^{name} lacks the field {required[0]}$"):
            read(msgspec.json.encode({"type": name}))


REFUSED = {
    b'{"type":"Stnd","by":"ann"}': "Stnd is not a command; did you mean Stand?",
    b'{"type":"WagerPlaced","by":"ann"}': "WagerPlaced is not a command",
    b'{"type":"Double","by":"ann","amount":"5"}': "Double: amount must be a whole number, not text",
    b'{"type":"Double","by":"ann","amount":5.0}': "Double: amount must be a whole number, not a fraction",
    b'{"type":"Double","by":"ann","amount":true}': "Double: amount must be a whole number, not true or false",
    b'{"type":"Double","by":"ann","amount":null}': "Double: amount must be a whole number, not null",
    b'{"type":"Double","by":5,"amount":5}': "Double: by must be text, not a whole number",
    b'{"type":"Double","by":"ann"}': "Double lacks the field amount",
    b'{"type":"Stand","by":"ann","hand":1}': "Stand has no field hand",
    b'{"type":"Deal","by":"dealer","cards":5}': "Deal: cards must be a list, not a whole number",
    b'{"type":"Deal","by":"dealer","cards":[5,"x"]}': (
        "Deal: item 2 of cards must be a whole number, not text"
    ),
    b'{"type":"InsertHoleCard","by":"dealer","answer":1}': (
        "InsertHoleCard: answer must be true or false or null, not a whole number"
    ),
    b'{"by":"ann"}': "malformed: a command is a JSON object with its name under type",
    b'["Stand"]': "malformed: a command is a JSON object with its name under type",
    b"": "this is not JSON: Input data was truncated",
    b'{"type":"Stand"': "this is not JSON: Input data was truncated",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_a_command_is_refused_in_words(text: bytes) -> None:
    with pytest.raises(BadInput) as refusal:
        command_of(text)
    assert str(refusal.value) == REFUSED[text]


ABSURD: list[Any] = [
    b"\xff\xfe",
    '{"type":"\ud800"}',
    "[" * 100_000,
    '{"type":' + "[" * 100_000,
    '{"type":"FillAsked","amount":' + "9" * 5_000 + "}",
    '{"type":"FillAsked","amount":1e999}',
    '{"type":"' + "x" * 100_000 + '"}',
    '{"type":"Fill\\nAsked"}',
]


@pytest.mark.parametrize("text", ABSURD, ids=range(len(ABSURD)))
def test_absurd_text_is_refused_in_one_line_that_is_not_long(text: Any) -> None:
    for read in (command_of, event_of):
        with pytest.raises(BadInput) as refusal:
            read(text)
        assert "\n" not in str(refusal.value)
        assert len(str(refusal.value)) <= 1_000
