"""Sentences per event and language: in how many modules and scripts an event has its own words."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.metrics.checkout import Checkout

_SENTENCE = re.compile(r"\S \S.*[.!]$|\S\{\w+\}[.!]$|^[A-Z]\S* .*\{", re.DOTALL)
"""Words that say something: several, with a full stop or with a blank to fill."""


def figures(tree: Checkout) -> Iterator[str]:
    events = event_names(tree)
    places: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path, module in tree.modules.items():
        for event in worded_in(module, events):
            places[event, language_of(path)].add(path)
    for script in sorted(tree.source.rglob("*.js")):
        for event in worded_in_script(script, events):
            path = script.relative_to(tree.source).as_posix()
            places[event, language_of(path)].add(path)
    most = max(map(len, places.values()), default=0)
    modules = sorted({path for found in places.values() for path in found})
    languages = sorted({language for _, language in places})
    worded = {event for event, _ in places}
    yield f"events: {len(events)}; with a sentence: {len(worded)}; languages: {', '.join(languages)}"
    mean = sum(map(len, places.values())) / max(1, len(places))
    yield f"sentences per event and language: {most} at most, {mean:.2f} on average"
    yield f"where events are put into words: {len(modules)} ({', '.join(modules)})"


def language_of(path: str) -> str:
    """The language of a file's sentences: a catalogue's own, else English."""
    return "Spanish" if path.endswith(("/spanish.py", ".es.js")) else "English"


def event_names(tree: Checkout) -> frozenset[str]:
    """Every kind of event."""
    classes = [node for node in tree.module("game/events.py").body if isinstance(node, ast.ClassDef)]
    return frozenset(
        node.name
        for node in classes
        if any(isinstance(one, ast.Name) and one.id == "Event" for one in node.bases)
    )


def worded_in(module: ast.Module, events: frozenset[str]) -> Iterator[str]:
    """The events for which a module has words: as the key of a sentence, or as a case that makes one."""
    for node in ast.walk(module):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and _is_sentence(value):
                    event = str(key.value).partition(".")[0]
                    if event in events:
                        yield event
        elif isinstance(node, ast.match_case) and _has_sentence(node.body):
            yield from _events_of(node.pattern, events)


def _has_sentence(body: list[ast.stmt]) -> bool:
    return any(_is_sentence(part) for line in body for part in ast.walk(line))


def _events_of(pattern: ast.pattern, events: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchClass):
            name = node.cls.attr if isinstance(node.cls, ast.Attribute) else getattr(node.cls, "id", "")
            if name in events:
                yield name


def _is_sentence(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return bool(_SENTENCE.search(text))
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_SENTENCE.search(node.value))
    )


def worded_in_script(script: Path, events: frozenset[str]) -> Iterator[str]:
    """The events for which a script has a function or a text under their names."""
    for name in re.findall(
        r"^\s+(\w+): (?:\(.*?\) =>|\w+ =>|['`\"]\w+ )", script.read_text("utf-8"), re.MULTILINE
    ):
        if name in events:
            yield name
