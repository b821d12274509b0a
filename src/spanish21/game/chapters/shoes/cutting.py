"""The cut: to whom it is offered in turn, how near an end it may be, and an ordered recut."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import PLAYER, Field, Move, Offer, from_to
from spanish21.game.reasons import Reason
from spanish21.game.round.stack import cut_bounds, cut_order, whose_cut
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.words import RecutBy, RecutUntil

_CUT = frozenset((Phase.CUT,))

# -- offering --------------------------------------------------------------------------------------


def why_not_offer(table: Table, who: str) -> Reason | None:
    return None if table.cutting.offered is None else Reason.NOT_NOW


def offer_cut(act: Act, command: cmd.OfferCut) -> None:
    act.emit(ev.CutOffered(cut_order(act.table)))


# -- cutting, or not -------------------------------------------------------------------------------


def why_not_cut(table: Table, who: str) -> Reason | None:
    return None if whose_cut(table) == who else Reason.CUT_NOT_OFFERED


def places_to_cut(table: Table, who: str) -> Offer:
    """How many cards may be above the cutting card."""
    return from_to(*cut_bounds(table), Reason.CUT_TOO_NEAR_THE_END)


def cut(act: Act, command: cmd.Cut) -> None:
    act.emit(ev.StackCut(command.by, command.at))


def refuse_cut(act: Act, command: cmd.RefuseCut) -> None:
    act.emit(ev.CutRefused(command.by))


# -- cutting again ---------------------------------------------------------------------------------


def why_not_recut(table: Table, who: str) -> Reason | None:
    """The reason why a floorperson can no longer order a recut, or nothing."""
    if not table.cutting.cut_by:
        return Reason.RECUT_TOO_LATE
    if table.phase in (Phase.COVER, Phase.LOAD):
        return None
    fresh = table.rounds_since_shuffle == 0 and not table.trouble.resume
    return None if fresh and table.rules.recut_until == RecutUntil.DEAL else Reason.RECUT_TOO_LATE


def order_recut(act: Act, command: cmd.OrderRecut) -> None:
    act.emit(ev.RecutOrdered())


MOVES = (
    Move(cmd.OfferCut, (DEALER,), _CUT, offer_cut, why_not_offer, emits=(ev.CutOffered,)),
    Move(
        cmd.Cut, (PLAYER, DEALER), _CUT, cut, why_not_cut, (Field("at", places_to_cut),), emits=(ev.StackCut,)
    ),
    Move(cmd.RefuseCut, (PLAYER,), _CUT, refuse_cut, why_not_cut, emits=(ev.CutRefused,)),
    Move(
        cmd.OrderRecut,
        (FLOORPERSON,),
        frozenset((Phase.COVER, Phase.LOAD, Phase.BURN, Phase.WAGERS)),
        order_recut,
        why_not_recut,
        out_of_phase=lambda table, who: Reason.RECUT_TOO_LATE,
        emits=(ev.RecutOrdered,),
    ),
)


# The effects of its events


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
        face_down=(),
        cover=None,
        burn_card=0,
        cutting=replace(cutting, order=again, offered=0),
    )
    if table.phase in (Phase.BURN, Phase.WAGERS):
        return replace(changed, burns_due=1 if table.rules.burns_first_card else 0)
    return changed


EVOLVES: Evolves = {
    ev.CutOffered: cut_offered,
    ev.CutRefused: cut_refused,
    ev.StackCut: stack_cut,
    ev.RecutOrdered: recut_ordered,
}
