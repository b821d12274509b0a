"""What the books and the readers say, kept as digests: no word, bound or clause changes unnoticed.

`python tests/game/told.py` writes the digests anew, after a change that is meant to be one.
"""

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from keeping import keep

from fuzz_cases import a_damaged_round, a_damaged_submission
from spanish21.books.citing import citations, why_silent
from spanish21.books.explaining import explain
from spanish21.books.readings import taken_reading
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.open_choices import open_choices
from spanish21.books.submissions.submission import check_submission, rules_of
from spanish21.books.submissions.submission_file import sample_submission, submission_of
from spanish21.books.submissions.submission_problems import problems_with
from spanish21.books.submissions.submission_template import template_of
from spanish21.errors import Refused, Spanish21Error
from spanish21.game.commands import COMMANDS
from spanish21.game.events import EVENTS
from spanish21.game.reasons import REASONS
from spanish21.game.rules import PAY_NAMES, Rules, settings_of
from spanish21.game.side_wagers.registry import PACKAGED
from spanish21.notation import read_all, write_all
from spanish21.notation.opening_tables import rules_lines

KEPT = Path(__file__).parent / "told.json"
CASES, LINES_OF_PART = 600, 60


def template(book: str) -> Iterator[str]:
    yield template_of(load_book(book), book)


def choices(book: str) -> Iterator[str]:
    yield json.dumps(open_choices(load_book(book)), default=str)


def readings(book: str) -> Iterator[str]:
    """What a table is under each reading of each ruling, and how the notation tells it."""
    for ruling in load_book(book).rulings:
        for reading in ruling.reads:
            try:
                rules = rules_of(book, **{ruling.id: reading})
            except Spanish21Error as error:  # it needs a wheel of its own
                yield str(error)
                continue
            values = settings_of(rules)
            taken = [taken_reading(one, values) for one in load_book(book).rulings]
            yield f"{msgspec.json.encode(values)!r} {taken} {list(rules_lines(rules))}"


def words(book: str) -> Iterator[str]:
    """Every name that a book may have clauses for, in words, and the words of the side wagers."""
    for record in PACKAGED:
        held = msgspec.structs.asdict(record)
        yield str([held[name] for name in sorted(held) if not callable(held[name])])
    for rules in (rules_of(book), under_other_readings(book)):
        for name in (*COMMANDS, *EVENTS, *PAY_NAMES, *settings_of(rules), *rules.equipment):
            yield f"{explain(rules, name)} {citations(load_book(book), rules, name)}"
            yield why_silent(load_book(book), name)
        for reason in REASONS:
            yield explain(rules, Refused(reason))
            yield from (explain(rules, Refused(reason), command) for command in COMMANDS.values())


def under_other_readings(book: str) -> Rules:
    """A table under the last reading of every ruling that can be chosen together with those before it."""
    chosen: dict[str, Any] = {}
    for ruling in load_book(book).rulings:
        more = {**chosen, ruling.id: [*ruling.reads][-1]}
        try:
            rules_of(book, **more)
            chosen = more
        except Spanish21Error:
            continue
    return rules_of(book, **chosen)


def submissions(book: str) -> Iterator[str]:
    """What is said to submissions with a mistake, or several."""
    for number in range(CASES):
        text = a_damaged_submission(random.Random(f"{book} {number}"))
        yield _answer(_problems, text)
        yield _answer(_check, text)


def _problems(text: str) -> list[str]:
    return [str(one) for one in problems_with(text, "casino.toml")]


def _check(text: str) -> list[str]:
    return check_submission(submission_of(text, "casino.toml"))


def rounds(book: str) -> Iterator[str]:
    """What is said to rounds with a mistake."""
    for number in range(CASES):
        yield _answer(_read_and_written, a_damaged_round(random.Random(f"{book} {number}")))


def _read_and_written(text: str) -> str:
    return write_all(read_all(text, "rounds.txt"))


def sample(book: str) -> Iterator[str]:
    yield repr(msgspec.json.encode(sample_submission(book)))
    yield repr(msgspec.json.encode(rules_of(book)))


def _answer(ask: Callable[[str], object], text: str) -> str:
    try:
        return str(ask(text))
    except Spanish21Error as error:
        return re.sub("not TOML: .*", "not TOML", str(error))  # the rest is Python's


PARTS: dict[str, Callable[[str], Iterator[str]]] = {
    one.__name__: one for one in (template, choices, readings, words, submissions, rounds, sample)
}


def lines(part: str, book: str) -> Iterator[bytes]:
    return (line.encode() for line in PARTS[part](book))


if __name__ == "__main__":
    told = {f"{part} {book}": lines(part, book) for part in PARTS for book in BOOKS}
    keep(KEPT, told, LINES_OF_PART)
