"""A restored house: open rounds are ended by a stated rule, and the tables begin again with new shoes.

Anyone who had the database at the moment of the backup can know the cards that were to come. So every shoe
and seed that is not open is opened, undecided wagers go back, everyone is cashed out, and each
table continues as a new one, with another id: none of its shoes has a number that was used before.
"""

from typing import NamedTuple

import sqlalchemy as sa
import structlog
from msgspec.structs import replace

from spanish21.errors import Spanish21Error
from spanish21.game.rules import Rules
from spanish21.server.log.cashing_out import cash_out_transfers
from spanish21.server.log.house_events import HouseRestored, TableVoided
from spanish21.server.log.sealed_rows import seed_of
from spanish21.server.log.seals import MasterKey
from spanish21.server.store import schema
from spanish21.server.store.batch_rows import take_over
from spanish21.server.store.house_log import record
from spanish21.server.store.store_reader import load
from spanish21.server.table.closure import close_table
from spanish21.server.table.policy import Policy, policy_of

log_of = structlog.get_logger("spanish21.restoration")


class Reopening(NamedTuple):
    """A table that was ended and continues as a new one."""

    name: str
    rules: Rules
    policy: Policy
    opened_by: str
    submission: str


def restore_house(
    connection: sa.Connection, master: MasterKey, owner: str, told: HouseRestored
) -> list[Reopening]:
    """End every open table as the database has it, and write down why; the tables to be opened again."""
    record(connection, told)
    tables, found = schema.tables, []
    for row in connection.execute(sa.select(tables).where(tables.c.state != "closed")).all():
        try:
            rules = _ended(connection, master, owner, row.id, told.why)
        except Spanish21Error as error:
            log_of.error("table not ended", table=row.id, error=str(error))
            of_table = sa.update(tables).where(tables.c.id == row.id)
            connection.execute(of_table.values(state="stopped", stopped_because="it cannot be read"))
            continue
        policy = policy_of(row.policy)
        found.append(Reopening(row.name, rules, policy, row.opened_by, row.submission))
    return found


def _ended(connection: sa.Connection, master: MasterKey, owner: str, table_id: str, why: str) -> Rules:
    def key_of(number: int) -> bytes:
        return master.shoe_key(table_id, number)

    found = load(connection, table_id, key_of)
    if found.table is None:
        raise Spanish21Error("its log is empty")
    if not take_over(connection, table_id, owner, found.log.epoch):
        raise Spanish21Error("another server has it")
    moves = cash_out_transfers(found.table, table_id, found.log.held)
    draws = schema.draws
    unopened = sa.select(draws).where(draws.c.table_id == table_id, draws.c.opened.is_(None))
    seeds = {
        str(row.number): seed_of(master, table_id, row.number, row.sealed)
        for row in connection.execute(unopened)
    }
    log = replace(found.log, epoch=found.log.epoch + 1)
    record(connection, TableVoided(table_id, log.seq, why, tuple([(*move,) for move in moves]), seeds))
    close_table(connection, log, key_of)
    connection.execute(sa.delete(schema.at_risk).where(schema.at_risk.c.table_id == table_id))
    return found.table.rules
