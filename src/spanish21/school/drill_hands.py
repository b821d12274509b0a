"""Hands of chosen kinds, dealt at a separate table, for a drill."""

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from spanish21.dealer import open_table, run_house
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.hands import is_soft, value
from spanish21.game.moves.choices import Amounts
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Hand, Table
from spanish21.game.waiting import waits_for
from spanish21.strategy.charts import bonus_mark

_TRIES = 20_000
_WAGERS = 10
"""The wager of a drill, in table minimums: enough chips for doubles and splits."""


def _is_hard(table: Table, hand: Hand) -> bool:
    return len(hand.cards) == 2 and not is_soft(hand.hard, hand.aces) and not _is_pair(table, hand)


def _is_soft(table: Table, hand: Hand) -> bool:
    return is_soft(hand.hard, hand.aces) and not hand.times_doubled


def _is_pair(table: Table, hand: Hand) -> bool:
    return len(hand.cards) == 2 and value(hand.cards[0]) == value(hand.cards[1])


def _is_to_rescue(table: Table, hand: Hand) -> bool:
    return hand.times_doubled > 0 and _total(hand) < 21 and _offers(table, "Rescue")


def _is_to_redouble(table: Table, hand: Hand) -> bool:
    return hand.times_doubled > 0 and _total(hand) < 21 and _offers(table, "Double")


def _total(hand: Hand) -> int:
    """No one needs to be asked about a 21."""
    return hand.hard + 10 if is_soft(hand.hard, hand.aces) else hand.hard


def _is_near_bonus(table: Table, hand: Hand) -> bool:
    """Two cards of 6-7-8 or 7-7-7, or four cards and more, of which the next may make a 21."""
    if hand.times_doubled or hand.split:
        return False
    if len(hand.cards) == 2:
        return bonus_mark(hand.cards[0], hand.cards[1], table.rules.top_suit) > 0
    return len(hand.cards) >= 4 and 11 <= hand.hard <= 20


KINDS: dict[str, tuple[str, Callable[[Table, Hand], bool]]] = {
    "soft": ("soft totals", _is_soft),
    "pairs": ("pairs", _is_pair),
    "rescue": ("doubled hands that may be rescued", _is_to_rescue),
    "redouble": ("doubled hands that may be doubled again", _is_to_redouble),
    "bonus": ("hands with a bonus in reach", _is_near_bonus),
    "hard": ("hard totals", _is_hard),
}


class DrillHands:
    """Tables at which a hand of some kind waits for a decision."""

    def __init__(self, rules: Rules, who: str, kinds: tuple[str, ...], chance: random.Random) -> None:
        for kind in kinds:
            if kind not in KINDS:
                raise BadInput(f"{kind} is not a drill; the drills are {', '.join(KINDS)}")
            if (kind == "rescue" and not rules.may_rescue) or (kind == "redouble" and rules.most_doubles < 2):
                raise BadInput(f"{rules.book} has no {kind}; drill {', '.join(drills_of(rules))}")
        self.who = who
        self.kinds = kinds or drills_of(rules)
        self.chance = chance
        self.kind = ""
        """The kind of the hand that was dealt last."""
        self._opened = open_table(rules, {who: 1000 * rules.table_minimum}, chance)[0]

    def dealt(self) -> Table:
        """A table at which a hand of one of the kinds waits for a decision."""
        self.kind = kind = self.chance.choice(self.kinds)
        is_wanted = KINDS[kind][1]
        for _ in range(_TRIES):
            for table in self._round(kind):
                hand = table.boxes[table.turn_box].hands[table.turn_hand]
                if is_wanted(table, hand):
                    return table
        raise BadInput(f"no hand for the drill {kind} has come up in {_TRIES} rounds")

    def _round(self, kind: str) -> Iterator[Table]:
        """The tables of a round at which the hand waits, played on so that hands of the kind come up."""
        rules = self._opened.rules
        amount = min(_WAGERS * rules.table_minimum, rules.table_maximum)
        table = carry_out(self._shuffled(), cmd.PlaceWager(by=self.who, box=1, amount=amount)).table
        table = carry_out(table, cmd.CloseWagers(by=DEALER)).table
        while True:
            table, _ = run_house(table, self.chance)
            if table.phase == Phase.INSURANCE:
                table = carry_out(table, cmd.DeclineInsurance(by=self.who, box=1)).table
                continue
            if table.phase != Phase.PLAY or self.who not in waits_for(table):
                return
            yield table
            command = self._onward(table, kind)
            if command is None:
                return
            table = carry_out(table, command).table

    def _onward(self, table: Table, kind: str) -> cmd.Command | None:
        """Play the hand until it is of the kind: by doubles, or by cards for a bonus."""
        offered = {one.command: one for one in legal(table, self.who)}
        if kind in ("rescue", "redouble") and "Double" in offered:
            amounts = offered["Double"].fields["amount"]
            return cmd.Double(by=self.who, amount=amounts.most) if isinstance(amounts, Amounts) else None
        return cmd.Draw(by=self.who) if kind in ("bonus", "soft") and "Draw" in offered else None

    def _shuffled(self) -> Table:
        """The opened table with its shoe in another order."""
        shoe = list(self._opened.shoe)
        rest = shoe[self._opened.dealt :]
        self.chance.shuffle(rest)
        return replace(self._opened, shoe=tuple(shoe[: self._opened.dealt] + rest))


def drills_of(rules: Rules) -> tuple[str, ...]:
    """The kinds of hands that are drilled unless some are named: those that can come up, and do so rarely."""
    has = {"rescue": rules.may_rescue, "redouble": rules.most_doubles > 1, "hard": False}
    return tuple(kind for kind in KINDS if has.get(kind, True))


def _offers(table: Table, command: str) -> bool:
    return any(one.command == command for one in legal(table, table.boxes[table.turn_box].stakes[0].person))
