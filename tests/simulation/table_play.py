"""A shoe played at the game's own table: the same cards and decisions that the kernel gets, card by card."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from simulation.given_cards import GivenRounds
from spanish21.dealer import open_table
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import BonusPaid, Event, WagerSettled
from spanish21.game.hands import is_ace
from spanish21.game.pays import most_insurance
from spanish21.game.side_wagers.registry import kinds
from spanish21.game.table import DEALER, Table, hand_total
from spanish21.simulation.plan.count_names import MOST_BOXES
from spanish21.simulation.plan.run_plan import Plan
from spanish21.strategy import Chart, decision, decision_by_composition

_OPTIONS = {
    "Stand": "stand",
    "Draw": "hit",
    "Double": "double",
    "Split": "split",
    "Surrender": "surrender",
    "Rescue": "rescue",
}
_COMMANDS: dict[str, Any] = {
    "stand": cmd.Stand,
    "hit": cmd.Draw,
    "split": cmd.Split,
    "surrender": cmd.Surrender,
    "rescue": cmd.Rescue,
}
Money = list[dict[str, int]]


class TableOfShoe:
    """A table whose people, one on each box, play by a strategy from a shoe that is laid out."""

    def __init__(self, plan: Plan, cards: Sequence[int], cover: int) -> None:
        rules = self.rules = plan.rules
        self.strategy, self.wager = plan.strategy, plan.wager
        self.insures, self.sides = plan.insures, plan.sides
        self.names = [f"player{box}" for box in range(1, plan.boxes + 1)]
        people = dict.fromkeys(self.names, 10**12)
        table, _ = open_table(rules, people, random.Random(1))
        burned = 1 if rules.burns_first_card else 0
        self.table: Table = replace(
            table, shoe=tuple(int(card) for card in cards), dealt=burned, cover=cover, cover_seen=False
        )
        self.events: list[Event] = []

    def do(self, command: cmd.Command) -> None:
        act = carry_out(self.table, command)
        self.table = act.table
        self.events += act.events

    def has_shoe(self) -> bool:
        """Whether another round is dealt from the shoe."""
        return self.table.phase == "wagers" and not self.table.cover_seen

    def round(self, kernel: GivenRounds, number: int) -> Money:
        """Plays a round, the wheels stopping where the kernel's did; what each box won, by wager."""
        self.events = []
        for box, name in enumerate(self.names, start=1):
            for kind, amount in {"main": self.wager, **self.sides}.items():
                self.do(cmd.PlaceWager(by=name, box=box, amount=amount, kind=kind))
        self.do(cmd.CloseWagers(by=DEALER))
        while True:
            command = due(self.table)
            if isinstance(command, cmd.DrawHotSpot | cmd.Spin | cmd.SpinCommunity):
                self.do(_chance(command, kernel.stops[number].tolist()))
            elif command is not None:
                self.do(command)
                if self.table.phase in ("wagers", "stack"):
                    break
            elif self.table.phase == "insurance":
                self._answer_insurance()
            else:
                self.do(self._decision())
        return self._money()

    def _answer_insurance(self) -> None:
        box = next(box for box in self.table.boxes if not box.stakes[0].answered)
        stake = box.stakes[0]
        amount = most_insurance(stake.wager, self.rules)
        if self.insures and amount:
            self.do(cmd.Insure(by=stake.person, box=box.number, amount=amount))
        else:
            self.do(cmd.DeclineInsurance(by=stake.person, box=box.number))

    def _decision(self) -> cmd.Command:
        box = self.table.boxes[self.table.turn_box]
        hand = box.hands[self.table.turn_hand]
        name = box.stakes[0].person
        may = {_OPTIONS[one.command] for one in legal(self.table, name) if one.command in _OPTIONS}
        up = self.table.dealer[0]
        doubles = hand.times_doubled
        count_1 = doubles > 0 and not hand.aces and any(map(is_ace, hand.cards))
        if isinstance(self.strategy, Chart):
            suit = self.rules.top_suit
            option = decision(self.strategy, hand.cards, up, may, suit, doubles, hand.split, count_1)
        else:
            option = decision_by_composition(self.strategy, hand.cards, up, may, doubles, hand.split, count_1)
        assert hand_total(hand) <= 21
        if option == "double":
            return cmd.Double(by=name, amount=hand.wagers[0] + hand.doubles[0])
        return _COMMANDS[option](by=name)  # type: ignore[no-any-return]

    def _money(self) -> Money:
        money: Money = [{} for _ in self.names]
        for event in self.events:
            if isinstance(event, WagerSettled):
                # The kernel leaves to the run what a meter pays.
                won = (0 if event.meter else event.paid) - event.collected
                kind = event.kind
            elif isinstance(event, BonusPaid):
                won, kind = event.paid, "spin" if event.kind == "community" else event.kind
            else:
                continue
            box = money[event.box - 1]
            box[kind] = box.get(kind, 0) + won
        return [{kind: won for kind, won in box.items() if won} for box in money]


def _chance(
    command: cmd.DrawHotSpot | cmd.Spin | cmd.SpinCommunity, told: list[int]
) -> cmd.DrawHotSpot | cmd.Spin | cmd.SpinCommunity:
    """What the kernel drew: the hot spot, the community stop, then each box's stop by side wager."""
    hot, community, *stops = told
    if isinstance(command, cmd.DrawHotSpot):
        return replace(command, box=hot + 1)
    if isinstance(command, cmd.SpinCommunity):
        return replace(command, stop=community)
    first = kinds().index(command.kind) * MOST_BOXES
    return replace(command, stop=stops[first + command.box - 1])
