"""Patterns taken apart once, and filled from facts."""

import re
from collections.abc import Iterator

from spanish21.game.seen import SeenEvent
from spanish21.sentences.facts import BLANKS, Blank
from spanish21.sentences.reader import Reader

_FORMS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_PARTS = re.compile(r"<([^>]*)>|\{(\w+)\}")


class Pattern:
    """A pattern for readers who are addressed as "you", or for all others."""

    __slots__ = ("blanks", "texts")

    def __init__(self, pattern: str, is_addressed: bool = False) -> None:
        chosen = _FORMS.sub(lambda forms: forms[1 if is_addressed else 2], pattern)
        self.texts = _PARTS.sub("%s", chosen)
        self.blanks = tuple(_blanks_in(chosen))

    def filled(self, facts: SeenEvent, reader: Reader) -> str:
        """The sentence."""
        if not self.blanks:
            return self.texts
        return self.texts % tuple([blank(facts, reader) for blank in self.blanks])

    def filled_if_known(self, facts: SeenEvent, reader: Reader) -> str:
        """The sentence, or nothing where a blank has nothing to say."""
        texts = tuple([blank(facts, reader) for blank in self.blanks])
        return self.texts % texts if all(texts) else ""


_FOUND: dict[str, tuple[Pattern, Pattern]] = {}


def forms_of(text: str) -> tuple[Pattern, Pattern]:
    """A pattern for all readers, and for the person addressed; parsed when it is first needed."""
    found = _FOUND.get(text)
    if found is None:
        found = _FOUND[text] = Pattern(text), Pattern(text, True)
    return found


def blanks_of(text: str) -> list[str]:
    """The names of the blanks in a pattern."""
    return re.findall(r"\{(\w+)\}", text)


def _blanks_in(text: str) -> Iterator[Blank]:
    for found in _PARTS.finditer(text):
        yield _blank(found[2]) if found[2] else _optional(Pattern(found[1]))


def _optional(part: Pattern) -> Blank:
    """A part that is left out where a blank in it is empty."""
    texts, blanks = part.texts, part.blanks
    if len(blanks) > 1:
        return part.filled_if_known
    blank = blanks[0]

    def filled(facts: SeenEvent, reader: Reader) -> str:
        text = blank(facts, reader)
        return texts % text if text else ""

    return filled


def _blank(name: str) -> Blank:
    """A blank by its name; one that begins a sentence has a capital letter."""
    if name in BLANKS:
        return BLANKS[name]
    blank = BLANKS[name.lower()]
    return lambda facts, reader: reader.language.capital(blank(facts, reader))
