"""Shuffling: the stack, the batch waiting in the shuffling device, and an ordered shuffle."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.chance import Chance
from spanish21.game.moves.choices import ShuffleOf
from spanish21.game.moves.move import IN_A_ROUND, Bound, Field, Move, Offer, Why
from spanish21.game.reasons import Reason
from spanish21.game.round.start import NO_SHOE, for_new_decks
from spanish21.game.round.with_parts import Evolves, with_batch, with_nobody_barred
from spanish21.game.states import Phase, ShufflerState
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Batch, Table, keeps_batch
from spanish21.game.words import SecondBatch, ShuffledBy, Shuffling

_OTHER_CARDS = Why(Reason.NOT_A_SHUFFLE_OF_THE_CARDS)


def shuffler(table: Table) -> str:
    """Who shuffles the cards."""
    return FLOORPERSON if table.rules.shuffled_by == ShuffledBy.FLOORPERSON else DEALER


def why_not_shuffle(table: Table, who: str) -> Reason | None:
    if who != shuffler(table):
        return Reason.NOT_YOUR_OFFICE
    return None if may_shuffle(table) else Reason.NOT_NOW


def may_shuffle(table: Table) -> bool:
    """Whether cards are stacked to be shuffled, or a jam left the batch that comes next unshuffled."""
    return table.phase == Phase.STACK or (table.phase == Phase.BATCH and not table.device[0].shuffled)


def orders_of_cards(table: Table, who: str) -> Offer:
    """The cards of the next stack in any order."""
    return Bound(ShuffleOf(cards_to_shuffle(table)), lambda cards: _OTHER_CARDS)


def cards_to_shuffle(table: Table) -> tuple[int, ...]:
    """The cards of the next stack, sorted: all cards in play, or in mid-round those of the discard rack."""
    if table.is_real_shoe:
        return ()
    if table.phase == Phase.BATCH:
        return tuple(sorted(table.device[0].cards))
    if table.trouble.resume:
        return tuple(sorted(card for cards in table.rack for card in cards))
    return table.pool


def shuffled(table: Table, command: cmd.Shuffle, chance: Chance) -> cmd.Shuffle:
    """The cards in a random order; people shuffle real cards themselves."""
    if table.is_real_shoe:
        return command
    cards = list(cards_to_shuffle(table))
    chance.shuffle(cards)
    return replace(command, cards=tuple(cards))


def shuffle(act: Act, command: cmd.Shuffle) -> None:
    table = act.table
    if table.phase == Phase.BATCH:
        act.emit(ev.BatchShuffled(command.cards))
        return
    if keeps_batch(table) and not table.trouble.resume:
        act.emit(ev.BatchPlaced(command.cards))
        return
    method = table.rules.shuffling.name.lower() if table.trouble.shuffler == ShufflerState.WORKING else "hand"
    act.emit(ev.ShoeShuffled(command.cards, method, bool(table.trouble.resume)))


def why_not_take_batch(table: Table, who: str) -> Reason | None:
    return None if may_take_batch(table) else Reason.NOT_NOW


def may_take_batch(table: Table) -> bool:
    """Whether a shuffled batch waits in the device, and the stack to take its place is in it."""
    return table.phase == Phase.BATCH and table.device[0].shuffled


def take_batch(act: Act, command: cmd.TakeBatch) -> None:
    """After an idle time, a batch that the device did not keep safe is spread and shuffled again first."""
    act.emit(ev.BatchTaken())
    if act.table.opening.after_idle and act.table.rules.second_batch == SecondBatch.NOT_KEPT_SAFE:
        act.emit(ev.CardsSpread(True))


def why_not_order(table: Table, who: str) -> Reason | None:
    """A shuffle is ordered once, in a round or before the next; a continuous shuffler needs none."""
    return (
        Reason.NOT_NOW if table.reshuffle_ordered or table.rules.shuffling == Shuffling.CONTINUOUS else None
    )


def order_reshuffle(act: Act, command: cmd.OrderReshuffle) -> None:
    act.emit(ev.ReshuffleOrdered())


MOVES = (
    Move(
        cmd.Shuffle,
        HOUSE,
        frozenset((Phase.STACK, Phase.BATCH)),
        shuffle,
        why_not_shuffle,
        (Field("cards", orders_of_cards),),
        out_of_phase=why_not_shuffle,
        draws=shuffled,
        emits=(ev.ShoeShuffled, ev.BatchPlaced, ev.BatchShuffled),
    ),
    Move(
        cmd.TakeBatch,
        (DEALER,),
        frozenset((Phase.BATCH,)),
        take_batch,
        why_not_take_batch,
        emits=(ev.BatchTaken, ev.CardsSpread),
    ),
    Move(
        cmd.OrderReshuffle,
        (FLOORPERSON,),
        IN_A_ROUND | {Phase.WAGERS},
        order_reshuffle,
        why_not_order,
        emits=(ev.ReshuffleOrdered,),
    ),
)


# The effects of its events


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
