"""How wagers go back when a hand is dead or a round is void, and the 10 that makes it so."""

from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.table import Box

_RESHUFFLED = 1


def void_round(act: Act, why: str, reshuffle: bool) -> None:
    """Every wager that is not yet decided goes back; the cards will be collected."""
    for box in act.table.boxes:
        for hand in range(len(box.hands)):
            return_hand(act, box, hand, why)
        return_beside(act, box, why)
    act.emit(ev.RoundVoided(why, reshuffle))


def return_hand(act: Act, box: Box, hand_index: int, why: str) -> None:
    """The wagers on one hand go back to their people."""
    hand = box.hands[hand_index]
    for index, stake in enumerate(box.stakes):
        amount = hand.wagers[index] + hand.doubles[index]
        if amount:
            act.emit(
                ev.WagerSettled(box.number, hand_index, stake.person, "main", "void", 0, amount, 0, why, "")
            )


def return_beside(act: Act, box: Box, why: str) -> None:
    """Insurance and side wagers of a box go back to their people."""
    for stake in box.stakes:
        if stake.insurance:
            act.emit(
                ev.WagerSettled(
                    box.number, 0, stake.person, "insurance", "void", 0, stake.insurance, 0, why, ""
                )
            )
        for side in stake.sides:
            if not side.settled:
                act.emit(
                    ev.WagerSettled(
                        box.number, 0, stake.person, side.kind, "void", 0, side.amount, 0, why, ""
                    )
                )


def ten_found(act: Act, card: int) -> None:
    """A 10 came out of the shoe: it leaves the game, and the second one in a round voids the round."""
    act.emit(ev.TenFound(card))
    if act.table.trouble.tens_found >= 2:
        void_round(act, "second_ten", act.table.rules.second_ten == _RESHUFFLED)
