"""Where a round stands: the phase after a step, and whose turn is next. Pure functions of the table."""

from msgspec.structs import replace

from spanish21.game.hands import may_be_blackjack
from spanish21.game.pays import blackjack_matters, is_open_to_total
from spanish21.game.reasons import Reason
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.round.with_parts import with_box, with_hand
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import is_settled_first, side_wager
from spanish21.game.states import HandState, Phase, ShufflerState
from spanish21.game.table import Box, Hand, Table, hand_total, layout_is_clear
from spanish21.game.words import BlackjackPaid, ReaderFailure

_BLACKJACK, _OWED, _STOOD = HandState.BLACKJACK, HandState.OWED, HandState.STOOD
_DEALER, _MATCH, _PLAY, _READER = Phase.DEALER, Phase.MATCH, Phase.PLAY, Phase.READER

_TO_PLAY = frozenset(
    (HandState.OPEN, HandState.WAITING, HandState.DRAWING, HandState.DOUBLING, HandState.DOUBLED)
)


_WAITS_FOR_DEALER = frozenset((HandState.STOOD, HandState.SURRENDERED, HandState.RESCUED))


def dealer_cards_first(table: Table) -> int:
    """How many cards the dealer is dealt before the players decide."""
    return 2 if table.rules.hole_card else 1


def is_paid_at_once(table: Table) -> bool:
    """Whether a player's Blackjack is paid before the other hands are played."""
    paid = table.rules.blackjack_paid
    return paid == BlackjackPaid.AT_ONCE or (
        paid == BlackjackPaid.AT_ONCE_V_2_TO_9 and not may_be_blackjack(table.dealer[0])
    )


def next_step(table: Table) -> Table:
    """On to the next of the first cards."""
    step = table.step + 1
    table = replace(table, step=step)
    return end_of_passes(table) if step > 2 * len(table.boxes) else table


def end_of_passes(table: Table) -> Table:
    """Every box has been passed twice: those with a single card are asked whether they want the second."""
    for box in table.boxes:
        if box.skipped:
            late = [i for i, one in enumerate(table.boxes) if len(one.hands[0].cards) == 1]
            table = replace(table, trouble=replace(table.trouble, late=tuple(late)))
            break
    return after_deal(table)


def after_deal(table: Table) -> Table:
    """On from the first cards, once all of them are out."""
    if table.trouble.late:
        return replace(table, asked=(table.boxes[table.trouble.late[0]].stakes[0].person,))
    if len(table.dealer) < dealer_cards_first(table):
        return table
    return after_match(replace(table, phase=_MATCH)) if table.has_side_wagers else _after_all_matches(table)


def after_match(table: Table) -> Table:
    """The phase after the side wagers that are settled first: insurance if the up card is an ace."""
    for box in table.boxes:
        for stake in box.stakes:
            for side in stake.sides:
                if not side.settled and is_settled_first(side.kind):
                    return table
    return _after_all_matches(table)


def _after_all_matches(table: Table) -> Table:
    if table.dealer[0] >> 2 == 1:
        return replace(table, phase=Phase.INSURANCE)
    return after_insurance(table)


def after_insurance(table: Table) -> Table:
    """On to the card reader device where it is used and may say something, else to the decisions."""
    if table.hole_down and may_be_blackjack(table.dealer[0]) and reader_is_used(table):
        return replace(table, phase=_READER)
    return start_of_play(table)


def reader_is_used(table: Table) -> bool:
    """Whether a working card reader device is part of the procedure."""
    return table.rules.card_reader and not table.trouble.reader_broken


def start_of_play(table: Table) -> Table:
    """The first decision, in the book's order of play."""
    boxes = table.boxes
    return _next_turn_from(table, boxes, len(boxes) - 1 if table.rules.plays_from_right else 0)


def next_turn(table: Table, boxes: tuple[Box, ...]) -> Table:
    """The table with these boxes, at the next hand that needs a decision or on to the dealer's hand."""
    return _next_turn_from(table, boxes, table.turn_box)


