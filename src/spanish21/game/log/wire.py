"""Commands and events as JSON, read strictly: no unknown name or field, no value of another kind."""

import re
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, TypeVar

import msgspec

from spanish21.errors import BadInput, one_line
from spanish21.game.commands import COMMANDS, Command
from spanish21.game.events import EVENTS, Event
from spanish21.game.moves.act import EVOLVE
from spanish21.game.procedure import DERIVED, MOVES
from spanish21.game.rules import unknown

Text = str | bytes
Wanted = TypeVar("Wanted")


class _Named(msgspec.Struct):
    """The name of the object that a text describes, for the words of a refusal."""

    type: str


_encode = msgspec.json.Encoder().encode
_decoders: dict[str, msgspec.json.Decoder[Any]] = {}
_named = msgspec.json.Decoder(_Named)

_UNREADABLE = (msgspec.MsgspecError, ValueError, OverflowError, RecursionError)
"""The errors of a decoder: the last three for text that is not Unicode, absurd numbers, absurd depths."""


def _derive() -> None:
    """The closed unions: the commands that have a move, the events that change a table."""
    for name, kinds in (("command", MOVES), ("event", EVOLVE)):
        _decoders[name] = msgspec.json.Decoder(reduce(or_, kinds))


_derive()
DERIVED.append(_derive)

_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "float": "a fraction",
    "null": "null",
}


def json_of(item: Command | Event) -> bytes:
    """A command or an event as one line of JSON, its name under `type`."""
    return _encode(item)


def command_of(text: Text) -> Command:
    """The command that JSON says, or `BadInput`."""
    command: Command = read(text, _decoders["command"], _problem_of_command)
    return command


def event_of(text: Text) -> Event:
    """The event that JSON of today's version says, or `BadInput`."""
    event: Event = read(text, _decoders["event"], problem_of_event)
    return event


def read(text: Text, decoder: msgspec.json.Decoder[Wanted], problem: Callable[[str, Text], str]) -> Wanted:
    """A text, decoded, or `BadInput` in one line; `problem` puts its message into words."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadInput(one_line(problem(str(error), text))) from None
    except _UNREADABLE as error:
        raise BadInput(one_line(f"this is not JSON: {error}")) from None


def problem_of_event(message: str, text: Text) -> str:
    """The decoder's error about an event in words: its name, the field, and the error."""
    return _problem(message, _name_in(text), EVENTS, "event")


def _problem_of_command(message: str, text: Text) -> str:
    return _problem(message, _name_in(text), COMMANDS, "command")


def _name_in(text: Text) -> str | None:
    try:
        return _named.decode(text).type
    except _UNREADABLE:
        return None


def _problem(message: str, name: str | None, known: Mapping[str, Any], kind: str) -> str:
    if name is None:
        return f"malformed: {_a(kind)} is a JSON object with its name under type"
    if name not in known:
        return unknown(name, known, kind)
    return in_words(message, name)


def in_words(message: str, name: str) -> str:
    """A decoder's message about something, in words.

    >>> in_words("Expected `int`, got `str` - at `$.amount`", "WagerPlaced")
    'WagerPlaced: amount must be a whole number, not text'
    """
    problem, _, place = message.replace("`", "").partition(" - at $")
    field = _field(place)
    return f"{name}: {field} {_what(problem)}" if field else f"{name} {_what(problem)}"


def _field(place: str) -> str:
    """A decoder's place in words.

    >>> _field(".hands[0][1]")
    'item 2 of item 1 of hands'
    """
    steps = re.findall(r"\w+|\[\d+\]", place)
    words = [f"item {int(step[1:-1]) + 1}" if step[0] == "[" else step for step in steps]
    return " of ".join(reversed(words))


def _what(problem: str) -> str:
    """The decoder's error about a field.

    >>> _what("Expected int | null, got str")
    'must be a whole number or null, not text'
    """
    problem = problem.replace("Object contains unknown field", "has no field")
    problem = problem.replace("Object missing required field", "lacks the field")
    problem = problem.replace("array of", "a list of").replace("Invalid enum value", "cannot be")
    wanted = re.fullmatch(r"Expected ([\w| ]+?), got (.+)", problem)
    if wanted is None:
        return f"is wrong: {problem.lower()}" if problem[:1].isupper() else problem
    kinds = " or ".join(_KINDS.get(kind, kind) for kind in wanted[1].split(" | "))
    return f"must be {kinds}, not {_KINDS.get(wanted[2], wanted[2])}"


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
