"""Decks came, were inspected, lost their 10s, or left."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.evolving.parts import Evolves, opened, with_nobody_barred, with_tens_out
from spanish21.game.evolving.start import NO_SHOE, for_new_decks
from spanish21.game.states import Phase
from spanish21.game.table import Table, keeps_batch
from spanish21.game.words import Shuffling


def decks_received(table: Table, event: ev.DecksReceived) -> Table:
    ready = event.preinspected and event.preshuffled
    tens = len(event.cards) - table.rules.decks * len(SPANISH_DECK)
    table = opened(table, decks_received=True, tens_removed=tens == 0, tens_verified=tens == 0)
    if ready:
        table = opened(table, inspected=True, verified=True)
    return replace(
        table,
        pool=tuple(sorted(event.cards)),
        shoe=event.cards if ready and not table.is_real_shoe else (),
        phase=_after_arrival(table) if ready else Phase.CLOSED,
        decks_opened=table.minutes,
        burns_due=1 if table.rules.burns_first_card else 0,
        cutting=replace(table.cutting, just_beginning=True, order=(), offered=None, cut_by=None),
    )


def _after_arrival(table: Table) -> Phase:
    """Decks that come ready are cut, unless they go through a device that shuffles all that it is given."""
    return Phase.STACK if table.rules.shuffling == Shuffling.CONTINUOUS or keeps_batch(table) else Phase.CUT


def decks_inspected(table: Table, event: ev.DecksInspected) -> Table:
    return opened(table, inspected=event.defective == 0, defective=event.defective)


def deck_replaced(table: Table, event: ev.DeckReplaced) -> Table:
    return opened(table, defective=0)


def inspection_verified(table: Table, event: ev.InspectionVerified) -> Table:
    return opened(table, verified=True)


def tens_removed(table: Table, event: ev.TensRemoved) -> Table:
    pool = list(table.pool)
    for card in event.cards:
        pool.remove(card)
    table = replace(opened(table, tens_removed=True), pool=tuple(pool))
    return with_tens_out(table, event.cards, event.torn)


def tens_verified(table: Table, event: ev.TensVerified) -> Table:
    return opened(table, tens_verified=True)


def decks_removed(table: Table, event: ev.DecksRemoved) -> Table:
    return replace(
        table,
        phase=Phase.CLOSED,
        opening=for_new_decks(table.opening),
        pool=(),
        **NO_SHOE,
        torn=(),
        set_aside=(),
        cover_seen=False,
        reshuffle_ordered=False,
        rounds_since_shuffle=0,
        people=with_nobody_barred(table.people),
        trouble=replace(table.trouble, void=None, resume=None),
    )


EVOLVES: Evolves = {
    ev.DecksReceived: decks_received,
    ev.DecksInspected: decks_inspected,
    ev.DeckReplaced: deck_replaced,
    ev.InspectionVerified: inspection_verified,
    ev.TensRemoved: tens_removed,
    ev.TensVerified: tens_verified,
    ev.DecksRemoved: decks_removed,
}
