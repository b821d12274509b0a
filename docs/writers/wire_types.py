"""The types of the wire for the page's type checker: structs, routes and studies in one declaration file."""

import enum
import textwrap
import types
import typing
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
from litestar import Response
from msgspec import inspect

from spanish21.game import states
from spanish21.game.commands import COMMANDS
from spanish21.game.moves import choices
from spanish21.game.seen import SEES, everybody, nobody
from spanish21.game.view import View
from spanish21.server.answers import Due, Errors, Opened, RoundName, RoundSteps
from spanish21.server.fairness.public_record import PublicRecord
from spanish21.server.fairness.round_proof import RoundProof
from spanish21.server.studies import drills, hand_study, round_study, session_study
from spanish21.server.studies import figures as figures_of_tables
from spanish21.server.studies.answers_of_studies import Advised, LessonState
from spanish21.server.studies.study_queue import Unfinished
from spanish21.server.web.app import SUBJECTS
from spanish21.server.web.routes.studies import WORKS, WORKS_WITH

STUDIES = WORKS | {
    **{what: given.work for what, given in WORKS_WITH.items()},
    "differences": figures_of_tables.differences,
    "decisions": round_study.decision_costs,
    "session": session_study.session,
    "hand": hand_study.hand,
    "drill": drills.drill,
    "example": drills.example,
}
"""Every study that the page asks for, by the name in its route, with its function."""
ANSWERS = {
    "GET /tables/${string}/record": PublicRecord,
    "GET /tables/${string}/rounds": list[RoundName],
    "GET /tables/${string}/rounds/${string}": RoundSteps,
    "GET /tables/${string}/rounds/${string}/proof": RoundProof,
    "POST /study/runs": Opened,
    "POST /tables": Opened,  # one at which people work may wait for a second person: the floor looks
}
"""The answers of routes with more than one form, as the page asks for them."""
RENAMED: dict[type, str] = {states.Irregularity: "IrregularityName"}
"""Types whose name another type of the wire has too."""
SEEN = "Event"
FIELDS = {
    "Step.event": SEEN,
    "Due.command": "{ type: string } & Record<string, any>",
}
"""Fields that are plain dicts in Python: events as a person sees them, and a command without `by`."""


class Writer:
    """Collects the declarations that types ask for, each once."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self._owner: dict[str, object] = {}

    def of(self, annotation: Any) -> str:
        """The TypeScript type of a Python annotation."""
        return self.text(inspect.type_info(annotation))

    def text(self, kind: inspect.Type) -> str:
        """The TypeScript type of a type as msgspec sees it."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.text(inner)
            case inspect.BoolType():
                return "boolean"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType() | inspect.BytesType():
                return "string"
            case inspect.NoneType():
                return "null"
            case inspect.LiteralType(values=values):
                return " | ".join(f"'{value}'" for value in values)
            case inspect.EnumType(cls=words):
                return self._words(words)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return f"{_grouped(self.text(item))}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(map(self.text, items))}]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.text(value)}>"
            case inspect.UnionType(types=kinds):
                return " | ".join(dict.fromkeys(map(self.text, kinds)))
            case inspect.StructType() | inspect.TypedDictType():
                return self._named(kind)
            case inspect.AnyType() | inspect.RawType():
                return "any"
        raise TypeError(f"no type of the page for {kind}")

    def _named(self, kind: inspect.StructType | inspect.TypedDictType) -> str:
        name = kind.cls.__name__
        if self._owner.setdefault(name, kind.cls) is not kind.cls:
            raise TypeError(f"two types of the wire are called {name}: {kind.cls} and {self._owner[name]}")
        if name not in self.declared:
            self.declared[name] = ""  # a type may name itself
            self.declared[name] = _interface(name, _summary(kind.cls), self._fields(kind))
        return name

    def _words(self, kind: type[enum.Enum]) -> str:
        """An enumeration by its name; those of the rules are written as their numbers."""
        name = RENAMED.get(kind, kind.__name__)
        words = [f"'{one.value}'" if isinstance(one.value, str) else str(one.value) for one in kind]
        lines = "\n".join(f"    | {word}" for word in words)
        if self._owner.setdefault(name, kind) is not kind:
            raise TypeError(f"two types of the wire are called {name}: {kind} and {self._owner[name]}")
        self.declared[name] = f"{_comment(_summary(kind))}  type {name} =\n{lines}"
        return name

    def _fields(self, kind: inspect.StructType | inspect.TypedDictType) -> Iterator[str]:
        if isinstance(kind, inspect.StructType) and kind.tag is not None:
            yield f"{kind.tag_field}: '{kind.tag}'"
        config = getattr(kind.cls, "__struct_config__", None)
        may_miss = config is None or config.omit_defaults or config.forbid_unknown_fields
        for field in kind.fields:
            text = FIELDS.get(f"{kind.cls.__name__}.{field.name}") or self.text(field.type)
            yield f"{field.encode_name}{'?' if may_miss and not field.required else ''}: {text}"

    def union(self, name: str, says: str, members: dict[str, list[str]]) -> None:
        """Tagged members and their union."""
        for member, fields in members.items():
            assert member not in self.declared, f"two types of the wire are called {member}"
            self.declared[member] = _interface(member, "", [f"type: '{member}'", *fields])
        self.declared[name] = f"{_comment(says)}  type {name} =\n" + "\n".join(
            f"    | {one}" for one in members
        )


def _grouped(text: str) -> str:
    return f"({text})" if "|" in text else text


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ").replace("    ", "")


