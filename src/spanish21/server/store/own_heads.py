"""Where logs end, as this program left them: who has only the database cannot add to a log unnoticed."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from spanish21.server.log.batch import BrokenLaw
from spanish21.server.log.chain import head_mac, is_head_of
from spanish21.server.store.schema import heads
from spanish21.server.store.statements import update_rows

HEAD_KEY = "head_key"
"""The option of a connection under which it has the key that authenticates heads (`Store.authenticate`)."""


def mac_of(connection: sa.Connection, table_id: str, seq: int, chain: bytes) -> bytes | None:
    """A proof that this program left a log there; None without the key."""
    key = connection.get_execution_options().get(HEAD_KEY)
    return head_mac(key, table_id, seq, chain) if key else None


def require_own_head(connection: sa.Connection, table_id: str, head: Any) -> None:
    """Refuse to continue a log that another program has added to: the next commit would vouch for it."""
    key = connection.get_execution_options().get(HEAD_KEY)
    if key and head.seq and not is_head_of(key, head.mac, table_id, head.seq, head.chain):
        raise BrokenLaw(
            f"the log of {table_id} does not end where the program left it: someone else has written to the"
            " database; see `spanish21 audit`, and put back a backup"
        )


def altered_heads(connection: sa.Connection, key: bytes) -> list[str]:
    """The logs that do not end where the program left them."""
    rows = connection.execute(sa.select(heads).where(heads.c.seq > 0).order_by(heads.c.table_id))
    return [row.table_id for row in rows if not is_head_of(key, row.mac, row.table_id, row.seq, row.chain)]


def authenticate_heads(connection: sa.Connection, key: bytes, but: Collection[str] = ()) -> None:
    """Vouch for where all logs end, with exceptions."""
    rows = connection.execute(sa.select(heads).where(heads.c.seq > 0)).all()
    found = [row for row in rows if row.table_id not in but]
    macs = [(head_mac(key, row.table_id, row.seq, row.chain), row.table_id) for row in found]
    update_rows(connection, heads, ("mac",), ("table_id",), macs)
