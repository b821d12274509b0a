"""Numbered migrations: the files migrations/NNNN.DIALECT.sql, each run once, in order, in a transaction.

A released file never changes; together they make the schema in schema.py.
"""

from importlib.resources import files

import sqlalchemy as sa

from spanish21.errors import BadInput
from spanish21.server.store.schema import meta

NUMBER = "migration"
"""Under this name `meta` holds the number of the last migration that ran."""


def numbers() -> list[int]:
    """The numbers of all migrations."""
    names = (entry.name for entry in files("spanish21.server.store").joinpath("migrations").iterdir())
    return sorted({int(name.split(".")[0]) for name in names if name.endswith(".sql")})


def statements(number: int, dialect: str) -> list[str]:
    """The statements of a migration."""
    file = files("spanish21.server.store").joinpath("migrations", f"{number:04}.{dialect}.sql")
    return [part.strip() for part in file.read_text("utf-8").split(";\n") if part.strip()]


def last_migration(connection: sa.Connection) -> int:
    """The number of the last migration that this database has had; 0 if it is new."""
    if not sa.inspect(connection).has_table("meta"):
        return 0
    return int(connection.scalar(sa.select(meta.c.value).where(meta.c.name == NUMBER)) or 0)


def migrate(connection: sa.Connection) -> None:
    """Run the missing migrations; two servers that start together on PostgreSQL do it one after the other."""
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(21)")
        done = last_migration(connection)
        _refuse_newer(done)
        for number in numbers():
            if number > done:
                for statement in statements(number, connection.dialect.name):
                    connection.exec_driver_sql(statement)
                connection.execute(sa.delete(meta).where(meta.c.name == NUMBER))
                connection.execute(sa.insert(meta).values(name=NUMBER, value=str(number)))


def require_newest(connection: sa.Connection) -> None:
    """Refuse a database that a reader of this version would misread."""
    done = last_migration(connection)
    _refuse_newer(done)
    if done < numbers()[-1]:
        raise BadInput("the database is of an older version; start the server on it once, and it is migrated")


def _refuse_newer(done: int) -> None:
    if done > numbers()[-1]:
        raise BadInput("the database was made by a newer version of spanish21; use that version")
