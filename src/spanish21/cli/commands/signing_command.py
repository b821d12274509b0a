"""`spanish21 rekey`: another key signs a house's checkpoints, and the old one announces it."""

import click

from spanish21.cli.choosing import examples
from spanish21.cli.database import database_of, database_option, writing
from spanish21.cli.printing import json_line


@click.command(
    epilog=examples("spanish21 rekey --database house.db"),
)
@database_option
@click.option("--key", metavar="FILE", help="The master key.  [default: next to the SQLite file]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with both public keys.")
def rekey(database: str | None, key: str | None, as_json: bool) -> None:
    """Replace the key that signs a house's checkpoints; the old key announces the new one.

    Stop every server of the house first, and copy the new file to each of them afterwards. Witnesses, audits
    and proofs of rounds follow the announcement. If the old key was stolen, the thief can announce keys,
    too: remove its file instead, so that the next start begins a new house with a new origin.
    """
    import os
    import time

    from spanish21.errors import BadInput
    from spanish21.server.fairness.handing_over import follow_key, hand_over
    from spanish21.server.fairness.house_tree import newest_origin
    from spanish21.server.fairness.incarnation import seen_now
    from spanish21.server.store.signing_key import (
        keep_seen,
        next_path,
        seen_path,
        signing_key_in,
        signing_key_made,
        signing_path,
    )
    from spanish21.server.web.serving import key_path

    address = database_of(database)
    path = key_path(address, key or "")
    with writing(address, key) as store:
        with store.writer.begin():
            follow_key(store.writer, path)  # the rest of an interrupted command
        old = signing_key_in(signing_path(path))
        if old is None:
            raise BadInput(f"there is no signing key at {signing_path(path)}")
        new = signing_key_made(next_path(path), os.urandom)
        with store.writer.begin():
            note = hand_over(store.writer, old, new, round(time.time() * 1000))
            origin = newest_origin(store.writer)
            seen = seen_now(store.writer, origin.incarnation)
        keep_seen(seen_path(path), seen)
        with store.writer.begin():
            follow_key(store.writer, path)
    name = note.text.partition("\n")[0]
    keys = [str(one.named(name).verifier()) for one in (old, new)]
    if as_json:
        json_line({"origin": name, "old": keys[0], "new": keys[1], "checkpoint": str(note)})
    else:
        click.echo(f"{name} is signed by another key from now on: {keys[1]}")
        click.echo(f"the old key announced it: {keys[0]}")
