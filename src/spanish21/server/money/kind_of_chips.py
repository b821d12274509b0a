"""The kind of chips of a house: play chips, given to every newcomer, or money, which is paid in.

A purse does not tell kinds of chips apart, so a house has one: no one wins money with chips that were given
away, or takes winnings from a table for play chips to one for money.
"""

import msgspec
import sqlalchemy as sa

from spanish21.server.log.house_events import HOUSE
from spanish21.server.store.schema import events, tables

PLAY_CHIPS = "play chips"
"""Why the house gives a newcomer chips."""
ONLY_MONEY = "this house plays for money: it has no tables for play chips"
CHIPS_GIVEN = (
    "this house has given play chips, and a purse has one kind of chips: to play for money, start a new house"
)
CLOSE_FIRST = "tables for play chips are open; close them first, as a purse has one kind of chips"


class _Kind(msgspec.Struct):
    play_chips: bool = True


def _kinds(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> set[bool]:
    """Whether tables are for play chips: of all tables, or of some."""
    policies = connection.scalars(sa.select(tables.c.policy).where(*which).distinct())
    return {msgspec.json.decode(policy, type=_Kind).play_chips for policy in policies}


def is_for_money(connection: sa.Connection) -> bool:
    """Whether a table for money was ever opened: from then on all chips are money."""
    return False in _kinds(connection, tables.c.policy.contains('"play_chips":false'))


def why_not_for_money(connection: sa.Connection) -> str:
    """Why no table for money can be opened here; "" when one can."""
    if is_for_money(connection):
        return ""
    given = sa.and_(
        events.c.table_id == HOUSE,
        events.c.body.startswith('{"type":"ChipsGiven"', autoescape=True),
        events.c.body.contains(f'"why":"{PLAY_CHIPS}"', autoescape=True),
    )
    if connection.scalar(sa.select(events.c.seq).where(given).limit(1)) is not None:
        return CHIPS_GIVEN
    return CLOSE_FIRST if True in _kinds(connection, tables.c.state != "closed") else ""


def why_not_kind(connection: sa.Connection, is_for_play: bool) -> str:
    """Why no table of a kind can be opened here; "" when one can."""
    if is_for_play:
        return ONLY_MONEY if is_for_money(connection) else ""
    return why_not_for_money(connection)
