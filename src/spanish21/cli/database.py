"""The options shared by all commands about a server's database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from spanish21.server.log.seals import MasterKey
    from spanish21.server.store.connect import Store

Command = TypeVar("Command", bound=Callable[..., Any])


def database_option(command: Command) -> Command:
    """The database that a command uses."""
    option = click.option(
        "--database",
        metavar="URL",
        help="A path, sqlite:///path or postgresql://…  [default: a SQLite file in your data folder]",
    )
    return option(command)


def database_of(database: str | None) -> str:
    """The named database, or the default one of `serve`."""
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
def writing(database: str, key: str | None = None) -> "Iterator[Store]":
    """A database opened for writing, by a house's own terminal: what is written is vouched for by its key."""
    from spanish21.errors import BadInput
    from spanish21.server.fairness.house_tree import newest_origin
    from spanish21.server.store.connect import is_postgresql, open_store, sqlite_path
    from spanish21.server.store.own_heads import HEAD_KEY
    from spanish21.server.store.signing_key import head_key, signing_key_in, signing_path
    from spanish21.server.web.serving import key_path

    if not is_postgresql(database) and not sqlite_path(database).is_file():
        raise BadInput(f"there is no database at {sqlite_path(database)}")
    path = signing_path(key_path(database, key or ""))
    signing = signing_key_in(path)
    store = open_store(database)
    try:
        with store.reading() as connection:
            is_signed = newest_origin(connection) is not None
        if signing is not None:
            store.authenticate(**{HEAD_KEY: head_key(signing)})
        elif is_signed:
            raise BadInput(f"there is no signing key at {path}; name the house's master key with --key")
        yield store
    finally:
        store.close()


@contextmanager
def reading(database: str) -> "Iterator[Store]":
    """A database opened for reading; a server may be using it."""
    from spanish21.server.store.connect import open_for_reading

    store = open_for_reading(database)
    try:
        yield store
    finally:
        store.close()
