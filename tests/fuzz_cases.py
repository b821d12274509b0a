"""Random combinations of settings and random damage to files, each drawn from its own seed."""

import random
import string
from pathlib import Path
from typing import Any

from spanish21.books.clauses import PAYTABLE_CHOICES
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.setting_text import setting_text
from spanish21.books.submissions.submission import rules_of
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK
from spanish21.game.rules import SETTINGS, settings_of
from spanish21.game.settings import (
    AMOUNTS,
    COUNT,
    COUNTS,
    METER_TABLE,
    MONEY,
    ODDS,
    PART,
    WHEELS,
    WORD,
    YES_OR_NO,
    Setting,
)
from spanish21.notation.phrases import phrases

TESTS = Path(__file__).parent
ROUNDS = [path.read_text("utf-8") for path in sorted((TESTS / "rounds").glob("*.txt"))]
SUBMISSIONS = [
    path.read_text("utf-8")
    for path in sorted((TESTS.parent / "src/spanish21/rulebooks/submissions").glob("*.toml"))
]

ABSURD = (
    "",
    "-1",
    "0",
    "-0",
    "nan",
    "inf",
    "-inf",
    "1e9",
    "0.001",
    "99999999999999999999",
    "9223372036854775807",
    "4294967296",
    "[]",
    "{}",
    "[2,0]",
    "[0,0]",
    "0:0",
    "1:0",
    "null",
    "true",
    "none",
    "[[1]]",
    '{"spin":{}}',
    "é",
    "1_000",
    "0x10",
    "-5",
    "5.5",
    "1/3",
    " ",
)

_WORDS_OF_ROUNDS = sorted({word for text in ROUNDS for word in text.split()})
_MOVES = [phrase for phrase in phrases() if phrase == phrase.lower()]
_MOVES_OF_ROUNDS = sorted(
    {line for text in ROUNDS for line in text.partition("\ncards ")[2].splitlines()[1:]}
)
_PIECES = (
    *_WORDS_OF_ROUNDS,
    *ABSURD,
    *SETTINGS,
    "set",
    "what-if",
    "state",
    "---",
    '"',
    "#",
    "house 3",
    "stop",
)


def a_value(name: str, setting: Setting, usual: Any, chance: random.Random) -> str:
    """A value for a setting: mostly one that it could have, else one at its edges, or nonsense."""
    kind = chance.random()
    if kind < 0.12:
        return chance.choice(ABSURD)
    if kind < 0.2:
        edges = (setting.least - 1, setting.least, setting.most, setting.most + 1, 2 * setting.most)
        return str(chance.choice(edges))
    return _a_plain_value(name, setting, usual, chance)


def _a_plain_value(name: str, setting: Setting, usual: Any, chance: random.Random) -> str:
    if setting.kind == YES_OR_NO:
        return chance.choice(("yes", "no", "true", "false"))
    if setting.kind == WORD:
        return chance.choice(setting.words)
    if setting.kind == COUNT:
        return str(chance.choice((0, 1, 2, 3, 4, 5, 6, 8, 10, 27, setting.most, chance.randint(0, 200))))
    if setting.kind == MONEY:
        return chance.choice(("0", "0.01", "0.25", "1", "2.50", "5", "10", "25", "33.33", "500", "1000000"))
    if setting.kind in (ODDS, PART):
        over, under = chance.randint(0, 12), chance.choice((1, 1, 2, 3, 5, 7, 100, 1_000_000))
        return f"{over}{':' if setting.kind == ODDS else '/'}{under}"
    if setting.kind == COUNTS:
        return ",".join(str(chance.choice((0, 1, 4, 9, 18, 100))) for _ in range(setting.length))
    if setting.kind == AMOUNTS:
        return ",".join(chance.choice(("0", "0", "3", "12.50", "200")) for _ in range(setting.length))
    if setting.kind in (WHEELS, METER_TABLE):
        text = setting_text(name, usual)
        return "".join(
            chance.choice("0159") if one.isdigit() and chance.random() < 0.1 else one for one in text
        )
    return chance.choice(("$", "£", "€", "kr", "maryland", "x" * 50))


def some_options(chance: random.Random, book: str, lively: bool) -> list[str]:
    """Options of a table: --set, --what-if and --without; `lively` ones are more likely to be accepted."""
    usual = settings_of(rules_of(book))
    options: list[str] = []
    names = list(SETTINGS)
    for _ in range(chance.choice((0, 1, 1, 2, 3, 4) if not lively else (1, 2, 3, 4, 6, 8))):
        name = chance.choice(names)
        value = (_a_plain_value if lively and chance.random() < 0.9 else a_value)(
            name, SETTINGS[name], usual.get(name), chance
        )
        options += ["--what-if", f"{_misspelt(name, chance, lively)}={value}"]
    for _ in range(chance.choice((0, 0, 1, 2))):
        options += ["--set", _a_choice(book, usual, chance, lively)]
    if chance.random() < 0.3:
        options += ["--without", some_cards(chance)]
    return options


