"""The tables that a start opens: one of each book in a new house, and those of Rules Submissions."""

import msgspec
import sqlalchemy as sa

from spanish21.books.rulebook import BOOKS, file_text, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import submission_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.server.log.digests import rules_digest
from spanish21.server.money.kind_of_chips import ONLY_MONEY, is_for_money
from spanish21.server.store.schema import tables
from spanish21.server.table.hall import LONGEST_NAME, checked_table_name, rules_asked
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk


class Submitted(msgspec.Struct, frozen=True):
    """A table to be opened from a Rules Submission: its name, its rules and the submission's text."""

    name: str
    rules: Rules
    text: str


def submitted(path: str) -> Submitted:
    """The table of a submission's file, named after its operator; or `BadInput`."""
    text = file_text(path)
    name = submission_of(text, path).operator[:LONGEST_NAME]
    try:
        return Submitted(checked_table_name(name), rules_asked("", text), text)
    except BadInput as error:
        raise BadInput(error.said, path) from None


async def open_first_tables(desk: FrontDesk, policy: Policy, further: tuple[Submitted, ...]) -> None:
    """A table of each book, so that a guest finds one, and those of submissions that are not open yet."""
    is_money = policy.play_chips and await desk.reading(is_for_money)
    if not is_money and not await desk.reading(has_tables):
        for name in BOOKS:
            await desk.hall.open_table(load_book(name).title, rules_of(name), policy)
    if is_money and further:
        raise BadInput(ONLY_MONEY)
    for one in further:
        if not await desk.reading(is_table_open, one.name, rules_digest(one.rules)):
            await desk.hall.open_table(one.name, one.rules, policy, submission=one.text)


def has_tables(connection: sa.Connection) -> bool:
    """Whether the house has an open table, on any server."""
    query = sa.select(tables.c.id).where(tables.c.state != "closed").limit(1)
    return connection.scalar(query) is not None


def is_table_open(connection: sa.Connection, name: str, digest: str) -> bool:
    """Whether the house has an open table of this name and these rules."""
    same = (tables.c.name == name, tables.c.rules_digest == digest, tables.c.state != "closed")
    return connection.scalar(sa.select(tables.c.id).where(*same).limit(1)) is not None
