"""Splitting pairs; and the others on the box, who cover both hands or name one."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_person
from spanish21.game.chapters.turns import chips_of, stake_index, turn_of, why_not_turn
from spanish21.game.choices import May, OneOf, may
from spanish21.game.hands import value
from spanish21.game.options import may_split
from spanish21.game.pays import counted_wager
from spanish21.game.table import Box, Hand, Table


def split(act: Act, command: cmd.Split) -> None:
    box, index, hand = turn_of(act.table, command.by, "no_split")
    at = stake_index(box, command.by)
    reason = why_not_split(act.table, box, hand, at)
    if reason:
        refuse(reason)
    others = tuple(
        stake.person for other, stake in enumerate(box.stakes) if other != at and hand.wagers[other]
    )
    act.emit(ev.PairSplit(box.number, index, command.by, equal_wager(act.table, hand, at), others))


def why_not_split(table: Table, box: Box, hand: Hand, at: int) -> str:
    """The reason why a person cannot split a hand, or nothing."""
    if hand.no_more_cards:
        return "no_more_cards"
    cards = hand.cards
    first, second = (value(cards[0]), value(cards[1])) if len(cards) == 2 else (0, 1)
    if not may_split(first, second, len(cards), hand.times_doubled, len(box.hands), hand.split, table.rules):
        return "no_split"
    enough = chips_of(table, box.stakes[at].person) >= equal_wager(table, hand, at)
    return "" if enough else "not_enough_chips"


def equal_wager(table: Table, hand: Hand, at: int) -> int:
    """What a person puts on the second hand of a split pair."""
    return counted_wager(hand.wagers[at], hand.coupons[at], table.rules)


def follow_split(act: Act, command: cmd.FollowSplit) -> None:
    table = act.table
    require_person(table, command.by)
    if not is_asked_to_split(table, command.by):
        refuse("not_your_turn" if table.asked else "not_now")
    box = table.boxes[table.turn_box]
    wager = equal_wager(table, box.hands[table.turn_hand], stake_index(box, command.by))
    if command.hand not in (0, 1) or (command.covers and command.hand):
        refuse("no_split", "the first hand is 0, the second 1")
    if command.covers and chips_of(table, command.by) < wager:
        refuse("not_enough_chips")
    act.emit(
        ev.SplitFollowed(
            box.number, table.turn_hand, command.by, wager if command.covers else 0, command.hand
        )
    )


def is_asked_to_split(table: Table, by: str) -> bool:
    """Whether `by` is the next to say what happens to a wager on a split pair."""
    if table.phase != "play" or table.asked[:1] != (by,):
        return False
    return table.boxes[table.turn_box].hands[table.turn_hand].state == "waiting"


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if table.phase != "play":
        return
    box = table.boxes[table.turn_box]
    at = stake_index(box, who)
    if at < 0:
        return
    hand = box.hands[table.turn_hand]
    if not why_not_turn(table, who) and not why_not_split(table, box, hand, at):
        yield may(cmd.Split)
    if is_asked_to_split(table, who):
        yield may(cmd.FollowSplit, covers=OneOf((False,)), hand=OneOf((0, 1)))
        if chips_of(table, who) >= equal_wager(table, hand, at):
            yield may(cmd.FollowSplit, covers=OneOf((True,)))


DECIDES = {cmd.Split: split, cmd.FollowSplit: follow_split}
