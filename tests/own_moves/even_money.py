"""Even money, a decision that no book of the package has, as a chapter of an invented house.

Against an ace, a player with a Blackjack may be paid 1 to 1 immediately instead of waiting for the dealer's
second card. docs/new-decision.md builds this file step by step.
"""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import from_inventory
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import PLAYER, Field, Move
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_stake
from spanish21.game.seen import seen_by
from spanish21.game.states import HandState, Phase, WagerResult
from spanish21.game.table import Table, box_index, box_of, stake_of


class TakeEvenMoney(cmd.Command, frozen=True):
    """A player takes 1 to 1 for a Blackjack against an ace."""

    box: int


class EvenMoneyTaken(ev.Event, frozen=True):
    person: str
    box: int


def boxes(table: Table, who: str) -> tuple[int, ...]:
    return tuple(box.number for box in table.boxes)


def why_not_on_box(table: Table, who: str, number: int) -> Reason | None:
    """It is for a Blackjack on a box that is one person's own, before insurance is answered."""
    box = box_of(table, number)
    stake = stake_of(box, who)
    if box is None or stake is None:
        return Reason.NO_WAGER
    if len(box.stakes) > 1 or box.hands[0].state != HandState.BLACKJACK:
        return Reason.INSURANCE_NOT_OFFERED
    return Reason.WAGER_IS_LOCKED if stake.answered else None


@from_inventory
def take_even_money(act: Act, command: TakeEvenMoney) -> None:
    act.emit(EvenMoneyTaken(command.by, command.box))
    wager = act.table.boxes[box_index(act.table, command.box)].hands[0].wagers[0]
    act.emit(
        ev.WagerSettled(
            box=command.box,
            hand=0,
            person=command.by,
            kind="main",
            result=WagerResult.WON,
            collected=0,
            returned=wager,
            paid=wager,
            why="even_money",
            meter="",
        )
    )
    act.emit(ev.HandRemoved(command.box, 0))


MOVES = (
    Move(
        TakeEvenMoney,
        (PLAYER,),
        frozenset((Phase.INSURANCE,)),
        take_even_money,
        fields=(Field("box", values=boxes, why_not=why_not_on_box),),
        emits=(EvenMoneyTaken, ev.WagerSettled, ev.HandRemoved, ev.FillAsked),
    ),
)


def even_money_taken(table: Table, event: EvenMoneyTaken) -> Table:
    return with_stake(table, event.box, event.person, answered=True)


EVOLVES: Evolves = {EvenMoneyTaken: even_money_taken}
SEES = {EvenMoneyTaken: seen_by(everybody="person box")}
