"""The opening of the table and its cards."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.evolving.parts import Evolves, with_nobody_barred, with_tens_out
from spanish21.game.evolving.start import for_new_decks
from spanish21.game.states import Phase
from spanish21.game.table import Table, keeps_batch
from spanish21.game.words import Shuffling


def _opened(table: Table, **steps: bool | int) -> Table:
    return replace(table, opening=replace(table.opening, **steps))


def equipment_checked(table: Table, event: ev.EquipmentChecked) -> Table:
    return _opened(table, equipment_checked=True)


def reader_inspected(table: Table, event: ev.ReaderInspected) -> Table:
    return _opened(table, reader_inspected=True)


def gaming_day_begun(table: Table, event: ev.GamingDayBegun) -> Table:
    return _opened(table, reader_inspected=False)


def time_told(table: Table, event: ev.TimeTold) -> Table:
    return replace(table, minutes=table.minutes + event.minutes)


def decks_received(table: Table, event: ev.DecksReceived) -> Table:
    ready = event.preinspected and event.preshuffled
    tens = len(event.cards) - table.rules.decks * len(SPANISH_DECK)
    table = _opened(table, decks_received=True, tens_removed=tens == 0, tens_verified=tens == 0)
    if ready:
        table = _opened(table, inspected=True, verified=True)
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
    return _opened(table, inspected=event.defective == 0, defective=event.defective)


def deck_replaced(table: Table, event: ev.DeckReplaced) -> Table:
    return _opened(table, defective=0)


def inspection_verified(table: Table, event: ev.InspectionVerified) -> Table:
    return _opened(table, verified=True)


def tens_removed(table: Table, event: ev.TensRemoved) -> Table:
    pool = list(table.pool)
    for card in event.cards:
        pool.remove(card)
    table = replace(_opened(table, tens_removed=True), pool=tuple(pool))
    return with_tens_out(table, event.cards, event.torn)


def tens_verified(table: Table, event: ev.TensVerified) -> Table:
    return _opened(table, tens_verified=True)


def cards_spread(table: Table, event: ev.CardsSpread) -> Table:
    """A batch spread on its way from the device to the shoe has been looked at; it is not asked for again."""
    idle = table.opening.after_idle and table.phase == Phase.SPREAD
    table = _opened(table, spread_face_up=event.face_up, after_idle=idle)
    return replace(table, phase=Phase.SPREAD, shoe=(), dealt=0, cover=None)


def cards_washed(table: Table, event: ev.CardsWashed) -> Table:
    if event.exposed:
        return table
    return replace(table, phase=Phase.STACK)


def table_idle(table: Table, event: ev.TableIdle) -> Table:
    return replace(
        _opened(table, spread_face_up=event.face_up, after_idle=True),
        phase=Phase.SPREAD,
        shoe=(),
        dealt=0,
        cover=None,
        rack=(),
        burn_card=0,
        cover_seen=False,
        reshuffle_ordered=False,
        cutting=replace(table.cutting, just_beginning=True),
    )


def decks_removed(table: Table, event: ev.DecksRemoved) -> Table:
    return replace(
        table,
        phase=Phase.CLOSED,
        opening=for_new_decks(table.opening),
        pool=(),
        shoe=(),
        dealt=0,
        cover=None,
        rack=(),
        torn=(),
        set_aside=(),
        burn_card=0,
        cover_seen=False,
        reshuffle_ordered=False,
        rounds_since_shuffle=0,
        people=with_nobody_barred(table.people),
        trouble=replace(table.trouble, void=None, resume=None),
    )


EVOLVES: Evolves = {
    ev.EquipmentChecked: equipment_checked,
    ev.ReaderInspected: reader_inspected,
    ev.GamingDayBegun: gaming_day_begun,
    ev.TimeTold: time_told,
    ev.DecksReceived: decks_received,
    ev.DecksInspected: decks_inspected,
    ev.DeckReplaced: deck_replaced,
    ev.InspectionVerified: inspection_verified,
    ev.TensRemoved: tens_removed,
    ev.TensVerified: tens_verified,
    ev.CardsSpread: cards_spread,
    ev.CardsWashed: cards_washed,
    ev.TableIdle: table_idle,
    ev.DecksRemoved: decks_removed,
}
