"""Splitting pairs; and the others on the box, who cover both hands or name one."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.play.whose_turn import IN_PLAY, chips_of, turn_of, why_not_decide
from spanish21.game.hands import value
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.move import PLAYER, Field, Move, Offer, Why, one_of
from spanish21.game.options import may_split
from spanish21.game.pays import counted_wager
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_amount, with_box, with_chips
from spanish21.game.states import HandState
from spanish21.game.table import Hand, Table, box_index, stake_index


def why_not_split(table: Table, who: str) -> Reason | None:
    """The reason why a player cannot split a hand now, or nothing."""
    reason = why_not_decide(table, who, Reason.NO_SPLIT)
    if reason:
        return reason
    box, _index, hand = turn_of(table)
    if hand.no_more_cards:
        return Reason.NO_MORE_CARDS
    cards = hand.cards
    first, second = (value(cards[0]), value(cards[1])) if len(cards) == 2 else (0, 1)
    if not may_split(first, second, len(cards), hand.times_doubled, len(box.hands), hand.split, table.rules):
        return Reason.NO_SPLIT
    enough = chips_of(table, who) >= equal_wager(table, hand, stake_index(box, who))
    return None if enough else Reason.NOT_ENOUGH_CHIPS


def split(act: Act, command: cmd.Split) -> None:
    box, index, hand = turn_of(act.table)
    at = stake_index(box, command.by)
    others = tuple(
        stake.person for other, stake in enumerate(box.stakes) if other != at and hand.wagers[other]
    )
    act.emit(ev.PairSplit(box.number, index, command.by, equal_wager(act.table, hand, at), others))


def equal_wager(table: Table, hand: Hand, at: int) -> int:
    """The amounts that a person may put on the second hand of a split pair."""
    return counted_wager(hand.wagers[at], hand.coupons[at], table.rules)


def why_not_follow(table: Table, who: str) -> Reason | None:
    if is_asked_to_split(table, who):
        return None
    return Reason.NOT_YOUR_TURN if table.asked else Reason.NOT_NOW


def is_asked_to_split(table: Table, by: str) -> bool:
    """Whether `by` is the next to decide about a wager on a split pair."""
    return table.asked[:1] == (by,) and turn_of(table)[2].state == HandState.WAITING


def covers_offered(table: Table, who: str) -> Offer:
    """To cover both hands, or not."""
    box, _index, hand = turn_of(table)
    enough = chips_of(table, who) >= equal_wager(table, hand, stake_index(box, who))
    return one_of((False, True) if enough else (False,), Reason.NOT_ENOUGH_CHIPS)


def hands_offered(table: Table, who: str, covers: bool) -> Offer:
    """Which of the two hands keeps the wager of a player who does not cover both."""
    return one_of((0,) if covers else (0, 1), Why(Reason.NO_SPLIT, Bounds("first_or_second_hand", (0, 1))))


def follow_split(act: Act, command: cmd.FollowSplit) -> None:
    box, index, hand = turn_of(act.table)
    wager = equal_wager(act.table, hand, stake_index(box, command.by)) if command.covers else 0
    act.emit(ev.SplitFollowed(box.number, index, command.by, wager, command.hand))


MOVES = (
    Move(
        cmd.Split, (PLAYER,), IN_PLAY, split, why_not_split, out_of_phase=why_not_split, emits=(ev.PairSplit,)
    ),
    Move(
        cmd.FollowSplit,
        (PLAYER,),
        IN_PLAY,
        follow_split,
        why_not_follow,
        (Field("covers", covers_offered, leads_on=True), Field("hand", hands_offered)),
        emits=(ev.SplitFollowed,),
    ),
)


# The effects of its events


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
        boxes=with_box(table.boxes, index, replace(box, hands=hands)),
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
        boxes=with_box(table.boxes, index, replace(box, hands=hands)),
        people=with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


EVOLVES: Evolves = {
    ev.PairSplit: pair_split,
    ev.SplitFollowed: split_followed,
}
