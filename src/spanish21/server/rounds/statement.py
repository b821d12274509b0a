"""A person's wagers, wins and losses in a period, round by round, from the ledger alone."""

import csv
import io
from bisect import bisect_left
from collections import defaultdict
from datetime import UTC, datetime

import sqlalchemy as sa

from spanish21.game.money import amount_text
from spanish21.server.answers import PlayStatement, StatementRow
from spanish21.server.log.house_events import HOUSE
from spanish21.server.log.ledger import TableAccounts, purse
from spanish21.server.store.play_records import risks_of
from spanish21.server.store.schema import events, rounds, tables, transfers

MOST_ROUNDS = 5_000
WINS = ("pay_", "bonus_")


def statement(connection: sa.Connection, person: str, start: int, end: int) -> PlayStatement:
    """The rounds that ended in a period, the newest first; chips on layouts now are not included."""
    rows: list[StatementRow] = []
    for table_id, name in _tables_of(connection, person):
        rows += _rounds_at(connection, table_id, name, person, start, end)
    rows.sort(key=lambda row: row["at"], reverse=True)
    put_in, taken_out = _purse_moves(connection, person, start, end)
    won, lost = sum(row["won"] for row in rows), sum(row["lost"] for row in rows)
    return {
        "since": start,
        "until": end,
        "rounds": len(rows),
        "wagered": sum(row["wagered"] for row in rows),
        "won": won,
        "lost": lost,
        "net": won - lost,
        "open": sum(risks_of(connection, person).values()),
        "put_in": put_in,
        "taken_out": taken_out,
        "rows": rows[:MOST_ROUNDS],
    }


def _tables_of(connection: sa.Connection, person: str) -> list[tuple[str, str]]:
    """The tables to which a person has ever taken chips."""
    own = purse(person)
    moves = sa.select(transfers.c.table_id).where(
        sa.or_(transfers.c.source == own, transfers.c.target == own), transfers.c.table_id != HOUSE
    )
    query = sa.select(tables.c.id, tables.c.name).where(tables.c.id.in_(moves.distinct()))
    return [(row.id, row.name) for row in connection.execute(query)]


def _rounds_at(
    connection: sa.Connection, table_id: str, name: str, person: str, start: int, end: int
) -> list[StatementRow]:
    """A move of chips belongs to the round that ends next."""
    of_end = sa.and_(events.c.table_id == rounds.c.table_id, events.c.seq == rounds.c.last_seq)
    ended = sa.select(rounds.c.number, rounds.c.last_seq, events.c.at).join(events, of_end)
    ended = ended.where(rounds.c.table_id == table_id).order_by(rounds.c.last_seq)
    found = connection.execute(ended).all()
    first = bisect_left(found, start, key=lambda row: row.at)
    last = bisect_left(found, end, key=lambda row: row.at)
    if first == last:
        return []
    ends = [row.last_seq for row in found[first:last]]
    after = found[first - 1].last_seq if first else 0
    account = TableAccounts(table_id).chips(person)
    within = (transfers.c.table_id == table_id, transfers.c.seq > after, transfers.c.seq <= ends[-1])
    own = sa.or_(transfers.c.source == account, transfers.c.target == account)
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in connection.execute(sa.select(transfers).where(own, *within)):
        _add(sums[bisect_left(ends, row.seq)], row, account)
    return [
        {
            "at": found[first + at].at,
            "table": table_id,
            "name": name,
            "round": found[first + at].number,
            "wagered": wagered,
            "won": won,
            "lost": wagered - returned,
            "net": won + returned - wagered,
        }
        for at, (wagered, returned, won) in sums.items()
        if wagered or won
    ]


def _add(sums: list[int], row: sa.Row[tuple[object, ...]], account: str) -> None:
    """Add a move to a round's sums of wagers, returns and winnings."""
    comes, why, layout = row.target == account, row.why, "layout/"
    if comes and row.why.startswith("withdraw_"):
        sums[0] -= row.amount
    elif not comes and row.target.startswith(layout):
        sums[0] += row.amount
    elif comes and row.source.startswith(layout):
        sums[1] += row.amount
    elif why.startswith((*WINS, "undo_")):
        sums[2] += row.amount if comes else -row.amount


def _purse_moves(connection: sa.Connection, person: str, start: int, end: int) -> tuple[int, int]:
    """The house's payments into and out of the purse in a period."""
    own, at = (
        purse(person),
        sa.and_(events.c.table_id == transfers.c.table_id, events.c.seq == transfers.c.seq),
    )
    query = sa.select(transfers.c.target, transfers.c.amount).join(events, at)
    query = query.where(transfers.c.table_id == HOUSE, events.c.at >= start, events.c.at < end)
    query = query.where(sa.or_(transfers.c.source == own, transfers.c.target == own))
    moves = connection.execute(query).all()
    put_in = sum(row.amount for row in moves if row.target == own)
    return put_in, sum(row.amount for row in moves) - put_in


def statement_csv(found: PlayStatement) -> str:
    """A statement as a table for a spreadsheet: a line for each round, and one with the sums."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(["ended (UTC)", "table", "round", "wagered", "won", "lost", "net"])
    for row in found["rows"]:
        at = datetime.fromtimestamp(row["at"] / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        amounts = [amount_text(row[name]) for name in ("wagered", "won", "lost", "net")]
        lines.writerow([at, _cell(row["name"]), row["round"], *amounts])
    sums = [amount_text(found[name]) for name in ("wagered", "won", "lost", "net")]
    lines.writerow(["all rounds", "", found["rounds"], *sums])
    lines.writerow(["in open rounds now", "", "", amount_text(found["open"]), "", "", ""])
    return text.getvalue()


def _cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text