def _next_turn_from(table: Table, boxes: tuple[Box, ...], index: int) -> Table:
    step = -1 if table.rules.plays_from_right else 1
    while 0 <= index < len(boxes):
        box = boxes[index]
        for number, hand in enumerate(box.hands):
            if hand.state in _TO_PLAY or (hand.state == _BLACKJACK and not box.announced):
                return replace(table, phase=_PLAY, boxes=boxes, turn_box=index, turn_hand=number)
        index += step
    for box in boxes:
        for hand in box.hands:
            if hand.state == _OWED:
                return _late_turn(table, boxes, boxes.index(box), box.hands.index(hand))
    table = replace(table, phase=_DEALER, boxes=boxes, turn_box=-1, turn_hand=-1)
    if not table.hole_down and len(table.dealer) == 1 and not second_card_matters(table):
        return replace(table, phase=Phase.COLLECT if layout_is_clear(boxes) else Phase.SETTLE)
    return table


def _late_turn(table: Table, boxes: tuple[Box, ...], index: int, number: int) -> Table:
    """The hand that was passed over gets its card after all others."""
    box = boxes[index]
    hand = box.hands[number]
    back = replace(hand, state=HandState.DOUBLING if hand.times_doubled else HandState.DRAWING)
    boxes = with_box(boxes, index, with_hand(box, number, back))
    return replace(table, phase=_PLAY, boxes=boxes, turn_box=index, turn_hand=number)


def second_card_matters(table: Table) -> bool:
    """Without a hole card: whether the dealer's second card can still change a payment."""
    blackjack_possible = may_be_blackjack(table.dealer[0])
    takes = table.rules.dealer_blackjack_takes
    if total_matters(table):
        return True
    for box in table.boxes:
        open_hands = [hand for hand in box.hands if not is_paid_early(hand, table.rules)]
        waits = any(hand.state in _WAITS_FOR_DEALER and any(hand.wagers) for hand in open_hands)
        for index, stake in enumerate(box.stakes):
            if stake.insurance or any(
                not side.settled and side_wager(side.kind).needs_second for side in stake.sides
            ):
                return True
            staked = sum(hand.wagers[index] + hand.doubles[index] for hand in open_hands)
            if blackjack_possible and blackjack_matters(takes, waits, staked, stake.wager):
                return True
    return False


def is_paid_early(hand: Hand, rules: Rules) -> bool:
    """Whether a finished hand is a 21, paid before the dealer's hand."""
    return rules.any_21_paid_at_once and hand.state == _STOOD and hand_total(hand) == 21


def early_21_waits(table: Table) -> bool:
    """Whether a 21 still awaits its immediate payment."""
    if not table.rules.any_21_paid_at_once:
        return False
    return any(
        is_paid_early(one, table.rules) and any(one.wagers) for box in table.boxes for one in box.hands
    )


def total_matters(table: Table) -> bool:
    """Whether the dealer's total can still change a hand's result."""
    for box in table.boxes:
        for hand in box.hands:
            if hand.state != _STOOD or not any(hand.wagers):
                continue
            if is_open_to_total(hand_total(hand), len(hand.cards), hand.split, table.rules):
                return True
    return False


def caller_of(box: Box, hand: Hand) -> str:
    """Who calls the decisions on a hand: the first person whose wager is live on it."""
    if len(box.stakes) == 1:
        return box.stakes[0].person
    for stake, wager, last in zip(box.stakes, hand.wagers, hand.last_doubles, strict=True):
        if wager and last >= 0:
            return stake.person
    return box.stakes[0].person


def what_stops(table: Table) -> Reason | None:
    """The reason why the whole table waits, or nothing."""
    trouble = table.trouble
    if trouble is not NO_TROUBLE:
        if trouble.reader_broken and table.rules.reader_failure == ReaderFailure.HALT:
            return Reason.TABLE_IS_HALTED
        if trouble.ten_to_remove:
            return Reason.TEN_MUST_BE_REMOVED
        if trouble.shuffler == ShufflerState.BROKEN:
            return Reason.SHUFFLER_IN_THE_WAY
    if table.slip is None:
        return None
    return Reason.INVENTORY_SHORT if table.slip.needed else Reason.SLIP_NOT_CONFIRMED


def is_between_rounds(table: Table) -> bool:
    """Whether the table waits for the first wager of a round."""
    is_waiting = table.trouble.ten_to_remove or table.slip is not None
    return table.phase == Phase.WAGERS and not table.boxes and not table.offers and not is_waiting