def _comment(says: str) -> str:
    """A comment above a declaration, in lines of at most 120."""
    lines = textwrap.wrap(f"/** {says} */", 116, initial_indent="  ", subsequent_indent="   * ")
    return "\n".join(lines) + "\n" if says else ""


def _interface(name: str, says: str, fields: Any) -> str:
    return _comment(says) + f"  interface {name} {{\n" + "".join(f"    {one}\n" for one in fields) + "  }"


# -- events and commands


def _events(writer: Writer) -> dict[str, list[str]]:
    """Every event by the visibility of its fields: a card is a text, a hidden field is null."""
    found = {}
    for kind, sees in SEES.items():
        fields = {one.name: one.type for one in inspect.type_info(kind).fields}  # type: ignore[attr-defined]
        found[kind.__name__] = [
            f"{name}: {_seen(writer, name, fields[name], who)}" for name, who in sees.items()
        ]
    return found


def _seen(writer: Writer, name: str, kind: inspect.Type, who: Any) -> str:
    if name == "card":
        return "string"
    text = "null" if who is nobody else "string[]" if name == "cards" else writer.text(kind)
    return text if who in (everybody, nobody) else f"{text} | null"


def _commands(writer: Writer) -> dict[str, list[str]]:
    """Every command without `by`, which the server fills in; fields with a usual value may be left out."""
    found = {}
    for kind in COMMANDS.values():
        fields = [one for one in msgspec.structs.fields(kind) if one.name != "by"]
        found[kind.__name__] = [
            f"{one.name}{'' if one.required else '?'}: {writer.of(one.type)}" for one in fields
        ]
    return found


# -- routes


def _routes(writer: Writer) -> Iterator[tuple[str, str, str]]:
    """Method and path, answer and body of every route under /api, the most particular paths first."""
    for route in sorted(
        (route for one in SUBJECTS for route in one.ROUTES if hasattr(route, "http_methods")),
        key=lambda one: _order(min(one.paths)),
    ):
        hints = get_type_hints(route.fn, include_extras=True)
        for path in sorted(route.paths):
            if path.startswith("/api/"):
                [method] = sorted(route.http_methods - {"OPTIONS", "HEAD"})
                place = f"{method} {_pattern(path.removeprefix('/api'))}"
                body = writer.of(hints["data"]) if "data" in hints else "undefined"
                yield place, _answer(writer, ANSWERS.get(place, hints["return"])), body


def _order(path: str) -> tuple[int, list[bool], str]:
    parts = path.split("/")
    return -len(parts), [part.startswith("{") for part in parts], path


def _pattern(path: str) -> str:
    return "/".join("${string}" if part.startswith("{") else part for part in path.split("/"))


def _answer(writer: Writer, annotation: Any) -> str:
    """The answer of a successful request; null for a file or an empty body."""
    if typing.get_origin(annotation) is Response:
        [annotation] = typing.get_args(annotation)
    if annotation in (bytes, str, type(None)):
        return "null"
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        kinds = [one for one in typing.get_args(annotation) if one not in (Errors, Unfinished, type(None))]
        some = " | ".join(writer.of(one) for one in kinds)
        return f"{some} | null" if type(None) in typing.get_args(annotation) else some
    return writer.of(annotation)


def wire_types() -> str:
    """The declaration file."""
    writer = Writer()
    for kind in (View, choices.May, Due, Advised, LessonState):
        writer.of(kind)
    writer.union(SEEN, "An event as a person sees it.", _events(writer))
    writer.union("Command", "A person's commands.", _commands(writer))
    routes = list(_routes(writer))
    studies = [
        f"{name}: {_answer(writer, get_type_hints(work)['return'])}" for name, work in sorted(STUDIES.items())
    ]
    writer.declared["Studies"] = _interface("Studies", "The result of each study.", studies)
    parts = [
        "// Written by docs/generate.py from the server's structs and routes; it cannot disagree with them.",
        "",
        "declare namespace Wire {",
        *(writer.declared[name] for name in sorted(writer.declared)),
        _chain("Answer", "The answer of a request.", [(place, answer) for place, answer, _ in routes]),
        _chain("Body", "The body of a request.", [(place, body) for place, _, body in routes]),
        "}",
    ]
    return "\n".join(parts) + "\n"


def _chain(name: str, says: str, rows: list[tuple[str, str]]) -> str:
    """A type by method and path: a path without names as it is, else the first pattern that fits; no query
    counts. The checker has a limit to the length of such a chain."""
    plain = [f"'{place}': {text}" for place, text in rows if "${" not in place]
    lines = [_interface(f"{name}s", f"{says.removesuffix('.')}, where its path has no names.", plain)]
    lines += [f"  /** {says} */", f"  type {name}<Method extends string, Path extends string> ="]
    lines.append(f"    Path extends `${{infer Plain}}?${{string}}` ? {name}<Method, Plain>")
    lines.append(f"    : `${{Method}} ${{Path}}` extends keyof {name}s ? {name}s[`${{Method}} ${{Path}}`]")
    for place, text in rows:
        if "${" not in place:
            continue
        if place.endswith("${string}"):  # the last part holds no slash, or every longer path would fit
            place, text = f"{place.removesuffix('${string}')}${{infer Last}}", _unless_longer(text)
        lines.append(f"    : `${{Method}} ${{Path}}` extends `{place}` ? {text}")
    return "\n".join([*lines, "    : never"])


def _unless_longer(text: str) -> str:
    return f"Last extends `${{string}}/${{string}}` ? never : {text}"
