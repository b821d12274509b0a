"""`spanish21 user`: accounts of a server from the terminal."""

import sys
from typing import TYPE_CHECKING, Any

import click

from spanish21.cli.choosing import examples
from spanish21.cli.database import database_of, database_option, reading, writing
from spanish21.cli.printing import columns, json_line

if TYPE_CHECKING:
    import sqlalchemy as sa

TERMINAL = "terminal"
"""Who made the change, in the house's log."""
ACTIONS = ("list", "add", "password", "give", "take", "erase")


@click.command(
    epilog=examples(
        "spanish21 user list",
        "spanish21 user add Ann --role floorperson",
        "spanish21 user take Ann --role floorperson",
    )
)
@click.argument("action", type=click.Choice(ACTIONS))
@click.argument("name", required=False)
@click.option("--role", help="player, dealer, floorperson, auditor or administrator.")
@database_option
@click.option("--key", metavar="FILE", help="The master key.  [default: next to the SQLite file]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def user(
    action: str, name: str | None, role: str | None, database: str | None, key: str | None, as_json: bool
) -> None:
    """List, add and erase accounts, set passwords, give and take roles.

    A password is read from the terminal or from the standard input. To change anything in a SQLite file, stop
    the server first.
    """
    from spanish21.errors import BadInput

    address = database_of(database)
    if action == "list":
        _list(address, as_json)
        return
    if not name:
        raise BadInput(f"user {action} needs a name")
    if action in ("give", "take") and not role:
        raise BadInput(f"user {action} needs --role")
    password = _password() if action in ("add", "password") else ""
    with writing(address, key) as store, store.writer.begin():
        found = _changed(store.writer, action, name, role, password)
    if as_json:
        json_line(found)
    else:
        click.echo(f"{found['name']}: {', '.join(found['roles']) or 'erased'}")


def _list(address: str, as_json: bool) -> None:
    import sqlalchemy as sa

    from spanish21.server.people.roles import roles_of
    from spanish21.server.store.schema import people

    query = sa.select(people.c.id, people.c.name).where(people.c.is_guest == 0, people.c.erased == 0)
    with reading(address) as store, store.reading() as connection:
        rows = connection.execute(query.order_by(people.c.folded)).all()
        found = [
            {"person": row.id, "name": row.name, "roles": sorted(roles_of(connection, row.id))}
            for row in rows
        ]
    if as_json:
        json_line({"people": found})
        return
    if not found:
        click.echo("There are no accounts yet; `spanish21 user add NAME` creates one.")
    for line in columns([[one["name"], ", ".join(one["roles"])] for one in found]):
        click.echo(line)


def _password() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")


def _changed(
    connection: "sa.Connection", action: str, name: str, role: str | None, password: str
) -> dict[str, Any]:
    import os
    import time

    from spanish21.errors import BadInput
    from spanish21.server.people.accounts import add_account, erase, new_pseudonym, person_named, set_password
    from spanish21.server.people.passwords import Passwords, require_good_password
    from spanish21.server.people.roles import give_role, roles_of, take_role
    from spanish21.server.people.sessions import end_sessions

    now = round(time.time() * 1000)
    if action == "add":
        require_good_password(password, name)
        person = add_account(
            connection, new_pseudonym(os.urandom), name, Passwords().hashed(password), now, TERMINAL
        )
    else:
        found = person_named(connection, name)
        if found is None:
            raise BadInput(f"there is no account named {name!r}")
        person = found
    if action == "password":
        require_good_password(password, name)
        set_password(connection, person.id, Passwords().hashed(password), TERMINAL, now)
        end_sessions(connection, person.id)
    elif action == "erase":
        erase(connection, person.id, now, TERMINAL)
    elif action == "take":
        take_role(connection, person.id, str(role), TERMINAL)
        end_sessions(connection, person.id)
    elif role:
        give_role(connection, person.id, role, TERMINAL, now)
    roles = sorted(roles_of(connection, person.id))
    return {"person": person.id, "name": person.name, "roles": roles}
