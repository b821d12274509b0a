"""Text from outside: printable, normalised (NFC) and bounded. Bodies, messages, addresses and the terminal's
names all pass here before any other code reads them; text that does not pass reaches no store."""

import unicodedata
from typing import Any
from urllib.parse import parse_qsl, urlencode

from spanish21.errors import BadInput

LONGEST_LINE, LONGEST_TEXT = 1_000, 64 * 1_024
SECRETS = frozenset(("password", "old", "new"))
"""Fields that are hashed as they are and never stored or shown."""
OF_MANY_LINES = frozenset(("text", "submission", "document"))
"""Fields that hold whole texts, or tables of them; every other text is one line."""
BREAKS = frozenset("\n\r\t")
NON_JOINER, JOINER = "\u200c", "\u200d"
VIRAMA = 9
"""The combining class of signs after which a joiner changes how a word is written."""


def line(text: str, where: str = "the text", most: int = LONGEST_LINE, breaks: bool = False) -> str:
    """A text in its normal form, or `BadInput`; `breaks` are allowed in one of many lines."""
    if text.isascii():
        found = text
    else:
        found = unicodedata.normalize("NFC", text[: most + 1])
    if len(text) > most or len(found) > most:
        raise BadInput(f"{where} has at most {most} characters")
    if found.isprintable():
        return found
    for at, letter in enumerate(found):
        if not (letter.isprintable() or (breaks and letter in BREAKS) or _is_in_place(found, at)):
            raise BadInput(f"{where}: U+{ord(letter):04X} is not a printable character")
    return found


def _is_in_place(text: str, at: int) -> bool:
    """Whether a letter that does not show is one that writing needs: a blank of some width, or a joiner where
    the script has a use for one (after a virama, and between letters of Arabic's kind)."""
    if unicodedata.category(text[at]) == "Zs":
        return True
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] not in (JOINER, NON_JOINER) or not before:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    around = {unicodedata.bidirectional(letter) for letter in (before, after) if letter}
    return text[at] == NON_JOINER and bool(after) and around == {"AL"}


def is_plain(json: str) -> bool:
    """Whether a short JSON text can hold nothing that `cleaned` would change or refuse: it has no escapes."""
    return len(json) <= LONGEST_LINE and json.isascii() and "\\" not in json and json.isprintable()


def cleaned(value: Any, where: str = "", breaks: bool = False) -> Any:
    """A body or message with all of its texts in normal form; or `BadInput`."""
    if isinstance(value, str):
        return line(value, where or "the text", LONGEST_TEXT if breaks else LONGEST_LINE, breaks)
    if isinstance(value, dict):
        return {
            line(name, "a field's name"): inside
            if name in SECRETS and isinstance(inside, str)
            else cleaned(inside, name, breaks or name in OF_MANY_LINES)
            for name, inside in value.items()
        }
    if isinstance(value, list):
        return [cleaned(inside, where, breaks) for inside in value]
    return value


def cleaned_query(query: bytes) -> bytes:
    """The query of an address with its texts in their normal form; or `BadInput`."""
    pairs = parse_qsl(query.decode("utf-8", "replace"), keep_blank_values=True)
    clean = [(line(name, "a parameter's name"), line(value, name)) for name, value in pairs]
    return query if clean == pairs else urlencode(clean).encode()
