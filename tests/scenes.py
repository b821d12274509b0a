"""A scene: a table of one book on which a test deals the cards it wants and asks people to act."""

import random
from collections import Counter
from typing import Any, TypeVar

from msgspec.structs import replace

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table, open_table, ready, with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.events import BonusPaid, Event, WagerSettled
from spanish21.game.rules import Rules, what_if
from spanish21.game.table import DEALER, FLOORPERSON, OPENING_INVENTORY, Hand, Table

BOOKS = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
MARYLAND_BOOKS = ("maryland", "maryland-v1", "players-edge")
"""The three books that share chapters 1 to 13 clause by clause, but for what their own tests say."""

E = TypeVar("E", bound=Event)
_DECISIONS = {
    "stands": cmd.Stand,
    "draws": cmd.Draw,
    "splits": cmd.Split,
    "surrenders": cmd.Surrender,
    "rescues": cmd.Rescue,
}


class Scene:
    """A table with its log; `people` are seated from box 1 on, the dealer's left."""

    def __init__(
        self,
        book: str = "maryland",
        people: dict[str, int] | None = None,
        opened: bool = True,
        real: bool = False,
        outside: dict[str, Any] | None = None,
        inventory: int = OPENING_INVENTORY,
        **choices: Any,
    ) -> None:
        self.book = load_book(book)
        self.rules: Rules = rules_of(book, **choices)
        if outside:
            self.rules = what_if(self.rules, **outside)
        self.chance = random.Random(21)
        self.mark = 0
        self.table: Table
        self.events: list[Event]
        who = {"ann": 10_000_00} if people is None else people
        if opened and not real:
            self.table, self.events = open_table(self.rules, who, self.chance, inventory)
        else:
            self.table, self.events = new_table(self.rules, inventory, real)
            for seat, (name, chips) in enumerate(who.items(), start=1):
                self.do(cmd.Join(by=name, chips=chips, seat=seat))
            if opened:
                self.table, self.events = ready(self.table, self.events, self.chance)
        self.before = self.chips()

    # -- what happens ------------------------------------------------------------------------------

    def do(self, command: cmd.Command) -> list[Event]:
        """Carry out one command and nothing more."""
        act = carry_out(self.table, command)
        self.table = act.table
        self.events += act.events
        return act.events

    def refused(self, command: cmd.Command) -> str:
        """The reason why a command is refused; fails when it is accepted."""
        try:
            carry_out(self.table, command)
        except Refused as refusal:
            return refusal.reason
        raise AssertionError(f"{command} was accepted")

    def house(self, steps: int = 10**6) -> "Scene":
        """The house does what is due, at most `steps` commands, until the table waits for its people."""
        while steps and (command := due(self.table)) is not None:
            self.do(with_chance(self.table, command, self.chance))
            steps -= 1
        return self

    def until(self, phase: str) -> "Scene":
        """The house does what is due until a phase begins."""
        while self.table.phase != phase:
            command = due(self.table)
            assert command is not None, f"waits in {self.table.phase}"
            self.do(with_chance(self.table, command, self.chance))
        return self

    def stack(self, text: str) -> "Scene":
        """Put these cards next in the shoe; the others follow in some order."""
        wanted = cards(text)
        left = Counter(self.table.shoe[self.table.dealt :])
        left.subtract(wanted)
        assert min(left.values()) >= 0, "the shoe does not hold these cards"
        shoe = self.table.shoe[: self.table.dealt] + wanted + tuple(sorted(left.elements()))
        self.table = replace(self.table, shoe=shoe)
        return self

    def bet(
        self, name: str, amount: int, kind: str = "main", box: int = 0, instrument: str = "chips"
    ) -> "Scene":
        """Place a wager, on the person's own box unless another is named."""
        number = box or next(person.seat for person in self.table.people if person.name == name)
        self.do(cmd.PlaceWager(by=name, box=number, amount=amount, kind=kind, instrument=instrument))
        return self

    def deal(self, text: str = "", steps: int = 10**6) -> "Scene":
        """Close the wagers with these cards on top of the shoe, and let the house go on."""
        self.before = self.chips(with_layout=True)
        if text:
            self.stack(text)
        self.mark = len(self.events)
        self.do(cmd.CloseWagers(by=DEALER))
        return self.house(steps)

    def says(self, name: str, *decisions: str) -> "Scene":
        """Decisions one after another, the house going on after each: "draws", "doubles", "doubles 500"…"""
        for decision in decisions:
            word, _, amount = decision.partition(" ")
            if word == "doubles":
                hand = self.hand()
                box = self.table.boxes[self.table.turn_box]
                at = [stake.person for stake in box.stakes].index(name)
                self.do(cmd.Double(by=name, amount=int(amount or hand.wagers[at] + hand.doubles[at])))
            elif word == "insures":
                for box in self.table.boxes:
                    for stake in box.stakes:
                        if stake.person == name and not stake.answered:
                            wanted = int(amount or stake.wager // 2)
                            self.do(cmd.Insure(by=name, box=box.number, amount=wanted))
            elif word == "declines":
                for box in self.table.boxes:
                    if any(stake.person == name and not stake.answered for stake in box.stakes):
                        self.do(cmd.DeclineInsurance(by=name, box=box.number))
            else:
                self.do(_DECISIONS[word](by=name))
            self.house()
        return self

    # -- what can be seen --------------------------------------------------------------------------

    def chips(self, with_layout: bool = False) -> dict[str, int]:
        """Everybody's chips, with what they have on the layout before the deal."""
        have = {person.name: person.chips for person in self.table.people}
        if with_layout:
            for box in self.table.boxes:
                for stake in box.stakes:
                    have[stake.person] += stake.wager + sum(side.amount for side in stake.sides)
        return have

    def gained(self, name: str = "ann") -> int:
        """What a person has won or lost since the deal, once everything is settled."""
        return self.chips()[name] - self.before[name]

    def hand(self, box: int = 0, index: int = -1) -> Hand:
        """A hand: the one whose turn it is, or one named by box number and index."""
        if box:
            found = next(one for one in self.table.boxes if one.number == box)
            return found.hands[max(index, 0)]
        return self.table.boxes[self.table.turn_box].hands[self.table.turn_hand]

    def happened(self, kind: type[E], since_deal: bool = True) -> list[E]:
        """The events of a kind, since the wagers were last closed."""
        return [event for event in self.events[self.mark if since_deal else 0 :] if isinstance(event, kind)]

    def settled(self, kind: str = "main", name: str = "") -> list[WagerSettled]:
        """How wagers of a kind were settled since the deal."""
        return [e for e in self.happened(WagerSettled) if e.kind == kind and name in ("", e.person)]

    def bonuses(self, kind: str) -> list[BonusPaid]:
        """The payments beside wagers since the deal."""
        return [event for event in self.happened(BonusPaid) if event.kind == kind]

    def names(self, since_deal: bool = True) -> list[str]:
        """The names of the events, in order."""
        return [type(event).__name__ for event in self.events[self.mark if since_deal else 0 :]]


__all__ = ["BOOKS", "DEALER", "FLOORPERSON", "MARYLAND_BOOKS", "Scene"]
