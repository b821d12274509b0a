"""Cards were shuffled, or went through the shuffling device; a shuffle was ordered."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_batch, with_nobody_barred
from spanish21.game.evolving.start import NO_SHOE, for_new_decks
from spanish21.game.states import Phase
from spanish21.game.table import Batch, Table


def shoe_shuffled(table: Table, event: ev.ShoeShuffled) -> Table:
    phase: Phase = _after_hands(table)
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


def _after_hands(table: Table) -> Phase:
    """Without a cut card there is nothing to cut with and no cover card."""
    return Phase.CUT if table.rules.cut_cards else Phase.LOAD


def _after_device(table: Table) -> Phase:
    rules = table.rules
    if not rules.cut_cards:
        return Phase.LOAD
    is_cut = rules.cut_after_device and (rules.cut_before_loading or not rules.device_loads_shoe)
    return Phase.CUT if is_cut else Phase.COVER


def _stacked(table: Table, cards: tuple[int, ...], phase: Phase) -> Table:
    """A fresh stack before its cut, nothing of the last one left in shoe and rack."""
    ordered = table.reshuffle_ordered
    return replace(
        table,
        phase=phase,
        **{**NO_SHOE, "shoe": cards},
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


def reshuffle_ordered(table: Table, event: ev.ReshuffleOrdered) -> Table:
    phase: Phase = Phase.STACK if table.phase == Phase.WAGERS and not table.boxes else table.phase
    return replace(table, reshuffle_ordered=True, phase=phase)


EVOLVES: Evolves = {
    ev.ShoeShuffled: shoe_shuffled,
    ev.BatchPlaced: batch_placed,
    ev.BatchShuffled: batch_shuffled,
    ev.BatchTaken: batch_taken,
    ev.ReshuffleOrdered: reshuffle_ordered,
}
