"""The decks: received, inspected, replaced where one is defective, rid of their 10s, taken out of play."""

from collections import Counter

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK, SPANISH_DECK, TEN
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.choices import CardsFrom, ShuffleOf
from spanish21.game.moves.move import Bound, Field, Move, Offer, Several, Why, either, from_to, one_of
from spanish21.game.reasons import Reason
from spanish21.game.round.start import NO_SHOE, for_new_decks
from spanish21.game.round.with_parts import Evolves, with_nobody_barred, with_opening, with_tens_out
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table, keeps_batch
from spanish21.game.words import Shuffling

_CLOSED = frozenset((Phase.CLOSED,))
_CHANGED_IN = frozenset((Phase.WAGERS, Phase.STACK, Phase.SPREAD))

# -- arriving --------------------------------------------------------------------------------------


def why_not_receive(table: Table, who: str) -> Reason | None:
    if table.opening.decks_received:
        return Reason.NOT_NOW
    return None if table.opening.equipment_checked else Reason.CHECKLIST_INCOMPLETE


def decks_offered(table: Table, who: str, preinspected: bool) -> Offer:
    """The decks that may be received: without their 10s, or with them if they are yet to be inspected."""
    count = table.rules.decks
    kinds = (SPANISH_DECK,) if preinspected else (SPANISH_DECK, FULL_DECK)
    why = Why(Reason.WRONG_DECKS, Bounds("whole_decks", (count,)))
    return Bound(Several(tuple(ShuffleOf(tuple(sorted(deck * count))) for deck in kinds)), lambda cards: why)


def shuffled_before(table: Table, who: str, preinspected: bool) -> Offer:
    """Whether the decks may come shuffled."""
    may_be = not preinspected or may_come_ready(table)
    return one_of((False, True) if may_be else (False,), Reason.DECKS_NOT_APPROVED)


def may_come_ready(table: Table) -> bool:
    """Whether decks inspected and shuffled beforehand may be used without being opened at the table."""
    rules = table.rules
    approved = any(approval.startswith("preshuffled_decks:") for approval in rules.approvals)
    return approved or not rules.preshuffled_needs_approval


def receive_decks(act: Act, command: cmd.ReceiveDecks) -> None:
    act.emit(ev.DecksReceived(command.cards, command.preinspected, command.preshuffled))


# -- their inspection ------------------------------------------------------------------------------


def why_not_inspect(table: Table, who: str) -> Reason | None:
    """Decks are inspected until they are found in order, but not while one of them waits to be replaced."""
    opening = table.opening
    if opening.defective:
        return Reason.DECK_IS_DEFECTIVE
    return None if opening.decks_received and not opening.inspected else Reason.NOT_NOW


def defects_to_find(table: Table, who: str) -> Offer:
    """The number of a deck that has a defect, or none."""
    count = table.rules.decks
    return from_to(0, count, Why(Reason.WRONG_DECKS, Bounds("deck_or_none", (count,))))


def inspect_decks(act: Act, command: cmd.InspectDecks) -> None:
    act.emit(ev.DecksInspected(command.defective))


def why_not_replace(table: Table, who: str) -> Reason | None:
    return None if table.opening.defective else Reason.NOT_NOW


def deck_to_replace(table: Table, who: str) -> Offer:
    """The defective one."""
    defective = table.opening.defective
    return one_of((defective,), Why(Reason.DECK_IS_DEFECTIVE, Bounds("defective_deck", (defective,))))


def replace_deck(act: Act, command: cmd.ReplaceDeck) -> None:
    """Another deck comes for the defective one, and is inspected like the first."""
    act.emit(ev.DeckReplaced(command.deck))


def why_not_verify(table: Table, who: str) -> Reason | None:
    opening = table.opening
    if opening.defective:
        return Reason.DECK_IS_DEFECTIVE
    return None if opening.inspected and not opening.verified else Reason.NOT_NOW


def verify_inspection(act: Act, command: cmd.VerifyInspection) -> None:
    act.emit(ev.InspectionVerified())


# -- their 10s -------------------------------------------------------------------------------------


def why_not_remove_tens(table: Table, who: str) -> Reason | None:
    opening = table.opening
    if opening.tens_removed or not opening.inspected:
        return Reason.NOT_NOW
    return None if opening.verified else Reason.INSPECTION_NOT_VERIFIED


