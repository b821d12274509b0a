"""What a model may ask without a table: the books, rounds in notation, logs, exact figures."""

from typing import Any, NoReturn

import msgspec

from spanish21.books.clauses import Rulebook
from spanish21.books.explaining import cite, explain
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game.events import WagerSettled
from spanish21.game.evolve import replay
from spanish21.game.log.log_text import read_log
from spanish21.game.log.snapshot import table_of
from spanish21.game.money import amount_text
from spanish21.game.rules import settings_of, what_if
from spanish21.notation.reading import read_all

Outcome = tuple[Any, str]
"""What a tool found, or why it found nothing."""
MOST_TEXT = 200_000
MOST_FOUND = 50


def packaged_book(book: str) -> Rulebook:
    """A book by its name: a model reads no files of the machine that it asks."""
    if book not in BOOKS:
        raise BadInput(f"there is no book {book!r}; the books are {', '.join(BOOKS)}")
    return load_book(book)


# The books


def books() -> list[dict[str, Any]]:
    """The rulebooks: name, title and how many clauses each has."""
    return [
        {"book": name, "title": book.title, "edition": book.edition, "clauses": len(book.clauses)}
        for name in BOOKS
        for book in [load_book(name)]
    ]


def clauses(book: str, search: str = "") -> list[dict[str, str]]:
    """Clauses of a book whose words contain all words of `search`; at most 50."""
    wanted = search.lower().split()
    found = [one for one in packaged_book(book).clauses if all(word in one.says.lower() for word in wanted)]
    return [{"id": one.id, "says": one.says} for one in found[:MOST_FOUND]]


def clause(book: str, clause_id: str) -> dict[str, Any]:
    """A clause by its number, such as 7.H(1): what it says, sets, allows and refuses."""
    found = packaged_book(book).clause(clause_id)
    return {"book": book, "kinds": found.kinds, **msgspec.to_builtins(found, enc_hook=str)}


def rules(book: str, setting: str = "") -> dict[str, Any]:
    """The settings by which a book's table plays; with `setting`, those whose names contain it."""
    return {
        name: value for name, value in settings_of(rules_of(packaged_book(book))).items() if setting in name
    }


# Rounds, records, prices


def settle_round(text: str) -> list[dict[str, Any]]:
    """Play a round from its notation, and say what every wager gets, and by which clause."""
    _check_length(text)
    _check_books(text)
    found = []
    for played in read_all(text, load=_no_files):
        for event in played.events:
            if isinstance(event, WagerSettled):
                found.append(
                    {
                        "person": event.person,
                        "box": event.box,
                        "wager": event.kind,
                        "result": str(event.result),
                        "collected": amount_text(event.collected),
                        "paid": amount_text(event.paid),
                        "why": explain(played.end, event),
                        "clauses": cite(played.end, event),
                    }
                )
    return found


def verify_log(log: str) -> dict[str, Any]:
    """Replay a table's log (JSON Lines): every round must end as its digest says."""
    _check_length(log)
    events = list(read_log(log.splitlines()))
    table = replay(events)
    return {"events": len(events), "rounds": table.round_number, "book": table.rules.book, "verified": True}


def edge(book: str, changes: dict[str, Any] | None = None) -> dict[str, Any]:
    """The exact house edge of a book's table; `changes` are settings, such as {"decks": 8}."""
    from spanish21.analysis.worth.table_edge import edge as edge_of

    given = {
        name: tuple(value) if isinstance(value, list) else value for name, value in (changes or {}).items()
    }
    asked = what_if(rules_of(packaged_book(book)), **given)
    return {"book": book, "changes": changes or {}, "house_edge": -edge_of(asked).expected_value}


def prices(book: str) -> list[dict[str, Any]]:
    """What each permitted choice and ruling of a book is worth to the player, in basis points."""
    from spanish21.analysis.report.pricing import prices as prices_of

    return [
        {"change": one.change, "basis_points": one.basis_points}
        for one in prices_of(rules_of(packaged_book(book)))
    ]


def side_wagers(book: str) -> list[dict[str, Any]]:
    """The exact price of every side wager of a book, at every paytable."""
    from spanish21.analysis.sides.side_prices import side_wagers as priced

    return [
        {"name": one.name, "paytable": one.paytable, "house_edge": float(one.house_edge_exact)}
        for one in priced(packaged_book(book))
        if hasattr(one, "house_edge_exact")
    ]


def _no_files(path: str) -> NoReturn:
    raise BadInput("a submission cannot be named here; write its choices as lines such as: set decks 8")


def _check_books(text: str) -> None:
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if len(words) > 1 and words[0] == "book":
            packaged_book(words[1])


def _check_length(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise BadInput(f"the text has {len(text):,} characters; it may have {MOST_TEXT:,}")


def advised(table: bytes, who: str) -> list[dict[str, Any]]:
    """The worth of each legal decision of a person, at a table as a snapshot has it."""
    from spanish21.analysis.advice.advice import advise

    return [
        {"action": one.name, "value": one.value, "cost": one.cost, "note": one.note}
        for one in advise(table_of(table), who).options
    ]


def outcome(name: str, given: tuple[Any, ...]) -> Outcome:
    """What a function of this module finds, so that it can be sent from one process to another."""
    try:
        return msgspec.to_builtins(globals()[name](*given), enc_hook=str), ""
    except Spanish21Error as error:
        return None, str(error)
