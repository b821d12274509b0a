"""What is studied: a book as its sample has it, or a Rules Submission."""

from hashlib import sha256
from typing import Annotated

import msgspec

from spanish21.books.submission_file import Submission, submission_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.server.digests import rules_digest
from spanish21.server.hall import rules_asked

SOURCE = "the submission"
LONGEST_SUBMISSION = 50_000


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A book by its name, or the text of a submission."""

    book: Annotated[str, msgspec.Meta(max_length=60)] = ""
    submission: Annotated[str, msgspec.Meta(max_length=LONGEST_SUBMISSION)] = ""


class Subject(msgspec.Struct, frozen=True):
    """A table that is studied; `text` is that of its submission, "" for a book's sample."""

    rules: Rules
    text: str = ""

    @property
    def key(self) -> str:
        """Rules alike have the same answers, but for what only a submission's text says."""
        return rules_digest(self.rules)

    @property
    def whole_key(self) -> str:
        """The same, with the submission's text."""
        return f"{self.key} {sha256(self.text.encode()).hexdigest()}"

    @property
    def submission(self) -> Submission | None:
        return submission_of(self.text, SOURCE) if self.text else None


def subject_of(asked: Asked) -> Subject:
    """The table that is asked about, or `BadInput`."""
    if bool(asked.book) == bool(asked.submission):
        raise BadInput("name a book, or send a submission, and not both")
    return Subject(rules_asked(asked.book, asked.submission), asked.submission)
