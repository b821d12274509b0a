"""Facts about a real shoe that only a person can see: its cover card, and that it is empty."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move, when
from spanish21.game.round.places import CARDS_ARE_DEALT, place_due
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table

_SHOE_IS_FILLED: frozenset[Phase] = CARDS_ARE_DEALT | {Phase.BURN, Phase.WAGERS}


def may_report_cover_card(table: Table) -> bool:
    """A cover card is in the shoe and has not appeared."""
    return table.is_real_shoe and not table.cover_seen and table.cover is not None


def report_cover_card(act: Act, command: cmd.ReportCoverCard) -> None:
    place = place_due(act.table)
    act.emit(ev.CoverCardReached(place[0] if place is not None else 0))


def may_report_shoe_empty(table: Table) -> bool:
    """A card is due, and others have left the shoe before it."""
    return table.is_real_shoe and place_due(table) is not None and bool(table.rack)


def report_shoe_empty(act: Act, command: cmd.ReportShoeEmpty) -> None:
    act.emit(ev.ShoeEmptied())


MOVES = (
    Move(
        cmd.ReportCoverCard,
        (DEALER,),
        _SHOE_IS_FILLED,
        report_cover_card,
        when(may_report_cover_card),
        emits=(ev.CoverCardReached,),
    ),
    Move(
        cmd.ReportShoeEmpty,
        (DEALER,),
        CARDS_ARE_DEALT,
        report_shoe_empty,
        when(may_report_shoe_empty),
        emits=(ev.ShoeEmptied,),
    ),
)
