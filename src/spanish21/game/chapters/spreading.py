"""The cards spread for a player to look at, when decks are new or nobody has played for a while; the wash."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.moves import PLAYER, Field, Move, either
from spanish21.game.table import DEALER, HOUSE, Table, device_shuffles
from spanish21.game.words import IdleSpread, Shuffling

_SPREAD = frozenset(("spread",))


def why_not_spread(table: Table, who: str) -> str:
    opening = table.opening
    if table.phase == "spread":
        return "" if cards_must_be_turned(table) else "not_now"
    if not opening.inspected:
        return "not_now"
    if not opening.verified:
        return "inspection_not_verified"
    return "" if opening.tens_verified else "tens_not_removed"


def cards_must_be_turned(table: Table) -> bool:
    """After an idle time: cards spread face down are turned up for the first player, if the book says so."""
    down = table.phase == "spread" and not table.opening.spread_face_up
    return down and table.rules.idle_turned_up and bool(table.people)


def spread_cards(act: Act, command: cmd.SpreadCards | cmd.RequestFaceUp) -> None:
    act.emit(ev.CardsSpread(True))


def why_not_request(table: Table, who: str) -> str:
    return "" if may_request_face_up(table) else "not_now"


def may_request_face_up(table: Table) -> bool:
    """Cards spread face down; or, after an idle time, a batch that comes out of the shuffling device."""
    if table.phase == "spread":
        return not table.opening.spread_face_up
    return table.opening.after_idle and device_shuffles(table)


def why_not_wash(table: Table, who: str) -> str:
    seen = table.people and not cards_must_be_turned(table)
    return "" if seen else "cards_not_seen_by_player"


def wash_cards(act: Act, command: cmd.WashCards) -> None:
    act.emit(ev.CardsWashed(command.exposed))


def why_not_idle(table: Table, who: str) -> str:
    return "not_now" if table.boxes or table.rules.shuffling == Shuffling.CONTINUOUS else ""


def report_idle(act: Act, command: cmd.ReportIdle) -> None:
    act.emit(ev.TableIdle(act.table.rules.idle_spread == IdleSpread.FACE_UP))


MOVES = (
    Move(cmd.SpreadCards, (DEALER,), frozenset(("closed", "spread")), spread_cards, why_not_spread),
    Move(
        cmd.RequestFaceUp,
        (PLAYER,),
        frozenset(("spread", "cut", "cover", "load")),
        spread_cards,
        why_not_request,
    ),
    Move(
        cmd.WashCards,
        (DEALER,),
        _SPREAD,
        wash_cards,
        why_not_wash,
        (Field("exposed", lambda table, who: either()),),
    ),
    Move(cmd.ReportIdle, HOUSE, frozenset(("wagers",)), report_idle, why_not_idle),
)
