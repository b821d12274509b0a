"""How wagers go back when a hand is dead or a round is void, and the 10 that makes it so.

No one may void a round: no command does it, for any role. It becomes void automatically with the second card
that is found face up in it, which the dealer reports (`FindFaceUp`), or the second 10 that comes out of the
shoe, no matter whose command drew it (`find_ten`). Calling hands dead is something else: it happens when the
floorperson reports that the card reader device showed the hole card (`ReportInsertion`).
"""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import with_a_fill
from spanish21.game.chapters.payment.side_payouts import settle_validated
from spanish21.game.moves.act import Act
from spanish21.game.round.with_parts import Evolves, with_chips
from spanish21.game.states import HandState, Irregularity, Phase, WagerResult
from spanish21.game.table import Box, Hand, Table
from spanish21.game.words import SecondTen, VoidUndoes

VOIDING = (
    ev.SettlementUndone,
    ev.InventorySlipWritten,
    ev.InventoryFilled,
    ev.FillAsked,
    ev.MeterMoved,
    ev.WagerSettled,
    ev.BonusPaid,
)
"""The possible fates of the money when hands are called dead or a round is void."""


def void_round(act: Act, why: Irregularity, reshuffle: bool) -> None:
    """Every wager goes back, and so do earlier settlements; the cards will be collected."""

    def undo(done: Act) -> None:
        return_undecided(done, why)
        _undo_settled(done, why, act.table.rules.void_undoes)

    with_a_fill(act, undo)
    act.emit(ev.RoundVoided(why, reshuffle))


def call_all_dead(act: Act, why: Irregularity) -> None:
    """Every hand is dead: undecided wagers go back; settled ones stand unless the ruling undoes them."""

    def undo(done: Act) -> None:
        return_undecided(done, why)
        _undo_settled(done, why, act.table.rules.dead_undoes)

    with_a_fill(act, undo)
    act.emit(ev.HandsCalledDead(why))


def return_undecided(act: Act, why: Irregularity) -> None:
    """Every undecided wager goes back; a validated progressive payout is still paid."""
    settle_validated(act)
    for box in act.table.boxes:
        for hand in range(len(box.hands)):
            return_hand(act, box, hand, why)
        return_beside(act, box, why)


def _undo_settled(act: Act, why: Irregularity, undoes: VoidUndoes) -> None:
    """Losses go back first, then payments: a player who was paid then holds all that was wagered, and the
    payment too, so that no one is asked for chips that they do not have."""
    if undoes == VoidUndoes.NOTHING:
        return
    settled = [one for one in act.table.settled if not one.stands]
    for one in settled:
        if one.collected:
            act.emit(ev.SettlementUndone(one.box, one.hand, one.person, one.kind, one.collected, 0, why))
    if undoes == VoidUndoes.ALL:
        for one in settled:
            if one.paid:
                act.emit(ev.SettlementUndone(one.box, one.hand, one.person, one.kind, 0, one.paid, why))


def return_hand(act: Act, box: Box, hand_index: int, why: Irregularity) -> None:
    """The wagers on one hand go back to their people."""
    hand = box.hands[hand_index]
    for index, stake in enumerate(box.stakes):
        amount = hand.wagers[index] + hand.doubles[index]
        if amount:
            act.emit(
                ev.WagerSettled(
                    box=box.number,
                    hand=hand_index,
                    person=stake.person,
                    kind="main",
                    result=WagerResult.VOID,
                    collected=0,
                    returned=amount,
                    paid=0,
                    why=why,
                    meter="",
                )
            )


def return_beside(act: Act, box: Box, why: Irregularity) -> None:
    """Insurance and side wagers of a box go back to their people."""
    for stake in box.stakes:
        if stake.insurance:
            act.emit(
                ev.WagerSettled(
                    box=box.number,
                    hand=0,
                    person=stake.person,
                    kind="insurance",
                    result=WagerResult.VOID,
                    collected=0,
                    returned=stake.insurance,
                    paid=0,
                    why=why,
                    meter="",
                )
            )
        for side in stake.sides:
            if not side.settled:
                act.emit(
                    ev.WagerSettled(
                        box=box.number,
                        hand=0,
                        person=stake.person,
                        kind=side.kind,
                        result=WagerResult.VOID,
                        collected=0,
                        returned=side.amount,
                        paid=0,
                        why=why,
                        meter="",
                    )
                )


def find_ten(act: Act, card: int) -> None:
    """A 10 came out of the shoe: it leaves the game, and the second one in a round voids the round."""
    act.emit(ev.TenFound(card))
    if act.table.trouble.tens_found >= 2:
        void_round(act, Irregularity.SECOND_TEN, act.table.rules.second_ten == SecondTen.RESHUFFLED)


# The effects of its events


def ten_found(table: Table, event: ev.TenFound) -> Table:
    trouble = replace(table.trouble, tens_found=table.trouble.tens_found + 1, ten_to_remove=event.card)
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


def round_voided(table: Table, event: ev.RoundVoided) -> Table:
    return replace(
        table,
        phase=Phase.COLLECT,
        asked=(),
        reshuffle_ordered=table.reshuffle_ordered or event.reshuffle,
        trouble=replace(table.trouble, void=event.why),
    )


def hands_called_dead(table: Table, event: ev.HandsCalledDead) -> Table:
    boxes = tuple([replace(box, hands=tuple(map(_dead, box.hands))) for box in table.boxes])
    return replace(table, phase=Phase.COLLECT, boxes=boxes, asked=())


def _dead(hand: Hand) -> Hand:
    """The hand called dead, unless it was paid and its cards have been picked up."""
    return hand if hand.state == HandState.REMOVED else replace(hand, state=HandState.DEAD)


def settlement_undone(table: Table, event: ev.SettlementUndone) -> Table:
    gained = event.returned - event.taken
    return replace(
        table,
        people=with_chips(table.people, event.person, gained),
        inventory=table.inventory - gained,
    )


EVOLVES: Evolves = {
    ev.TenFound: ten_found,
    ev.HandsCalledDead: hands_called_dead,
    ev.RoundVoided: round_voided,
    ev.SettlementUndone: settlement_undone,
}
