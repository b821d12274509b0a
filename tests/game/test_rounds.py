"""Golden rounds: what every wager gets was worked out by hand from the clauses and stands in the file.

A line `#= PERSON BOX/HAND WAGER RESULT NET [CLAUSE]...` is a wager, `#= PERSON BOX BONUS NET [CLAUSE]...` a
bonus, `#= PERSON chips AMOUNT` a balance and `#= meter NAME AMOUNT` what a meter shows after the round.
"""

from pathlib import Path

import pytest

from spanish21.books.citing import citations
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.game.events import BonusPaid, SettlementUndone, WagerSettled
from spanish21.game.money import amount_text
from spanish21.notation import Round, read, write

FILES = sorted((Path(__file__).parent.parent / "rounds").glob("*.txt"))


def expected(text: str) -> list[list[str]]:
    return [line[2:].split() for line in text.splitlines() if line.startswith("#=")]


def net_text(net: int) -> str:
    return f"+{amount_text(net)}" if net > 0 else amount_text(net)


def payments(played: Round) -> list[tuple[list[str], tuple[str, ...]]]:
    """Every payment in the words of the files, with its clauses."""
    rules = played.start.rules
    book = load_book(rules.book)
    found = []
    for event in played.events:
        if isinstance(event, WagerSettled):
            place = f"{event.box}/{event.hand + 1}"
            words = [event.person, place, event.kind, event.result, net_text(event.paid - event.collected)]
        elif isinstance(event, SettlementUndone):
            place = f"{event.box}/{event.hand + 1}"
            words = [event.person, place, event.kind, "undone", net_text(event.returned - event.taken)]
        elif isinstance(event, BonusPaid):
            words = [event.person, str(event.box), event.kind, net_text(event.paid)]
        else:
            continue
        found.append((words, citations(book, rules, event.why)))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_round_pays_what_was_worked_out_by_hand(path: Path) -> None:
    text = path.read_text("utf-8")
    played = read(text, str(path))
    left = payments(played)
    for words in expected(text):
        if words[1] == "chips":
            (person,) = [one for one in played.end.people if one.name == words[0]]
            assert amount_text(person.chips) == words[2], words
        elif words[0] == "meter":
            (meter,) = [one for one in played.end.meters if one.name == words[1]]
            assert amount_text(meter.amount) == words[2], words
        else:
            count = 5 if "/" in words[1] else 4
            matching = [one for one in left if one[0] == words[:count]]
            assert matching, (words, left)
            assert set(words[count:]) <= set(matching[0][1]), (words, matching[0][1])
            left.remove(matching[0])
    assert not left, left


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_round_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text("utf-8")
    said = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert write(read(text, str(path))).splitlines() == said


def test_the_golden_rounds_cover_every_book() -> None:
    books = {read(path.read_text("utf-8"), str(path)).start.rules.book for path in FILES}
    assert books == set(BOOKS)
    assert len(FILES) >= 25
