"""The options that every command about a server's database takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from spanish21.server.log.seals import MasterKey
    from spanish21.server.store.connect import Store

Command = TypeVar("Command", bound=Callable[..., Any])


def database_option(command: Command) -> Command:
    """The database that a command is about."""
    option = click.option(
        "--database",
        metavar="URL",
        help="A path, sqlite:///path or postgresql://…  [default: a SQLite file in your data folder]",
    )
    return option(command)


def database_of(database: str | None) -> str:
    """The database that was named, or the one of `serve` without options."""
    from spanish21.server.web.serving import default_database

    return database or default_database()


def master_key(database: str, key: str | None) -> "MasterKey | None":
    """The master key of a database, if it is where it should be; a key that is named must be there."""
    from spanish21.errors import BadInput
    from spanish21.server.store.master_key import key_in
    from spanish21.server.web.serving import key_path

    found = key_in(key_path(database, key or ""))
    if found is None and key is not None:
        raise BadInput(f"there is no master key at {key}")
    return found


@contextmanager
def reading(database: str) -> "Iterator[Store]":
    """A database to be read; a server may be running on it."""
    from spanish21.server.store.connect import open_for_reading

    store = open_for_reading(database)
    try:
        yield store
    finally:
        store.close()
