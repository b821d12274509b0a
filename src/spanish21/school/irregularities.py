"""The irregularities of a book as a list: what has happened, who reports it, what the book then asks for."""

from typing import Any

import msgspec

from spanish21.books.rulebook import load_book
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.school.questions import cited
from spanish21.school.trouble import BY_NAME, troubles_of

Reported = tuple[str, str, dict[str, Any]]
"""Who reports it, by which command, with which fields; no command where a card that is dealt brings it up."""

_NOTHING: dict[str, Any] = {}
_REPORTS: dict[str, Reported] = {
    "face_up": (DEALER, "FindFaceUp", _NOTHING),
    "face_up_again": (DEALER, "FindFaceUp", _NOTHING),
    "ten": (DEALER, "", _NOTHING),
    "ten_again": (DEALER, "", _NOTHING),
    "shoe_empty": (DEALER, "ReportShoeEmpty", _NOTHING),
    "unseen_card": (DEALER, "DrawInError", {"exposed": False}),
    "seen_card": (DEALER, "DrawInError", {"exposed": True}),
    "refused_card": (DEALER, "", _NOTHING),
    "overdrawn": (DEALER, "OverdrawDealer", _NOTHING),
    "dealer_skipped": (DEALER, "SkipDealer", _NOTHING),
    "box_skipped": (DEALER, "SkipBox", _NOTHING),
    "box_missed": (DEALER, "SkipBox", _NOTHING),
    "box_forgotten": (DEALER, "SkipBox", _NOTHING),
    "request_missed": (DEALER, "MissRequest", _NOTHING),
    "insertion_seen": (FLOORPERSON, "ReportInsertion", {"shows_value": True}),
    "insertion": (FLOORPERSON, "ReportInsertion", {"shows_value": False}),
    "reader_failed": (DEALER, "ReportReaderFailure", _NOTHING),
    "shuffler_jam": (DEALER, "ReportShufflerJam", _NOTHING),
    "shuffler_failed": (DEALER, "ReportShufflerFailure", _NOTHING),
}

_HAPPENED: dict[str, str] = {
    "face_up": "A card is found face up in the shoe.",
    "face_up_again": "A second card in this round is found face up in the shoe.",
    "ten": "A 10 comes out of the shoe.",
    "ten_again": "A second 10 comes out in this round.",
    "shoe_empty": "The shoe is empty in the middle of the round.",
    "unseen_card": "A card was drawn in error; it has not been seen.",
    "seen_card": "A card was drawn in error, and it was seen.",
    "refused_card": "A player refuses the card that was seen.",
    "overdrawn": "The dealer drew a card to a hand that stands.",
    "dealer_skipped": "The dealer's own first card was passed over.",
    "box_skipped": "A box was passed over and has only one card.",
    "box_forgotten": "A box was passed over twice and has no cards.",
    "request_missed": "A player asked for a card, and it was not dealt.",
    "insertion_seen": "The hole card went into the reader out of turn, and its value was seen.",
    "insertion": "The hole card went into the reader out of turn; its value was not seen.",
    "reader_failed": "The card reader has failed.",
    "shuffler_jam": "The shuffling device has jammed.",
    "shuffler_failed": "The shuffling device has failed.",
}


class ReportedIrregularity(msgspec.Struct, frozen=True):
    """Something that can go wrong, who reports it by which command, and the clauses that say what is done."""

    name: str
    happened: str
    by: str
    command: str
    fields: dict[str, Any]
    clauses: tuple[tuple[str, str], ...]


def irregularities_of(rules: Rules) -> tuple[ReportedIrregularity, ...]:
    """All irregularities that the book of these rules covers, each with the clauses and what they say."""
    says = {clause.id: clause.says for clause in load_book(rules.book).clauses}
    found = []
    for name in troubles_of(rules):
        by, command, fields = _REPORTS[name]
        clauses = cited(rules, *BY_NAME[name].names).clauses
        told = tuple((f"{rules.book} {clause}", says.get(clause, "")) for clause in clauses)
        found.append(ReportedIrregularity(name, _HAPPENED[name], by, command, fields, told))
    return tuple(found)
