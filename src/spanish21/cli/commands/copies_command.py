"""`spanish21 backup`, `restore` and `move`: copies of a server's database."""

from pathlib import Path

import click

from spanish21.cli.choosing import examples
from spanish21.cli.database import database_of, database_option, reading
from spanish21.cli.printing import json_line
from spanish21.game.pictures.count_text import count_text


@click.command(
    epilog=examples("spanish21 backup house-backup.db", "spanish21 backup copy.db --database house.db")
)
@click.argument("file")
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def backup(file: str, database: str | None, as_json: bool) -> None:
    """Copy a server's database to a new file while the server runs.

    It says up to which signed checkpoint the backup goes. The keys are not in it: keep copies of them
    elsewhere. A PostgreSQL database is copied into a SQLite file.
    """
    from spanish21.errors import BadInput
    from spanish21.server.fairness.house_tree import newest_checkpoint
    from spanish21.server.store.connect import is_postgresql, open_store
    from spanish21.server.store.copies import back_up_sqlite, copy_store

    address, path = database_of(database), Path(file).absolute()
    if path.exists():
        raise BadInput(f"{path} exists; a backup is not written over another file")
    with reading(address) as store:
        if is_postgresql(address):
            made = open_store(str(path))
            try:
                copy_store(store, made)
            finally:
                made.close()
        else:
            with store.reading() as connection:
                back_up_sqlite(connection, path)
    with reading(str(path)) as store, store.reading() as connection:
        checkpoint = newest_checkpoint(connection)
    named = "" if checkpoint is None else f", up to the checkpoint {checkpoint[1]} of {checkpoint[0]}"
    document = {"backup": str(path), "bytes": path.stat().st_size, "checkpoint": checkpoint}
    _done(document, f"{path} is written{named}", as_json)


@click.command(epilog=examples("spanish21 restore house-backup.db --database new.db"))
@click.argument("file")
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with a digest of each kind.")
def restore(file: str, database: str | None, as_json: bool) -> None:
    """Restore a backup into a new, empty database; copy the keys next to it yourself.

    The next server that starts on it ends unfinished rounds, and opens the tables again with new shoes.
    """
    from spanish21.server.store.copies import restore as restored

    address = database_of(database)
    digests = restored(Path(file), address)
    _done({"digests": digests}, f"{file} is restored: {_compared(digests)}", as_json)


@click.command(epilog=examples("spanish21 move house.db postgresql://house@localhost/spanish21"))
@click.argument("source")
@click.argument("target")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with a digest of each kind.")
def move(source: str, target: str, as_json: bool) -> None:
    """Copy a database to another one, such as PostgreSQL, with every hash and balance compared.

    No server may be running on a SQLite source. The keys stay where they are: name the master key to serve
    with --key. The next server ends unfinished rounds, and opens the tables again with new shoes.
    """
    from spanish21.errors import BadInput
    from spanish21.server.store.connect import is_postgresql, sqlite_path
    from spanish21.server.store.copies import move as moved

    if not is_postgresql(source) and not sqlite_path(source).is_file():
        raise BadInput(f"there is no database at {sqlite_path(source)}")
    digests = moved(source, target)
    _done({"digests": digests}, f"{source} is moved: {_compared(digests)}", as_json)


def _compared(digests: dict[str, str]) -> str:
    return f"{count_text(len(digests), 'kind')} of records copied and compared"


def _done(document: dict[str, object], text: str, as_json: bool) -> None:
    if as_json:
        json_line(document)
    else:
        click.echo(text)
