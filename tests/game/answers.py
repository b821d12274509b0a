"""What a table answers at one moment, written out: to everybody, whatever they try.

A page names what the house does next and what is seen. Under each person stand the commands that are refused,
by their reason, and those that are accepted, with the events they bring, what is due after them and what has
changed for the eye. `python tests/game/answers.py` writes the pages anew; what changed is then read line by
line before it is kept.
"""

import itertools
import random
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from spanish21.books.prompting import prompt
from spanish21.dealer import with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.cards import CARD_TEXT
from spanish21.game.decide import carry_out, is_legal, legal
from spanish21.game.due import due
from spanish21.game.moves.choices import AllOf, Amounts, CardsFrom, OneOf, ShuffleOf, one_by_one
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.view import view

PAGES = Path(__file__).parent / "answers"
STRANGER = "eve"
LONG = 9
"""Rows longer than this are told by their number and their ends."""

TRIED: dict[type[cmd.Command], dict[str, tuple[Any, ...]]] = {
    cmd.Join: {"chips": (-1, 5_00), "seat": (0, 1, 9)},
    cmd.BuyChips: {"amount": (0, 5_00)},
    cmd.CheckEquipment: {"items": ((),)},
    cmd.TellTime: {"minutes": (0,)},
    cmd.ReceiveDecks: {"cards": ((),)},
    cmd.InspectDecks: {"defective": (0, 99)},
    cmd.ReplaceDeck: {"deck": (0, 1)},
    cmd.Cut: {"at": (0, 144)},
    cmd.PlaceCoverCard: {"behind": (0, 100)},
    cmd.CountInventory: {"amount": (-1, 7)},
    cmd.Fill: {"amount": (0, 7)},
    cmd.Credit: {"amount": (0, 7)},
    cmd.PlaceWager: {
        "box": (0, 1, 2),
        "amount": (5_00,),
        "kind": ("main", "match", "spin"),
        "instrument": ("chips", "cash", "coupon", "gold"),
    },
    cmd.ConfirmCash: {"person": ("ann", "bob"), "box": (0, 1, 2)},
    cmd.WithdrawWager: {"box": (1, 2), "kind": ("main", "match", "cash")},
    cmd.Consent: {"person": ("ann", "bob", STRANGER)},
    cmd.PermitWagering: {"person": ("ann", "bob", STRANGER)},
    cmd.Deal: {"cards": ((), (4,)), "count": (0, 1, 9)},
    cmd.Insure: {"box": (1, 2), "amount": (0, 1_00, 99_00)},
    cmd.DeclineInsurance: {"box": (1, 2)},
    cmd.InsertHoleCard: {"answer": (None, False, True)},
    cmd.Double: {"amount": (0, 5_00)},
    cmd.FollowDouble: {"amount": (0, 5_00)},
    cmd.FollowSplit: {"covers": (False, True), "hand": (0, 1, 2)},
    cmd.TurnHoleCard: {"card": (0, 4)},
    cmd.DrawHotSpot: {"box": (0, 1, 9)},
    cmd.Spin: {"box": (1, 2), "person": ("ann", "bob"), "kind": ("spin",), "stop": (0,)},
    cmd.SpinCommunity: {"wager": (1_00, 5_00), "stop": (0,)},
    cmd.CheckLight: {"box": (1, 2), "person": ("ann", "bob"), "kind": ("monster",)},
    cmd.ValidatePayout: {"box": (1, 2), "person": ("ann", "bob"), "kind": ("spin",)},
    cmd.FindFaceUp: {"card": (0, 4)},
    cmd.DrawInError: {"exposed": (False, True), "card": (0, 4)},
    cmd.OverdrawDealer: {"card": (0, 4)},
    cmd.AnswerLateCard: {"takes": (False, True)},
    cmd.ReportInsertion: {"shows_value": (False, True)},
}
"""What is tried at every moment, beside what is legal and what is just not."""

ANY_TIME = frozenset(
    (cmd.Join, cmd.BuyChips, cmd.TellTime, cmd.BeginGamingDay, cmd.CountInventory, cmd.Fill, cmd.Credit)
)
"""What hardly depends on the moment is tried before the first wager alone, and while chips are counted."""

OF_CARDS = ("card", "cards", "hands", "missed")
"""Fields that hold cards."""

UNTOLD = ("not your office", "not at the table")
"""Whoever is told one of these is told it nearly always: what is not on a page was refused for that."""


USUAL = (
    "DeclineInsurance",
    "AnswerLateCard",
    "FollowDouble",
    "FollowSplit",
    "RefuseCut",
    "Stand",
    "PlaceWager",
    "CloseWagers",
)
"""What people do who want a round to be over, and the house when all have wagered."""


