"""The cards of a round and the decisions on its hands."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import (
    Evolves,
    drawn,
    with_amount,
    with_box,
    with_chips,
    with_hand,
    with_hand_state,
    with_stake,
)
from spanish21.game.hands import POINTS, is_two_card_21, total, value
from spanish21.game.options import may_split
from spanish21.game.phases import (
    after_deal,
    after_insurance,
    next_step,
    next_turn,
    start_of_play,
)
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Table, box_index, layout_is_clear, stake_index

_DOUBLED, _DRAWING, _OPEN = HandState.DOUBLED, HandState.DRAWING, HandState.OPEN
_STOOD = HandState.STOOD
_DEAL = Phase.DEAL


def card_dealt(table: Table, event: ev.CardDealt) -> Table:
    card = event.card
    if event.box == 0:
        return _dealt_to_dealer(table, event)
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    cards = (*hand.cards, card)
    hard = hand.hard + POINTS[card]
    aces = hand.aces + (card >> 2 == 1)
    if table.phase == _DEAL:
        state: HandState = HandState.DEALT
        if len(cards) == 2:
            state = HandState.BLACKJACK if is_two_card_21(cards[0], card) else _OPEN
        changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
        boxes = with_box(table, index, replace(box, hands=(changed,), first_two=cards))
        table = replace(table, boxes=boxes, **drawn(table, card))
        if table.step <= 2 * len(boxes):
            return next_step(table)
        trouble = replace(table.trouble, late=table.trouble.late[1:])
        return after_deal(replace(table, trouble=trouble))
    state = _state_after_card(table, box, hand, cards, hard, aces)
    changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
    boxes = with_box(table, index, with_hand(box, event.hand, changed))
    table = replace(table, boxes=boxes, **drawn(table, card))
    return table if state == _OPEN or state == _DOUBLED else next_turn(table)


def _state_after_card(
    table: Table, box: Box, hand: Hand, cards: tuple[int, ...], hard: int, aces: int
) -> HandState:
    rules = table.rules
    points = total(hard, aces)
    if points > 21:
        return HandState.BUSTED
    if hand.times_doubled:
        again = points < 21 and hand.times_doubled < rules.most_doubles
        return _DOUBLED if rules.may_rescue or again else _STOOD
    if points == 21:
        return _OPEN if rules.may_double_21 else _STOOD
    if hand.split_aces and rules.split_aces_one_card and len(cards) == 2:
        again = may_split(value(cards[0]), value(cards[1]), 2, 0, len(box.hands), True, rules)
        return _OPEN if again else _STOOD
    return _OPEN


def _dealt_to_dealer(table: Table, event: ev.CardDealt) -> Table:
    dealer = (*table.dealer, event.card)
    changes = {"dealer": dealer, **drawn(table, event.card)}
    if event.face_down:
        changes["hole_down"] = True
    if table.phase == _DEAL:
        table = replace(table, **changes)
        return after_deal(table) if table.step > 2 * len(table.boxes) else next_step(table)
    if len(dealer) == 2:
        changes["dealer_has_blackjack"] = is_two_card_21(dealer[0], dealer[1])
    return replace(table, **changes)


def insurance_placed(table: Table, event: ev.InsurancePlaced) -> Table:
    table = with_stake(table, event.box, event.person, insurance=event.amount, answered=True)
    return replace(table, people=with_chips(table.people, event.person, -event.amount))


def insurance_declined(table: Table, event: ev.InsuranceDeclined) -> Table:
    return with_stake(table, event.box, event.person, answered=True)


def insurance_closed(table: Table, event: ev.InsuranceClosed) -> Table:
    return after_insurance(table)


def reader_answered(table: Table, event: ev.ReaderAnswered) -> Table:
    if event.blackjack:
        return replace(table, reader_answered=True, dealer_has_blackjack=True, phase=Phase.DEALER)
    return start_of_play(replace(table, reader_answered=True))


def blackjack_announced(table: Table, event: ev.BlackjackAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return next_turn(replace(table, boxes=with_box(table, index, box)))


def points_announced(table: Table, event: ev.PointsAnnounced) -> Table:
    index = box_index(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return replace(table, boxes=with_box(table, index, box))


def hand_stood(table: Table, event: ev.HandStood) -> Table:
    return next_turn(with_hand_state(table, event.box, event.hand, _STOOD))


def card_asked(table: Table, event: ev.CardAsked) -> Table:
    return with_hand_state(table, event.box, event.hand, _DRAWING)


def double_made(table: Table, event: ev.DoubleMade) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    changed = replace(
        hand,
        state=HandState.DOUBLING,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=with_amount((0,) * len(box.stakes), at, event.amount),
        times_doubled=hand.times_doubled + 1,
    )
    return replace(
        table,
        boxes=with_box(table, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def double_followed(table: Table, event: ev.DoubleFollowed) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    changed = replace(
        hand,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=with_amount(hand.last_doubles, at, event.amount),
    )
    return replace(
        table,
        boxes=with_box(table, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


def pair_split(table: Table, event: ev.PairSplit) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    zeros = (0,) * len(box.stakes)
    first, second = hand.cards
    aces = first >> 2 == 1
    left = replace(
        hand,
        cards=(first,),
        hard=value(first),
        aces=int(aces),
        state=HandState.WAITING,
        doubles=zeros,
        last_doubles=zeros,
        split=True,
        split_aces=aces,
    )
    right = replace(left, cards=(second,), wagers=with_amount(zeros, at, event.amount), coupons=zeros)
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 1 :])
    return replace(
        table,
        boxes=with_box(table, index, replace(box, hands=hands)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def split_followed(table: Table, event: ev.SplitFollowed) -> Table:
    index = box_index(table, event.box)
    box = table.boxes[index]
    at = stake_index(box, event.person)
    left, right = box.hands[event.hand], box.hands[event.hand + 1]
    if event.amount:
        right = replace(right, wagers=with_amount(right.wagers, at, event.amount))
    elif event.goes_to == 1:
        right = replace(
            right,
            wagers=with_amount(right.wagers, at, left.wagers[at]),
            coupons=with_amount(right.coupons, at, left.coupons[at]),
        )
        left = replace(left, wagers=with_amount(left.wagers, at, 0), coupons=with_amount(left.coupons, at, 0))
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 2 :])
    return replace(
        table,
        boxes=with_box(table, index, replace(box, hands=hands)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


def hand_surrendered(table: Table, event: ev.HandSurrendered) -> Table:
    return next_turn(with_hand_state(table, event.box, event.hand, HandState.SURRENDERED))


def double_rescued(table: Table, event: ev.DoubleRescued) -> Table:
    """The double goes back to its person; the hand goes on for the others on it."""
    index = box_index(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = stake_index(box, event.person)
    changed = replace(
        hand,
        doubles=with_amount(hand.doubles, at, hand.doubles[at] - event.returned),
        last_doubles=with_amount(hand.last_doubles, at, -1),
    )
    others = any(
        changed.wagers[i] and changed.last_doubles[i] >= 0 for i in range(len(box.stakes)) if i != at
    )
    changed = replace(changed, state=hand.state if others else HandState.RESCUED)
    table = replace(
        table,
        boxes=with_box(table, index, with_hand(box, event.hand, changed)),
        people=with_chips(table.people, event.person, event.returned),
    )
    return table if others else next_turn(table)


def hole_card_turned(table: Table, event: ev.HoleCardTurned) -> Table:
    dealer = (table.dealer[0], event.card)
    return replace(
        table,
        dealer=dealer,
        hole_down=False,
        dealer_has_blackjack=is_two_card_21(dealer[0], dealer[1]),
    )


def dealers_card_announced(table: Table, event: ev.DealersCardAnnounced) -> Table:
    return replace(table, step=-1)


def dealer_done(table: Table, event: ev.DealerDone) -> Table:
    return replace(table, phase=Phase.COLLECT if layout_is_clear(table.boxes) else Phase.SETTLE)


EVOLVES: Evolves = {
    ev.CardDealt: card_dealt,
    ev.InsurancePlaced: insurance_placed,
    ev.InsuranceDeclined: insurance_declined,
    ev.InsuranceClosed: insurance_closed,
    ev.ReaderAnswered: reader_answered,
    ev.BlackjackAnnounced: blackjack_announced,
    ev.PointsAnnounced: points_announced,
    ev.HandStood: hand_stood,
    ev.CardAsked: card_asked,
    ev.DoubleMade: double_made,
    ev.DoubleFollowed: double_followed,
    ev.PairSplit: pair_split,
    ev.SplitFollowed: split_followed,
    ev.HandSurrendered: hand_surrendered,
    ev.DoubleRescued: double_rescued,
    ev.HoleCardTurned: hole_card_turned,
    ev.DealersCardAnnounced: dealers_card_announced,
    ev.DealerDone: dealer_done,
}
