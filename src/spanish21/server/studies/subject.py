"""The subject of a study: a book as its sample has it, or a Rules Submission."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

import msgspec

from spanish21.books.submissions.submission_file import Submission, submission_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.server.log.digests import rules_digest
from spanish21.server.table.hall import rules_asked

SOURCE = "the submission"
LONGEST_SUBMISSION = 50_000


class StudySubject(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A book by its name, the text of a submission, or an open table by its id."""

    book: Annotated[str, msgspec.Meta(max_length=60)] = ""
    submission: Annotated[str, msgspec.Meta(max_length=LONGEST_SUBMISSION)] = ""
    table: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Subject(msgspec.Struct, frozen=True):
    """A table under study; `text` is that of its submission, "" for a book's sample."""

    rules: Rules
    text: str = ""

    @property
    def key(self) -> str:
        """Equal rules have the same answers, apart from what only a submission's text says."""
        return rules_digest(self.rules)

    @property
    def whole_key(self) -> str:
        """The same, with the submission's text."""
        return f"{self.key} {sha256(self.text.encode()).hexdigest()}"

    @property
    def submission(self) -> Submission | None:
        return submission_of(self.text, SOURCE) if self.text else None


def subject_of(asked: StudySubject, tables: Mapping[str, Rules] | None = None) -> Subject:
    """The table of the question, or `BadInput`; `tables` are the rules of the open ones."""
    if [bool(one) for one in (asked.book, asked.submission, asked.table)].count(True) != 1:
        raise BadInput("name a book or an open table, or send a submission, and only one of them")
    if asked.table:
        if asked.table not in (tables or {}):
            raise BadInput("there is no such table")
        return Subject((tables or {})[asked.table])
    return Subject(rules_asked(asked.book, asked.submission), asked.submission)