def _misspelt(name: str, chance: random.Random, lively: bool) -> str:
    if lively or chance.random() > 0.03:
        return name
    place = chance.randrange(len(name))
    return name[:place] + chance.choice(string.ascii_lowercase) + name[place + 1 :]


def _a_choice(book: str, usual: dict[str, Any], chance: random.Random, lively: bool) -> str:
    """NAME=VALUE of a choice that the book leaves open, or of a ruling."""
    rulings = load_book(book).rulings
    if rulings and chance.random() < 0.4:
        ruling = chance.choice(rulings)
        return (
            f"{ruling.id}={chance.choice([*ruling.reads, 'sideways'] if not lively else list(ruling.reads))}"
        )
    names = [name for name in load_book(book).bounds if not name.endswith("_offered")]
    name = chance.choice(names)
    if name in PAYTABLE_CHOICES:
        return f"{name}={chance.choice(('A', 'B', 'C', 'D', 'E', '6', '9', '12'))}"
    return f"{name}={a_value(name, SETTINGS[name], usual.get(name), chance)}"


def some_cards(chance: random.Random) -> str:
    """Cards that have left the shoe: a few, or all but a few ranks."""
    if chance.random() < 0.6:
        return " ".join(CARD_TEXT[one] for one in chance.choices(SPANISH_DECK, k=chance.randint(0, 20)))
    decks = chance.choice((1, 6, 8))
    ranks = set(chance.sample((*range(1, 10), 11, 12, 13), chance.randint(1, 11)))
    gone = [one for one in SPANISH_DECK if one >> 2 not in ranks]
    return " ".join(CARD_TEXT[one] for one in gone * decks)


def some_wager(chance: random.Random) -> list[str]:
    """--wager and --others, or nothing."""
    if chance.random() < 0.5:
        return []
    amounts = ("5", "12.50", "25", "0.01", "33.33", "1000", "0", "nan", "inf", "0.001", "1e3", "99999999999")
    return ["--wager", chance.choice(amounts), "--others", str(chance.choice((0, 0, 1, 3, 6)))]


def a_book(chance: random.Random) -> str:
    return chance.choice(BOOKS)


# -- files -----------------------------------------------------------------------------------------


def a_damaged_round(chance: random.Random) -> str:
    """A golden round, or two, with some damage."""
    text = chance.choice(ROUNDS)
    if chance.random() < 0.1:
        text += "---\n" + chance.choice(ROUNDS)
    if chance.random() < 0.1:
        text = text.replace("\nsit ", "\nshoe real\nsit ", 1)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        text = _a_move_put_in(text, chance)
    return _damaged(text, chance)


def a_damaged_submission(chance: random.Random) -> str:
    return _damaged(chance.choice(SUBMISSIONS), chance)


def _damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        text = chance.choice(DAMAGES)(text, chance)
    return text


def _a_line_gone(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    if lines:
        del lines[chance.randrange(len(lines))]
    return "\n".join(lines) + "\n"


def _a_line_twice(text: str, chance: random.Random) -> str:
    lines = text.splitlines() or [""]
    lines.insert(chance.randint(0, len(lines)), chance.choice(lines))
    return "\n".join(lines) + "\n"


def _a_word_changed(text: str, chance: random.Random) -> str:
    words = text.split(" ")
    words[chance.randrange(len(words))] = chance.choice(_PIECES)
    return " ".join(words)


def _a_letter_changed(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(string.printable + "é\0\u2028") + text[place + chance.randint(0, 1) :]


def _a_line_put_in(text: str, chance: random.Random) -> str:
    name = chance.choice(list(SETTINGS))
    value = a_value(name, SETTINGS[name], settings_of(rules_of("maryland"))[name], chance)
    line = chance.choice(
        (
            f"what-if {name} {value}",
            f"set {name} {value}",
            f"{name} = {value}",
            f"state {chance.choice(('left', 'cover', 'dealt', 'round', 'inventory', 'tens'))} {value}",
        )
    )
    lines = text.splitlines()
    lines.insert(chance.randint(0, min(len(lines), 6)), line)
    return "\n".join(lines) + "\n"


def _a_move_put_in(text: str, chance: random.Random) -> str:
    """A line of the cards or of play: what somebody does, or steps of the house."""
    lines = text.splitlines()
    who = chance.choice(("dealer", "dealer", "floorperson", "ann"))
    line = chance.choice((f"{who} {chance.choice(_MOVES)}", chance.choice(_MOVES_OF_ROUNDS), "house 1"))
    lines.insert(chance.randint(len(lines) // 2, len(lines)), line)
    return "\n".join(lines) + "\n"


DAMAGES = (_a_line_gone, _a_line_twice, _a_word_changed, _a_letter_changed, _a_line_put_in)
