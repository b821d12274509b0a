"""Mistakes in dealing: a card that the dealer, a box or a player should have had."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.irregularities.voiding import return_beside, return_hand
from spanish21.game.chapters.play.whose_turn import IN_PLAY, turn_of
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import PLAYER, Field, Move, either, when
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import after_deal, next_step, next_turn
from spanish21.game.round.with_parts import Evolves, hand_in_state, with_box
from spanish21.game.states import HandState, Irregularity, Phase
from spanish21.game.table import DEALER, Box, Table, box_index

_FIRST_CARDS = frozenset((Phase.DEAL,))
_LATE_CARDS = frozenset((Phase.DEAL, Phase.PLAY))


def dealer_may_be_skipped(table: Table) -> bool:
    """The first card of the dealer can be missed; the last of the deal is dealt late automatically."""
    return table.step == len(table.boxes) and not table.trouble.loose_card


def skip_dealer(act: Act, command: cmd.SkipDealer) -> None:
    """The deal continues; the dealer's cards come after the players'."""
    act.emit(ev.DealerSkipped())


def box_may_be_skipped(table: Table) -> bool:
    """A box's first or second card is due."""
    count = len(table.boxes)
    if table.trouble.loose_card or table.asked:
        return False
    return table.step < count or count < table.step <= 2 * count


def skip_box(act: Act, command: cmd.SkipBox) -> None:
    """No cards: the hand is dead. One card: the player may have the second after all others."""
    table = act.table
    count = len(table.boxes)
    box = table.boxes[table.step if table.step < count else table.step - count - 1]
    if table.step > count and not box.hands[0].cards:
        _call_dead(act, box, Irregularity.NO_CARDS_DEALT)
    act.emit(ev.BoxSkipped(box.number))


def _call_dead(act: Act, box: Box, why: Irregularity) -> None:
    """In the deal: all wagers on the box go back."""
    return_hand(act, box, 0, why)
    return_beside(act, box, why)
    act.emit(ev.HandDead(box.number, 0, why))


def request_may_be_missed(table: Table) -> bool:
    """A card that a player asked for is due."""
    if table.asked or table.trouble.loose_card:
        return False
    return turn_of(table)[2].state in (HandState.DRAWING, HandState.DOUBLING)


def miss_request(act: Act, command: cmd.MissRequest) -> None:
    """The player passed over chooses between a late card and a dead hand."""
    table = act.table
    act.emit(ev.RequestMissed(table.boxes[table.turn_box].number, table.turn_hand))


def why_not_answer(table: Table, who: str) -> Reason | None:
    """The reason why a player is not asked to choose between a late card and a dead hand, or nothing."""
    is_asked = table.asked[:1] == (who,) and (table.trouble.missed or table.phase == Phase.DEAL)
    return None if is_asked else Reason.NOT_NOW


def answer_late_card(act: Act, command: cmd.AnswerLateCard) -> None:
    table = act.table
    in_deal = table.phase == Phase.DEAL
    box = table.boxes[table.trouble.late[0] if in_deal else table.turn_box]
    index = 0 if in_deal else table.turn_hand
    act.emit(ev.LateCardAnswered(box.number, index, command.takes))
    if command.takes:
        return
    if in_deal:
        _call_dead(act, box, Irregularity.ONE_CARD_DEALT)
        return
    return_hand(act, box, index, Irregularity.CARD_NOT_DEALT)
    act.emit(ev.HandDead(box.number, index, Irregularity.CARD_NOT_DEALT))


MOVES = (
    Move(
        cmd.SkipDealer,
        (DEALER,),
        _FIRST_CARDS,
        skip_dealer,
        when(dealer_may_be_skipped),
        emits=(ev.DealerSkipped,),
    ),
    Move(
        cmd.SkipBox,
        (DEALER,),
        _FIRST_CARDS,
        skip_box,
        when(box_may_be_skipped),
        emits=(ev.BoxSkipped, ev.HandDead, ev.WagerSettled),
    ),
    Move(
        cmd.MissRequest,
        (DEALER,),
        IN_PLAY,
        miss_request,
        when(request_may_be_missed),
        emits=(ev.RequestMissed,),
    ),
    Move(
        cmd.AnswerLateCard,
        (PLAYER,),
        _LATE_CARDS,
        answer_late_card,
        why_not_answer,
        (Field("takes", lambda table, who: either()),),
        emits=(ev.LateCardAnswered, ev.HandDead, ev.WagerSettled),
    ),
)


# The effects of its events


def dealer_skipped(table: Table, event: ev.DealerSkipped) -> Table:
    return next_step(table)


def box_skipped(table: Table, event: ev.BoxSkipped) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    skipped = replace(box, skipped=box.skipped + 1)
    return next_step(replace(table, boxes=with_box(table.boxes, index, skipped)))


def request_missed(table: Table, event: ev.RequestMissed) -> Table:
    caller = table.boxes[box_index(table, event.box)].stakes[0].person
    trouble = replace(table.trouble, missed=True)
    return replace(table, asked=(caller,), trouble=trouble)


def late_card_answered(table: Table, event: ev.LateCardAnswered) -> Table:
    table = replace(table, asked=(), trouble=replace(table.trouble, missed=False))
    if not event.takes or table.phase == Phase.DEAL:
        return table
    return next_turn(table, hand_in_state(table, event.box, event.hand, HandState.OWED))


def hand_dead(table: Table, event: ev.HandDead) -> Table:
    boxes = hand_in_state(table, event.box, event.hand, HandState.DEAD)
    if table.phase == Phase.PLAY:
        return next_turn(table, boxes)
    table = replace(table, boxes=boxes)
    if table.phase == Phase.DEAL:
        index = box_index(table, event.box)
        late = tuple(one for one in table.trouble.late if one != index)
        table = replace(table, trouble=replace(table.trouble, late=late))
        return after_deal(table) if table.step > 2 * len(table.boxes) else table
    return table


EVOLVES: Evolves = {
    ev.DealerSkipped: dealer_skipped,
    ev.BoxSkipped: box_skipped,
    ev.RequestMissed: request_missed,
    ev.LateCardAnswered: late_card_answered,
    ev.HandDead: hand_dead,
}
