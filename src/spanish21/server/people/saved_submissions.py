"""Rules Submissions that people have saved, each under its own name."""

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.answers import SavedSubmission
from spanish21.server.store.schema import submissions

MOST_KEPT = 20


def kept_submissions(connection: sa.Connection, person: str) -> list[SavedSubmission]:
    """A person's saved submissions, by name."""
    columns = (submissions.c.name, submissions.c.text, submissions.c.at)
    own = sa.select(*columns).where(submissions.c.person == person).order_by(submissions.c.name)
    return [{"name": row.name, "text": row.text, "at": row.at} for row in connection.execute(own)]


def keep_submission(connection: sa.Connection, person: str, name: str, text: str, now: int) -> None:
    """Save a submission under a name, replacing an earlier one."""
    drop_submission(connection, person, name)
    own = sa.select(sa.func.count()).where(submissions.c.person == person)
    if (connection.scalar(own) or 0) >= MOST_KEPT:
        raise BadInput(f"you have saved {MOST_KEPT} submissions; delete one first")
    connection.execute(sa.insert(submissions).values(person=person, name=name, text=text, at=now))


def drop_submission(connection: sa.Connection, person: str, name: str) -> None:
    """Delete a saved submission."""
    own = sa.and_(submissions.c.person == person, submissions.c.name == name)
    connection.execute(sa.delete(submissions).where(own))
