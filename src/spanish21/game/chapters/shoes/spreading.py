"""The cards spread for a player to look at, when decks are new or the table was idle; the wash."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import PLAYER, Field, Move, either
from spanish21.game.reasons import Reason
from spanish21.game.round.start import NO_SHOE
from spanish21.game.round.with_parts import Evolves, with_opening
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, HOUSE, Table, device_shuffles
from spanish21.game.words import IdleSpread, Shuffling

_SPREAD = frozenset((Phase.SPREAD,))


def why_not_spread(table: Table, who: str) -> Reason | None:
    opening = table.opening
    if table.phase == Phase.SPREAD:
        return None if cards_must_be_turned(table) else Reason.NOT_NOW
    if not opening.inspected:
        return Reason.NOT_NOW
    if not opening.verified:
        return Reason.INSPECTION_NOT_VERIFIED
    return None if opening.tens_verified else Reason.TENS_NOT_REMOVED


def cards_must_be_turned(table: Table) -> bool:
    """After an idle time: cards spread face down are turned up for the first player, if the book says so."""
    down = table.phase == Phase.SPREAD and not table.opening.spread_face_up
    return down and table.rules.idle_turned_up and bool(table.people)


def spread_cards(act: Act, command: cmd.SpreadCards | cmd.RequestFaceUp) -> None:
    act.emit(ev.CardsSpread(True))


def why_not_request(table: Table, who: str) -> Reason | None:
    return None if may_request_face_up(table) else Reason.NOT_NOW


def may_request_face_up(table: Table) -> bool:
    """Cards spread face down; or, after an idle time, a batch that comes out of the shuffling device."""
    if table.phase == Phase.SPREAD:
        return not table.opening.spread_face_up
    return table.opening.after_idle and device_shuffles(table)


def why_not_wash(table: Table, who: str) -> Reason | None:
    seen = table.people and not cards_must_be_turned(table)
    return None if seen else Reason.CARDS_NOT_SEEN_BY_PLAYER


def wash_cards(act: Act, command: cmd.WashCards) -> None:
    act.emit(ev.CardsWashed(command.exposed))


def why_not_idle(table: Table, who: str) -> Reason | None:
    return Reason.NOT_NOW if table.boxes or table.rules.shuffling == Shuffling.CONTINUOUS else None


def report_idle(act: Act, command: cmd.ReportIdle) -> None:
    act.emit(ev.TableIdle(act.table.rules.idle_spread == IdleSpread.FACE_UP))


MOVES = (
    Move(
        cmd.SpreadCards,
        (DEALER,),
        frozenset((Phase.CLOSED, Phase.SPREAD)),
        spread_cards,
        why_not_spread,
        emits=(ev.CardsSpread,),
    ),
    Move(
        cmd.RequestFaceUp,
        (PLAYER,),
        frozenset((Phase.SPREAD, Phase.CUT, Phase.COVER, Phase.LOAD)),
        spread_cards,
        why_not_request,
        emits=(ev.CardsSpread,),
    ),
    Move(
        cmd.WashCards,
        (DEALER,),
        _SPREAD,
        wash_cards,
        why_not_wash,
        (Field("exposed", lambda table, who: either()),),
        emits=(ev.CardsWashed,),
    ),
    Move(cmd.ReportIdle, HOUSE, frozenset((Phase.WAGERS,)), report_idle, why_not_idle, emits=(ev.TableIdle,)),
)


# The effects of its events


def cards_spread(table: Table, event: ev.CardsSpread) -> Table:
    """A batch spread on its way from the device to the shoe has been looked at; it is not asked for again."""
    idle = table.opening.after_idle and table.phase == Phase.SPREAD
    table = with_opening(table, spread_face_up=event.face_up, after_idle=idle)
    return replace(table, phase=Phase.SPREAD, shoe=())


def cards_washed(table: Table, event: ev.CardsWashed) -> Table:
    if event.exposed:
        return table
    return replace(table, phase=Phase.STACK)


def table_idle(table: Table, event: ev.TableIdle) -> Table:
    return replace(
        with_opening(table, spread_face_up=event.face_up, after_idle=True),
        phase=Phase.SPREAD,
        **NO_SHOE,
        cover_seen=False,
        reshuffle_ordered=False,
        cutting=replace(table.cutting, just_beginning=True),
    )


EVOLVES: Evolves = {
    ev.CardsSpread: cards_spread,
    ev.CardsWashed: cards_washed,
    ev.TableIdle: table_idle,
}
