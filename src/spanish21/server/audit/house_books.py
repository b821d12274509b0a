"""The house's books as an auditor reads them: rows of a log, authors of events, accounts and their moves."""

import sqlalchemy as sa

from spanish21.server.answers import Account, CommandAsked, LedgerMove, LogHead, LogRow
from spanish21.server.log.chain import Row, first_chain
from spanish21.server.store import schema
from spanish21.server.store.store_reader import head_of, rows


def log_rows(connection: sa.Connection, table_id: str, first: int, last: int) -> list[LogRow]:
    """Rows of a log with every part of its chain; sealed parts stay sealed."""
    return [_row(row) for row in rows(connection, table_id, first - 1, last)]


def _row(row: Row) -> LogRow:
    return {
        "seq": row.seq,
        "at": row.at,
        "shoe": row.shoe,
        "leaf": row.leaf.hex(),
        "chain": row.chain.hex(),
        "note": (row.note or b"").hex(),
        "salt": (row.salt or b"").hex(),
        "body": row.body,
    }


def log_head(connection: sa.Connection, table_id: str) -> LogHead:
    """Where a log begins and ends: the chain before its first event and after its last."""
    head = head_of(connection, table_id)
    return {"seq": head.seq, "chain": head.chain.hex(), "before": first_chain(table_id).hex()}


def commands_asked(connection: sa.Connection, table_id: str, first: int, last: int) -> list[CommandAsked]:
    """The authors of events: person, role, reason and second person."""
    commands = schema.commands
    within = (commands.c.first_seq <= last, commands.c.last_seq >= first)
    query = sa.select(commands).where(commands.c.table_id == table_id, *within)
    return [
        {
            "by": row.by,
            "role": row.role,
            "command": row.command,
            "first": row.first_seq,
            "last": row.last_seq,
            "reason": row.reason,
            "second": row.second,
            "at": row.at,
        }
        for row in connection.execute(query.order_by(commands.c.first_seq))
    ]


def accounts(connection: sa.Connection, part: str, most: int) -> list[Account]:
    """The accounts whose name begins with `part`, or has it after a slash, with their balances."""
    balances = schema.balances
    query = sa.select(balances).order_by(balances.c.account).limit(most)
    if part:
        begins = balances.c.account.startswith(part, autoescape=True)
        query = query.where(sa.or_(begins, balances.c.account.contains(f"/{part}", autoescape=True)))
    return [{"account": row.account, "amount": row.amount} for row in connection.execute(query)]


def moves(connection: sa.Connection, account: str, most: int) -> list[LedgerMove]:
    """The last moves of an account, the newest first: chips in, or with a minus out, and the other
    account."""
    transfers, events = schema.transfers, schema.events
    joined = transfers.outerjoin(
        events, sa.and_(events.c.table_id == transfers.c.table_id, events.c.seq == transfers.c.seq)
    )
    query = sa.select(transfers, events.c.at).select_from(joined)
    query = query.where(sa.or_(transfers.c.source == account, transfers.c.target == account))
    newest = query.order_by(events.c.at.desc(), transfers.c.seq.desc(), transfers.c.n.desc()).limit(most)
    return [
        {
            "at": row.at,
            "log": row.table_id,
            "seq": row.seq,
            "amount": row.amount if row.target == account else -row.amount,
            "other": row.source if row.target == account else row.target,
            "why": row.why,
        }
        for row in connection.execute(newest)
    ]