def tens_to_miss(table: Table, who: str) -> Offer:
    """The 10s that may stay in the decks unnoticed."""
    tens = _tens_of(table)
    why = Why(Reason.WRONG_DECKS, Bounds("ten_in_decks"))
    return Bound(CardsFrom(tens, 0, len(tens)), lambda missed: why)


def _tens_of(table: Table) -> tuple[int, ...]:
    return tuple(card for card in table.pool if card >> 2 == TEN)


def remove_tens(act: Act, command: cmd.RemoveTens) -> None:
    removed = Counter(_tens_of(act.table)) - Counter(command.missed)
    act.emit(ev.TensRemoved(tuple(removed.elements()), act.table.rules.tens_torn))


def why_not_verify_tens(table: Table, who: str) -> Reason | None:
    opening = table.opening
    return None if opening.tens_removed and not opening.tens_verified else Reason.NOT_NOW


def verify_tens(act: Act, command: cmd.VerifyTens) -> None:
    act.emit(ev.TensVerified())


# -- leaving ---------------------------------------------------------------------------------------


def why_not_change(table: Table, who: str) -> Reason | None:
    return Reason.NOT_NOW if table.trouble.resume else None


def change_decks(act: Act, command: cmd.ChangeDecks) -> None:
    act.emit(ev.DecksRemoved())


def decks_are_too_old(table: Table) -> bool:
    """Whether the decks have been open as long as the book allows."""
    hours = table.rules.decks_hours
    return hours > 0 and table.minutes - table.decks_opened >= hours * 60


MOVES = (
    Move(
        cmd.ReceiveDecks,
        (FLOORPERSON,),
        _CLOSED,
        receive_decks,
        why_not_receive,
        (
            Field("preinspected", lambda table, who: either(), leads_on=True),
            Field("cards", decks_offered),
            Field("preshuffled", shuffled_before),
        ),
        emits=(ev.DecksReceived,),
    ),
    Move(
        cmd.InspectDecks,
        (DEALER,),
        _CLOSED,
        inspect_decks,
        why_not_inspect,
        (Field("defective", defects_to_find),),
        emits=(ev.DecksInspected,),
    ),
    Move(
        cmd.ReplaceDeck,
        (FLOORPERSON,),
        _CLOSED,
        replace_deck,
        why_not_replace,
        (Field("deck", deck_to_replace),),
        emits=(ev.DeckReplaced,),
    ),
    Move(
        cmd.VerifyInspection,
        (FLOORPERSON,),
        _CLOSED,
        verify_inspection,
        why_not_verify,
        emits=(ev.InspectionVerified,),
    ),
    Move(
        cmd.RemoveTens,
        (DEALER,),
        _CLOSED,
        remove_tens,
        why_not_remove_tens,
        (Field("missed", tens_to_miss),),
        emits=(ev.TensRemoved,),
    ),
    Move(cmd.VerifyTens, (FLOORPERSON,), _CLOSED, verify_tens, why_not_verify_tens, emits=(ev.TensVerified,)),
    Move(
        cmd.ChangeDecks, (FLOORPERSON,), _CHANGED_IN, change_decks, why_not_change, emits=(ev.DecksRemoved,)
    ),
)


# The effects of its events


def decks_received(table: Table, event: ev.DecksReceived) -> Table:
    ready = event.preinspected and event.preshuffled
    tens = len(event.cards) - table.rules.decks * len(SPANISH_DECK)
    table = with_opening(table, decks_received=True, tens_removed=tens == 0, tens_verified=tens == 0)
    if ready:
        table = with_opening(table, inspected=True, verified=True)
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
    return with_opening(table, inspected=event.defective == 0, defective=event.defective)


def deck_replaced(table: Table, event: ev.DeckReplaced) -> Table:
    return with_opening(table, defective=0)


def inspection_verified(table: Table, event: ev.InspectionVerified) -> Table:
    return with_opening(table, verified=True)


def tens_removed(table: Table, event: ev.TensRemoved) -> Table:
    pool = list(table.pool)
    for card in event.cards:
        pool.remove(card)
    table = replace(with_opening(table, tens_removed=True), pool=tuple(pool))
    return with_tens_out(table, event.cards, event.torn)


def tens_verified(table: Table, event: ev.TensVerified) -> Table:
    return with_opening(table, tens_verified=True)


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
