"""One event further: its effect on table, log, ledger, shoes and rounds. Recording, loading and the audit
take every step of a log here, so that they cannot differ."""

from typing import NamedTuple

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolve import check_end_of_round, evolve, set_up
from spanish21.game.table import Table
from spanish21.server.log.batch import BrokenLaw, Log
from spanish21.server.log.hidden_events import is_hidden
from spanish21.server.log.ledger import Transfer, expected, is_of_a_table, transfers
from spanish21.server.log.seeds import after as seeds_after
from spanish21.server.log.shoe_numbers import after as shoes_after
from spanish21.server.log.shoe_numbers import cards_of


class FoldStep(NamedTuple):
    """An event's place in the log and its consequences.

    `shoe` is the shoe that it belongs to, `begun` the one that begins with it (0: none), with its unseen
    `order` unless the house has committed to that elsewhere, `opened` the shoes that can be opened after it;
    `round_begun` and `round_ended` are rounds' numbers or 0.
    """

    log: Log
    table: Table
    transfers: tuple[Transfer, ...]
    shoe: int
    is_hidden: bool
    order: tuple[int, ...]
    begun: int
    opened: tuple[int, ...]
    round_begun: int
    round_ended: int


def step(log: Log, table: Table | None, event: ev.Event) -> FoldStep:
    """The step from a log and its table by an event; the log's chain stays as it is."""
    if table is None:
        if not isinstance(event, ev.TableSetUp):
            raise BrokenLaw(f"the log of table {log.table_id} does not begin with the table's setting up")
        after = set_up(event)
    else:
        if isinstance(event, ev.CardsCollected):
            check_end_of_round(table, event, log.seq + 1)
        after = evolve(table, event)
    seq = log.seq + 1
    lines = transfers(event, table, log.table_id)
    change = shoes_after(log.shoes, event)
    begun, ended, first_wager = 0, 0, log.first_wager
    if isinstance(event, ev.WagersClosed):
        begun = event.number
    elif isinstance(event, ev.CardsCollected):
        ended, first_wager = log.round_under_way, 0
    elif not log.round_under_way and bool(after.boxes or after.offers) != bool(first_wager):
        first_wager = 0 if first_wager else seq
    changed = replace(
        log,
        seq=seq,
        version=event.version if isinstance(event, ev.TableSetUp | ev.LogContinued) else log.version,
        shoes=change.shoes,
        seeds=seeds_after(log.seeds, event),
        first_wager=first_wager,
        round_under_way=0 if ended else begun or log.round_under_way,
        held=_held_after(log, lines) if lines else log.held,
    )
    return FoldStep(
        changed,
        after,
        lines,
        shoe=change.shoe,
        is_hidden=is_hidden(event, table),
        order=cards_of(event) if change.began else (),
        begun=change.began,
        opened=change.over,
        round_begun=begun,
        round_ended=ended,
    )


def _held_after(log: Log, lines: tuple[Transfer, ...]) -> dict[str, int]:
    held = dict(log.held)
    for source, target, amount, _ in lines:
        for account, gain in ((source, -amount), (target, amount)):
            if not is_of_a_table(account):
                continue
            held[account] = held.get(account, 0) + gain
            if not held[account]:
                del held[account]
    return held


def check_ledger(log: Log, table: Table) -> None:
    """The law that the ledger agrees with the table."""
    if log.held != expected(table, log.table_id):
        raise BrokenLaw(f"the ledger of table {log.table_id} disagrees with its table at {log.seq}")
