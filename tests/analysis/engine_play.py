"""A small shoe played out at the game's own table, every card in turn, by the decisions of the analyser."""

import random
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from spanish21.dealer import open_table
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import Event, WagerSettled
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Table
from spanish21.strategy import CompositionStrategy, decision_by_composition

OPTIONS = {"Stand": "stand", "Draw": "hit", "Double": "double", "Split": "split", "Surrender": "surrender"}
OPTIONS |= {"Rescue": "rescue"}
COMMANDS: dict[str, Any] = {
    "stand": cmd.Stand,
    "hit": cmd.Draw,
    "split": cmd.Split,
    "surrender": cmd.Surrender,
    "rescue": cmd.Rescue,
}
WAGER = 1000
Left = tuple[tuple[int, int], ...]


class EngineRound:
    """One box against one up card; the first decision is given, all others are the strategy's."""

    def __init__(self, rules: Rules, strategy: CompositionStrategy, option: str) -> None:
        self.rules, self.strategy, self.option = rules, strategy, option
        self.known: dict[Any, Fraction] = {}

    def value(self, cards: tuple[int, int], up: int, left: Left) -> Fraction:
        """What the box wins on average, in wagers."""
        table, _ = open_table(self.rules, {"ann": 10**9}, random.Random(1))
        first = 1 if self.rules.burns_first_card else 0
        filler = (cards[0], up, cards[1], *[cards[0]] * 60)
        table = replace(table, shoe=(cards[0],) * first + filler, dealt=first, cover=60, cover_seen=False)
        for command in (cmd.PlaceWager(by="ann", box=1, amount=WAGER), cmd.CloseWagers(by=DEALER)):
            table = carry_out(table, command).table
        return self.onward(table, left, 3 + first, False)

    def onward(self, table: Table, left: Left, known: int, decided: bool) -> Fraction:
        """From here on; the shoe's first `known` cards are given, every further one is drawn at random."""
        won = Fraction(0)
        while True:
            command, decides = self.command(table, decided)
            act = carry_out(table, command)
            if act.table.dealt > known:
                return won + self.branches(table, command, left, known, decided or decides)
            won += money(act.events)
            table, decided = act.table, decided or decides
            if table.phase in ("wagers", "stack"):
                return won

    def branches(self, table: Table, command: cmd.Command, left: Left, known: int, decided: bool) -> Fraction:
        size = sum(count for _, count in left)
        together = Fraction(0)
        for card, count in left:
            if not count:
                continue
            laid = replace(table, shoe=(*table.shoe[:known], card, *table.shoe[known + 1 :]))
            act = carry_out(laid, command)
            rest = tuple((one, number - (one == card)) for one, number in left)
            if act.table.dealt > known + 1:
                # One command may draw several cards: the next one is unknown, too.
                together += Fraction(count, size) * self.branches(laid, command, rest, known + 1, decided)
                continue
            value = money(act.events)
            if act.table.phase not in ("wagers", "stack"):
                key = (act.table.boxes, act.table.dealer, act.table.phase, act.table.turn_hand, rest, decided)
                if key not in self.known:
                    self.known[key] = self.onward(act.table, rest, known + 1, decided)
                value += self.known[key]
            together += Fraction(count, size) * value
        return together

    def command(self, table: Table, decided: bool) -> tuple[cmd.Command, bool]:
        required = due(table)
        if required is not None:
            return required, False
        if table.phase == "insurance":
            return cmd.DeclineInsurance(by="ann", box=1), False
        box = table.boxes[0]
        hand = box.hands[table.turn_hand]
        may = {OPTIONS[one.command] for one in legal(table, "ann") if one.command in OPTIONS}
        option = self.option
        if decided:
            option = decision_by_composition(
                self.strategy, hand.cards, table.dealer[0], may, hand.times_doubled, hand.split
            )
        assert option in may
        if option == "double":
            return cmd.Double(by="ann", amount=hand.wagers[0] + hand.doubles[0]), True
        return COMMANDS[option](by="ann"), True


def money(events: tuple[Event, ...] | list[Event]) -> Fraction:
    """What settled wagers brought, in wagers."""
    settled = [event for event in events if isinstance(event, WagerSettled)]
    return Fraction(sum(event.paid - event.collected for event in settled), WAGER)
