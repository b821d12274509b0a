"""Shuffling, cutting, the shoe and its burn cards."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_batch, with_nobody_barred
from spanish21.game.evolving.start import for_new_decks
from spanish21.game.states import Phase
from spanish21.game.table import Batch, Table, box_of, device_shuffles
from spanish21.game.words import RecutBy


def shoe_shuffled(table: Table, event: ev.ShoeShuffled) -> Table:
    phase: Phase = Phase.CUT
    if event.method == "continuous":
        phase = Phase.BURN if table.burns_due or event.mid_round else Phase.WAGERS
    elif event.method == "device":
        phase = _after_device(table)
    changed = _stacked(table, event.cards, phase)
    if event.mid_round:
        dealt = len(table.pool) - sum(len(cards) for cards in table.rack) if table.is_real_shoe else 0
        return replace(changed, burns_due=1, cover_seen=True, dealt=dealt)
    changed = replace(changed, rounds_since_shuffle=0, people=with_nobody_barred(table.people))
    if event.method == "continuous":
        return replace(changed, reshuffle_ordered=False, cover_seen=False)
    return replace(changed, burns_due=1 if table.rules.burns_first_card else 0)


def _after_device(table: Table) -> Phase:
    rules = table.rules
    return Phase.COVER if rules.device_loads_shoe or not rules.cut_after_device else Phase.CUT


def _stacked(table: Table, cards: tuple[int, ...], phase: Phase) -> Table:
    """A fresh stack before its cut, nothing of the last one left in shoe and rack."""
    ordered = table.reshuffle_ordered
    return replace(
        table,
        phase=phase,
        shoe=cards,
        dealt=0,
        cover=None,
        rack=(),
        burn_card=0,
        cutting=replace(table.cutting, order=(), offered=None, cut_by=None, ordered_by_floorperson=ordered),
    )


def batch_placed(table: Table, event: ev.BatchPlaced) -> Table:
    """With another batch in the device, that one comes out; the first of two waits for the second."""
    cards = table.pool if table.is_real_shoe else event.cards
    batch = Batch(cards, True, table.decks_opened, table.torn, table.set_aside)
    is_first = not table.device
    table = _stacked(table, (), Phase.CLOSED if is_first else Phase.BATCH)
    if is_first:
        table = replace(table, opening=for_new_decks(table.opening))
    return replace(table, pool=(), torn=(), set_aside=(), device=(*table.device, batch))


def batch_shuffled(table: Table, event: ev.BatchShuffled) -> Table:
    batch, *others = table.device
    cards = batch.cards if table.is_real_shoe else event.cards
    return replace(table, device=(replace(batch, cards=cards, shuffled=True), *others))


def batch_taken(table: Table, event: ev.BatchTaken) -> Table:
    batch = table.device[0]
    table = _stacked(
        with_batch(table, batch), () if table.is_real_shoe else batch.cards, _after_device(table)
    )
    return replace(
        table,
        device=table.device[1:],
        rounds_since_shuffle=0,
        people=with_nobody_barred(table.people),
        burns_due=1 if table.rules.burns_first_card else 0,
    )


def cut_offered(table: Table, event: ev.CutOffered) -> Table:
    cutting = table.cutting
    rotation = 0 if cutting.just_beginning else cutting.rotation + 1
    return replace(table, cutting=replace(cutting, order=event.order, offered=0, rotation=rotation))


def cut_refused(table: Table, event: ev.CutRefused) -> Table:
    cutting = table.cutting
    assert cutting.offered is not None
    return replace(table, cutting=replace(cutting, offered=cutting.offered + 1))


def stack_cut(table: Table, event: ev.StackCut) -> Table:
    shoe = table.shoe[event.at :] + table.shoe[: event.at]
    cutting = replace(
        table.cutting,
        cut_by=event.person,
        just_beginning=False,
        ordered_by_floorperson=False,
    )
    return replace(table, shoe=shoe, phase=Phase.COVER, cutting=cutting)


def recut_ordered(table: Table, event: ev.RecutOrdered) -> Table:
    cutting = table.cutting
    order = cutting.order
    if table.rules.recut_by == RecutBy.LAST:
        again: tuple[str, ...] = (cutting.cut_by,) if cutting.cut_by in order else ()
    else:
        again = order[order.index(cutting.cut_by) + 1 :] if cutting.cut_by in order else order
    changed = replace(
        table,
        phase=Phase.CUT,
        dealt=0 if table.trouble.resume is None else table.dealt,
        rack=(),
        cover=None,
        burn_card=0,
        cutting=replace(cutting, order=again, offered=0),
    )
    if table.phase in (Phase.BURN, Phase.WAGERS):
        return replace(changed, burns_due=1 if table.rules.burns_first_card else 0)
    return changed


def cover_card_placed(table: Table, event: ev.CoverCardPlaced) -> Table:
    size = len(table.pool) if table.is_real_shoe else len(table.shoe)
    phase: Phase = Phase.LOAD
    if device_shuffles(table) and table.rules.device_loads_shoe:
        table = _looked_at(table)
        phase = Phase.BURN if table.burns_due else _after_burn(table)
    mid_round = table.trouble.resume is not None
    return replace(
        table,
        cover=size - event.behind,
        phase=phase,
        cover_seen=mid_round,
        reshuffle_ordered=False,
    )


def _after_burn(table: Table) -> Phase:
    return table.trouble.resume or Phase.WAGERS


def _looked_at(table: Table) -> Table:
    """With the cards in the shoe, the idle time is over."""
    return replace(table, opening=replace(table.opening, after_idle=False))


def shoe_loaded(table: Table, event: ev.ShoeLoaded) -> Table:
    table = _looked_at(table)
    if table.burns_due:
        return replace(table, phase=Phase.BURN)
    return replace(table, phase=_after_burn(table), trouble=replace(table.trouble, resume=None))


def card_burned(table: Table, event: ev.CardBurned) -> Table:
    return replace(
        table,
        dealt=table.dealt + 1,
        rack=(*table.rack, (event.card,)),
        burn_card=event.card,
        burns_due=0,
        phase=_after_burn(table),
        trouble=replace(table.trouble, resume=None) if table.trouble.resume else table.trouble,
    )


def burn_card_disclosed(table: Table, event: ev.BurnCardDisclosed) -> Table:
    return table


def dealer_relieved(table: Table, event: ev.DealerRelieved) -> Table:
    return replace(table, burns_due=1, phase=Phase.BURN)


def reshuffle_ordered(table: Table, event: ev.ReshuffleOrdered) -> Table:
    phase: Phase = Phase.STACK if table.phase == Phase.WAGERS and not table.boxes else table.phase
    return replace(table, reshuffle_ordered=True, phase=phase)


def cover_card_reached(table: Table, event: ev.CoverCardReached) -> Table:
    box = box_of(table, event.box)
    person = box.stakes[0].person if box is not None else None
    return replace(table, cover_seen=True, cover_seen_by=person)


EVOLVES: Evolves = {
    ev.ShoeShuffled: shoe_shuffled,
    ev.BatchPlaced: batch_placed,
    ev.BatchShuffled: batch_shuffled,
    ev.BatchTaken: batch_taken,
    ev.CutOffered: cut_offered,
    ev.CutRefused: cut_refused,
    ev.StackCut: stack_cut,
    ev.RecutOrdered: recut_ordered,
    ev.CoverCardPlaced: cover_card_placed,
    ev.ShoeLoaded: shoe_loaded,
    ev.CardBurned: card_burned,
    ev.BurnCardDisclosed: burn_card_disclosed,
    ev.DealerRelieved: dealer_relieved,
    ev.ReshuffleOrdered: reshuffle_ordered,
    ev.CoverCardReached: cover_card_reached,
}
