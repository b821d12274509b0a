"""Standing, drawing and surrendering: the decisions that move no further chips to the layout."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_person
from spanish21.game.chapters.turns import Turn, turn_of, why_not_turn
from spanish21.game.choices import May, may
from spanish21.game.hands import total
from spanish21.game.options import may_draw, may_surrender
from spanish21.game.pays import returned_by_surrender
from spanish21.game.phases import may_be_blackjack
from spanish21.game.rules import Rules
from spanish21.game.table import Box, Hand, Table


def stand(act: Act, command: cmd.Stand) -> None:
    box, index, _hand = turn_of(act.table, command.by, "not_now")
    act.emit(ev.HandStood(box.number, index, command.by))


def draw(act: Act, command: cmd.Draw) -> None:
    box, index, hand = turn_of(act.table, command.by, "no_draw")
    if hand.no_more_cards:
        refuse("no_more_cards")
    if not hand_may_draw(hand, act.table.rules):
        refuse("no_draw")
    act.emit(ev.CardAsked(box.number, index, command.by))


def hand_may_draw(hand: Hand, rules: Rules) -> bool:
    """Whether a hand may ask for a card."""
    return may_draw(total(hand.hard, hand.aces), hand.times_doubled, hand.split_aces, len(hand.cards), rules)


def surrender(act: Act, command: cmd.Surrender) -> None:
    if not act.table.rules.may_surrender:
        require_person(act.table, command.by)
        refuse("surrender_not_offered")
    box, index, hand = turn_of(act.table, command.by, "no_surrender")
    if not hand_may_surrender(act.table, (box, index, hand)):
        refuse("no_surrender")
    act.emit(ev.HandSurrendered(box.number, index, command.by))
    if may_be_blackjack(act.table.dealer[0]):
        return
    for at in range(len(box.stakes)):
        act.emit(surrender_settled(act.table.rules, box, index, at))


def surrender_settled(rules: Rules, box: Box, index: int, at: int) -> ev.WagerSettled:
    """Half of a surrendered wager is collected, half goes back."""
    wager = box.hands[index].wagers[at]
    back = returned_by_surrender(wager, rules)
    return ev.WagerSettled(
        box.number,
        index,
        box.stakes[at].person,
        "main",
        "surrendered",
        wager - back,
        back,
        0,
        "may_surrender",
        "",
    )


def hand_may_surrender(table: Table, turn: Turn) -> bool:
    """Whether the hand may be given up: its first two cards and its first decision."""
    _box, _index, hand = turn
    return may_surrender(len(hand.cards), hand.times_doubled, hand.split, False, table.rules)


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if table.phase != "play" or why_not_turn(table, who):
        return
    turn = turn_of(table, who, "not_now")
    yield may(cmd.Stand)
    hand = turn[2]
    if not hand.no_more_cards and hand_may_draw(hand, table.rules):
        yield may(cmd.Draw)
    if hand_may_surrender(table, turn):
        yield may(cmd.Surrender)


DECIDES = {cmd.Stand: stand, cmd.Draw: draw, cmd.Surrender: surrender}