# -- what is tried ---------------------------------------------------------------------------------


def attempts(table: Table, who: str) -> Iterator[list[cmd.Command]]:
    """Every kind of command, and every field of what somebody may do at its bounds and just beyond."""
    fields: dict[type[cmd.Command], list[dict[str, Any]]] = {}
    wagers = table.phase == "wagers"
    is_quiet = (wagers and not table.boxes) or table.slip or not table.opening.equipment_checked
    for kind in cmd.COMMANDS.values():
        tried = list(_combined(TRIED.get(kind, {})))
        if is_quiet or kind not in ANY_TIME:
            fields[kind] = tried if wagers or kind is not cmd.PlaceWager else tried[4:5]
    for may in (one for group in legal(table, who) for one in one_by_one(group, "box", "instrument")):
        choices = {name: _at_bounds(choice) for name, choice in may.fields.items()}
        if cmd.COMMANDS[may.command] in fields and (may.command != "PlaceWager" or choices["box"][0] < 4):
            fields[cmd.COMMANDS[may.command]] += _combined(choices)
    for kind, tried in fields.items():
        yield list(dict.fromkeys(kind(by=who, **one) for one in tried))


def _combined(choices: dict[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for values in itertools.product(*choices.values()):
        yield dict(zip(choices, values, strict=True))


def _at_bounds(choice: Any) -> tuple[Any, ...]:
    if isinstance(choice, OneOf):
        return choice.values if len(choice.values) < 4 else (choice.values[0], choice.values[-1])
    if isinstance(choice, Amounts):
        least, most = choice.least, choice.most
        steps = (least + 1, most + choice.step) if choice.step > 1 else ()
        return tuple(dict.fromkeys((least - 1, least, most, most + 1, *steps)))
    if isinstance(choice, ShuffleOf):
        return (choice.cards, choice.cards[1:])
    if isinstance(choice, CardsFrom):
        return choice.cards[: choice.least], choice.cards[: choice.most], choice.cards[: choice.most + 1]
    assert isinstance(choice, AllOf)
    return choice.values[::-1], choice.values[1:]


def everybody(table: Table) -> tuple[str, ...]:
    """The house, whoever is at the table, and somebody who is not."""
    return (DEALER, FLOORPERSON, *(person.name for person in table.people), STRANGER)


# -- a page ----------------------------------------------------------------------------------------


def page(title: str, table: Table) -> str:
    """All that a table answers at a moment, and how the game goes on."""
    lines = [f"# {title}", "", *_wrapped(f"The house: {_next_step(table)}"), ""]
    lines += _seen(table)
    for who in everybody(table):
        lines += ["", f"## {who}", *_answers(table, who)]
    lines += ["", "## and then", *_course(table)]
    return "\n".join(lines) + "\n"


def _next_step(table: Table) -> str:
    told = prompt(table)
    if told is None:
        return "waits."
    return f"{told.to}, {text(told.command)}: {told.says} [{', '.join(told.clauses)}]"


def _seen(table: Table) -> list[str]:
    common = dict(_flat(view(table, STRANGER)))
    lines = [f"  {name}: {value}" for name, value in common.items() if value not in ("", "[]", "{}", "None")]
    for who in everybody(table)[:-1]:
        own = [f"{name} {value}" for name, value in _flat(view(table, who)) if common.get(name) != value]
        lines.append(f"  seen by {who}: {', '.join(own)}")
    return lines


def _flat(seen: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """What is seen, field by field."""
    plain = msgspec.to_builtins(seen)
    for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain, start=1):
        inner = f"{name}.{key}" if name else str(key)
        if isinstance(value, dict) or (
            isinstance(value, list | tuple) and value and isinstance(value[0], dict)
        ):
            yield from _flat(value, inner)
        else:
            yield inner, _short(value)


def _answers(table: Table, who: str) -> list[str]:
    refused: dict[str, list[str]] = {}
    accepted: list[str] = []
    for tried in attempts(table, who):
        answers = {command: _answer(table, command) for command in tried}
        reasons = {answer for answer in answers.values() if isinstance(answer, str)}
        for reason in reasons if len(reasons) == 1 and len(set(answers.values())) == 1 else ():
            refused.setdefault(reason, []).append(type(tried[0]).__name__)
        if len(set(answers.values())) == 1 and reasons:
            continue
        for command, answer in answers.items():
            if isinstance(answer, str):
                refused.setdefault(answer, []).append(text(command))
                continue
            accepted += [f"+ {text(command)}: {answer[0]}", *answer[1:]]
    lines = [f"- {reason}: {_once(one)}" for reason, one in refused.items() if reason not in UNTOLD]
    return [row for line in (*lines, *accepted) for row in _wrapped(line)]


def _answer(table: Table, command: cmd.Command) -> str | tuple[str, ...]:
    """Why a command is refused; or what comes of it, line by line. `legal` says the same."""
    try:
        act = carry_out(table, command)
    except Refused as refusal:
        assert not is_legal(table, command), command
        return str(refusal)
    assert is_legal(table, command), command
    step = due(act.table)
    events = "; ".join(text(event) for event in act.events)
    return f"{events} / {text(step) if step else 'waits'}", *_changed(table, act.table)


def _course(table: Table) -> list[str]:
    """What happens until this round and another one are over, when nobody asks for anything special."""
    chance, rounds, lines = random.Random(21), table.round_number + 1, []
    while not (table.phase == "wagers" and not table.boxes and table.round_number >= rounds):
        command = due(table) or _usual(table)
        if command is None or not is_legal(table, command := with_chance(table, command, chance)):
            break  # nobody is there, or a card must be read
        act = carry_out(table, command)
        told = "; ".join(text(event) for event in act.events)
        lines += _wrapped(f"{command.by}: {told}")
        lines += [row for line in _changed(table, act.table) for row in _wrapped(line)]
        table = act.table
    return lines


def _usual(table: Table) -> cmd.Command | None:
    """What somebody does for whom the table waits, and who wants to be done with it."""
    for name in USUAL:
        for who in everybody(table):
            for may in legal(table, who):
                fields = {field: _at_bounds(choice) for field, choice in may.fields.items()}
                if may.command == name == "PlaceWager":
                    if not any(stake.person == who for box in table.boxes for stake in box.stakes):
                        return cmd.PlaceWager(by=who, box=fields["box"][0], amount=fields["amount"][1])
                elif may.command == name:
                    chosen = {
                        field: 0 if field == "amount" else values[0] for field, values in fields.items()
                    }
                    return cmd.COMMANDS[name](by=who, **chosen)
    return None


def _once(tried: list[str]) -> str:
    """Commands of one name told together."""
    groups: dict[str, list[str]] = {}
    for one in tried:
        name, _, fields = one.partition(" ")
        groups.setdefault(name, []).append(fields)
    told = [f"{name} {' | '.join(fields)}" if fields[0] else name for name, fields in groups.items()]
    return ", ".join(told)


def _changed(before: Table, after: Table) -> list[str]:
    """What has changed for the dealer's eye."""
    old, new = dict(_flat(view(before, DEALER))), dict(_flat(view(after, DEALER)))
    changes = [
        f"{name} {old[name]} > {value}" for name, value in new.items() if value != old.get(name, value)
    ]
    changes += [f"{name} {value}" for name, value in new.items() if name not in old]
    gone = dict.fromkeys(_whole(name, new) for name in old if name not in new)
    changes += [f"{name} gone" for name in gone]
    return [f"    {', '.join(changes)}"] if changes else []


def _whole(name: str, left: dict[str, str]) -> str:
    """The largest thing around a field of which nothing is left."""
    parts = name.split(".")
    for count in range(1, len(parts)):
        start = ".".join(parts[:count])
        if not any(one == start or one.startswith(f"{start}.") for one in left):
            return start
    return name


def _wrapped(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, 110, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def text(one: cmd.Command | Any) -> str:
    """A command or an event with its fields; whose command it is stands above."""
    told = [type(one).__name__]
    for field in msgspec.structs.fields(one):
        if field.name == "digest":
            continue  # a checksum of what the page says anyway; test_log.py looks at it
        if field.name != "by" or not isinstance(one, cmd.Command):
            value = getattr(one, field.name)
            told.append(_short(_read(value) if field.name in OF_CARDS else value) or '""')
    return " ".join(told)


def _read(value: Any) -> Any:
    """Cards by their names."""
    if isinstance(value, int):
        return CARD_TEXT[value] if value else value
    return [_read(one) for one in value]


def _short(value: Any) -> str:
    if isinstance(value, list | tuple):
        if len(value) > LONG:
            return f"[{len(value)}: {_short(value[0])}..{_short(value[-1])}]"
        return f"[{','.join(_short(one) for one in value)}]"
    return str(value)


def main() -> None:
    sys.path.append(str(Path(__file__).parent.parent))
    from moments import MOMENTS

    PAGES.mkdir(exist_ok=True)
    for name, (title, scene) in MOMENTS.items():
        (PAGES / f"{name}.txt").write_text(page(title, scene().table), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
